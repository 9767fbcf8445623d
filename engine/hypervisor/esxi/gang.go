package esxi

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Strict co-scheduling, as in ESX 2: the virtual CPUs of a guest are started and stopped together, and an
// idle one keeps its place on a CPU. Source: VMware, "Co-scheduling SMP VMs in VMware ESX Server".
// simplified: guests take turns in the order in which they came, whatever their shares and reservations; the
// first that does not fit makes the others wait, lest a wide one is left out for ever.

// gang is what a strictly co-scheduled guest is: at work with all its virtual CPUs, or not.
type gang struct {
	works bool
	waits bool
	over  bool     // its quantum is
	since sim.Time // it works
	timer sim.TimerID
}

// muster lets a virtual CPU run on the CPU that is kept for it, or wait until there is one for each.
func (k *vmkernel) muster(v *vcpu, g *guest) {
	if g.gang.works {
		k.enter(v, v.lane, whyLast)
		return
	}
	k.tell(v.task, change{v.state, trace.Runnable, v.lane, whyQueue})
	k.turn(v, trace.Runnable)
	k.hold(v, trace.CoStop, whyCoStop)
	if !g.gang.waits {
		g.gang.waits = true
		k.waiting = append(k.waiting, v.guest)
	}
}

// disband stops a guest: those that ran or waited are in the state from now on, and its CPUs are free.
func (k *vmkernel) disband(g *guest, to trace.State) {
	if !g.gang.works {
		return
	}
	g.gang.works, g.gang.over = false, false
	for id := g.from; id < g.to; id++ {
		v := &k.vcpus[id]
		if v.state == trace.Running || v.state == trace.Runnable {
			why := whyCoStop
			if to == trace.Limited {
				why = whyLimit
			}
			k.hold(v, to, why)
		}
		k.pcpus[v.lane].held = none
		k.weigh(v.lane)
	}
}

// takeTurns stops the guests that have nothing to do or whose turn is over, and starts those that wait and
// find a CPU for each virtual CPU.
func (k *vmkernel) takeTurns() {
	for i := range k.guests {
		g := &k.guests[i]
		if !g.gang.works {
			continue
		}
		if over := g.gang.over && len(k.waiting) > 0; over || !k.works(g) {
			k.disband(g, trace.CoStop)
			if over && k.holds(g) {
				g.gang.waits = true
				k.waiting = append(k.waiting, int32(i))
			}
		}
	}
	started := 0
	for _, id := range k.waiting {
		g := &k.guests[id]
		if k.holds(g) {
			if !k.assemble(g) {
				break
			}
		}
		g.gang.waits = false
		started++
	}
	k.waiting = append(k.waiting[:0], k.waiting[started:]...)
	for i := range k.guests {
		k.watchTurn(&k.guests[i])
	}
}

// works says whether any virtual CPU of the guest runs or waits for the hypervisor's own work.
func (k *vmkernel) works(g *guest) bool {
	for id := g.from; id < g.to; id++ {
		if s := k.vcpus[id].state; s == trace.Running || s == trace.Runnable {
			return true
		}
	}
	return false
}

// holds says whether any virtual CPU of the guest has been stopped.
func (k *vmkernel) holds(g *guest) bool {
	for id := g.from; id < g.to; id++ {
		if k.vcpus[id].state == trace.CoStop {
			return true
		}
	}
	return false
}

// assemble starts a guest if there is a CPU for each of its virtual CPUs.
func (k *vmkernel) assemble(g *guest) bool {
	free := 0
	for n := range k.nodes {
		free += len(k.nodes[n].idle)
	}
	if free < int(g.to-g.from) {
		return false
	}
	g.gang.works, g.gang.since, g.gang.over = true, k.now, false
	for id := g.from; id < g.to; id++ {
		k.assign(&k.vcpus[id])
	}
	return true
}

// assign keeps a CPU for a virtual CPU, at home if there is one, and lets it run if it has work.
func (k *vmkernel) assign(v *vcpu) {
	node := k.homes[v.home].node
	at := k.best(k.nodes[node].idle)
	for n := 1; at == none; n++ {
		at = k.best(k.nodes[(int(node)+n)%len(k.nodes)].idle)
	}
	k.pcpus[at].held = v.id
	k.weigh(at)
	if v.state == trace.CoStop {
		k.enter(v, at, whyCore)
		return
	}
	v.lane = at
}

// watchTurn arms the timer for the end of a guest's turn, if anybody waits for it.
func (k *vmkernel) watchTurn(g *guest) {
	at := sim.Never
	if g.gang.works && len(k.waiting) > 0 {
		at = max(g.gang.since+k.rules.quantum, k.now+1)
	}
	k.env.Kernel.Set(g.gang.timer, at, sim.Arrive)
}
