package topology

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCheckNamesThePlace(t *testing.T) {
	for name, tc := range map[string]struct {
		path   string
		damage func(*Machine)
	}{
		"package id twice":         {"packages[1].id", func(m *Machine) { m.Packages[1].ID = 0 }},
		"package id negative":      {"packages[0].id", func(m *Machine) { m.Packages[0].ID = NoPackage }},
		"node id twice":            {"nodes[1].id", func(m *Machine) { m.Nodes[1].ID = 0 }},
		"node of no package":       {"nodes[0].package", func(m *Machine) { m.Nodes[0].Package = 2 }},
		"node of another package":  {"cores[0].package", func(m *Machine) { m.Nodes[0].Package = 1 }},
		"negative memory":          {"nodes[1].memory", func(m *Machine) { m.Nodes[1].Memory = -2 }},
		"CPU out of range":         {"nodes[1].cpus[0]", func(m *Machine) { m.Nodes[1].CPUs[0] = 8 }},
		"CPU twice in a node":      {"nodes[0].cpus[1]", func(m *Machine) { m.Nodes[0].CPUs[1] = 0 }},
		"CPU in two nodes":         {"nodes[2].cpus[0]", func(m *Machine) { m.Nodes[2].CPUs = []int{3} }},
		"CPU in two cores":         {"cores[1].cpus[0]", func(m *Machine) { m.Cores[1].CPUs[0] = 0 }},
		"core without CPU":         {"cores[3].cpus", func(m *Machine) { m.Cores[3].CPUs = nil }},
		"core id twice":            {"cores[1].id", func(m *Machine) { m.Cores[1].ID = 0 }},
		"core of no node":          {"cores[2].node", func(m *Machine) { m.Cores[2].Node = -2 }},
		"core and CPU disagree":    {"cores[2].cpus[0]", func(m *Machine) { m.Cores[2].Node = 0 }},
		"CPU in no core":           {"cpus[7].core", func(m *Machine) { m.Cores[3].CPUs = []int{3} }},
		"CPU not in its node":      {"cpus[5].node", func(m *Machine) { m.Nodes[0].CPUs = []int{0, 1, 4} }},
		"CPU id twice":             {"cpus[2].id", func(m *Machine) { m.CPUs[2].ID = 1 }},
		"bit out of range":         {"cpus[2].bit", func(m *Machine) { m.CPUs[2].Bit = 64 }},
		"bit taken":                {"cpus[4].bit", func(m *Machine) { m.CPUs[4].Bit = 1 }},
		"no CPU at all":            {"cpus", func(m *Machine) { m.CPUs = nil }},
		"too many nodes":           {"nodes", func(m *Machine) { m.Nodes = make([]Node, 257) }},
		"matrix too short":         {"distance", func(m *Machine) { m.Distance = m.Distance[:2] }},
		"row too long":             {"distance[1]", func(m *Machine) { m.Distance[1] = make([]int, 4) }},
		"distance below the local": {"distance[2][0]", func(m *Machine) { m.Distance[2][0] = 0 }},
		"distance above the limit": {"distance[0][1]", func(m *Machine) { m.Distance[0][1] = 256 }},
		"card on no node":          {"nics[0].node", func(m *Machine) { m.NICs[0].Node = 3 }},
		"card without a name":      {"nics[1].name", func(m *Machine) { m.NICs[1].Name = "" }},
		"cards of one name":        {"nics[1].name", func(m *Machine) { m.NICs[1].Name = "eth0" }},
	} {
		m := twoPackages()
		tc.damage(&m)
		var paths []string
		for _, f := range m.Check() {
			paths = append(paths, f.Path)
			assert.NotEmpty(t, f.Message, name)
		}
		assert.Contains(t, paths, tc.path, name)
	}
}

func TestEveryCPUOffline(t *testing.T) {
	m := Shape{CoresPerNode: 2}.Machine()
	m.CPUs[0].Offline, m.CPUs[1].Offline = true, true
	faults := m.Check()
	if assert.Len(t, faults, 1) {
		assert.Equal(t, "every CPU is off-line", faults[0].Message)
	}
}

func TestOddButRealMachinesAreAccepted(t *testing.T) {
	m := twoPackages()
	m.Distance = [][]int{{21, 10, 255}, {50, 10, 254}, {31, 160, 10}}
	assert.Empty(t, m.Check())

	m = Shape{Packages: 1, NodesPerPackage: 1, CoresPerNode: 4}.Machine()
	m.Packages = append(m.Packages, Package{ID: 3})
	m.Nodes[0].Package = Unknown // one node over two packages
	m.Cores[2].Package, m.Cores[3].Package = 1, 1
	assert.Empty(t, m.Check())
}

func TestFaultsAreBounded(t *testing.T) {
	m := Shape{CoresPerNode: 4096}.Machine()
	for i := range m.CPUs {
		m.CPUs[i].ID = 7
	}
	assert.Len(t, m.Check(), 100)
}
