package analytic_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/analytic"
	"schedlab/engine/sim"
)

// What the means leave out is how the two keep each other busy: for loads below, at and beyond what the
// machine can do they are near the exact solution.
func TestMeansOfTheOthersAreNearTheExactPair(t *testing.T) {
	for _, load := range [][2]float64{{1, 1}, {1, 3}, {2, 3}, {3, 3}, {4, 2}} {
		a, b := hospital(24, load[0], 0.65), hospital(24, load[1], 0.65)
		wantA, wantB := analytic.Pair{A: a, B: b, Capacity: a.Capacity}.Solve()
		got := analytic.Shared([]analytic.Chain{a, b})
		for i, want := range []analytic.Result{wantA, wantB} {
			require.InEpsilon(t, want.Throughput, got[i].Throughput, 0.015, "%v, %d", load, i)
			require.InEpsilon(t, response(want), response(got[i]), 0.03, "%v, %d", load, i)
			require.InDelta(t, want.Busied, got[i].Busied, 0.02, "%v, %d", load, i)
		}
	}
}

func TestOneAloneIsItsChain(t *testing.T) {
	c := hospital(36, 4, 0.65)
	require.Equal(t, []analytic.Result{c.Solve()}, analytic.Shared([]analytic.Chain{c}))
}

// Systems that never rest share a machine in proportion to their CPUs, whatever their number.
func TestFullMachinesAreSharedInProportion(t *testing.T) {
	full := func(cpus int) analytic.Chain {
		return analytic.Chain{Sessions: 500, CPUs: cpus, Demand: 10 * ms, Away: sim.Microsecond,
			Capacity: analytic.Capacity{Cores: 8, Thread: 0.5}}
	}
	got := analytic.Shared([]analytic.Chain{full(8), full(4), full(4)})
	require.InEpsilon(t, 400, got[0].Throughput, 1e-4, "half of 8 cores at 10 ms")
	require.InEpsilon(t, 200, got[1].Throughput, 1e-4)
	require.InEpsilon(t, 200, got[2].Throughput, 1e-4)
}
