package sqlserver_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// lasting gives what of a kind lasted in a run, in the order in which it began.
func lasting(run *engine.Run, kind string) (found []trace.Range) {
	causes := run.Log.Ledger.Instances[0].Layout.Causes
	for _, r := range run.Log.Ranges(0) {
		if causes[r.Why] == kind {
			found = append(found, r)
		}
	}
	return found
}

// only is the one that there is of a kind.
func only(t *testing.T, run *engine.Run, kind string) trace.Range {
	found := lasting(run, kind)
	require.Len(t, found, 1, kind)
	require.NotEqual(t, sim.Never, found[0].End)
	return found[0]
}

func length(r trace.Range) sim.Time { return r.End - r.Begin }

// fact is the value of a fact by its name; 0 if it was not told.
func fact(run *engine.Run, r trace.Range, name string) int64 {
	why := slices.Index(run.Log.Ledger.Instances[0].Layout.Causes, name)
	value, _ := r.Fact(trace.Reason(why), sim.Never)
	return value
}

// amount is the sum of the series of a metric at an instant.
func amount(run *engine.Run, metric string, at sim.Time) (sum int64) {
	in := run.Log.At(at).Instances[0]
	for i, s := range in.Layout.Series {
		if s.Metric == metric {
			sum += in.Amounts[i]
		}
	}
	return sum
}

// worked is the CPU time of the server's own workers of a role, and on how many schedulers they were.
func worked(run *engine.Run, role string) (cpu sim.Time, lanes int) {
	on := map[trace.LaneID]bool{}
	causes := run.Log.Ledger.Instances[0].Layout.Causes
	for i := range run.Log.Tasks {
		if task := &run.Log.Tasks[i]; task.Request == trace.NoRequest && causes[task.Role] == role {
			on[task.Lane] = true
		}
	}
	for i := range run.Log.Ledger.Tasks {
		if task := &run.Log.Ledger.Tasks[i]; task.State != trace.None && task.Request == trace.NoRequest &&
			causes[task.Role] == role {
			cpu += task.CPU
		}
	}
	return cpu, len(on)
}

// took gives how long each request of a class was under way, in the order of their ends.
func took(run *engine.Run, class string) (times []sim.Time) {
	for _, e := range run.Log.Events {
		if e.Kind != trace.Transition || e.Thing != trace.RequestThing || e.To != trace.Done {
			continue
		}
		if r := run.Log.Requests[e.Who]; run.Scenario.Workload.Classes[r.Class].Name == class {
			times = append(times, e.At-r.At)
		}
	}
	return times
}
