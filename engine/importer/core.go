package importer

import (
	"slices"
	"sort"

	"schedlab/engine/topology"
)

// cores groups CPUs into cores. No format here tells which CPUs are threads of one core, only how many a
// core has, so with SMT the grouping is the most usual numbering that fits the nodes.
func (b *builder) cores() {
	groups := b.hybrid()
	if groups == nil {
		groups = b.equalCores(b.threads())
	}
	sort.Slice(groups, func(i, k int) bool { return groups[i][0] < groups[k][0] })
	for _, cpus := range groups {
		b.addCore(cpus)
	}
}

func (b *builder) equalCores(threads int) [][]int {
	if threads == 1 {
		return b.apart(1)
	}
	groups := b.siblings(threads)
	if groups == nil {
		b.warn("%d threads per core do not fit the CPUs; every CPU is assumed to be a core.", threads)
		return b.apart(1)
	}
	b.warn("Which CPUs are threads of one core is not told; CPUs %s and so on are assumed.",
		topology.FormatList(b.ids(groups[0])))
	return groups
}

func (b *builder) ids(cpus []int) []topology.CPUID {
	var ids []topology.CPUID
	for _, cpu := range cpus {
		ids = append(ids, b.machine.CPUs[cpu].ID)
	}
	return ascending(ids)
}

// addCore makes a core of the CPUs. Off-line CPUs that no node lists come to the node of their siblings.
func (b *builder) addCore(cpus []int) {
	at := len(b.machine.Cores)
	node := topology.Unknown
	for _, cpu := range cpus {
		node = max(node, b.machine.CPUs[cpu].Node)
	}
	for _, cpu := range cpus {
		c := &b.machine.CPUs[cpu]
		c.Core = at
		if c.Node != node {
			c.Node = node
			b.machine.Nodes[node].CPUs = ascending(append(b.machine.Nodes[node].CPUs, cpu))
		}
	}
	b.machine.Cores = append(b.machine.Cores, topology.Core{
		ID: topology.CoreID(at), Package: topology.Unknown, Node: node, CPUs: cpus,
	})
}

// threads decides how many threads a core has. The CPUs that are listed count more than what sockets,
// cores and threads multiply to: the product is wrong with off-line CPUs, core types and in many virtual
// machines.
func (b *builder) threads() int {
	shape, present := b.seen.shape, len(b.machine.CPUs)
	cores, threads := shape.allCores(), shape.threads
	online := len(b.machine.Online())
	divides := cores > 0 && present%cores == 0
	switch {
	case cores == 0 && threads == 0:
		b.warn("The text does not tell threads per core; every CPU is assumed to be a core.")
		return 1
	case cores == 0 || cores*threads == present:
		return threads
	case divides && online < present:
		b.warn("Off-line CPUs are assumed to be further threads of the %d cores.", cores)
		return present / cores
	case divides && threads == 0:
		b.warn("The text does not tell threads per core; %d are assumed, since %d cores have %d CPUs.",
			present/cores, cores, present)
		return present / cores
	case cores*threads != online:
		b.warn("%d cores of %s are not the %d CPUs that are listed; the lists are used.",
			cores, plural(threads, "thread"), present)
	}
	return max(1, threads)
}

// hybrid groups the CPUs of processors of which only the first cores have two threads.
// assumed: Intel's hybrid processors number the threads of big cores first, as neighbours.
func (b *builder) hybrid() [][]int {
	cores, present := b.seen.shape.allCores(), len(b.machine.CPUs)
	offline := len(b.machine.Online()) < present
	if b.seen.shape.threads != 2 || cores >= present || 2*cores <= present || offline {
		return nil
	}
	var groups [][]int
	for cpu := 0; cpu < present; {
		size := 1
		if cpu < 2*(present-cores) {
			size = 2
		}
		groups = append(groups, neighbours(cpu, size))
		cpu += size
	}
	if !b.fits(groups) {
		return nil
	}
	b.warn("Cores of two kinds: the first %d are assumed to have two threads, the other %d one.",
		present-cores, 2*cores-present)
	return groups
}

func neighbours(first, n int) []int {
	var cpus []int
	for i := range n {
		cpus = append(cpus, first+i)
	}
	return cpus
}

// siblings groups the CPUs into cores of equal size, nil if that cannot be.
func (b *builder) siblings(threads int) [][]int {
	next, distant := b.adjacent(threads), b.apart(threads)
	candidates := [][][]int{distant, next}
	if b.seen.siblings == siblingsNeighbours || b.contiguousNodes() {
		candidates = [][][]int{next, distant}
	}
	if !b.seen.windows && b.twoRuns(threads) {
		candidates = [][][]int{distant, next}
	}
	if b.seen.siblings == siblingsApart && b.hasHomeless() {
		candidates = append([][][]int{b.strided(threads)}, candidates...)
	}
	for _, groups := range candidates {
		if groups != nil && b.fits(groups) {
			return groups
		}
	}
	return nil
}

// adjacent makes cores of CPUs that follow each other.
func (b *builder) adjacent(threads int) [][]int {
	present := len(b.machine.CPUs)
	if present%threads != 0 {
		return nil
	}
	var groups [][]int
	for cpu := 0; cpu < present; cpu += threads {
		groups = append(groups, neighbours(cpu, threads))
	}
	return groups
}

// apart makes cores of CPUs that are the same place in each of a node's equal parts: 0 and 8 of 0-7,8-15.
func (b *builder) apart(threads int) [][]int {
	var groups [][]int
	add := func(cpus []int) bool {
		size := len(cpus) / threads
		for i := range size {
			var core []int
			for part := range threads {
				core = append(core, cpus[i+part*size])
			}
			groups = append(groups, core)
		}
		return len(cpus)%threads == 0
	}
	for _, n := range b.machine.Nodes {
		if !add(n.CPUs) {
			return nil
		}
	}
	var homeless []int
	for i, c := range b.machine.CPUs {
		if c.Node == topology.Unknown {
			homeless = append(homeless, i)
		}
	}
	if !add(homeless) {
		return nil
	}
	return groups
}

// hasHomeless tells whether a CPU is in no node, as those that are off-line are in none for Linux.
func (b *builder) hasHomeless() bool {
	inNone := func(c topology.CPU) bool { return c.Node == topology.Unknown }
	return slices.ContainsFunc(b.machine.CPUs, inNone)
}

// strided makes cores of CPUs that are the same place in each of the machine's equal parts, whatever the
// nodes: with SMT switched off they list the first threads only.
func (b *builder) strided(threads int) [][]int {
	present := len(b.machine.CPUs)
	if present%threads != 0 {
		return nil
	}
	var groups [][]int
	for i := range present / threads {
		var core []int
		for cpu := i; cpu < present; cpu += present / threads {
			core = append(core, cpu)
		}
		groups = append(groups, core)
	}
	return groups
}

// fits tells whether no core lies in two nodes.
func (b *builder) fits(groups [][]int) bool {
	return !slices.ContainsFunc(groups, func(cpus []int) bool {
		node := topology.Unknown
		for _, cpu := range cpus {
			at := b.machine.CPUs[cpu].Node
			if at != topology.Unknown && node != topology.Unknown && at != node {
				return true
			}
			node = max(node, at)
		}
		return false
	})
}

// contiguousNodes tells whether there are several nodes and each one's CPUs follow each other without a gap.
func (b *builder) contiguousNodes() bool {
	several := 0
	for _, n := range b.machine.Nodes {
		if len(n.CPUs) == 0 {
			continue
		}
		several++
		if b.runs(n.CPUs) != 1 {
			return false
		}
	}
	return several > 1
}

// twoRuns tells whether every node's CPUs are as many stretches of neighbours as a core has threads.
func (b *builder) twoRuns(threads int) bool {
	return !slices.ContainsFunc(b.machine.Nodes, func(n topology.Node) bool {
		return len(n.CPUs) > 0 && b.runs(n.CPUs) != threads
	})
}

// runs counts the stretches of neighbours.
func (b *builder) runs(cpus []int) int {
	runs := 1
	for i := 1; i < len(cpus); i++ {
		if b.machine.CPUs[cpus[i]].ID != b.machine.CPUs[cpus[i-1]].ID+1 {
			runs++
		}
	}
	return runs
}
