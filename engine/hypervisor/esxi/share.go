package esxi

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// perShare is what decides among those that wait: use for shares, per 1000 shares. The lowest goes first.
// Source: F. Denneman, "Reservations and CPU scheduling" (MHzPerShare).
func perShare(used, shares int64) int64 { return used * 1000 / shares }

// charge counts the CPU time of a virtual CPU that runs.
func (k *vmkernel) charge(v *vcpu) {
	span := k.now - v.mark
	if span == 0 {
		return
	}
	v.mark = k.now
	used := int64(span) * k.creditOf(&k.pcpus[v.lane]) / alone
	g := &k.guests[v.guest]
	v.vtime += perShare(used, g.shares)
	g.limit.use(used * k.rules.mhz)
	g.reserve.use(used * k.rules.mhz)
}

// before says whether a virtual CPU goes before another: one that is below its reservation first, then the
// one that has had less for its shares.
func (k *vmkernel) before(a, b *vcpu) bool {
	if a.guest != b.guest {
		first, second := k.below(&k.guests[a.guest]), k.below(&k.guests[b.guest])
		if first != second {
			return first
		}
	}
	return a.vtime < b.vtime
}

// pick is who goes first in a queue that is not empty.
func (k *vmkernel) pick(p *pcpu) *vcpu {
	best := &k.vcpus[p.head]
	for id := best.next; id != none; id = k.vcpus[id].next {
		if v := &k.vcpus[id]; k.before(v, best) {
			best = v
		}
	}
	return best
}

// review lets a CPU change to one that waits, if its quantum is over or the one that waits may not wait.
func (k *vmkernel) review(at int32) {
	p := &k.pcpus[at]
	if p.n == 0 || p.world {
		return
	}
	if p.run == none {
		k.start(k.pick(p))
		return
	}
	if p.cut {
		return
	}
	best, now := k.pick(p), &k.vcpus[p.run]
	k.charge(now)
	over := k.now-p.began >= k.rules.quantum
	switch {
	case over && !k.before(now, best), k.before(best, now) && k.urgent(best, now):
		k.preempt(p)
		k.start(best)
	case over:
		p.began = k.now
		k.weigh(at)
	}
}

// urgent says whether a virtual CPU takes the CPU from another in the midst of its quantum: it is below its
// reservation, or a quantum behind.
// assumed: how far behind is not told; a quantum is what the one that runs may get ahead by itself.
func (k *vmkernel) urgent(a, b *vcpu) bool {
	if a.guest != b.guest && k.below(&k.guests[a.guest]) != k.below(&k.guests[b.guest]) {
		return true
	}
	return b.vtime-a.vtime > int64(k.rules.quantum)
}

// watchQuantum arms the timer for the end of a quantum, if anybody waits for it.
func (k *vmkernel) watchQuantum(p *pcpu) {
	if p.run == none || p.n == 0 || p.world || p.cut {
		k.env.Kernel.Stop(p.quantum)
		return
	}
	k.env.Kernel.Set(p.quantum, max(p.began+k.rules.quantum, k.now+1), sim.Arrive)
}

// forgive takes from a virtual CPU that wakes what it has not used for too long: it may be so many quanta
// behind the one that is furthest behind of those that are at work, not more.
// Source: Cpu.BoundLagQuanta.
func (k *vmkernel) forgive(v *vcpu) {
	least := int64(sim.Never)
	for i := range k.vcpus {
		if o := &k.vcpus[i]; o.state == trace.Running || o.state == trace.Runnable {
			if o.state == trace.Running {
				k.charge(o)
			}
			least = min(least, o.vtime)
		}
	}
	if least != int64(sim.Never) {
		v.vtime = max(v.vtime, least-k.rules.boundLag*int64(k.rules.quantum))
	}
}
