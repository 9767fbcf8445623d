// Package paste reads what people paste, and says what was read as the page shows it. It is pure. The page
// does not hold it: the readers are large, and loaded when they are first needed.
package paste

import (
	"slices"

	"schedlab/engine/importer"
	"schedlab/engine/scenario"
	"schedlab/engine/topology"
	"schedlab/wasm/proto"
)

// Machine reads what a system printed.
func Machine(m *proto.Import) *proto.Imported {
	var result importer.Result
	if m.Text != "" {
		result = importer.Parse(m.Text)
	}
	machine := &result.Machine
	out := &proto.Imported{Number: m.Number, Usable: result.Usable, Packages: len(machine.Packages),
		Cores: len(machine.Cores), CPUs: len(machine.CPUs), Distances: distances(machine),
		Switches: switches(result.Settings)}
	for _, f := range importer.Formats() {
		out.Formats = append(out.Formats, proto.Format{Name: f.Name, Title: f.Title, How: f.How,
			Found: slices.Contains(result.Formats, f.Name)})
	}
	if result.Usable {
		out.Machine = scenario.FormatMachine(*machine).String()
	}
	for i := range machine.Nodes {
		out.Nodes = append(out.Nodes, node(&result, i))
	}
	for _, n := range result.Notes {
		out.Notes = append(out.Notes, proto.Note{Level: n.Level.String(), First: n.First, Last: n.Last,
			Text: n.Text})
	}
	return out
}

// switchNames are settings of products that a text can tell, by the importer's names for them.
var switchNames = []string{importer.SettingSoftNUMA}

func switches(settings map[string]string) (all []proto.Switch) {
	for _, name := range switchNames {
		if value, isTold := settings[name]; isTold {
			all = append(all, proto.Switch{Name: name, On: value == "true"})
		}
	}
	return all
}

// untold stands for a number that nobody told.
const untold = -1

func node(result *importer.Result, at int) proto.MachineNode {
	n := &result.Machine.Nodes[at]
	out := proto.MachineNode{ID: int32(n.ID), MemoryGB: untold, Parts: parts(result, at)}
	if n.Memory != topology.NoBytes {
		out.MemoryGB = int64(n.Memory >> 30)
	}
	return out
}

// parts are the scheduling nodes of the database inside a NUMA node if they cover it, or all its CPUs.
func parts(result *importer.Result, node int) []proto.NodePart {
	var all []topology.CPUID
	offline := map[topology.CPUID]bool{}
	for _, c := range result.Machine.CPUs {
		if c.Node == node {
			all = append(all, c.ID)
			offline[c.ID] = c.Offline
		}
	}
	part := func(soft int32, ids []topology.CPUID) proto.NodePart {
		p := proto.NodePart{Soft: soft}
		for _, id := range ids {
			p.CPUs = append(p.CPUs, proto.MachineCPU{ID: int32(id), Offline: offline[id]})
		}
		return p
	}
	var parts []proto.NodePart
	covered := 0
	for _, soft := range result.SoftNodes {
		if soft.MemoryNode == result.Machine.Nodes[node].ID {
			parts = append(parts, part(int32(soft.ID), soft.CPUs))
			covered += len(soft.CPUs)
		}
	}
	if len(parts) > 1 && covered == len(all) {
		return parts
	}
	return []proto.NodePart{part(untold, all)}
}

// distances are the relative costs of other nodes' memory, each once, if they are known.
func distances(machine *topology.Machine) (seen []int) {
	for from, row := range machine.Distance {
		for to, distance := range row {
			if from != to && !slices.Contains(seen, distance) {
				seen = append(seen, distance)
			}
		}
	}
	return seen
}
