package view

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

func TestColumnsOfStepsByHand(t *testing.T) {
	s := newSteps([]trace.Sample{{At: 10, Value: 4}, {At: 25, Value: 8}, {At: 40, Value: 0}})
	g := grid{from: 0, span: 50, columns: 5}
	// 10–20 is 4; 20–30 is 4 for 5 and 8 for 5; 30–40 is 8
	require.Equal(t, []float64{0, 4, 6, 8, 0}, s.columns(nil, g, sim.Never))
	s.peaks = true
	require.Equal(t, []float64{0, 4, 8, 8, 0}, s.columns(nil, g, sim.Never))
	s.peaks = false
	// after the end of the run there is nothing, and a column that it cuts is the mean until it
	require.Equal(t, []float64{0, 4, 4, 0, 0}, s.columns(nil, g, 25))
	require.Equal(t, []float64{0, 4, 8, 8, 0}, []float64{s.now(9), s.now(10), s.now(25), s.now(39),
		s.now(40)})
	require.Equal(t, 8.0, s.peak())
	require.Equal(t, []float64{0, 0}, newSteps(nil).columns(nil, grid{from: 0, span: 10, columns: 2}, 10))
}

// naive looks at every nanosecond.
func naive(list []trace.Sample, from, to sim.Time) (mean, most float64) {
	for at := from; at < to; at++ {
		v := float64(amountAt(list, at))
		mean, most = mean+v, max(most, v)
	}
	return mean / float64(to-from), most
}

func TestColumnsOfStepsAgreeWithEveryNanosecond(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		var list []trace.Sample
		at := sim.Time(dice.IntN(50))
		for range dice.IntN(900) {
			list = append(list, trace.Sample{At: at, Value: int64(dice.IntN(1000))})
			at += sim.Time(1 + dice.IntN(3))
		}
		s := newSteps(list)
		g := grid{from: sim.Time(dice.IntN(200)), span: sim.Time(100 + dice.IntN(1000)),
			columns: 1 + dice.IntN(20)}
		means := s.columns(nil, g, sim.Never)
		s.peaks = true
		peaks := s.columns(nil, g, sim.Never)
		for c := range g.columns {
			mean, most := naive(list, g.edge(c), g.edge(c+1))
			require.InDelta(t, mean, means[c], 1e-6)
			require.Equal(t, most, peaks[c])
		}
	}
}

func TestRateSpreadsWhatCameOverTheIntervalOfTelling(t *testing.T) {
	// told every second while something comes: 100 in the first, nothing until 9 s, 50 in the tenth
	s := perSecond([]trace.Sample{{At: 0}, {At: sim.Second, Value: 100}, {At: 2 * sim.Second, Value: 100},
		{At: 10 * sim.Second, Value: 150}})
	require.Equal(t, []float64{100, 0, 0, 0, 0, 0, 0, 0, 0, 50, 0}, s.columns(nil, grid{0, 11 * sim.Second,
		11},
		sim.Never))
	for at, want := range map[sim.Time]float64{0: 0, 500 * ms: 50, sim.Second: 100, 2 * sim.Second: 0,
		9 * sim.Second: 0, 9500 * ms: 25, 10 * sim.Second: 50, 11 * sim.Second: 0} {
		require.InDelta(t, want, s.now(at), 1e-9, at)
	}
	require.Equal(t, 0.0, perSecond(nil).peak())
}

func TestCombinedSteps(t *testing.T) {
	a := []trace.Sample{{At: 1, Value: 5}, {At: 4, Value: 2}}
	b := []trace.Sample{{At: 0, Value: 3}, {At: 4, Value: 9}, {At: 7, Value: 0}}
	require.Equal(t, []trace.Sample{{At: 0, Value: 3}, {At: 1, Value: 8}, {At: 4, Value: 11}, {At: 7,
		Value: 2}},
		combined(a, b, false))
	require.Equal(t, []trace.Sample{{At: 0, Value: 3}, {At: 1, Value: 5}, {At: 4, Value: 9}, {At: 7,
		Value: 2}},
		combined(a, b, true))
}

func TestAmountsInFewPlaces(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 7: "7", 7.24: "7.2", 0.041: "0.04", 123.6: "124",
		4303.26: "4,303",
		46_312:  "46.3 k", 463_120: "463 k", 402_653_184: "402.7 M", 1_000_000: "1 M", 2.5e9: "2.5 G"} {
		require.Equal(t, want, amount(v))
	}
	require.Equal(t, "0.26 M", likeAmount(260_000, 402_653_184))
	require.Equal(t, "4,096", likeAmount(4096, 402_653_184))
	require.Equal(t, "47.1 MB/s", valueText(47.07*1024*1024, trace.Bytes, true))
	require.Equal(t, "1.0 ms", valueText(1e6, trace.Span, false))
	require.Equal(t, "500 µs", lasts(5e5))
	require.Equal(t, "147.5 s", lasts(147.5e9))
	require.Equal(t, "12 ns", exactText(12, trace.Span))
	for v, want := range map[float64]float64{0.3: 0.5, 1: 1, 3: 5, 130_000: 200_000, 60: 100} {
		require.InDelta(t, want, roundStep(v, trace.Count), 1e-9)
	}
	require.Equal(t, 20.0*1024*1024, roundStep(17*1024*1024, trace.Bytes))
	require.Equal(t, []string{"Outstanding", "writes"}, wrapped("Outstanding writes", 68))
	require.Equal(t, []string{"Disk queue"}, wrapped("Disk queue", 68))
}
