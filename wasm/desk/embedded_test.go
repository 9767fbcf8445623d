package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// framed is a page in a frame whose address has the parameters: names and values in turn.
func framedBy(t *testing.T, fragment string, query ...string) *State {
	t.Helper()
	return framedWith(t, fragment, scenario.Fields(scenario.Member{Name: "query", Value: texts(query)}))
}

func framedWith(t *testing.T, fragment string, found scenario.Tree) *State {
	t.Helper()
	s := New(fixture(t).Supplies)
	s.BeginEmbedded(ReadEmbedded(found.String(), s.Supplies.Say), fragment, "two")
	Received{proto.ToPage{Ready: &proto.Ready{}}}.Apply(s)
	return s
}

func texts(list []string) scenario.Tree {
	t := scenario.Items()
	for _, text := range list {
		t.Items = append(t.Items, scenario.Words(text))
	}
	return t
}

// shown answers the page's Open and Draw as the runner does.
func shownAt(s *State, now float64) {
	opened(s)
	Resized{Sizes{Plan: 686, Line: 686, Stage: 375, Ratio: 1}}.Apply(s)
	painted(s, now)
}

func painted(s *State, now float64) {
	if draw, ok := s.Draw(now); ok {
		Received{proto.ToPage{Generation: s.RunOf, Drawn: &proto.Drawn{Sequence: draw.Draw.Sequence,
			At: draw.Draw.At, Headline: "8 CPUs are busy.", Why: "Because."}}}.Apply(s)
	}
	s.Attend(now)
}

func TestParametersOfAFrame(t *testing.T) {
	s := framedBy(t, "", "scenario", "other", "mode", "picture", "readonly", "", "speed", "1/100", "t", "2.5",
		"theme", "dark", "lang", "de-CH", "controls", "0", "title", "A lesson", "load", "1", "origin",
		"https://course.example")
	e := s.Embedded
	require.Empty(t, e.Faults)
	require.Equal(t, "other", s.Name)
	require.Equal(t, PictureMode, e.Mode)
	require.True(t, e.Readonly)
	require.True(t, e.Bare)
	require.Equal(t, "A lesson", e.Title)
	require.True(t, s.Dark)
	require.Equal(t, int64(10), s.Speed)
	shownAt(s, 1)
	require.Equal(t, int64(10), s.Speed, "the run's own pace does not replace it")
	require.Equal(t, 2500*millisecond, s.At)
	require.False(t, s.Playing)
	require.False(t, s.CanUndo())
}

func TestBadParametersAreToldAndHarmless(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"mode", "huge", "“huge” is no value of this frame's parameter “mode”."},
		{"speed", "0", "“0” is no value"}, {"speed", "1/0", "“1/0” is no value"},
		{"speed", "61", "“61” is no value"}, {"speed", "NaN", "“NaN” is no value"},
		{"t", "-1", "“-1” is no value"}, {"t", "1e999", "“1e999” is no value"},
		{"theme", "pink", "“pink” is no value"}, {"lang", "<b>", "“<b>” is no value"},
		{"readonly", "maybe", "“maybe” is no value"},
		{"origin", "javascript:alert(1)", "“javascript:alert(1)” is no value"},
		{"origin", "https://a.example/path", "is no value"},
		{"title", strings.Repeat("x", 201), "“" + strings.Repeat("x", 60) + "…” is no value"},
		{"scenario", "", "“” is no value"},
		{"scenario", "nowhere", "There is no scenario named “nowhere”."},
		{"colour", "red", "This frame's address has a parameter “colour” that does not exist."},
	} {
		s := framedBy(t, "", c.name, c.value)
		require.Len(t, s.Embedded.Faults, 1, c)
		require.Contains(t, s.Embedded.Faults[0].Text, c.want)
		require.Equal(t, "two", s.Name)
		require.Empty(t, s.Stray)
		require.Equal(t, FullMode, s.Embedded.Mode)
		do(s, "faults", "")
		require.Empty(t, s.Embedded.Faults)
	}
	s := framedBy(t, "", "mode", "picture", "mode", "huge")
	require.Empty(t, s.Embedded.Faults, "the first one counts")
	s = New(fixture(t).Supplies)
	s.BeginEmbedded(ReadEmbedded("{", s.Supplies.Say), "", "two")
	require.Equal(t, "The parameters of this frame could not be read.", s.Embedded.Words())
}

func TestWhatAFrameOpens(t *testing.T) {
	found := func(name, text string) scenario.Tree {
		return scenario.Fields(scenario.Member{Name: name, Value: scenario.Words(text)})
	}
	s := framedWith(t, "", found("document", mine("From src")))
	require.Equal(t, "From src", s.Title())
	require.False(t, s.CanUndo())

	s = framedWith(t, "other", found("document", mine("From src")))
	require.Equal(t, "other", s.Name, "the part after # goes first")

	s = framedWith(t, "", found("document", `{"version": 1,`))
	require.Equal(t, "two", s.Name)
	require.Contains(t, s.Embedded.Faults[0].Text, "What src names is no scenario.")

	for _, source := range []string{"foreign", "missing", "large"} {
		s = framedWith(t, "", found("source", source))
		require.Len(t, s.Embedded.Faults, 1)
		require.NotContains(t, s.Embedded.Faults[0].Text, "embed.src", source)
	}
}

func TestAFramePlaysByItselfOnlyIfMotionIsWanted(t *testing.T) {
	for _, reduced := range []bool{false, true} {
		s := framedBy(t, "", "autoplay", "1", "t", "3")
		ReducedMotion{Is: reduced}.Apply(s)
		shownAt(s, 1)
		require.Equal(t, !reduced, s.Playing)
		require.Equal(t, 3*second, s.At)
	}
	s := framedWith(t, "", scenario.Fields(scenario.Member{Name: "asked", Value: scenario.Flag(true)}))
	ReducedMotion{Is: true}.Apply(s)
	shownAt(s, 1)
	require.True(t, s.Playing, "who presses play wants it")
	require.True(t, s.Embedded.Begun())
}

func TestAFrameOutOfSightWaits(t *testing.T) {
	s := framedBy(t, "", "autoplay", "1")
	Seen{Is: false}.Apply(s)
	shownAt(s, 1)
	require.False(t, s.Playing)
	Seen{Is: true}.Apply(s)
	require.True(t, s.Playing)
	Seen{Is: false}.Apply(s)
	require.False(t, s.Playing)
	ask(s, `{"id":1,"do":"pause"}`)
	s.Attend(2)
	Seen{Is: true}.Apply(s)
	require.False(t, s.Playing, "it was paused meanwhile")
}

func TestNobodyEditsAReadonlyFrame(t *testing.T) {
	s := framedBy(t, "", "readonly", "1")
	shownAt(s, 1)
	before := s.Document.Root.String()
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	Nudge{Path: "machine.packages", By: 1}.Apply(s)
	Source{Text: mine("Mine")}.Apply(s)
	for _, command := range []Command{{"toggle", "system.settings.splits"}, {"try", "0"},
		{"remove", "variants"}, {"copy", "workload.classes[0]"}, {"show", "other"}, {"undo", ""},
		{"redo", ""},
		{"valid", ""}, {"add", "workload.classes"}} {
		command.Apply(s)
		require.Equal(t, before, s.Document.Root.String(), command)
	}
	require.Equal(t, "two", s.Name)
	ask(s, `{"id":1,"do":"set","set":{"machine.packages":3}}`)
	s.Attend(2)
	require.Contains(t, last(s), `"code": "readonly"`)
	ask(s, `{"id":2,"do":"load","scenario":"other"}`)
	s.Attend(3)
	require.Equal(t, "other", s.Name, "the host may show something else")
}

func TestAFrameAsksForWhatItHasRoomFor(t *testing.T) {
	s := framedBy(t, "")
	shownAt(s, 1)
	Room{Above: 10, Caption: 38, Needed: 400}.Apply(s)
	s.Drawn = nil
	room := 375 - 10 - 38 - framePads
	draw := s.wanted()
	s.framed(&draw)
	require.Equal(t, "", draw.Tab)
	require.True(t, draw.Plan.Fits)
	require.Equal(t, room, draw.Plan.Height+draw.Line.Height)

	s.Drawn = &proto.Drawn{Plan: proto.Picture{Height: 180}}
	s.framed(&draw)
	require.Equal(t, room-180, draw.Line.Height)

	s.Embedded.Mode = PictureMode
	s.framed(&draw)
	require.Equal(t, room, draw.Plan.Height)
	s.Embedded.Mode = TimelineMode
	s.framed(&draw)
	require.Equal(t, 0, draw.Plan.Width)
	require.Equal(t, room, draw.Line.Height)

	Room{Caption: 19}.Apply(s)
	require.Equal(t, 38, s.Embedded.Room.Caption, "a shorter caption leaves the pictures in place")
	Resized{Sizes{Plan: 300, Line: 300, Stage: 375, Ratio: 1}}.Apply(s)
	Room{Caption: 57}.Apply(s)
	Room{Caption: 38}.Apply(s)
	require.Equal(t, 57, s.Embedded.Room.Caption)
}
