package trace

import (
	"slices"

	"schedlab/engine/sim"
)

// Ledger is the state of a run at one instant, with everything that has been counted until then. It is a
// fold: it sees every event once, in order, and derives from each rotation what happened inside it in
// closed form. All times are exact.
type Ledger struct {
	At        sim.Time
	Instances []Instance
	Lanes     []LaneAccount
	Cores     []CoreAccount    // of the instances that tell which lanes share one
	Tasks     []TaskAccount    // live tasks by slot; State None marks a free slot
	Requests  []RequestAccount // live requests by slot; Live false marks a free slot
	Totals    Totals
	Broken    []string // laws that do not hold, in words; at most maxBroken

	freeTasks, freeRequests []int32
	changed                 []wholeRef // laws whose parts changed in this instant
}

// Instance is what is counted for a started database.
type Instance struct {
	Layout Layout
	First  LaneID             // of its lanes
	Core   int32              // position of its first core among the ledger's cores
	Waits  []WaitAccount      // by Reason, as long as Layout.Waits
	Done   map[int32]int64    // finished requests by class
	CPU    map[int32]sim.Time // of finished requests by class
	// Amounts are the values of the layout's series now, each in the series' unit.
	Amounts []int64
	Ranges  int32 // that have begun
	Open    int32 // of them, those that go on
	wholes  wholes
	ended   endedRanges
}

// Totals are counts over the whole run. Areas are in task-nanoseconds: Little's law is checked with them.
type Totals struct {
	Opened, Closed       int64 // tasks
	Submitted, Finished  int64 // requests
	Alive                int64 // tasks now
	Area, Response       int64 // ∫ alive dt · Σ of the responses of closed tasks, ns
	FirstRun, FirstRunNo int64 // waits of new tasks for their first slice: ns and count
	Runnable             int64 // Σ of finished waits in runnable queues, ns
}

// WaitAccount counts the finished waits of one type. A wait is its resource part, from suspension to the
// signal, and its signal part, from there until the task is on the CPU again.
type WaitAccount struct {
	Count            int64
	Resource, Signal sim.Time
	Max              sim.Time // longest single wait
}

// Total is resource and signal together.
func (w WaitAccount) Total() sim.Time { return w.Resource + w.Signal }

// LaneAccount is a scheduler's state and counts.
type LaneAccount struct {
	Ring      []int32  // slots of tasks; the first is on the CPU
	Start     sim.Time // when its slice began
	Next      sim.Time // when it ends; sim.Never if only another rotation ends it
	Slice     sim.Time // length of the slices after that
	Busy      sim.Time
	Idle      sim.Time // since when the lane is idle; sim.Never while it is busy
	Yields    int64    // quanta given up with work left; a task that goes on after it counts too
	Switches  int64    // changes from one task to another
	IdleTimes int64    // times that the lane became idle
	Load      int32    // tasks enqueued and not yet complete
	Pending   int32    // tasks that have no worker
	Opened    int64    // tasks ever enqueued
	mark      sim.Time // busy time is counted up to here
	last      int32    // slot that ran last
	core      int32    // 1 + its position among the ledger's cores; 0 = not told
	onCPU     bool     // the first of the ring has been dispatched
}

// TaskAccount is a live task's state and counts.
type TaskAccount struct {
	Task
	ID        TaskID
	State     State
	Why       Reason   // what it waits or waited for; NoReason before its first slice
	Since     sim.Time // of the state; of the last yield for a task in the runnable queue
	CPU       sim.Time
	Runnable  sim.Time // finished waits in the runnable queue
	Suspended sim.Time // finished waits for resources
	Pending   sim.Time
	CoStop    sim.Time // finished times in that state
	Limited   sim.Time // finished times in that state
	Shared    sim.Time // of CPU: while another lane of the core was busy too
	Yields    int64
	YieldWait sim.Time // finished waits after a yield
	resource  sim.Time // of the wait whose signal part is going on
}

// RequestAccount is a live request's state and counts; those of its finished tasks are in it.
type RequestAccount struct {
	Request
	ID        RequestID
	Live      bool
	CPU       sim.Time
	YieldWait sim.Time
	Yields    int64
	Tasks     int32 // alive
}

const maxBroken = 20

// emptied is a ledger before the first event, in the memory of this one.
func (l *Ledger) emptied() Ledger {
	return Ledger{Lanes: l.Lanes[:0], Cores: l.Cores[:0], Tasks: l.Tasks[:0], Requests: l.Requests[:0],
		freeTasks: l.freeTasks[:0], freeRequests: l.freeRequests[:0]}
}

// declare makes an instance's lanes known; it gives the number of the first.
func (l *Ledger) declare(layout Layout) (InstanceID, LaneID) {
	first := LaneID(len(l.Lanes))
	l.Instances = append(l.Instances, Instance{Layout: layout, First: first,
		Waits: make([]WaitAccount, layout.Waits), Done: map[int32]int64{},
		CPU: map[int32]sim.Time{}, Amounts: make([]int64, len(layout.Series)), wholes: newWholes(&layout),
		Core: int32(len(l.Cores))})
	l.Lanes = slices.Grow(l.Lanes, len(layout.Lanes))
	for range layout.Lanes {
		l.Lanes = append(l.Lanes, LaneAccount{last: -1, Next: sim.Never})
	}
	l.declareCores(layout, first)
	return InstanceID(len(l.Instances) - 1), first
}

// submit takes up a request and gives its slot.
func (l *Ledger) submit(r Request, id RequestID) int32 {
	l.pass(r.At)
	l.Totals.Submitted++
	slot, reused := take(&l.freeRequests, len(l.Requests))
	account := RequestAccount{Request: r, ID: id, Live: true}
	if !reused {
		l.Requests = add(l.Requests, account)
		return slot
	}
	l.Requests[slot] = account
	return slot
}

// open takes up a task and gives its slot.
func (l *Ledger) open(t Task, id TaskID, request int32) int32 {
	l.pass(t.At)
	l.Totals.Opened++
	l.Totals.Alive++
	lane := &l.Lanes[t.Lane]
	lane.Load++
	lane.Opened++
	if request >= 0 {
		l.Requests[request].Tasks++
	}
	slot, reused := take(&l.freeTasks, len(l.Tasks))
	account := TaskAccount{Task: t, ID: id, State: None, Why: NoReason, Since: t.At}
	if !reused {
		l.Tasks = add(l.Tasks, account)
		return slot
	}
	l.Tasks[slot] = account
	return slot
}

// take gives a free slot, or the one after the last.
func take(free *[]int32, next int) (slot int32, reused bool) {
	if n := len(*free); n > 0 {
		slot = (*free)[n-1]
		*free = (*free)[:n-1]
		return slot, true
	}
	return int32(next), false
}

// pass moves the clock on; the number of live tasks is integrated for Little's law. When the clock moves, an
// instant has ended.
func (l *Ledger) pass(t sim.Time) {
	if t < l.At {
		l.broken("time goes back from " + l.At.String() + " to " + t.String())
		return
	}
	if len(l.changed) > 0 && t > l.At {
		l.checkWholes()
	}
	l.Totals.Area += l.Totals.Alive * int64(t-l.At)
	l.At = t
}

func (l *Ledger) broken(what string) {
	if len(l.Broken) < maxBroken {
		l.Broken = append(l.Broken, what)
	}
}

// instance is the one that owns a lane.
func (l *Ledger) instance(lane LaneID) *Instance {
	for i := len(l.Instances) - 1; i > 0; i-- {
		if lane >= l.Instances[i].First {
			return &l.Instances[i]
		}
	}
	return &l.Instances[0]
}

// finishWait counts a wait that has ended.
func (l *Ledger) finishWait(lane LaneID, why Reason, resource, signal sim.Time) {
	in := l.instance(lane)
	if int(why) >= len(in.Waits) {
		return
	}
	w := &in.Waits[why]
	w.Count++
	w.Resource += resource
	w.Signal += signal
	w.Max = max(w.Max, resource+signal)
}
