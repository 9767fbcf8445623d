package view

import (
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// Floor is the fixed order of everything that has a place in the pictures: memory nodes, the nodes inside
// them, the schedulers inside those. Groups are numbered over all instances, so that a number names one.
type Floor struct {
	Groups   []Group
	Memories []int32 // numbers of the memory nodes, in order
	Nodes    []int32 // numbers of the nodes, in the order of the floor plan
	Lanes    []Place // by trace.LaneID, hidden ones too
	Count    int     // lanes that are not hidden
	firsts   []int32 // number of each instance's first group
}

// Group is a memory node or a node.
type Group struct {
	Level    trace.Level
	Number   int32 // as the product prints it
	Memory   int32 // number of the memory node; of itself for one
	Instance trace.InstanceID
	Nodes    []int32 // of a memory node
	Lanes    []trace.LaneID
	Online   int  // lanes that take work
	Host     bool // of a host that guests share
}

// Place is where a scheduler stands.
type Place struct {
	Node, Memory int32 // numbers of groups
	Number       int32 // as the product prints it
	Core         int   // position in the machine; −1 = unknown
	Offline      bool
	Hidden       bool // only the product's own workers run there: it is in no group and not drawn
	Instance     trace.InstanceID
}

// newFloor reads the layouts of a log's instances.
func newFloor(log *trace.Log, machine func(trace.InstanceID) topology.Machine) *Floor {
	f := &Floor{}
	for id := range log.Ledger.Instances {
		f.add(trace.InstanceID(id), &log.Ledger.Instances[id], machine(trace.InstanceID(id)))
	}
	return f
}

func (f *Floor) add(id trace.InstanceID, in *trace.Instance, machine topology.Machine) {
	first := int32(len(f.Groups))
	f.firsts = append(f.firsts, first)
	for i, g := range in.Layout.Groups {
		group := Group{Level: g.Level, Number: g.Number, Instance: id, Memory: first + int32(i),
			Host: in.Layout.Host != nil}
		if g.Level == trace.Node && g.Parent >= 0 {
			group.Memory = first + int32(g.Parent)
		}
		f.Groups = append(f.Groups, group)
	}
	for i, l := range in.Layout.Lanes {
		f.place(id, first, l, machine)
		if l.Hidden {
			continue
		}
		f.Count++
		node, lane := first+int32(l.Group), in.First+trace.LaneID(i)
		f.enlist(node, lane, l.Offline)
		if memory := f.Groups[node].Memory; memory != node {
			f.enlist(memory, lane, l.Offline)
		}
	}
	f.order(first)
}

func (f *Floor) place(id trace.InstanceID, first int32, l trace.Lane, machine topology.Machine) {
	core := -1
	if l.CPU >= 0 && l.CPU < len(machine.CPUs) {
		core = machine.CPUs[l.CPU].Core
	}
	node := first + int32(l.Group)
	f.Lanes = append(f.Lanes, Place{Node: node, Memory: f.Groups[node].Memory, Number: l.Number, Core: core,
		Offline: l.Offline, Hidden: l.Hidden, Instance: id})
}

func (f *Floor) enlist(group int32, lane trace.LaneID, offline bool) {
	g := &f.Groups[group]
	g.Lanes = append(g.Lanes, lane)
	if !offline {
		g.Online++
	}
}

// order lists the memory nodes and, memory node by memory node, the nodes that have schedulers.
func (f *Floor) order(first int32) {
	for m := first; m < int32(len(f.Groups)); m++ {
		if f.Groups[m].Memory != m || len(f.Groups[m].Lanes) == 0 {
			continue
		}
		f.Memories = append(f.Memories, m)
		for n := first; n < int32(len(f.Groups)); n++ {
			inside := f.Groups[n].Memory == m && (n != m || f.Groups[m].Level == trace.Node)
			if inside && len(f.Groups[n].Lanes) > 0 {
				f.Groups[m].Nodes = append(f.Groups[m].Nodes, n)
			}
		}
		if len(f.Groups[m].Nodes) == 0 {
			f.Groups[m].Nodes = []int32{m}
		}
		f.Nodes = append(f.Nodes, f.Groups[m].Nodes...)
	}
}

// siblings says whether two schedulers run on hardware threads of one core.
func (f *Floor) siblings(a, b trace.LaneID) bool {
	core := f.Lanes[a].Core
	return core >= 0 && core == f.Lanes[b].Core && f.Lanes[a].Instance == f.Lanes[b].Instance
}

// soleNode says that a memory node holds nothing but one node: then there is no node to be drawn inside it.
func (f *Floor) soleNode(memory int32) bool { return len(f.Groups[memory].Nodes) <= 1 }
