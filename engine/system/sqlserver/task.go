package sqlserver

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// task is a unit of work given to a scheduler: execution context 0 of a request, or a parallel worker's. A
// worker thread is bound to it from its first to its last moment.
type task struct {
	id      trace.TaskID
	request int32 // slot
	next    int32 // of the request's live tasks, or of the free ones; -1 = last
	prev    int32
	lane    int32
	context int32
	branch  int16
	state   trace.State
	part    part
	worker  host.Worker
	timer   sim.TimerID // for waits that time ends
	burst   host.Work   // CPU between two reads
	reads   int64       // page reads still to come
	turn    sim.Time
}

// part is what a task is doing, so that its end can be told what comes next.
type part uint8

const (
	starting  part = iota // execution context 0, before the plan runs
	computing             // its share of the plan
	closing               // the last moment after the others have ended
	logging               // waits for the log
)

// closingCPU is what a task still does when the last of a parallel plan has ended.
// assumed: small against every figure shown; it only orders the ends.
const closingCPU = 1 * sim.Microsecond

// tasks are the live tasks by slot.
type tasks struct {
	all  []task
	free int32 // first free slot + 1; 0 = none
}

func (t *tasks) take() int32 {
	if t.free > 0 {
		slot := t.free - 1
		t.free = t.all[slot].next
		return slot
	}
	t.all = append(t.all, task{timer: sim.NoTimer})
	return int32(len(t.all) - 1)
}

// open makes a task of a request on a lane and starts it, or lets it wait for a worker.
func (s *instance) open(request int32, lane int32, t task) int32 {
	slot := s.tasks.take()
	timer := s.tasks.all[slot].timer
	if timer == sim.NoTimer {
		timer = s.env.Kernel.NewTimer(s, taskTimer, slot)
	}
	r := &s.requests.all[request]
	t.timer, t.request, t.lane, t.worker, t.state = timer, request, lane, host.NoWorker, trace.None
	t.next, t.prev = r.tasks, -1
	if r.tasks >= 0 {
		s.tasks.all[r.tasks].prev = slot
	}
	r.tasks = slot
	r.alive++
	t.id = s.env.Trace.Open(trace.Task{At: s.env.Kernel.Now(), Request: trace.RequestID(r.ID),
		Lane: s.first + trace.LaneID(lane), Context: t.context, Branch: t.branch})
	s.tasks.all[slot] = t
	l := &s.lanes[lane]
	l.load++
	if l.workers >= s.perLane {
		l.pending = append(l.pending, slot)
		s.move(slot, trace.Pending, threadPool)
		return slot
	}
	l.workers++
	s.enqueue(slot)
	return slot
}

// move is the one way to change a task's state; it records.
func (s *instance) move(slot int32, to trace.State, why trace.Reason) {
	t := &s.tasks.all[slot]
	s.env.Trace.Record(trace.Event{At: s.env.Kernel.Now(), Kind: trace.Transition, Thing: trace.TaskThing,
		Who: int32(t.id), Where: s.first + trace.LaneID(t.lane), Why: why, Instance: s.id,
		From: t.state,
		To:   to})
	t.state = to
}

// enqueue makes a task runnable with its next burst of CPU.
func (s *instance) enqueue(slot int32) {
	s.move(slot, trace.Runnable, trace.NoReason)
	t := &s.tasks.all[slot]
	t.worker = s.queues.Enqueue(int(t.lane), host.Job{Task: t.id, Work: max(t.burst, 1), Turn: t.turn})
	s.mapWorker(t.worker, slot)
}

// mapWorker remembers whose worker it is.
func (s *instance) mapWorker(w host.Worker, slot int32) {
	for int(w) >= len(s.byWorker) {
		s.byWorker = append(s.byWorker, -1)
	}
	s.byWorker[w] = slot
}

// suspend takes a task that has just left the CPU into a wait.
func (s *instance) suspend(slot int32, why trace.Reason) {
	s.tasks.all[slot].worker = host.NoWorker
	s.move(slot, trace.Suspended, why)
}

// sleep is suspend with an end that the time tells.
func (s *instance) sleep(slot int32, why trace.Reason, until sim.Time) {
	s.suspend(slot, why)
	s.env.Kernel.Set(s.tasks.all[slot].timer, until, sim.Arrive)
}

// end completes a task, wherever it stands; its worker serves the next pending task of the scheduler.
func (s *instance) end(slot int32, why trace.Reason) {
	t := &s.tasks.all[slot]
	wasPending := t.state == trace.Pending
	s.env.Kernel.Stop(t.timer)
	s.move(slot, trace.Done, why)
	l := &s.lanes[t.lane]
	l.load--
	s.forget(slot)
	if wasPending {
		return
	}
	l.workers--
	if len(l.pending) > 0 {
		next := l.pending[0]
		l.pending = append(l.pending[:0], l.pending[1:]...)
		l.workers++
		s.enqueue(next)
	}
}

// forget takes an ended task off its request and frees its slot.
func (s *instance) forget(slot int32) {
	t := &s.tasks.all[slot]
	q := &s.requests.all[t.request]
	q.alive--
	if t.prev >= 0 {
		s.tasks.all[t.prev].next = t.next
	} else {
		q.tasks = t.next
	}
	if t.next >= 0 {
		s.tasks.all[t.next].prev = t.prev
	}
	t.next = s.tasks.free
	s.tasks.free = slot + 1
}

// abandon kills a task.
func (s *instance) abandon(slot int32) {
	t := &s.tasks.all[slot]
	switch t.state {
	case trace.Suspended:
		if t.part == logging {
			s.storage.writers.withdraw(slot)
		}
	case trace.Runnable:
		s.queues.Remove(t.worker)
	case trace.Pending:
		l := &s.lanes[t.lane]
		for i, p := range l.pending {
			if p == slot {
				l.pending = append(l.pending[:i], l.pending[i+1:]...)
				break
			}
		}
	}
	s.end(slot, killed)
}
