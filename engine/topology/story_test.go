package topology

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
)

// TestStories builds machines by their shape and damages them; below each stands what Schedlab knows of it.
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var m Machine
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "shape":
				s := storyShape(t, d)
				if faults := s.Check(); len(faults) > 0 {
					return faultLines(faults)
				}
				m = s.Machine()
				return describe(m)
			case "nodes":
				m = storyNodes(t, d.Input)
				return describe(m) + faultLines(m.Check())
			case "list":
				return readLists(d.Input)
			case "mask":
				return readMasks(t, d)
			default:
				d.Fatalf(t, "topology: story command %q", d.Cmd)
				return ""
			}
		})
	})
}

func storyShape(t *testing.T, d *datadriven.TestData) Shape {
	var s Shape
	for name, value := range map[string]*int{
		"packages": &s.Packages, "nodes": &s.NodesPerPackage, "cores": &s.CoresPerNode,
		"threads": &s.ThreadsPerCore, "remote": &s.Remote,
	} {
		if d.HasArg(name) {
			d.ScanArgs(t, name, value)
		}
	}
	return s
}

// storyNodes reads lines such as "8: 0-3,16-19", a node of single-threaded cores each.
func storyNodes(t *testing.T, input string) Machine {
	m := Machine{Packages: []Package{{}}}
	for line := range strings.Lines(input) {
		name, list, _ := strings.Cut(strings.TrimSpace(line), ":")
		ids, err := ParseList[NodeID](name)
		require.NoError(t, err)
		cpus, err := ParseList[CPUID](list)
		require.NoError(t, err)
		node := Node{ID: ids[0], Memory: NoBytes}
		for _, id := range cpus {
			at := len(m.CPUs)
			node.CPUs = append(node.CPUs, at)
			m.CPUs = append(m.CPUs, CPU{ID: id, Core: at, Node: len(m.Nodes)})
			m.Cores = append(m.Cores, Core{ID: CoreID(at), Node: len(m.Nodes), CPUs: []int{at}})
		}
		m.Nodes = append(m.Nodes, node)
	}
	m.AssignGroups()
	return m
}

// readLists writes what each line's list comes to, and how many numbers it holds.
func readLists(input string) string {
	var out strings.Builder
	for line := range strings.Lines(input) {
		ids, err := ParseList[CPUID](strings.TrimSpace(line))
		if err != nil {
			fmt.Fprintln(&out, "error:", err)
			continue
		}
		fmt.Fprintf(&out, "%d: %s\n", len(ids), FormatList(ids))
	}
	return out.String()
}

func readMasks(t *testing.T, d *datadriven.TestData) string {
	var out strings.Builder
	group := 0
	if d.HasArg("group") {
		d.ScanArgs(t, "group", &group)
	}
	for line := range strings.Lines(d.Input) {
		mask, err := ParseMask(strings.TrimSpace(line))
		if err != nil {
			fmt.Fprintln(&out, "error:", err)
			continue
		}
		in := GroupID(group)
		fmt.Fprintf(&out, "%s CPUs %s\n", FormatMask(mask, in), FormatList(MaskCPUs(mask, in)))
	}
	return out.String()
}

func describe(m Machine) string {
	var out strings.Builder
	fmt.Fprintln(&out, m)
	for _, n := range m.Nodes {
		fmt.Fprintf(&out, "node %d: CPUs %s", n.ID, listOf(m, n.CPUs))
		for _, g := range m.Groups() {
			if mask := m.Mask(g, n.CPUs); mask != 0 {
				fmt.Fprintf(&out, ", mask %s", FormatMask(mask, g))
			}
		}
		out.WriteByte('\n')
	}
	for _, row := range m.Distance {
		fmt.Fprintln(&out, row)
	}
	return out.String()
}

func listOf(m Machine, cpus []int) string {
	var ids []CPUID
	for _, cpu := range cpus {
		ids = append(ids, m.CPUs[cpu].ID)
	}
	return FormatList(ids)
}

func faultLines(faults []Fault) string {
	var out strings.Builder
	for _, f := range faults {
		fmt.Fprintf(&out, "%s: %s (%s)\n", f.Path, f.Message, f.Hint)
	}
	return out.String()
}
