package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// ink adds up the heights of a tone's boxes in a row of a strip, between two places.
func ink(f *Frame, tone Tone, row int, between [2]float32) (sum float32) {
	top := float32(stripTop + row*(stripRow+stripGap))
	for _, b := range f.Boxes {
		if b.Fill == tone && b.X >= between[0] && b.X < between[1] && b.Y >= top && b.Y < top+stripRow {
			sum += b.H * b.W
		}
	}
	return sum
}

func TestStripHasInkForItsPages(t *testing.T) {
	s := checkpoints()
	at := 349 * sim.Second // nobody writes
	f := s.Figures().Draw(stripFigure, wholeRun(at), Look{})
	most := s.Figures().all[stripFigure].pool.most
	for n := range 4 {
		for d, tone := range []Tone{Q1, Q2, Q3} {
			pages := float64(amountAt(s.Log.Samples(0, 5*n+d), at))
			want := pages / most * stripRow * meanHigh * 1000
			require.InEpsilon(t, want, ink(f, tone, n, [2]float32{0, f.Width}), .25, "%d %s", n, tone.Name())
		}
	}
	require.Equal(t, int64(0), amountAt(s.Log.Samples(0, 3), at))
	require.Zero(t, ink(f, Q4, 0, [2]float32{0, f.Width}))
	require.Less(t, amountAt(s.Log.Samples(0, 18), at), int64(60))
	require.Positive(t, ink(f, Q4, 3, [2]float32{0, f.Width}), "a few pages are seen, too")
	again := s.Figures().Draw(stripFigure, wholeRun(at), Look{})
	require.Equal(t, f.Boxes, again.Boxes)
	later := *s.Figures().Draw(stripFigure, wholeRun(at+sim.Second), Look{})
	require.Equal(t, len(f.Spots), len(later.Spots))
}

func TestScanHeadGoesWithTime(t *testing.T) {
	s := checkpoints()
	scan := s.Log.Ranges(0)[s.first(scanning, 19)]
	at := scan.Begin + (scan.End-scan.Begin)*3/8 // of four memory nodes: the middle of the second
	f := s.Figures().Draw(stripFigure, wholeRun(at), Look{})
	require.Equal(t, Legend{"head", "scan head, 38 %"}, f.Legend[0])
	require.Equal(t, "memory 1", strong(f))
	x, width := float32(0), float32(0)
	for _, b := range f.Boxes {
		if b.Fill == Accent && b.H > stripRow {
			x, width = b.X+1, b.W
		}
	}
	require.InDelta(t, Gutter+500, x, 3)
	require.Equal(t, float32(2), width)
}

func strong(f *Frame) string {
	for _, l := range f.Labels {
		if l.Weight == 600 {
			return l.Text
		}
	}
	return ""
}

// first is the number of the first range of a kind and a thing.
func (s *stage) first(why trace.Reason, of int64) int {
	for i, r := range s.Log.Ranges(0) {
		if r.Why == why && r.Of == of {
			return i
		}
	}
	return -1
}

func TestWhatTheWriteHeadHasPassedIsLower(t *testing.T) {
	s := checkpoints()
	write := s.Log.Ranges(0)[s.first(writing, 19)]
	at := write.Begin + (write.End-write.Begin)*5/8
	f := s.Figures().Draw(stripFigure, wholeRun(at), Look{})
	p := s.Figures().all[stripFigure].pool
	require.Len(t, p.sweeps, 1)
	require.InDelta(t, 2.5, p.sweeps[0].at, .05)
	head, _ := s.Figures().all[stripFigure].headAt(&p.sweeps[0])
	left := ink(f, Q1, 2, [2]float32{Gutter, head}) / (head - Gutter)
	right := ink(f, Q1, 2, [2]float32{head, f.Width}) / (f.Width - head)
	require.Less(t, 4*left, right, "old pages left of the head are gone")
	require.Less(t, 4*ink(f, Q1, 1, [2]float32{0, f.Width}), ink(f, Q1, 3, [2]float32{0, f.Width}))
	// its total is what there is in the node
	pages := float64(amountAt(s.Log.Samples(0, 10), at))
	require.InEpsilon(t, pages/p.most*stripRow*meanHigh*1000, ink(f, Q1, 2, [2]float32{0, f.Width}), .12)
	require.Equal(t, []Legend{{"head", "write head, 63 %"}, {"q1", "db 19"}, {"q2", "db 5"}, {"q3", "db 7"},
		{"q4", "db 12"}}, f.Legend)
}

func TestManyMemoryNodesHaveLowRows(t *testing.T) {
	for nodes, high := range map[int]float32{1: 24, 8: 24, 16: 13, 64: 5} {
		s := poolStage(nodes, []string{"a"}, []int32{5})
		for n := range nodes {
			s.count(0, 2*n, 1000)
		}
		s.Log.Close(sim.Second)
		f := s.Figures().Draw(stripFigure, FigurePort{Width: 360, To: sim.Second}, Look{Spots: true})
		got, pitch := s.Figures().all[stripFigure].pool.rowHigh()
		require.InDelta(t, high, got, 2, nodes)
		require.InDelta(t, stripTop+float32(nodes)*pitch, f.Height, 1e-3)
		require.LessOrEqual(t, f.Height, float32(stripTop+64*6))
		require.LessOrEqual(t, len(f.Boxes), mostMarks+64)
		require.Len(t, f.Spots, nodes)
		requireApart(t, f.Labels)
	}
}

func TestPointingAtAStrip(t *testing.T) {
	s := checkpoints()
	figures := s.Figures()
	figures.Draw(stripFigure, wholeRun(398*sim.Second), Look{})
	tip, found := figures.Find(stripFigure, 700, stripTop+3*28+5)
	require.True(t, found)
	require.Equal(t, Picked{PickedMemory, 3}, tip.Picked)
	require.Equal(t, "memory node 3", tip.Title)
	require.Equal(t, Value{"of", "100.7 M"}, tip.Facts[len(tip.Facts)-1])
	require.Equal(t, Number(amountAt(s.Log.Samples(0, 15), 398*sim.Second)), tip.Facts[0].Text)
	require.Equal(t, tip.Spot, figures.Outline(stripFigure, tip.Picked)[0])
	p := figures.all[stripFigure].pool
	x, n := figures.all[stripFigure].headAt(&p.sweeps[0])
	tip, found = figures.Find(stripFigure, float64(x+3), float64(p.top(n)+4))
	require.True(t, found)
	require.Equal(t, "Checkpoint write of db 19", tip.Title)
	require.Equal(t, PickedRange, tip.Picked.Kind)
	_, found = figures.Find(stripFigure, 700, 3)
	require.False(t, found)
}
