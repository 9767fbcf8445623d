package importer

import (
	"fmt"
	"slices"

	"schedlab/engine/topology"
)

// builder makes the machine of what was observed and notes everything that it has to assume.
type builder struct {
	doc     *document
	seen    *observation
	machine topology.Machine
	at      map[topology.CPUID]int // position of a CPU
}

func build(doc *document, seen *observation) topology.Machine {
	b := builder{doc: doc, seen: seen, at: map[topology.CPUID]int{}}
	if !b.cpus() {
		return topology.Machine{}
	}
	b.nodes()
	b.memory()
	b.distance()
	if len(b.machine.CPUs) == 0 {
		return b.machine
	}
	b.cores()
	b.homeless()
	b.packages()
	b.groups()
	return b.machine
}

// cpus makes the CPUs, ascending, and tells whether the machine is within the limits.
func (b *builder) cpus() bool {
	ids := b.seen.cpus()
	if len(ids) == 0 && b.seen.total > 0 {
		for i := range min(b.seen.total, topology.MaxCPUs+1) {
			ids = append(ids, topology.CPUID(i))
		}
		b.warn("The text counts %s without naming them; numbers from 0 are assumed.", plural(len(ids), "CPU"))
	}
	if len(ids) > topology.MaxCPUs || len(b.seen.nodes) > topology.MaxNodes {
		b.doc.refuse(fmt.Sprintf("The machine has more than %d CPUs or %d NUMA nodes.",
			topology.MaxCPUs, topology.MaxNodes))
		return false
	}
	for i, id := range ids {
		b.at[id] = i
		b.machine.CPUs = append(b.machine.CPUs, topology.CPU{
			ID: id, Core: topology.Unknown, Node: topology.Unknown,
			Offline: b.seen.online != nil && !contains(b.seen.online, id) || contains(b.seen.offline, id),
			Group:   topology.NoGroup,
		})
	}
	return true
}

func contains(ascending []topology.CPUID, id topology.CPUID) bool {
	_, found := slices.BinarySearch(ascending, id)
	return found
}

// nodes makes the nodes. A CPU that several nodes list, as with numa=fake, is the first one's.
func (b *builder) nodes() {
	var shared []topology.CPUID
	for _, n := range b.seen.nodes {
		at := len(b.machine.Nodes)
		node := topology.Node{ID: n.id, Package: topology.Unknown, Memory: n.memory}
		for _, id := range n.cpus {
			cpu := &b.machine.CPUs[b.at[id]]
			if cpu.Node != topology.Unknown {
				shared = append(shared, id)
				continue
			}
			cpu.Node = at
			node.CPUs = append(node.CPUs, b.at[id])
		}
		b.machine.Nodes = append(b.machine.Nodes, node)
	}
	if len(shared) > 0 {
		b.warn("Several nodes list the same CPUs: %s. Each was counted once, in the first of its nodes.",
			topology.FormatList(ascending(shared)))
	}
	if len(b.seen.nodes) == 0 && len(b.machine.CPUs) > 0 {
		b.onlyNode()
		return
	}
	b.memoryOnly()
}

func (b *builder) onlyNode() {
	node := topology.Node{Package: topology.Unknown, Memory: topology.NoBytes}
	for i := range b.machine.CPUs {
		b.machine.CPUs[i].Node = 0
		node.CPUs = append(node.CPUs, i)
	}
	b.machine.Nodes = []topology.Node{node}
	b.warn("The text names no NUMA nodes; one that has all CPUs is assumed.")
}

func (b *builder) memoryOnly() {
	var without, empty []topology.NodeID
	for _, n := range b.seen.nodes {
		switch {
		case len(n.cpus) > 0 || !n.told:
		case n.memory == 0:
			empty = append(empty, n.id)
		default:
			without = append(without, n.id)
		}
	}
	if len(empty) > 0 {
		b.doc.info(span{}, "Neither CPUs nor memory: node %s.", topology.FormatList(empty))
	}
	if len(without) > 0 {
		b.doc.info(span{}, "No CPUs, only memory: node %s. A distance says nothing about bandwidth, and "+
			"to which package such a node belongs is not told.", topology.FormatList(without))
	}
}

// memory divides the machine's memory over the nodes if only the sum is told.
func (b *builder) memory() {
	nodes := b.machine.Nodes
	told := slices.ContainsFunc(nodes, func(n topology.Node) bool { return n.Memory != topology.NoBytes })
	if b.seen.memory == topology.NoBytes || len(nodes) == 0 || told {
		return
	}
	for i := range nodes {
		nodes[i].Memory = b.seen.memory / topology.Bytes(len(nodes))
	}
	if len(nodes) > 1 {
		b.warn("Only the memory of the whole machine is told; equal parts in its nodes are assumed.")
	}
}

// distance brings the matrix into the order of the nodes; a node that it lacks makes it unknown.
func (b *builder) distance() {
	table := b.seen.distance
	if table == nil {
		return
	}
	var columns []int
	for _, n := range b.machine.Nodes {
		column := slices.Index(table.ids, n.ID)
		if column < 0 {
			b.warn("The distances lack node %d; all stay unknown.", n.ID)
			return
		}
		columns = append(columns, column)
	}
	for _, n := range b.machine.Nodes {
		var row []int
		for _, column := range columns {
			row = append(row, table.rows[n.ID][column])
		}
		b.machine.Distance = append(b.machine.Distance, row)
	}
	b.oddDistances(table.from)
}

// oddDistances tells what looks wrong in a matrix but occurs.
func (b *builder) oddDistances(where span) {
	asymmetric, diagonal, remote := false, false, map[int]bool{}
	for i, row := range b.machine.Distance {
		for j, d := range row {
			asymmetric = asymmetric || d != b.machine.Distance[j][i]
			if i == j {
				diagonal = diagonal || d != topology.LocalDistance
			} else {
				remote[d] = true
			}
		}
	}
	for _, odd := range []struct {
		is   bool
		text string
	}{
		{asymmetric, "The distances are not symmetric; they were kept as they are."},
		{diagonal, "A node's distance to itself is not 10, as happens when node 0 is off-line; it was kept."},
		{remote[topology.LocalDistance],
			"Different nodes are at distance 10, that of local memory; it was kept."},
		{remote[255] || remote[254], "Some nodes cannot reach each other (distance 254 or 255)."},
		{len(remote) == 1 && remote[20] && len(b.machine.Nodes) > 2,
			"All remote distances are 20, the default of firmware and hypervisors: perhaps nobody measured."},
	} {
		if odd.is {
			b.doc.notes.add(Info, where, odd.text)
		}
	}
}

// homeless tells of CPUs that no node lists.
func (b *builder) homeless() {
	var ids []topology.CPUID
	for _, c := range b.machine.CPUs {
		if c.Node == topology.Unknown {
			ids = append(ids, c.ID)
		}
	}
	if len(ids) > 0 {
		b.warn("No node lists CPU %s; where it is stays unknown.", topology.FormatList(ids))
	}
}

func (b *builder) groups() {
	if !b.seen.windows {
		b.machine.AssignGroups()
		return
	}
	for i := range b.machine.CPUs {
		c := &b.machine.CPUs[i]
		c.Group, c.Bit = topology.GroupID(c.ID/topology.GroupSize), int(c.ID%topology.GroupSize)
	}
}

func (b *builder) warn(format string, values ...any) {
	b.doc.warn(span{}, format, values...)
}
