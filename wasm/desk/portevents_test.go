package desk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// names are the events that the host was sent, in order; what was sent is forgotten.
func names(t *testing.T, s *State) []string {
	t.Helper()
	var all []string
	for _, text := range heard(s) {
		checkMessage(t, text)
		tree, problem := scenario.ParseTree(text)
		require.Nil(t, problem)
		if name := member(tree, "event").Text; name != "" {
			all = append(all, name)
		}
	}
	return all
}

func TestTheHostIsToldWhatHappens(t *testing.T) {
	s := framedBy(t, "", "foo", "bar")
	PortOpened{}.Apply(s)
	s.Attend(1)
	require.Equal(t, []string{"error"}, names(t, s))
	shownAt(s, 2)
	require.Equal(t, []string{"ready", "state", "time", "finding"}, names(t, s))
	s.Attend(3)
	require.Empty(t, names(t, s), "nothing is told twice")

	Room{Needed: 431}.Apply(s)
	s.Attend(4)
	require.Contains(t, last(s), `{ "event": "resize", "height": 431 }`)
	heard(s)

	PortOpened{}.Apply(s)
	s.Attend(5)
	require.Equal(t, []string{"error", "ready", "state", "time", "finding", "resize"}, names(t, s),
		"another host is told all")
}

func TestTimeIsToldFourTimesASecond(t *testing.T) {
	s := connected(t)
	ask(s, `{"id":1,"do":"play"}`)
	told := 0
	for now := 1000.0; now < 3000; now += 16 {
		Tick{Now: now, Passed: 16}.Apply(s)
		s.Attend(now)
		for _, name := range names(t, s) {
			if name == "time" {
				told++
			}
		}
	}
	require.InDelta(t, 8, told, 1)

	heard(s)
	ask(s, `{"id":2,"do":"pause"}`)
	s.Attend(3010)
	ask(s, `{"id":3,"do":"seek","t":9}`)
	s.Attend(3020)
	require.True(t, s.Owes(), "the last instant is told too")
	s.Attend(3300)
	require.Contains(t, last(s), `{ "event": "time", "t": 9 }`)
	require.False(t, s.Embedded.owes)
}

func TestTheEndIsTold(t *testing.T) {
	s := connected(t)
	ask(s, `{"id":1,"do":"seek","t":9.9}`)
	ask(s, `{"id":2,"do":"play","speed":1}`)
	s.Attend(1000)
	heard(s)
	Tick{Now: 1200, Passed: 200}.Apply(s)
	s.Attend(1200)
	require.Contains(t, names(t, s), "end")
}

func TestFindingsWaitForAllClaims(t *testing.T) {
	s := framedBy(t, "")
	PortOpened{}.Apply(s)
	opened(s)
	s.Run.Broken = []string{"time goes back"}
	s.Run.Headline = proto.Value{Name: "CPU busy", Text: "33.3 %"}
	s.Claims = []proto.Claim{{Label: "CPU busy", Metric: "cpu.busy_pct", Reported: "33 %", Pending: true}}
	Resized{Sizes{Plan: 686, Line: 686, Stage: 375, Ratio: 1}}.Apply(s)
	painted(s, 1)
	require.NotContains(t, names(t, s), "finding")
	Received{proto.ToPage{Generation: s.RunOf, Judged: &proto.Judged{Claims: []proto.Claim{{Label: "CPU busy",
		Metric: "cpu.busy_pct", Reported: "33 %", Simulated: "33.3 %", Kind: "predicted", Holds: true,
		Source: "an article"}}}}}.Apply(s)
	s.Attend(2)
	require.Equal(t, `{ "event": "finding", "claims": [{ "label": "CPU busy", "metric": "cpu.busy_pct", `+
		`"reported": "33 %", "simulated": "33.3 %", "kind": "predicted", "holds": true, "pending": false, `+
		`"source": "an article" }], "laws": ["time goes back"], `+
		`"headline": { "name": "CPU busy", "text": "33.3 %" } }`, last(s))
}

func TestMistakesAndProblemsAreTold(t *testing.T) {
	s := connected(t)
	Edit{Path: "machine.cores_per_node", Text: "x"}.Apply(s)
	s.Attend(3)
	require.Equal(t, []string{"error", "state"}, names(t, s))
	Died{Reason: "out of memory"}.Apply(s)
	s.Attend(4)
	require.Contains(t, heard(s)[0], `"code": "failed"`)
}

// schema is what is published for hosts.
func schema(t *testing.T) scenario.Tree {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "site", "embed-api.schema.json"))
	require.NoError(t, err)
	document, problems := scenario.ParseDocument(text)
	require.Empty(t, problems)
	return document.Root
}

// checkMessage asserts that the schema allows a message.
func checkMessage(t *testing.T, text string) {
	t.Helper()
	message, problem := scenario.ParseTree(text)
	require.Nil(t, problem, text)
	root := schema(t)
	require.Empty(t, breach(root, root, message, "message"), text)
}

func TestTheSchemaKnowsAllRequests(t *testing.T) {
	root := schema(t)
	for verb, members := range memberReaders {
		definition := member(member(root, "$defs"), verb)
		require.Equal(t, scenario.Object, definition.Kind, verb)
		properties := member(definition, "properties")
		require.Equal(t, verb, member(member(properties, "do"), "const").Text)
		var named []string
		for _, m := range properties.Members {
			if m.Name != "id" && m.Name != "do" {
				named = append(named, m.Name)
			}
		}
		require.Len(t, named, len(members), verb)
		for _, name := range named {
			require.Contains(t, members, name)
		}
	}
	for _, text := range []string{`{"id":1,"do":"load","scenario":"a"}`, `{"id":1,"do":"load","link":"1.x"}`,
		`{"id":"x","do":"load","document":{}}`, `{"id":1,"do":"play"}`, `{"id":1,"do":"play","speed":0.5}`,
		`{"id":1,"do":"pause"}`, `{"id":1,"do":"seek","t":3}`, `{"id":1,"do":"set","set":{"a":1}}`,
		`{"id":1,"do":"get","what":"caption"}`, `{"schedlab":"hello","version":1}`,
		`{"schedlab":"connect","version":1}`} {
		checkMessage(t, text)
	}
	for _, text := range []string{`{"id":1,"do":"load"}`, `{"id":1,"do":"seek","t":"3"}`,
		`{"id":1,"do":"fly"}`, `{"event":"boom"}`, `{"id":1,"ok":true}`} {
		message, _ := scenario.ParseTree(text)
		require.NotEmpty(t, breach(root, root, message, "message"), text)
	}
	var wanted []string
	for _, item := range member(member(member(member(root, "$defs"), "get"), "properties"), "what").Members {
		for _, one := range item.Value.Items {
			wanted = append(wanted, one.Text)
		}
	}
	require.Len(t, wanted, len(gettable))
}

// breach says where a value is not what a schema allows: of JSON Schema's words, those that ours uses.
func breach(root, rule, v scenario.Tree, at string) string {
	if ref := member(rule, "$ref").Text; ref != "" {
		rule = member(member(root, "$defs"), strings.TrimPrefix(ref, "#/$defs/"))
	}
	if kinds := member(rule, "type"); kinds.Kind != scenario.Null && !isOfKind(kinds, v) {
		return at + ": kind"
	}
	if want, has := rule.Member("const"); has && want.String() != v.String() {
		return at + ": const"
	}
	isSame := func(t scenario.Tree) bool { return t.String() == v.String() }
	if list := member(rule, "enum").Items; len(list) > 0 && !slices.ContainsFunc(list, isSame) {
		return at + ": enum"
	}
	if list := member(rule, "oneOf").Items; len(list) > 0 {
		fits := 0
		for _, one := range list {
			if breach(root, one, v, at) == "" {
				fits++
			}
		}
		if fits != 1 {
			return at + ": none or several of oneOf"
		}
	}
	return breachInside(root, rule, v, at)
}

func breachInside(root, rule, v scenario.Tree, at string) string {
	for _, name := range member(rule, "required").Items {
		if _, has := v.Member(name.Text); !has {
			return at + ": lacks " + name.Text
		}
	}
	for _, item := range v.Items {
		if fault := breach(root, member(rule, "items"), item, at+"[]"); fault != "" {
			return fault
		}
	}
	properties := member(rule, "properties")
	for _, m := range v.Members {
		inner, known := properties.Member(m.Name)
		if !known && member(rule, "additionalProperties").Text == "false" {
			return at + ": has " + m.Name
		}
		if !known {
			inner = member(rule, "additionalProperties")
		}
		if fault := breach(root, inner, m.Value, at+"."+m.Name); fault != "" {
			return fault
		}
	}
	return ""
}

var kinds = map[string]scenario.Kind{
	"object": scenario.Object, "array": scenario.List, "string": scenario.Text, "boolean": scenario.Bool,
	"number": scenario.Number, "integer": scenario.Number, "null": scenario.Null,
}

func isOfKind(allowed, v scenario.Tree) bool {
	if allowed.Kind == scenario.Text {
		return kinds[allowed.Text] == v.Kind
	}
	return slices.ContainsFunc(allowed.Items, func(t scenario.Tree) bool { return kinds[t.Text] == v.Kind })
}
