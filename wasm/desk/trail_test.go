package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
	"schedlab/wasm/share"
)

// browser is what a browser does with the page's address: steps of its history, each with what it keeps.
type browser struct {
	steps []Popped
	at    int
}

// follow takes over what the state asks for.
func (b *browser) follow(s *State) {
	e := s.Effect
	s.Effect = Effects{}
	if !e.Addressed {
		return
	}
	if e.Push {
		b.steps, b.at = append(b.steps[:b.at+1:b.at+1], Popped{}), b.at+1
	}
	b.steps[b.at] = Popped{Number: s.Step(), Fragment: e.Address}
}

// goes moves in the history.
func (b *browser) goes(s *State, by int) {
	b.at += by
	b.steps[b.at].Apply(s)
	b.follow(s)
}

// types changes the address by hand.
func (b *browser) types(s *State, fragment string) {
	b.steps, b.at = append(b.steps[:b.at+1:b.at+1], Popped{}), b.at+1
	Popped{Number: -1, Fragment: fragment}.Apply(s)
	b.follow(s)
}

// begun is a page at the address, and its browser.
func begun(t *testing.T, fragment string) (*State, *browser) {
	t.Helper()
	s := New(fixture(t).Supplies)
	Received{proto.ToPage{Ready: &proto.Ready{}}}.Apply(s)
	s.Begin(fragment, "two")
	b := &browser{steps: []Popped{{}}}
	b.follow(s)
	opened(s)
	return s, b
}

func TestBackGivesTheScenarioBackWithItsEditsAndView(t *testing.T) {
	s, b := begun(t, "two")
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	opened(s)
	Seek{At: 4 * second}.Apply(s)
	b.follow(s)
	require.Len(t, b.steps, 1, "an edit is no step")

	do(s, "show", "other")
	b.follow(s)
	opened(s)
	require.Len(t, b.steps, 2)
	require.Equal(t, "other", b.steps[1].Fragment)
	Edit{Path: "duration_ms", Text: "500"}.Apply(s)

	b.goes(s, -1)
	opened(s)
	require.Equal(t, "two", s.Name)
	require.Equal(t, "3", value(s, "machine.packages"))
	require.Equal(t, 4*second, s.At)
	require.Len(t, b.steps, 2, "going back makes no step")
	b.goes(s, 1)
	require.Equal(t, "500", value(s, "duration_ms"))
	do(s, "undo", "")
	require.Equal(t, "3", value(s, "machine.packages"), "going is an edit too")
}

func TestAnAddressTypedByHandIsAStepOfTheBrowsersOwn(t *testing.T) {
	s, b := begun(t, "two")
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	b.types(s, "other")
	require.Equal(t, "other", s.Name)
	require.Len(t, b.steps, 2)
	require.Equal(t, int64(1), b.steps[1].Number)
	b.goes(s, -1)
	require.Equal(t, "3", value(s, "machine.packages"))
	b.types(s, "")
	require.Equal(t, "2", value(s, "machine.packages"), "no address is the first scenario")

	b.types(s, "nowhere")
	require.Equal(t, "nowhere", s.Stray)
	require.Equal(t, "two", s.Name, "what is open stays")
	require.Equal(t, "two", b.steps[b.at].Fragment)
	require.Equal(t, s.Step(), b.steps[b.at].Number)
	b.goes(s, -1)
	require.Equal(t, "2", value(s, "machine.packages"))
}

func TestAStepOfAnOlderPageIsOpenedByItsAddress(t *testing.T) {
	s, _ := begun(t, "two")
	Popped{Number: -1, Fragment: "other"}.Apply(s)
	require.Equal(t, "other", s.Name)
	require.False(t, s.Effect.Push)
}

func TestABrokenLinkOpensTheFirstScenarioAndSaysWhy(t *testing.T) {
	s := fixture(t)
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	link := s.Fragment()
	for fragment, key := range map[string]string{link[:60]: "link.fault.cut", "7.abc": "link.fault.new",
		"1.%%%%": "link.fault.damaged", link[:len(link)-9] + "AAAAAAAAA": "link.fault.damaged"} {
		s, b := begun(t, fragment)
		require.Equal(t, "two", s.Name)
		require.NotNil(t, s.Sharing.Broken, fragment)
		require.Equal(t, key, s.Sharing.Broken.Key)
		require.Equal(t, "two", b.steps[0].Fragment)
		text := s.Supplies.Say.Text(key, s.Sharing.Broken.Values...)
		require.NotContains(t, text, "{")
		do(s, "link.paste", "")
		require.Equal(t, "paste", s.Effect.Dialog)
		do(s, "link.open", "")
		require.NotNil(t, s.Sharing.Broken)
		do(s, "link.open", "Look: <https://lab.example/#"+link+">\n")
		require.Nil(t, s.Sharing.Broken)
		require.True(t, s.Effect.Close)
		require.Equal(t, "3", value(s, "machine.packages"))
		require.Equal(t, link, s.Effect.Address)
	}
}

func TestTheBarOfABrokenLinkCanBeClosed(t *testing.T) {
	s, _ := begun(t, "1.zz")
	do(s, "link.close", "")
	require.Nil(t, s.Sharing.Broken)
}

func TestALinkBringsTheView(t *testing.T) {
	s := fixture(t)
	require.Equal(t, share.Whole(), s.LookedAt())
	s.Show("two")
	opened(s)
	Seek{At: 3 * second}.Apply(s)
	ZoomTo{Span{From: second, To: 4 * second}}.Apply(s)
	do(s, "pick", "scheduler:5")
	do(s, "colour", "load")
	do(s, "tab", "tables")
	do(s, "table", "waits")
	s.Opened, s.Zoom, s.Speed = []int32{1}, 1, 250
	view := s.LookedAt()
	require.Equal(t, share.View{At: 3 * second, From: second, To: 4 * second, Kind: "scheduler", ID: 5,
		Zoom: 1, Opened: []int32{1}, Colour: "load", Tab: "tables", Table: "waits", Speed: 250}, view)

	do(s, "share", "")
	other, _ := begun(t, s.Fragment())
	require.Equal(t, view, other.LookedAt())
	other.LookAs(share.Whole())
	require.Equal(t, share.Whole(), other.LookedAt())
}

func TestAViewThatTheRunDoesNotHaveIsCut(t *testing.T) {
	s, _ := begun(t, "two")
	s.LookAs(share.View{At: 900 * second, From: 100 * second, To: 200 * second, Kind: "node", ID: 90,
		Zoom: 77, Opened: []int32{3, 99}, Colour: "<b>", Tab: "nowhere", Table: "none", Speed: 1 << 50})
	require.Equal(t, 10*second, s.At)
	require.Equal(t, Span{To: 10 * second}, s.Window)
	require.Equal(t, proto.Picked{}, s.Picked)
	require.Equal(t, int32(-1), s.Zoom)
	require.Equal(t, []int32{3}, s.Opened)
	require.Equal(t, firstColour, s.Colour)
	require.Equal(t, Waits, s.Tab)
	require.Equal(t, Fastest, s.Speed)
	s.LookAs(share.View{Kind: "script", ID: 1, Zoom: -9, At: -1})
	require.Equal(t, proto.Picked{}, s.Picked)
	require.Equal(t, int32(-1), s.Zoom)
}

func TestADocumentOfNobodysHasItsLinkAsAddress(t *testing.T) {
	s, b := begun(t, "two")
	document, problems := scenario.ParseDocument([]byte(mine("Mine")))
	require.Empty(t, problems)
	s.OpenDocument("", document, share.View{At: 5, Zoom: -1})
	b.follow(s)
	address := b.steps[1].Fragment
	require.True(t, strings.HasPrefix(address, "1."))
	again, _ := begun(t, address)
	require.Equal(t, "Mine", again.Title())
	require.Equal(t, int64(5), again.LookedAt().At)
	b.goes(s, -1)
	b.goes(s, 1)
	require.Equal(t, address, b.steps[1].Fragment)
}
