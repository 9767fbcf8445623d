package esxi

import (
	"schedlab/engine/host"
	"schedlab/engine/hypervisor"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// boot makes the guests' hosts. Virtual CPUs are idle, and nothing is recorded before Begin.
func boot(env hypervisor.Environment, values setting.Values, vms []hypervisor.VM) *vmkernel {
	k := &vmkernel{env: env, rules: newRules(values), random: env.Kernel.Rand("hypervisor " + env.Name)}
	k.mount(env.Host)
	groups := map[string]int32{}
	for i := range vms {
		k.admit(values, &vms[i], groups)
	}
	for i := range k.homes {
		k.settleDown(int32(i))
	}
	k.expose(values, vms)
	return k
}

// mount takes up the CPUs of the bare machine, node by node.
func (k *vmkernel) mount(h host.Host) {
	m := &h.Machine
	k.nodes, k.cores = make([]node, max(len(m.Nodes), 1)), make([]core, len(m.Cores))
	for n := range k.nodes {
		for at := range m.CPUs {
			if cpu := &m.CPUs[at]; max(cpu.Node, 0) == n && !cpu.Offline {
				k.pcpus = append(k.pcpus, pcpu{base: h.CPUs[at], cpu: int32(at), core: int32(cpu.Core),
					node: int32(n)})
			}
		}
	}
	watches := make([]watch, len(k.pcpus))
	for at := range k.pcpus {
		k.mountCPU(int32(at))
		watches[at] = watch{k, int32(at)}
		k.pcpus[at].base.Watch(&watches[at])
	}
	for n := range k.nodes {
		for tick := range ticks {
			k.nodes[n].timers[tick] = k.env.Kernel.NewTimer(k, tick, int32(n))
		}
	}
	k.timers.numa = k.env.Kernel.NewTimer(k, fireNuma, 0)
	k.timers.wander = k.env.Kernel.NewTimer(k, fireWander, 0)
}

// mountCPU makes a CPU an idle thread of its core and node.
func (k *vmkernel) mountCPU(at int32) {
	p := &k.pcpus[at]
	p.run, p.head, p.tail, p.held, p.shown = none, none, none, none, trace.NoTask
	p.quantum = k.env.Kernel.NewTimer(k, fireQuantum, at)
	p.burst = k.env.Kernel.NewTimer(k, fireBurst, at)
	n, c := &k.nodes[p.node], &k.cores[p.core]
	if len(c.threads) == 0 {
		c.whole = none
		n.cores = append(n.cores, p.core)
		n.idleCores++
	}
	c.threads = append(c.threads, at)
	n.cpus = append(n.cpus, at)
	p.place = int32(len(n.idle))
	n.idle = append(n.idle, at)
}

// admit adds a guest with its virtual CPUs and NUMA clients.
func (k *vmkernel) admit(values setting.Values, vm *hypervisor.VM, groups map[string]int32) {
	id, from := int32(len(k.guests)), int32(len(k.vcpus))
	g := guest{name: vm.Name, from: from, to: from + int32(vm.VCPUs), shares: vm.Values.Number("shares"),
		phi: vm.Values.Number("memory_stall_pct"), steal: vm.Values.On(stealName),
		group:   groupOf(vm.Values.Text("talks_to"), groups),
		limit:   newAllowance(vm.Values.Number("limit_mhz")),
		reserve: newAllowance(vm.Values.Number("reservation_mhz"))}
	g.poll = k.env.Kernel.NewTimer(k, firePoll, id)
	g.limit.timer = k.env.Kernel.NewTimer(k, fireLimit, id)
	g.gang.timer = k.env.Kernel.NewTimer(k, fireGang, id)
	k.guests = append(k.guests, g)
	for i := range vm.VCPUs {
		k.vcpus = append(k.vcpus, vcpu{of: k, id: from + int32(i), guest: id, lane: none, next: none,
			prev: none, state: trace.Suspended})
	}
	split := clients(k.env.Host.Machine, values, *vm)
	k.guests[id].homes.from = int32(len(k.homes))
	k.guests[id].homes.to = int32(len(k.homes) + len(split))
	for _, c := range split {
		k.admitHome(id, c)
	}
}

// groupOf numbers the names of those that talk to each other, from 1; 0 = it talks to nobody.
func groupOf(name string, groups map[string]int32) int32 {
	if name == "" {
		return 0
	}
	number, known := groups[name]
	if !known {
		number = int32(len(groups)) + 1
		groups[name] = number
	}
	return number
}

func (k *vmkernel) admitHome(guest int32, c client) {
	h := home{guest: guest, node: none, pages: make([]int64, len(k.nodes)), slow: make([]int64, len(k.nodes))}
	at := int32(len(k.homes))
	h.burst = k.env.Kernel.NewTimer(k, fireOwed, at)
	for _, cpu := range c.cpus {
		id := k.guests[guest].from + int32(cpu)
		k.vcpus[id].home = at
		h.members = append(h.members, id)
	}
	k.homes = append(k.homes, h)
}

// expose makes the hosts that the guests see, and gives them their memory.
func (k *vmkernel) expose(values setting.Values, vms []hypervisor.VM) {
	for i := range vms {
		g := &k.guests[i]
		seen := host.Host{Machine: virtual(k.env.Host.Machine, values, vms[i])}
		for id := g.from; id < g.to; id++ {
			seen.CPUs = append(seen.CPUs, &k.vcpus[id])
		}
		k.hosts = append(k.hosts, seen)
		k.furnish(int32(i), vms[i].Memory, len(seen.Machine.Nodes) > 1)
	}
}

// Guests implements hypervisor.Booted.
func (k *vmkernel) Guests() []host.Host { return k.hosts }

// Begin implements hypervisor.Booted.
func (k *vmkernel) Begin() {
	k.in, k.first = k.env.Trace.Declare(k.layout())
	now := k.env.Kernel.Now()
	for i := range k.vcpus {
		v := &k.vcpus[i]
		g := &k.guests[v.guest]
		v.task = k.open(trace.Task{At: now, Lane: k.laneOf(v.lane), Context: v.id - g.from,
			Branch: int16(v.guest), Role: whyVCPU})
		v.since, v.mark = now, now
	}
	for at := range k.pcpus {
		k.pcpus[at].worldTask = k.open(trace.Task{At: now, Lane: k.laneOf(int32(at)), Context: int32(at),
			Branch: -1, Role: whyWorld})
	}
	if len(k.nodes) > 1 {
		k.env.Kernel.Set(k.timers.numa, now+k.rules.numaPeriod, sim.Arrive)
		k.env.Kernel.Set(k.timers.wander, now+k.rules.nodeBalance, sim.Arrive)
	}
}

// open makes a task that has nothing to do yet.
func (k *vmkernel) open(t trace.Task) trace.TaskID {
	t.Request = trace.NoRequest
	id := k.env.Trace.Open(t)
	k.env.Trace.Record(trace.Event{At: t.At, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
		Where: t.Lane, Why: whyIdle, Instance: k.in, From: trace.None, To: trace.Suspended})
	return id
}

func (k *vmkernel) laneOf(at int32) trace.LaneID { return k.first + trace.LaneID(at) }

// layout is what the trace is to know of the host.
func (k *vmkernel) layout() trace.Layout {
	l := trace.Layout{Name: k.env.Name, Waits: waits, Yield: whyReady,
		Host: &trace.HostLayout{Name: k.env.Name, Clock: k.rules.clock, Credit: beside, Role: whyVCPU}}
	for _, cause := range causes {
		l.Causes = append(l.Causes, cause.Name)
	}
	for n := range k.nodes {
		number := int32(n)
		if n < len(k.env.Host.Machine.Nodes) {
			number = int32(k.env.Host.Machine.Nodes[n].ID)
		}
		l.Groups = append(l.Groups, trace.Group{Level: trace.MemoryNode, Number: number, Parent: -1},
			trace.Group{Level: trace.Node, Number: number, Parent: len(l.Groups)})
	}
	for at := range k.pcpus {
		p := &k.pcpus[at]
		id := int32(k.env.Host.Machine.CPUs[p.cpu].ID)
		l.Lanes = append(l.Lanes, trace.Lane{Number: id, CPU: int(p.cpu), CPUID: id, Group: int(2*p.node + 1),
			Core: 1 + int(p.core)})
	}
	for i := range k.guests {
		k.layoutGuest(&l, i)
	}
	return l
}

// layoutGuest adds a guest with its series.
func (k *vmkernel) layoutGuest(l *trace.Layout, i int) {
	g := &k.guests[i]
	l.Host.Guests = append(l.Host.Guests, trace.GuestLayout{Name: g.name, CPUs: int(g.to - g.from),
		Overlap: overlapOf(i), System: systemOf(i), Steal: g.steal})
	for _, metric := range [...]string{"host.overlap", "host.system"} {
		l.Series = append(l.Series, trace.Series{Metric: metric, Label: g.name, Thing: int32(i), Group: -1,
			Unit: trace.Span, Sum: true})
	}
}

func overlapOf(guest int) int { return 2 * guest }
func systemOf(guest int) int  { return 2*guest + 1 }
