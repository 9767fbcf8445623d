package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/analytic"
	"schedlab/engine/enginetest"
	"schedlab/engine/sim"
)

// closed is a closed network of sessions on bare metal, all times exponential, in ms.
type closed struct {
	name              string
	sessions, cores   int
	threads           int
	smt               float64 // % of nominal speed of threads beside each other
	work, wait, think float64
	seconds           int
}

func (c closed) run(t *testing.T) *engine.Run {
	s, problems := enginetest.Build([]string{
		fmt.Sprintf("machine cores_per_node=%d threads_per_core=%d smt_speed_pct=%g", c.cores, c.threads,
			c.smt),
		"system product=intersystems",
		fmt.Sprintf("class name=t cpu_ms=exponential:%g wait_ms=exponential:%g", c.work, c.wait),
		fmt.Sprintf("session count=%d repeat run=(t~exponential:%g)", c.sessions, c.think),
		fmt.Sprintf("measure from_ms=%d", c.seconds*100),
		fmt.Sprintf("run duration_ms=%d seed=7", c.seconds*1000)}).Scenario()
	require.Empty(t, problems)
	run := finish(s)
	require.Empty(t, run.Broken)
	return run
}

func (c closed) chain() analytic.Result {
	of := func(ms float64) sim.Time { return sim.Time(ms * 1e6) }
	return analytic.Chain{Sessions: c.sessions, CPUs: c.cores * c.threads, Demand: of(c.work),
		Away:     of(c.wait + c.think),
		Capacity: analytic.Capacity{Cores: c.cores, Thread: c.smt / 100}}.Solve()
}

// Processes over work-conserving run queues are a closed network, whatever the slice: the machine repairman's
// M/M/c//N, and where threads of a core slow each other the birth–death chain with that capacity. Throughput,
// use of the CPUs and response agree within 2 %.
func TestClosedNetworksAreBirthDeathChains(t *testing.T) {
	for _, c := range []closed{
		{"light", 4, 2, 1, 100, 6, 19, 41, 600},
		{"one CPU", 6, 1, 1, 100, 6, 19, 41, 1000},
		{"half busy", 40, 8, 1, 100, 6, 19, 41, 200},
		{"nearly full", 90, 8, 1, 100, 6, 19, 41, 400},
		{"overloaded", 150, 8, 1, 100, 6, 19, 41, 200},
		{"24 CPUs of the hospital at 3 times", 200, 24, 1, 100, 60, 190, 410, 500},
		{"12 CPUs of the hospital at 3 times", 200, 12, 1, 100, 60, 190, 410, 300},
		{"threads, all busy", 500, 12, 2, 62.5, 60, 190, 410, 200},
	} {
		want, got := c.chain(), c.run(t).Numbers()
		require.InEpsilon(t, want.Throughput, got["throughput.per_s"], 0.02, c.name)
		require.InEpsilon(t, 100*want.Busied, got["cpu.busy_pct"], 0.02, c.name)
		require.InEpsilon(t, c.wait+1000*want.Response, got["response.mean_ms"], 0.02, c.name)
	}
}

// Where some threads are idle, the chain spreads the busy ones ideally at every moment. A process that works
// beside a busy sibling stays there although a core has become idle, as on a real kernel: more threads are
// busy, more slowly, for about the same throughput.
func TestProcessesDoNotMoveToIdleCores(t *testing.T) {
	c := closed{"", 140, 12, 2, 64, 60, 190, 410, 400}
	want, got := c.chain(), c.run(t).Numbers()
	require.InEpsilon(t, want.Throughput, got["throughput.per_s"], 0.02)
	require.Greater(t, got["cpu.busy_pct"], 103*want.Busied)
	require.Less(t, got["cpu.busy_pct"], 112*want.Busied)
}
