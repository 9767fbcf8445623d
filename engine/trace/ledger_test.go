package trace_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Causes of the hand-made logs.
const (
	yield trace.Reason = iota
	read
	worker
	lock // not a wait type
)

// script writes a log by hand, with a database of a yield, a read and a worker wait on two lanes.
type script struct{ *trace.Log }

func newScript() script {
	s := script{&trace.Log{}}
	s.Declare(trace.Layout{Name: "toy", Waits: 3, Causes: []string{"YIELD", "READ", "WORKER", "LOCK"},
		Lanes: make([]trace.Lane, 2)})
	return s
}

// task opens a task of a request.
func (s script) task(at sim.Time, request trace.RequestID) trace.TaskID {
	return s.Open(trace.Task{At: at, Request: request})
}

// moves records a change of state with its cause.
func (s script) moves(id trace.TaskID, at sim.Time, why trace.Reason, way [2]trace.State) {
	s.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id), Why: why,
		From: way[0], To: way[1]})
}

// runs lets a task alone have the CPU from now on; no task makes the lane idle.
func (s script) runs(at sim.Time, ring ...trace.TaskID) {
	r := trace.Rotation{At: at, Start: at, Next: at + 100, Slice: 100, Ring: ring}
	if len(ring) == 0 {
		r.Next = sim.Never
	}
	s.Rotate(r)
}

func (s script) finish(at sim.Time, request trace.RequestID) {
	s.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.RequestThing, Who: int32(request),
		Where: trace.NoLane, Why: trace.NoReason, From: trace.Running, To: trace.Done})
}

// lived is a log of a request whose one task goes through every state: pending 10-15, in the queue for the
// first time 15-18, on the CPU 18-30, reading 30-47, in the queue 47-51, on the CPU 51-60.
func lived() script {
	s := newScript()
	request := s.Submit(trace.Request{At: 10, Class: 2})
	id := s.task(10, request)
	s.moves(id, 10, worker, from(trace.None, trace.Pending))
	s.moves(id, 15, trace.NoReason, from(trace.Pending, trace.Runnable))
	s.runs(18, id)
	s.moves(id, 30, read, from(trace.Running, trace.Suspended))
	s.runs(30)
	s.moves(id, 47, trace.NoReason, from(trace.Suspended, trace.Runnable))
	s.runs(51, id)
	s.moves(id, 60, trace.NoReason, from(trace.Running, trace.Done))
	s.runs(60)
	s.finish(60, request)
	s.Close(100)
	return s
}

func TestEachStateTakesItsTime(t *testing.T) {
	log := lived()
	require.Equal(t, []trace.WaitAccount{{}, {Count: 1, Resource: 17, Signal: 4, Max: 21},
		{Count: 1, Resource: 5, Max: 5}}, log.Ledger.Instances[0].Waits)
	require.Equal(t, trace.Totals{Opened: 1, Closed: 1, Submitted: 1, Finished: 1, Area: 50, Response: 50,
		FirstRun: 3, FirstRunNo: 1, Runnable: 7}, log.Ledger.Totals)
	require.Equal(t, map[int32]int64{2: 1}, log.Ledger.Instances[0].Done)
	require.Equal(t, map[int32]sim.Time{2: 12 + 9}, log.Ledger.Instances[0].CPU)
	require.Equal(t, sim.Time(21), log.Ledger.Lanes[0].Busy)
	require.Equal(t, sim.Time(60), log.Ledger.Lanes[0].Idle)
	require.Equal(t, int64(2), log.Ledger.Lanes[0].IdleTimes, "at 30 and 60; it began idle")
}

func TestAccountsGrowAtTheirInstants(t *testing.T) {
	log := lived()
	for _, c := range []struct {
		at       sim.Time
		state    trace.State
		cpu, run sim.Time // CPU time and finished waits in the queue
		susp     sim.Time
		pending  sim.Time
		load     int32
		waiting  int32 // for a worker
	}{
		{10, trace.Pending, 0, 0, 0, 0, 1, 1}, {14, trace.Pending, 0, 0, 0, 0, 1, 1},
		{15, trace.Runnable, 0, 0, 0, 5, 1, 0}, {17, trace.Runnable, 0, 0, 0, 5, 1, 0},
		{18, trace.Running, 0, 3, 0, 5, 1, 0}, {29, trace.Running, 11, 3, 0, 5, 1, 0},
		{30, trace.Suspended, 12, 3, 0, 5, 1, 0}, {46, trace.Suspended, 12, 3, 0, 5, 1, 0},
		{47, trace.Runnable, 12, 3, 17, 5, 1, 0}, {51, trace.Running, 12, 7, 17, 5, 1, 0},
		{59, trace.Running, 20, 7, 17, 5, 1, 0},
	} {
		l := log.At(c.at)
		task := l.Tasks[0]
		require.Equal(t, c.state, task.State, "at %d", c.at)
		require.Equal(t, [4]sim.Time{c.cpu, c.run, c.susp, c.pending},
			[4]sim.Time{task.CPU, task.Runnable, task.Suspended, task.Pending}, "at %d", c.at)
		require.Equal(t, [2]int32{c.load, c.waiting}, [2]int32{l.Lanes[0].Load, l.Lanes[0].Pending}, "at %d",
			c.at)
		require.Equal(t, int64(c.at-10), l.Totals.Area)
		require.Equal(t, true, l.Requests[0].Live)
	}
	require.Zero(t, log.At(9).Totals)
	require.Equal(t, int32(0), log.At(60).Lanes[0].Load)
	require.Equal(t, trace.None, log.At(60).Tasks[0].State, "the slot is free")
	require.False(t, log.At(60).Requests[0].Live)
	require.Equal(t, trace.Running, log.Before(60).Tasks[0].State, "not yet ended")
}

// ends are all ways in which a task can end; each has waits by hand.
func TestTasksEndInEveryState(t *testing.T) {
	for name, c := range map[string]struct {
		play func(s script, id trace.TaskID)
		want []trace.WaitAccount
		run  int64 // finished waits in queues
	}{
		"without a worker": {func(s script, id trace.TaskID) {
			s.moves(id, 0, worker, from(trace.None, trace.Pending))
			s.moves(id, 30, trace.NoReason, from(trace.Pending, trace.Done))
		}, []trace.WaitAccount{{}, {}, {Count: 1, Resource: 30, Max: 30}}, 0},
		"in the queue for the first time": {func(s script, id trace.TaskID) {
			s.moves(id, 0, trace.NoReason, from(trace.None, trace.Runnable))
			s.moves(id, 30, trace.NoReason, from(trace.Runnable, trace.Done))
		}, []trace.WaitAccount{{}, {}, {}}, 30},
		"while it reads": {func(s script, id trace.TaskID) {
			s.moves(id, 0, trace.NoReason, from(trace.None, trace.Runnable))
			s.runs(0, id)
			s.moves(id, 10, read, from(trace.Running, trace.Suspended))
			s.runs(10)
			s.moves(id, 30, trace.NoReason, from(trace.Suspended, trace.Done))
		}, []trace.WaitAccount{{}, {Count: 1, Resource: 20, Max: 20}, {}}, 0},
		"in the queue after it has read": {func(s script, id trace.TaskID) {
			s.moves(id, 0, trace.NoReason, from(trace.None, trace.Runnable))
			s.runs(0, id)
			s.moves(id, 10, read, from(trace.Running, trace.Suspended))
			s.runs(10)
			s.moves(id, 22, trace.NoReason, from(trace.Suspended, trace.Runnable))
			s.moves(id, 30, trace.NoReason, from(trace.Runnable, trace.Done))
		}, []trace.WaitAccount{{}, {Count: 1, Resource: 12, Signal: 8, Max: 20}, {}}, 8},
		"while it waits for what is no wait type": {func(s script, id trace.TaskID) {
			s.moves(id, 0, trace.NoReason, from(trace.None, trace.Runnable))
			s.runs(0, id)
			s.moves(id, 10, lock, from(trace.Running, trace.Suspended))
			s.runs(10)
			s.moves(id, 30, trace.NoReason, from(trace.Suspended, trace.Done))
		}, []trace.WaitAccount{{}, {}, {}}, 0},
	} {
		s := newScript()
		c.play(s, s.task(0, trace.NoRequest))
		s.Close(50)
		require.Empty(t, s.Ledger.Laws(), name)
		require.Equal(t, c.want, s.Ledger.Instances[0].Waits, name)
		require.Equal(t, c.run, s.Ledger.Totals.Runnable, name)
		require.Equal(t, int64(30), s.Ledger.Totals.Response, name)
		require.Equal(t, s.Ledger.Totals, s.Before(50).Totals, name)
	}
}

func TestSlotsAreUsedAgain(t *testing.T) {
	s := newScript()
	for i := range 5 {
		at := sim.Time(10 * i)
		request := s.Submit(trace.Request{At: at, Class: int32(i)})
		id := s.task(at, request)
		require.Equal(t, trace.TaskID(i), id, "a number is never used twice")
		s.moves(id, at, trace.NoReason, from(trace.None, trace.Runnable))
		s.runs(at, id)
		s.moves(id, at+5, trace.NoReason, from(trace.Running, trace.Done))
		s.runs(at + 5)
		s.finish(at+5, request)
	}
	s.Close(50)
	require.Len(t, s.Ledger.Tasks, 1)
	require.Len(t, s.Ledger.Requests, 1)
	require.Equal(t, int64(5), s.Ledger.Totals.Closed)
	require.Equal(t, trace.TaskID(3), s.At(31).Tasks[0].ID)
	require.Equal(t, int32(3), s.At(31).Requests[0].Class)
}

func TestTasksOfARequestAddUp(t *testing.T) {
	s := newScript()
	request := s.Submit(trace.Request{At: 0, Class: 1})
	var ring []trace.TaskID
	for range 3 {
		id := s.task(0, request)
		s.moves(id, 0, trace.NoReason, from(trace.None, trace.Runnable))
		ring = append(ring, id)
	}
	s.Rotate(trace.Rotation{Next: 4, Slice: 4, Ring: ring})
	require.Equal(t, int32(3), s.Ledger.Requests[0].Tasks)
	// Task 0 works 0-4 and 12-14, 1 works 4-8, 2 works 8-12. At 14 all are killed: 1 is in the queue since 8,
	// 2 since 12.
	for _, id := range ring {
		state := trace.Runnable
		if id == 0 {
			state = trace.Running
		}
		s.moves(id, 14, trace.NoReason, from(state, trace.Done))
	}
	s.runs(14)
	account := s.Ledger.Requests[0]
	require.Equal(t, sim.Time(14), account.CPU)
	require.Equal(t, int64(3), account.Yields)
	require.Equal(t, sim.Time(8+6+2), account.YieldWait, "4-12, 8-14 and 12-14")
	require.Zero(t, account.Tasks)
	s.finish(14, request)
	s.Close(14)
	require.Empty(t, s.Ledger.Laws())
	require.Equal(t, int64(4+8), s.Ledger.Totals.FirstRun)
}

func TestEachInstanceCountsItsOwnWaits(t *testing.T) {
	log := &trace.Log{}
	for i := range 3 {
		instance, first := log.Declare(trace.Layout{Waits: 1, Causes: []string{"Y"}, Lanes: make([]trace.Lane,
			2)})
		require.Equal(t, trace.InstanceID(i), instance)
		require.Equal(t, trace.LaneID(2*i), first)
	}
	for lane := range trace.LaneID(6) {
		var ring []trace.TaskID
		for range 2 {
			id := log.Open(trace.Task{Request: trace.NoRequest, Lane: lane})
			move(log, id, 0, from(trace.None, trace.Runnable))
			ring = append(ring, id)
		}
		length := sim.Time(lane) + 1
		log.Rotate(trace.Rotation{Lane: lane, Next: length, Slice: length, Ring: ring})
	}
	log.Close(60)
	require.Empty(t, log.Ledger.Laws())
	for i := range 3 {
		// A ring of two with slices of s ends one every s before 60; the first turn is no wait after a yield,
		// all others are and last s each.
		count, signal := int64(0), sim.Time(0)
		for _, s := range []int{2*i + 1, 2*i + 2} {
			turns := 59/s - 1
			count, signal = count+int64(turns), signal+sim.Time(turns*s)
		}
		require.Equal(t, trace.WaitAccount{Count: count, Signal: signal, Max: sim.Time(2*i + 2)},
			log.Ledger.Instances[i].Waits[0])
	}
}
