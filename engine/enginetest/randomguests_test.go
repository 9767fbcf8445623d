package enginetest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
	"schedlab/engine/scenario"
	"schedlab/engine/trace"
)

// Whatever a hypervisor does to the CPUs below a database, the leap and the plain engine agree on it, and the
// laws of all layers hold: those of the guests, which know nothing of it, and those of the host.
func TestLeapEqualsPlainInRandomGuests(t *testing.T) {
	seen := map[trace.State]int{}
	runs, pairs := 0, 0
	for seed := uint64(0); runs < int(randomScenarios()/10); seed++ {
		lines := enginetest.Random(seed)
		if seed%2 == 1 {
			lines = enginetest.RandomProcesses(seed)
		}
		d, ok := enginetest.RandomGuests(seed, enginetest.Build(lines).Document())
		if !ok {
			continue
		}
		s, problems := scenario.Read(d, engine.Products())
		if len(problems) > 0 {
			continue
		}
		leap, ok := runBoth(t, s, func() string { return string(d.Compact()) })
		if !ok {
			continue
		}
		if runs++; len(s.Systems) > 1 {
			pairs++
		}
		for _, e := range leap.Log.Events {
			if e.Thing == trace.TaskThing && e.Kind == trace.Transition {
				seen[e.To]++
			}
		}
	}
	require.Greater(t, pairs, runs/10, "databases beside each other")
	for _, state := range []trace.State{trace.Suspended, trace.Runnable, trace.CoStop, trace.Limited} {
		require.Greater(t, seen[state], runs/4, state)
	}
}
