package importer

import (
	"math/bits"
	"slices"
	"sort"
	"strings"

	"schedlab/engine/topology"
)

// osNodes are the rows of one result set of sys.dm_os_nodes.
type osNodes []osNode

// observe turns the rows into an observation: memory nodes are the hardware's, since soft-NUMA divides
// only the scheduling nodes ("How It Works: Soft NUMA, I/O Completion Thread, Lazy Writer Workers and
// Memory Nodes").
func (rows osNodes) observe(doc *document, o *observation) {
	o.windows = true
	rows = rows.users(doc)
	rows.assignGroups(doc)
	for _, n := range rows {
		o.lines = o.lines.with(n.line)
		home := n.memory
		if home == topology.NoNode {
			home = n.id
		}
		node := o.node(home)
		node.told, node.lines = true, node.lines.with(n.line)
		node.cpus = ascending(append(node.cpus, topology.MaskCPUs(n.mask, n.group)...))
		o.softNodes = append(o.softNodes, n.softNodes()...)
		rows.checkSchedulers(doc, n)
	}
	o.sortNodes()
	if !slices.ContainsFunc(rows, func(n osNode) bool { return n.memory != topology.NoNode }) {
		doc.warn(o.lines, "The text has no memory_node_id, so soft-NUMA cannot be told from hardware: "+
			"every node is taken for a hardware node.")
	}
	readAffinity(doc, o)
	readSoftNUMA(o)
}

// users leaves out the node of the dedicated administrator connection, which repeats a node's mask: 64 since
// SQL Server 2012, 32 before.
func (rows osNodes) users(doc *document) osNodes {
	var users osNodes
	for _, n := range rows {
		if strings.Contains(n.state, "DAC") || n.id == topology.GroupSize && n.state == "" {
			doc.info(span{n.line, n.line}, "Node %d was left out: it serves the dedicated administrator "+
				"connection only.", n.id)
			continue
		}
		users = append(users, n)
	}
	return users
}

// assignGroups stands in for a missing processor_group: masks that overlap must be of different groups.
func (rows osNodes) assignGroups(doc *document) {
	var taken [topology.MaxCPUs / topology.GroupSize]uint64
	group := 0
	for i := range rows {
		if rows[i].group != topology.NoGroup {
			continue
		}
		for group < len(taken)-1 && taken[group]&rows[i].mask != 0 {
			group++
		}
		taken[group] |= rows[i].mask
		rows[i].group = topology.GroupID(group)
	}
	if group > 0 {
		doc.warn(span{}, "The text has no processor_group; since masks repeat, the CPUs are assumed "+
			"to be in %d groups, filled in the order of the rows.", group+1)
	}
}

// softNodes makes a scheduling node of the row, two if a part of it is off-line.
func (n osNode) softNodes() []SoftNode {
	var parts []SoftNode
	if n.live != 0 || n.mask == 0 {
		parts = append(parts, SoftNode{n.id, n.memory, topology.MaskCPUs(n.live, n.group), n.offline()})
	}
	if dead := n.mask &^ n.live; dead != 0 {
		parts = append(parts, SoftNode{n.id, n.memory, topology.MaskCPUs(dead, n.group), true})
	}
	return parts
}

func (rows osNodes) checkSchedulers(doc *document, n osNode) {
	if n.schedulers == topology.Unknown || n.offline() || n.schedulers == bits.OnesCount64(n.live) {
		return
	}
	doc.warn(span{n.line, n.line}, "Node %d has %s in its mask and %s on-line; which CPUs are not used is "+
		"not told.", n.id, plural(bits.OnesCount64(n.live), "CPU"), plural(n.schedulers, "scheduler"))
}

// readAffinity tells which CPUs SQL Server does without.
func readAffinity(doc *document, o *observation) {
	var used, unused []topology.CPUID
	for _, n := range o.softNodes {
		if n.Offline {
			unused = append(unused, n.CPUs...)
		} else {
			used = append(used, n.CPUs...)
		}
	}
	if len(unused) == 0 {
		return
	}
	o.settings[SettingAffinityCPUs] = topology.FormatList(ascending(used))
	doc.warn(o.lines, "SQL Server does not use CPUs %s (affinity or licence); the machine has them.",
		topology.FormatList(ascending(unused)))
}

// readSoftNUMA tells whether memory nodes are divided, and what the division says about SMT: siblings are
// put into different soft nodes if SQL Server sees them, so parts that interleave show two threads a
// core, and contiguous parts show none.
func readSoftNUMA(o *observation) {
	parts := map[topology.NodeID][]SoftNode{}
	for _, n := range o.softNodes {
		if n.MemoryNode != topology.NoNode && !n.Offline {
			parts[n.MemoryNode] = append(parts[n.MemoryNode], n)
		}
	}
	divided, interleaved := false, false
	for _, nodes := range parts {
		divided = divided || len(nodes) > 1
		interleaved = interleaved || interleave(nodes)
	}
	switch {
	case !divided:
		readUndivided(o, parts)
	case interleaved:
		o.settings[SettingSoftNUMA] = "true"
		o.shape.threads, o.siblings = 2, siblingsNeighbours
		o.guess = "Soft-NUMA nodes interleave, as they do where SQL Server sees SMT: two threads a core " +
			"are assumed, CPUs 0 and 1 being the first core."
	default:
		o.settings[SettingSoftNUMA] = "true"
		o.shape.threads = 1
		o.guess = "Soft-NUMA nodes are contiguous, as they are where SQL Server sees no SMT: every CPU is " +
			"assumed to be a core."
	}
}

// readUndivided concludes that soft-NUMA is off from a memory node that it would have divided: one of
// more than 16 CPUs has more than 8 cores, two threads a core at most.
func readUndivided(o *observation, parts map[topology.NodeID][]SoftNode) {
	for _, nodes := range parts {
		if len(nodes[0].CPUs) > 16 {
			o.settings[SettingSoftNUMA] = "false"
		}
	}
}

// interleave tells whether one node's CPUs begin before another one's end.
func interleave(nodes []SoftNode) bool {
	ordered := slices.DeleteFunc(slices.Clone(nodes), func(n SoftNode) bool { return len(n.CPUs) == 0 })
	sort.Slice(ordered, func(i, k int) bool { return ordered[i].CPUs[0] < ordered[k].CPUs[0] })
	for i := 1; i < len(ordered); i++ {
		before := ordered[i-1].CPUs
		if before[len(before)-1] > ordered[i].CPUs[0] {
			return true
		}
	}
	return false
}
