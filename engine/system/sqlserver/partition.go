package sqlserver

import (
	"cmp"
	"slices"
	"sort"

	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// softNode is a node of schedulers as the product makes it: CPUs by position in the machine, in the order in
// which scheduler ids are given.
type softNode struct {
	hardware int // position of the NUMA node; the memory node
	cpus     []int
}

// maxNodes is the most nodes that automatic soft-NUMA makes; the number after them is that of the node of the
// dedicated administrator connection. Source: node id 64 of sys.dm_os_nodes since 2012; "the number of nodes
// never exceeds the supported maximum", sql-docs soft-numa-sql-server.md.
const maxNodes = 64

// wholeNode is the largest number of cores that automatic soft-NUMA leaves together.
// Source: "more than 8 physical cores per NUMA node or socket", sql-docs soft-numa-sql-server.md.
const wholeNode = 8

// partition makes the nodes of an instance on a machine.
func partition(m topology.Machine, values setting.Values) []softNode {
	allowed := allowedCPUs(m, values)
	if manual := values.Records(manualName); len(manual) > 0 {
		return manualNodes(m, manual, allowed)
	}
	whole := wholeNodes(m, func(at int) bool { return allowed[at] })
	if !values.On(autoSoftName) {
		return whole
	}
	cores := make([]int, len(whole))
	smt := make([]bool, len(whole))
	for i, node := range whole {
		cores[i], smt[i] = coresOf(m, node.cpus, values)
	}
	size := sizeFor(cores, values.On(legacyName))
	var nodes []softNode
	for i, node := range whole {
		for _, cpus := range split(node.cpus, parts(cores[i], size, values.On(legacyName)), smt[i]) {
			nodes = append(nodes, softNode{hardware: node.hardware, cpus: cpus})
		}
	}
	return nodes
}

// wholeNodes are the nodes before automatic soft-NUMA: the usable CPUs of each hardware node, hardware
// threads of one core after each other. simplified: a node may reach over two processor groups, though
// Windows presents a hardware node of more than 64 CPUs as one for each group.
func wholeNodes(m topology.Machine, usable func(at int) bool) []softNode {
	var nodes []softNode
	for n := range m.Nodes {
		var cpus []int
		for _, at := range bySibling(m, n) {
			if usable(at) {
				cpus = append(cpus, at)
			}
		}
		if len(cpus) > 0 {
			nodes = append(nodes, softNode{hardware: n, cpus: cpus})
		}
	}
	return nodes
}

// sizeFor is the number of cores that a soft-NUMA node has at most: 8, or more where there would be more
// nodes than the product supports. assumed: how it stays below the maximum is not told.
func sizeFor(cores []int, legacy bool) int {
	for size := wholeNode; ; size++ {
		nodes, largest := 0, 0
		for _, c := range cores {
			nodes += parts(c, size, legacy)
			largest = max(largest, c)
		}
		if nodes <= maxNodes || size >= largest {
			return size
		}
	}
}

// allowedCPUs says for each CPU, by position, whether the affinity mask has it; the mask counts CPUs as the
// product does, 64 a processor group.
func allowedCPUs(m topology.Machine, values setting.Values) []bool {
	numbers, _ := parseRanges(values.Text(affinityName))
	allowed := make([]bool, len(m.CPUs))
	for at, cpu := range m.CPUs {
		allowed[at] = !cpu.Offline && (len(numbers) == 0 || slices.Contains(numbers, int(productCPU(cpu))))
	}
	return allowed
}

// productCPU is a CPU's number in the product's views: gaps between processor groups of less than 64.
func productCPU(cpu topology.CPU) int32 {
	return int32(cpu.Group)*topology.GroupSize + int32(cpu.Bit)
}

// bySibling gives a hardware node's CPUs by core.
func bySibling(m topology.Machine, node int) []int {
	cpus := m.Nodes[node].CPUs
	order := func(a, b int) int {
		return cmp.Or(cmp.Compare(m.CPUs[a].Core, m.CPUs[b].Core), cmp.Compare(a, b))
	}
	if slices.IsSortedFunc(cpus, order) {
		return cpus
	}
	cpus = slices.Clone(cpus)
	sort.Slice(cpus, func(a, b int) bool { return order(cpus[a], cpus[b]) < 0 })
	return cpus
}

// split cuts a node's CPUs into n soft-NUMA nodes.
//
// The rule reproduces every published case: 2 × 12 cores with SMT give four nodes with the masks 0x555555 and
// 0xaaaaaa, 24 CPUs of a virtual machine 8+8+8, 15 8+7, 14 7+7, 10 5+5, 32 four of 8. It is an inference from
// them. The layout of three and more nodes with visible SMT, and contiguous blocks without, are assumed.
func split(cpus []int, n int, smt bool) [][]int {
	nodes := make([][]int, n)
	if smt {
		for i, at := range cpus {
			nodes[i%n] = append(nodes[i%n], at)
		}
		return nodes
	}
	from := 0
	for i := range nodes {
		size := len(cpus) / n
		if i < len(cpus)%n {
			size++
		}
		nodes[i] = cpus[from : from+size]
		from += size
	}
	return nodes
}

// parts is the number of soft-NUMA nodes of at most size cores that a node of so many cores is cut into.
func parts(cores, size int, legacy bool) int {
	if cores <= size {
		return 1
	}
	n := (cores + size - 1) / size
	if legacy && cores%size == 1 {
		n--
	}
	return n
}

// coresOf counts the cores of some CPUs as the product sees them: where it cannot tell which CPUs are
// siblings, each is a core.
func coresOf(m topology.Machine, cpus []int, values setting.Values) (cores int, smt bool) {
	if !values.On(smtVisibleName) {
		return len(cpus), false
	}
	last := topology.Unknown - 1
	for _, at := range cpus { // siblings stand beside each other
		if core := m.CPUs[at].Core; core != last {
			cores, last = cores+1, core
		}
	}
	return cores, cores < len(cpus)
}

// manualNodes makes the registry's nodes; CPUs that none of them names stay together as they are.
func manualNodes(m topology.Machine, records []setting.Values, allowed []bool) []softNode {
	byNumber := map[int]int{}
	for at, usable := range allowed {
		if usable {
			byNumber[int(productCPU(m.CPUs[at]))] = at
		}
	}
	free := slices.Clone(allowed)
	var nodes []softNode
	for _, record := range records {
		numbers, _ := parseRanges(record.Text("cpus"))
		named := map[int]bool{}
		for _, n := range numbers {
			if at, ok := byNumber[n]; ok && free[at] {
				named[at], free[at] = true, false
			}
		}
		nodes = append(nodes, wholeNodes(m, func(at int) bool { return named[at] })...)
	}
	nodes = append(nodes, wholeNodes(m, func(at int) bool { return free[at] })...)
	sort.SliceStable(nodes, func(a, b int) bool { return nodes[a].hardware < nodes[b].hardware })
	return nodes
}

// maxWorkers is the number of worker threads of an instance.
// Source: sql-docs, configure-the-max-worker-threads: 512 up to 4 CPUs, 16 more a CPU up to 64, 32 beyond.
func maxWorkers(configured int64, cpus int) int {
	switch {
	case configured > 0:
		return int(configured)
	case cpus <= 4:
		return 512
	case cpus <= 64:
		return 512 + (cpus-4)*16
	}
	return 512 + (cpus-4)*32
}
