package esxi

import (
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// Home nodes. Source: F. Denneman, "NUMA Deep Dive 5"; Numa.RebalancePeriod, Numa.MigImbalanceThreshold,
// Numa.LocalityWeightActionAffinity; knowledge base article 2097369 (action affinity).

const (
	// mostRest is how much of two nodes' difference a move may leave, percent. It must also gain 2 % of a
	// node, which it then does. Source: the advanced options of NUMA migration.
	mostRest = 50
	pageSize = 4 << 10
	// guestMemory is what a virtual CPU's memory is taken for where a guest's is not told.
	guestMemory = 4 << 30 // assumed: 4 GB a virtual CPU is usual
)

// settleDown gives a NUMA client the node with the least virtual CPUs, and each of its members a CPU there.
func (k *vmkernel) settleDown(at int32) {
	load := make([]int, len(k.nodes))
	for i := range k.homes {
		if h := &k.homes[i]; h.node != none {
			load[h.node] += len(h.members)
		}
	}
	best := none
	for n := range k.nodes {
		if len(k.nodes[n].cpus) > 0 && (best == none || load[n] < load[best]) {
			best = int32(n)
		}
	}
	h := &k.homes[at]
	h.node, h.wide = best, len(h.members) > len(k.nodes[best].cpus)
	for i, id := range h.members {
		k.vcpus[id].lane = k.seat(best, load[best]+i)
	}
}

// seat is the i-th CPU of a node, if the first threads of all cores come before the second ones.
func (k *vmkernel) seat(at int32, i int) int32 {
	n := &k.nodes[at]
	i %= len(n.cpus)
	for thread := 0; ; thread++ {
		for _, c := range n.cores {
			threads := k.cores[c].threads
			if thread >= len(threads) {
				continue
			}
			if i == 0 {
				return threads[thread]
			}
			i--
		}
	}
}

// furnish gives a guest's NUMA clients their memory: each on its node or, if the guest does not see the
// nodes, page by page on those of all of them.
func (k *vmkernel) furnish(guest int32, memory topology.Bytes, sees bool) {
	g := &k.guests[guest]
	var of []int32
	for i := range k.homes {
		if k.homes[i].guest == guest {
			of = append(of, int32(i))
		}
	}
	if memory <= 0 {
		memory = topology.Bytes(g.to-g.from) * guestMemory
	}
	each := int64(memory) / pageSize / int64(len(of))
	for _, i := range of {
		h := &k.homes[i]
		h.total, h.fixed = max(each, 1), !sees && len(of) > 1
		clear(h.pages)
		for _, other := range of {
			node := k.homes[other].node
			if h.fixed {
				h.pages[node] += h.total / int64(len(of))
			} else if other == i {
				h.pages[node] = h.total
			}
		}
		k.slowDown(h)
	}
}

// slowDown takes up where a NUMA client's memory is: m = 1 / (1 + φ · (1 − L) · (remote/local − 1)).
func (k *vmkernel) slowDown(h *home) {
	phi := k.guests[h.guest].phi
	for n := range h.slow {
		away := 1000 - h.pages[n]*1000/h.total
		const one = 1000 * 1000 * 100
		h.slow[n] = 1000 * one / (one + phi*away*(k.rules.remote-100))
	}
	for _, id := range h.members {
		k.retime(&k.vcpus[id])
	}
}

// rebalance is the NUMA scheduler: memory follows its clients; those that talk are drawn together; else the
// busiest node gives a client to the least busy one, if that makes them more alike.
func (k *vmkernel) rebalance() {
	k.moving = false
	k.env.Kernel.Set(k.timers.numa, k.now+k.rules.numaPeriod, sim.Arrive)
	load := k.demands()
	for i := range k.homes {
		k.follow(&k.homes[i])
	}
	if !k.rules.affine || !k.attract() {
		k.level(load)
	}
	for i := range k.homes {
		k.homes[i].demand = 0
	}
	k.weighed = k.now
}

// demands is how long the clients of each node have wanted to run since the last look.
func (k *vmkernel) demands() []sim.Time {
	load := make([]sim.Time, len(k.nodes))
	for i := range k.vcpus {
		if v := &k.vcpus[i]; v.state != trace.Suspended && v.state != trace.Limited {
			k.homes[v.home].demand += k.now - max(v.since, k.weighed)
		}
	}
	for i := range k.homes {
		load[k.homes[i].node] += k.homes[i].demand
	}
	return load
}

// follow moves the memory of a client to its home node, as fast as the version does.
func (k *vmkernel) follow(h *home) {
	rest := h.total - h.pages[h.node]
	if h.fixed || rest <= 0 {
		return
	}
	moves := min(k.rules.pageRate*int64(k.rules.numaPeriod)/int64(sim.Second), rest)
	h.pages[h.node] += moves
	for n := range h.pages {
		if int32(n) != h.node {
			gone := min(moves, h.pages[n])
			h.pages[n] -= gone
			moves -= gone
		}
	}
	k.slowDown(h)
}

// attract moves one client to the node where most of those are that it talks to. What it gains there
// outweighs any imbalance: action affinity counts 130, locality of memory 1.
// simplified: every virtual CPU of the group counts the same, and heavy contention does not break it.
func (k *vmkernel) attract() bool {
	for i := range k.homes {
		h := &k.homes[i]
		group := k.guests[h.guest].group
		if group == 0 {
			continue
		}
		talk := make([]int, len(k.nodes))
		for o := range k.homes {
			if other := &k.homes[o]; o != i && k.guests[other.guest].group == group {
				talk[other.node] += len(other.members)
			}
		}
		best := h.node
		for n := range talk {
			if talk[n] > talk[best] {
				best = int32(n)
			}
		}
		if best != h.node {
			k.rehome(h, best)
			return true
		}
	}
	return false
}

// extremes are the nodes, of those that have CPUs, with the most and the least load.
func (k *vmkernel) extremes(load []sim.Time) (most, least int32) {
	most, least = none, none
	for i := range load {
		if len(k.nodes[i].cpus) == 0 {
			continue
		}
		if n := int32(i); most == none {
			most, least = n, n
		} else if load[n] > load[most] {
			most = n
		} else if load[n] < load[least] {
			least = n
		}
	}
	return most, least
}

// level moves the client from the busiest node to the least busy one that leaves them most alike.
func (k *vmkernel) level(load []sim.Time) {
	most, least := k.extremes(load)
	gap := load[most] - load[least]
	capacity := k.rules.numaPeriod * sim.Time(len(k.nodes[most].cores))
	if gap*100 < capacity*sim.Time(k.rules.numaTrigger) {
		return
	}
	var best *home
	rest := gap * mostRest / 100
	for i := range k.homes {
		h := &k.homes[i]
		if h.node != most || k.rules.affine && k.guests[h.guest].group != 0 {
			continue
		}
		left := max(gap-2*h.demand, 2*h.demand-gap)
		if left <= rest {
			best, rest = h, left
		}
	}
	if best != nil {
		k.rehome(best, least)
	}
}

// rehome moves a client to another node with those of its members that run or wait there.
func (k *vmkernel) rehome(h *home, node int32) {
	h.node = node
	h.moved++
	if k.rules.mode == strict {
		return // its members move when all of them start again
	}
	for _, id := range h.members {
		v := &k.vcpus[id]
		if v.state != trace.Running && v.state != trace.Runnable || k.pcpus[v.lane].node == node {
			continue
		}
		at, _ := k.find(v)
		k.enter(v, at, whyHome)
	}
}

// wander is the balance between nodes, for clients that are wider than a node: members that wait go to
// another node that has an idle CPU, those that run elsewhere come home when there is one there.
// Source: Cpu.PcpuMigratePeriod.
func (k *vmkernel) wander() {
	k.wandered = false
	k.env.Kernel.Set(k.timers.wander, k.now+k.rules.nodeBalance, sim.Arrive)
	for i := range k.homes {
		h := &k.homes[i]
		if !h.wide {
			continue
		}
		for _, id := range h.members {
			v := &k.vcpus[id]
			isAway := k.pcpus[v.lane].node != h.node
			if v.state != trace.Runnable && (v.state != trace.Running || !isAway) {
				continue
			}
			if at, why := k.find(v); why != whyQueue && (!isAway || k.pcpus[at].node == h.node) {
				k.enter(v, at, why)
			}
		}
	}
}
