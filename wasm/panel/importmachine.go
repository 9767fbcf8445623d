//go:build js

package panel

import (
	"slices"
	"strconv"
	"strings"

	"schedlab/engine/importer"
	"schedlab/engine/topology"
	"schedlab/wasm/widget"
)

// mostDrawn is how many CPUs the preview of a machine draws.
const mostDrawn = 1024

// showMachine draws the machine that was read: a box a NUMA node, in it the ids of its CPUs.
func (m *Import) showMachine(result importer.Result) {
	machine := result.Machine
	m.machine.Fill()
	if len(machine.CPUs) == 0 {
		m.sum.Say("")
		m.machine.Add(widget.New("li", "dim").Say(m.hands.Text("import.empty")))
		return
	}
	m.sum.Say(m.hands.Text("import.sum", len(machine.Packages), strconv.Itoa(len(machine.Nodes)),
		strconv.Itoa(len(machine.Cores)), strconv.Itoa(len(machine.CPUs))))
	drawn := 0
	for i, node := range machine.Nodes {
		box := widget.New("li", "")
		memory := ""
		if node.Memory != topology.NoBytes {
			memory = strconv.FormatInt(int64(node.Memory>>30), 10) + " GB"
		}
		box.Add(widget.New("h3", "", widget.New("b", "").Say(m.hands.Text("form.node",
			strconv.Itoa(int(node.ID)))),
			widget.Span("", memory)))
		for _, part := range m.parts(result, i) {
			if part.name != "" {
				box.Add(widget.New("h4", "", widget.Span("", part.name),
					widget.Span("", m.hands.Text("form.cpus", len(part.cpus)))))
			}
			box.Add(m.cpus(machine, part.cpus, &drawn))
		}
		m.machine.Add(box)
	}
	m.distances(machine)
}

// part is what a node's box holds under one name.
type part struct {
	name string
	cpus []topology.CPUID
}

// parts are the scheduling nodes of the database inside a NUMA node, or all its CPUs.
func (m *Import) parts(result importer.Result, node int) []part {
	var all []topology.CPUID
	for _, c := range result.Machine.CPUs {
		if c.Node == node {
			all = append(all, c.ID)
		}
	}
	var parts []part
	covered := 0
	for _, soft := range result.SoftNodes {
		if soft.MemoryNode == result.Machine.Nodes[node].ID {
			parts = append(parts, part{m.hands.Text("import.softNode", strconv.Itoa(int(soft.ID))),
				soft.CPUs})
			covered += len(soft.CPUs)
		}
	}
	if len(parts) > 1 && covered == len(all) {
		return parts
	}
	return []part{{cpus: all}}
}

func (m *Import) cpus(machine topology.Machine, ids []topology.CPUID, drawn *int) *widget.Element {
	row := widget.New("div", "cpus")
	offline := map[topology.CPUID]bool{}
	for _, c := range machine.CPUs {
		offline[c.ID] = c.Offline
	}
	for i, id := range ids {
		if *drawn >= mostDrawn {
			row.Add(widget.Span("", "+"+strconv.Itoa(len(ids)-i)))
			break
		}
		*drawn++
		row.Add(widget.New("span", "").Classed("off", offline[id]).Say(strconv.Itoa(int(id))))
	}
	return row
}

// distances tells the relative costs of other nodes' memory, if they are known.
func (m *Import) distances(machine topology.Machine) {
	var seen []string
	for from, row := range machine.Distance {
		for to, distance := range row {
			if text := strconv.Itoa(distance); from != to && !slices.Contains(seen, text) {
				seen = append(seen, text)
			}
		}
	}
	if len(seen) > 0 {
		text := m.hands.Text("import.distances", strings.Join(seen, ", "))
		m.machine.Add(widget.New("li", "distances").Say(text))
	}
}
