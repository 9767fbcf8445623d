// Package linux is the run queues of a Linux host, as far as databases need them that leave scheduling to the
// operating system: a queue a CPU, where a thread wakes up, and what an idle CPU takes from the others.
//
// A queue is a ring with a slice, or first come, first served. Where and why a thread runs is decided here;
// how long a slice lasts and what a ring does between two decisions is left to package host.
package linux

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// Thread is a thread's or process's number: small, and used again after Exit.
type Thread int32

// Rules are the policy under which all threads run.
type Rules struct {
	Slice sim.Time // 0 = a thread keeps its CPU until it sleeps, as under SCHED_FIFO
	Tick  sim.Time // 0 = a slice ends to the nanosecond; else at a tick, of which it is a whole number
}

// Ender is told that a thread's work has ended. It answers with Sleep or Finish. It is called in the phase
// Complete and must not touch other threads: what follows for them belongs into Arrive of the instant.
type Ender interface{ Ended(Thread) }

// Config is what run queues are built on.
type Config struct {
	Kernel   *sim.Kernel
	Trace    trace.Recorder
	Machine  topology.Machine
	CPUs     []host.Processor // by position in Machine.CPUs
	Online   []int            // positions of the CPUs that have a run queue, by lane
	First    trace.LaneID     // of the lanes
	Instance trace.InstanceID
	Queues   func(host.Queues) host.RunQueues // leaping, or the oracle that steps
	Rules    Rules
	Ender    Ender
}

// Counts are what a thread has lived through; times are in the trace.
type Counts struct {
	Wakes      int64 // times that it got work
	Migrations int64 // of them, on another CPU than its last
	Pulls      int64 // times that an idle CPU took it
}

// Scheduler is the run queues of a host.
type Scheduler struct {
	c        Config
	queues   host.RunQueues
	cpus     []cpu
	nodes    []node
	cores    []int32 // by core: CPUs of it that are not idle
	idle     int     // CPUs with nothing to run
	waiting  int     // threads that wait for their turn
	threads  []thread
	free     []Thread
	byWorker []Thread
	vacated  []int32 // CPUs that have become idle in this instant
	timer    sim.TimerID
	scratch  []host.Worker
}

// cpu is a run queue.
type cpu struct {
	node, core int32
	at         int32 // place among the lanes of its node
	length     int32 // runnable threads, the one on the CPU included
	homes      int32 // threads that ran here last
}

// node is the CPUs of a NUMA node.
type node struct {
	lanes []int32
	near  []int32 // all nodes, itself first, by distance
	idle  int32
}

type thread struct {
	task   trace.TaskID
	worker host.Worker
	lane   int32 // of its queue, or where it ran last
	state  trace.State
	mask   Mask
	counts Counts
}

// Mask is a set of lanes on which a thread may run, a bit each; an empty one stands for all.
type Mask []uint64

// MaskOf is the set of some lanes.
func MaskOf(lanes ...int) Mask {
	m := Mask{}
	for _, lane := range lanes {
		for lane/64 >= len(m) {
			m = append(m, 0)
		}
		m[lane/64] |= 1 << (lane % 64)
	}
	return m
}

// Allows says whether a lane is in the set.
func (m Mask) Allows(lane int32) bool {
	return len(m) == 0 || int(lane/64) < len(m) && m[lane/64]>>(lane%64)&1 == 1
}

// forever is a slice that no run ends.
const forever = 48 * sim.Hour

// New makes idle run queues.
func New(c Config) *Scheduler {
	s := &Scheduler{c: c, cpus: make([]cpu, len(c.Online)), idle: len(c.Online)}
	s.build()
	rules := host.Rules{Quantum: c.Rules.Slice, Tick: c.Rules.Tick, Preempts: true}
	if rules.Quantum == 0 {
		rules.Quantum, rules.Tick = forever, 0
	}
	processors := make([]host.Processor, len(c.Online))
	for lane, at := range c.Online {
		processors[lane] = c.CPUs[at]
	}
	s.queues = c.Queues(host.Queues{Kernel: c.Kernel, Trace: c.Trace, CPUs: processors, First: c.First,
		Rules: rules, Ender: (*ender)(s)})
	s.timer = c.Kernel.NewTimer(s, 0, 0)
	return s
}

// Fork makes a thread that may run on some lanes only, where fewest others live.
// Source: a new thread goes to the idlest CPU of the machine (SD_BALANCE_FORK, kernel's sched/fair.c).
func (s *Scheduler) Fork(mask Mask) Thread {
	best := int32(-1)
	for lane := range s.cpus {
		if mask.Allows(int32(lane)) && (best < 0 || s.cpus[lane].calmer(&s.cpus[best])) {
			best = int32(lane)
		}
	}
	if best < 0 {
		panic("linux: a thread may run on no lane")
	}
	made := thread{task: trace.NoTask, worker: host.NoWorker, lane: best, state: trace.Done, mask: mask}
	s.cpus[best].homes++
	if n := len(s.free); n > 0 {
		t := s.free[n-1]
		s.free = s.free[:n-1]
		s.threads[t] = made
		return t
	}
	s.threads = append(s.threads, made)
	return Thread(len(s.threads) - 1)
}

func (c *cpu) calmer(than *cpu) bool {
	return c.length < than.length || c.length == than.length && c.homes < than.homes
}

// Exit gives a thread's number back. Its task must be finished.
func (s *Scheduler) Exit(t Thread) {
	s.cpus[s.threads[t].lane].homes--
	s.free = append(s.free, t)
}

// Start opens a task for a thread to do, on the CPU where it ran last.
func (s *Scheduler) Start(t Thread, task trace.Task) trace.TaskID {
	task.At, task.Lane = s.c.Kernel.Now(), s.c.First+trace.LaneID(s.threads[t].lane)
	id := s.c.Trace.Open(task)
	s.Assume(t, id, trace.None)
	return id
}

// Assume gives a thread a task to do that is open already and in a state.
func (s *Scheduler) Assume(t Thread, id trace.TaskID, state trace.State) {
	s.threads[t].task, s.threads[t].state = id, state
}

// Wake gives a thread work; it is runnable from now on.
func (s *Scheduler) Wake(t Thread, work host.Work) {
	th := &s.threads[t]
	th.counts.Wakes++
	if to := s.place(th); to != th.lane {
		th.counts.Migrations++
		s.rehome(th, to)
	}
	s.move(th, trace.Runnable, trace.NoReason)
	th.worker = s.queues.Enqueue(int(th.lane), host.Job{Task: th.task, Work: max(work, 1)})
	for int(th.worker) >= len(s.byWorker) {
		s.byWorker = append(s.byWorker, -1)
	}
	s.byWorker[th.worker] = t
	s.enter(th.lane)
}

// Sleep lets a thread wait for something else than a CPU: before its first work, or when its work has ended.
func (s *Scheduler) Sleep(t Thread, why trace.Reason) { s.move(&s.threads[t], trace.Suspended, why) }

// Finish ends a thread's task, wherever the thread stands.
func (s *Scheduler) Finish(t Thread, why trace.Reason) {
	th := &s.threads[t]
	if th.worker != host.NoWorker {
		s.queues.Remove(th.worker)
		th.worker = host.NoWorker
		s.leave(th.lane)
	}
	s.move(th, trace.Done, why)
}

// Length is how many threads of a lane are runnable, the one on the CPU included.
func (s *Scheduler) Length(lane int) int { return int(s.cpus[lane].length) }

// Lane is where a thread runs, waits for its turn, or ran last.
func (s *Scheduler) Lane(t Thread) int { return int(s.threads[t].lane) }

// Task is what a thread does, or did last.
func (s *Scheduler) Task(t Thread) trace.TaskID { return s.threads[t].task }

// State is what a thread's task is doing; Runnable stands for Running too.
func (s *Scheduler) State(t Thread) trace.State { return s.threads[t].state }

// Counts are those of a thread since Fork.
func (s *Scheduler) Counts(t Thread) Counts { return s.threads[t].counts }

// ender hides from others what only the queues call.
type ender Scheduler

// Ended implements host.Ender.
func (e *ender) Ended(w host.Worker, _ trace.TaskID) {
	s := (*Scheduler)(e)
	t := s.byWorker[w]
	th := &s.threads[t]
	th.worker = host.NoWorker
	s.leave(th.lane)
	s.c.Ender.Ended(t)
}

// move is the one way to change a task's state; it records.
func (s *Scheduler) move(th *thread, to trace.State, why trace.Reason) {
	s.c.Trace.Record(trace.Event{At: s.c.Kernel.Now(), Kind: trace.Transition, Thing: trace.TaskThing,
		Who: int32(th.task), Where: s.c.First + trace.LaneID(th.lane), Why: why, Instance: s.c.Instance,
		From: th.state, To: to})
	th.state = to
}

func (s *Scheduler) rehome(th *thread, to int32) {
	s.cpus[th.lane].homes--
	s.cpus[to].homes++
	th.lane = to
}

// enter counts a thread that is put into a queue.
func (s *Scheduler) enter(lane int32) {
	c := &s.cpus[lane]
	if c.length++; c.length > 1 {
		s.waiting++
		return
	}
	s.idle--
	s.nodes[c.node].idle--
	s.cores[c.core]++
}

// leave counts a thread that has left a queue. An idle CPU looks at the others at the end of the instant.
func (s *Scheduler) leave(lane int32) {
	c := &s.cpus[lane]
	if c.length--; c.length > 0 {
		s.waiting--
		return
	}
	s.idle++
	s.nodes[c.node].idle++
	s.cores[c.core]--
	s.vacated = append(s.vacated, lane)
	s.c.Kernel.Set(s.timer, s.c.Kernel.Now(), sim.Dispatch)
}
