// Package host is what consumes simulated time: processors shared by workers in rotations, disks.
package host

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Worker is a worker's place in RunQueues: a small number that is used again after the worker has left.
type Worker int32

// NoWorker is no worker.
const NoWorker Worker = -1

// RunQueues share each of a set of processors among workers: first come, first served, a quantum each turn.
// A worker that used its quantum and has work left goes to the tail of its queue. Everything that happens
// to a queue from outside happens in the phase Arrive; the end of a worker's work comes in Complete.
type RunQueues interface {
	// Enqueue puts a task with work at the tail of a lane's queue; it starts at once on an idle lane.
	Enqueue(lane int, job Job) Worker
	// Remove takes a worker off its lane, wherever it stands; the work left is lost.
	Remove(w Worker)
	// Lane is where the worker is.
	Lane(w Worker) int
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
