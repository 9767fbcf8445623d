package analytic_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/analytic"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
)

const ms = sim.Millisecond

// repairman is the textbook's M/M/c//N: p(m) = p(0) · N!/(N-m)! · r^m / (m! up to c, then c! c^(m-c)).
func repairman(n, c int, demand, away float64) (throughput, runnable float64) {
	r := demand / away
	log := func(m int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(n - m + 1))
		d, _ := math.Lgamma(float64(min(m, c) + 1))
		return a - b - d + float64(m)*math.Log(r) - float64(max(m-c, 0))*math.Log(float64(c))
	}
	var sum float64
	for m := range n + 1 {
		p := math.Exp(log(m) - log(0))
		sum += p
		throughput += p * float64(min(m, c)) / demand
		runnable += p * float64(m)
	}
	return throughput / sum, runnable / sum
}

func TestTheChainIsTheMachineRepairman(t *testing.T) {
	for _, c := range []struct {
		n, cpus      int
		demand, away sim.Time
	}{{1, 1, 4 * ms, 20 * ms}, {5, 1, 4 * ms, 20 * ms}, {8, 2, ms, 10 * ms}, {40, 6, 7 * ms, 3 * ms},
		{200, 24, 60 * ms, 600 * ms}} {
		got := analytic.Chain{Sessions: c.n, CPUs: c.cpus, Demand: c.demand, Away: c.away,
			Capacity: analytic.Capacity{Cores: c.cpus, Thread: 1}}.Solve()
		demand, away := float64(c.demand)/1e9, float64(c.away)/1e9
		x, m := repairman(c.n, c.cpus, demand, away)
		require.InEpsilon(t, x, got.Throughput, 1e-9)
		require.InEpsilon(t, m, got.Runnable, 1e-9)
		require.InEpsilon(t, x*demand, got.Busy, 1e-9, "utilization law")
		require.InEpsilon(t, x*demand/float64(c.cpus), got.Busied, 1e-9)
		require.InEpsilon(t, float64(c.n)/x-away, got.Response, 1e-9, "interactive response time law")
	}
}

// A closed network with two CPUs, a demand of 0.840 ms and 10.05 ms away, beside which a real database was
// measured: throughputs and responses that were predicted for it.
func TestTheChainGivesTheFiguresOfAMeasuredNetwork(t *testing.T) {
	for n, want := range map[int][2]float64{1: {91.8, 0.84}, 2: {183.7, 0.84}, 4: {367.1, 0.85},
		8: {731.0, 0.89}, 16: {1428, 1.16}, 32: {2320, 3.74}, 64: {2381, 16.84}} {
		got := analytic.Chain{Sessions: n, CPUs: 2, Demand: 840 * sim.Microsecond,
			Away:     10_050 * sim.Microsecond,
			Capacity: analytic.Capacity{Cores: 2, Thread: 1}}.Solve()
		require.InEpsilon(t, want[0], got.Throughput, 0.0005, n)
		require.InDelta(t, want[1], 1000*got.Response, 0.011, n)
	}
}

// hospital is the workload of the virtual machines at a multiple of its base load: 66.7 sessions, a demand of
// 60 ms, 190 ms of other waits and 410 ms of thinking.
func hospital(cpus int, load, thread float64) analytic.Chain {
	return analytic.Chain{Sessions: int(math.Round(200.0 / 3 * load)), CPUs: cpus, Demand: 60 * ms,
		Away: 600 * ms, Capacity: analytic.Capacity{Cores: 24, Thread: thread}}
}

// response is that of the whole transaction, in seconds.
func response(r analytic.Result) float64 { return 0.19 + r.Response }

// What another implementation of the chain gave, for a host of 24 cores whose threads work at 0.6385 beside
// each other: a guest of 24 CPUs at 3 times the load is busy 75.6 %, one of 36 at 4 times 74.9 %; at 5 times
// the first is busy 100 % and its response 69 % longer.
func TestGuestsOfTheStudy(t *testing.T) {
	const s = 0.6385
	base := hospital(24, 1, s).Solve()
	require.InDelta(t, 0.756, hospital(24, 3, s).Solve().Busied, 0.0005)
	require.InDelta(t, 0.749, hospital(36, 4, s).Solve().Busied, 0.0005)
	full := hospital(24, 5, s).Solve()
	require.InDelta(t, 1, full.Busied, 0.0005)
	require.InDelta(t, 1.69, response(full)/response(base), 0.005)
	require.InDelta(t, 101, base.Throughput, 0.6, "of 66.7 sessions")
}

// Two guests of 24 CPUs at 3 times the load each, on that host: throughput −15.8 %, response +50 %, 47
// runnable each; where the threads work at 0.625, −17.6 % and +56 %.
func TestTwoGuestsOfTheStudy(t *testing.T) {
	for _, c := range []struct{ thread, less, longer, runnable float64 }{{0.6385, 0.158, 0.50, 47},
		{0.625, 0.176, 0.56, 0}} {
		one := hospital(24, 3, c.thread)
		alone := one.Solve()
		a, b := analytic.Pair{A: one, B: one, Capacity: one.Capacity}.Solve()
		require.InDelta(t, 1-c.less, a.Throughput/alone.Throughput, 0.002)
		require.InDelta(t, 1+c.longer, response(a)/response(alone), 0.012)
		if c.runnable > 0 {
			require.InDelta(t, c.runnable, a.Runnable, 0.5)
		}
		require.InEpsilon(t, a.Throughput, b.Throughput, 1e-6, "they are alike")
	}
}

// Two systems that have enough for both do not feel each other, and two that share a machine without a limit
// of their own are one system with the sessions of both.
func TestPairsAgreeWithSingleChains(t *testing.T) {
	a := analytic.Chain{Sessions: 9, CPUs: 3, Demand: 5 * ms, Away: 20 * ms,
		Capacity: analytic.Capacity{Cores: 3, Thread: 1}}
	b := analytic.Chain{Sessions: 20, CPUs: 2, Demand: 2 * ms, Away: 30 * ms,
		Capacity: analytic.Capacity{Cores: 2, Thread: 1}}
	x, y := analytic.Pair{A: a, B: b, Capacity: analytic.Capacity{Cores: 5, Thread: 1}}.Solve()
	requireSame(t, a.Solve(), x)
	requireSame(t, b.Solve(), y)

	wide := analytic.Capacity{Cores: 4, Thread: 0.6}
	half := analytic.Chain{Sessions: 10, CPUs: 100, Demand: 5 * ms, Away: 10 * ms}
	both := analytic.Chain{Sessions: 20, CPUs: 100, Demand: 5 * ms, Away: 10 * ms, Capacity: wide}.Solve()
	x, y = analytic.Pair{A: half, B: half, Capacity: wide}.Solve()
	require.InEpsilon(t, both.Throughput, x.Throughput+y.Throughput, 1e-6)
	require.InEpsilon(t, both.Runnable, x.Runnable+y.Runnable, 1e-6)
	require.InEpsilon(t, both.Response, x.Response, 1e-6)
}

func requireSame(t *testing.T, want, got analytic.Result) {
	t.Helper()
	require.InEpsilon(t, want.Throughput, got.Throughput, 1e-6)
	require.InEpsilon(t, want.Response, got.Response, 1e-6)
	require.InEpsilon(t, want.Busied, got.Busied, 1e-6)
	require.InEpsilon(t, want.Runnable, got.Runnable, 1e-6)
}

func TestCapacityFillsCoresBeforeTheirSecondThreads(t *testing.T) {
	c := analytic.CapacityOf(topology.Shape{CoresPerNode: 4, ThreadsPerCore: 2}.Machine(), 625)
	for busy, want := range map[float64]float64{0: 0, 3: 3, 4: 4, 6: 4.5, 8: 5, 20: 5} {
		require.InDelta(t, want, c.Of(busy), 1e-12, busy)
	}
}

func TestLongChainsStayWithinAFloatsRange(t *testing.T) {
	got := analytic.Chain{Sessions: 10_000, CPUs: 8, Demand: 50 * ms, Away: sim.Microsecond,
		Capacity: analytic.Capacity{Cores: 8, Thread: 1}}.Solve()
	require.InEpsilon(t, 160, got.Throughput, 1e-6, "8 CPUs that never rest")
	require.InEpsilon(t, 10_000, got.Runnable, 1e-3)
}
