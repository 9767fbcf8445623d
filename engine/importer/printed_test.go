package importer

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// printedMachine is a machine that only the printers below know: who reads their output has to find it again.
type printedMachine struct {
	threads  int
	siblings string // "neighbours" or "apart"
	sockets  int
	nodes    []printedNode
	distance [][]int
}

type printedNode struct {
	id, mebibytes int
	cores         [][]int
}

func (n printedNode) cpus() []int {
	var all []int
	for thread := range len(n.cores[0]) {
		for _, core := range n.cores {
			all = append(all, core[thread])
		}
	}
	return inOrder(all)
}

// inOrder sorts by counting, unlike the code under test.
func inOrder(cpus []int) []int {
	present := map[int]bool{}
	for _, cpu := range cpus {
		present[cpu] = true
	}
	var sorted []int
	for cpu := 0; len(sorted) < len(present); cpu++ {
		if present[cpu] {
			sorted = append(sorted, cpu)
		}
	}
	return sorted
}

// anyMachine makes up a machine of regular sockets: node numbers with gaps, memory of any size, distances
// that need not be symmetric and are too long for parts of one socket.
func anyMachine(random *rand.Rand) printedMachine {
	m := printedMachine{threads: 1 + random.IntN(4), siblings: "neighbours"}
	if random.IntN(2) == 0 {
		m.siblings = "apart"
	}
	nodes, cores := 1+random.IntN(6), 1+random.IntN(8)
	m.sockets = nodes
	id := random.IntN(3)
	for at := range nodes {
		node := printedNode{id: id, mebibytes: random.IntN(1 << 20)}
		for c := range cores {
			node.cores = append(node.cores, m.numbered(at*cores+c, nodes*cores))
		}
		m.nodes = append(m.nodes, node)
		id += 1 + random.IntN(30)
	}
	m.distance = anyDistance(random, nodes)
	return m
}

// numbered returns the CPUs of one of the machine's cores.
func (m printedMachine) numbered(core, cores int) []int {
	cpus := make([]int, m.threads)
	for thread := range cpus {
		cpus[thread] = core*m.threads + thread
		if m.siblings == "apart" {
			cpus[thread] = thread*cores + core
		}
	}
	return cpus
}

func anyDistance(random *rand.Rand, nodes int) [][]int {
	var rows [][]int
	for from := range nodes {
		row := make([]int, nodes)
		for to := range row {
			row[to] = 16 + random.IntN(240)
		}
		row[from] = 10
		rows = append(rows, row)
	}
	return rows
}

func joined(numbers []int, separator string) string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, separator)
}

func (m printedMachine) ids() []int {
	var ids []int
	for _, n := range m.nodes {
		ids = append(ids, n.id)
	}
	return ids
}

// numactl prints with columns of any width, as the versions do.
func (m printedMachine) numactl(width int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "available: %d nodes (%s)\n", len(m.nodes), joined(m.ids(), ","))
	for _, n := range m.nodes {
		fmt.Fprintf(&text, "node %d cpus: %s\nnode %d size: %d MB\n", n.id, joined(n.cpus(), " "), n.id,
			n.mebibytes)
		fmt.Fprintf(&text, "node %d free: %d MB\n", n.id, n.mebibytes/2)
	}
	text.WriteString("node distances:\nnode ")
	for _, id := range m.ids() {
		fmt.Fprintf(&text, " %*d", width, id)
	}
	for i, row := range m.distance {
		fmt.Fprintf(&text, "\n%*d:", width, m.nodes[i].id)
		for _, d := range row {
			fmt.Fprintf(&text, " %*d", width, d)
		}
	}
	return text.String() + "\n"
}

func (m printedMachine) lscpu() string {
	total := len(m.nodes) * len(m.nodes[0].cores) * m.threads
	text := fmt.Sprintf("Architecture: x86_64\nCPU(s): %d\nOn-line CPU(s) list: 0-%d\n"+
		"Thread(s) per core: %d\nCore(s) per socket: %d\nSocket(s): %d\nNUMA node(s): %d\n",
		total, total-1, m.threads, len(m.nodes[0].cores), m.sockets, len(m.nodes))
	if m.siblings == "neighbours" {
		text += "Hypervisor vendor: KVM\n"
	}
	for _, n := range m.nodes {
		text += fmt.Sprintf("NUMA node%d CPU(s): %s\n", n.id, joined(n.cpus(), ","))
	}
	return text
}

// view prints sys.dm_os_nodes for Windows, which puts each node of up to 32 CPUs into half a group.
func (m printedMachine) view(separator string) string {
	text := strings.Join([]string{
		"node_id", "node_state_desc", "memory_node_id", "cpu_affinity_mask", "processor_group",
	}, separator) + "\n"
	for i, n := range m.nodes {
		mask, group := signedMask(m.bits(i)), strconv.Itoa(i/2)
		row := []string{strconv.Itoa(i), "ONLINE", strconv.Itoa(n.id), mask, group}
		text += strings.Join(row, separator) + "\n"
	}
	row := []string{"64", "ONLINE DAC", strconv.Itoa(m.nodes[0].id), "1", "0"}
	return text + strings.Join(row, separator) + "\n\n(" + strconv.Itoa(len(m.nodes)+1) + " rows affected)\n"
}

// bits are the places of a node's CPUs in its group: the second node's are the last ones.
func (m printedMachine) bits(node int) []int {
	var bits []int
	for i := range m.nodes[node].cpus() {
		bit := i
		if node%2 == 1 {
			bit = 63 - i
		}
		bits = append(bits, bit)
	}
	return inOrder(bits)
}

func signedMask(bits []int) string {
	mask := big.NewInt(0)
	for _, bit := range bits {
		mask.Add(mask, new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(bit)), nil))
	}
	if half := new(big.Int).Exp(big.NewInt(2), big.NewInt(63), nil); mask.Cmp(half) >= 0 {
		mask.Sub(mask, new(big.Int).Mul(half, big.NewInt(2)))
	}
	return mask.String()
}

// log prints the entries of the error log that tell nodes, in any order.
func (m printedMachine) log(random *rand.Rand) string {
	var entries []string
	for i := range m.nodes {
		mask := make([]byte, 64)
		for bit := range mask {
			mask[63-bit] = '0'
		}
		for _, bit := range m.bits(i) {
			mask[63-bit] = '1'
		}
		value, _ := new(big.Int).SetString(string(mask), 2)
		hex := fmt.Sprintf("0x%016s:%d", value.Text(16), i/2)
		entries = append(entries, fmt.Sprintf("2024-01-02 03:04:05.67 Server      Node configuration: "+
			"node %d: CPU mask: %s Active CPU mask: %s.\n", i, hex, hex))
	}
	random.Shuffle(len(entries), func(a, b int) { entries[a], entries[b] = entries[b], entries[a] })
	return strings.Join(entries, "")
}

func eachMachine(t *testing.T, test func(*testing.T, printedMachine, *rand.Rand)) {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 7))
		m := anyMachine(random)
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { test(t, m, random) })
	}
}

func requireNodes(t *testing.T, m printedMachine, r Result) {
	t.Helper()
	require.True(t, r.Usable, texts(r, Warning))
	require.Len(t, r.Machine.Nodes, len(m.nodes))
	for i, n := range r.Machine.Nodes {
		assert.Equal(t, m.nodes[i].id, int(n.ID))
		assert.Equal(t, joined(m.nodes[i].cpus(), ","), numbersOf(r, n.CPUs))
	}
}

func numbersOf(r Result, cpus []int) string {
	var numbers []int
	for _, cpu := range cpus {
		numbers = append(numbers, int(r.Machine.CPUs[cpu].ID))
	}
	return joined(numbers, ",")
}

func requireMemory(t *testing.T, m printedMachine, r Result) {
	t.Helper()
	assert.Equal(t, m.distance, r.Machine.Distance)
	for i, n := range r.Machine.Nodes {
		assert.EqualValues(t, m.nodes[i].mebibytes*1024*1024, n.Memory)
	}
}

func requireCores(t *testing.T, m printedMachine, r Result) {
	t.Helper()
	want := map[string]int{} // CPUs of a core → the socket, which is the node
	for i, n := range m.nodes {
		for _, core := range n.cores {
			want[joined(core, ",")] = i
		}
	}
	got := map[string]int{}
	for _, core := range r.Machine.Cores {
		got[numbersOf(r, core.CPUs)] = core.Package
	}
	assert.Equal(t, want, got)
}

func TestNumactlFindsAnyMachine(t *testing.T) {
	eachMachine(t, func(t *testing.T, m printedMachine, random *rand.Rand) {
		r := Parse(m.numactl(1 + random.IntN(5)))
		requireNodes(t, m, r)
		requireMemory(t, m, r)
		assert.Empty(t, r.IgnoredLines)
	})
}

// TestNumactlFindsAnyMachineInWrappedText breaks lines of numbers at any of their spaces and quotes them.
func TestNumactlFindsAnyMachineInWrappedText(t *testing.T) {
	eachMachine(t, func(t *testing.T, m printedMachine, random *rand.Rand) {
		var text strings.Builder
		for line := range strings.Lines(m.numactl(3)) {
			words := strings.Fields(line)
			text.WriteString("> " + words[0])
			isList := len(words) > 2 && words[2] == "cpus:"
			for i, word := range words[1:] {
				if isList && i > 2 && random.IntN(8) == 0 {
					text.WriteString("\n>")
				}
				text.WriteString(" " + word)
			}
			text.WriteString("\n")
		}
		r := Parse(text.String())
		requireNodes(t, m, r)
		requireMemory(t, m, r)
	})
}

func TestLscpuFindsAnyMachine(t *testing.T) {
	eachMachine(t, func(t *testing.T, m printedMachine, _ *rand.Rand) {
		r := Parse(m.lscpu())
		requireNodes(t, m, r)
		requireCores(t, m, r)
		assert.Len(t, r.Machine.Packages, m.sockets)
		assert.Empty(t, r.IgnoredLines)
	})
}

func TestTwoToolsFindMoreOfAnyMachine(t *testing.T) {
	eachMachine(t, func(t *testing.T, m printedMachine, random *rand.Rand) {
		parts := []string{m.numactl(4), m.lscpu()}
		random.Shuffle(2, func(a, b int) { parts[a], parts[b] = parts[b], parts[a] })
		r := Parse(strings.Join(parts, "$ \n"))
		requireNodes(t, m, r)
		requireCores(t, m, r)
		requireMemory(t, m, r)
		assert.NotContains(t, texts(r, Warning), "disagree")
	})
}

// windowsNumbers are the numbers that Windows gives the node's CPUs: 64 times the group plus the bit.
func (m printedMachine) windowsNumbers(node int) string {
	var numbers []int
	for _, bit := range m.bits(node) {
		numbers = append(numbers, node/2*64+bit)
	}
	return joined(numbers, ",")
}

func TestTheViewFindsAnyMachine(t *testing.T) {
	eachMachine(t, func(t *testing.T, m printedMachine, random *rand.Rand) {
		r := Parse(m.view([]string{"\t", ",", ";", "|", "   "}[random.IntN(5)]))
		require.Len(t, r.Machine.Nodes, len(m.nodes))
		require.Len(t, r.SoftNodes, len(m.nodes))
		for i, n := range r.Machine.Nodes {
			assert.Equal(t, m.nodes[i].id, int(n.ID))
			assert.Equal(t, m.windowsNumbers(i), numbersOf(r, n.CPUs))
			assert.Equal(t, n.ID, r.SoftNodes[i].MemoryNode)
		}
		for _, c := range r.Machine.CPUs {
			assert.EqualValues(t, c.ID, int(c.Group)*64+c.Bit)
		}
	})
}

func TestTheLogFindsAnyMachine(t *testing.T) {
	eachMachine(t, func(t *testing.T, m printedMachine, random *rand.Rand) {
		r := Parse(m.log(random))
		require.Len(t, r.Machine.Nodes, len(m.nodes))
		for i, n := range r.Machine.Nodes {
			assert.EqualValues(t, i, n.ID, "the log has its own numbers")
			assert.Equal(t, m.windowsNumbers(i), numbersOf(r, n.CPUs))
		}
		assert.Contains(t, texts(r, Warning), "lacks the beginning")
	})
}
