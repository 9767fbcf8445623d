package view

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// golden compares a text with a file of testdata; UPDATE_GOLDEN=1 writes it anew.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "testdata/%s differs; UPDATE_GOLDEN=1 writes it anew", name)
}

// frameText is what a frame says, in order: labels with their places.
func frameText(f *Frame) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "%gx%g, %d boxes, %d lines\n", f.Width, f.Height, len(f.Boxes), len(f.Lines))
	for _, l := range f.Labels {
		fmt.Fprintf(&out, "%s %s %s: %s\n", short(l.X), short(l.Y), l.Fill.Name(), l.Text)
	}
	return []byte(out.String())
}

var sizes = []struct {
	name            string
	memories, nodes int
}{{"16", 2, 1}, {"96", 4, 3}, {"1024", 8, 16}, {"1024 in 128", 128, 1}, {"4096", 16, 32}}

var widths = []int{390 - 32, 800, 1140}

func eachPlan(t *testing.T, visit func(t *testing.T, s *stage, port PlanPort)) {
	for _, size := range sizes {
		s := crowd(size.memories, size.nodes)
		require.Empty(t, s.Log.Ledger.Broken)
		for _, width := range widths {
			t.Run(fmt.Sprint(size.name, " at ", width), func(t *testing.T) {
				visit(t, s, PlanPort{Width: width, Height: 400, Zoom: Machine})
				visit(t, s, PlanPort{Width: width, Height: 240, Zoom: s.Floor().Nodes[1]})
			})
		}
	}
}

func TestPlanHasAtMostThreeThousandBoxesAndNoLabelOverAnother(t *testing.T) {
	eachPlan(t, func(t *testing.T, s *stage, port PlanPort) {
		p := &Plan{}
		for _, at := range []sim.Time{0, 1700 * ms, 9 * sim.Second} {
			f := p.Draw(&s.Source, s.Log.At(at), port, Look{Speed: 100})
			require.LessOrEqual(t, len(f.Boxes), maxBoxes)
			require.NotEmpty(t, f.Boxes)
			requireApart(t, f.Labels)
			for i := range f.Labels {
				require.LessOrEqual(t, right(&f.Labels[i]), f.Width+8, f.Labels[i].Text)
			}
			for i := range f.Boxes {
				require.LessOrEqual(t, f.Boxes[i].Y+f.Boxes[i].H, f.Height+1)
			}
		}
	})
}

func left(l *Label) float32 {
	return l.X - []float32{0, .5, 1}[l.Align]*textWidth(l.Text, l.Size, l.Weight)
}

func right(l *Label) float32 { return left(l) + textWidth(l.Text, l.Size, l.Weight) }

// requireApart fails if two labels cover each other; capitals are about 0.75 of the size.
func requireApart(t *testing.T, labels []Label) {
	t.Helper()
	for i := range labels {
		for j := range i {
			a, b := &labels[i], &labels[j]
			apart := left(a) >= right(b) || left(b) >= right(a) || a.Y-.7*a.Size >= b.Y ||
				b.Y-.7*b.Size >= a.Y
			require.True(t, apart, "%q at %g,%g and %q at %g,%g", a.Text, a.X, a.Y, b.Text, b.X, b.Y)
		}
	}
}

func TestPlacesNeverMove(t *testing.T) {
	eachPlan(t, func(t *testing.T, s *stage, port PlanPort) {
		p := &Plan{}
		early := p.Draw(&s.Source, s.Log.At(0), port, Look{Spots: true})
		spots := append([]Spot(nil), early.Spots...)
		size := [2]float32{early.Width, early.Height}
		late := p.Draw(&s.Source, s.Log.At(9*sim.Second), port, Look{Spots: true})
		require.Equal(t, size, [2]float32{late.Width, late.Height})
		require.Len(t, late.Spots, len(spots))
		for i := range spots {
			spots[i].Text = late.Spots[i].Text
		}
		require.Equal(t, spots, late.Spots)
	})
}

func TestPlanOfTheStackedRun(t *testing.T) {
	s := stacked()
	p := &Plan{}
	f := p.Draw(&s.Source, s.Log.At(92400*ms), PlanPort{Width: 846, Height: 240, Zoom: Machine}, Look{})
	golden(t, "plan-96.txt", frameText(f))
	// 4 memory nodes, 64 idle CPUs, 32 busy ones with 2 in the queue, 12 coordinators
	require.Len(t, f.Boxes, 4+64+32+64+12)
	f = p.Draw(&s.Source, s.Log.At(92400*ms), PlanPort{Width: 358, Zoom: Machine}, Look{})
	require.Equal(t, []float32{0.5, 183.5}, []float32{p.geo.memories[0].x + .5, p.geo.memories[3].x + .5})
	require.Greater(t, p.geo.memories[2].y, p.geo.memories[0].y, "a phone shows memory nodes 2 by 2")
	require.Less(t, len(f.Boxes), maxBoxes)
}

// small is one node of eight schedulers. Scheduler 0 runs a long request since 0; on scheduler 1 it has a
// second worker, which shares the CPU with that of another one; scheduler 7 has its suspended coordinator.
func small() *stage {
	s := newStage(1, 1)
	a := s.submit(0, 0, 1)
	c := s.run(0, a, 7, 0)
	s.run(0, a, 0, 1)
	s.run(0, a, 1, 2)
	s.leave(1*ms, c, trace.Suspended, consumerWait)
	b := s.submit(2*ms, 1, 1)
	s.run(2*ms, b, 1, 1)
	s.Log.Close(100 * ms)
	return s
}

func TestColumnsByHand(t *testing.T) {
	s, p := small(), &Plan{}
	// at 5 ms the first worker of scheduler 1 has yielded (at 4 ms) and the other one has run for 1 ms
	f := p.Draw(&s.Source, s.Log.At(5*ms), PlanPort{Width: 820, Zoom: Machine}, Look{Speed: 10})
	golden(t, "columns.svg", SVG(f, Light))
	texts := map[string]bool{}
	for _, l := range f.Labels {
		texts[l.Text] = true
	}
	for _, want := range []string{"scheduler 0", "1", "7", "Q1", "Q2", "w1", "1.0 ms"} {
		require.True(t, texts[want], want)
	}
	// 8 CPUs, two bars on each of two, one suspended, one queued of three boxes: no motion, as the way takes
	// min(240 ms × 1/100, 60 % of 4 ms) = 2.4 ms, of which 1 ms has gone: an empty slot, two ghosts, three
	// boxes
	require.Len(t, f.Boxes, 8+4+1+6)
	f = p.Draw(&s.Source, s.Log.At(7*ms), PlanPort{Width: 820, Zoom: Machine}, Look{Speed: 10})
	require.Len(t, f.Boxes, 8+4+1+3)
	require.Empty(t, f.Lines)
	f = p.Draw(&s.Source, s.Log.At(5*ms), PlanPort{Width: 820, Zoom: Machine}, Look{Speed: 251})
	require.Empty(t, f.Lines, "above a quarter of real time yields are not shown one by one")
	f = p.Draw(&s.Source, s.Log.At(5*ms), PlanPort{Width: 820, Zoom: Machine}, Look{Speed: 10, Reduced: true})
	require.Len(t, f.Boxes, 8+4+1+3+1, "reduced motion: a dashed outline at the old place")
	require.Len(t, f.Lines, 5)
}

func TestSelectedRequestFadesTheOthers(t *testing.T) {
	s, p := stacked(), &Plan{}
	f := p.Draw(&s.Source, s.Log.At(92400*ms), PlanPort{Width: 846, Zoom: Machine}, Look{
		Picked: Picked{PickedRequest, int32(s.long7())}})
	full, faded := 0, 0
	for _, b := range f.Boxes {
		switch {
		case b.Fill < Q1 || b.Fill > Q12:
		case b.Opacity == 1:
			full++
			require.Equal(t, Q7, b.Fill)
		default:
			require.Equal(t, float32(0.35), b.Opacity)
			faded++
		}
	}
	require.Equal(t, []int{8, 88}, []int{full, faded})
}

// long7 is the seventh long request of the stacked run.
func (s *stage) long7() trace.RequestID {
	n := 0
	for i, r := range s.Log.Requests {
		if n += int(r.Class); n == 7 {
			return trace.RequestID(i)
		}
	}
	return trace.NoRequest
}

func TestCellsAndRuns(t *testing.T) {
	s, p := crowd(8, 16), &Plan{}
	f := p.Draw(&s.Source, s.Log.At(9*sim.Second), PlanPort{Width: 952, Height: 400, Zoom: Machine}, Look{})
	require.Equal(t, cells, p.geo.form)
	require.InDelta(t, 13.28, p.geo.seats[0].cpu.w, .01) // (952 − 3·10)/4 = 230.5; (230.5 − 2·7 − 4)/16
	require.Equal(t, "Memory node 0", f.Labels[0].Text)
	s = crowd(16, 32)
	f = p.Draw(&s.Source, s.Log.At(9*sim.Second), PlanPort{Width: 952, Height: 320, Zoom: Machine}, Look{})
	require.Equal(t, merged, p.geo.form)
	require.Equal(t, "mem 0", f.Labels[0].Text)
	// all eight schedulers of a node have the same load: a rectangle a node, and one a memory node
	require.Len(t, f.Boxes, 16+16*32)
}

func TestQueueLongerThanTheSlots(t *testing.T) {
	s := newStage(4, 3)
	r := s.submit(0, 0, 1)
	for i := range 9 {
		s.run(0, r, 0, int32(i+1))
	}
	s.Log.Close(sim.Second)
	p := &Plan{}
	f := p.Draw(&s.Source, s.Log.At(ms), PlanPort{Width: 846, Zoom: Machine}, Look{})
	require.Equal(t, 4, p.geo.slots)
	require.Equal(t, "+5", plusIn(f)) // 8 wait, 3 are seen, the last slot counts the other 5
}

// plusIn is the text of the first label that begins with a plus.
func plusIn(f *Frame) string {
	for _, l := range f.Labels {
		if strings.HasPrefix(l.Text, "+") {
			return l.Text
		}
	}
	return ""
}

func TestFindOnThePlan(t *testing.T) {
	s, p := small(), &Plan{}
	ledger := s.Log.At(5 * ms)
	p.Draw(&s.Source, ledger, PlanPort{Width: 820, Zoom: Machine}, Look{})
	seat := p.geo.seats[1]
	picked, _ := p.Find(float64(seat.cpu.x+3), float64(seat.cpu.y+3), ledger)
	require.Equal(t, Picked{PickedWorker, 3}, picked) // the worker of the second request
	picked, _ = p.Find(float64(seat.cpu.x+3), float64(seat.cpu.y-columnTop+queueTop+3), ledger)
	require.Equal(t, Picked{PickedWorker, 2}, picked)
	picked, spot := p.Find(float64(seat.cpu.x+3), float64(seat.cpu.y-12), ledger)
	require.Equal(t, Picked{PickedScheduler, 1}, picked)
	require.Equal(t, []Spot{spot}, p.Outline(picked))
	picked, _ = p.Find(-5, -5, ledger)
	require.Equal(t, Picked{}, picked)
}

func TestSiblingsStandCloser(t *testing.T) {
	s := newStage(4, 3)
	for i := range s.Machine.CPUs {
		s.Machine.CPUs[i].Core = i / 2
	}
	s.Log.Close(sim.Second)
	p := &Plan{}
	p.Draw(&s.Source, s.Log.At(0), PlanPort{Width: 846, Zoom: Machine}, Look{})
	gap := func(i int) float32 { return p.geo.seats[i+1].cpu.x - p.geo.seats[i].cpu.x - p.geo.seats[i].cpu.w }
	require.InDelta(t, 1, gap(0), .01)
	require.InDelta(t, 3, gap(1), .01) // 2 on the average
}

func TestEncodedFrameHoldsEverything(t *testing.T) {
	f := &Frame{Width: 10, Height: 20, Boxes: []Box{{X: 1, Y: 2, W: 3, H: 4, Radius: 5, Fill: Q1,
		Stroke: Accent, Pattern: Hatch}},
		Lines: []Line{{X1: 1, Y1: 2, X2: 3, Y2: 4, Stroke: Ink3, Dash: 2}},
		Labels: []Label{{X: 1, Y: 2, Size: 10, Weight: 600, Align: End, Fill: Ink, Text: "Q1"},
			{Text: "µs <"}}}
	b := &Buffer{}
	Encode(f, b)
	require.Equal(t, []float32{10, 20, 1, 1, 2,
		1, 2, 3, 4, 5, float32(Q1), float32(Accent), 1, float32(Hatch), 1,
		1, 2, 3, 4, 1, float32(Ink3), 2, 1,
		1, 2, 10, 600, 2, float32(Ink), 1,
		0, 0, 0, 0, 0, 0, 1}, b.Numbers)
	require.Equal(t, "Q1\nµs <", string(b.Text))
	require.Contains(t, string(SVG(f, Dark)), "µs &lt;")
	require.NotContains(t, string(SVG(f, Dark)), "style")
}

func TestManySmallMemoryNodesGoWithoutHeads(t *testing.T) {
	s, p := crowd(128, 1), &Plan{}
	f := p.Draw(&s.Source, s.Log.At(9*sim.Second), PlanPort{Width: 846, Height: 320, Zoom: Machine},
		Look{Spots: true})
	require.Empty(t, f.Labels)
	require.LessOrEqual(t, f.Height, float32(tooHigh*320))
	require.Len(t, f.Spots, 128, "what has no name on the picture has one for who asks")
	// node 126 is the third of three: it does nothing
	require.Equal(t, "node 126, 0 of 8 busy, 0 workers", f.Spots[126].Text)
}
