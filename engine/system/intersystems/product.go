// Package intersystems is InterSystems Caché as its scheduling shows: a server process for each connection,
// which the operating system puts on the CPUs. The database has no scheduler of its own; what a transaction
// is, is time on a CPU and time without one.
//
// Facts and their sources stand beside what they decide.
package intersystems

import (
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// Product is InterSystems Caché.
var Product system.System = product{}

type product struct{}

// Describe implements system.System.
func (product) Describe() system.Description {
	return system.Description{
		Name:     "intersystems",
		Title:    "InterSystems Caché",
		Summary:  "A process a connection, over the run queues of a Linux host.",
		Settings: settings(),
		Causes:   causes(),
		Nouns: system.Nouns{MemoryNode: "NUMA node", Node: "NUMA node", Scheduler: "CPU", Worker: "process",
			Request: "transaction"},
		Quantum:     slice,
		Headline:    "response.mean_ms",
		ClassFields: []string{"wait_ms", "phases"},
		Plain:       true,
		Tables:      tables(),
		Caption:     caption,
		Laws:        laws,
	}
}

// Pools implements system.System: there are none.
func (product) Pools(setting.Values) []string { return nil }

// Nodes implements system.System: a connection's process may be bound to a NUMA node, as numactl does.
func (product) Nodes(m topology.Machine, _ setting.Values) int { return len(nodesOf(m)) }

// Check implements system.System.
func (product) Check(m topology.Machine, values setting.Values) []setting.Fault {
	var faults []setting.Fault
	if len(m.Online()) == 0 {
		faults = append(faults, setting.Fault{Path: sliceName, Message: "no CPU of the machine is on-line",
			Hint: "the operating system needs one at least"})
	}
	slice, tick := values.Number(sliceName), values.Number(tickName)
	if tick > 0 && slice%tick != 0 {
		faults = append(faults, setting.Fault{Path: tickName,
			Message: "slices that end at ticks are a whole number of them",
			Hint:    "let the slice be a multiple of the tick, or the tick 0: slices end to the microsecond"})
	}
	return faults
}

// slice is how long a process keeps a CPU that others want; 0 = until it waits.
func slice(values setting.Values) sim.Time {
	return sim.Time(values.Number(sliceName)) * sim.Microsecond
}

// nodesOf gives the on-line CPUs of each NUMA node that has any, in the order of nodes; last those of which
// nobody knows the node.
func nodesOf(m topology.Machine) [][]int {
	of := make([][]int, len(m.Nodes)+1)
	for _, at := range m.Online() {
		n := m.CPUs[at].Node
		if n < 0 {
			n = len(m.Nodes)
		}
		of[n] = append(of[n], at)
	}
	var nodes [][]int
	for _, cpus := range of {
		if len(cpus) > 0 {
			nodes = append(nodes, cpus)
		}
	}
	return nodes
}

// layoutOf describes the nodes and CPUs. Lanes are node by node, as nodesOf has them.
func layoutOf(name string, m topology.Machine) (l trace.Layout, online []int) {
	l = trace.Layout{Name: name, Waits: waitCount, Yield: preempted,
		Series: []trace.Series{{Metric: glorefsMetric, Group: -1, Sum: true}}}
	for _, c := range causes() {
		l.Causes = append(l.Causes, c.Name)
	}
	nodes := nodesOf(m)
	for i := range nodes {
		l.Groups = append(l.Groups, trace.Group{Level: trace.MemoryNode, Number: int32(i), Parent: -1})
	}
	for i, cpus := range nodes {
		group := len(l.Groups)
		l.Groups = append(l.Groups, trace.Group{Level: trace.Node, Number: int32(i), Parent: i})
		for _, at := range cpus {
			id := int32(m.CPUs[at].ID)
			l.Lanes = append(l.Lanes, trace.Lane{Number: id, CPU: at, CPUID: id, Group: group})
			online = append(online, at)
		}
	}
	return l, online
}
