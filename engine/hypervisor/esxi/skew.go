package esxi

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Relaxed co-scheduling: a virtual CPU that is ahead of a sibling stops until that has caught up, and leaves
// it its CPU. What is compared is the time without progress; an idle one makes progress.
// Source: VMware, "The CPU Scheduler in vSphere 5.1"; Cpu.CoschedCostopThreshold, …CostartThreshold,
// …PollUsec, …HandoffLLC.

// stoodFor is the time that a virtual CPU has made no progress, until now.
func (k *vmkernel) stoodFor(v *vcpu) sim.Time {
	if stands(v.state) {
		return v.stood + k.now - v.since
	}
	return v.stood
}

// furthest is the most that a virtual CPU of the guest is behind.
func (k *vmkernel) furthest(g *guest) sim.Time {
	most := g.most
	if g.standing == 0 {
		return most
	}
	for id := g.from; id < g.to; id++ {
		most = max(most, k.stoodFor(&k.vcpus[id]))
	}
	return most
}

// skewed says whether the guest's virtual CPUs are held back at all.
func (k *vmkernel) skewed(g *guest) bool { return k.rules.mode == relaxed && g.to-g.from > 1 }

// forget takes from one that was idle the lead that it would be stopped for.
func (k *vmkernel) forget(v *vcpu, g *guest) {
	if k.skewed(g) {
		v.stood = max(v.stood, k.furthest(g)-k.rules.costop)
	}
}

// holdBack stops the virtual CPUs of a guest that are too far ahead.
func (k *vmkernel) holdBack(g *guest) {
	most := k.furthest(g)
	for id := g.from; id < g.to; id++ {
		v := &k.vcpus[id]
		if v.state != trace.Running && v.state != trace.Runnable || most-k.stoodFor(v) <= k.rules.costop {
			continue
		}
		ran := v.state == trace.Running
		k.hold(v, trace.CoStop, whyCoStop)
		if ran && k.rules.handOff {
			k.handOff(g, v.lane)
		}
	}
}

// handOff gives a CPU that has become free to the sibling of the node that is furthest behind.
func (k *vmkernel) handOff(g *guest, at int32) {
	p, best := &k.pcpus[at], none
	for id := g.from; id < g.to; id++ {
		v := &k.vcpus[id]
		if v.state == trace.Runnable && k.pcpus[v.lane].node == p.node &&
			(best == none || k.stoodFor(v) > k.stoodFor(&k.vcpus[best])) {
			best = id
		}
	}
	if best != none && p.run == none && !p.world {
		k.take(&k.vcpus[best], at, whyHandOff)
	}
}

// take lets a CPU on which nothing runs run one that waits in this or another queue.
func (k *vmkernel) take(v *vcpu, at int32, why trace.Reason) {
	if v.lane == at {
		k.start(v)
		return
	}
	k.record(v, trace.Runnable, at, why)
	k.leave(v)
	v.lane = at
	k.link(v, &k.pcpus[at])
	k.start(v)
}

// letGo lets those go on whose siblings have caught up.
func (k *vmkernel) letGo(g *guest) {
	most := k.furthest(g)
	for id := g.from; id < g.to; id++ {
		if v := &k.vcpus[id]; v.state == trace.CoStop && most-k.stoodFor(v) < k.rules.costart {
			k.wake(v)
		}
	}
}

// watchSkew arms the timer for the next look at the skew that can find anything: leads grow as fast as time,
// and only while somebody stands.
func (k *vmkernel) watchSkew(g *guest) {
	if !k.skewed(g) || g.standing == 0 {
		k.env.Kernel.Stop(g.poll)
		return
	}
	most, behind := k.furthest(g), sim.Time(0)
	for id := g.from; id < g.to; id++ {
		if v := &k.vcpus[id]; stands(v.state) {
			behind = max(behind, k.stoodFor(v))
		}
	}
	rest := sim.Never
	for id := g.from; id < g.to; id++ {
		v := &k.vcpus[id]
		switch stood := k.stoodFor(v); {
		case v.state == trace.CoStop:
			rest = min(rest, most-stood-k.rules.costart)
		case v.state == trace.Suspended || v.state == trace.Limited:
		case most-stood > k.rules.costop:
			rest = 0
		default:
			rest = min(rest, k.rules.costop-(behind-stood))
		}
	}
	if rest == sim.Never {
		k.env.Kernel.Stop(g.poll)
		return
	}
	soon := k.until(k.rules.poll)
	if at := k.now + max(rest, 0); at >= soon {
		soon = (at/k.rules.poll + 1) * k.rules.poll
	}
	k.env.Kernel.Set(g.poll, soon, sim.Arrive)
}
