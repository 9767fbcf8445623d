package runner_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/wasm/proto"
	"schedlab/wasm/runner"
)

const (
	second = int64(1_000_000_000)
	minute = 60 * second
)

// checkpoints is the run of a server whose checkpoints take half a minute and more.
func checkpoints(t *testing.T) (*runner.Runner, *fakeBrowser) {
	t.Helper()
	return opened(t, "checkpoint-automatic")
}

func drawn(r *runner.Runner, f *fakeBrowser, change func(*proto.Draw)) *proto.Drawn {
	d := drawing(6 * minute)
	d.To = 10 * minute
	change(d)
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Draw: d}))
	return f.last().Drawn
}

func nothing(*proto.Draw) {}

func TestFiguresArePaintedAndToldInTables(t *testing.T) {
	r, f := checkpoints(t)
	d := drawn(r, f, func(d *proto.Draw) { d.Twin = true })
	require.Equal(t, "Buffer pool", d.Strip.Title)
	require.Equal(t, "Dirty pages and checkpoints", d.Figures.Title)
	require.Positive(t, d.Strip.Height)
	require.Len(t, d.Strip.Tables, 1)
	require.Len(t, d.Strip.Tables[0].Cells, 4, "a row a memory node")
	pages := d.Figures.Tables[0]
	require.Equal(t, "Dirty pages", pages.Table)
	require.Equal(t, "db 19", pages.Columns[1].Name)
	bars := d.Figures.Tables[1]
	require.Equal(t, "Checkpoints", bars.Table)
	require.GreaterOrEqual(t, len(bars.Cells), 8)
	frames := f.frames
	d = drawn(r, f, nothing)
	require.Equal(t, frames, f.frames, "the same pictures are not painted again")
	require.Empty(t, d.Figures.Tables, "nobody asked for them")
}

func TestRunsWithoutAmountsHaveNoFigures(t *testing.T) {
	r, f := opened(t, "soft-numa-on")
	d := drawn(r, f, nothing)
	require.Zero(t, d.Strip)
	require.Zero(t, d.Figures)
}

// pickFirst clicks the first bar that can be selected.
func pickFirst(r *runner.Runner, f *fakeBrowser, spot proto.Spot) proto.Picked {
	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Point: &proto.Point{Picture: "figures",
		X: spot.X + spot.Width/2, Y: spot.Y + spot.Height/2, Pick: true}}))
	return f.last().Tip.Picked
}

func TestACheckpointIsPickedInspectedAndSteppedThrough(t *testing.T) {
	r, f := checkpoints(t)
	spots := drawn(r, f, nothing).Figures.Spots
	require.NotEmpty(t, spots)
	require.Contains(t, spots[0].Text, "checkpoint of db 19")
	picked := pickFirst(r, f, spots[0])
	require.Equal(t, spots[0].Picked, picked)
	about := drawn(r, f, func(d *proto.Draw) { d.Picked = picked }).Inspect
	require.Equal(t, "Automatic checkpoint of db 19", about.Title)

	seek := func(at int64, back bool) *proto.Sought {
		r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Seek: &proto.Seek{At: at, What: "event", Back: back,
			Picked: picked}}))
		require.True(t, f.last().Sought.Found)
		return f.last().Sought
	}
	begin := seek(0, false)
	require.Equal(t, picked, begin.Picked)
	writes := seek(begin.At, false)
	require.InDelta(t, 26.6, float64(writes.At-begin.At)/float64(second), 0.3, "the scan of 402 M buffers")
	end := seek(writes.At, false)
	require.Greater(t, end.At, writes.At)
	next := seek(end.At, false)
	require.NotEqual(t, picked, next.Picked, "the next one of the database")
	require.Equal(t, end.At, seek(next.At, true).At)
}

func TestCheckpointsAreMarkedOnTheScrubBar(t *testing.T) {
	_, f := checkpoints(t)
	marks := f.sent[0].Opened.Marks
	require.GreaterOrEqual(t, len(marks), 8)
	require.Equal(t, "automatic checkpoint begins", marks[0].Label)
}

func TestTheLogIsInOrderOfTimeAndFiltered(t *testing.T) {
	r, f := checkpoints(t)
	rows := func(kind, text string) *proto.Rows {
		return drawn(r, f, func(d *proto.Draw) {
			d.Tab, d.Lines = "log", proto.Lines{Kind: kind, Text: text}
		}).Rows
	}
	all, own := rows("", ""), rows("own", "")
	require.Len(t, all.Fields, len(all.Cells))
	require.Greater(t, len(all.Cells), len(own.Cells))
	require.Equal(t, len(own.Cells), own.Here, "the product logs nothing in advance")
	for i := 1; i < len(all.Cells); i++ {
		require.LessOrEqual(t, all.Cells[i-1][0], all.Cells[i][0])
	}
	require.Less(t, all.Cells[all.Here-1][0], all.Cells[all.Here][0])

	lines := rows("", "flushcache: cleaned")
	require.Len(t, lines.Cells, 1, "one checkpoint took longer than the recovery interval")
	last := len(lines.Cells[0]) - 1
	names := map[string]string{}
	for _, field := range lines.Fields[0] {
		names[lines.Cells[0][last][field.From:field.To]] = field.Help
	}
	require.GreaterOrEqual(t, len(names), 5)
	require.Empty(t, rows("events", "flushcache: cleaned").Cells)

	r.Hear(proto.Encode(proto.ToRunner{Generation: 1, Copy: &proto.Copy{Tab: "log", At: 6 * minute,
		Lines: proto.Lines{Text: "cleaned"}}}))
	require.Equal(t, 1, f.last().Copied.Rows)
	require.Equal(t, 2, len(strings.Split(strings.TrimSpace(f.last().Copied.Text), "\n")))
}
