package trace_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/enginetest/ring"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

const ms = sim.Millisecond

// again records what a log holds until an instant into another log, which so folds it from the start, without
// snapshots.
func again(from *trace.Log, before sim.Time) *trace.Log {
	to := &trace.Log{}
	for _, in := range from.Ledger.Instances {
		to.Declare(in.Layout)
	}
	for _, e := range from.Events {
		if e.At >= before {
			break
		}
		switch {
		case e.Kind == trace.Rotated:
			to.Rotate(from.Rotations[e.Value])
		case e.Kind == trace.RangeBegin && e.Thing == trace.TaskThing:
			to.Open(from.Tasks[e.Who])
		case e.Kind == trace.Transition && e.Thing == trace.RequestThing && e.From == trace.None:
			to.Submit(from.Requests[e.Who])
		default:
			to.Record(e)
		}
	}
	return to
}

// busy is a workload whose log has many snapshots.
func busy(t *testing.T) *trace.Log {
	w := ring.R4()
	w.Until = 3 * sim.Second
	for i := range w.Arrivals {
		w.Arrivals[i].CPU /= 2
	}
	log := ring.New(w, &trace.Log{}, false).Finish().Log
	require.Greater(t, len(log.Events), 50_000)
	return log
}

func TestSeekingEqualsFoldingFromTheStart(t *testing.T) {
	log := busy(t)
	for at := sim.Time(0); at < log.End; at += 130*ms + 777_777 {
		folded := again(log, at)
		folded.Close(at)
		before := log.Before(at)
		require.Equal(t, folded.Ledger.Totals, before.Totals)
		require.Equal(t, folded.Ledger.Instances[0].Waits, before.Instances[0].Waits)
		require.Equal(t, folded.Ledger.Tasks, before.Tasks)
		require.Equal(t, folded.Ledger.Lanes, before.Lanes)
		require.Empty(t, before.Laws())

		folded = again(log, at+1)
		folded.Ledger.SettleAfter(at)
		require.Equal(t, folded.Ledger.Lanes, log.At(at).Lanes)
	}
}

func TestSeekingToEventsSeesThemAsDoneOrNot(t *testing.T) {
	log := busy(t)
	for i := 40_000; i < 40_100; i++ {
		at := log.Events[i].At
		before, after := log.Before(at), log.At(at)
		require.Equal(t, at, before.At)
		require.Equal(t, at, after.At)
		require.GreaterOrEqual(t, after.Totals.Opened+after.Totals.Closed+after.Lanes[0].Yields,
			before.Totals.Opened+before.Totals.Closed+before.Lanes[0].Yields)
	}
}

func TestTheEndIsTheEnd(t *testing.T) {
	log := busy(t)
	require.Equal(t, log.Ledger.Totals, log.Before(log.End).Totals)
	require.Equal(t, log.Ledger.Lanes, log.Before(log.End).Lanes)
}

func TestCopiesOfALogHaveItsHash(t *testing.T) {
	log := ring.New(ring.R(), &trace.Log{}, false).Finish().Log
	require.Equal(t, log.Hash(), again(log, sim.Never).Hash())
}

// one declares a lane and opens a task on it.
func one() (*trace.Log, trace.TaskID) {
	log := &trace.Log{}
	log.Declare(trace.Layout{Waits: 1, Causes: []string{"YIELD"}, Lanes: make([]trace.Lane, 2)})
	return log, log.Open(trace.Task{Request: trace.NoRequest})
}

// from gives the way to another state, as move wants it.
func from(a, b trace.State) [2]trace.State { return [2]trace.State{a, b} }

func move(log *trace.Log, id trace.TaskID, at sim.Time, way [2]trace.State) {
	log.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
		Where: log.Tasks[id].Lane, Why: trace.NoReason, From: way[0], To: way[1]})
}

func TestBrokenLawsAreFound(t *testing.T) {
	cases := []struct {
		name string
		do   func(log *trace.Log, id trace.TaskID)
		told string
	}{
		{"time goes back", func(log *trace.Log, id trace.TaskID) {
			move(log, id, 5, from(trace.None, trace.Runnable))
			log.Rotate(trace.Rotation{At: 4, Start: 4, Next: 9, Slice: 5, Ring: []trace.TaskID{id}})
		}, "time goes back"},
		{"a state that may not follow", func(log *trace.Log, id trace.TaskID) {
			move(log, id, 0, from(trace.None, trace.Limited))
		}, "goes from none to limited"},
		{"another state than it was in", func(log *trace.Log, id trace.TaskID) {
			move(log, id, 0, from(trace.None, trace.Pending))
			move(log, id, 1, from(trace.Suspended, trace.Runnable))
		}, "while pending"},
		{"on the CPU without having come", func(log *trace.Log, id trace.TaskID) {
			move(log, id, 0, from(trace.None, trace.Pending))
			log.Rotate(trace.Rotation{Next: 9, Slice: 5, Ring: []trace.TaskID{id}})
		}, "is put on the CPU while pending"},
		{"on another lane", func(log *trace.Log, id trace.TaskID) {
			move(log, id, 0, from(trace.None, trace.Runnable))
			log.Rotate(trace.Rotation{Lane: 1, Next: 9, Slice: 5, Ring: []trace.TaskID{id}})
		}, "is in a ring"},
		{"a rotation of the past", func(log *trace.Log, id trace.TaskID) {
			move(log, id, 7, from(trace.None, trace.Runnable))
			log.Rotate(trace.Rotation{At: 7, Start: 7, Next: 3, Slice: 5, Ring: []trace.TaskID{id}})
		}, "not under way"},
		{"runnable, but in no ring", func(log *trace.Log, id trace.TaskID) {
			move(log, id, 0, from(trace.None, trace.Runnable))
		}, "in a ring although"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			log, id := one()
			c.do(log, id)
			broken := log.Ledger.Laws()
			require.NotEmpty(t, broken)
			require.Contains(t, broken[0], c.told)
		})
	}
}

func TestLegalTransitions(t *testing.T) {
	legal := map[[2]trace.State]bool{
		{trace.None, trace.Pending}: true, {trace.None, trace.Runnable}: true,
		{trace.Pending, trace.Runnable}: true, {trace.Pending, trace.Done}: true,
		{trace.Runnable, trace.Running}: true, {trace.Runnable, trace.Suspended}: true,
		{trace.Runnable, trace.Done}: true, {trace.Running, trace.Runnable}: true,
		{trace.Running, trace.Suspended}: true, {trace.Running, trace.Done}: true,
		{trace.Suspended, trace.Runnable}: true, {trace.Suspended, trace.Done}: true,
		// of virtual CPUs, and of tasks that wait on another lane
		{trace.None, trace.Suspended}: true, {trace.Runnable, trace.Runnable}: true,
		{trace.Runnable, trace.CoStop}: true, {trace.Running, trace.CoStop}: true,
		{trace.Runnable, trace.Limited}: true, {trace.Running, trace.Limited}: true,
		{trace.Suspended, trace.Limited}: true, {trace.CoStop, trace.Limited}: true,
		{trace.CoStop, trace.Runnable}: true, {trace.CoStop, trace.Done}: true,
		{trace.Limited, trace.CoStop}: true, {trace.Limited, trace.Runnable}: true,
		{trace.Limited, trace.Done}: true,
	}
	for from := trace.None; from <= trace.Limited; from++ {
		for to := trace.None; to <= trace.Limited; to++ {
			require.Equal(t, legal[[2]trace.State{from, to}], trace.Legal(from, to), "%v to %v", from, to)
		}
	}
}

// A window shows the slices that overlap it, whole.
func TestExpandGivesWholeSlicesOfAWindow(t *testing.T) {
	log := ring.New(ring.Workload{Nodes: 1, PerNode: 1, Until: 40 * ms, Clients: []ring.Client{
		{Queries: []ring.Query{{Workers: 2, CPU: ring.Endless}}}}}, &trace.Log{}, false).Finish().Log
	var got []trace.Slice
	log.Expand(0, 10*ms, 17*ms, func(s trace.Slice) { got = append(got, s) })
	require.Equal(t, []trace.Slice{
		{Task: 0, From: 8 * ms, To: 12 * ms, Yield: true},
		{Task: 1, From: 12 * ms, To: 16 * ms, Yield: true},
		{Task: 0, From: 16 * ms, To: 20 * ms, Yield: true},
	}, got)
}

// A log has few snapshots however long it is, and stops keeping soon after its limit.
func TestALogIsBounded(t *testing.T) {
	log := ring.New(ring.R2(), &trace.Log{Limit: 8 << 20}, false).Finish().Log
	require.True(t, log.Full)
	require.Less(t, len(log.Events)*32+len(log.Rotations)*64, 13<<20)
	require.Equal(t, int64(200_103), log.Ledger.Totals.Closed, "folds go on")
}
