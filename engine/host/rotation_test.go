package host_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// bench plays a script of operations on run queues whose processors change their speeds by script too, as
// those of a guest do.
type bench struct {
	kernel  *sim.Kernel
	log     *trace.Log
	queues  host.RunQueues
	cpus    []*scriptedCPU
	script  []operation
	workers map[trace.TaskID]host.Worker
	ended   []string
}

type operation struct {
	at    sim.Time
	kind  int
	lane  int
	to    int
	work  sim.Time
	turn  sim.Time
	speed host.Speed
	task  trace.TaskID
}

const (
	enqueue = iota
	remove
	speed
	move // the waiting worker of the lane at the position `task`, modulo their number, to the lane `to`
)

type scriptedCPU struct {
	speed   host.Speed
	busy    bool
	watcher host.SpeedWatcher
}

func (c *scriptedCPU) Load(busy bool)            { c.busy = busy }
func (c *scriptedCPU) Speed() host.Speed         { return c.speed }
func (c *scriptedCPU) Watch(w host.SpeedWatcher) { c.watcher = w }

func newBench(rules host.Rules, lanes int, script []operation, plain bool) *bench {
	b, q := prepare(rules, lanes, script)
	q.CPUs = b.scripted(lanes)
	if plain {
		b.queues = host.NewSteps(q)
	} else {
		b.queues = host.NewRotations(q)
	}
	return b
}

// prepare makes a bench that still lacks run queues, and what they are to be built on but the processors.
func prepare(rules host.Rules, lanes int, script []operation) (*bench, host.Queues) {
	b := &bench{kernel: sim.NewKernel(1), log: &trace.Log{}, script: script,
		workers: map[trace.TaskID]host.Worker{}}
	layout := trace.Layout{Waits: 1, Causes: []string{"YIELD"}, Yield: 0, Lanes: make([]trace.Lane, lanes)}
	_, first := b.log.Declare(layout)
	for i, o := range script {
		b.kernel.Set(b.kernel.NewTimer(b, 0, int32(i)), o.at, sim.Arrive)
	}
	return b, host.Queues{Kernel: b.kernel, Trace: b.log, Rules: rules, First: first, Ender: b}
}

// scripted makes the bench's processors.
func (b *bench) scripted(n int) []host.Processor {
	var all []host.Processor
	for range n {
		c := &scriptedCPU{speed: host.Full}
		b.cpus = append(b.cpus, c)
		all = append(all, c)
	}
	return all
}

func (b *bench) Fire(_, i int32) {
	o := b.script[i]
	switch o.kind {
	case enqueue:
		id := b.log.Open(trace.Task{At: o.at, Request: trace.NoRequest, Lane: trace.LaneID(o.lane)})
		b.move(id, trace.None, trace.Runnable)
		job := host.Job{Task: id, Work: host.Work(o.work) * host.Work(host.Full), Turn: o.turn}
		b.workers[id] = b.queues.Enqueue(o.lane, job)
		if b.queues.Lane(b.workers[id]) != o.lane {
			panic("host_test: the worker is on another lane")
		}
	case remove:
		if w, alive := b.workers[o.task]; alive {
			b.move(o.task, trace.Runnable, trace.Done)
			b.queues.Remove(w)
			delete(b.workers, o.task)
		}
	case move:
		b.take(o)
	case speed:
		c := b.cpus[o.lane]
		if c.speed != o.speed {
			c.speed = o.speed
			c.watcher.SpeedChanged()
		}
	}
}

// take moves a worker that waits, if there is one.
func (b *bench) take(o operation) {
	waiting := b.queues.Waiting(o.lane, nil)
	if len(waiting) == 0 {
		return
	}
	w := waiting[int(o.task)%len(waiting)]
	for id, other := range b.workers {
		if other == w {
			b.log.Record(trace.Event{At: o.at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
				Where: trace.LaneID(o.to), Why: trace.NoReason, From: trace.Runnable, To: trace.Runnable})
		}
	}
	b.queues.Move(w, o.to)
	if b.queues.Lane(w) != o.to {
		panic("host_test: the worker has not been moved")
	}
}

func (b *bench) Ended(_ host.Worker, task trace.TaskID) {
	b.move(task, trace.Running, trace.Done)
	delete(b.workers, task)
	b.ended = append(b.ended, fmt.Sprint(task, " ", b.kernel.Now()))
}

func (b *bench) move(id trace.TaskID, from, to trace.State) {
	b.log.Record(trace.Event{At: b.kernel.Now(), Kind: trace.Transition, Thing: trace.TaskThing,
		Who: int32(id), Where: b.log.Tasks[id].Lane, Why: trace.NoReason, From: from, To: to})
}

func (b *bench) run(until sim.Time) *bench {
	for done := false; !done; {
		_, done = b.kernel.Step(7, until)
	}
	b.log.Close(until)
	return b
}

// slices are all slices of a lane.
func (b *bench) slices(lane int) []trace.Slice {
	var all []trace.Slice
	b.log.Expand(trace.LaneID(lane), 0, b.log.End, func(s trace.Slice) { all = append(all, s) })
	return all
}

const ms = sim.Millisecond

func TestEqualWorkersShareEqually(t *testing.T) {
	script := []operation{{work: 40 * ms}, {work: 40 * ms}, {work: 40 * ms}, {work: 40 * ms}}
	b := newBench(host.Rules{Quantum: 4 * ms}, 1, script, false).run(sim.Second)
	// By hand: ten rounds of four quanta; the last round ends at 148, 152, 156 and 160 ms.
	require.Equal(t, []string{"0 148ms", "1 152ms", "2 156ms", "3 160ms"}, b.ended)
	require.Equal(t, 160*ms, b.log.Ledger.Lanes[0].Busy)
}

func TestAStandstillTakesTimeAndDoesNoWork(t *testing.T) {
	script := []operation{{work: 6 * ms}, {work: 6 * ms}, {at: 2 * ms, kind: speed, speed: 0},
		{at: 12 * ms, kind: speed, speed: host.Full}}
	b := newBench(host.Rules{Quantum: 4 * ms}, 1, script, false).run(sim.Second)
	// By hand: the first has 4 ms left at 2 and its quantum is overdue when the processor comes back at 12:
	// it yields at once. The second works 12-16, then the first 16-20 and the second 20-22.
	require.Equal(t, []string{"0 20ms", "1 22ms"}, b.ended)
}

func TestARemovedHeadMakesRoomAtOnce(t *testing.T) {
	script := []operation{{work: 10 * ms}, {work: 3 * ms}, {at: ms, kind: remove, task: 0}}
	b := newBench(host.Rules{Quantum: 4 * ms}, 1, script, false).run(sim.Second)
	require.Equal(t, []string{"1 4ms"}, b.ended)
	require.False(t, b.cpus[0].busy)
}

// randomScript has many operations at the same instants.
func randomScript(r *rand.Rand, lanes int) []operation {
	grid := []sim.Time{ms, ms / 2, 4 * ms, 333_333, 1}[r.IntN(5)]
	if grid == 1 {
		grid = sim.Time(1 + r.Int64N(3*int64(ms)))
	}
	speeds := []host.Speed{0, 1, 333, 500, 620, 999, 1000, 1000, 1000, 1370}
	var script []operation
	tasks := 0
	for at := sim.Time(0); len(script) < 60; at += sim.Time(r.Int64N(4)) * grid {
		o := operation{at: at, lane: r.IntN(lanes)}
		switch kind := r.IntN(12); {
		case kind >= 10 && lanes > 1:
			o.kind, o.task, o.to = move, trace.TaskID(r.IntN(3)), (o.lane+1+r.IntN(lanes-1))%lanes
		case kind < 6 || kind >= 10 || tasks == 0:
			o.work = sim.Time(1+r.Int64N(12)) * grid
			if r.IntN(4) == 0 {
				o.work *= 37
			}
			if r.IntN(8) == 0 {
				o.turn = sim.Time(1+r.Int64N(8)) * ms / 4
			}
			tasks++
		case kind < 8:
			o.kind, o.task = remove, trace.TaskID(r.IntN(tasks))
		default:
			o.kind, o.speed = speed, speeds[r.IntN(len(speeds))]
		}
		script = append(script, o)
	}
	return script
}

func TestRotationsEqualSteps(t *testing.T) {
	for seed := range manyScripts(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		lanes, rules := 1+r.IntN(3), randomRules(r)
		script := randomScript(r, lanes)
		until := script[len(script)-1].at + sim.Time(r.Int64N(int64(200*ms)))
		if until == 0 {
			continue
		}
		a := newBench(rules, lanes, script, false).run(until)
		b := newBench(rules, lanes, script, true).run(until)
		require.NoError(t, equal(b, a), "seed %d", seed)
	}
}

// equal compares what two benches have lived through.
func equal(a, b *bench) error {
	if broken := append(a.log.Ledger.Laws(), b.log.Ledger.Laws()...); len(broken) > 0 {
		return fmt.Errorf("broken laws: %q", broken)
	}
	type facts struct {
		Ended  []string
		Slices [][]trace.Slice
		Busy   []bool
		Totals trace.Totals
		Waits  []trace.WaitAccount
	}
	of := func(b *bench) facts {
		f := facts{Ended: b.ended, Totals: b.log.Ledger.Totals, Waits: b.log.Ledger.Instances[0].Waits}
		for lane := range b.log.Ledger.Lanes {
			f.Slices = append(f.Slices, b.slices(lane))
		}
		for _, c := range b.cpus {
			f.Busy = append(f.Busy, c.busy)
		}
		return f
	}
	if x, y := of(a), of(b); !assert.ObjectsAreEqual(x, y) {
		return fmt.Errorf("%+v\nand\n%+v", x, y)
	}
	return nil
}
