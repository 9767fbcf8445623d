package topology

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ofNodes is a machine whose nodes have as many CPUs as told, and some that are in no node.
func ofNodes(homeless int, sizes ...int) Machine {
	var m Machine
	for at, size := range sizes {
		node := Node{ID: NodeID(2 * at), Package: Unknown, Memory: NoBytes}
		for range size {
			node.CPUs = append(node.CPUs, m.appendCPU(at))
		}
		m.Nodes = append(m.Nodes, node)
	}
	for range homeless {
		m.appendCPU(Unknown)
	}
	m.AssignGroups()
	return m
}

func (m *Machine) appendCPU(node int) int {
	at := len(m.CPUs)
	m.CPUs = append(m.CPUs, CPU{ID: CPUID(at), Core: at, Node: node, Group: NoGroup})
	m.Cores = append(m.Cores, Core{ID: CoreID(at), Package: Unknown, Node: node, CPUs: []int{at}})
	return at
}

// groupSizes counts the CPUs of each group.
func groupSizes(m Machine) []int {
	var sizes []int
	for _, c := range m.CPUs {
		for int(c.Group) >= len(sizes) {
			sizes = append(sizes, 0)
		}
		sizes[c.Group]++
	}
	return sizes
}

func TestGroupsTakeWholeNodes(t *testing.T) {
	for name, tc := range map[string]struct {
		homeless int
		nodes    []int
		want     []int
	}{
		"64 fit":                         {0, []int{64}, []int{64}},
		"65 do not":                      {0, []int{65}, []int{64, 1}},
		"two halves":                     {0, []int{32, 32}, []int{64}},
		"one CPU more than two halves":   {0, []int{32, 33}, []int{32, 33}},
		"a later small node fills":       {0, []int{40, 40, 24}, []int{40, 64}},
		"never back into an older group": {0, []int{40, 40, 24, 24}, []int{40, 64, 24}},
		"memory only":                    {0, []int{48, 0, 16, 0}, []int{64}},
		"a split node's rest is shared":  {0, []int{72, 56}, []int{64, 64}},
		"exactly two groups":             {0, []int{128}, []int{64, 64}},
		"a node after a full group":      {0, []int{64, 1}, []int{64, 1}},
		"no nodes at all":                {70, nil, []int{64, 6}},
		"homeless ones come last":        {8, []int{48}, []int{56}},
		"homeless ones are not parted":   {17, []int{48}, []int{48, 17}},
		"the biggest machine":            {0, slices.Repeat([]int{16}, 256), slices.Repeat([]int{64}, 64)},
	} {
		assert.Equal(t, tc.want, groupSizes(ofNodes(tc.homeless, tc.nodes...)), name)
	}
}

// TestGroupsOfAnyMachine checks the rules that Windows states: groups of at most 64, numbered without gaps; a
// node that fits a group is in one; bits are used from 0 on; no node began a group that would have fitted.
func TestGroupsOfAnyMachine(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		sizes := make([]int, 1+random.IntN(12))
		for i := range sizes {
			sizes[i] = random.IntN(100)
		}
		m := ofNodes(random.IntN(20), sizes...)
		if len(m.CPUs) == 0 {
			continue
		}
		require.Empty(t, m.Check(), "seed %d", seed)
		requireDenseBits(t, m)
		for _, n := range m.Nodes {
			groups := map[GroupID]bool{}
			for _, cpu := range n.CPUs {
				groups[m.CPUs[cpu].Group] = true
			}
			assert.Len(t, groups, (len(n.CPUs)+63)/64, "seed %d: node %d", seed, n.ID)
		}
		for i := 1; i < len(m.Nodes); i++ {
			requireNoNeedlessGroup(t, m, i)
		}
	}
}

func requireDenseBits(t *testing.T, m Machine) {
	t.Helper()
	bits := map[GroupID]map[int]bool{}
	for _, c := range m.CPUs {
		if bits[c.Group] == nil {
			bits[c.Group] = map[int]bool{}
		}
		bits[c.Group][c.Bit] = true
	}
	for group, size := range groupSizes(m) {
		require.True(t, size > 0 && size <= 64, "group %d has %d", group, size)
		for bit := range size {
			require.True(t, bits[GroupID(group)][bit], "group %d lacks bit %d", group, bit)
		}
	}
}

// requireNoNeedlessGroup checks that a node that begins a group would not have fitted what was left of the
// one before.
func requireNoNeedlessGroup(t *testing.T, m Machine, node int) {
	t.Helper()
	if len(m.Nodes[node].CPUs) == 0 {
		return
	}
	first := m.CPUs[m.Nodes[node].CPUs[0]]
	if first.Bit != 0 || first.Group == 0 {
		return
	}
	left := 64 - groupSizes(m)[first.Group-1]
	assert.Greater(t, min(64, len(m.Nodes[node].CPUs)), left, "node %d of %v", node, m)
}

func TestGroupsAreAssignedAnew(t *testing.T) {
	m := ofNodes(0, 40, 40)
	before := slices.Clone(m.CPUs)
	m.AssignGroups()
	assert.Equal(t, before, m.CPUs, "assigning twice changes nothing")
	m.CPUs[0].Offline = true
	m.AssignGroups()
	assert.Equal(t, []int{40, 40}, groupSizes(m), "off-line CPUs keep their places")
	assert.Equal(t, []GroupID{0, 1}, m.Groups())
}

// TestShapesAgreeWithCounting builds small shapes a second time by division of the CPU's number.
func TestShapesAgreeWithCounting(t *testing.T) {
	for code := range 3 * 3 * 4 * 3 {
		packages, nodes, cores, threads := code%3+1, code/3%3+1, code/9%4+1, code/36+1
		s := Shape{Packages: packages, NodesPerPackage: nodes, CoresPerNode: cores, ThreadsPerCore: threads,
			MemoryPerNode: 5 << 30, Remote: 30}
		m := s.Machine()
		require.Empty(t, m.Check(), "%+v", s)
		require.Len(t, m.CPUs, packages*nodes*cores*threads, "%+v", s)
		require.Len(t, m.Nodes, packages*nodes)
		for i, c := range m.CPUs {
			core := i / threads
			node := core / cores
			assert.Equal(t, CPU{ID: CPUID(i), Core: core, Node: node, Group: 0, Bit: i}, withinGroup(c))
			assert.Equal(t, node/nodes, m.Cores[core].Package)
			assert.Equal(t, node, m.Cores[core].Node)
			assert.EqualValues(t, core, m.Cores[core].ID)
			assert.Contains(t, m.Cores[core].CPUs, i)
			assert.Contains(t, m.Nodes[node].CPUs, i)
		}
		total, complete := m.Memory()
		assert.True(t, complete)
		assert.EqualValues(t, packages*nodes*5, total>>30)
		for from := range m.Nodes {
			for to := range m.Nodes {
				want := map[bool]int{true: 10, false: 30}[from == to]
				assert.Equal(t, want, m.DistanceBetween(from, to))
			}
		}
	}
}

// withinGroup undoes the split into groups of machines of more than 64 CPUs.
func withinGroup(c CPU) CPU {
	if c.Group > 0 {
		c.Group, c.Bit = 0, int(c.ID)
	}
	return c
}
