package desk

import (
	"schedlab/wasm/share"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/wasm/proto"
)

func receive(s *State, m proto.ToPage) {
	m.Generation = s.Generation
	Received{m}.Apply(s)
}

func TestOnePictureAtATimeAndOnlyWhatIsNew(t *testing.T) {
	s := fixture(t)
	first, ok := s.Draw(1000)
	require.True(t, ok)
	require.True(t, first.Draw.Series)
	require.Equal(t, "waits", first.Draw.Tab)
	Seek{At: second}.Apply(s)
	_, ok = s.Draw(1016)
	require.False(t, ok, "one is being painted")
	receive(s, proto.ToPage{Drawn: &proto.Drawn{Sequence: first.Draw.Sequence}})
	next, ok := s.Draw(1032)
	require.True(t, ok)
	require.Equal(t, second, next.Draw.At)
	require.False(t, next.Draw.Series, "the window is the same")
	receive(s, proto.ToPage{Drawn: &proto.Drawn{}})
	_, ok = s.Draw(1048)
	require.False(t, ok, "nothing is new")
}

func TestTablesAreAskedForLessOftenWhilePlaying(t *testing.T) {
	s := fixture(t)
	do(s, "play", "")
	asked := 0
	for now := 1000.0; now < 2000; now += 20 {
		Tick{Now: now, Passed: 20}.Apply(s)
		if m, ok := s.Draw(now); ok {
			if m.Draw.Tab != "" {
				asked++
			}
			receive(s, proto.ToPage{Drawn: &proto.Drawn{}})
		}
	}
	require.Equal(t, 5, asked)
}

func TestWhatIsSaidOfAnOlderDocumentIsDropped(t *testing.T) {
	s := fixture(t)
	before := s.Run
	Edit{Path: "seed", Text: "2"}.Apply(s)
	old := proto.ToPage{Generation: s.Generation - 1, Opened: &proto.Opened{Duration: 99 * second}}
	Received{old}.Apply(s)
	require.Same(t, before, s.Run)
	require.True(t, s.Waiting.On)
	receive(s, proto.ToPage{Progress: &proto.Progress{At: second, Duration: 10 * second}})
	require.Equal(t, second, s.Waiting.Progress.At)
	opened(s)
	require.False(t, s.Waiting.On)
}

func TestAnEditKeepsPlayheadZoomAndSelection(t *testing.T) {
	s := fixture(t)
	Seek{At: 3 * second}.Apply(s)
	ZoomTo{Span{From: 2 * second, To: 4 * second}}.Apply(s)
	do(s, "pick", "scheduler:5")
	Edit{Path: "seed", Text: "2"}.Apply(s)
	opened(s)
	require.Equal(t, 3*second, s.At)
	require.Equal(t, Span{From: 2 * second, To: 4 * second}, s.Window)
	require.Equal(t, proto.Picked{Kind: "scheduler", ID: 5}, s.Picked)
	s.Picked = proto.Picked{Kind: "scheduler", ID: 100}
	Edit{Path: "seed", Text: "3"}.Apply(s)
	opened(s)
	require.Equal(t, proto.Picked{}, s.Picked, "the new run has no such scheduler")
}

func TestADeadRunnerIsReplacedAndTheDocumentKept(t *testing.T) {
	s := fixture(t)
	Edit{Path: "title", Text: "Mine"}.Apply(s)
	s.Effect = Effects{}
	Received{proto.ToPage{Failed: &proto.Failed{Message: "host: worker 3", Stack: "somewhere"}}}.Apply(s)
	require.True(t, s.Effect.Replace)
	require.Nil(t, s.Run)
	require.Equal(t, `"Mine"`, value(s, "title"))
	Received{proto.ToPage{Ready: &proto.Ready{}}}.Apply(s)
	require.Empty(t, s.Effect.Send, "the same is not run again by itself")
	require.Contains(t, s.Report(), "host: worker 3")
	require.Contains(t, s.Report(), `"title": "Mine"`)
	do(s, "report", "")
	require.Equal(t, s.Report(), s.Effect.Clipboard)
	do(s, "again", "")
	require.Len(t, s.Effect.Send, 1)
	require.Nil(t, s.Failed)
}

func TestARunnerThatIsNotReadyYetIsToldWhenItIs(t *testing.T) {
	shipped := []share.Shipped{share.NewShipped("two", []byte(document))}
	s := New(Supplies{Products: fixture(t).Supplies.Products, Scenarios: shipped})
	s.Show("two")
	require.Empty(t, s.Effect.Send)
	Received{proto.ToPage{Ready: &proto.Ready{}}}.Apply(s)
	require.Len(t, s.Effect.Send, 1)
	require.NotNil(t, s.Effect.Send[0].Open)
}

func TestRefusedByTheRunner(t *testing.T) {
	s := fixture(t)
	receive(s, proto.ToPage{Refused: &proto.Refused{Problems: []proto.Problem{{Path: "duration_ms",
		Message: "too much"}}}})
	require.True(t, s.Stale())
	f, _ := s.Field("duration_ms")
	require.Equal(t, "too much", f.Problem.Message)
	Edit{Path: "duration_ms", Text: "3600000"}.Apply(s)
	receive(s, proto.ToPage{Refused: &proto.Refused{Problems: []proto.Problem{{Path: "duration_ms",
		Message: "too much"}}}})
	do(s, "valid", "")
	require.Equal(t, "10000", value(s, "duration_ms"),
		"what the runner has run, not what it was asked to run")
}

func TestSeekingAndCopying(t *testing.T) {
	s := fixture(t)
	do(s, "seek", "-yield")
	require.Equal(t, &proto.Seek{At: s.At, What: "yield", Back: true}, s.Effect.Send[0].Seek)
	receive(s, proto.ToPage{Sought: &proto.Sought{Found: true, At: 7 * second, Text: "a yield"}})
	require.Equal(t, 7*second, s.At)
	require.Equal(t, "a yield", s.Notice)
	receive(s, proto.ToPage{Sought: &proto.Sought{}})
	require.Equal(t, 7*second, s.At)
	receive(s, proto.ToPage{Copied: &proto.Copied{Text: "a\tb", Rows: 1}})
	require.Equal(t, "a\tb", s.Effect.Clipboard)
	require.Equal(t, "1 row was copied.", s.Notice)
}

func TestKeys(t *testing.T) {
	s := fixture(t)
	cases := []struct {
		press  Press
		name   string
		isOurs bool
	}{
		{Press{Key: " "}, "play", true},
		{Press{Key: " ", OnControl: true}, "", false},
		{Press{Key: "y"}, "seek", true},
		{Press{Key: "Y", Shift: true}, "seek", true},
		{Press{Key: "y", InField: true}, "", false},
		{Press{Key: "?", Shift: true}, "dialog", true},
		{Press{Key: "<", Shift: true}, "slower", true},
		{Press{Key: "z", Control: true}, "undo", true},
		{Press{Key: "Z", Shift: true, Control: true}, "redo", true},
		{Press{Key: "z", Control: true, InField: true, InText: true}, "", false},
		{Press{Key: "z", Control: true, InDialog: true}, "", false},
		{Press{Key: "z", Control: true, InField: true}, "undo", true},
		{Press{Key: "y", Control: true, OnControl: true}, "redo", true},
		{Press{Key: "Z", Shift: true, Control: true, OnControl: true}, "redo", true},
		{Press{Key: "F6", InField: true}, "region", true},
		{Press{Key: "Escape", InField: true}, "escape", true},
		{Press{Key: "Escape", InDialog: true}, "", false},
		{Press{Key: "a", Control: true}, "", false},
		{Press{Key: "d", Alt: true}, "", false},
		{Press{Key: "q"}, "", false},
	}
	for _, c := range cases {
		command, ok := s.Command(c.press)
		require.Equal(t, c.isOurs, ok, "%+v", c.press)
		if ok {
			require.Equal(t, c.name, command.Name)
		}
	}
	do(s, "letters", "")
	_, ok := s.Command(Press{Key: "y"})
	require.False(t, ok, "letters are switched off")
	_, ok = s.Command(Press{Key: " "})
	require.True(t, ok)
}

func TestArrowsMoveTheSelectionOverPlaces(t *testing.T) {
	s := fixture(t)
	do(s, "arrow", "ArrowRight")
	require.Equal(t, proto.Picked{Kind: "node", ID: 2}, s.Picked, "the first node")
	do(s, "arrow", "ArrowDown")
	require.Equal(t, proto.Picked{Kind: "node", ID: 3}, s.Picked)
	do(s, "pick", "scheduler:6")
	do(s, "arrow", "ArrowUp")
	require.Equal(t, proto.Picked{Kind: "scheduler", ID: 2}, s.Picked, "the same place in the node above")
	do(s, "arrow", "ArrowLeft")
	require.Equal(t, proto.Picked{Kind: "scheduler", ID: 1}, s.Picked)
	do(s, "enter", "")
	require.Equal(t, int32(2), s.Zoom)
	require.Equal(t, []int32{2}, s.Opened)
	do(s, "escape", "")
	require.Equal(t, "", s.Picked.Kind)
	do(s, "escape", "")
	require.Equal(t, int32(-1), s.Zoom)
}

func TestATableIsSortedUpThenDownThenNotAtAll(t *testing.T) {
	s := fixture(t)
	do(s, "sort", "2")
	require.Equal(t, 2, s.wanted().Sort)
	do(s, "sort", "2")
	require.Equal(t, -2, s.wanted().Sort)
	do(s, "sort", "2")
	require.Equal(t, 0, s.wanted().Sort)
}

func TestOfALongTableOnlyAPartIsThere(t *testing.T) {
	s := fixture(t)
	cells := make([][]string, rowsAsked)
	receive(s, proto.ToPage{Drawn: &proto.Drawn{Rows: &proto.Rows{Tab: "waits", Cells: cells, Total: 1000}}})
	Rows{From: 100, In: 10}.Apply(s)
	require.Equal(t, 0, s.First, "these are there")
	Rows{From: 500, In: 10}.Apply(s)
	require.Equal(t, 405, s.First)
	require.Equal(t, 405, s.wanted().First)
	require.Equal(t, rowsAsked, s.wanted().Count)
}

func TestADoubleClickZoomsIntoWhatItPicks(t *testing.T) {
	s := fixture(t)
	do(s, "pick", "scheduler:1")
	Point{Picture: "plan", Pick: true, Enter: true}.Apply(s)
	require.Equal(t, int32(-1), s.Zoom, "not into what was picked before")
	receive(s, proto.ToPage{Tip: &proto.Tip{Pick: true, Picked: proto.Picked{Kind: "scheduler", ID: 5}}})
	require.Equal(t, int32(3), s.Zoom)
	receive(s, proto.ToPage{Tip: &proto.Tip{Pick: true, Picked: proto.Picked{Kind: "scheduler", ID: 1}}})
	require.Equal(t, int32(3), s.Zoom, "a single click does not")
}

func TestClaimsAboutVariationsComeLater(t *testing.T) {
	s := fixture(t)
	require.Empty(t, s.Claims)
	receive(s, proto.ToPage{Judged: &proto.Judged{Claims: []proto.Claim{{Label: "later"}}}})
	require.Equal(t, "later", s.Claims[0].Label)
}

func TestACancelledRunLeavesTheOneBeforeToLookAt(t *testing.T) {
	s := fixture(t)
	shown := s.RunOf
	Edit{Path: "seed", Text: "2"}.Apply(s)
	require.NotEqual(t, shown, s.Generation)
	do(s, "cancel", "")
	require.Equal(t, s.Generation, s.Effect.Send[1].Generation)
	require.False(t, s.Waiting.On)
	m, ok := s.Draw(1000)
	require.True(t, ok)
	require.Equal(t, shown, m.Generation)
	Received{proto.ToPage{Generation: shown, Drawn: &proto.Drawn{Headline: "as before"}}}.Apply(s)
	require.Equal(t, "as before", s.Drawn.Headline)
	do(s, "seek", "yield")
	require.Equal(t, shown, s.Effect.Send[2].Generation)
}

func TestATableThatWasLeftForAMomentIsAskedForAgain(t *testing.T) {
	s := fixture(t)
	rows := func() { receive(s, proto.ToPage{Drawn: &proto.Drawn{Rows: &proto.Rows{Tab: string(s.Tab)}}}) }
	_, ok := s.Draw(1000)
	require.True(t, ok)
	rows()
	require.NotNil(t, s.Rows)
	do(s, "tab", "log")
	do(s, "tab", "waits")
	require.Nil(t, s.Rows)
	_, ok = s.Draw(1016)
	require.True(t, ok, "the same picture as before, but its rows are gone")
	rows()
	require.NotNil(t, s.Rows)
}

func TestRowsOfAnotherTableAreDropped(t *testing.T) {
	s := fixture(t)
	do(s, "tab", "tables")
	do(s, "table", "b")
	receive(s, proto.ToPage{Drawn: &proto.Drawn{Rows: &proto.Rows{Tab: "tables", Table: "a"}}})
	require.Nil(t, s.Rows)
	receive(s, proto.ToPage{Drawn: &proto.Drawn{Rows: &proto.Rows{Tab: "tables", Table: "b"}}})
	require.Equal(t, "b", s.Rows.Table)
}

// While a run plays, a picture of it may be asked for after the runner has turned to the next run.
func TestAPictureThatWasDroppedIsNotWaitedFor(t *testing.T) {
	s := fixture(t)
	do(s, "play", "")
	do(s, "toggle", "system.settings.splits")
	Tick{Now: 16, Passed: 16}.Apply(s)
	_, ok := s.Draw(16)
	require.True(t, ok, "of the run in view")
	opened(s)
	m, ok := s.Draw(32)
	require.True(t, ok, "of the new run")
	require.Equal(t, s.Generation, m.Generation)
}
