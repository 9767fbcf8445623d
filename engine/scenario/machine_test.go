package scenario

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/topology"
)

// reread writes a machine into a document and reads it back.
func reread(t *testing.T, m topology.Machine) (topology.Machine, []Problem) {
	t.Helper()
	d, problems := with(t, "system.settings.max_dop=1", "variants=[]", "sweep={}").Set("machine",
		FormatMachine(m))
	require.Empty(t, problems)
	d = parsed(t, string(d.Bytes()))
	s, problems := Read(d, products())
	if len(problems) > 0 {
		return topology.Machine{}, problems
	}
	return s.Machines[0].Hardware, nil
}

func TestRegularMachinesSurviveTheExplicitForm(t *testing.T) {
	for _, shape := range []topology.Shape{{}, {Packages: 4, CoresPerNode: 24, MemoryPerNode: 64 << 30},
		{Packages: 2, NodesPerPackage: 2, CoresPerNode: 8, ThreadsPerCore: 2, Remote: 17},
		{Packages: 64, CoresPerNode: 64}} {
		m := shape.Machine()
		got, problems := reread(t, m)
		assert.Empty(t, lines(problems))
		assert.Equal(t, m, got)
	}
}

func TestRegularMachinesAreShort(t *testing.T) {
	m := topology.Shape{Packages: 2, CoresPerNode: 24, ThreadsPerCore: 2}.Machine()
	assert.Equal(t, `{ "packages": [0, 1], "nodes": [{ "id": 0, "package": 0, "cpus": ["0-46:2", "1-47:2"] `+
		`}, `+
		`{ "id": 1, "package": 1, "cpus": ["48-94:2", "49-95:2"] }], "distances": [[10, 21], [21, 10]] }`,
		FormatMachine(m).String())
}

// irregular is what importers find: sparse ids, a core with one of two threads, nodes without CPUs or memory,
// CPUs of no node, CPUs that are off-line, groups that no rule made.
func irregular() topology.Machine {
	return topology.Machine{Name: "old box",
		Packages: []topology.Package{{ID: 3}, {ID: 0}},
		Nodes: []topology.Node{{ID: 8, Package: 0, Memory: 3 << 20, CPUs: []int{0, 2, 4}},
			{ID: 0, Package: topology.Unknown, Memory: topology.NoBytes, CPUs: []int{1, 3}},
			{ID: 252, Package: topology.Unknown, Memory: 0}, {ID: 7, Package: 1, Memory: 12345}},
		Cores: []topology.Core{{ID: 4, Package: 0, Node: 0, CPUs: []int{0, 4}}, {ID: 9, Package: 1,
			Node: 1, CPUs: []int{1}},
			{ID: 1, Package: 0, Node: 0, CPUs: []int{2}}, {ID: 9, Package: topology.Unknown, Node: 1,
				CPUs: []int{3}},
			{ID: 0, Package: topology.Unknown, Node: topology.Unknown, CPUs: []int{5}}},
		CPUs: []topology.CPU{{ID: 0, Core: 0, Node: 0, Group: 0, Bit: 5}, {ID: 1, Core: 1, Node: 1,
			Group: 2, Bit: 0},
			{ID: 10, Core: 2, Node: 0, Group: 0, Bit: 1}, {ID: 11, Core: 3, Node: 1, Offline: true,
				Group: topology.NoGroup},
			{ID: 20, Core: 0, Node: 0, Group: 0, Bit: 2}, {ID: 99, Core: 4, Node: topology.Unknown,
				Group: topology.NoGroup}},
		Distance: [][]int{{10, 20, 80, 30}, {21, 10, 80, 30}, {80, 80, 11, 30}, {30, 30, 30, 10}},
		NICs: []topology.NIC{{Name: "eth0", Node: 1, Speed: 25_000_000_001, Queues: 4}, {Name: "eth1",
			Node: topology.Unknown}},
	}
}

func TestIrregularMachinesSurviveToo(t *testing.T) {
	m := irregular()
	require.Empty(t, m.Check())
	got, problems := reread(t, m)
	assert.Empty(t, lines(problems))
	assert.Equal(t, m, got)
	m.Distance, m.NICs, m.Packages = nil, nil, m.Packages[:2]
	for i := range m.CPUs {
		m.CPUs[i].Group, m.CPUs[i].Bit = topology.NoGroup, 0
	}
	got, problems = reread(t, m)
	assert.Empty(t, lines(problems))
	assert.Equal(t, m, got, "no groups are something else than groups by rule")
}

var memories = []topology.Bytes{topology.NoBytes, 0, 1, 3 << 20, 1<<40 + 4096}

// random makes a machine in the canonical order: CPUs by id, cores by first CPU.
func random(r *rand.Rand) topology.Machine {
	var m topology.Machine
	for i := range 1 + r.IntN(3) {
		m.Packages = append(m.Packages, topology.Package{ID: topology.PackageID(i*(1+r.IntN(2)) + i)})
	}
	for i := range 1 + r.IntN(5) {
		m.Nodes = append(m.Nodes, topology.Node{ID: topology.NodeID(3*i + r.IntN(3)),
			Package: r.IntN(len(m.Packages)+1) - 1,
			Memory:  memories[r.IntN(len(memories))]})
	}
	used := map[[2]int]bool{}
	id := 0
	for cpu := range 1 + r.IntN(40) {
		id += 1 + r.IntN(2)*r.IntN(3)
		at := r.IntN(len(m.Cores) + 1)
		if at == len(m.Cores) || r.IntN(3) > 0 {
			at = len(m.Cores)
			m.Cores = append(m.Cores, newCore(r, m, used))
		}
		core := &m.Cores[at]
		core.CPUs = append(core.CPUs, cpu)
		m.CPUs = append(m.CPUs, topology.CPU{ID: topology.CPUID(id), Core: at, Node: core.Node,
			Offline: r.IntN(9) == 0,
			Group:   topology.NoGroup})
		if core.Node >= 0 {
			m.Nodes[core.Node].CPUs = append(m.Nodes[core.Node].CPUs, cpu)
		}
	}
	if r.IntN(2) == 0 {
		m.AssignGroups()
	}
	m.CPUs[0].Offline = false
	return m
}

func newCore(r *rand.Rand, m topology.Machine, used map[[2]int]bool) topology.Core {
	core := topology.Core{Node: r.IntN(len(m.Nodes)+1) - 1, Package: topology.Unknown}
	if core.Node >= 0 {
		core.Package = m.Nodes[core.Node].Package
	}
	for id := r.IntN(3); ; id++ {
		if key := [2]int{core.Package, id}; !used[key] {
			used[key] = true
			core.ID = topology.CoreID(id)
			return core
		}
	}
}

func TestRandomMachinesSurvive(t *testing.T) {
	for seed := range uint64(150) {
		m := random(rand.New(rand.NewPCG(seed, 1)))
		require.Empty(t, m.Check(), seed)
		got, problems := reread(t, m)
		require.Empty(t, lines(problems), "seed %d: %s", seed, FormatMachine(m))
		require.Equal(t, m, got, "seed %d", seed)
	}
}

func TestProblemsOfExplicitMachines(t *testing.T) {
	for _, c := range []struct{ machine, want string }{
		{`{"nodes": []}`, `machine: the machine has no CPU (at least one)`},
		{`{"nodes": [{"id": 0, "cpus": "0-3"}, {"id": 0, "cpus": "4"}]}`,
			`machine.nodes[1].id: node 0 is also nodes[0]`},
		{`{"nodes": [{"id": 0, "cpus": "0-3"}, {"id": 1, "cpus": [3]}]}`,
			`machine.nodes[1].cpus: CPU 3 is listed twice (a CPU is in one core of one node)`},
		{`{"nodes": [{"id": 0, "cpus": "0-x"}]}`, `machine.nodes[0].cpus: "0-x" is not a number, range or ` +
			`stride ` +
			`below 65536 (for example 0-3,8)`},
		{`{"nodes": [{"id": 0, "cpus": true}]}`, `machine.nodes[0].cpus: expected a list of numbers, got ` +
			`true or false ` +
			`(for example "0-3,8")`},
		{`{"nodes": [{"id": 0, "cpus": ["0-3", "4-6"]}]}`, `machine.nodes[0].cpus[1]: 3 CPUs for 4 cores ` +
			`(one CPU of each core)`},
		{`{"nodes": [{"id": 0, "cpus": "0-3", "cores": "0-1"}]}`,
			`machine.nodes[0].cores: 2 cores for 4 CPUs ` +
				`(one id for each core)`},
		{`{"nodes": [{"id": 0, "cores": "0-1"}]}`, `machine.nodes[0].cpus: is missing (the ids of the CPUs ` +
			`of these cores)`},
		{`{"nodes": [{"id": 0, "cores": [{"id": 1}]}]}`, `machine.nodes[0].cores[0].cpus: is missing ` +
			`(the ids of the core's CPUs)`},
		{`{"nodes": [{"id": 0, "cpus": "0", "cores": [{"id": 1, "cpus": 1}]}]}`,
			`machine.nodes[0].cpus: the cores list the CPUs already (keep cores or cpus)`},
		{`{"nodes": [{"id": 0, "cpus": "0-4999"}]}`, `machine: 4,097 CPUs; at most 4,096`},
		{`{"packages": [0], "nodes": [{"id": 0, "package": 1, "cpus": "0"}]}`,
			`machine.nodes[0].package: package 1 does not exist (it is not among the packages)`},
		{`{"nodes": [{"id": 0, "cpus": "0"}], "offline": "0"}`,
			`machine: every CPU is off-line (at least one must be on-line)`},
		{`{"nodes": [{"id": 0, "cpus": "0"}], "offline": "5"}`,
			`machine.offline: CPU 5 does not exist (no node lists it)`},
		{`{"nodes": [{"id": 0, "cpus": "0"}], "distances": [[10, 21]]}`,
			`machine.distances[0]: 2 distances for 1 nodes`},
		{`{"nodes": [{"id": 0, "cpus": "0"}], "distances": [[9]]}`,
			`machine.distances[0][0]: distance 9 is out of range ` +
				`(distances go from 10 (local) to 255 (cannot be reached))`},
		{`{"nodes": [{"id": 0, "cpus": "0", "memory_mb": 1, "memory_bytes": 2}]}`,
			`machine.nodes[0].memory_bytes: memory is given twice (keep memory_mb or memory_bytes)`},
		{`{"nodes": [{"id": 0, "cpus": "0"}], "groups": [{"id": 0, "cpus": "0", "bits": "1-2"}]}`,
			`machine.groups[0]: 2 bits for 1 CPU (one bit for each CPU)`},
		{`{"nodes": [{"id": 0, "cpus": "0"}], "nics": [{"name": "e", "node": 1}]}`,
			`machine.nics[0].node: node 1 does not exist`},
		{`{"nodes": [{"id": 0, "cpus": "0", "cpu": 1}]}`, `machine.nodes[0].cpu: a NUMA node has no "cpu" ` +
			`(did you mean "cpus"?)`},
		{`{"nodes": [{"cpus": "0"}]}`, `machine.nodes[0].id: is missing (Number that the system prints.)`},
	} {
		t.Run(c.machine, func(t *testing.T) {
			d := with(t, `machine=`+c.machine, "system.settings.max_dop=1", "variants=[]", "sweep={}")
			_, problems := Read(d, products())
			assert.Equal(t, c.want, strings.Join(lines(problems), "\n"))
		})
	}
}

func TestListsOfAMachineAreBounded(t *testing.T) {
	node := `{"id": 0, "cpus": [` + strings.Repeat(`"0-65534", `, 4000) + `"0-65534"]}`
	_, problems := Read(with(t, `machine={"nodes": [`+strings.Repeat(node+",", 9)+node+`]}`), products())
	require.NotEmpty(t, problems)
	assert.Contains(t, strings.Join(lines(problems), "\n"), "the machine's lists hold too many numbers")
}
