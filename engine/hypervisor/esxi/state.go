package esxi

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Load implements host.Processor: the guest wakes the virtual CPU, or halts it.
func (v *vcpu) Load(busy bool) {
	v.wants = busy
	if !v.changed {
		v.changed = true
		v.of.changed = append(v.of.changed, v.id)
		v.of.settleLater()
	}
}

// Speed implements host.Processor.
func (v *vcpu) Speed() host.Speed { return v.speed }

// Watch implements host.Processor.
func (v *vcpu) Watch(w host.SpeedWatcher) { v.watcher = w }

// watch carries a change of a bare CPU's speed to whoever runs on it.
type watch struct {
	k  *vmkernel
	at int32
}

// SpeedChanged implements host.SpeedWatcher.
func (w *watch) SpeedChanged() {
	if run := w.k.pcpus[w.at].run; run != none {
		w.k.retime(&w.k.vcpus[run])
	}
}

// stands says whether a virtual CPU in the state makes no progress. An idle one does, as far as skew goes.
func stands(s trace.State) bool {
	return s == trace.Runnable || s == trace.CoStop || s == trace.Limited
}

// turn changes the state of a virtual CPU and counts what has been until now.
func (k *vmkernel) turn(v *vcpu, to trace.State) {
	g, h, span := &k.guests[v.guest], &k.homes[v.home], k.now-v.since
	switch v.state {
	case trace.Running:
		k.charge(v)
		k.accrue(h)
		h.running--
		if c := &k.cores[k.pcpus[v.lane].core]; c.whole == v.id {
			c.whole = none
		}
	case trace.Runnable, trace.CoStop, trace.Limited:
		v.stood += span
		g.most = max(g.most, v.stood)
		g.standing--
	}
	if v.state != trace.Suspended && v.state != trace.Limited {
		h.demand += k.now - max(v.since, k.weighed)
	}
	v.state, v.since = to, k.now
	if to == trace.Running {
		k.accrue(h)
		h.running++
		v.mark = k.now
	} else if stands(to) {
		g.standing++
	}
	k.alter(v.guest)
	k.retime(v)
}

// alter notes that a guest's timers are to be set anew.
func (k *vmkernel) alter(guest int32) {
	if g := &k.guests[guest]; !g.altered {
		g.altered = true
		k.altered = append(k.altered, guest)
	}
}

// retime notes that a virtual CPU's speed may have changed.
func (k *vmkernel) retime(v *vcpu) {
	if !v.retimed {
		v.retimed = true
		k.retimed = append(k.retimed, v.id)
	}
}

// record tells a transition of a virtual CPU, whose state and CPU are still those before it.
func (k *vmkernel) record(v *vcpu, to trace.State, at int32, why trace.Reason) {
	from := v.state
	if p := &k.pcpus[v.lane]; p.shown == v.task {
		from, p.shown = trace.Running, trace.NoTask
	} else if from == trace.Running {
		from = trace.Runnable // in this instant: no rotation has shown it on the CPU
	}
	k.tell(v.task, change{from, to, at, why})
}

// change is a transition of a task, on a CPU.
type change struct {
	from, to trace.State
	at       int32
	why      trace.Reason
}

func (k *vmkernel) tell(task trace.TaskID, c change) {
	k.env.Trace.Record(trace.Event{At: k.now, Kind: trace.Transition, Thing: trace.TaskThing,
		Who: int32(task), Where: k.laneOf(c.at), Why: c.why, Instance: k.in, From: c.from, To: c.to})
}

// hold takes a virtual CPU off its CPU and keeps it from running: it is idle, stopped or limited.
func (k *vmkernel) hold(v *vcpu, to trace.State, why trace.Reason) {
	if (v.state == trace.CoStop || v.state == trace.Limited) && to == trace.Suspended {
		// Its guest has taken its work away.
		k.tell(v.task, change{v.state, trace.Runnable, v.lane, why})
		k.turn(v, trace.Runnable)
	}
	k.record(v, to, v.lane, why)
	k.leave(v)
	k.turn(v, to)
}

// leave takes a virtual CPU that runs or waits off its CPU.
func (k *vmkernel) leave(v *vcpu) {
	p := &k.pcpus[v.lane]
	switch {
	case v.state == trace.Running:
		k.charge(v)
		p.run, p.stale = none, true
	case v.state == trace.Runnable && v.queued(p):
		k.unlink(v, p)
	default:
		return
	}
	k.weigh(v.lane)
}

// queued says whether one that is ready is in the CPU's queue: it is not yet when it has just become so.
func (v *vcpu) queued(p *pcpu) bool { return p.head == v.id || v.prev != none }

// enter brings a virtual CPU that may run to a CPU: there it runs, or waits in the queue.
func (k *vmkernel) enter(v *vcpu, at int32, why trace.Reason) {
	if v.state != trace.Runnable && v.state != trace.Running || at != v.lane {
		k.record(v, trace.Runnable, at, why)
	}
	k.leave(v)
	k.turn(v, trace.Runnable)
	v.lane = at
	p := &k.pcpus[at]
	k.link(v, p)
	if p.run == none && !p.world && p.n == 1 {
		k.start(v)
		return
	}
	k.weigh(at)
}

// start puts a virtual CPU that waits in the queue of its CPU on it.
func (k *vmkernel) start(v *vcpu) {
	p := &k.pcpus[v.lane]
	k.unlink(v, p)
	k.turn(v, trace.Running)
	p.run, p.began, p.stale = v.id, k.now, true
	k.weigh(v.lane)
}

// preempt sends the virtual CPU on a CPU to the end of the queue.
func (k *vmkernel) preempt(p *pcpu) {
	v := &k.vcpus[p.run]
	k.charge(v)
	p.run, p.stale = none, true
	k.turn(v, trace.Runnable)
	k.link(v, p)
	k.weigh(v.lane)
}

// link puts a virtual CPU at the end of a queue.
func (k *vmkernel) link(v *vcpu, p *pcpu) {
	v.next, v.prev = none, p.tail
	if p.tail == none {
		p.head = v.id
	} else {
		k.vcpus[p.tail].next = v.id
	}
	p.tail = v.id
	p.n++
	p.stale = true
	k.nodes[p.node].ready++
}

func (k *vmkernel) unlink(v *vcpu, p *pcpu) {
	if v.prev == none {
		p.head = v.next
	} else {
		k.vcpus[v.prev].next = v.next
	}
	if v.next == none {
		p.tail = v.prev
	} else {
		k.vcpus[v.next].prev = v.prev
	}
	v.next, v.prev = none, none
	p.n--
	p.stale = true
	k.nodes[p.node].ready--
}

// weigh takes up what has changed on a CPU: whether it is busy, whether it is idle.
func (k *vmkernel) weigh(at int32) {
	p := &k.pcpus[at]
	if busy := p.run != none || p.world; busy != p.busy {
		k.occupy(p, busy)
	}
	if idle := !p.busy && !p.cut && p.n == 0 && p.held == none; idle != (p.place != none) {
		k.enlist(at, idle)
	}
	if !p.touched {
		p.touched = true
		k.touched = append(k.touched, at)
	}
}

// occupy makes a thread busy or idle. Who runs beside it is charged as it was until now.
func (k *vmkernel) occupy(p *pcpu, busy bool) {
	c, n := &k.cores[p.core], &k.nodes[p.node]
	for _, at := range c.threads {
		if run := k.pcpus[at].run; run != none && k.vcpus[run].state == trace.Running {
			k.charge(&k.vcpus[run])
		}
	}
	n.count(c, -1)
	p.busy = busy
	if busy {
		c.busy++
	} else {
		c.busy--
	}
	n.count(c, 1)
	for _, at := range c.threads {
		if run := k.pcpus[at].run; run != none {
			k.alter(k.vcpus[run].guest)
		}
	}
}

// count adds a core to what the node knows of its cores, or takes it away.
func (n *node) count(c *core, by int32) {
	if c.busy == 0 {
		n.idleCores += by
	} else if c.busy > 1 {
		n.shared += by
	}
}

// enlist keeps the list of a node's idle CPUs.
func (k *vmkernel) enlist(at int32, idle bool) {
	p := &k.pcpus[at]
	n := &k.nodes[p.node]
	if idle {
		p.place = int32(len(n.idle))
		n.idle = append(n.idle, at)
		return
	}
	last := n.idle[len(n.idle)-1]
	n.idle[p.place] = last
	k.pcpus[last].place = p.place
	n.idle = n.idle[:len(n.idle)-1]
	p.place = none
}

// until is the first instant after now on a grid.
func (k *vmkernel) until(period sim.Time) sim.Time { return (k.now/period + 1) * period }
