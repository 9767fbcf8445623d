package esxi

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// The hypervisor's own work, mostly for I/O of guests, is owed in proportion to what a NUMA client uses, and
// done in bursts on the client's home node, ahead of virtual CPUs. It is charged to the guest as a whole.
// Source: VMware operations guide, "System" and "Overlap".
// assumed: its amount, and the length of a burst; both are settings.

// accrue counts what is owed until now, before the number of those that run changes.
func (k *vmkernel) accrue(h *home) {
	h.owed += int64(k.now-h.owedAt) * int64(h.running) * k.rules.system
	h.owedAt = k.now
}

// watchOwed arms the timer for the instant when a burst is owed.
func (k *vmkernel) watchOwed(h *home) {
	rate := int64(h.running) * k.rules.system
	if rate == 0 || k.rules.burst == 0 {
		k.env.Kernel.Stop(h.burst)
		return
	}
	k.accrue(h)
	rest := int64(k.rules.burst)*1000 - h.owed
	if rest <= 0 { // no CPU could take it
		rest = int64(k.rules.burst) * rate
	}
	k.env.Kernel.Set(h.burst, k.now+sim.Time((rest+rate-1)/rate), sim.Arrive)
}

// work does the bursts that are owed.
func (k *vmkernel) work(h *home) {
	h.due = false
	k.accrue(h)
	k.alter(h.guest)
	for size := int64(k.rules.burst) * 1000; h.owed >= size; h.owed -= size {
		at := k.anyOf(h.node)
		switch {
		case k.random.Below(interrupts) == 0 && at != none && k.pcpus[at].run != none:
			k.interrupt(at, h.guest)
		default:
			if idle := k.best(k.look(&k.nodes[h.node])); idle != none {
				at = idle
			}
			if at == none {
				return // all do such work: later
			}
			k.serve(at, h.guest)
		}
	}
}

// anyOf is a random CPU of a node that does no work of the hypervisor yet; none = there is none.
func (k *vmkernel) anyOf(at int32) int32 {
	n := &k.nodes[at]
	for i := range n.cpus {
		j := i + int(k.random.Below(int64(len(n.cpus)-i)))
		n.cpus[i], n.cpus[j] = n.cpus[j], n.cpus[i]
		if p := &k.pcpus[n.cpus[i]]; !p.world && !p.cut {
			return n.cpus[i]
		}
	}
	return none
}

// interrupt stops the virtual CPU on a CPU for a burst; it still counts as running.
// simplified: all of the burst counts as overlap, also if the virtual CPU leaves the CPU meanwhile.
func (k *vmkernel) interrupt(at, guest int32) {
	p := &k.pcpus[at]
	p.cut, p.burstFor = true, guest
	k.retime(&k.vcpus[p.run])
	k.guests[k.vcpus[p.run].guest].overlap.now += k.rules.burst
	k.env.Kernel.Set(p.burst, k.now+k.rules.burst, sim.Complete)
	k.weigh(at)
}

// serve runs a burst on a CPU. Whoever runs there waits.
func (k *vmkernel) serve(at, guest int32) {
	p := &k.pcpus[at]
	if p.run != none {
		k.preempt(p)
	}
	k.tell(p.worldTask, change{trace.Suspended, trace.Runnable, at, whyWorld})
	p.world, p.stale, p.burstFor = true, true, guest
	k.env.Kernel.Set(p.burst, k.now+k.rules.burst, sim.Complete)
	k.weigh(at)
}

// served ends the burst on a CPU.
func (k *vmkernel) served(at int32) {
	p, g := &k.pcpus[at], &k.guests[k.pcpus[at].burstFor]
	g.system.now += k.rules.burst
	if p.cut {
		p.cut = false
		if p.run != none {
			k.retime(&k.vcpus[p.run])
		}
	} else {
		p.world, p.stale, p.shown = false, true, trace.NoTask
		k.tell(p.worldTask, change{trace.Running, trace.Suspended, at, whyIdle})
	}
	k.alter(p.burstFor)
	k.weigh(at)
}

// report tells the amounts of a guest, as often as somebody samples them.
func (k *vmkernel) report(guest int32) {
	g := &k.guests[guest]
	k.reportOne(overlapOf(int(guest)), &g.overlap)
	k.reportOne(systemOf(int(guest)), &g.system)
}

func (k *vmkernel) reportOne(series int, a *amount) {
	if a.now == a.told || k.now < a.at+k.env.Resolution {
		return
	}
	a.told, a.at = a.now, k.now
	k.env.Trace.Record(trace.Event{At: k.now, Kind: trace.Counter, Thing: trace.SeriesThing,
		Who: int32(series), Where: trace.NoLane, Why: trace.NoReason, Instance: k.in, Value: int64(a.now)})
}
