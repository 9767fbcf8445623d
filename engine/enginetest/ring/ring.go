// Package ring is the smallest system that there can be, for tests and benchmarks: run queues of plain
// first come, first served with a quantum of 4 ms, and nothing around them. It runs the workloads R, R2,
// R2H, R3, R4 and RL, whose totals seven other simulators have computed.
package ring

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// Quantum of the workloads.
const Quantum = 4 * sim.Millisecond

// Run is a workload under way.
type Run struct {
	Workload Workload
	Kernel   *sim.Kernel
	Log      *trace.Log
	queues   host.RunQueues
	first    trace.LaneID
	node     int // whose turn it is
	clients  []client
	arrived  int
	arrival  sim.TimerID
	owner    []int32 // of each task: a client, or nobody
}

// client is where a client stands.
type client struct {
	timer sim.TimerID
	query int
	open  int // workers that have not ended
}

const nobody = -1

// What timers stand for.
const (
	clientTimer int32 = iota
	arrivalTimer
)

// New starts a workload that an empty log records; a plain run makes every quantum an event.
func New(w Workload, log *trace.Log, plain bool) *Run {
	r := &Run{Workload: w, Kernel: sim.NewKernel(1), Log: log}
	lanes := w.Nodes * w.PerNode
	layout := trace.Layout{Name: w.Name, Waits: 1, Causes: []string{"YIELD"}, Yield: 0,
		Lanes: make([]trace.Lane, lanes)}
	for i := range layout.Lanes {
		layout.Lanes[i] = trace.Lane{Number: int32(i), CPU: i}
	}
	_, r.first = r.Log.Declare(layout)
	m := topology.Shape{Packages: 1, NodesPerPackage: 1, CoresPerNode: lanes, ThreadsPerCore: 1}.Machine()
	q := host.Queues{Kernel: r.Kernel, Trace: r.Log, Rules: host.Rules{Quantum: Quantum},
		CPUs: host.Bare(m, host.Full), First: r.first, Ender: r}
	if plain {
		r.queues = host.NewSteps(q)
	} else {
		r.queues = host.NewRotations(q)
	}
	for i, c := range w.Clients {
		r.clients = append(r.clients, client{timer: r.Kernel.NewTimer(r, clientTimer, int32(i))})
		r.Kernel.Set(r.clients[i].timer, c.Start, sim.Arrive)
	}
	r.arrival = r.Kernel.NewTimer(r, arrivalTimer, 0)
	if len(w.Arrivals) > 0 {
		r.Kernel.Set(r.arrival, w.Arrivals[0].At, sim.Arrive)
	}
	return r
}

// Finish runs to the end.
func (r *Run) Finish() *Run {
	const step = 2000
	for done := false; !done; {
		_, done = r.Kernel.Step(step, r.Workload.Until)
	}
	r.Log.Close(r.Workload.Until)
	return r
}

// Fire implements sim.Handler.
func (r *Run) Fire(what, whom int32) {
	if what == arrivalTimer {
		r.arrive()
		return
	}
	c := &r.clients[whom]
	q := r.Workload.Clients[whom].Queries[c.query]
	from := r.node * r.Workload.PerNode
	r.node = (r.node + 1) % r.Workload.Nodes
	c.open = q.Workers
	for i := range q.Workers {
		r.enqueue(from+i%r.Workload.PerNode, q.CPU, whom)
	}
}

// arrive takes in everything that comes now.
func (r *Run) arrive() {
	all, now := r.Workload.Arrivals, r.Kernel.Now()
	for r.arrived < len(all) && all[r.arrived].At == now {
		a := &all[r.arrived]
		r.arrived++
		r.enqueue(int(a.Lane), a.CPU, nobody)
	}
	if r.arrived < len(all) {
		r.Kernel.Set(r.arrival, all[r.arrived].At, sim.Arrive)
	}
}

func (r *Run) enqueue(lane int, cpu sim.Time, owner int32) {
	now, where := r.Kernel.Now(), r.first+trace.LaneID(lane)
	id := r.Log.Open(trace.Task{At: now, Request: trace.NoRequest, Lane: where})
	r.owner = append(r.owner, owner)
	r.Log.Record(trace.Event{At: now, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
		Where: where, Why: trace.NoReason, From: trace.None, To: trace.Runnable})
	work := host.Endless
	if cpu != Endless {
		work = host.Work(cpu) * host.Work(host.Full)
	}
	r.queues.Enqueue(lane, host.Job{Task: id, Work: work})
}

// Ended implements host.Ender.
func (r *Run) Ended(_ host.Worker, task trace.TaskID) {
	r.Log.Record(trace.Event{At: r.Kernel.Now(), Kind: trace.Transition, Thing: trace.TaskThing,
		Who: int32(task), Where: r.Log.Tasks[task].Lane, Why: trace.NoReason, From: trace.Running,
		To: trace.Done})
	owner := r.owner[task]
	if owner == nobody {
		return
	}
	c := &r.clients[owner]
	if c.open--; c.open > 0 {
		return
	}
	if c.query++; c.query < len(r.Workload.Clients[owner].Queries) {
		r.Kernel.Set(c.timer, r.Kernel.Now(), sim.Arrive)
	}
}

// Totals are what a finished run came to.
func (r *Run) Totals() Totals {
	l := &r.Log.Ledger
	t := Totals{Done: l.Totals.Closed, FirstRun: sim.Time(l.Totals.FirstRun),
		YieldWait: l.Instances[0].Waits[0].Signal, Slices: l.Totals.Closed}
	for i := range l.Lanes {
		t.CPU += l.Lanes[i].Busy
		t.Slices += l.Lanes[i].Yields
		if len(l.Lanes[i].Ring) > 0 {
			t.Slices++ // the one that the end cuts
		}
	}
	for i := range l.Tasks {
		task := &l.Tasks[i]
		switch {
		case task.State != trace.Runnable:
		case task.Why == trace.NoReason:
			t.FirstRun += l.At - task.Since
		default:
			t.YieldWait += l.At - task.Since
		}
	}
	return t
}
