package trace_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// pair is a log of two tasks on the first of two lanes: the first has been on the CPU since 0, and its slice
// ends at next.
func pair(next sim.Time) (log *trace.Log, a, b trace.TaskID) {
	log = &trace.Log{}
	log.Declare(trace.Layout{Waits: 1, Yield: 0, Causes: []string{"YIELD"}, Lanes: make([]trace.Lane, 2)})
	for range 2 {
		id := log.Open(trace.Task{Request: trace.NoRequest})
		log.Record(trace.Event{Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
			Why: trace.NoReason, To: trace.Runnable})
	}
	log.Rotate(trace.Rotation{Next: next, Slice: 4, Ring: []trace.TaskID{0, 1}})
	return log, 0, 1
}

// taken takes a task to the second lane, where it starts at once.
func taken(log *trace.Log, id trace.TaskID, at sim.Time, left ...trace.TaskID) {
	log.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id), Where: 1,
		Why: trace.NoReason, From: trace.Runnable, To: trace.Runnable})
	log.Rotate(trace.Rotation{At: at, Start: at, Next: sim.Never, Ring: left})
	log.Rotate(trace.Rotation{At: at, Start: at, Next: sim.Never, Lane: 1, Ring: []trace.TaskID{id}})
	log.Close(at + 3)
}

// In the instant in which a task's slice ends it has yielded and waits, whether the ring says when that is or
// is told anew each time. So it can be taken away; the yield counts.
func TestATaskIsTakenAwayInTheInstantInWhichItsSliceEnds(t *testing.T) {
	for _, next := range []sim.Time{4, sim.Never} {
		log, a, b := pair(next)
		taken(log, a, 4, b)
		l := &log.Ledger
		require.Empty(t, l.Laws())
		require.Equal(t, []int32{1, 1}, []int32{l.Lanes[0].Load, l.Lanes[1].Load})
		require.Equal(t, []sim.Time{7, 3}, []sim.Time{l.Lanes[0].Busy, l.Lanes[1].Busy})
		require.Equal(t, []int64{1, 0}, []int64{l.Lanes[0].Yields, l.Lanes[1].Yields})
		require.Equal(t, int64(1), l.Tasks[a].Yields)
		require.Equal(t, []sim.Time{7, 3}, []sim.Time{l.Tasks[a].CPU, l.Tasks[b].CPU})
		require.Equal(t, trace.WaitAccount{Count: 1}, l.Instances[0].Waits[0], "it did not wait long")
	}
}

func TestATaskThatWaitsIsTakenAway(t *testing.T) {
	log, a, b := pair(4)
	taken(log, b, 2, a)
	require.Empty(t, log.Ledger.Laws())
	require.Equal(t, sim.Time(2), log.Ledger.Tasks[b].Runnable, "its wait goes on until it is on the CPU")
	require.Equal(t, trace.LaneID(1), log.Ledger.Tasks[b].Lane)
}

func TestATaskThatRunsIsNotTakenAway(t *testing.T) {
	log, a, b := pair(4)
	taken(log, a, 2, b)
	require.Contains(t, log.Ledger.Laws()[0], "is taken to another lane while it runs")
}
