package sqlserver

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// request is a request under way.
type request struct {
	workload.Request
	pool     *pool
	step     int
	tasks    int32 // first of its live tasks; -1 = none
	alive    int32
	main     int32 // slot of execution context 0
	dop      int
	reserved int
	running  []int32 // by branch: workers that still compute
	timer    sim.TimerID
	spawn    bool // at the timer: place the workers
	next     int32
}

type requests struct {
	all  []request
	free int32
	slot []int32 // by RequestID; -1 = not here or over
}

// What timers of an instance stand for.
const (
	taskTimer int32 = iota
	requestTimer
	sampleTimer
)

// enter remembers the slot of a request.
func (q *requests) enter(id workload.RequestID, slot int32) {
	for int(id) >= len(q.slot) {
		q.slot = append(q.slot, -1)
	}
	q.slot[id] = slot
}

func (s *instance) takeRequest() int32 {
	q := &s.requests
	if q.free > 0 {
		slot := q.free - 1
		q.free = q.all[slot].next
		return slot
	}
	slot := int32(len(q.all))
	q.all = append(q.all, request{timer: s.env.Kernel.NewTimer(s, requestTimer, slot)})
	return slot
}

// Submit implements system.Instance.
func (s *instance) Submit(r workload.Request) {
	slot := s.takeRequest()
	q := &s.requests.all[slot]
	c := &s.sessions[r.Session]
	*q = request{Request: r, pool: c.pool, tasks: -1, timer: q.timer, running: q.running[:0]}
	s.requests.enter(r.ID, slot)
	s.reserved++
	t := task{part: starting, turn: r.Steps[0].Turn}
	step := &r.Steps[0]
	if s.parallel(q) {
		t.burst = workOf(max(step.Coordinator, sim.Nanosecond))
	} else {
		s.serial(&t, r)
	}
	main := s.open(slot, s.laneFor(c), t)
	s.requests.all[slot].main = main
}

// parallel decides at compile time whether the plan is parallel, and how wide at most.
func (s *instance) parallel(q *request) bool {
	q.dop = s.chain(q)
	return q.dop > 1 && q.Cost >= s.threshold
}

// chain is the degree of parallelism that hint, Resource Governor and server allow together: a hint goes
// before the server's setting, the pool's limit before both; 0 stands for all schedulers up to 64. Source:
// sql-docs, configure-the-max-degree-of-parallelism, and CREATE WORKLOAD GROUP.
func (s *instance) chain(q *request) int {
	dop := s.maxDOP
	if q.DOP > 0 {
		dop = q.DOP
	}
	if dop == 0 {
		dop = maxAutoDOP
	}
	if limit := q.pool.maxDOP; limit > 0 {
		dop = min(dop, limit)
	}
	return min(dop, len(q.pool.order))
}

// maxAutoDOP is what max degree of parallelism 0 means at most. Source: sql-docs; 64 of 80 CPUs were seen
// used.
const maxAutoDOP = 64

// serial prepares execution context 0 to do the whole plan by itself.
func (s *instance) serial(t *task, r workload.Request) {
	step := &r.Steps[0]
	t.part = computing
	s.share(t, step, r.Endless, s.scaled(r, 1, step.CPU.Draw(s.cpu)))
	if !r.Endless {
		t.burst += workOf(step.Coordinator) / host.Work(t.reads+1)
	}
}

// scaled is the CPU time of one of dop workers: the class states it for the degree that the query asks for,
// and fewer workers have the same rows to work through.
func (s *instance) scaled(r workload.Request, dop int, cpu sim.Time) sim.Time {
	if r.DOP > dop {
		return cpu * sim.Time(r.DOP) / sim.Time(dop)
	}
	return cpu
}

// share gives a task its CPU time, cut into equal bursts with a page read between them.
func (s *instance) share(t *task, step *workload.Step, endless bool, cpu sim.Time) {
	t.turn = step.Turn
	if endless {
		t.burst = host.Endless
		return
	}
	t.reads = step.Reads
	t.burst = workOf(cpu) / host.Work(step.Reads+1)
}

func workOf(cpu sim.Time) host.Work { return host.Work(cpu) * host.Work(host.Full) }

// Ended implements host.Ender: a task has used up its burst.
func (s *instance) Ended(w host.Worker, _ trace.TaskID) {
	slot := s.byWorker[w]
	t := &s.tasks.all[slot]
	switch {
	case t.request == noRequest:
		s.storage.left(t.context, slot)
	case t.part == starting:
		s.suspend(slot, s.consumer)
		q := &s.requests.all[t.request]
		q.spawn = true
		s.env.Kernel.Set(q.timer, s.env.Kernel.Now(), sim.Arrive)
	case t.reads > 0:
		t.reads--
		s.sleep(slot, pageIOLatch, s.storage.read(t.lane))
	case t.context > 0 && t.part == computing:
		s.computed(slot)
	case t.context > 0:
		request := t.request
		s.end(slot, trace.NoReason)
		s.workerGone(request)
	default:
		s.nextStep(slot)
	}
}

// computed lets a parallel worker that has done its share wait for the others of its branch; the last one
// wakes them.
func (s *instance) computed(slot int32) {
	t := &s.tasks.all[slot]
	q := &s.requests.all[t.request]
	q.running[t.branch]--
	if q.running[t.branch] > 0 {
		s.suspend(slot, cxPacket)
		return
	}
	request := t.request
	s.end(slot, trace.NoReason)
	if s.requests.all[request].alive > 1 {
		s.env.Kernel.Set(s.requests.all[request].timer, s.env.Kernel.Now(), sim.Arrive)
		return
	}
	s.workerGone(request)
}

// workerGone wakes the coordinator when the last worker has ended.
func (s *instance) workerGone(request int32) {
	q := &s.requests.all[request]
	if q.alive == 1 {
		s.env.Kernel.Set(q.timer, s.env.Kernel.Now(), sim.Arrive)
	}
}

// Fire implements sim.Handler.
func (s *instance) Fire(what, whom int32) {
	switch what {
	case requestTimer:
		s.proceed(whom)
		return
	case sampleTimer:
		s.storage.counters.fire(s.storage)
		return
	}
	t := &s.tasks.all[whom]
	if t.request == noRequest {
		s.storage.wake(t.context)
		return
	}
	s.enqueue(whom)
}

// proceed does what the end of a task means for other schedulers. It comes after everything that ends at the
// instant: tasks are placed, waiting workers and the coordinator are signalled.
func (s *instance) proceed(slot int32) {
	q := &s.requests.all[slot]
	if q.spawn {
		q.spawn = false
		s.spawn(slot)
		return
	}
	if q.alive == 1 {
		t := &s.tasks.all[q.main]
		t.part, t.burst = closing, workOf(closingCPU)
		s.enqueue(q.main)
		return
	}
	for at := q.tasks; at >= 0; at = s.tasks.all[at].next {
		t := &s.tasks.all[at]
		if t.context > 0 && t.state == trace.Suspended && t.part == computing && t.reads == 0 &&
			q.running[t.branch] == 0 {
			t.part, t.burst = closing, workOf(closingCPU)
			s.enqueue(at)
		}
	}
}

// nextStep goes on with execution context 0 when a step is done.
func (s *instance) nextStep(slot int32) {
	t := &s.tasks.all[slot]
	q := &s.requests.all[t.request]
	q.step++
	if q.step < len(q.Steps) && q.Steps[q.step].Kind == workload.Commit {
		t.part, t.turn, t.burst = logging, 0, workOf(closingCPU)
		s.commit(slot, &q.Steps[q.step])
		return
	}
	request := t.request
	s.end(slot, trace.NoReason)
	s.finish(request)
	s.env.Finished(s.requests.all[request].ID)
}

// commit makes the changes of a request and lets it wait until their log is written.
func (s *instance) commit(slot int32, step *workload.Step) {
	t := &s.tasks.all[slot]
	st := s.storage
	db := st.databaseOf(s.requests.all[t.request].Database)
	t.burst += workOf(st.recovery.spins(st, db, t.lane))
	st.change(db, t.lane, step)
	s.suspend(slot, writeLog)
	st.writers.append(st, db, slot, int64(step.Log))
}

// finish gives a request's slot and workers back.
func (s *instance) finish(slot int32) {
	q := &s.requests.all[slot]
	s.env.Trace.Record(trace.Event{At: s.env.Kernel.Now(), Kind: trace.Transition,
		Thing: trace.RequestThing,
		Who:   int32(q.ID), Where: trace.NoLane, Why: trace.NoReason, Instance: s.id, From: trace.Running,
		To: trace.Done})
	s.env.Kernel.Stop(q.timer)
	s.reserved -= 1 + q.reserved
	s.requests.slot[q.ID] = -1
	q.next = s.requests.free
	s.requests.free = slot + 1
}

// Cancel implements system.Instance. simplified: the request ends at once; nothing is rolled back.
func (s *instance) Cancel(id workload.RequestID) {
	slot := s.requests.slot[id]
	if slot < 0 {
		return
	}
	for s.requests.all[slot].tasks >= 0 {
		s.abandon(s.requests.all[slot].tasks)
	}
	s.finish(slot)
}

var _ system.Instance = (*instance)(nil)
