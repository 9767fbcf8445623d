package desk

import (
	"fmt"
	"math"
	"schedlab/wasm/share"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

func ask(s *State, text string) { PortAsked{Text: text}.Apply(s) }

// last is what the host was sent last.
func last(s *State) string {
	if len(s.Effect.Port.Tell) == 0 {
		return ""
	}
	return s.Effect.Port.Tell[len(s.Effect.Port.Tell)-1]
}

// heard gives what the host was sent, and forgets it.
func heard(s *State) []string {
	all := s.Effect.Port.Tell
	s.Effect.Port.Tell = nil
	return all
}

// connected is a frame with its first picture, whose host has a port and has heard what happened so far.
func connected(t *testing.T) *State {
	t.Helper()
	s := framedBy(t, "")
	PortOpened{}.Apply(s)
	shownAt(s, 1)
	s.Run.Metrics = map[string]float64{"cpu.busy_pct": 33.25, "wait.X.mean_ms": math.NaN()}
	s.Attend(2)
	for _, text := range heard(s) {
		checkMessage(t, text)
	}
	return s
}

// replied asks and gives the answer, once there is one.
func replied(t *testing.T, s *State, text string) scenario.Tree {
	t.Helper()
	ask(s, text)
	s.Attend(1000)
	all := heard(s)
	at := slices.IndexFunc(all, func(text string) bool { return strings.HasPrefix(text, `{ "id":`) })
	require.NotEqual(t, -1, at, all)
	answer := all[at]
	checkMessage(t, answer)
	tree, problem := scenario.ParseTree(answer)
	require.Nil(t, problem)
	return tree
}

func code(t scenario.Tree) string { return member(member(t, "error"), "code").Text }

func TestEveryRequestHasAnAnswer(t *testing.T) {
	long := strings.Repeat("x", 300)
	for request, want := range map[string]string{
		`{"id":1,"do":"get","what":"state"}`:                              "",
		`{"id":"a","do":"get","what":"metrics"}`:                          "",
		`{"id":1,"do":"get","what":"document"}`:                           "",
		`{"id":1,"do":"get","what":"claims"}`:                             "",
		`{"id":1,"do":"get","what":"caption"}`:                            "",
		`{"id":1,"do":"seek","t":2.5}`:                                    "",
		`{"id":1,"do":"play","speed":0.001}`:                              "",
		`{"id":1,"do":"play"}`:                                            "",
		`{"id":1,"do":"pause"}`:                                           "",
		`{"id":1,"do":"get"}`:                                             "value",
		`{"id":1,"do":"get","what":"secrets"}`:                            "value",
		`{"id":1,"do":"get","what":["state"]}`:                            "value",
		`{"id":1,"do":"seek"}`:                                            "value",
		`{"id":1,"do":"seek","t":"2"}`:                                    "value",
		`{"id":1,"do":"seek","t":-1}`:                                     "value",
		`{"id":1,"do":"seek","t":1e999}`:                                  "value",
		`{"id":1,"do":"play","speed":0}`:                                  "value",
		`{"id":1,"do":"play","speed":100}`:                                "value",
		`{"id":1,"do":"load"}`:                                            "value",
		`{"id":1,"do":"load","scenario":"two","link":"two"}`:              "value",
		`{"id":1,"do":"load","scenario":"nowhere"}`:                       "no-scenario",
		`{"id":1,"do":"load","scenario":"` + long + `"}`:                  "value",
		`{"id":1,"do":"load","link":"nowhere"}`:                           "link",
		`{"id":1,"do":"load","document":"no"}`:                            "problems",
		`{"id":1,"do":"load","document":7}`:                               "value",
		`{"id":1,"do":"load","document":{"version":1}}`:                   "problems",
		`{"id":1,"do":"set"}`:                                             "value",
		`{"id":1,"do":"set","set":{}}`:                                    "value",
		`{"id":1,"do":"set","set":[1]}`:                                   "value",
		`{"id":1,"do":"set","set":{"` + long + `":1}}`:                    "value",
		`{"id":1,"do":"set","set":{"machine.packages":-1}}`:               "problems",
		`{"id":1,"do":"set","set":{"machine..":1}}`:                       "problems",
		`{"id":1,"do":"explode"}`:                                         "unknown",
		`{"id":1,"do":"pause","now":true}`:                                "unknown",
		`{"id":1,"do":7}`:                                                 "unknown",
		`{"id":1}`:                                                        "unknown",
		`{"do":"pause"}`:                                                  "request",
		`{"id":{},"do":"pause"}`:                                          "request",
		`{"id":"` + long + `","do":"pause"}`:                              "request",
		`[1]`:                                                             "request",
		`{"id":1,`:                                                        "request",
		``:                                                                "request",
		`{"id":1,"do":"pause","x":"` + strings.Repeat("x", 1<<20) + `"}`:  "too-large",
		`{"id":1,"do":"load","document":` + strings.Repeat("[", 70) + `}`: "request",
	} {
		s := connected(t)
		before := s.Document.Root.String()
		answer := replied(t, s, request)
		require.Equal(t, want, code(answer), request[:min(len(request), 80)])
		require.Equal(t, before, s.Document.Root.String())
		require.Equal(t, want == "", member(answer, "ok").Text == "true")
	}
}

func TestARequestThatCannotBeReadIsAnsweredToo(t *testing.T) {
	s := connected(t)
	PortAsked{Text: `{"id":"a","do":"load","document":` + strings.Repeat("[", 70), ID: `"a"`}.Apply(s)
	require.Contains(t, last(s), `{ "id": "a", "ok": false, "error": { "code": "request"`)
	PortAsked{Text: `{"do":"pause"}`, ID: "null"}.Apply(s)
	require.Contains(t, last(s), `{ "id": null, "ok": false`)
}

func TestAnEditIsAnsweredWhenItsRunIsThere(t *testing.T) {
	s := connected(t)
	ask(s, `{"id":7,"do":"set","set":{"machine.packages":3,"system.settings.splits":true}}`)
	ask(s, `{"id":8,"do":"get","what":"metrics"}`)
	s.Attend(3)
	require.Equal(t, "3", value(s, "machine.packages"))
	for _, text := range heard(s) {
		require.NotContains(t, text, `"id"`)
	}
	opened(s)
	s.Run.Metrics = map[string]float64{"cpu.busy_pct": 91.7, "none": math.Inf(1)}
	s.Attend(4)
	all := strings.Join(heard(s), "\n")
	require.Contains(t, all, `"id": 7, "ok": true`)
	require.Contains(t, all, `{ "id": 8, "ok": true, "value": { "cpu.busy_pct": 91.7, "none": null } }`)
	do(s, "undo", "")
	require.Equal(t, "2", value(s, "machine.packages"), "a person can take it back")
}

func TestAnEditWithProblemsChangesNothingAndListsThem(t *testing.T) {
	s := connected(t)
	answer := replied(t, s, `{"id":1,"do":"set","set":{"machine.packages":3,"machine.cores_per_node":"x"}}`)
	require.Equal(t, "2", value(s, "machine.packages"))
	list := member(member(answer, "error"), "problems").Items
	require.Len(t, list, 1)
	require.Equal(t, "machine.cores_per_node", member(list[0], "path").Text)
	require.NotEmpty(t, member(list[0], "message").Text)
}

func TestALoadGoesBeforeWhatWaits(t *testing.T) {
	s := connected(t)
	ask(s, `{"id":1,"do":"set","set":{"machine.packages":3}}`)
	s.Attend(3)
	ask(s, `{"id":2,"do":"get","what":"metrics"}`)
	heard(s)
	ask(s, `{"id":3,"do":"load","scenario":"other"}`)
	s.Attend(4)
	all := heard(s)
	require.Contains(t, all[0], `"id": 1, "ok": false`)
	require.Contains(t, all[1], `"id": 2, "ok": false`)
	require.Contains(t, all[1], `"superseded"`)
	opened(s)
	s.Attend(5)
	require.Contains(t, strings.Join(heard(s), ""), `{ "id": 3, "ok": true, "value": { "title": "Oth`)
	require.False(t, s.CanUndo())

	ask(s, `{"id":4,"do":"load","document":`+mine("Given")+`}`)
	s.Attend(6)
	require.Equal(t, "Given", s.Title())
	ask(s, `{"id":5,"do":"load","document":`+strconv.Quote(mine("As text"))+`}`)
	s.Attend(7)
	require.Equal(t, "As text", s.Title())
	ask(s, `{"id":6,"do":"load","link":"#other"}`)
	s.Attend(8)
	require.Equal(t, "other", s.Name)
}

func TestWhyThereIsNoRun(t *testing.T) {
	for want, end := range map[string]func(*State){
		"failed":    func(s *State) { Died{Reason: "out of memory"}.Apply(s) },
		"cancelled": func(s *State) { do(s, "cancel", "") },
		"problems": func(s *State) {
			Received{proto.ToPage{Generation: s.Generation, Refused: &proto.Refused{
				Problems: []proto.Problem{{Path: "duration_ms", Message: "too long"}}}}}.Apply(s)
		},
	} {
		s := connected(t)
		ask(s, `{"id":1,"do":"set","set":{"machine.packages":3}}`)
		s.Attend(3)
		heard(s)
		end(s)
		s.Attend(4)
		require.Contains(t, strings.Join(heard(s), "\n"), `"id": 1, "ok": false, "error": { "code": "`+want)
	}
}

func TestTooManyRequestsAreRefused(t *testing.T) {
	s := connected(t)
	ask(s, `{"id":0,"do":"set","set":{"machine.packages":3}}`)
	for i := 1; i <= 80; i++ {
		ask(s, fmt.Sprintf(`{"id":%d,"do":"pause"}`, i))
	}
	busy := 0
	for _, text := range heard(s) {
		if strings.Contains(text, `"busy"`) {
			busy++
		}
	}
	require.Equal(t, 81-mostWaiting, busy)
	s.Attend(3)
	opened(s)
	s.Attend(4)
	answered := 0
	for _, text := range heard(s) {
		if strings.Contains(text, `"ok": true`) {
			answered++
		}
	}
	require.Equal(t, mostWaiting, answered)
}

func TestTheCaptionIsThatOfTheInstant(t *testing.T) {
	s := connected(t)
	ask(s, `{"id":1,"do":"seek","t":4}`)
	ask(s, `{"id":2,"do":"get","what":"caption"}`)
	s.Attend(10)
	require.NotContains(t, strings.Join(heard(s), ""), `"id": 2`)
	require.True(t, s.Owes())
	painted(s, 20)
	require.Contains(t, strings.Join(heard(s), ""),
		`{ "id": 2, "ok": true, "value": { "headline": "8 CPUs are busy.", "why": "Because." } }`)

	ask(s, `{"id":3,"do":"seek","t":5}`)
	ask(s, `{"id":4,"do":"get","what":"caption"}`)
	s.Attend(30)
	s.Attend(30 + captionPatience)
	require.Contains(t, strings.Join(heard(s), ""), `"id": 4, "ok": true`, "also if it is not shown")
}

func FuzzPort(f *testing.F) {
	for _, text := range []string{`{"id":1,"do":"load","document":{"version":1,"machine":{}}}`,
		`{"id":"a","do":"set","set":{"machine.packages":3,"x[*].y":[1,{"z":null}]}}`,
		`{"id":1,"do":"seek","t":1e3}`,
		`{"id":1,"do":"get","what":"state"}`, `{"id":1,"do":"play","speed":0.25}`, `[[{"id"`, "\x00"} {
		f.Add(text)
	}
	product.Name = "base"
	f.Fuzz(func(t *testing.T, text string) {
		s := New(Supplies{Products: []scenario.Product{product}, Say: Catalogue{},
			Scenarios: []share.Shipped{share.NewShipped("two", []byte(document))}})
		s.BeginEmbedded(ReadEmbedded(text, s.Supplies.Say), "", "two")
		Received{proto.ToPage{Ready: &proto.Ready{}}}.Apply(s)
		PortOpened{}.Apply(s)
		shownAt(s, 1)
		heard(s)
		ask(s, text)
		s.Attend(2)
		all := heard(s)
		opened(s)
		s.Attend(5000)
		answers := 0
		for _, told := range append(all, heard(s)...) {
			checkMessage(t, told)
			if strings.HasPrefix(told, `{ "id":`) {
				answers++
			}
		}
		require.Equal(t, 1, answers)
	})
}
