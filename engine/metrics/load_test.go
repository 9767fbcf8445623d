package metrics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/engine/metrics"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

const ms = sim.Millisecond

// twoNodes is a log of two nodes with a scheduler each, 20 ms long. On the first scheduler tasks 0 (class a)
// and 1 (class b, a parallel worker) take turns of 4 ms: 0 has the CPU for 12 ms, 1 for 8. On the second,
// task 2 (class b) works for 10 ms and ends; task 3 (class a) comes at 5 ms and gets no worker.
func twoNodes() *trace.Log {
	log := &trace.Log{}
	log.Declare(trace.Layout{Name: "toy", Causes: []string{"YIELD", "WORKER"}, Waits: 2, Yield: 0,
		Groups: []trace.Group{{Level: trace.MemoryNode, Parent: -1}, {Level: trace.Node, Parent: 0},
			{Level: trace.Node, Number: 1, Parent: 0}},
		Lanes: []trace.Lane{{Group: 1}, {Number: 1, Group: 2}}})
	begin(log, 0, 0, trace.Task{Lane: 0})
	begin(log, 0, 1, trace.Task{Lane: 0, Context: 1})
	begin(log, 0, 1, trace.Task{Lane: 1})
	log.Rotate(trace.Rotation{Lane: 0, Next: 4 * ms, Slice: 4 * ms, Ring: []trace.TaskID{0, 1}})
	log.Rotate(trace.Rotation{Lane: 1, Next: sim.Never, Slice: 4 * ms, Ring: []trace.TaskID{2}})
	request := log.Submit(trace.Request{At: 5 * ms, Class: 0})
	log.Open(trace.Task{At: 5 * ms, Request: request, Lane: 1})
	change(log, 5*ms, trace.Event{Thing: trace.TaskThing, Who: 3, Where: 1, Why: 1, From: trace.None,
		To: trace.Pending})
	change(log, 10*ms, trace.Event{Thing: trace.TaskThing, Who: 2, Where: 1, Why: trace.NoReason,
		From: trace.Running, To: trace.Done})
	log.Rotate(trace.Rotation{At: 10 * ms, Lane: 1, Start: 10 * ms, Next: sim.Never})
	change(log, 10*ms, trace.Event{Thing: trace.RequestThing, Who: 2, Where: trace.NoLane,
		From: trace.Running, To: trace.Done})
	log.Close(20 * ms)
	return log
}

// begin submits a request whose one task is runnable at once.
func begin(log *trace.Log, at sim.Time, class int32, t trace.Task) {
	t.At, t.Request = at, log.Submit(trace.Request{At: at, Class: class})
	id := log.Open(t)
	change(log, at, trace.Event{Thing: trace.TaskThing, Who: int32(id), Where: t.Lane, Why: trace.NoReason,
		From: trace.None, To: trace.Runnable})
}

func change(log *trace.Log, at sim.Time, e trace.Event) {
	e.At, e.Kind = at, trace.Transition
	log.Record(e)
}

func measured(t *testing.T, from, to sim.Time) metrics.Numbers {
	log := twoNodes()
	assert.Empty(t, log.Ledger.Laws())
	return metrics.Measure(log, []string{"a", "b"}, metrics.Window{From: from, To: to})
}

func TestCPUOfEachClassCountsWhatEndedAndWhatGoesOn(t *testing.T) {
	n := measured(t, 0, 20*ms)
	assert.InDelta(t, 0.012, n["cpu.class.a.busy_s"], 1e-12)
	assert.InDelta(t, 0.018, n["cpu.class.b.busy_s"], 1e-12)
	assert.InDelta(t, 40, n["cpu.class.a.share_pct"], 1e-9)
	assert.InDelta(t, 60, n["cpu.class.b.share_pct"], 1e-9)
}

func TestCPUOfEachClassIsCutByTheWindow(t *testing.T) {
	n := measured(t, 6*ms, 14*ms) // task 1 until 8, task 0 until 12, task 1 again; task 2 until 10
	assert.InDelta(t, 0.004, n["cpu.class.a.busy_s"], 1e-12)
	assert.InDelta(t, 0.008, n["cpu.class.b.busy_s"], 1e-12)
	assert.InDelta(t, n["cpu.busy_s"], n["cpu.class.a.busy_s"]+n["cpu.class.b.busy_s"], 1e-12)
}

func TestNodesAreCompared(t *testing.T) {
	n := measured(t, 0, 20*ms)
	assert.InDelta(t, 100, n["cpu.busiest_node_pct"], 1e-9)
	assert.InDelta(t, 50, n["cpu.quietest_node_pct"], 1e-9)
	assert.InDelta(t, 2, n["cpu.busiest_node_times"], 1e-9)
	assert.NotContains(t, measured(t, 12*ms, 20*ms), "cpu.busiest_node_times", "the other node does nothing")
}

func TestTasksThatStandAtTheEnd(t *testing.T) {
	n := measured(t, 0, 20*ms)
	for name, want := range map[string]float64{"alive": 3, "running": 1, "runnable": 1, "pending": 1,
		"suspended": 0, "parallel": 1} {
		assert.Equal(t, want, n["tasks."+name], name)
	}
	early := measured(t, 0, 4*ms)
	assert.Equal(t, 3.0, early["tasks.alive"])
	assert.Equal(t, 2.0, early["tasks.running"])
	assert.Equal(t, 0.0, early["tasks.pending"])
}

// Task 0 waits from 4 to 8 and from 12 to 16, task 1 from 8 to 12: 12 ms beside 30 ms of CPU. The first
// wait of task 1 is no yield, and its last one goes on.
func TestWaitsAgainstCPUTime(t *testing.T) {
	assert.InDelta(t, 40, measured(t, 0, 20*ms)["wait.YIELD.per_cpu_pct"], 1e-9)
}

func TestTheLastEnd(t *testing.T) {
	assert.InDelta(t, 0.010, measured(t, 0, 20*ms)["requests.last_end_s"], 1e-12)
	assert.Zero(t, measured(t, 0, 10*ms)["requests.last_end_s"], "nothing has ended before 10 ms")
}
