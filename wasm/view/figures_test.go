package view

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// The figures of the fixture that has pages, in order.
const (
	stripFigure = iota
	areasFigure
	barsFigure
	queueFigure
	latencyFigure
	bytesFigure
)

func wholeRun(at sim.Time) FigurePort {
	return FigurePort{Width: Gutter + 1000, From: 0, To: 600 * sim.Second, At: at}
}

func TestFiguresThatHaveSomethingToShow(t *testing.T) {
	s := checkpoints()
	require.Empty(t, s.Log.Ledger.Broken)
	var titles []string
	for _, info := range s.Figures().List() {
		titles = append(titles, info.Title)
	}
	require.Equal(t, []string{"Buffer pool", "Dirty pages", "Checkpoints", "Disk queue", "Latency",
		"Written"}, titles)
	require.Empty(t, stacked().Figures().List(), "a product without figures")
	idle := poolStage(2, []string{"a"}, []int32{5})
	idle.count(0, 0, 0)
	idle.Log.Close(sim.Second)
	require.Empty(t, idle.Figures().List(), "a run in which nothing is ever dirty")
}

func TestFiguresAsText(t *testing.T) {
	s := checkpoints()
	for i, name := range []string{"strip", "areas", "bars", "queue", "latency", "written"} {
		f := s.Figures().Draw(i, FigurePort{Width: 1110, From: 0, To: 600 * sim.Second,
			At: 398 * sim.Second}, Look{})
		requireApart(t, f.Labels)
		golden(t, "figure-"+name+".txt", append(frameText(f), (f.Note+"\n"+legendText(f)+"\n")...))
	}
}

func legendText(f *Frame) string {
	var all []string
	for _, l := range f.Legend {
		all = append(all, l.Mark+" "+l.Text)
	}
	return strings.Join(all, ", ")
}

func TestFiguresInBothThemesAndWidths(t *testing.T) {
	s := checkpoints()
	uses := map[int][]Tone{stripFigure: {Q1, Q2, Q3, Accent, Line2}, areasFigure: {Q1, Q2, Q3, Line1, Q2Ink},
		barsFigure: {Checkpoint, CheckpointScan, Ink3}, queueFigure: {Ink3}}
	for i, tones := range uses {
		for k := range 4 {
			theme, width := Theme(k%2), []int{360, 1110}[k/2]
			f := s.Figures().Draw(i, FigurePort{Width: width, From: 0, To: 600 * sim.Second,
				At: 398 * sim.Second}, Look{Theme: theme})
			requireApart(t, f.Labels)
			requireInside(t, f)
			picture := string(SVG(f, theme))
			for _, tone := range tones {
				require.Contains(t, picture, theme.Hex(tone), tone.Name())
			}
		}
	}
	golden(t, "figure-bars.svg", SVG(s.Figures().Draw(barsFigure, wholeRun(398*sim.Second), Look{}), Light))
}

func requireInside(t *testing.T, f *Frame) {
	t.Helper()
	require.LessOrEqual(t, len(f.Boxes), mostMarks)
	for _, b := range f.Boxes {
		require.True(t, b.X >= 0 && b.X+b.W <= f.Width+.01 && b.Y >= 0 && b.Y+b.H <= f.Height, b)
	}
}

// heights are how high each tone stands at a column of areas: the largest box of it there, less what the
// tones painted over it hide.
func heights(f *Frame, x float32) map[Tone]float32 {
	top := map[Tone]float32{}
	for _, b := range f.Boxes {
		if b.X <= x && x < b.X+b.W {
			top[b.Fill] = max(top[b.Fill], b.H)
		}
	}
	return top
}

func TestAreasByHand(t *testing.T) {
	s := poolStage(2, []string{"a", "b"}, []int32{5, 9})
	at := sim.Time(0)
	for _, v := range [][2]int64{{100, 0}, {100, 300}, {50,
		0}} { // of a in node 0 and of b in node 1, 10 s each
		s.count(at, 0, v[0])
		s.count(at, 4, v[1])
		at += 10 * sim.Second
	}
	s.Log.Close(30 * sim.Second)
	f := s.Figures().Draw(areasFigure, FigurePort{Width: Gutter + 300, From: 0, To: 40 * sim.Second,
		At: 12 * sim.Second}, Look{})
	// the largest sum, 400, takes (128 − 6) / 1.04 pixels: 117.3; b is at the bottom, a on top of it
	require.Equal(t, map[Tone]float32{Q1: 29.5}, heights(f, Gutter+10.5))
	require.Equal(t, map[Tone]float32{Q1: 117.5, Q2: 88}, heights(f, Gutter+100.5))
	require.Equal(t, map[Tone]float32{Q1: 14.5}, heights(f, Gutter+200.5))
	require.Empty(t, heights(f, Gutter+230.5), "nothing after the end of the run")
	require.Equal(t, "Dirty pages 400", f.Labels[1].Text+" "+f.Labels[2].Text)
	require.Equal(t, "Dirty pages: 400 at 0:12.0, at most 400", s.Figures().Words(areasFigure,
		FigurePort{Width: 372, To: 40 * sim.Second, At: 12 * sim.Second}))
}

func TestLineWithItsLimit(t *testing.T) {
	s := checkpoints()
	f := s.Figures().Draw(queueFigure, wholeRun(398*sim.Second), Look{})
	require.Equal(t, []string{"Disk queue", "7", "of 64 in parallel"}, labels(f))
	require.Len(t, f.Lines, 1, "the limit lies above the picture")
	s.Description.Figures[3].Limit = poolFigures()[3].Limit
	s.Description.Figures[4].Limit = s.Description.Figures[3].Limit // 64 ns, far below the latency
	f = s.Figures().Draw(latencyFigure, wholeRun(398*sim.Second), Look{})
	require.Len(t, f.Lines, 2)
	require.Equal(t, float32(3), f.Lines[1].Dash)
	// 2 · 3,623 writes of 1.4 pages of 8 KB a second while it writes
	f = s.Figures().Draw(bytesFigure, wholeRun(398*sim.Second), Look{})
	require.Equal(t, []string{"Written", "79.2 MB/s"}, labels(f))
}

func labels(f *Frame) (all []string) {
	for _, l := range f.Labels {
		all = append(all, l.Text)
	}
	return all
}

func TestOwnersAndTheirThings(t *testing.T) {
	labels, things := []string(nil), []int32(nil)
	for i := range 14 {
		labels, things = append(labels, "db "+number(i)), append(things, int32(10*i+5))
	}
	s := poolStage(1, labels, things)
	for d := range labels {
		s.count(0, d, int64(1000-d%13)) // databases 0 and 13 have the most; 11 and 12 the least
	}
	a := s.began(0, automatic, 5)
	b := s.began(0, automatic, 17) // the third of the second database's
	s.lasts(ms, trace.RangeEnd, a, automatic)
	s.lasts(ms, trace.RangeEnd, b, automatic)
	s.Log.Close(sim.Second)
	o := s.Figures().owners[0]
	require.Equal(t, "db 0", o.name(5))
	require.Equal(t, "db 1 3", o.name(17))
	require.Equal(t, "4", o.name(4), "nobody's")
	var colours []int
	for _, owner := range o.list {
		colours = append(colours, owner.tone.number())
	}
	require.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 11}, colours)
	f := s.Figures().Draw(areasFigure, wholeRun(0), Look{})
	require.Len(t, s.Figures().all[areasFigure].lines, 12)
	require.Equal(t, Ink3, s.Figures().all[areasFigure].lines[11].colour)
	require.Contains(t, allText(f), "others")
}

func allText(f *Frame) string { return strings.Join(labels(f), " ") + legendText(f) }

func TestFiguresOfAHundredThousandSamplesStaySmall(t *testing.T) {
	s := manySamples()
	for i := range s.Figures().List() {
		for _, port := range []FigurePort{{Width: 1110, To: 100 * sim.Second, At: 50 * sim.Second},
			{Width: 1110, From: 50 * sim.Second, To: 50*sim.Second + 20*ms, At: 50 * sim.Second}} {
			f := s.Figures().Draw(i, port, Look{})
			require.Less(t, len(f.Boxes), 6000)
		}
	}
}

// manySamples has 100,000 samples of two databases, and as many short checkpoints.
func manySamples() *stage {
	s := poolStage(4, []string{"a", "b"}, []int32{5, 6})
	for i := range 100_000 {
		at := sim.Time(i) * ms
		s.count(at, i%4*3+i/4%2, int64(1000+i%977*13))
		s.count(at, 12+queueSeries, int64(i%64))
		r := s.began(at, automatic, int64(5+i%2))
		s.lasts(at+ms/2, trace.RangeEnd, r, automatic)
	}
	s.Log.Close(100 * sim.Second)
	return s
}

func BenchmarkFigures(b *testing.B) {
	s := manySamples()
	for i, info := range s.Figures().List() {
		b.Run(strings.ReplaceAll(info.Title, " ", "-"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Figures().Draw(i, FigurePort{Width: 1110, To: 100 * sim.Second, At: 50 * sim.Second},
					Look{})
			}
		})
	}
}
