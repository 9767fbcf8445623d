// Package host is what consumes simulated time: processors shared by workers in rotations, disks.
package host

import (
	"fmt"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Worker is a worker's place in RunQueues: a small number that is used again after the worker has left.
type Worker int32

// NoWorker is no worker.
const NoWorker Worker = -1

// RunQueues share each of a set of processors among workers: first come, first served, a quantum each turn.
// A worker that used its quantum and has work left goes to the tail of its queue. Everything that happens
// to a queue from outside happens in the phase Arrive or Dispatch; the end of a worker's work comes in
// Complete.
type RunQueues interface {
	// Enqueue puts a task with work at the tail of a lane's queue; it starts at once on an idle lane.
	Enqueue(lane int, job Job) Worker
	// Remove takes a worker off its lane, wherever it stands; the work left is lost.
	Remove(w Worker)
	// Move takes a worker that waits for its turn to the tail of another lane's queue, with the work that it
	// has left; it starts at once on an idle lane. It panics if the worker is on the CPU.
	Move(w Worker, lane int)
	// Lane is where the worker is.
	Lane(w Worker) int
	// Waiting adds the workers of a lane that wait for their turn to the list, in the order of their turns.
	Waiting(lane int, into []Worker) []Worker
}

// Job is what a worker is to do.
type Job struct {
	Task trace.TaskID
	Work Work
	// Turn is the CPU time after which the worker yields by itself; 0 or the quantum and more: it uses
	// whole quanta.
	Turn sim.Time
}

// Ender is told when a worker's work has ended. The worker has left its lane by then. It is called in the
// phase Complete and must not touch other lanes: what follows for them belongs into Arrive of the instant.
type Ender interface {
	Ended(w Worker, task trace.TaskID)
}

// Extender is asked, before a worker whose work has ended leaves its lane, how much more it has to do: 0 lets
// it go. A worker that goes on keeps the CPU for the rest of its quantum, and nothing is recorded. It is
// called in the phase Complete and must not touch any lane.
type Extender interface {
	Extend(w Worker, task trace.TaskID) Work
}

// Rules are the constants of a set of run queues.
type Rules struct {
	Quantum sim.Time
	Switch  sim.Time // cost of putting another worker on the CPU: the lane is busy, no work is done
	// Reclaim is the share of an unused quantum, in permille, that a worker which yields early may claim by
	// taking repeated turns before the others: 0 is plain first come, first served.
	Reclaim int64
	// Tick, if it is not 0, is the period of a timer from the start of the run, at whose ticks alone slices
	// end: one that begins between two ticks is shorter than the quantum by the time since the first of them.
	// The quantum is then a whole number of ticks, and no worker yields by itself.
	// Source: the kernel's sched/rt.c, task_tick_rt, counts a slice in ticks; measured in
	// real-kernel-ticks-cut-bursts.txt.
	// simplified: a switch then costs nothing, which leaves about 8 µs of a slice of 4 ms out.
	Tick sim.Time
	// Preempts says that a worker alone on its lane goes on at the end of its quantum as if nothing had been:
	// the queue takes the CPU away only where somebody waits for it. Otherwise it yields, to itself.
	Preempts bool
}

// settled are the rules without what does not count where slices end at ticks.
func (r Rules) settled() Rules {
	if r.Tick == 0 {
		return r
	}
	if r.Tick < 0 || r.Quantum%r.Tick != 0 {
		panic("host: a quantum of " + r.Quantum.String() + " with ticks of " + r.Tick.String())
	}
	r.Switch, r.Reclaim = 0, 0
	return r
}

// turn is the CPU time after which a worker yields that would do so by itself after a turn.
func (r *Rules) turn(own sim.Time) sim.Time {
	if own > 0 && own < r.Quantum && r.Tick == 0 {
		return own
	}
	return r.Quantum
}

// ticks is when a slice that begins at an instant ends by the ticks.
func (r *Rules) ticks(begins sim.Time) sim.Time { return begins - begins%r.Tick + r.Quantum }

func refuseMove(w Worker, lane int) {
	panic(fmt.Sprintf("host: worker %d of lane %d is moved while it is on the CPU", w, lane))
}

// Queues is what a set of run queues is built on.
type Queues struct {
	Kernel *sim.Kernel
	Trace  trace.Recorder
	Rules  Rules
	CPUs   []Processor  // one a lane
	First  trace.LaneID // number of the first lane in the trace
	Ender  Ender
	More   Extender // nil = all work is known when it is enqueued
}
