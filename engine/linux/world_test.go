package linux_test

import (
	"fmt"

	"schedlab/engine/host"
	"schedlab/engine/linux"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

const ms = sim.Millisecond

// Reasons of a world's log.
const (
	yield trace.Reason = iota
	sleeping
)

// life is what a thread does: bursts of work with sleeps between them, from a time on.
type life struct {
	start  sim.Time
	phases []phase
	again  bool // from the first phase on, for ever
	lanes  []int
}

// phase is a burst of CPU time and a sleep after it. Laws stand in for fixed times where they are given.
type phase struct {
	work, sleep         sim.Time
	randomly, think     func(*sim.Stream) sim.Time
	endless, dieInstead bool
}

// world plays lives on run queues.
type world struct {
	kernel  *sim.Kernel
	log     *trace.Log
	os      *linux.Scheduler
	cpus    []*scriptedCPU
	lives   []life
	threads []linux.Thread
	timers  []sim.TimerID
	at      []int // phase of each
	done    []int // phases that are over
	ended   []sim.Time
	woken   []sim.Time
	waited  []sim.Time // Σ response − work of finished bursts
	asleep  []bool
	begun   []bool
	changes []change
	stream  *sim.Stream
}

// change is a change of a CPU's speed, or the end of a thread by force.
type change struct {
	at    sim.Time
	cpu   int
	speed host.Speed
	kill  int // position of the thread + 1; 0 = it is a change of speed
}

// scriptedCPU is one whose speed a test sets.
type scriptedCPU struct {
	speed   host.Speed
	busy    bool
	watcher host.SpeedWatcher
}

func (c *scriptedCPU) Load(busy bool)            { c.busy = busy }
func (c *scriptedCPU) Speed() host.Speed         { return c.speed }
func (c *scriptedCPU) Watch(w host.SpeedWatcher) { c.watcher = w }

// What timers of a world stand for.
const (
	wakeTimer int32 = iota
	changeTimer
)

// setup is what a world runs on.
type setup struct {
	shape topology.Shape
	rules linux.Rules
	plain bool
}

func newWorld(on setup, lives []life, changes ...change) *world {
	m := on.shape.Machine()
	w := &world{kernel: sim.NewKernel(1), log: &trace.Log{}, lives: lives, changes: changes}
	w.stream = w.kernel.Rand("times")
	layout := trace.Layout{Waits: 2, Causes: []string{"YIELD", "SLEEP"}, Yield: yield,
		Lanes: make([]trace.Lane, len(m.CPUs))}
	instance, first := w.log.Declare(layout)
	c := linux.Config{Kernel: w.kernel, Trace: w.log, Machine: m, Online: m.Online(), First: first,
		Instance: instance, Rules: on.rules, Ender: w,
		Queues: func(q host.Queues) host.RunQueues { return host.NewRotations(q) }}
	if on.plain {
		c.Queues = func(q host.Queues) host.RunQueues { return host.NewSteps(q) }
	}
	for range m.CPUs {
		cpu := &scriptedCPU{speed: host.Full}
		w.cpus = append(w.cpus, cpu)
		c.CPUs = append(c.CPUs, cpu)
	}
	w.os = linux.New(c)
	n := len(lives)
	w.threads, w.timers = make([]linux.Thread, n), make([]sim.TimerID, n)
	w.at, w.done, w.ended = make([]int, n), make([]int, n), make([]sim.Time, n)
	w.woken, w.waited = make([]sim.Time, n), make([]sim.Time, n)
	w.asleep, w.begun = make([]bool, n), make([]bool, n)
	for i, l := range lives {
		w.timers[i] = w.kernel.NewTimer(w, wakeTimer, int32(i))
		w.kernel.Set(w.timers[i], l.start, sim.Arrive)
		w.ended[i] = sim.Never
	}
	for i, c := range changes {
		w.kernel.Set(w.kernel.NewTimer(w, changeTimer, int32(i)), c.at, sim.Arrive)
	}
	return w
}

// Fire implements sim.Handler.
func (w *world) Fire(what, at int32) {
	if what == changeTimer {
		w.change(w.changes[at])
		return
	}
	if !w.begun[at] {
		w.begun[at] = true
		w.threads[at] = w.os.Fork(linux.MaskOf(w.lives[at].lanes...))
		w.os.Start(w.threads[at], trace.Task{Request: trace.NoRequest})
	}
	p := &w.lives[at].phases[w.at[at]]
	work := p.work
	if p.randomly != nil {
		work = p.randomly(w.stream)
	}
	w.asleep[at], w.woken[at] = false, w.kernel.Now()
	w.waited[at] -= work
	amount := host.Work(work) * host.Work(host.Full)
	if p.endless {
		amount = host.Endless
	}
	w.os.Wake(w.threads[at], amount)
}

func (w *world) change(c change) {
	if c.kill == 0 {
		if cpu := w.cpus[c.cpu]; cpu.speed != c.speed {
			cpu.speed = c.speed
			cpu.watcher.SpeedChanged()
		}
		return
	}
	at := c.kill - 1
	if !w.begun[at] || w.ended[at] != sim.Never {
		return
	}
	w.kernel.Stop(w.timers[at])
	w.end(at)
}

func (w *world) end(at int) {
	w.ended[at] = w.kernel.Now()
	w.os.Finish(w.threads[at], trace.NoReason)
}

// Ended implements linux.Ender.
func (w *world) Ended(t linux.Thread) {
	at := 0
	for w.threads[at] != t || !w.begun[at] {
		at++
	}
	now := w.kernel.Now()
	w.done[at]++
	w.waited[at] += now - w.woken[at]
	l := &w.lives[at]
	p := &l.phases[w.at[at]]
	w.at[at]++
	if w.at[at] == len(l.phases) && !l.again || p.dieInstead {
		w.end(at)
		return
	}
	w.at[at] %= len(l.phases)
	w.os.Sleep(t, sleeping)
	sleep := p.sleep
	if p.think != nil {
		sleep = p.think(w.stream)
	}
	w.asleep[at] = true
	w.kernel.Set(w.timers[at], now+sleep, sim.Arrive)
}

func (w *world) run(until sim.Time) *world {
	for done := false; !done; {
		_, done = w.kernel.Step(1000, until)
	}
	w.log.Close(until)
	return w
}

// slices are the slices of a lane in ms, "thread:from-to".
func (w *world) slices(lane int) string {
	text := ""
	w.log.Expand(trace.LaneID(lane), 0, w.log.End, func(s trace.Slice) {
		text += fmt.Sprintf("%d:%g-%g ", w.owner(s.Task), milli(s.From), milli(s.To))
	})
	return text
}

func (w *world) owner(id trace.TaskID) int {
	for i, t := range w.threads {
		if w.begun[i] && w.os.Task(t) == id {
			return i
		}
	}
	return -1
}

func milli(t sim.Time) float64 { return float64(t) / float64(ms) }

// finishes are when the threads ended, in ms after their common start.
func (w *world) finishes(start sim.Time) []float64 {
	var all []float64
	for _, at := range w.ended {
		all = append(all, milli(at-start))
	}
	return all
}

func cores(n int) topology.Shape { return topology.Shape{CoresPerNode: n} }
