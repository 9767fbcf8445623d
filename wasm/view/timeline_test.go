package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// pixelText writes a row of pixels as tone names, equal neighbours as one.
func pixelText(tl *Timeline, y int) string {
	names := map[uint32]string{}
	for tone := tones - 1; tone >= 1; tone-- {
		names[tl.look.Theme.RGBA(tone)] = tone.Name()
	}
	var out []string
	row := tl.Pixels[y*tl.Width : (y+1)*tl.Width]
	for i := 0; i < len(row); {
		j := i
		for j < len(row) && row[j] == row[i] {
			j++
		}
		name := names[row[i]]
		if name == "" {
			name = fmt.Sprintf("#%06x", row[i]&0xffffff)
		}
		out = append(out, fmt.Sprintf("%d %s", j-i, name))
		i = j
	}
	return strings.Join(out, ", ")
}

// tenMillis is a port of 100 columns of 1 ms at one device pixel a CSS pixel.
func tenMillis(height int) LinePort {
	return LinePort{Width: Gutter + 100, Height: height, Ratio: 1, From: 0, To: 100 * ms}
}

func TestBlocksByHand(t *testing.T) {
	tl, s := &Timeline{}, small()
	// p = 4 pixels a quantum; 8 lanes in 222 − 18 = 204 pixels: 22 each, the most
	require.True(t, tl.Paint(&s.Source, tenMillis(222), Look{}).Full)
	require.Len(t, tl.rows, 8)
	require.Equal(t, lineRow{kind: blockRow, open: true, first: 1, count: 1, y: 22, height: 22, ink: 21},
		tl.rows[1])
	// lane 1: Q1 alone 0–4, then Q2 4–8, Q1 8–12 …, a column free between two
	text := pixelText(tl, 22)
	require.True(t, strings.HasPrefix(text,
		"3 q1, 1 surface-2, 3 q2, 1 surface-2, 3 q1, 1 surface-2, 3 q2"), text)
	// its queue: nobody until the second worker comes at 2 ms; the strips are 62 % of the colour on white
	top, _ := tl.split(&tl.rows[1])
	wash := Light.mix(Q2, Surface, stripInk) & 0xffffff
	text = pixelText(tl, 22+top+1)
	require.True(t, strings.HasPrefix(text, fmt.Sprintf("2 surface-2, 1 #%06x, 1 surface-2, 3 #", wash)),
		text)
	// an idle lane, and the one where the coordinator ran for 1 ms
	require.Equal(t, "100 surface-2", pixelText(tl, 3*22))
	require.Equal(t, "1 q1, 99 surface-2", pixelText(tl, 7*22))
}

// mergedStage is one node of eight lanes, painted as load: 20 columns of 10 ms, the run ends after 100 ms.
func mergedStage() (*stage, LinePort) {
	s := newStage(1, 1)
	r := s.submit(0, 0, 1)
	for i, at := range []sim.Time{0, 10 * ms, 24 * ms} { // on lane 0: 1 from 0, 2 from 10, 3 from 24 ms
		s.run(at, r, 0, int32(i+1))
	}
	blip := s.run(53*ms, r, 1, 4)
	s.leave(55*ms, blip, trace.Done, trace.NoReason)
	s.Log.Close(100 * ms)
	s.Quantum = ms // p = 0.1 pixels
	return s, LinePort{Width: Gutter + 20, Height: 60, Ratio: 1, From: 0, To: 200 * ms}
}

func TestMergedColumnsByHand(t *testing.T) {
	s, port := mergedStage()
	tl := &Timeline{}
	tl.Paint(&s.Source, port, Look{})
	require.Equal(t, 5, tl.rows[0].height)
	// means: 1, 2, (2·4 + 3·6)/10 = 2.6 → 3, 3 …; nothing after the end of the run, but the ticks' lines
	require.True(t, strings.HasPrefix(pixelText(tl, 0), "1 h1, 1 h2, 8 h3"), pixelText(tl, 0))
	// 2 ms of 10 on an idle lane: one column of ink-3, not 0
	require.True(t, strings.HasPrefix(pixelText(tl, tl.rows[1].y), "5 surface-2, 1 ink-3, 4 surface-2"))
	require.NotContains(t, pixelText(tl, 0), "20 ")
}

func TestSharesByHand(t *testing.T) {
	s, port := mergedStage()
	other := newColours(&s.Source)
	require.Equal(t, 1, other.Of(0))
	port.Open = []int32{s.Floor().Nodes[0]}
	tl := &Timeline{}
	tl.Paint(&s.Source, port, Look{})
	r := tl.rows[0]
	require.Equal(t, shareRow, r.kind)
	require.Equal(t, []int{11, 9}, []int{r.height, r.ink})
	// all workers are of one request: the whole CPU is its colour
	for y := range r.ink {
		require.True(t, strings.HasPrefix(pixelText(tl, y), "10 q1"))
	}
	require.True(t, strings.HasPrefix(pixelText(tl, tl.rows[1].y), "5 surface-2, 1 ink-3"))
}

func TestSharesAreStackedInTheOrderOfArrival(t *testing.T) {
	s, tl := stacked(), &Timeline{}
	tl.Paint(&s.Source, LinePort{Width: 846, Height: 320, Ratio: 1, From: 0, To: 147500 * ms,
		Open: []int32{9}}, Look{})
	for _, h := range tl.heads {
		if s.Floor().Nodes[h.from] != 9 {
			continue
		}
		y := tl.rows[h.row].y
		last := func(y int) uint32 { return tl.Pixels[y*tl.Width+700] }
		// 9 pixels for three: Q2 came first, then Q6, then Q10
		require.Equal(t, []uint32{Light.RGBA(Q2), Light.RGBA(Q6), Light.RGBA(Q10), Light.RGBA(Surface)},
			[]uint32{last(y), last(y + 3), last(y + 8), last(y + 9)})
	}
	golden(t, "timeline-96.txt", frameText(tl.Frame()))
}

func TestPaintingOnlyNewColumnsIsPaintingAll(t *testing.T) {
	s := stacked()
	for name, p := range map[string]struct{ step, span sim.Time }{
		"merged": {70 * ms, 20 * sim.Second}, "quanta": {3 * ms, 300 * ms}, "close": {700 * sim.Microsecond,
			60 * ms},
	} {
		t.Run(name, func(t *testing.T) {
			moving, whole := &Timeline{}, &Timeline{}
			port := LinePort{Width: 500, Height: 320, Ratio: 1.5, Open: []int32{9}}
			shifted := 0
			for from := 10*sim.Second - 3*p.step; from < 10*sim.Second+12*p.step; from += p.step {
				port.From, port.To = from, from+p.span
				done := moving.Paint(&s.Source, port, Look{})
				if !done.Full {
					shifted++
				}
				*whole = Timeline{}
				whole.Paint(&s.Source, port, Look{})
				require.Equal(t, whole.Pixels, moving.Pixels, "from %v", from)
			}
			require.Greater(t, shifted, 10)
			port.From, port.To = port.From-p.step, port.To-p.step
			require.False(t, moving.Paint(&s.Source, port, Look{}).Full)
			*whole = Timeline{}
			whole.Paint(&s.Source, port, Look{})
			require.Equal(t, whole.Pixels, moving.Pixels)
		})
	}
}

func TestIdleNodesFoldInCloseUp(t *testing.T) {
	s, tl := stacked(), &Timeline{}
	port := LinePort{Width: 846, Height: 320, Ratio: 2, From: 92400 * ms, To: 92460 * ms, Open: []int32{9}}
	tl.Paint(&s.Source, port, Look{})
	f := tl.Frame()
	golden(t, "timeline-close.txt", frameText(f))
	// four busy nodes of 8 lanes and four folds of two idle nodes each
	require.Len(t, tl.rows, 4*8+4)
	requireApart(t, f.Labels)
	port.Open = nil
	tl.Paint(&s.Source, port, Look{})
	require.Len(t, tl.rows, 96, "nothing folds while no node is open")
}

func TestOpeningANodeLeavesTheOthersAsTheyAre(t *testing.T) {
	s, tl := stacked(), &Timeline{}
	port := LinePort{Width: 846, Height: 320, Ratio: 2, From: 0, To: 147500 * ms}
	tl.Paint(&s.Source, port, Look{})
	before := tl.rows[0].height
	port.Open = []int32{9}
	tl.Paint(&s.Source, port, Look{})
	require.Equal(t, before, tl.rows[0].height)
	require.Equal(t, 22, tl.rows[5*8].height)
	require.LessOrEqual(t, tl.Inner, 320-axisHeight)
}

func TestMoreLanesThanPixels(t *testing.T) {
	s, tl := crowd(16, 32), &Timeline{}
	port := LinePort{Width: 846, Height: 320, Ratio: 2, From: 0, To: 10 * sim.Second}
	tl.Paint(&s.Source, port, Look{})
	require.LessOrEqual(t, tl.Height, 604)
	require.Equal(t, severalRow, tl.rows[0].kind)
	lanes := 0
	for i, r := range tl.rows {
		require.Equal(t, lanes, r.first)
		require.Equal(t, 1, r.height)
		lanes += r.count
		require.LessOrEqual(t, r.count, 8, i)
	}
	require.Equal(t, 4096, lanes)
	f := tl.Frame()
	require.Equal(t, "memory 0", f.Labels[len(f.Labels)-16].Text)
	requireApart(t, f.Labels)
}

func TestSeveralLanesShowMeanAndMark(t *testing.T) {
	s, tl := newStage(1, 1), &Timeline{}
	r := s.submit(0, 0, 1)
	for i := range 4 {
		s.run(0, r, 0, int32(i+1)) // 4 tasks on one of 4 lanes: mean 1, largest 4 ≥ 1 + 2
	}
	s.Log.Close(100 * ms)
	tl.Paint(&s.Source, tenMillis(60), Look{})
	tl.clip = [2]int{0, 100}
	tl.severalLanes(&lineRow{kind: severalRow, first: 0, count: 4, y: 0, height: 3, ink: 3})
	require.Equal(t, "100 h4", pixelText(tl, 0))
	require.Equal(t, "100 h1", pixelText(tl, 1))
}

func TestTipsOfTheTimeline(t *testing.T) {
	s, tl := stacked(), &Timeline{}
	port := LinePort{Width: 846, Height: 320, Ratio: 2, From: 92400 * ms, To: 92460 * ms, Open: []int32{9}}
	tl.Paint(&s.Source, port, Look{})
	var y float64
	for _, r := range tl.rows {
		if tl.order[r.first] == 43 {
			y = axisHeight + float64(r.y)/2 + 2
		}
	}
	tip, found := tl.Find(Gutter+300, y)
	require.True(t, found)
	on, _ := tl.sliceAt(43, tip.At)
	require.Equal(t, Picked{PickedWorker, int32(on.Task)}, tip.Picked)
	require.Equal(t, quantum, on.To-on.From)
	require.Equal(t, Value{"ends with", "yield, 4.000 ms used"}, tip.Facts[1])
	require.Regexp(t, `^8\.000 ms behind Q\d+ and Q\d+$`, tip.Facts[2].Text)
	require.Regexp(t, `^Q\d+, worker 4 on scheduler 43$`, tip.Title)
	tip, found = tl.Find(30, y)
	require.True(t, found)
	require.Equal(t, Picked{PickedNode, 9}, tip.Picked)
	tip, found = tl.Find(Gutter+387, 4) // half of 774 pixels: the axis tells the time
	require.False(t, found)
	require.InDelta(t, float64(92430*ms), float64(tip.At), float64(100*sim.Microsecond))
	require.Len(t, tl.Outline(Picked{PickedNode, 9}), 1)
	require.Len(t, tl.Outline(Picked{PickedScheduler, 43}), 1)
}

func TestTipOfAMergedColumn(t *testing.T) {
	s, tl := stacked(), &Timeline{}
	tl.Paint(&s.Source, LinePort{Width: 846, Height: 320, Ratio: 2, From: 0, To: 147500 * ms,
		Open: []int32{9}}, Look{})
	spot := tl.Outline(Picked{PickedScheduler, 43})[0]
	tip, found := tl.Find(Gutter+600, spot.Y+2)
	require.True(t, found)
	require.Equal(t, Picked{PickedScheduler, 43}, tip.Picked)
	facts := map[string]string{}
	for _, f := range tip.Facts {
		facts[f.Name] = f.Text
	}
	require.Equal(t, "100.0 %", facts["busy"])
	require.Equal(t, "Q2 33 %, Q6 33 %, Q10 33 %", facts["CPU share"])
	require.Equal(t, "mean 2.0, most 2", facts["queue"])
	// one every 4 ms: 250, in whole yields of a column
	require.Regexp(t, `^2[45]\d a second$`, facts["yields"])
}
