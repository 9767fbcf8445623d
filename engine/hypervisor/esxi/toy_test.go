package esxi

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
)

// toy is a guest's operating system and its work in one: closed sessions that compute, wait and think, and
// one queue for all processors, which never leaves one idle while somebody waits.
type toy struct {
	kernel *sim.Kernel
	random *sim.Stream
	load   load
	cpus   []toyCPU
	queue  []int32 // sessions
	left   []host.Work
	began  []sim.Time
	timers []sim.TimerID
	dirty  []int32
	asked  bool

	from     sim.Time // measured from
	done     int64
	response sim.Time
	area     sim.Time // sessions that compute or wait for a processor × time
	areaAt   sim.Time
	active   int64
}

// load is a closed workload; all times are means of exponential ones.
type load struct {
	sessions           int
	work, waits, think sim.Time
	slice              sim.Time
}

// rate is so many times the seed's base load.
func rate(tenths int) load {
	return load{sessions: (667*tenths + 50) / 100, work: 60 * sim.Millisecond, waits: 190 * sim.Millisecond,
		think: 410 * sim.Millisecond, slice: 6 * sim.Millisecond}
}

type toyCPU struct {
	of      *toy
	id      int32
	base    host.Processor
	session int32 // none = idle
	mark    sim.Time
	slice   sim.Time // when it ends
	speed   host.Speed
	timer   sim.TimerID
	told    bool
	dirty   bool
}

const (
	toyCPUDue = iota
	toySession
)

func newToy(k *sim.Kernel, name string, h host.Host, l load) *toy {
	t := &toy{kernel: k, random: k.Rand("toy " + name), load: l, cpus: make([]toyCPU, len(h.CPUs))}
	for i := range t.cpus {
		c := &t.cpus[i]
		*c = toyCPU{of: t, id: int32(i), base: h.CPUs[i], session: none,
			timer: k.NewTimer(t, toyCPUDue, int32(i))}
		c.base.Watch(c)
	}
	for i := range l.sessions {
		t.timers = append(t.timers, k.NewTimer(t, toySession, int32(i)))
		k.Set(t.timers[i], t.random.Exponential(l.waits+l.think), sim.Arrive)
	}
	t.left, t.began = make([]host.Work, l.sessions), make([]sim.Time, l.sessions)
	return t
}

// measure forgets what has been until now.
func (t *toy) measure(now sim.Time) {
	t.from, t.done, t.response, t.area, t.areaAt = now, 0, 0, 0, now
}

func (t *toy) Fire(what, whom int32) {
	now := t.kernel.Now()
	if what == toySession {
		t.left[whom] = host.Work(t.random.Exponential(t.load.work)) * 1000
		t.began[whom] = now
		t.count(1)
		t.queue = append(t.queue, whom)
		t.later()
		return
	}
	c := &t.cpus[whom]
	t.settle(c)
	t.touch(c)
	if s := c.session; s != none && t.left[s] <= 0 {
		t.count(-1)
		t.done++
		t.response += now - t.began[s]
		c.session = none
		t.kernel.Set(t.timers[s], now+t.random.Exponential(t.load.waits)+t.random.Exponential(t.load.think)+1,
			sim.Arrive)
	}
}

func (t *toy) count(by int64) {
	now := t.kernel.Now()
	t.area += sim.Time(t.active) * (now - t.areaAt)
	t.areaAt, t.active = now, t.active+by
}

// settle takes what has been done off what is left.
func (t *toy) settle(c *toyCPU) {
	now := t.kernel.Now()
	if c.session != none {
		t.left[c.session] -= host.Work(now-c.mark) * host.Work(c.speed)
	}
	c.mark = now
}

func (c *toyCPU) SpeedChanged() { c.of.touch(c) }

func (t *toy) touch(c *toyCPU) {
	if !c.dirty {
		c.dirty = true
		t.dirty = append(t.dirty, c.id)
	}
	t.later()
}

func (t *toy) later() {
	if !t.asked {
		t.asked = true
		t.kernel.AtDispatch(t)
	}
}

// Dispatch gives processors their sessions.
func (t *toy) Dispatch() {
	t.asked = false
	now := t.kernel.Now()
	for _, id := range t.dirty {
		c := &t.cpus[id]
		t.settle(c)
		c.speed = c.base.Speed()
		if c.session == none {
			t.next(c)
		} else if c.speed > 0 && now >= c.slice {
			if len(t.queue) > 0 {
				t.queue = append(t.queue, c.session)
				t.next(c)
			} else {
				c.slice = now + t.load.slice
			}
		}
	}
	for len(t.queue) > 0 {
		c := t.idle()
		if c == nil {
			break
		}
		t.settle(c)
		t.next(c)
		if !c.dirty {
			c.dirty = true
			t.dirty = append(t.dirty, c.id)
		}
	}
	for _, id := range t.dirty {
		t.arm(&t.cpus[id])
	}
	t.dirty = t.dirty[:0]
}

func (t *toy) next(c *toyCPU) {
	if len(t.queue) > 0 {
		c.session = t.queue[0]
		copy(t.queue, t.queue[1:])
		t.queue = t.queue[:len(t.queue)-1]
		c.slice = t.kernel.Now() + t.load.slice
	}
}

// idle is a random processor without work; nil = there is none.
func (t *toy) idle() *toyCPU {
	var idle []int32
	for i := range t.cpus {
		if t.cpus[i].session == none {
			idle = append(idle, int32(i))
		}
	}
	if len(idle) == 0 {
		return nil
	}
	return &t.cpus[idle[t.random.Below(int64(len(idle)))]]
}

func (t *toy) arm(c *toyCPU) {
	c.dirty = false
	if busy := c.session != none; busy != c.told {
		c.told = busy
		c.base.Load(busy)
	}
	if c.session == none || c.speed == 0 {
		t.kernel.Stop(c.timer)
		return
	}
	left, speed := t.left[c.session], host.Work(c.speed)
	ends := t.kernel.Now() + max(sim.Time((left+speed-1)/speed), 1)
	if c.slice > t.kernel.Now() {
		ends = min(ends, c.slice)
	}
	t.kernel.Set(c.timer, ends, sim.Complete)
}
