package esxi

import "schedlab/engine/trace"

// wake finds a CPU for a virtual CPU that may run from now on.
func (k *vmkernel) wake(v *vcpu) {
	g := &k.guests[v.guest]
	if g.limit.spent {
		k.hold(v, trace.Limited, whyLimit)
		return
	}
	if v.state == trace.Suspended {
		k.forgive(v)
		k.forget(v, g)
	}
	if k.rules.mode == strict {
		k.muster(v, g)
		return
	}
	at, why := k.find(v)
	k.enter(v, at, why)
}

// find is the CPU where a virtual CPU is to run or wait, and why: the one where it ran last if that is idle,
// else the best of some of its home node. Source: Cpu.WakeupMigrateIdlePcpus.
func (k *vmkernel) find(v *vcpu) (at int32, why trace.Reason) {
	h := &k.homes[v.home]
	if p := &k.pcpus[v.lane]; p.place != none && p.node == h.node && k.cores[p.core].whole == none {
		return v.lane, whyLast
	}
	looked := k.look(&k.nodes[h.node])
	at = k.best(looked)
	for n := 1; at == none && h.wide && n < len(k.nodes); n++ {
		at = k.best(k.look(&k.nodes[(int(h.node)+n)%len(k.nodes)]))
	}
	if at == none {
		return k.shortest(v, looked), whyQueue
	}
	if k.cores[k.pcpus[at].core].busy == 0 {
		return at, whyCore
	}
	return at, whyThread
}

// best is the best idle one of some CPUs: one of an idle core if there is any, else one beside a thread that
// is not meant to be alone; none = none of them is idle.
func (k *vmkernel) best(among []int32) int32 {
	best, rank := none, 3
	for _, at := range among {
		p := &k.pcpus[at]
		if p.place == none {
			continue
		}
		r := 0
		switch c := &k.cores[p.core]; {
		case c.whole != none:
			r = 2
		case c.busy > 0:
			r = 1
		}
		if r < rank {
			best, rank = at, r
		}
	}
	return best
}

// look gives as many random CPUs of a node as are looked at.
func (k *vmkernel) look(n *node) []int32 {
	width := min(k.rules.searchWidth, len(n.cpus))
	for i := range width {
		j := i + int(k.random.Below(int64(len(n.cpus)-i)))
		n.cpus[i], n.cpus[j] = n.cpus[j], n.cpus[i]
	}
	return n.cpus[:width]
}

// shortest is the CPU with the shortest queue among those looked at and, at home, the one where it ran last.
func (k *vmkernel) shortest(v *vcpu, looked []int32) int32 {
	best := looked[0]
	if k.pcpus[v.lane].node == k.homes[v.home].node {
		best = v.lane
	}
	for _, c := range looked {
		if k.pcpus[c].n < k.pcpus[best].n {
			best = c
		}
	}
	return best
}
