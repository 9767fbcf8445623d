package sqlserver

import (
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

// maxNodes is the most nodes that there can be; the node after them is that of the dedicated administrator
// connection. Source: node id 64 of sys.dm_os_nodes since 2012.
const maxNodes = 64

// wholeNode is the largest number of cores that automatic soft-NUMA leaves together.
// Source: "more than 8 physical cores per NUMA node or socket", sql-docs soft-numa-sql-server.md.
const wholeNode = 8

// partition makes the nodes of an instance on a machine, and names the CPUs that it may not use.
func partition(m topology.Machine, values setting.Values) []softNode {
	allowed := allowedCPUs(m, values)
	if manual := values.Records(manualName); len(manual) > 0 {
		return manualNodes(m, manual, allowed)
	}
	var nodes []softNode
	for n := range m.Nodes {
		cpus := onlineOf(m, n, allowed)
		if len(cpus) == 0 {
			continue
		}
		for _, part := range split(m, cpus, values, maxNodes-len(nodes)) {
			nodes = append(nodes, softNode{hardware: n, cpus: part})
		}
	}
	return nodes
}

// allowedCPUs are the CPUs of the affinity mask, by position; the mask counts CPUs as the product does,
// 64 a processor group.
func allowedCPUs(m topology.Machine, values setting.Values) map[int]bool {
	numbers, _ := parseRanges(values.Text(affinityName))
	in := map[int]bool{}
	for _, n := range numbers {
		in[n] = true
	}
	allowed := map[int]bool{}
	for at, cpu := range m.CPUs {
		if !cpu.Offline && (len(numbers) == 0 || in[int(productCPU(cpu))]) {
			allowed[at] = true
		}
	}
	return allowed
}

// productCPU is a CPU's number in the product's views: gaps between processor groups of less than 64.
func productCPU(cpu topology.CPU) int32 {
	return int32(cpu.Group)*topology.GroupSize + int32(cpu.Bit)
}

// onlineOf gives a node's usable CPUs, hardware threads of one core after each other.
func onlineOf(m topology.Machine, node int, allowed map[int]bool) []int {
	var cpus []int
	for _, at := range m.Nodes[node].CPUs {
		if allowed[at] {
			cpus = append(cpus, at)
		}
	}
	sort.SliceStable(cpus, func(i, j int) bool {
		a, b := m.CPUs[cpus[i]], m.CPUs[cpus[j]]
		if a.Core != b.Core {
			return a.Core < b.Core
		}
		return cpus[i] < cpus[j]
	})
	return cpus
}

// split cuts a hardware node's CPUs into soft-NUMA nodes.
//
// The rule reproduces every published case: 2 × 12 cores with SMT give four nodes with the masks 0x555555 and
// 0xaaaaaa, 24 CPUs of a virtual machine 8+8+8, 15 8+7, 14 7+7, 10 5+5, 32 four of 8. It is an inference from
// them. The layout of three and more nodes with visible SMT, and contiguous blocks without, are assumed.
func split(m topology.Machine, cpus []int, values setting.Values, room int) [][]int {
	cores, smt := coresOf(m, cpus)
	visible := values.On(smtVisibleName)
	if !visible {
		cores, smt = len(cpus), false
	}
	n := parts(cores, values)
	if n > room {
		n = max(room, 1)
	}
	if n == 1 {
		return [][]int{cpus}
	}
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

// parts is the number of soft-NUMA nodes that a hardware node of so many cores is cut into.
func parts(cores int, values setting.Values) int {
	if !values.On(autoSoftName) || cores <= wholeNode {
		return 1
	}
	n := (cores + wholeNode - 1) / wholeNode
	if values.On(legacyName) && cores%wholeNode == 1 {
		n--
	}
	return n
}

func coresOf(m topology.Machine, cpus []int) (cores int, smt bool) {
	seen := map[int]bool{}
	for _, at := range cpus {
		core := m.CPUs[at].Core
		smt = smt || seen[core]
		seen[core] = true
	}
	return len(seen), smt
}

// manualNodes makes the registry's nodes; CPUs that none of them names stay together by hardware node.
func manualNodes(m topology.Machine, records []setting.Values, allowed map[int]bool) []softNode {
	byNumber := map[int]int{}
	for at, cpu := range m.CPUs {
		byNumber[int(productCPU(cpu))] = at
	}
	taken := map[int]bool{}
	var nodes []softNode
	for _, record := range records {
		numbers, _ := parseRanges(record.Text("cpus"))
		nodes = append(nodes, byHardware(m, numbers, byNumber, func(at int) bool {
			return allowed[at] && !taken[at]
		})...)
		for _, n := range numbers {
			taken[byNumber[n]] = true
		}
	}
	for n := range m.Nodes {
		var rest []int
		for _, at := range onlineOf(m, n, allowed) {
			if !taken[at] {
				rest = append(rest, at)
			}
		}
		if len(rest) > 0 {
			nodes = append(nodes, softNode{hardware: n, cpus: rest})
		}
	}
	sort.SliceStable(nodes, func(i, j int) bool { return nodes[i].hardware < nodes[j].hardware })
	return nodes
}

// byHardware cuts a manual node where it crosses hardware nodes: a scheduling node belongs to one memory node.
func byHardware(m topology.Machine, numbers []int, byNumber map[int]int, usable func(int) bool) []softNode {
	cpus := map[int][]int{}
	for _, n := range numbers {
		if at, ok := byNumber[n]; ok && usable(at) {
			cpus[m.CPUs[at].Node] = append(cpus[m.CPUs[at].Node], at)
		}
	}
	var nodes []softNode
	for n := range m.Nodes {
		if len(cpus[n]) > 0 {
			nodes = append(nodes, softNode{hardware: n, cpus: cpus[n]})
		}
	}
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
