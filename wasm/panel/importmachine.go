//go:build js

package panel

import (
	"strconv"
	"strings"

	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// mostDrawn is how many CPUs the preview of a machine draws.
const mostDrawn = 1024

// showMachine draws the machine that was read: a box a NUMA node, in it the ids of its CPUs.
func (m *Import) showMachine(machine *proto.Imported) {
	m.machine.Fill()
	if machine.CPUs == 0 {
		m.sum.Say("")
		m.machine.Add(widget.New("li", "dim").Say(m.hands.Text("import.empty")))
		return
	}
	m.sum.Say(m.hands.Text("import.sum", machine.Packages, strconv.Itoa(len(machine.Nodes)),
		strconv.Itoa(machine.Cores), strconv.Itoa(machine.CPUs)))
	drawn := 0
	for _, node := range machine.Nodes {
		box := widget.New("li", "")
		memory := ""
		if node.MemoryGB >= 0 {
			memory = strconv.FormatInt(node.MemoryGB, 10) + " GB"
		}
		box.Add(widget.New("h3", "", widget.New("b", "").Say(m.hands.Text("form.node",
			strconv.Itoa(int(node.ID)))),
			widget.Span("", memory)))
		for _, part := range node.Parts {
			if part.Soft >= 0 {
				box.Add(widget.New("h4", "", widget.Span("", m.hands.Text("import.softNode",
					strconv.Itoa(int(part.Soft)))),
					widget.Span("", m.hands.Text("form.cpus", len(part.CPUs)))))
			}
			box.Add(cpus(part.CPUs, &drawn))
		}
		m.machine.Add(box)
	}
	m.distances(machine.Distances)
}

func cpus(all []proto.MachineCPU, drawn *int) *widget.Element {
	row := widget.New("div", "cpus")
	for i, cpu := range all {
		if *drawn >= mostDrawn {
			row.Add(widget.Span("", "+"+strconv.Itoa(len(all)-i)))
			break
		}
		*drawn++
		row.Add(widget.New("span", "").Classed("off", cpu.Offline).Say(strconv.Itoa(int(cpu.ID))))
	}
	return row
}

// distances tells the relative costs of other nodes' memory, if they are known.
func (m *Import) distances(all []int) {
	if len(all) == 0 {
		return
	}
	var texts []string
	for _, distance := range all {
		texts = append(texts, strconv.Itoa(distance))
	}
	text := m.hands.Text("import.distances", strings.Join(texts, ", "))
	m.machine.Add(widget.New("li", "distances").Say(text))
}
