package importer

import (
	"slices"

	"schedlab/engine/topology"
)

// merge combines observations of one machine, those that know the hardware best first: what the first one
// tells is used, the next ones fill in what it lacks, and contradictions are noted.
func merge(doc *document, seen []*observation) *observation {
	m := merger{doc: doc, whole: newObservation(0)}
	for _, o := range seen {
		m.nodes(o)
		m.shape(o)
		m.rest(o)
	}
	m.rehome()
	if m.shapeOf != nil && m.shapeOf.guess != "" {
		doc.notes.add(Warning, m.shapeOf.lines, m.shapeOf.guess)
	}
	return m.whole
}

type merger struct {
	doc      *document
	whole    *observation
	nodesOf  *observation // who told the nodes first
	softOf   *observation // who told the scheduling nodes
	shapeOf  *observation // who told cores and threads
	totalsOf *observation // who told the number of CPUs first
}

func (m *merger) nodes(o *observation) {
	if len(o.nodes) == 0 {
		return
	}
	switch {
	case m.nodesOf == nil:
		m.nodesOf, m.whole.nodes, m.whole.windows = o, slices.Clone(o.nodes), o.windows
		if o.nodeGuess != "" {
			m.doc.notes.add(Warning, o.lines, o.nodeGuess)
		}
	case o.nodeGuess != "":
	case !o.windows:
		m.fill(o)
	case !m.whole.windows && !slices.Equal(m.whole.cpus(), o.cpus()):
		m.doc.warn(o.lines, "%s and %s name different CPUs; the machine is made of the former.",
			m.nodesOf.source, o.source)
		o.shape = shapeSeen{} // of another machine, such as a guest or what a licence leaves
	}
}

// fill completes nodes that the first source did not describe, and tells where the two disagree.
func (m *merger) fill(o *observation) {
	var differ, added []topology.NodeID
	for _, n := range o.nodes {
		isNew := !m.whole.has(n.id)
		known := m.whole.node(n.id)
		switch {
		case isNew:
			added = append(added, n.id)
			*known = n
		case !known.told && n.told:
			known.cpus, known.told = n.cpus, true
		case known.told && n.told && !slices.Equal(known.cpus, n.cpus):
			differ = append(differ, n.id)
		}
	}
	if len(differ) > 0 {
		m.doc.warn(o.lines, "%s and %s disagree about the CPUs of node %s; the former is used.",
			m.nodesOf.source, o.source, topology.FormatList(differ))
	}
	if len(added) > 0 {
		m.doc.warn(o.lines, "Node %s is known from %s only.", topology.FormatList(added), o.source)
	}
	m.whole.sortNodes()
}

// shape takes sockets, cores and threads together, since they are counted together.
func (m *merger) shape(o *observation) {
	whole := m.whole
	if whole.shape.allCores() > 0 && o.shape.allCores() > 0 && !o.shape.agrees(whole.shape) {
		m.doc.warn(o.lines, "%s and %s disagree about sockets, cores and threads; the former is used.",
			m.shapeOf.source, o.source)
	}
	if whole.shape.packages == 0 && o.shape != (shapeSeen{}) &&
		(o.shape.packages > 0 || whole.shape == (shapeSeen{})) {
		whole.shape, whole.siblings, m.shapeOf = o.shape, o.siblings, o
	}
}

func (m *merger) rest(o *observation) {
	whole := m.whole
	whole.lines = whole.lines.with(o.lines.first).with(o.lines.last)
	if whole.distance == nil {
		whole.distance = o.distance
	}
	if m.totalsOf == nil && (o.total > 0 || o.online != nil) {
		m.totalsOf = o
		whole.online, whole.offline, whole.total = o.online, o.offline, o.total
	}
	if len(whole.softNodes) == 0 && len(o.softNodes) > 0 {
		m.softOf, whole.softNodes = o, o.softNodes
	}
	for name, value := range o.settings {
		if _, told := whole.settings[name]; !told {
			whole.settings[name] = value
		}
	}
	if whole.memory == topology.NoBytes {
		whole.memory = o.memory
	}
}

// rehome finds the memory nodes of scheduling nodes by their CPUs where another source than theirs knows the
// hardware.
func (m *merger) rehome() {
	if m.softOf == nil || m.softOf == m.nodesOf || m.nodesOf == nil {
		return
	}
	home := map[topology.CPUID]topology.NodeID{}
	for _, n := range m.whole.nodes {
		for _, cpu := range n.cpus {
			home[cpu] = n.id
		}
	}
	moved := false
	m.whole.softNodes = slices.Clone(m.whole.softNodes)
	for i := range m.whole.softNodes {
		n := &m.whole.softNodes[i]
		if len(n.CPUs) == 0 {
			continue
		}
		if id, ok := home[n.CPUs[0]]; ok && id != n.MemoryNode {
			n.MemoryNode, moved = id, true
		}
	}
	if moved {
		m.doc.warn(m.softOf.lines, "%s numbers memory nodes differently from %s; scheduling nodes "+
			"were put into the nodes that have their CPUs.", m.softOf.source, m.nodesOf.source)
	}
}
