package scenario

import (
	"slices"

	"schedlab/engine/topology"
)

// FormatMachine is a machine in the explicit form of documents. Read gives it back, positions included, if
// its CPUs are in the order of their ids and its cores in that of their first CPUs.
func FormatMachine(m topology.Machine) Tree {
	f := machineFormat{machine: m}
	if m.Name != "" {
		f.member("name", Words(m.Name))
	}
	packages := Items()
	for _, p := range m.Packages {
		packages.Items = append(packages.Items, Int(int64(p.ID)))
	}
	f.member("packages", packages)
	nodes := Items()
	for i := range m.Nodes {
		nodes.Items = append(nodes.Items, Fields(append(f.nodeHead(i), f.cores(i)...)...))
	}
	f.member("nodes", nodes)
	if elsewhere := f.cores(topology.Unknown); elsewhere != nil {
		f.member("elsewhere", Fields(elsewhere...))
	}
	f.offline()
	f.groups()
	f.distances()
	f.cards()
	return f.tree
}

type machineFormat struct {
	machine  topology.Machine
	tree     Tree
	nextCore topology.CoreID
}

func (f *machineFormat) member(name string, value Tree) {
	f.tree.Kind = Object
	f.tree.Members = append(f.tree.Members, Member{Name: name, Value: value})
}

func (f *machineFormat) nodeHead(i int) []Member {
	n := f.machine.Nodes[i]
	head := []Member{{Name: "id", Value: Int(int64(n.ID))}}
	if n.Package != topology.Unknown {
		head = append(head, Member{Name: "package", Value: f.packageID(n.Package)})
	}
	switch {
	case n.Memory == topology.NoBytes:
	case n.Memory%(1<<20) == 0:
		head = append(head, Member{Name: "memory_mb", Value: Int(int64(n.Memory >> 20))})
	default:
		head = append(head, Member{Name: "memory_bytes", Value: Int(int64(n.Memory))})
	}
	return head
}

func (f *machineFormat) packageID(position int) Tree {
	return Int(int64(f.machine.Packages[position].ID))
}

// cores writes the cores of a node, or those of no known node, as lists if they are alike.
func (f *machineFormat) cores(node int) []Member {
	var cores []topology.Core
	for _, core := range f.machine.Cores {
		if core.Node == node {
			cores = append(cores, core)
		}
	}
	if len(cores) == 0 {
		return nil
	}
	pack := topology.Unknown
	if node != topology.Unknown {
		pack = f.machine.Nodes[node].Package
	}
	if threads := f.threads(cores, pack); threads != nil {
		return append([]Member{{Name: "cpus", Value: lists(threads)}}, f.coreIDs(cores)...)
	}
	list := Items()
	for _, core := range cores {
		list.Items = append(list.Items, f.core(core, pack))
	}
	return []Member{{Name: "cores", Value: list}}
}

// threads gives the first CPUs of the cores, the second ones and so on, if lists can tell all about them.
func (f *machineFormat) threads(cores []topology.Core, pack int) [][]topology.CPUID {
	threads := make([][]topology.CPUID, len(cores[0].CPUs))
	var ids []topology.CoreID
	for _, core := range cores {
		if core.Package != pack || len(core.CPUs) != len(threads) {
			return nil
		}
		for t, cpu := range core.CPUs {
			threads[t] = append(threads[t], f.machine.CPUs[cpu].ID)
		}
		ids = append(ids, core.ID)
	}
	if !slices.IsSorted(ids) {
		return nil
	}
	for _, list := range threads {
		if !slices.IsSorted(list) {
			return nil
		}
	}
	return threads
}

func lists(threads [][]topology.CPUID) Tree {
	list := Items()
	for _, cpus := range threads {
		list.Items = append(list.Items, Words(topology.FormatList(cpus)))
	}
	if len(list.Items) == 1 {
		return list.Items[0]
	}
	return list
}

// coreIDs writes the ids of cores that have not those that they would get anyway.
func (f *machineFormat) coreIDs(cores []topology.Core) []Member {
	var ids []topology.CoreID
	usual := true
	for _, core := range cores {
		usual = f.nextCore == core.ID && usual
		f.nextCore++
		ids = append(ids, core.ID)
	}
	if usual {
		return nil
	}
	return []Member{{Name: "cores", Value: Words(topology.FormatList(ids))}}
}

func (f *machineFormat) core(core topology.Core, pack int) Tree {
	tree := Fields(Member{Name: "id", Value: Int(int64(core.ID))})
	if core.Package != pack && core.Package != topology.Unknown {
		tree.Members = append(tree.Members, Member{Name: "package", Value: f.packageID(core.Package)})
	}
	var ids []topology.CPUID
	for _, cpu := range core.CPUs {
		ids = append(ids, f.machine.CPUs[cpu].ID)
	}
	tree.Members = append(tree.Members, Member{Name: "cpus", Value: Words(topology.FormatList(ids))})
	return tree
}

func (f *machineFormat) offline() {
	var ids []topology.CPUID
	for _, cpu := range f.machine.CPUs {
		if cpu.Offline {
			ids = append(ids, cpu.ID)
		}
	}
	if ids != nil {
		f.member("offline", Words(topology.FormatList(ids)))
	}
}

// groups writes processor groups that are not those that the machine would get anyway.
func (f *machineFormat) groups() {
	assigned := f.machine
	assigned.CPUs = slices.Clone(assigned.CPUs)
	assigned.AssignGroups()
	if slices.Equal(assigned.CPUs, f.machine.CPUs) {
		return
	}
	list := Items()
	for _, id := range f.machine.Groups() {
		list.Items = append(list.Items, f.group(id)...)
	}
	f.member("groups", list)
}

// group writes a group in pieces inside which bits grow with the CPUs' ids.
func (f *machineFormat) group(id topology.GroupID) []Tree {
	var pieces []Tree
	var cpus, bits []topology.CPUID
	flush := func() {
		pieces = append(pieces, Fields(Member{Name: "id", Value: Int(int64(id))},
			Member{Name: "cpus", Value: Words(topology.FormatList(cpus))},
			Member{Name: "bits", Value: Words(topology.FormatList(bits))}))
		cpus, bits = nil, nil
	}
	for _, cpu := range f.machine.CPUs {
		if cpu.Group != id {
			continue
		}
		bit := topology.CPUID(cpu.Bit)
		if len(bits) > 0 && bit <= bits[len(bits)-1] {
			flush()
		}
		cpus, bits = append(cpus, cpu.ID), append(bits, bit)
	}
	flush()
	return pieces
}

func (f *machineFormat) distances() {
	if f.machine.Distance == nil {
		return
	}
	matrix := Items()
	for _, row := range f.machine.Distance {
		line := Items()
		for _, d := range row {
			line.Items = append(line.Items, Int(int64(d)))
		}
		matrix.Items = append(matrix.Items, line)
	}
	f.member("distances", matrix)
}

func (f *machineFormat) cards() {
	list := Items()
	for _, nic := range f.machine.NICs {
		card := Fields(Member{Name: "name", Value: Words(nic.Name)})
		if nic.Node != topology.Unknown {
			card.Members = append(card.Members,
				Member{Name: "node", Value: Int(int64(f.machine.Nodes[nic.Node].ID))})
		}
		if nic.Speed != 0 {
			card.Members = append(card.Members, Member{Name: "speed_mbit_s", Value: Decimal(nic.Speed, 6)})
		}
		if nic.Queues != 0 {
			card.Members = append(card.Members, Member{Name: "queues", Value: Int(int64(nic.Queues))})
		}
		list.Items = append(list.Items, card)
	}
	if len(list.Items) > 0 {
		f.member("nics", list)
	}
}
