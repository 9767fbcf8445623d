package importer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/engine/topology"
)

const gappedNodes = `available: 4 nodes (0,8,252-253)
node 0 cpus: 0 1 2 3
node 0 size: 1000 MB
node 0 free: 1200 MB
node 8 cpus: 16 17 18 19
node 8 size: 0 MB
node 8 free: 0 MB
node 252 cpus:
node 252 size: 500 MB
node 252 free: 400 MB
node 253 cpus:
node 253 size: <not available>
node 253 free: <not available>
node distances:
node   0   8  252  253
  0:  10  40  80  81
  8:  40  10  80  80
 252:  80  80  10  255
 253:  80  80  80  10
`

func TestNumactlKeepsOddNodes(t *testing.T) {
	r := parseUsable(t, gappedNodes)
	m := r.Machine
	assert.Equal(t, []string{"numactl"}, r.Formats)
	assert.Equal(t, "0: 0-3 | 8: 16-19 | 252:  | 253: ", nodeList(m))
	assert.Equal(t, topology.Bytes(1000<<20), m.Nodes[0].Memory, "MB are MiB")
	assert.Zero(t, m.Nodes[1].Memory, "a node without memory")
	assert.Equal(t, topology.NoBytes, m.Nodes[3].Memory, "not available is not zero")
	assert.Equal(t, []int{10, 40, 80, 81}, m.Distance[0])
	assert.Equal(t, 255, m.Distance[2][3])
	assert.Equal(t, 80, m.Distance[3][2])
	assert.Equal(t, topology.Unknown, m.Nodes[2].Package)
	assert.Empty(t, r.IgnoredLines)
	for _, text := range []string{"threads per core", "does not tell packages", "Memory not told"} {
		assert.Contains(t, texts(r, Warning), text)
	}
	for _, text := range []string{"not symmetric", "only memory: node 252-253", "254 or 255", "free memory"} {
		assert.Contains(t, texts(r, Info), text)
	}
}

func TestNumactlInMailAndOnPages(t *testing.T) {
	plain := "available: 2 nodes (0-1)\nnode 0 cpus: 0 1 2 3\nnode 0 size: 10 MB\nnode 0 free: 1 MB\n" +
		"node 1 cpus: 4 5 6 12\nnode 1 size: 10 MB\nnode 1 free: 1 MB\nnode distances:\n" +
		"node   0   1\n  0:  10  21\n  1:  21  10\n"
	prefixed := func(prefix string) string {
		return prefix + strings.ReplaceAll(strings.TrimSpace(plain), "\n", "\n"+prefix)
	}
	for name, text := range map[string]string{
		"plain":            plain,
		"quoted":           prefixed("> "),
		"quoted twice":     prefixed("> >"),
		"commented":        prefixed("# "),
		"indented":         prefixed("\t    "),
		"in a container":   prefixed("db-1  | "),
		"carriage returns": strings.ReplaceAll(plain, "\n", "\r\n"),
		"upper case":       strings.ToUpper(plain),
		"page":             strings.ReplaceAll(plain, "\n", "<br>\n"),
		"page on one line": strings.ReplaceAll(plain, "\n", "<br/>"),
		"hard spaces":      strings.ReplaceAll(plain, " ", "\u00a0"),
		"wrapped":          strings.ReplaceAll(plain, "4 5 6 12", "4 5\n   6\n12"),
		"wrapped, quoted":  strings.ReplaceAll(prefixed("> "), "4 5 6 12", "4 5\n> 6 12"),
		"quoted-printable": strings.ReplaceAll(plain, "4 5 6 12", "4 5 6 1=\n2"),
		"blank lines":      strings.ReplaceAll(plain, "\n", "\n\n"),
		"wrapped matrix":   strings.ReplaceAll(plain, "1:  21  10", "1:  21\n 10"),
		"wrapped header":   strings.ReplaceAll(plain, "node   0   1\n", "node   0\n   1\n"),
		"bare rows":        strings.NewReplacer("0:  10", "0   10", "1:  21", "1   21").Replace(plain),
		"remark on a row":  strings.ReplaceAll(plain, "10  21\n", "10 21  <- far\n"),
		"remark on a list": strings.ReplaceAll(plain, "12\n", "12 (4 cores)\n"),
		"markdown":         prefixed("* `"),
		"prompts around":   "[me@host ~]$ numactl -H\n" + plain + "[me@host ~]$ exit\n",
	} {
		r := parseUsable(t, text)
		assert.Equal(t, "0: 0-3 | 1: 4-6,12", nodeList(r.Machine), name)
		assert.Equal(t, [][]int{{10, 21}, {21, 10}}, r.Machine.Distance, name)
		assert.Equal(t, topology.Bytes(10<<20), r.Machine.Nodes[1].Memory, name)
	}
}

func TestNumactlSaysWhatIsMissing(t *testing.T) {
	head := "available: 3 nodes (0-2)\nnode 0 cpus: 0 1\nnode 0 size: 5 MB\n"
	for name, tc := range map[string]struct{ text, nodes, note string }{
		"elided list":  {"node 0 cpus: 0 1 2 ... 15\n", "0: 0-2,15", "cut by an ellipsis"},
		"elided char":  {"node 0 cpus: 0 1 … 15\n", "0: 0-1,15", "cut by an ellipsis"},
		"elided lines": {head + "(...)\n", "0: 0-1", "ellipsis stands for lines"},
		"absent nodes": {head, "0: 0-1", "not in the machine: node 1-2"},
		"no CPU line":  {head + "node 1 size: 6 MB\n", "0: 0-1 | 1: ", "CPUs not told: node 1"},
		"letter sizes": {"node 0 cpus: 0\nnode 0 size: n MB\n", "0: 0", "Memory not told, so unknown"},
		"no distances": {head, "0: 0-1", "no distances between nodes"},
		"wrong count":  {"available: 4 nodes (0)\nnode 0 cpus: 0\n", "0: 0", "announces 4 nodes and names 1"},
		"not a number": {"node 0 cpus: 0 x 1\n", "0: 0-1", `"x" in the CPU list`},
		"repeated":     {"node 0 cpus: 0 1 1 3\n", "0: 0-1,3", "lists CPU 1 twice"},
		"gap":          {"node 0 cpus: 0 1 1 3\n", "0: 0-1,3", "No list names CPU 2"},
		"shared": {"node 0 cpus: 0 2\nnode 1 cpus: 1\nnode 2 cpus: 0 2\n", "0: 0,2 | 1: 1 | 2: ",
			"same CPUs: 0,2"},
		"told nothing": {"No distance information available.\nnode 0 cpus: 0\n", "0: 0", "stay unknown"},
	} {
		r := parseUsable(t, tc.text)
		assert.Equal(t, tc.nodes, nodeList(r.Machine), name)
		assert.Contains(t, texts(r, Warning), tc.note, name)
		assert.Nil(t, r.Machine.Distance, name)
	}
}

func TestNumactlMatrixAlone(t *testing.T) {
	r := Parse("node distances:\nnode   0   4\n  0:  10  160\n  4:  160  10\n")
	assert.False(t, r.Usable)
	assert.Equal(t, [][]int{{10, 160}, {160, 10}}, r.Machine.Distance)
	assert.Equal(t, topology.NodeID(4), r.Machine.Nodes[1].ID)
	assert.Contains(t, texts(r, Warning), "CPUs not told: node 0,4")
	assert.Contains(t, texts(r, Warning), "names no CPUs")
}

func TestNumactlDamagedMatrixIsUnknown(t *testing.T) {
	nodes := "node 0 cpus: 0\nnode 1 cpus: 1\nnode distances:\n"
	for name, tc := range map[string]struct{ matrix, note string }{
		"row missing":        {"node 0 1\n 0: 10 20\n", "row of node 1"},
		"row short":          {"node 0 1\n 0: 10 20\n 1: 20\n", "row of node 1"},
		"row long":           {"node 0 1\n 0: 10 20 30\n 1: 20 10\n", "row of node 0"},
		"zero":               {"node 0 1\n 0: 10 0\n 1: 20 10\n", "row of node 0"},
		"too far":            {"node 0 1\n 0: 10 20\n 1: 256 10\n", "row of node 1"},
		"header repeats":     {"node 0 0\n 0: 10 20\n", "header of the distances"},
		"header lacks nodes": {"node 0\n 0: 10\n", "distances lack node 1"},
	} {
		r := parseUsable(t, nodes+tc.matrix)
		assert.Nil(t, r.Machine.Distance, name)
		assert.Contains(t, texts(r, Warning), tc.note, name)
	}
}

func TestNumactlOddMatrixIsKept(t *testing.T) {
	r := parseUsable(t, "node 1 cpus: 0\nnode 2 cpus: 1\nnode distances:\nnode 1 2\n 1: 21 10\n 2: 10 10\n")
	assert.Equal(t, [][]int{{21, 10}, {10, 10}}, r.Machine.Distance)
	assert.Contains(t, texts(r, Info), "to itself is not 10")
	assert.Contains(t, texts(r, Info), "Different nodes are at distance 10")
}

func TestNumactlVirtualDistances(t *testing.T) {
	r := parseUsable(t, "node 0 cpus: 0\nnode 1 cpus: 1\nnode 2 cpus: 2\nnode distances:\nnode 0 1 2\n"+
		" 0: 10 20 20\n 1: 20 10 20\n 2: 20 20 10\n")
	assert.Contains(t, texts(r, Info), "perhaps nobody measured")
}

func TestNumactlLastOutputCounts(t *testing.T) {
	before := "available: 1 nodes (0)\nnode 0 cpus: 0 1\nnode 0 size: 5 MB\nnode distances:\nnode 0\n 0: 10\n"
	after := "available: 2 nodes (0,2)\nnode 0 cpus: 0 1\nnode 2 cpus: 2\nnode distances:\nnode 0 2\n" +
		" 0: 10 20\n 2: 20 10\n"
	for _, text := range []string{
		before + "# echo 1 > online\n" + after,
		before + strings.TrimPrefix(after, "available: 2 nodes (0,2)\n"),
	} {
		r := parseUsable(t, text)
		assert.Equal(t, "0: 0-1 | 2: 2", nodeList(r.Machine))
		assert.Equal(t, [][]int{{10, 20}, {20, 10}}, r.Machine.Distance)
		assert.Contains(t, texts(r, Warning), "2 outputs")
	}
}

func TestNumactlPackagesFromCloseNodes(t *testing.T) {
	cpus := "node 0 cpus: 0\nnode 1 cpus: 1\nnode 2 cpus: 2\nnode 3 cpus: 3\nnode distances:\nnode 0 1 2 3\n"
	for name, tc := range map[string]struct {
		rows     string
		packages []int
	}{
		"neighbours": {"10 12 32 32; 12 10 32 32; 32 32 10 12; 32 32 12 10", []int{0, 0, 1, 1}},
		"alternate":  {"10 21 11 21; 21 10 21 11; 11 21 10 21; 21 11 21 10", []int{0, 1, 0, 1}},
		"far":        {"10 16 16 16; 16 10 16 16; 16 16 10 16; 16 16 16 10", []int{0, 1, 2, 3}},
		"chain":      {"10 12 32 32; 12 10 12 32; 32 12 10 12; 32 32 12 10", []int{0, 1, 2, 3}},
	} {
		text := cpus
		for id, row := range strings.Split(tc.rows, ";") {
			text += topology.FormatList([]topology.NodeID{topology.NodeID(id)}) + ": " + row + "\n"
		}
		m := parseUsable(t, text).Machine
		var packages []int
		for i, n := range m.Nodes {
			packages = append(packages, n.Package)
			assert.Equal(t, n.Package, m.Cores[i].Package, name)
		}
		assert.Equal(t, tc.packages, packages, name)
	}
}
