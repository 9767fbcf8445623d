package importer

import (
	"slices"
	"strconv"
	"strings"

	"schedlab/engine/topology"
)

// finish turns the collected texts into numbers and tells what is missing.
func (o *numactlOutput) finish(doc *document) {
	o.readLists(doc)
	o.readMatrix(doc)
	o.sortNodes()
	o.missing(doc)
	if o.free.first > 0 {
		doc.info(o.free, "The lines about free memory were left out: only installed memory counts.")
	}
}

func (o *numactlOutput) readLists(doc *document) {
	repeated := false
	for i := range o.nodes {
		n := &o.nodes[i]
		if !n.told {
			continue
		}
		list := doc.list(o.lists[n.id].String())
		n.cpus, n.told = list.cpus, !list.cut
		if list.cut {
			doc.warn(n.lines, "The CPU list of node %d is cut by an ellipsis; "+
				"only the CPUs that are named were taken: %s.", n.id, topology.FormatList(n.cpus))
		}
		if list.bad != "" {
			doc.warn(n.lines, "%q in the CPU list of node %d is no number.", list.bad, n.id)
		}
		if len(list.repeated) > 0 {
			repeated = true
			doc.warn(n.lines, "Node %d lists CPU %s twice; it was counted once.",
				n.id, topology.FormatList(ascending(list.repeated)))
		}
	}
	o.readGaps(doc, repeated)
}

// maxGap bounds how many unnamed CPUs look like a slip of the pen.
const maxGap = 8 // assumed

// readGaps looks for CPUs that no list names, given that another one is named twice: numbers get damaged
// by search and replace.
func (o *numactlOutput) readGaps(doc *document, repeated bool) {
	named := o.cpus()
	if !repeated || len(named) == 0 {
		return
	}
	var gaps []topology.CPUID
	for id := named[0]; id < named[len(named)-1] && len(gaps) <= maxGap; id++ {
		if !contains(named, id) {
			gaps = append(gaps, id)
		}
	}
	if len(gaps) > 0 && len(gaps) <= maxGap {
		doc.warn(o.lines, "No list names CPU %s; a number in the text may be wrong.",
			topology.FormatList(gaps))
	}
}

func (o *numactlOutput) missing(doc *document) {
	var absent, silent, noSize []topology.NodeID
	for _, id := range o.announced {
		if !o.has(id) {
			absent = append(absent, id)
		}
	}
	for _, n := range o.nodes {
		if !n.told && len(n.cpus) == 0 {
			silent = append(silent, n.id)
		}
		if n.memory == topology.NoBytes {
			noSize = append(noSize, n.id)
		}
	}
	for _, gap := range []struct {
		ids  []topology.NodeID
		text string
	}{
		{absent, "Announced but not described, so not in the machine: node %s."},
		{silent, "CPUs not told: node %s."},
		{noSize, "Memory not told, so unknown: node %s."},
	} {
		if len(gap.ids) > 0 {
			doc.warn(o.lines, gap.text, topology.FormatList(gap.ids))
		}
	}
	if o.elided.first > 0 {
		doc.warn(o.elided, "An ellipsis stands for lines that the text leaves out.")
	}
	if o.count > 0 && len(o.announced) > 0 && o.count != len(o.announced) {
		doc.warn(o.lines, "The text announces %d nodes and names %d.", o.count, len(o.announced))
	}
	if o.distance == nil {
		doc.warn(o.lines, "The text has no distances between nodes; they stay unknown.")
	}
}

// readMatrix takes the distances if every row is there and fits the header; half a matrix is none.
func (o *numactlOutput) readMatrix(doc *document) {
	table := o.distance
	o.distance = nil
	if table == nil {
		return
	}
	for _, field := range strings.Fields(o.header.String()) {
		id, ok := nodeNumber(field)
		if !ok || slices.Contains(table.ids, id) || len(table.ids) > topology.MaxNodes {
			doc.warn(table.from, "The header of the distances is damaged; they stay unknown.")
			return
		}
		table.ids = append(table.ids, id)
		o.node(id)
	}
	table.rows = map[topology.NodeID][]int{}
	for _, id := range table.ids {
		row := distanceRow(o.rows[id])
		if len(row) != len(table.ids) {
			doc.warn(table.from, "The row of node %d in the distances is missing or damaged; "+
				"all distances stay unknown.", id)
			return
		}
		table.rows[id] = row
	}
	o.distance = table
}

// distanceRow returns nothing for a row that is missing or holds what no distance can be.
func distanceRow(text *strings.Builder) []int {
	if text == nil {
		return nil
	}
	var row []int
	for field := range strings.FieldsSeq(text.String()) {
		d, err := strconv.Atoi(field)
		if err != nil || d < topology.MinDistance || d > topology.MaxDistance {
			return nil
		}
		row = append(row, d)
	}
	return row
}
