package metrics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/metrics"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// withHidden is a log of a node of two schedulers and a hidden one in a node of its own, which shares the
// first one's CPU. The first scheduler works until 10 ms; two parallel workers take turns of 4 ms on the
// hidden one for all 20 ms.
func withHidden() *trace.Log {
	log := &trace.Log{}
	log.Declare(trace.Layout{Name: "toy", Causes: []string{"YIELD"}, Waits: 1, Yield: 0,
		Groups: []trace.Group{{Level: trace.MemoryNode, Parent: -1}, {Level: trace.Node, Parent: 0},
			{Level: trace.Node, Number: 64, Parent: 0}},
		Lanes: []trace.Lane{{Group: 1}, {Number: 1, CPU: 1, Group: 1},
			{Number: 1 << 20, Group: 2, Hidden: true}}})
	begin(log, 0, 0, trace.Task{Lane: 0})
	begin(log, 0, 0, trace.Task{Lane: 2, Context: 1})
	begin(log, 0, 0, trace.Task{Lane: 2, Context: 2})
	log.Rotate(trace.Rotation{Lane: 0, Next: sim.Never, Slice: 4 * ms, Ring: []trace.TaskID{0}})
	log.Rotate(trace.Rotation{Lane: 2, Next: 4 * ms, Slice: 4 * ms, Ring: []trace.TaskID{1, 2}})
	change(log, 10*ms, trace.Event{Thing: trace.TaskThing, Why: trace.NoReason, From: trace.Running,
		To: trace.Done})
	log.Rotate(trace.Rotation{At: 10 * ms, Start: 10 * ms, Next: sim.Never})
	log.Close(20 * ms)
	return log
}

func TestHiddenSchedulersAreLeftOut(t *testing.T) {
	log := withHidden()
	require.Empty(t, log.Ledger.Laws())
	compare(t, log, metrics.Window{To: 20 * ms}, metrics.Numbers{
		"cpu.busy_s": 0.010, "cpu.hidden_s": 0.020, "cpu.busy_pct": 25, "cpu.busiest_scheduler_pct": 50,
		"cpu.busiest_node_pct": 25, "cpu.quietest_node_pct": 25, "node.0.busy_pct": 25,
		"node.64.busy_pct": 0, "memory_node.0.busy_pct": 25,
		"yields.count": 0, "context_switches.per_s": 1 / 0.020,
		"topology.schedulers": 2, "topology.soft_nodes": 1,
		"placement.nodes_used": 0, "placement.schedulers_used": 0, "placement.schedulers_doubled": 0,
		"placement.workers_per_scheduler_max": 0,
		"placement.schedulers_idle":           2, "placement.schedulers_untouched": 2})
	compare(t, log, metrics.Window{From: 5 * ms, To: 9 * ms}, metrics.Numbers{"cpu.hidden_s": 0.004})
}

func TestWithoutHiddenSchedulersTheirTimeIsNoMetric(t *testing.T) {
	n := metrics.Measure(toy(), []string{"a", "b"}, metrics.Window{To: 20 * ms})
	assert.NotContains(t, n, "cpu.hidden_s")
}
