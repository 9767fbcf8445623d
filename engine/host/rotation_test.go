package host_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

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
	work  sim.Time
	turn  sim.Time
	speed host.Speed
	task  trace.TaskID
}

const (
	enqueue = iota
	remove
	speed
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
	b := &bench{kernel: sim.NewKernel(1), log: &trace.Log{}, script: script,
		workers: map[trace.TaskID]host.Worker{}}
	layout := trace.Layout{Waits: 1, Causes: []string{"YIELD"}, Yield: 0, Lanes: make([]trace.Lane, lanes)}
	_, first := b.log.Declare(layout)
	q := host.Queues{Kernel: b.kernel, Trace: b.log, Rules: rules, First: first, Ender: b}
	for range lanes {
		c := &scriptedCPU{speed: host.Full}
		b.cpus = append(b.cpus, c)
		q.CPUs = append(q.CPUs, c)
	}
	if plain {
		b.queues = host.NewSteps(q)
	} else {
		b.queues = host.NewRotations(q)
	}
	for i, o := range script {
		b.kernel.Set(b.kernel.NewTimer(b, 0, int32(i)), o.at, sim.Arrive)
	}
	return b
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
	case speed:
		c := b.cpus[o.lane]
		if c.speed != o.speed {
			c.speed = o.speed
			c.watcher.SpeedChanged(o.lane)
		}
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

// slices are all slices of a lane, in words.
func (b *bench) slices(lane int) []string {
	var all []string
	b.log.Expand(trace.LaneID(lane), 0, b.log.End, func(s trace.Slice) { all = append(all, fmt.Sprint(s)) })
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
		switch kind := r.IntN(10); {
		case kind < 6 || tasks == 0:
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
	scripts := uint64(3000)
	if runtime.GOOS == "js" {
		scripts = 300 // the host decides nothing by platform; random scenarios run there too
	}
	for seed := range scripts {
		r := rand.New(rand.NewPCG(seed, 1))
		lanes := 1 + r.IntN(3)
		rules := host.Rules{Quantum: 4 * ms, Reclaim: []int64{0, 200, 1000}[r.IntN(3)]}
		if r.IntN(3) == 0 {
			rules.Switch = sim.Time(r.IntN(3000))
		}
		script := randomScript(r, lanes)
		until := script[len(script)-1].at + sim.Time(r.Int64N(int64(200*ms)))
		if until == 0 {
			continue
		}
		a := newBench(rules, lanes, script, false).run(until)
		b := newBench(rules, lanes, script, true).run(until)
		require.Empty(t, append(a.log.Ledger.Laws(), b.log.Ledger.Laws()...), "seed %d", seed)
		require.Equal(t, b.ended, a.ended, "seed %d", seed)
		for lane := range lanes {
			require.Equal(t, b.slices(lane), a.slices(lane), "seed %d lane %d", seed, lane)
			require.Equal(t, b.cpus[lane].busy, a.cpus[lane].busy)
		}
		require.Equal(t, b.log.Ledger.Totals, a.log.Ledger.Totals, "seed %d", seed)
		require.Equal(t, b.log.Ledger.Instances[0].Waits, a.log.Ledger.Instances[0].Waits, "seed %d", seed)
	}
}
