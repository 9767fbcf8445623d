package intersystems

import (
	"schedlab/engine/host"
	"schedlab/engine/linux"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// instance is a started database.
type instance struct {
	env       system.Environment
	os        *linux.Scheduler
	id        trace.InstanceID
	first     trace.LaneID
	nodes     []linux.Mask // by node of nodesOf
	processes []process    // by workload.SessionID
	byThread  []workload.SessionID
	requests  []request
	free      []int32
	slot      []int32 // by RequestID; -1 = not here or over
	cpu, wait *sim.Stream
	each      int64 // global references of a transaction
	glorefs   int64
}

// process serves one connection.
type process struct {
	thread  linux.Thread
	timer   sim.TimerID
	current int32   // slot of the request that it serves; none = it waits for the next
	queue   []int32 // requests that came meanwhile
	gone    bool
}

// none is no request.
const none int32 = -1

// request is a transaction under way.
type request struct {
	workload.Request
	step int // that comes next
	task trace.TaskID
}

// Start implements system.System.
func (product) Start(env system.Environment, values setting.Values) system.Instance {
	s := &instance{env: env, cpu: env.Kernel.Rand("cpu of " + env.Name),
		wait: env.Kernel.Rand("waits of " + env.Name), each: values.Number(glorefsName)}
	layout, online := layoutOf(env.Name, env.Host.Machine)
	s.id, s.first = env.Trace.Declare(layout)
	at := 0
	for _, cpus := range nodesOf(env.Host.Machine) {
		var lanes []int
		for range cpus {
			lanes = append(lanes, at)
			at++
		}
		s.nodes = append(s.nodes, linux.MaskOf(lanes...))
	}
	s.os = linux.New(linux.Config{Kernel: env.Kernel, Trace: env.Trace, Machine: env.Host.Machine,
		CPUs: env.Host.CPUs, Online: online, First: s.first, Instance: s.id, Queues: env.Queues, Ender: s,
		Rules: linux.Rules{Slice: slice(values), Tick: sim.Time(values.Number(tickName)) * sim.Microsecond}})
	return s
}

// Connect implements system.Instance: a connection gets a process of its own.
func (s *instance) Connect(c workload.Connection) {
	for int(c.ID) >= len(s.processes) {
		s.processes = append(s.processes, process{current: none, gone: true, timer: sim.NoTimer})
	}
	var mask linux.Mask
	if c.Node >= 0 {
		mask = s.nodes[c.Node]
	}
	p := &s.processes[c.ID]
	*p = process{thread: s.os.Fork(mask), current: none, timer: p.timer}
	if p.timer == sim.NoTimer {
		p.timer = s.env.Kernel.NewTimer(s, 0, int32(c.ID))
	}
	for int(p.thread) >= len(s.byThread) {
		s.byThread = append(s.byThread, 0)
	}
	s.byThread[p.thread] = c.ID
}

// Disconnect implements system.Instance. A process that still works ends when it has done so.
func (s *instance) Disconnect(c workload.Connection) {
	p := &s.processes[c.ID]
	p.gone = true
	s.leave(p)
}

// leave ends a process that nobody needs any more.
func (s *instance) leave(p *process) {
	if p.gone && p.current == none && len(p.queue) == 0 {
		s.env.Kernel.Stop(p.timer)
		s.os.Exit(p.thread)
	}
}

// Perform implements system.Instance. simplified: checkpoints and backups of this product are not modelled;
// what they write is part of the time that transactions wait.
func (s *instance) Perform(workload.Action) {}

// Submit implements system.Instance.
func (s *instance) Submit(r workload.Request) {
	p := &s.processes[r.Session]
	slot := s.take()
	q := &s.requests[slot]
	*q = request{Request: r}
	for int(r.ID) >= len(s.slot) {
		s.slot = append(s.slot, none)
	}
	s.slot[r.ID] = slot
	q.task = s.env.Trace.Open(trace.Task{At: s.env.Kernel.Now(), Request: trace.RequestID(r.ID),
		Lane: s.lane(p)})
	if p.current != none {
		s.move(p, q.task, trace.None, trace.Pending)
		p.queue = append(p.queue, slot)
		return
	}
	s.serve(p, slot, trace.None)
}

func (s *instance) lane(p *process) trace.LaneID { return s.first + trace.LaneID(s.os.Lane(p.thread)) }

// take gives a free place for a request.
func (s *instance) take() int32 {
	if n := len(s.free); n > 0 {
		slot := s.free[n-1]
		s.free = s.free[:n-1]
		return slot
	}
	s.requests = append(s.requests, request{})
	return int32(len(s.requests) - 1)
}

// move records a change of a task that no thread has; the run queues record the others.
func (s *instance) move(p *process, task trace.TaskID, from, to trace.State) {
	why := processBusy
	if to == trace.Done {
		why = killed
	}
	s.env.Trace.Record(trace.Event{At: s.env.Kernel.Now(), Kind: trace.Transition, Thing: trace.TaskThing,
		Who: int32(task), Where: s.lane(p), Why: why, Instance: s.id, From: from, To: to})
}

// serve begins a request; its task is in the state.
func (s *instance) serve(p *process, slot int32, state trace.State) {
	p.current = slot
	s.os.Assume(p.thread, s.requests[slot].task, state)
	s.next(p)
}

// next goes on with the steps that come next, equal ones together. After work this is in the phase Complete,
// where no work can come: that would have been done together.
func (s *instance) next(p *process) {
	q := &s.requests[p.current]
	if q.step == len(q.Steps) {
		s.finish(p)
		return
	}
	kind, sum := q.Steps[q.step].Kind, sim.Time(0)
	for ; q.step < len(q.Steps) && q.Steps[q.step].Kind == kind; q.step++ {
		if kind == workload.Compute {
			sum += q.Steps[q.step].CPU.Draw(s.cpu)
		} else {
			sum += q.Steps[q.step].Pause.Draw(s.wait)
		}
	}
	switch {
	case kind == workload.Wait:
		s.os.Sleep(p.thread, offCPU)
		s.env.Kernel.Set(p.timer, s.env.Kernel.Now()+sum, sim.Arrive)
	case q.Endless:
		s.os.Wake(p.thread, host.Endless)
	default:
		s.os.Wake(p.thread, host.Work(sum)*host.Work(host.Full))
	}
}

// Ended implements linux.Ender.
func (s *instance) Ended(t linux.Thread) { s.next(&s.processes[s.byThread[t]]) }

// Fire implements sim.Handler: a wait is over, or a process is free for what has come meanwhile.
func (s *instance) Fire(_, session int32) {
	p := &s.processes[session]
	if p.current != none {
		s.next(p)
		return
	}
	slot := p.queue[0]
	p.queue = append(p.queue[:0], p.queue[1:]...)
	s.serve(p, slot, trace.Pending)
}

// finish ends a transaction.
func (s *instance) finish(p *process) {
	id := s.requests[p.current].ID
	s.os.Finish(p.thread, trace.NoReason)
	s.tell(s.each)
	s.forget(p.current)
	s.idle(p)
	s.env.Finished(id)
}

// tell counts global references.
func (s *instance) tell(more int64) {
	if more == 0 {
		return
	}
	s.glorefs += more
	s.env.Trace.Record(trace.Event{At: s.env.Kernel.Now(), Kind: trace.Counter, Thing: trace.SeriesThing,
		Where: trace.NoLane, Why: trace.NoReason, Instance: s.id, Value: s.glorefs})
}

// forget ends a request and gives its place back.
func (s *instance) forget(slot int32) {
	id := s.requests[slot].ID
	s.env.Trace.Record(trace.Event{At: s.env.Kernel.Now(), Kind: trace.Transition,
		Thing: trace.RequestThing, Who: int32(id), Where: trace.NoLane, Why: trace.NoReason,
		Instance: s.id, From: trace.Running, To: trace.Done})
	s.slot[id] = none
	s.free = append(s.free, slot)
}

// idle lets a process take what waits for it, in Arrive of the instant.
func (s *instance) idle(p *process) {
	p.current = none
	s.env.Kernel.Stop(p.timer)
	if len(p.queue) > 0 {
		s.env.Kernel.Set(p.timer, s.env.Kernel.Now(), sim.Arrive)
		return
	}
	s.leave(p)
}

// Cancel implements system.Instance. simplified: a transaction ends at once; nothing is rolled back.
func (s *instance) Cancel(id workload.RequestID) {
	slot := s.slot[id]
	if slot == none {
		return
	}
	p := &s.processes[s.requests[slot].Session]
	if slot == p.current {
		s.os.Finish(p.thread, killed)
		s.forget(slot)
		s.idle(p)
		return
	}
	for i, waits := range p.queue {
		if waits == slot {
			p.queue = append(p.queue[:i], p.queue[i+1:]...)
			break
		}
	}
	s.move(p, s.requests[slot].task, trace.Pending, trace.Done)
	s.forget(slot)
	if p.current == none && len(p.queue) == 0 {
		s.idle(p) // it was about to take this one
	}
}
