package sqlserver

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// background is a worker of the server itself: it runs on a scheduler, takes CPU and competes with queries.
// It sleeps in a wait of its own while it has nothing to do.
type background struct {
	slot int32 // of its task
	role trace.Reason
	idle trace.Reason
}

// wakeCPU is what a background worker computes when it is woken, before it knows what there is to do.
// assumed: small against everything that it then does.
const wakeCPU = 5 * sim.Microsecond

// noRequest is in the place of a request for the tasks of background workers.
const noRequest = -1

// work makes a background worker on the least loaded of some lanes; it sleeps at once.
// assumed: the product does not document on which scheduler they are.
func (st *storage) work(role, idle trace.Reason, lanes []int32) int32 {
	s := st.instance
	at := int32(len(st.workers))
	slot := s.openBackground(role, s.least(lanes), at)
	st.workers = append(st.workers, background{slot: slot, role: role, idle: idle})
	s.move(slot, trace.Runnable, trace.NoReason)
	s.tasks.all[slot].worker = host.NoWorker
	s.move(slot, trace.Suspended, idle)
	return at
}

// openBackground makes a task of the server's own on a lane. Its worker is not one of those that requests
// share.
func (s *instance) openBackground(role trace.Reason, lane, worker int32) int32 {
	slot := s.tasks.take()
	timer := s.tasks.all[slot].timer
	if timer == sim.NoTimer {
		timer = s.env.Kernel.NewTimer(s, taskTimer, slot)
	}
	id := s.env.Trace.Open(trace.Task{At: s.env.Kernel.Now(), Request: trace.NoRequest,
		Lane: s.first + trace.LaneID(lane), Role: role})
	s.tasks.all[slot] = task{id: id, request: noRequest, next: -1, prev: -1, lane: lane, context: worker,
		state: trace.None, worker: host.NoWorker, timer: timer}
	if int(lane) < len(s.lanes) {
		s.lanes[lane].load++
	}
	return slot
}

// closeWorker ends such a task.
func (s *instance) closeWorker(slot int32) {
	t := &s.tasks.all[slot]
	s.env.Kernel.Stop(t.timer)
	s.move(slot, trace.Done, trace.NoReason)
	s.lanes[t.lane].load--
	t.next = s.tasks.free
	s.tasks.free = slot + 1
}

// call wakes a sleeping background worker, after everything that ends in this instant.
func (st *storage) call(worker int32) {
	st.instance.env.Kernel.Set(st.instance.tasks.all[st.workers[worker].slot].timer, st.now(), sim.Arrive)
}

// compute puts a background worker on its scheduler with some work.
func (st *storage) compute(worker int32, work host.Work) {
	slot := st.workers[worker].slot
	st.instance.tasks.all[slot].burst = max(work, 1)
	st.instance.enqueue(slot)
}

// sleep takes a background worker that has just left the CPU into a wait until a time.
func (st *storage) sleep(worker int32, why trace.Reason, until sim.Time) {
	st.instance.sleep(st.workers[worker].slot, why, max(until, st.now()))
}

// rest takes it into its idle wait, until it is called.
func (st *storage) rest(worker int32) {
	w := &st.workers[worker]
	st.instance.suspend(w.slot, w.idle)
}

// Extend implements host.Extender: a background worker that goes on without a pause keeps the CPU.
func (s *instance) Extend(w host.Worker, _ trace.TaskID) host.Work {
	t := &s.tasks.all[s.byWorker[w]]
	if t.request != noRequest {
		return 0
	}
	return s.storage.extend(t.context)
}

// extend tells a worker's burst from which its next follows at once; 0 = it leaves the CPU.
func (st *storage) extend(worker int32) host.Work {
	switch {
	case worker == scanHelper:
		return 0
	case st.workers[worker].role == roleCheckpoint:
		return st.check.goOn(st)
	case st.workers[worker].role == roleRecovery:
		return st.recovery.goOn(st)
	}
	return st.lazy[st.lazyOf(worker)].goOn(st)
}

// left is told that a background worker has left the CPU.
func (st *storage) left(worker, slot int32) {
	switch {
	case worker == scanHelper:
		st.check.helped(st, slot)
	case st.workers[worker].role == roleCheckpoint:
		st.check.pause(st)
	case st.workers[worker].role == roleRecovery:
		st.recovery.pause(st)
	default:
		st.lazy[st.lazyOf(worker)].pause(st)
	}
}

// wake is told that what a background worker waited for has come.
func (st *storage) wake(worker int32) {
	switch st.workers[worker].role {
	case roleCheckpoint:
		st.check.wake(st)
	case roleRecovery:
		st.recovery.wake(st)
	case roleLog:
		st.writers.wake(worker)
	default:
		st.lazy[st.lazyOf(worker)].wake(st)
	}
}

func (st *storage) lazyOf(worker int32) int {
	for i := range st.lazy {
		if st.lazy[i].worker == worker {
			return i
		}
	}
	panic("sqlserver: a background worker of no kind")
}
