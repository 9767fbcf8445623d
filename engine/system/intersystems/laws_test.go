package intersystems_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/system/intersystems"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

func lawsOf(r system.Reading) []string { return intersystems.Product.Describe().Laws(r) }

func TestGlobalReferencesAreThoseOfTheTransactionsThatEnded(t *testing.T) {
	run := queue(t)
	r := run.Reading(0, &run.Log.Ledger)
	require.Empty(t, lawsOf(r))
	r.Ledger.Instances[0].Amounts[0]--
	require.Equal(t, []string{"intersystems: 3 transactions make 20,790 global references, not 20,789"},
		lawsOf(r))
	run.Log.Full = true
	require.Empty(t, lawsOf(r), "the log has not all of it")
}

// A log by hand: from 2 to 3 ms CPU 1 is idle while two tasks are on CPU 0.
func TestAnIdleCPUBesideAQueueIsABrokenLaw(t *testing.T) {
	log := &trace.Log{}
	in, first := log.Declare(trace.Layout{Name: "db", Waits: 3, Yield: 0, Lanes: make([]trace.Lane, 2),
		Causes: []string{"a", "b", "c", "d"}, Series: []trace.Series{{Metric: "glorefs", Sum: true}}})
	rotate := func(at sim.Time, lane trace.LaneID, ring ...trace.TaskID) {
		log.Rotate(trace.Rotation{At: at, Start: at, Next: sim.Never, Lane: first + lane, Ring: ring})
	}
	var tasks []trace.TaskID
	for i := range 2 {
		request := log.Submit(trace.Request{Session: trace.SessionID(i), Instance: in})
		id := log.Open(trace.Task{Request: request, Lane: first})
		log.Record(trace.Event{Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id), Where: first,
			Why: trace.NoReason, To: trace.Runnable})
		tasks = append(tasks, id)
	}
	rotate(0, 0, tasks[0])
	rotate(2*ms, 0, tasks...)
	rotate(3*ms, 0, tasks...)
	log.Close(4 * ms)
	r := system.Reading{Log: log, Ledger: &log.Ledger, Instance: in, Workload: &workload.Workload{},
		Values: setting.Values{"glorefs_per_transaction": {}}}
	require.Equal(t, []string{"db: a CPU is idle at 2ms although a process waits for one"}, lawsOf(r))
	r.Workload.Sessions = []workload.Session{{Node: 1}}
	require.Empty(t, lawsOf(r), "processes that are bound to a node may have to wait")
}
