package runner_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/scenarios"
	"schedlab/wasm/proto"
	"schedlab/wasm/runner"
	"schedlab/wasm/view"
)

// fakeBrowser keeps what the runner sends and counts what it paints.
type fakeBrowser struct {
	sent           []proto.ToPage
	frames, pixels int
	now, each      float64 // the clock moves by `each` whenever somebody looks at it
}

func (f *fakeBrowser) Send(message string) {
	m, err := proto.DecodeToPage(message)
	if err != nil {
		panic(err)
	}
	f.sent = append(f.sent, m)
}
func (f *fakeBrowser) Milliseconds() float64                     { f.now += f.each; return f.now }
func (f *fakeBrowser) Pixels(string, *view.Timeline)             { f.pixels++ }
func (f *fakeBrowser) Frame(string, *view.Buffer, float64)       { f.frames++ }
func (f *fakeBrowser) Prepare(string, int, int, view.Theme) bool { return true }

func (f *fakeBrowser) last() proto.ToPage { return f.sent[len(f.sent)-1] }

func opened(t *testing.T, name string) (*runner.Runner, *fakeBrowser) {
	t.Helper()
	s, ok := scenarios.Find(name)
	require.True(t, ok)
	f := &fakeBrowser{each: 1}
	r := runner.New(f, all)
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Open: &proto.Open{Document: string(s.Text)}}))
	for r.Work() {
	}
	return r, f
}

func drawing(at int64) *proto.Draw {
	return &proto.Draw{Sequence: 7, At: at, Theme: "light", Colour: "request", Zoom: -1, To: 147_500_000_000,
		Plan: proto.Canvas{Width: 800, Height: 300, Ratio: 2}, Line: proto.Canvas{Width: 800, Height: 320,
			Ratio: 2}}
}

func TestOpenedTellsWhatDoesNotMove(t *testing.T) {
	_, f := opened(t, "soft-numa-on")
	o := f.sent[0].Opened
	require.NotNil(t, o)
	require.Equal(t, 96, o.Schedulers)
	require.Len(t, o.Groups, 4+12)
	require.Equal(t, 36, o.Requests)
	require.Equal(t, int64(147_500_000_000), o.Ended)
	require.Empty(t, o.Broken)
	require.Equal(t, "33.3 %", o.Headline.Text)
}

// The variant turns soft-NUMA off: 88 of 96 CPUs are busy, as the article found.
func TestVariantsFollow(t *testing.T) {
	_, f := opened(t, "soft-numa-on")
	var texts []string
	for _, m := range f.sent {
		if m.Variant != nil {
			texts = append(texts, m.Variant.Text)
		}
	}
	require.Contains(t, texts, "91.7 %")
	require.NotNil(t, f.last().Judged)
}

// Variants wait for the picture, which an edit is made for.
func TestThePictureComesBeforeTheVariants(t *testing.T) {
	s, _ := scenarios.Find("soft-numa-on")
	f := &fakeBrowser{each: 1}
	r := runner.New(f, all)
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Open: &proto.Open{Document: string(s.Text)}}))
	for f.last().Opened == nil {
		require.True(t, r.Work())
	}
	for range 5 {
		require.True(t, r.Work())
	}
	require.NotNil(t, f.last().Opened, "nothing was said since")
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Draw: drawing(0)}))
	require.NotNil(t, f.last().Drawn)
	for f.last().Variant == nil {
		require.True(t, r.Work())
	}
}

func TestACaptionStaysWhileThePlayheadMoves(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	draw := func(at int64, playing bool) string {
		d := drawing(at)
		d.Playing = playing
		r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Draw: d}))
		return f.last().Drawn.Headline
	}
	early := draw(0, false)
	require.Equal(t, early, draw(92_400_000_000, true))
	f.now += 1000
	late := draw(92_400_000_000, true)
	require.NotEqual(t, early, late)
	require.Equal(t, early, draw(0, false), "a seek is told at once")
}

func TestDrawPaintsOnceAndSaysTheRest(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	draw := func(at int64) *proto.Drawn {
		d := drawing(at)
		d.Series, d.Twin, d.Tab = true, true, "waits"
		r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Draw: d}))
		return f.last().Drawn
	}
	d := draw(92_400_000_000)
	require.Equal(t, 7, d.Sequence)
	require.Equal(t, 32, d.Now.Running)
	require.Equal(t, 64, d.Now.Runnable)
	require.InDelta(t, 100.0/3, d.Now.Busy, 0.01)
	require.Len(t, d.Twin, 96)
	require.NotEmpty(t, d.Rows.Cells)
	require.InDelta(t, d.Series.Busy[len(d.Series.Busy)-1], d.Now.Busy, 0.01)
	frames := f.frames
	draw(92_400_000_000)
	require.Equal(t, frames, f.frames, "the same picture is not painted again")
}

func TestMessagesAboutAnotherDocumentAreDropped(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	count := len(f.sent)
	r.Hear(proto.Encode(proto.ToRunner{Generation: 2, Draw: drawing(0)}))
	require.Len(t, f.sent, count)
}

func TestProblemsAreAllTold(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	r.Hear(proto.Encode(proto.ToRunner{Generation: 2, Open: &proto.Open{
		Document: `{"version":1,"titel":"x","duration_ms":-1}`}}))
	require.Greater(t, len(f.last().Refused.Problems), 2)
}

// A slow run is made in slices: it tells how far it is, and Cancel ends it with the last run still shown.
func TestALongRunTellsHowFarItIs(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	s, _ := scenarios.Find("oltp-1024-schedulers")
	f.each = 30
	r.Hear(proto.Encode(proto.ToRunner{Generation: 2, Open: &proto.Open{Document: string(s.Text)}}))
	for range 40 {
		r.Work()
	}
	p := f.last().Progress
	require.NotNil(t, p)
	require.Positive(t, p.Events)
	require.Less(t, p.At, p.Duration)
	r.Hear(proto.Encode(proto.ToRunner{Generation: 2, Cancel: &proto.Cancel{}}))
	require.False(t, r.Work())
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Draw: drawing(0)}))
	require.NotNil(t, f.last().Drawn)
}

func TestSeek(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	seek := func(what string, at int64, back bool) *proto.Sought {
		r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Seek: &proto.Seek{At: at, What: what, Back: back}}))
		return f.last().Sought
	}
	first := seek("placement", 0, false)
	require.True(t, first.Found)
	require.Less(t, first.At, int64(5_000_000), "the first query is placed when it has been compiled")
	yield := seek("yield", 100_000_000_000, false)
	require.True(t, yield.Found)
	require.LessOrEqual(t, yield.At-100_000_000_000, int64(4_000_000),
		"96 workers in turn: one yields within a quantum")
	back := seek("yield", yield.At, true)
	require.Less(t, back.At, yield.At)
	require.Equal(t, int64(104_000_000), seek("quantum", 100_000_000, false).At)
	require.False(t, seek("completion", 147_000_000_000, false).Found)
}

func TestCopyIsTabSeparated(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Copy: &proto.Copy{Tab: "waits", At: 92_400_000_000}}))
	lines := strings.Split(strings.TrimSpace(f.last().Copied.Text), "\n")
	require.Equal(t, f.last().Copied.Rows+1, len(lines))
	require.Contains(t, lines[1], "SOS_SCHEDULER_YIELD\t")
}

func TestPointFindsASchedulerInBothPictures(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Draw: drawing(92_400_000_000)}))
	spots := f.last().Drawn.Plan.Spots
	require.NotEmpty(t, spots)
	spot := spots[len(spots)-1]
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Point: &proto.Point{Picture: "plan", X: spot.X +
		spot.Width/2,
		Y: spot.Y + spot.Height/2, Pick: true}}))
	require.NotEmpty(t, f.last().Tip.Picked.Kind)
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Point: &proto.Point{Picture: "line", X: 500, Y: 100}}))
	require.NotEmpty(t, f.last().Tip.Title)
}

// Rows are ordered before they are cut, so that the page need not hold more than it shows.
func TestTablesAreSortedAndCut(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	d := drawing(92_400_000_000)
	d.Tab, d.Table, d.Sort, d.First, d.Count = "tables", "sys.dm_os_schedulers", -1, 1, 2
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Draw: d}))
	rows := f.last().Drawn.Rows
	require.Equal(t, 1, rows.First)
	require.Len(t, rows.Cells, 2)
	require.GreaterOrEqual(t, rows.Total, 96)
	column := rows.Columns[0]
	require.True(t, column.Numeric)
	require.Greater(t, rows.Cells[0][0], rows.Cells[1][0])
}

func TestTwelveLongQueriesHaveAColourEach(t *testing.T) {
	_, f := opened(t, "soft-numa-on")
	chips := f.sent[0].Opened.Chips
	require.Len(t, chips, 12)
	require.Equal(t, "Q1", chips[0].Text)
	require.Equal(t, 12, chips[11].Colour)
}
