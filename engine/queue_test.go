package engine_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/enginetest"
)

// responses gives the mean response time in ms of each of some runs that differ in their seed.
func responses(t *testing.T, runs int, lines ...string) []float64 {
	var means []float64
	for seed := range runs {
		all := append(append([]string(nil), lines...), fmt.Sprintf("run duration_ms=200000 seed=%d", seed))
		s, problems := enginetest.Build(all).Scenario()
		require.Empty(t, problems)
		s.Measure.From = s.Duration / 10 // the queue starts empty
		numbers := finish(s).Numbers()
		means = append(means, numbers["response.mean_ms"])
	}
	return means
}

// requireMean holds the mean of independent values against theory, by their standard error.
func requireMean(t *testing.T, theory float64, values []float64) {
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	mean := sum / float64(len(values))
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	deviation := math.Sqrt(squares / float64(len(values)*(len(values)-1)))
	require.Less(t, deviation, theory/20, "the runs are too short to tell anything")
	require.InDelta(t, theory, mean, 4*deviation, "standard error %v of %v", deviation, values)
}

// Poisson arrivals with exponential work at one server: M/M/1, whose mean response is 1/(µ-λ), under first
// come, first served as under any ring, since what is left of exponential work is exponential again. 3 ms
// of work at 200 a second: 1/(333.3-200) = 7.5 ms.
func TestMM1UnderAnyQuantum(t *testing.T) {
	for _, quantum := range []string{"1000000", "4000", "500"} {
		t.Run(quantum+" µs", func(t *testing.T) {
			requireMean(t, 7.5, responses(t, 8, "machine", "system quantum_us="+quantum,
				"class name=a dop=1 cpu_ms=exponential:3 coordinator_us=0", "arrivals class=a per_s=200"))
		})
	}
}

// The same with work of fixed length and first come, first served: M/D/1, whose mean wait is half of M/M/1's:
// ρ/(2µ(1-ρ)) = 0.6·3/(2·0.4) = 2.25 ms, and 3 ms of work.
func TestMD1(t *testing.T) {
	requireMean(t, 5.25, responses(t, 8, "machine", "system quantum_us=1000000",
		"class name=a dop=1 cpu_ms=3 coordinator_us=0", "arrivals class=a per_s=200"))
}

// Two schedulers that share their arrivals evenly and at random are two M/M/1 of half the rate: here
// connections pinned to two nodes, each with a stream of its own.
func TestTwoIndependentQueues(t *testing.T) {
	requireMean(t, 7.5, responses(t, 4, "machine packages=2", "system",
		"class name=a dop=1 cpu_ms=exponential:3 coordinator_us=0",
		"arrivals class=a per_s=200 connections=1", "arrivals class=a per_s=200 connections=1"))
}

// A closed system: n sessions with exponential work of mean 1/µ and think time of mean Z at one server. The
// machine repairman's model gives the throughput: X = µ(1-p0), 1/p0 = Σ n!/(n-k)!·(1/(µZ))^k.
func TestClosedSessionsAreTheMachineRepairman(t *testing.T) {
	const n, work, think = 5, 4.0, 20.0
	sum, term := 1.0, 1.0
	for k := range n {
		term *= float64(n-k) * work / think
		sum += term
	}
	perSecond := 1000 / work * (1 - 1/sum)
	var values []float64
	for seed := range 8 {
		s, problems := enginetest.Build([]string{"machine", "system",
			"class name=a dop=1 cpu_ms=exponential:4 coordinator_us=0",
			"session count=5 repeat run=(a~exponential:20)",
			fmt.Sprintf("run duration_ms=100000 seed=%d", seed)}).Scenario()
		require.Empty(t, problems)
		values = append(values, finish(s).Numbers()["throughput.per_s"])
	}
	requireMean(t, perSecond, values)
}

// Closed forms of a ring of n workers that only compute: share 1/n each, n-1 worker-seconds of waiting a
// second, 1/q yields a second, each with a wait of (n-1)·q. Over 100 s the edges are below 0.1 %.
func TestClosedFormsOfARing(t *testing.T) {
	for n := 1; n <= 7; n++ {
		s, problems := enginetest.Build([]string{"machine", "system", "class name=a dop=1 cpu_ms=endless",
			fmt.Sprintf("session count=%d run=(a)", n), "run duration_ms=100000"}).Scenario()
		require.Empty(t, problems)
		run := finish(s)
		numbers := run.Numbers()
		require.InEpsilon(t, 250, numbers["yields.per_s"], 0.001)
		require.InDelta(t, float64(4*(n-1)), numbers["wait.SOS_SCHEDULER_YIELD.mean_ms"], 1e-9)
		require.InDelta(t, float64(100*(n-1)), numbers["wait.SOS_SCHEDULER_YIELD.total_s"], 0.2)
		for _, task := range run.Log.Ledger.Tasks {
			require.InDelta(t, 1e11/float64(n), float64(task.CPU), 4e6)
		}
	}
}
