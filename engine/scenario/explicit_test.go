package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/topology"
)

// built is the machine of a document with an explicit machine, which must have no problem.
func built(t *testing.T, machine string) topology.Machine {
	t.Helper()
	s, problems := Read(with(t, "machine="+machine, "system.settings.max_dop=1", "variants=[]", "sweep={}"),
		products())
	require.Empty(t, lines(problems), machine)
	return s.Machines[0].Hardware
}

// cpuIDs are the ids of the CPUs at some positions.
func cpuIDs(m topology.Machine, positions []int) []int {
	ids := []int{}
	for _, at := range positions {
		ids = append(ids, int(m.CPUs[at].ID))
	}
	return ids
}

func TestCPUsAreListedInManyWays(t *testing.T) {
	for cpus, want := range map[string][]int{
		`"3"`: {3}, `"0-3"`: {0, 1, 2, 3}, `"0-6:2"`: {0, 2, 4, 6}, `"8,0-1"`: {0, 1, 8}, `"1 3\t5"`: {1, 3,
			5},
		`5`: {5}, `[5]`: {5}, `[7, 1, 3]`: {1, 3, 7}, `["0-1", "8-9"]`: {0, 1, 8, 9}, `["4", 5]`: {4, 5},
		`[[0, 2], [1, 3]]`: {0, 1, 2, 3}, `"65535"`: {65535},
	} {
		m := built(t, `{"nodes":[{"id":0,"cpus":`+cpus+`}]}`)
		assert.Equal(t, want, cpuIDs(m, m.Nodes[0].CPUs), cpus)
	}
}

func TestListsOfThreadsMakeCores(t *testing.T) {
	for _, c := range []struct {
		node  string
		cores [][]int
		ids   []int
	}{
		{`"cpus":"0-2"`, [][]int{{0}, {1}, {2}}, []int{0, 1, 2}},
		{`"cpus":["0-1","4-5"]`, [][]int{{0, 4}, {1, 5}}, []int{0, 1}},
		{`"cpus":["4-5","0-1"]`, [][]int{{0, 4}, {1, 5}}, []int{0, 1}},
		{`"cpus":["0","1","2","3"]`, [][]int{{0, 1, 2, 3}}, []int{0}},
		{`"cpus":["0-1","4-5"],"cores":"8-9"`, [][]int{{0, 4}, {1, 5}}, []int{8, 9}},
		{`"cpus":"0-1","cores":[7,3]`, [][]int{{0}, {1}}, []int{7, 3}},
		{`"cpus":"2","cores":40`, [][]int{{2}}, []int{40}},
		{`"cores":[{"id":6,"cpus":"1,0"},{"id":2,"cpus":[3,2]}]`, [][]int{{0, 1}, {2, 3}}, []int{6, 2}},
		{`"cores":[{"id":6,"cpus":"5"},{"id":2,"cpus":4}]`, [][]int{{4}, {5}}, []int{2, 6}},
	} {
		m := built(t, `{"nodes":[{"id":0,`+c.node+`}]}`)
		cores, ids := [][]int{}, []int{}
		for _, core := range m.Cores {
			cores, ids = append(cores, cpuIDs(m, core.CPUs)), append(ids, int(core.ID))
		}
		assert.Equal(t, c.cores, cores, c.node)
		assert.Equal(t, c.ids, ids, c.node)
	}
}

func TestCoresOfSeveralNodesAreNumberedOn(t *testing.T) {
	m := built(t,
		`{"nodes":[{"id":5,"cpus":"0-1"},{"id":3,"cpus":["2-3","6-7"]}],"elsewhere":{"cpus":"4-5"}}`)
	type core struct{ id, node, first int }
	var got []core
	for _, c := range m.Cores {
		got = append(got, core{int(c.ID), c.Node, int(m.CPUs[c.CPUs[0]].ID)})
	}
	assert.Equal(t, []core{{0, 0, 0}, {1, 0, 1}, {2, 1, 2}, {3, 1, 3}, {4, topology.Unknown, 4},
		{5, topology.Unknown, 5}}, got)
	assert.Equal(t, []int{2, 3, 6, 7}, cpuIDs(m, m.Nodes[1].CPUs))
	assert.Equal(t, topology.NodeID(5), m.Nodes[0].ID, "nodes keep the document's order")
}

func TestPackagesAreListedOrJustNamed(t *testing.T) {
	for _, c := range []struct {
		machine string
		want    []topology.Package
		node    int
	}{
		{`{"nodes":[{"id":0,"package":7,"cpus":"0"}]}`, []topology.Package{{ID: 7}}, 0},
		{`{"packages":[3,7],"nodes":[{"id":0,"package":7,"cpus":"0"}]}`,
			[]topology.Package{{ID: 3}, {ID: 7}}, 1},
		{`{"nodes":[{"id":0,"cpus":"0"}]}`, nil, topology.Unknown},
		{`{"nodes":[{"id":0,"cores":[{"id":0,"cpus":"0","package":2},{"id":0,"cpus":"1","package":4}]}]}`,
			[]topology.Package{{ID: 2}, {ID: 4}}, topology.Unknown},
	} {
		m := built(t, c.machine)
		assert.Equal(t, c.want, m.Packages, c.machine)
		assert.Equal(t, c.node, m.Nodes[0].Package, c.machine)
	}
}

func TestMemoryIsInMegabytesOrBytes(t *testing.T) {
	for memory, want := range map[string]topology.Bytes{``: topology.NoBytes, `,"memory_mb":0`: 0,
		`,"memory_mb":3`: 3 << 20, `,"memory_bytes":0`: 0, `,"memory_bytes":12345`: 12345,
		`,"memory_mb":1073741824`: 1 << 50} {
		assert.Equal(t, want, built(t, `{"nodes":[{"id":0,"cpus":"0"`+memory+`}]}`).Nodes[0].Memory, memory)
	}
}

func TestProcessorGroupsAreGivenOrMade(t *testing.T) {
	type bit struct{ group, bit int }
	for _, c := range []struct {
		groups string
		want   []bit
	}{
		{``, []bit{{0, 0}, {0, 1}, {0, 2}, {0, 3}}},
		{`,"groups":[]`, []bit{{-1, 0}, {-1, 0}, {-1, 0}, {-1, 0}}},
		{`,"groups":[{"id":0,"cpus":"0-3"}]`, []bit{{0, 0}, {0, 1}, {0, 2}, {0, 3}}},
		{`,"groups":[{"id":1,"cpus":"2-3"},{"id":0,"cpus":"0-1"}]`, []bit{{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
		{`,"groups":[{"id":2,"cpus":[3,0],"bits":[9,4]}]`, []bit{{2, 4}, {-1, 0}, {-1, 0}, {2, 9}}},
		{`,"groups":[{"id":2,"cpus":"1","bits":63}]`, []bit{{-1, 0}, {2, 63}, {-1, 0}, {-1, 0}}},
	} {
		m := built(t, `{"nodes":[{"id":0,"cpus":"0-3"}]`+c.groups+`}`)
		var got []bit
		for _, cpu := range m.CPUs {
			got = append(got, bit{int(cpu.Group), cpu.Bit})
		}
		assert.Equal(t, c.want, got, c.groups)
	}
}

func TestCardsAndOfflineCPUsAndDistances(t *testing.T) {
	m := built(t, `{"nodes":[{"id":4,"cpus":"0-1"},{"id":9,"cpus":"8"}],"offline":[8,0],
		"distances":[[10,20],[30,11]],"nics":[{"name":"a"},
		{"name":"b","node":9,"speed_mbit_s":2.5,"queues":3}]}`)
	assert.Equal(t, []bool{true, false, true}, []bool{m.CPUs[0].Offline, m.CPUs[1].Offline,
		m.CPUs[2].Offline})
	assert.Equal(t, [][]int{{10, 20}, {30, 11}}, m.Distance)
	assert.Equal(t, []topology.NIC{{Name: "a", Node: topology.Unknown},
		{Name: "b", Node: 1, Speed: 2_500_000, Queues: 3}}, m.NICs)
}

func TestExplicitMachinesSayWhatIsWrongAndWhere(t *testing.T) {
	for _, c := range []struct{ machine, want string }{
		{`{"nodes":[{"id":0,"cpus":"65536"}]}`, `machine.nodes[0].cpus: "65536" is not a number, range or ` +
			`stride below 65536 (for example 0-3,8)`},
		{`{"nodes":[{"id":0,"cpus":[65536]}]}`,
			`machine.nodes[0].cpus[0]: 65536 is too large; at most 65,535 ` +
				`(from 0 to 65,535)`},
		{`{"nodes":[{"id":0,"cpus":"3-1"}]}`,
			`machine.nodes[0].cpus: "3-1" is not a number, range or stride ` +
				`below 65536 (for example 0-3,8)`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"offline":true}`,
			`machine.offline: expected a list of numbers, got ` +
				`true or false (for example "0-3,8")`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"offline":"1-2"}`,
			`machine.offline: CPU 1 does not exist (no node ` +
				`lists it)` + "\n" + `machine.offline: CPU 2 does not exist (no node lists it)`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"groups":[{"id":0,"cpus":"9"}]}`,
			`machine.groups[0].cpus: CPU 9 does not exist (no node lists it)`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"groups":[{"id":0}]}`,
			`machine.groups[0].cpus: is missing (Ids as in 0-63.)`},
		{`{"nodes":[{"id":0,"cpus":"0-1"}],"groups":[{"id":0,"cpus":"0-1","bits":"5"}]}`,
			`machine.groups[0]: 1 bits for 2 CPUs (one bit for each CPU)`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"distances":[7]}`,
			`machine.distances[0]: expected a list, got a number`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"distances":[["x"]]}`,
			`machine.distances[0][0]: expected a whole number, got text`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"distances":[[10],[10]]}`, `machine.distances`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"distances":[[256]]}`,
			`machine.distances[0][0]: distance 256 is out ` +
				`of range`},
		{`{"packages":[1,1],"nodes":[{"id":0,"cpus":"0"}]}`,
			`machine.packages[1]: package 1 is also packages[0]`},
		{`{"nodes":[{"id":0,"cores":[{"id":1,"cpus":"0"},{"id":1,"cpus":"1"}]}]}`,
			`core 1 of the package is ` +
				`also cores[0]`},
		{`{"nodes":[{"id":0,"package":1,"cores":[{"id":1,"cpus":"0","package":2}]}]}`, `the core is in ` +
			`packages[1], its node in packages[0]`},
		{`{"nodes":[{"id":0,"cpus":"0","cores":"0-x"}]}`, `machine.nodes[0].cores: "0-x" is not a number`},
		{`{"nodes":[{"id":0,"cpus":[]}]}`, `machine: the machine has no CPU (at least one)`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"elsewhere":{"cpus":"0"}}`,
			`machine.elsewhere.cpus: CPU 0 is listed ` +
				`twice (a CPU is in one core of one node)`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"elsewhere":{"id":1,"cpus":"1"}}`,
			`machine.elsewhere.id: the CPUs of no known node has no "id"`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"packages":3}`, `machine.packages: expected a list, got a number`},
		{`{"nodes":[{"id":0,"cpus":"0"}],"cores_per_node":3}`, `machine.cores_per_node: a machine has no ` +
			`"cores_per_node"`},
	} {
		d := with(t, "machine="+c.machine, "system.settings.max_dop=1", "variants=[]", "sweep={}")
		_, problems := Read(d, products())
		require.NotEmpty(t, problems, c.machine)
		require.Contains(t, strings.Join(lines(problems), "\n"), c.want, c.machine)
		for _, p := range problems {
			requirePlace(t, parsed(t, string(d.Bytes())), Problem{Path: p.Path, Message: p.Message, Line: 1})
		}
	}
}

// gridded are regular machines whose CPUs are numbered as operating systems do: Linux gives all first threads
// before the second ones, across the nodes; some firmware deals CPUs to the nodes in turn.
func gridded(nodes, cores, threads int, number func(node, core, thread int) int) string {
	var list []string
	for n := range nodes {
		var all []string
		for c := range cores {
			var cpus []string
			for h := range threads {
				cpus = append(cpus, Int(int64(number(n, c, h))).Text)
			}
			all = append(all, `{"id":`+Int(int64(n*cores+c)).Text+`,"cpus":[`+strings.Join(cpus, ",")+`]}`)
		}
		list = append(list, `{"id":`+Int(int64(n)).Text+`,"cores":[`+strings.Join(all, ",")+`]}`)
	}
	return `{"packages":[],"nodes":[` + strings.Join(list, ",") + `]}`
}

func TestNumberingsOfOperatingSystemsSurvive(t *testing.T) {
	for _, size := range [][3]int{{1, 1, 1}, {2, 4, 2}, {3, 5, 1}, {4, 16, 4}, {8, 2, 8}} {
		nodes, cores, threads := size[0], size[1], size[2]
		for _, number := range []func(n, c, h int) int{
			func(n, c, h int) int { return (n*cores+c)*threads + h },
			func(n, c, h int) int { return h*nodes*cores + n*cores + c },
			func(n, c, h int) int { return h*nodes*cores + c*nodes + n },
			func(n, c, h int) int { return 1000 + 3*((n*cores+c)*threads+h) },
		} {
			m := built(t, gridded(nodes, cores, threads, number))
			require.Len(t, m.CPUs, nodes*cores*threads)
			requireNumbers(t, m, cores, number)
			text := FormatMachine(m).String()
			require.Equal(t, m, built(t, text), text)
		}
	}
}

// requireNumbers checks that each core has the CPUs that the numbering gives it.
func requireNumbers(t *testing.T, m topology.Machine, cores int, number func(n, c, h int) int) {
	t.Helper()
	for _, core := range m.Cores {
		n, c := int(core.ID)/cores, int(core.ID)%cores
		require.Equal(t, n, core.Node)
		for h := range core.CPUs {
			require.Contains(t, cpuIDs(m, core.CPUs), number(n, c, h))
		}
	}
}
