package enginetest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/enginetest"
	"schedlab/engine/trace"
)

// Whatever the operating system does to the processes, the leap and the plain engine agree on it, and the
// laws hold: of the ledger, and those of the product.
func TestLeapEqualsPlainOnRandomProcesses(t *testing.T) {
	d := drawn{waits: map[string]int64{}, killed: map[trace.State]int{}}
	moved := 0
	for seed := uint64(0); d.runs < int(randomScenarios()/5); seed++ {
		lines := enginetest.RandomProcesses(seed)
		s, problems := enginetest.Build(lines).Scenario()
		if len(problems) > 0 {
			continue
		}
		leap, ok := runBoth(t, s, func() string { return enginetest.Story(lines) })
		if !ok {
			continue
		}
		d.runs++
		for i, w := range leap.Log.Ledger.Instances[0].Waits {
			d.waits[leap.Log.Ledger.Instances[0].Layout.Causes[i]] += w.Count
		}
		for _, e := range leap.Log.Events {
			switch {
			case e.Thing != trace.TaskThing || e.Kind != trace.Transition:
			case e.From == trace.Runnable && e.To == trace.Runnable:
				moved++
			case e.To == trace.Done && e.Why != trace.NoReason:
				d.killed[e.From]++
			}
		}
	}
	for _, name := range []string{"preempted", "off_cpu", "process_busy"} {
		require.Greater(t, d.waits[name], int64(d.runs/10), name)
	}
	for _, state := range []trace.State{trace.Runnable, trace.Suspended} {
		require.Greater(t, d.killed[state], d.runs/100, state)
	}
	require.Greater(t, moved, d.runs/10, "processes that an idle CPU has taken")
}
