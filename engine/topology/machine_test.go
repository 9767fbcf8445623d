package topology

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// twoPackages is written out by hand: 2 packages, 2 nodes, 2 cores each, 2 CPUs a core, numbered as Linux
// on x86 does (all first threads first), and a memory-only node 8.
func twoPackages() Machine {
	return Machine{
		Packages: []Package{{ID: 0}, {ID: 1}},
		Nodes: []Node{
			{ID: 0, Package: 0, Memory: 64 << 30, CPUs: []int{0, 1, 4, 5}},
			{ID: 1, Package: 1, Memory: 32 << 30, CPUs: []int{2, 3, 6, 7}},
			{ID: 8, Package: Unknown, Memory: NoBytes},
		},
		Cores: []Core{
			{ID: 0, Package: 0, Node: 0, CPUs: []int{0, 4}}, {ID: 1, Package: 0, Node: 0, CPUs: []int{1, 5}},
			{ID: 0, Package: 1, Node: 1, CPUs: []int{2, 6}}, {ID: 1, Package: 1, Node: 1, CPUs: []int{3, 7}},
		},
		CPUs: []CPU{
			{ID: 0, Core: 0, Node: 0, Bit: 0}, {ID: 1, Core: 1, Node: 0, Bit: 1},
			{ID: 2, Core: 2, Node: 1, Bit: 4}, {ID: 3, Core: 3, Node: 1, Bit: 5},
			{ID: 4, Core: 0, Node: 0, Bit: 2}, {ID: 5, Core: 1, Node: 0, Bit: 3},
			{ID: 6, Core: 2, Node: 1, Bit: 6}, {ID: 7, Core: 3, Node: 1, Bit: 7, Offline: true},
		},
		Distance: [][]int{{10, 21, 31}, {20, 10, 31}, {31, 31, 10}},
		NICs:     []NIC{{Name: "eth0", Node: 1}, {Name: "eth1", Node: Unknown}},
	}
}

func TestMachineAnswers(t *testing.T) {
	m := twoPackages()
	assert.Empty(t, m.Check())
	assert.Equal(t, []int{0, 1, 2, 3, 4, 5, 6}, m.Online())
	assert.Equal(t, []int{1, 5}, m.Siblings(5))
	assert.Equal(t, 2, m.FindNode(8))
	assert.Equal(t, Unknown, m.FindNode(2), "a count of nodes is no range of node numbers")
	assert.Equal(t, 6, m.FindCPU(6))
	assert.Equal(t, Unknown, m.FindCPU(NoCPU))
	assert.Equal(t, 20, m.DistanceBetween(1, 0), "the matrix may be asymmetric")
	assert.Equal(t, "2 packages, 3 NUMA nodes, 4 cores, 8 CPUs, 1 off-line", m.String())
	total, complete := m.Memory()
	assert.Equal(t, Bytes(96<<30), total)
	assert.False(t, complete, "node 8 did not tell")
}

func TestDistanceWithoutMatrixIsAssumed(t *testing.T) {
	m := twoPackages()
	m.Distance = nil
	assert.Equal(t, 10, m.DistanceBetween(1, 1))
	assert.Equal(t, 21, m.DistanceBetween(1, 0))
}

func TestSummaryOfOne(t *testing.T) {
	assert.Equal(t, "1 package, 1 NUMA node, 1 core, 1 CPU", Shape{}.Machine().String())
}

func TestShapes(t *testing.T) {
	m := Shape{Packages: 4, CoresPerNode: 24, MemoryPerNode: 1 << 30}.Machine()
	assert.Equal(t, "4 packages, 4 NUMA nodes, 96 cores, 96 CPUs", m.String())
	assert.Empty(t, m.Check())
	assert.Equal(t, NodeID(3), m.Nodes[3].ID)
	assert.Equal(t, 72, m.Nodes[3].CPUs[0])
	assert.Equal(t, []int{21, 10, 21, 21}, m.Distance[1])

	smt := Shape{Packages: 2, NodesPerPackage: 2, CoresPerNode: 2, ThreadsPerCore: 2, Remote: 32}.Machine()
	assert.Empty(t, smt.Check())
	assert.Equal(t, []int{6, 7}, smt.Siblings(7), "siblings are neighbours")
	assert.Equal(t, 1, smt.Nodes[3].Package)
	assert.Equal(t, NoBytes, smt.Nodes[0].Memory)
	assert.Equal(t, 32, smt.Distance[0][3])
}

func TestShapesOutOfRange(t *testing.T) {
	for path, s := range map[string]Shape{
		"packages":          {Packages: -1},
		"cores_per_node":    {Packages: 64, CoresPerNode: 65},
		"nodes_per_package": {Packages: 16, NodesPerPackage: 17},
		"threads_per_core":  {ThreadsPerCore: 1 << 40},
		"memory_per_node":   {MemoryPerNode: -2},
		"remote":            {Remote: 256},
	} {
		faults := s.Check()
		if assert.Len(t, faults, 1, path) {
			assert.Equal(t, path, faults[0].Path)
		}
		assert.Panics(t, func() { s.Machine() }, path)
	}
	assert.Empty(t, Shape{Packages: 64, CoresPerNode: 64}.Check(), "4,096 CPUs are allowed")
}

func TestGroups(t *testing.T) {
	for name, tc := range map[string]struct {
		shape Shape
		sizes []int // CPUs of group 0, 1, …
	}{
		"one small node": {Shape{CoresPerNode: 8}, []int{8}},
		// SQL Server 2012 Internals' 96-CPU machine shows two nodes of 24 in each of two groups.
		"four nodes of 24":          {Shape{Packages: 4, CoresPerNode: 24}, []int{48, 48}},
		"72 CPUs in two nodes":      {Shape{Packages: 2, CoresPerNode: 18, ThreadsPerCore: 2}, []int{36, 36}},
		"128 CPUs in eight nodes":   {Shape{Packages: 8, CoresPerNode: 16}, []int{64, 64}},
		"a node of 80 is split":     {Shape{CoresPerNode: 80}, []int{64, 16}},
		"two nodes of 72":           {Shape{Packages: 2, CoresPerNode: 72}, []int{64, 8, 64, 8}},
		"whole nodes only, no gaps": {Shape{Packages: 3, CoresPerNode: 40}, []int{40, 40, 40}},
	} {
		m := tc.shape.Machine()
		sizes := make([]int, len(m.Groups()))
		for _, c := range m.CPUs {
			assert.Equal(t, sizes[c.Group], c.Bit, name)
			sizes[c.Group]++
		}
		assert.Equal(t, tc.sizes, sizes, name)
	}
}

func TestGroupsOfCPUsWithoutNode(t *testing.T) {
	m := Machine{
		Cores: []Core{{Package: Unknown, Node: Unknown, CPUs: []int{0}}},
		CPUs:  []CPU{{Node: Unknown, Group: NoGroup}},
	}
	assert.Empty(t, m.Check())
	assert.Empty(t, m.Groups())
	m.AssignGroups()
	assert.Equal(t, []GroupID{0}, m.Groups())
}
