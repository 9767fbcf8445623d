package esxi

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// The balance of a node: CPUs without work take over who waits, idle cores take over who shares one, queues
// are made even. Source: Cpu.PcpuMigrateIdlePcpus, Cpu.HTRebalancePeriod, Cpu.L3RebalancePeriod.
// simplified: a move costs nothing; caches are warm at once.

// balance does what a node has to do now.
func (k *vmkernel) balance(n *node) {
	due := n.due
	n.due = 0
	if due&(1<<tickSpread) != 0 {
		k.spread(n)
	}
	if due&(1<<tickEven) != 0 {
		k.even(n)
		k.fairness(n)
	}
	if due&(1<<tickPull) != 0 {
		for i := 0; i < len(n.idle) && n.ready > 0; {
			if at := n.idle[i]; !k.pull(at) {
				i++
			}
		}
	}
	k.watchNode(n)
}

// watchNode arms the timers for what the node has to do.
func (k *vmkernel) watchNode(n *node) {
	fair := n.shared > 0 && k.rules.mode != strict
	k.tick(n, tickPull, n.ready > 0 && len(n.idle) > 0, pullPeriod)
	k.tick(n, tickSpread, fair && n.idleCores > 0 && k.rules.spread, k.rules.htBalance)
	k.tick(n, tickEven, fair || n.ready > 1, k.rules.cacheBalance)
}

func (k *vmkernel) tick(n *node, which int32, needed bool, period sim.Time) {
	at := sim.Never
	if needed {
		at = k.until(period)
	}
	k.env.Kernel.Set(n.timers[which], at, sim.Arrive)
}

// pull lets an idle CPU take over who goes first of those that wait in its node.
// assumed: it finds anybody who waits. If it looked at a few queues only, those held back would hold back
// others.
func (k *vmkernel) pull(at int32) bool {
	var best *vcpu
	for _, other := range k.nodes[k.pcpus[at].node].cpus {
		if p := &k.pcpus[other]; p.n > 0 {
			if v := k.pick(p); !k.soon(v) && (best == nil || k.before(v, best)) {
				best = v
			}
		}
	}
	if best == nil {
		return false
	}
	k.take(best, at, whyPull)
	return true
}

// soon says whether a virtual CPU that waits will run anyway when a burst of the hypervisor's own work is
// over.
// assumed: it is not worth a move, after which it would find its CPU taken.
func (k *vmkernel) soon(v *vcpu) bool {
	p := &k.pcpus[v.lane]
	return p.world && p.n == 1
}

// spread moves virtual CPUs from shared cores to idle ones, among the CPUs looked at.
func (k *vmkernel) spread(n *node) {
	looked := k.look(n)
	for _, at := range looked {
		if p := &k.pcpus[at]; p.place == none || k.cores[p.core].busy > 0 {
			continue
		}
		v := k.sharer(looked)
		if v == nil {
			return
		}
		k.enter(v, at, whySpread)
	}
}

// sharer is who has had least of those that run on the CPUs and share a core; nil = nobody does.
func (k *vmkernel) sharer(looked []int32) (best *vcpu) {
	for _, other := range looked {
		p := &k.pcpus[other]
		if p.run == none || p.cut || k.cores[p.core].busy < 2 {
			continue
		}
		if v := &k.vcpus[p.run]; best == nil || v.vtime < best.vtime {
			best = v
		}
	}
	return best
}

// even takes one that waits from the longest to the shortest queue of those looked at.
func (k *vmkernel) even(n *node) {
	if n.ready < 2 {
		return
	}
	looked := k.look(n)
	long, short := looked[0], looked[0]
	for _, at := range looked {
		if k.pcpus[at].n > k.pcpus[long].n {
			long = at
		}
		if k.pcpus[at].n < k.pcpus[short].n {
			short = at
		}
	}
	if k.pcpus[long].n >= k.pcpus[short].n+2 {
		k.enter(k.pick(&k.pcpus[long]), short, whyPull)
	}
}

// fairness gives a virtual CPU that is far behind a core for itself: who runs beside it goes beside the one
// that is furthest ahead and alone on a core. Source: Cpu.HTWholeCoreThreshold, Cpu.FairnessRebalancePcpus.
// simplified: if no core has an idle thread, nobody is sent away.
func (k *vmkernel) fairness(n *node) {
	for _, c := range n.cores {
		k.relieve(&k.cores[c], n)
	}
	looked := k.look(n)
	least, most := none, none
	for _, at := range looked {
		p := &k.pcpus[at]
		if p.run == none || p.cut {
			continue
		}
		k.charge(&k.vcpus[p.run])
		shares := k.cores[p.core].busy > 1
		switch {
		case shares && k.mate(at) != none && (least == none || k.behind(at, least) > 0):
			least = at
		case !shares && k.idleBeside(at) != none && (most == none || k.behind(most, at) > 0):
			most = at
		}
	}
	if least == none || most == none || k.behind(least, most) < int64(k.rules.wholeCore) {
		return
	}
	mate := &k.vcpus[k.pcpus[k.mate(least)].run]
	k.enter(mate, k.idleBeside(most), whyWhole)
	k.cores[k.pcpus[least].core].whole = k.pcpus[least].run
}

// behind is how far who runs on one CPU is behind who runs on another.
func (k *vmkernel) behind(a, b int32) int64 {
	return k.vcpus[k.pcpus[b].run].vtime - k.vcpus[k.pcpus[a].run].vtime
}

// mate is another thread of the core that runs a virtual CPU; none = there is none.
func (k *vmkernel) mate(at int32) int32 {
	for _, t := range k.cores[k.pcpus[at].core].threads {
		if p := &k.pcpus[t]; t != at && p.run != none && !p.cut {
			return t
		}
	}
	return none
}

// idleBeside is an idle thread of the same core.
func (k *vmkernel) idleBeside(at int32) int32 {
	for _, t := range k.cores[k.pcpus[at].core].threads {
		if t != at && k.pcpus[t].place != none {
			return t
		}
	}
	return none
}

// relieve ends it that a core belongs to one virtual CPU, when that is no longer behind those that work.
func (k *vmkernel) relieve(c *core, n *node) {
	if c.whole == none {
		return
	}
	v := &k.vcpus[c.whole]
	for _, at := range k.look(n) {
		p := &k.pcpus[at]
		if p.run != none && k.vcpus[p.run].state == trace.Running &&
			k.vcpus[p.run].vtime-v.vtime > int64(k.rules.wholeCore)/2 {
			return
		}
	}
	c.whole = none
}
