package host_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// bareRing is the smallest system that there can be: clients run queries of parallel workers, one worker a
// scheduler of the next node, and tasks arrive at schedulers. It is the model of the reference workloads, whose
// totals were computed by seven other simulators.
type bareRing struct {
	kernel  *sim.Kernel
	log     *trace.Log
	queues  host.RunQueues
	nodes   int
	perNode int
	cursor  int
	clients []ringClient
	arrive  []ringArrival
	next    int
	timer   sim.TimerID
	of      map[trace.TaskID]int // client of a task
	first   trace.LaneID
}

type ringClient struct {
	start   sim.Time
	queries []ringQuery
	at      int
	open    int
	timer   sim.TimerID
}

type ringQuery struct {
	dop int
	cpu sim.Time
}

type ringArrival struct {
	at   sim.Time
	lane int
	cpu  sim.Time
}

const endless = sim.Time(math.MaxInt64)

func work(cpu sim.Time) host.Work {
	if cpu == endless {
		return host.Endless
	}
	return host.Work(cpu) * host.Work(host.Full)
}

func (b *bareRing) Ended(_ host.Worker, task trace.TaskID) {
	b.log.Record(trace.Event{At: b.kernel.Now(), Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(task),
		Where: b.log.Tasks[task].Lane, Why: trace.NoReason, From: trace.Running, To: trace.Done})
	c, ok := b.of[task]
	if !ok {
		return
	}
	delete(b.of, task)
	client := &b.clients[c]
	client.open--
	if client.open > 0 {
		return
	}
	client.at++
	if client.at < len(client.queries) {
		b.kernel.Set(client.timer, b.kernel.Now(), sim.Arrive)
	}
}

func (b *bareRing) Fire(what, whom int32) {
	if what == 1 {
		for b.next < len(b.arrive) && b.arrive[b.next].at == b.kernel.Now() {
			a := b.arrive[b.next]
			b.next++
			b.place(a.lane, a.cpu)
		}
		if b.next < len(b.arrive) {
			b.kernel.Set(b.timer, b.arrive[b.next].at, sim.Arrive)
		}
		return
	}
	c := &b.clients[whom]
	q := c.queries[c.at]
	node := b.cursor
	b.cursor = (b.cursor + 1) % b.nodes
	c.open = q.dop
	for i := range q.dop {
		b.of[b.place(node*b.perNode+i%b.perNode, q.cpu)] = int(whom)
	}
}

func (b *bareRing) place(lane int, cpu sim.Time) trace.TaskID {
	id := b.log.Open(trace.Task{At: b.kernel.Now(), Request: trace.NoRequest, Lane: b.first + trace.LaneID(lane)})
	b.log.Record(trace.Event{At: b.kernel.Now(), Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
		Where: b.first + trace.LaneID(lane), Why: trace.NoReason, From: trace.None, To: trace.Runnable})
	b.queues.Enqueue(lane, host.Job{Task: id, Work: work(cpu)})
	return id
}

func newRing(nodes, perNode int, plain bool) *bareRing {
	b := &bareRing{kernel: sim.NewKernel(1), log: &trace.Log{}, nodes: nodes, perNode: perNode,
		of: map[trace.TaskID]int{}}
	m := topology.Shape{Packages: nodes, NodesPerPackage: 1, CoresPerNode: perNode, ThreadsPerCore: 1}.Machine()
	layout := trace.Layout{Waits: 1, Causes: []string{"YIELD"}, Yield: 0}
	for i := range nodes * perNode {
		layout.Lanes = append(layout.Lanes, trace.Lane{Number: int32(i), CPU: i})
	}
	_, b.first = b.log.Declare(layout)
	q := host.Queues{Kernel: b.kernel, Trace: b.log, Rules: host.Rules{Quantum: 4 * sim.Millisecond},
		CPUs: host.Bare(m, host.Full), First: b.first, Ender: b}
	if plain {
		b.queues = host.NewSteps(q)
	} else {
		b.queues = host.NewRotations(q)
	}
	return b
}

func (b *bareRing) run(until sim.Time) *trace.Ledger {
	for i := range b.clients {
		b.clients[i].timer = b.kernel.NewTimer(b, 0, int32(i))
		b.kernel.Set(b.clients[i].timer, b.clients[i].start, sim.Arrive)
	}
	b.timer = b.kernel.NewTimer(b, 1, 0)
	if len(b.arrive) > 0 {
		b.kernel.Set(b.timer, b.arrive[0].at, sim.Arrive)
	}
	for {
		if _, done := b.kernel.Step(2000, until); done {
			break
		}
	}
	b.log.Close(until)
	return &b.log.Ledger
}

func (b *bareRing) article(clients int, every sim.Time) {
	for i := range clients {
		b.clients = append(b.clients, ringClient{start: sim.Time(i) * every, queries: []ringQuery{
			{8, sim.Millisecond}, {8, sim.Millisecond}, {8, endless}}})
	}
}

type totals struct {
	cpu, yieldWait, firstRun sim.Time
	done                     int64
}

// totalsOf counts waits and CPU time that the end of the run cuts, as the reference does.
func totalsOf(l *trace.Ledger) totals {
	t := totals{done: l.Totals.Closed, firstRun: sim.Time(l.Totals.FirstRun), yieldWait: l.Instances[0].Waits[0].Signal}
	for i := range l.Lanes {
		t.cpu += l.Lanes[i].Busy
	}
	for i := range l.Tasks {
		task := &l.Tasks[i]
		if task.State != trace.Runnable {
			continue
		}
		if task.Why == trace.NoReason {
			t.firstRun += l.At - task.Since
		} else {
			t.yieldWait += l.At - task.Since
		}
	}
	return t
}

func TestReferenceWorkloadR(t *testing.T) {
	for _, plain := range []bool{false, true} {
		b := newRing(12, 8, plain)
		b.article(12, 2500*sim.Millisecond)
		l := b.run(120 * sim.Second)
		require.Empty(t, l.Broken)
		got := totalsOf(l)
		require.Equal(t, 6479488*sim.Millisecond, got.yieldWait)
		require.Equal(t, 384*sim.Millisecond, got.firstRun)
		require.Equal(t, int64(192), got.done)
		require.InDelta(t, 32.293, 100*float64(got.cpu)/float64(96*120*sim.Second), 0.0005)
	}
}
