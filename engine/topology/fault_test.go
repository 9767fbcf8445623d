package topology

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestFaultsSayWhatIsWrong states every fault of a damaged machine, those that follow from the damage too, in
// the words that a person reads.
func TestFaultsSayWhatIsWrong(t *testing.T) {
	for name, tc := range map[string]struct {
		damage func(*Machine)
		want   string
	}{
		"package twice": {func(m *Machine) { m.Packages[1].ID = 0 },
			"packages[1].id: package 0 is also packages[0] ()\n"},
		"negative package": {func(m *Machine) { m.Packages[1].ID = -1 },
			"packages[1].id: -1 is not a number that an operating system prints (0 or more)\n"},
		"node twice": {func(m *Machine) { m.Nodes[2].ID = 1 },
			"nodes[2].id: node 1 is also nodes[1] ()\n"},
		"node of no package": {func(m *Machine) { m.Nodes[2].Package = 2 },
			"nodes[2].package: there is no position 2 (positions go from 0 to 1)\n"},
		"negative memory": {func(m *Machine) { m.Nodes[0].Memory = -7 },
			"nodes[0].memory: -7 bytes (0 or more; -1 = unknown)\n"},
		"CPU of another node": {func(m *Machine) { m.Nodes[2].CPUs = []int{7} },
			"nodes[2].cpus[0]: cpus[7] does not say that it belongs here " +
				"(a CPU is in one core and in at most one node)\n"},
		"CPU beyond the last": {func(m *Machine) { m.Nodes[2].CPUs = []int{8, -1} },
			"nodes[2].cpus[0]: there is no cpus[8] (positions go from 0 to 7)\n" +
				"nodes[2].cpus[1]: there is no cpus[-1] (positions go from 0 to 7)\n"},
		"node that forgets a CPU": {func(m *Machine) { m.Nodes[0].CPUs = []int{0, 1, 5} },
			"cpus[4].node: nodes[0] does not list this CPU ()\n"},
		"CPU listed twice": {func(m *Machine) { m.Nodes[0].CPUs = []int{0, 1, 1, 4, 5} },
			"nodes[0].cpus[2]: cpus[1] is listed twice ()\n"},
		"core without CPUs": {func(m *Machine) { m.Cores[3].CPUs = nil },
			"cores[3].cpus: the core has no CPU (one, or with SMT several)\n" +
				"cpus[3].core: no core lists this CPU (every CPU is in one core)\n" +
				"cpus[7].core: no core lists this CPU (every CPU is in one core)\n"},
		"core twice in a package": {func(m *Machine) { m.Cores[3].ID = 0 },
			"cores[3].id: core 0 of the package is also cores[2] " +
				"(core numbers are unique inside a package)\n"},
		"core of the other package": {func(m *Machine) { m.Cores[1].ID, m.Cores[1].Package = 5, 1 },
			"cores[1].package: the core is in packages[1], its node in packages[0] " +
				"(a node that spans packages has package -1)\n"},
		"CPU that names a wrong core": {func(m *Machine) { m.CPUs[6].Core = 0 },
			"cores[2].cpus[1]: cpus[6] does not say that it belongs here " +
				"(a CPU is in one core and in at most one node)\n"},
		"CPU that names no node": {func(m *Machine) { m.CPUs[6].Node = 3 },
			"nodes[1].cpus[2]: cpus[6] does not say that it belongs here " +
				"(a CPU is in one core and in at most one node)\n" +
				"cores[2].cpus[1]: cpus[6] does not say that it belongs here " +
				"(a CPU is in one core and in at most one node)\n" +
				"cpus[6].node: there is no position 3 (positions go from 0 to 2)\n"},
		"CPU twice": {func(m *Machine) { m.CPUs[7].ID = 2 },
			"cpus[7].id: CPU 2 is also cpus[2] ()\n"},
		"bit twice": {func(m *Machine) { m.CPUs[7].Bit = 0 },
			"cpus[7].bit: cpus[0] has bit 0 of group 0 too (leave the group out to have it assigned)\n"},
		"bit of no group": {func(m *Machine) { m.CPUs[7].Group = -2 },
			"cpus[7].bit: bit 7 of group -2 (bits go from 0 to 63)\n"},
	} {
		m := twoPackages()
		tc.damage(&m)
		assert.Equal(t, tc.want, faultLines(m.Check()), name)
	}
}

// TestFaultsBesidesTheCPUs does the same for distances, cards and counts.
func TestFaultsBesidesTheCPUs(t *testing.T) {
	for name, tc := range map[string]struct {
		damage func(*Machine)
		want   string
	}{
		"matrix of other size": {func(m *Machine) { m.Distance = [][]int{{10}} },
			"distance: 1 rows for 3 nodes (one row a node, in the order of the nodes)\n" +
				"distance[0]: 1 distances for 3 nodes ()\n"},
		"distance below that of local memory": {func(m *Machine) { m.Distance[2][1] = 9 },
			"distance[2][1]: distance 9 is out of range " +
				"(distances go from 10 (local) to 255 (cannot be reached))\n"},
		"card without a place": {func(m *Machine) { m.NICs[0].Node = 9 },
			"nics[0].node: there is no position 9 (positions go from 0 to 2)\n"},
		"cards without names": {func(m *Machine) { m.NICs[0].Name, m.NICs[1].Name = "", "" },
			"nics[0].name: the card has no name ()\nnics[1].name: the card has no name ()\n" +
				"nics[1].name: \"\" is also nics[0] ()\n"},
		"no CPU": {func(m *Machine) { m.CPUs = nil },
			"cpus: the machine has no CPU (at least one)\n"},
		"more of everything than there can be": {func(m *Machine) {
			m.Packages, m.Nodes, m.NICs = make([]Package, 257), make([]Node, 300), make([]NIC, 257)
		}, "packages: 257 packages are too many (at most 256)\n" +
			"nodes: 300 NUMA nodes are too many (at most 256)\n" +
			"nics: 257 network cards are too many (at most 256)\n"},
	} {
		m := twoPackages()
		tc.damage(&m)
		assert.Equal(t, tc.want, faultLines(m.Check()), name)
	}
}

// TestWhatIsNotToldIsNoFault leaves out one thing after another, as texts do that people paste.
func TestWhatIsNotToldIsNoFault(t *testing.T) {
	for name, leaveOut := range map[string]func(*Machine){
		"distances": func(m *Machine) { m.Distance = nil },
		"cards":     func(m *Machine) { m.NICs = nil },
		"memory":    func(m *Machine) { m.Nodes[0].Memory = NoBytes },
		"no memory": func(m *Machine) { m.Nodes[0].Memory = 0 },
		"packages": func(m *Machine) {
			m.Packages = nil
			for i := range m.Nodes {
				m.Nodes[i].Package = Unknown
			}
			for i := range m.Cores {
				m.Cores[i].ID, m.Cores[i].Package = CoreID(i), Unknown
			}
		},
		"nodes": func(m *Machine) {
			m.Nodes, m.Distance, m.NICs = nil, nil, nil
			for i := range m.Cores {
				m.Cores[i].Node = Unknown
			}
			for i := range m.CPUs {
				m.CPUs[i].Node = Unknown
			}
		},
		"groups": func(m *Machine) {
			for i := range m.CPUs {
				m.CPUs[i].Group = NoGroup
			}
		},
		"all CPUs but one": func(m *Machine) {
			for i := range m.CPUs {
				m.CPUs[i].Offline = i > 0
			}
		},
	} {
		m := twoPackages()
		leaveOut(&m)
		assert.Empty(t, m.Check(), name)
	}
}
