package scenario

import (
	"fmt"
	"sort"

	"schedlab/engine/topology"
)

// assembly puts an explicit machine together. CPUs get positions in the order of their ids, cores in the
// order of their first CPUs; nodes and packages stay in the document's order.
type assembly struct {
	*reader
	machine  topology.Machine
	packages map[topology.PackageID]int
	declared bool // the document lists the packages
	cpus     map[topology.CPUID]int
	nextCore topology.CoreID // the id of the next core that the document gives none
	listed   int             // numbers in lists so far
}

func (r *reader) assemble(p place) builtMachine {
	v := r.values(p, explicitSchema)
	a := assembly{reader: r, packages: map[topology.PackageID]int{}, cpus: map[topology.CPUID]int{}}
	a.machine.Name = v.Text("name")
	before := len(r.problems)
	a.readPackages(p.member("packages"))
	for _, item := range r.items(p.member("nodes"), topology.MaxNodes) {
		a.node(item)
	}
	if elsewhere := p.member("elsewhere"); elsewhere.there {
		r.values(elsewhere, homelessSchema)
		a.cores(elsewhere, topology.Unknown)
	}
	if n := len(a.machine.CPUs); n > topology.MaxCPUs {
		r.add(p, fmt.Sprintf("%s CPUs; at most %s", grouped(int64(n)), grouped(topology.MaxCPUs)), "")
		return builtMachine{}
	}
	a.order()
	a.readOffline(p.member("offline"))
	a.readGroups(p.member("groups"))
	a.readDistances(p.member("distances"))
	a.readCards(p.member("nics"))
	if len(r.problems) == before {
		for _, fault := range a.machine.Check() {
			r.add(p.below(documentPath(fault.Path)), fault.Message, fault.Hint)
		}
	}
	return builtMachine{hardware: a.machine, speed: v.Number("smt_speed_pct")}
}

func (a *assembly) readPackages(p place) {
	a.declared = p.there
	for _, item := range a.items(p, topology.MaxPackages) {
		for _, id := range a.id(item, nil) {
			a.addPackage(topology.PackageID(id))
		}
	}
}

func (a *assembly) addPackage(id topology.PackageID) int {
	at := len(a.machine.Packages)
	a.machine.Packages = append(a.machine.Packages, topology.Package{ID: id})
	a.packages[id] = at
	return at
}

// packageAt gives the position of a package by its id; without a list of packages, naming one is enough.
func (a *assembly) packageAt(p place, id int64) int {
	if id < 0 {
		return topology.Unknown
	}
	at, ok := a.packages[topology.PackageID(id)]
	switch {
	case ok:
		return at
	case !a.declared:
		return a.addPackage(topology.PackageID(id))
	}
	a.add(p.member("package"), fmt.Sprintf("package %d does not exist", id), "it is not among the packages")
	return topology.Unknown
}

func (a *assembly) node(p place) {
	v := a.values(p, nodeSchema)
	n := topology.Node{ID: topology.NodeID(v.Number("id")), Package: a.packageAt(p, v.Number("package")),
		Memory: topology.NoBytes}
	mb, bytes := v.Number("memory_mb"), v.Number("memory_bytes")
	if mb >= 0 {
		n.Memory = topology.Bytes(mb) << 20
	}
	if bytes >= 0 {
		n.Memory = topology.Bytes(bytes)
	}
	if mb >= 0 && bytes >= 0 {
		a.add(p.member("memory_bytes"), "memory is given twice", "keep memory_mb or memory_bytes")
	}
	at := len(a.machine.Nodes)
	a.machine.Nodes = append(a.machine.Nodes, n)
	a.cores(p, at)
}

// cores reads the cores of a node, or those of no known node.
func (a *assembly) cores(p place, node int) {
	pack := topology.Unknown
	if node != topology.Unknown {
		pack = a.machine.Nodes[node].Package
	}
	cores, cpus := p.member("cores"), p.member("cpus")
	if cores.tree.Kind == List && (len(cores.tree.Items) == 0 || cores.tree.Items[0].Kind == Object) {
		if cpus.there {
			a.add(cpus, "the cores list the CPUs already", "keep cores or cpus")
		}
		for _, item := range a.items(cores, topology.MaxCPUs) {
			a.core(item, topology.Core{Package: pack, Node: node})
		}
		return
	}
	if cores.there || cpus.there {
		a.plainCores(cores, cpus, topology.Core{Package: pack, Node: node})
	}
}

func (a *assembly) core(p place, like topology.Core) {
	v := a.values(p, coreSchema)
	like.ID = topology.CoreID(v.Number("id"))
	if p.member("package").there {
		like.Package = a.packageAt(p, v.Number("package"))
	}
	cpus := p.member("cpus")
	if !cpus.there {
		a.add(cpus, "is missing", "the ids of the core's CPUs")
		return
	}
	a.addCore(cpus, like, a.ids(cpus))
}

// plainCores reads cores that are alike: their CPUs as lists, and their ids if they are not in order from 0.
func (a *assembly) plainCores(cores, cpus place, like topology.Core) {
	if !cpus.there {
		a.add(cpus, "is missing", "the ids of the CPUs of these cores")
		return
	}
	threads := a.threads(cpus)
	if len(threads) == 0 {
		return
	}
	ids, before := []topology.CPUID(nil), len(a.problems)
	if cores.there {
		ids = a.ids(cores)
		if len(a.problems) == before && len(ids) != len(threads[0]) {
			a.add(cores, fmt.Sprintf("%s for %s", counted(len(ids), "core"), counted(len(threads[0]), "CPU")),
				"one id for each core")
		}
	}
	if len(a.problems) > before {
		return
	}
	for i := range min(len(threads[0]), topology.MaxCPUs+1) {
		core, own := like, make([]topology.CPUID, len(threads))
		for t := range threads {
			own[t] = threads[t][i]
		}
		core.ID = a.nextCore
		if ids != nil {
			core.ID = topology.CoreID(ids[i])
		}
		a.nextCore++
		a.addCore(cpus, core, own)
	}
}

// addCore adds a core and its CPUs.
func (a *assembly) addCore(p place, core topology.Core, cpus []topology.CPUID) {
	if len(a.machine.CPUs) > topology.MaxCPUs {
		return
	}
	at := len(a.machine.Cores)
	for _, id := range cpus {
		if _, twice := a.cpus[id]; twice {
			a.add(p, fmt.Sprintf("CPU %d is listed twice", id), "a CPU is in one core of one node")
			continue
		}
		a.cpus[id] = len(a.machine.CPUs)
		a.machine.CPUs = append(a.machine.CPUs, topology.CPU{ID: id, Core: at, Node: core.Node,
			Group: topology.NoGroup})
	}
	a.machine.Cores = append(a.machine.Cores, core)
}

// order gives CPUs and cores their positions and tells nodes and cores of their CPUs.
func (a *assembly) order() {
	m := &a.machine
	sort.Slice(m.CPUs, func(i, k int) bool { return m.CPUs[i].ID < m.CPUs[k].ID })
	place := make([]int, len(m.Cores))
	var cores []topology.Core
	for i := range m.CPUs {
		cpu := &m.CPUs[i]
		a.cpus[cpu.ID] = i
		if place[cpu.Core] == 0 {
			cores = append(cores, m.Cores[cpu.Core])
			place[cpu.Core] = len(cores)
		}
		cpu.Core = place[cpu.Core] - 1
		cores[cpu.Core].CPUs = append(cores[cpu.Core].CPUs, i)
		if cpu.Node != topology.Unknown {
			m.Nodes[cpu.Node].CPUs = append(m.Nodes[cpu.Node].CPUs, i)
		}
	}
	m.Cores = cores
}

// positionsOf gives the positions of CPUs by id, and tells of those that are not there.
func (a *assembly) positionsOf(p place, ids []topology.CPUID) []int {
	var found []int
	for _, id := range ids {
		at, ok := a.cpus[id]
		if !ok {
			a.add(p, fmt.Sprintf("CPU %d does not exist", id), "no node lists it")
			continue
		}
		found = append(found, at)
	}
	return found
}

func (a *assembly) readOffline(p place) {
	if !p.there {
		return
	}
	for _, at := range a.positionsOf(p, a.ids(p)) {
		a.machine.CPUs[at].Offline = true
	}
}

// readGroups reads processor groups; without a list they are assigned as Windows does, with an empty one they
// are not.
func (a *assembly) readGroups(p place) {
	if !p.there {
		a.machine.AssignGroups()
		return
	}
	for _, item := range a.items(p, topology.MaxCPUs) {
		v := a.values(item, groupSchema)
		if !item.member("cpus").there {
			continue
		}
		before := len(a.problems)
		cpus := a.positionsOf(item.member("cpus"), a.ids(item.member("cpus")))
		bits := a.bits(item.member("bits"), len(cpus))
		if len(a.problems) > before {
			continue
		}
		if len(bits) != len(cpus) {
			a.add(item, fmt.Sprintf("%d bits for %s", len(bits), counted(len(cpus), "CPU")),
				"one bit for each CPU")
			continue
		}
		for i, at := range cpus {
			a.machine.CPUs[at].Group, a.machine.CPUs[at].Bit = topology.GroupID(v.Number("id")), bits[i]
		}
	}
}

func (a *assembly) bits(p place, n int) []int {
	var bits []int
	if p.there {
		for _, bit := range a.ids(p) {
			bits = append(bits, int(bit))
		}
		return bits
	}
	for bit := range n {
		bits = append(bits, bit)
	}
	return bits
}

func (a *assembly) readDistances(p place) {
	for _, row := range a.items(p, topology.MaxNodes) {
		distances := []int{}
		for _, item := range a.items(row, topology.MaxNodes) {
			for _, d := range a.id(item, nil) {
				distances = append(distances, int(d))
			}
		}
		a.machine.Distance = append(a.machine.Distance, distances)
	}
}

func (a *assembly) readCards(p place) {
	for _, item := range a.items(p, topology.MaxNodes) {
		v := a.values(item, cardSchema)
		card := topology.NIC{Name: v.Text("name"), Node: topology.Unknown, Speed: v.Number("speed_mbit_s"),
			Queues: int(v.Number("queues"))}
		if id := v.Number("node"); id >= 0 {
			if card.Node = a.machine.FindNode(topology.NodeID(id)); card.Node == topology.Unknown {
				a.add(item.member("node"), fmt.Sprintf("node %d does not exist", id), "")
			}
		}
		a.machine.NICs = append(a.machine.NICs, card)
	}
}
