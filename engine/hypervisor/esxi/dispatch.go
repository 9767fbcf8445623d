package esxi

import (
	"slices"

	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Fire implements sim.Handler: it notes what is due, and the end of a burst.
func (k *vmkernel) Fire(what, whom int32) {
	k.now = k.env.Kernel.Now()
	switch what {
	case firePull, fireSpread, fireEven:
		k.nodes[whom].due |= 1 << what
	case fireQuantum:
		k.weigh(whom)
	case fireBurst:
		k.served(whom)
	case fireOwed:
		k.homes[whom].due = true
	case firePoll:
		k.guests[whom].polled = true
	case fireLimit:
		k.guests[whom].limit.due = true
	case fireGang:
		k.guests[whom].gang.over = true
	case fireNuma:
		k.moving = true
	case fireWander:
		k.wandered = true
	}
	k.settleLater()
}

// settleLater asks for Dispatch at the end of the instant, once.
func (k *vmkernel) settleLater() {
	if !k.queued {
		k.queued = true
		k.env.Kernel.AtDispatch(k)
	}
}

// Dispatch implements sim.Dispatcher. It lets the guests' own dispatchers go first, which wake and halt
// virtual CPUs, and then decides.
func (k *vmkernel) Dispatch() {
	if !k.last {
		k.last = true
		k.env.Kernel.AtDispatch(k)
		return
	}
	k.queued, k.last = false, false
	k.now = k.env.Kernel.Now()
	slices.Sort(k.changed) // the order in which guests dispatch is nobody's
	k.ends()
	k.refill()
	k.arrives()
	k.refill()
	k.improve()
	k.finish()
}

// ends takes away who does not want to run any more, or may not.
func (k *vmkernel) ends() {
	for _, id := range k.changed {
		if v := &k.vcpus[id]; !v.wants && v.state != trace.Suspended {
			k.hold(v, trace.Suspended, whyIdle)
		}
	}
	for i := range k.guests {
		if g := &k.guests[i]; g.limit.due {
			k.limit(g)
		}
	}
	if k.moving {
		k.rebalance()
	}
	for i := range k.guests {
		if g := &k.guests[i]; g.polled && k.skewed(g) {
			k.holdBack(g)
		}
	}
}

// refill lets each CPU that has been vacated run who waits there, or change to one who may not wait.
func (k *vmkernel) refill() {
	for i := 0; i < len(k.touched); i++ {
		k.review(k.touched[i])
	}
}

// arrives brings those that may run from now on to CPUs, and the hypervisor's own work.
func (k *vmkernel) arrives() {
	for i := range k.guests {
		if g := &k.guests[i]; g.polled {
			g.polled = false
			k.letGo(g)
			k.alter(int32(i))
		}
	}
	for _, id := range k.changed {
		v := &k.vcpus[id]
		v.changed = false
		if v.wants && v.state == trace.Suspended {
			k.wake(v)
		}
	}
	k.changed = k.changed[:0]
	if k.rules.mode == strict {
		k.takeTurns()
	}
	for i := range k.homes {
		if h := &k.homes[i]; h.due {
			k.work(h)
		}
	}
}

// improve lets idle CPUs take over work, and balances the nodes when it is time to.
func (k *vmkernel) improve() {
	if k.rules.mode == strict {
		return
	}
	if k.wandered {
		k.wander()
	}
	for i := range k.nodes {
		if n := &k.nodes[i]; n.due != 0 {
			k.balance(n)
		}
	}
	k.refill()
}

// finish tells everybody what has come of the instant: bare CPUs, the trace, guests; and arms the timers.
func (k *vmkernel) finish() {
	for _, at := range k.touched {
		if p := &k.pcpus[at]; p.busy != p.told {
			p.told = p.busy
			p.base.Load(p.busy)
		}
	}
	for _, at := range k.touched {
		p := &k.pcpus[at]
		p.touched = false
		if p.stale {
			k.rotate(at)
		}
		k.watchQuantum(p)
		k.watchNode(&k.nodes[p.node])
	}
	k.touched = k.touched[:0]
	for _, guest := range k.altered {
		k.watchGuest(guest)
	}
	k.altered = k.altered[:0]
	for _, id := range k.retimed {
		k.quicken(&k.vcpus[id])
	}
	k.retimed = k.retimed[:0]
}

// watchGuest arms the timers of a guest of which something has changed.
func (k *vmkernel) watchGuest(guest int32) {
	g := &k.guests[guest]
	g.altered = false
	k.watchSkew(g)
	k.watchLimit(g)
	k.report(guest)
	for i := g.homes.from; i < g.homes.to; i++ {
		k.watchOwed(&k.homes[i])
	}
}

// rotate records a CPU as it is from now on: who runs, then those that wait.
func (k *vmkernel) rotate(at int32) {
	p := &k.pcpus[at]
	k.ring = k.ring[:0]
	if p.world {
		k.ring = append(k.ring, p.worldTask)
	} else if p.run != none {
		k.ring = append(k.ring, k.vcpus[p.run].task)
	}
	for id := p.head; id != none; id = k.vcpus[id].next {
		k.ring = append(k.ring, k.vcpus[id].task)
	}
	shown := trace.NoTask
	if len(k.ring) > 0 {
		shown = k.ring[0]
	}
	if shown == trace.NoTask || shown != p.shown {
		p.shownFrom = k.now
	}
	p.shown, p.stale = shown, false
	k.env.Trace.Rotate(trace.Rotation{At: k.now, Start: p.shownFrom, Next: sim.Never, Lane: k.laneOf(at),
		Ring: k.ring})
}

// quicken tells a guest of a changed speed.
func (k *vmkernel) quicken(v *vcpu) {
	v.retimed = false
	speed := host.Speed(0)
	if p := &k.pcpus[v.lane]; v.state == trace.Running && !p.cut {
		speed = p.base.Speed() * host.Speed(k.homes[v.home].slow[p.node]) / host.Full
	}
	if speed == v.speed {
		return
	}
	v.speed = speed
	if v.watcher != nil {
		v.watcher.SpeedChanged()
	}
}
