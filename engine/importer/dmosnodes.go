package importer

import (
	"slices"
	"strconv"
	"strings"

	"schedlab/engine/topology"
)

// dmOSNodesQuery is what the page asks people to run; rows without a header are read in its order.
const dmOSNodesQuery = "SELECT node_id, node_state_desc, memory_node_id, cpu_affinity_mask, " +
	"processor_group, online_scheduler_count, cpu_count FROM sys.dm_os_nodes"

// osNodeColumns names the columns that matter, by what columnName makes of them: those of the view, and
// what two queries in use call them.
var osNodeColumns = map[string]string{
	"nodeid": "node_id", "id": "node_id", "nodestatedesc": "node_state_desc",
	"memorynodeid":    "memory_node_id",
	"cpuaffinitymask": "cpu_affinity_mask", "cpumask": "cpu_affinity_mask", "cpuids": "CpuIds",
	"processorgroup": "processor_group", "groupid": "processor_group",
	"onlineschedulermask": "online_scheduler_mask", "onlineschedulercount": "online_scheduler_count",
}

// Orders of columns without a header: that of our query, of SELECT * (sys.dm_os_nodes, Microsoft's
// reference), and of a query in use that prints masks in hexadecimal.
var (
	queryOrder = []string{"node_id", "node_state_desc", "memory_node_id", "cpu_affinity_mask",
		"processor_group", "online_scheduler_count", "cpu_count"}
	viewOrder = []string{"node_id", "node_state_desc", "", "", "", "memory_node_id", "cpu_affinity_mask",
		"online_scheduler_count", "", "", "", "", "", "", "online_scheduler_mask", "processor_group",
		"cpu_count"}
	hexOrder = []string{"node_id", "cpu_affinity_mask", "memory_node_id", "node_state_desc"}
)

const maxOSNodes = 1024 // assumed: SQL Server has at most 64 nodes; a row a CPU occurs in other queries

// osNode is a row of sys.dm_os_nodes.
type osNode struct {
	id, memory topology.NodeID
	state      string
	mask, live uint64 // live = the CPUs on which schedulers are on-line
	group      topology.GroupID
	schedulers int // on-line ones; Unknown if not told
	line       int
}

// repeats tells whether another row says the same; a node may have a second row for its off-line part.
func (n osNode) repeats(other osNode) bool {
	other.line = n.line
	return n == other
}

func (n osNode) offline() bool { return strings.Contains(n.state, "OFFLINE") }

type osNodeReader struct {
	doc     *document
	outputs [][]osNode
	columns []string
	by      rune
	headed  bool
}

func readDMOSNodes(doc *document) []*observation {
	r := &osNodeReader{doc: doc}
	for _, row := range tableLines(doc) {
		if doc.refused {
			return nil
		}
		r.row(row)
	}
	var found []*observation
	for i, nodes := range r.outputs {
		if len(nodes) == 0 {
			continue
		}
		o := newObservation(nodes[0].line)
		if i == len(r.outputs)-1 {
			osNodes(nodes).observe(doc, o)
		}
		found = append(found, o)
	}
	return found
}

func (r *osNodeReader) row(row tableLine) {
	switch {
	case r.header(row), r.columns != nil && isDashes(row.text):
		r.take(row)
	case r.columns != nil && r.node(row):
		r.take(row)
	case r.guess(row):
		r.take(row)
	case strings.TrimSpace(row.text) != "":
		r.columns = nil
	}
}

func (r *osNodeReader) take(row tableLine) { r.doc.take(row.from...) }

func (r *osNodeReader) header(row tableLine) bool {
	by := separator(row.text)
	parts := cells(row.text, by)
	if by == ' ' {
		parts = strings.Fields(row.text)
	}
	var columns []string
	for _, heading := range parts {
		columns = append(columns, osNodeColumns[columnName(heading)])
	}
	if !slices.Contains(columns, "node_id") || !slices.Contains(columns, "cpu_affinity_mask") {
		return false
	}
	r.begin(columns, by, true)
	return true
}

func (r *osNodeReader) begin(columns []string, by rune, headed bool) {
	r.columns, r.by, r.headed = columns, by, headed
	if len(r.outputs) == maxOutputs {
		r.doc.refuse("The text has more than 64 outputs of sys.dm_os_nodes.")
		return
	}
	r.outputs = append(r.outputs, nil)
}

// guess recognises a row without a header by its state and takes the columns for those of a known query.
func (r *osNodeReader) guess(row tableLine) bool {
	by := separator(row.text)
	parts := cells(row.text, by)
	state := slices.IndexFunc(parts, isOSNodeState)
	if _, ok := nodeNumber(parts0(parts)); !ok || state < 1 || len(parts) < 4 {
		return false
	}
	order := queryOrder
	switch {
	case state > 1:
		order = hexOrder
	case len(parts) > len(queryOrder):
		order = viewOrder
	}
	line := r.doc.lines[row.from[0]].number
	r.begin(order, by, false)
	r.doc.warn(span{line, line}, "The rows of sys.dm_os_nodes have no header; "+
		"their columns were taken for these: %s.", strings.Join(named(order), ", "))
	return r.node(row)
}

func parts0(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return parts[0]
}

func named(order []string) []string {
	var names []string
	for _, name := range order {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

func isOSNodeState(cell string) bool {
	word, _, _ := strings.Cut(cell, " ")
	return word == "ONLINE" || word == "OFFLINE" || word == "IDLE" || word == "IDLE_READY"
}

// node reads a row under the current columns and tells whether it is one.
func (r *osNodeReader) node(row tableLine) bool {
	values := map[string]string{}
	for i, cell := range cells(row.text, r.by) {
		if i < len(r.columns) && r.columns[i] != "" && cell != "NULL" {
			values[r.columns[i]] = cell
		}
	}
	id, ok := nodeNumber(values["node_id"])
	if !ok || len(values) < 2 {
		return false
	}
	line := r.doc.lines[row.from[0]].number
	n := osNode{id: id, memory: topology.NoNode, state: values["node_state_desc"], group: topology.NoGroup,
		schedulers: topology.Unknown, line: line}
	if memory, ok := nodeNumber(values["memory_node_id"]); ok {
		n.memory = memory
	}
	if group, err := strconv.Atoi(values["processor_group"]); err == nil && group >= 0 {
		n.group = topology.GroupID(min(group, topology.MaxCPUs))
	}
	if schedulers, err := strconv.Atoi(values["online_scheduler_count"]); err == nil {
		n.schedulers = schedulers
	}
	r.masks(&n, values)
	last := len(r.outputs) - 1
	if slices.ContainsFunc(r.outputs[last], n.repeats) { // the rows were pasted again, without a header
		r.begin(r.columns, r.by, r.headed)
		last = len(r.outputs) - 1
	}
	r.outputs[last] = append(r.outputs[last], n)
	if len(r.outputs[last]) > maxOSNodes {
		r.doc.refuse("The result set has more than 1,024 rows.")
	}
	return true
}

// masks reads which CPUs a node has. Where a query tells those present besides those of the affinity, the
// first are the node's.
func (r *osNodeReader) masks(n *osNode, values map[string]string) {
	where := span{n.line, n.line}
	text, present := values["cpu_affinity_mask"], values["CpuIds"]
	if present != "" {
		text = present
	}
	mask, err := topology.ParseMask(text)
	if err != nil {
		r.doc.warn(where, "The CPU mask of node %d (%q) is missing or damaged.", n.id, text)
		return
	}
	if n.group >= topology.MaxCPUs/topology.GroupSize {
		r.doc.warn(where, "Processor group %d of node %d is out of range.", n.group, n.id)
		return
	}
	n.mask, n.live = mask, mask
	if live, err := topology.ParseMask(values["online_scheduler_mask"]); err == nil && live&mask != 0 {
		n.live = live & mask
	}
	if n.offline() {
		n.live = 0
	}
}
