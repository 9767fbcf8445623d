package metrics_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/metrics"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// dumbPercentile tries every value: the smallest that at least p of 100 values do not exceed.
func dumbPercentile(times []sim.Time, p int) sim.Time {
	best := sim.Never
	for _, candidate := range times {
		within := 0
		for _, t := range times {
			if t <= candidate {
				within++
			}
		}
		if 100*within >= p*len(times) {
			best = min(best, candidate)
		}
	}
	return best
}

func TestPercentileEqualsADumbOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		times := make([]sim.Time, 1+r.IntN(60))
		for i := range times {
			times[i] = sim.Time(r.IntN(40))
		}
		slices.Sort(times)
		for _, p := range []int{1, 25, 50, 90, 95, 99, 100} {
			require.Equal(t, dumbPercentile(times, p), metrics.Percentile(times, p), "%d of %v", p, times)
		}
	}
}

const milli = sim.Millisecond

// toy is a log by hand: one scheduler; a request of 6 ms from 0 on, alone until 10, and another from 10 to
// 13.
func toy() *trace.Log {
	log := &trace.Log{}
	log.Declare(trace.Layout{Name: "toy", Waits: 1, Causes: []string{"YIELD"}, Yield: 0,
		Groups: []trace.Group{{Level: trace.MemoryNode, Parent: -1}, {Level: trace.Node}},
		Lanes:  []trace.Lane{{Group: 1}}})
	for i, span := range [][2]sim.Time{{0, 6 * milli}, {10 * milli, 13 * milli}} {
		from, to := span[0], span[1]
		request := log.Submit(trace.Request{At: from, Class: int32(i)})
		id := log.Open(trace.Task{At: from, Request: request})
		move := func(at sim.Time, a, b trace.State) {
			log.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
				Why: trace.NoReason, From: a, To: b})
		}
		move(from, trace.None, trace.Runnable)
		log.Rotate(trace.Rotation{At: from, Start: from, Next: from + 4*milli, Slice: 4 * milli,
			Ring: []trace.TaskID{id}})
		move(to, trace.Running, trace.Done)
		log.Rotate(trace.Rotation{At: to, Start: to, Next: sim.Never})
		log.Record(trace.Event{At: to, Kind: trace.Transition, Thing: trace.RequestThing, Who: int32(request),
			Why: trace.NoReason, From: trace.Running, To: trace.Done})
	}
	log.Close(20 * milli)
	return log
}

func TestFiguresOfALogByHand(t *testing.T) {
	log := toy()
	require.Empty(t, log.Ledger.Laws())
	cases := []struct {
		from, to sim.Time
		want     metrics.Numbers
	}{
		{0, 20 * milli, metrics.Numbers{"cpu.busy_pct": 45, "cpu.busy_s": 0.009, "yields.count": 1,
			"yields.per_s": 50, "context_switches.per_s": 100, "wait.YIELD.count": 1, "wait.YIELD.total_s": 0,
			"requests.finished": 2, "throughput.per_s": 100, "response.mean_ms": 4.5,
			"response.max_ms": 6, "response.p50_ms": 3,
			"response.a.mean_ms": 6, "response.b.mean_ms": 3, "requests.a.finished": 1}},
		{4 * milli, 10 * milli, metrics.Numbers{"cpu.busy_s": 0.002, "yields.count": 1,
			"requests.finished":   1,
			"requests.b.finished": 0, "response.mean_ms": 6}},
		{6 * milli, 10 * milli, metrics.Numbers{"cpu.busy_pct": 0, "requests.finished": 1}},
		{13 * milli, 40 * milli, metrics.Numbers{"cpu.busy_pct": 0, "requests.finished": 1,
			"response.mean_ms": 3}},
	}
	for _, c := range cases {
		got := metrics.Measure(log, []string{"a", "b"}, metrics.Window{From: c.from, To: c.to})
		for name, value := range c.want {
			require.Contains(t, got, name)
			require.InDelta(t, value, got[name], 1e-9, "%s from %v to %v", name, c.from, c.to)
		}
	}
}

func TestNamesAreInOrder(t *testing.T) {
	names := metrics.Measure(toy(), []string{"a", "b"}, metrics.Window{To: 20 * milli}).Names()
	require.True(t, slices.IsSorted(names))
	require.Contains(t, names, "placement.nodes_used")
}
