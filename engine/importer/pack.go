package importer

import (
	"slices"
	"sort"

	"schedlab/engine/topology"
)

// closeDistance is the biggest distance between nodes that a package is divided into.
// assumed: sub-NUMA clusters print 11 to 13 and AMD's NPS modes 12, while links between sockets begin at 16.
const closeDistance = 15

// packages puts nodes and cores into packages.
func (b *builder) packages() {
	nodes := b.nodesWithCPUs()
	told := b.seen.shape.packages
	if told == 0 {
		b.guessPackages(nodes)
		return
	}
	if told <= len(nodes) && len(nodes)%told == 0 {
		b.packNodes(b.nodeGroups(nodes, len(nodes)/told))
		return
	}
	if len(b.machine.Cores)%told == 0 {
		b.packCores(told)
		return
	}
	b.warn("%s do not fit %s with %s; a package for each node is assumed.", plural(told, "socket"),
		plural(len(nodes), "NUMA node"), plural(len(b.machine.Cores), "core"))
	b.packNodes(single(nodes))
}

func (b *builder) nodesWithCPUs() []int {
	var nodes []int
	for i, n := range b.machine.Nodes {
		if len(n.CPUs) > 0 {
			nodes = append(nodes, i)
		}
	}
	return nodes
}

func single(nodes []int) [][]int {
	var groups [][]int
	for _, n := range nodes {
		groups = append(groups, []int{n})
	}
	return groups
}

// guessPackages takes nodes that are very near for parts of one package, and every other node for one.
func (b *builder) guessPackages(nodes []int) {
	if groups := b.closeGroups(nodes); groups != nil {
		b.warn("The text does not tell packages; nodes at a distance of at most %d are assumed to share one.",
			closeDistance)
		b.packNodes(groups)
		return
	}
	b.warn("The text does not tell packages; one for each NUMA node with CPUs is assumed.")
	b.packNodes(single(nodes))
}

// closeGroups returns groups of nodes that are close to each other, nil unless all are of one size above
// one.
func (b *builder) closeGroups(nodes []int) [][]int {
	if b.machine.Distance == nil || len(nodes) < 2 {
		return nil
	}
	size := len(b.closest(nodes[0], nodes, closeDistance))
	if size < 2 || len(nodes)%size != 0 {
		return nil
	}
	return b.cliques(nodes, size)
}

// closest returns the nodes within a distance of a node, itself included.
func (b *builder) closest(from int, nodes []int, within int) []int {
	var near []int
	for _, to := range nodes {
		if to == from || max(b.machine.Distance[from][to], b.machine.Distance[to][from]) <= within {
			near = append(near, to)
		}
	}
	return near
}

// nodeGroups parts the nodes into packages of a size: those that are nearest to each other, if distances
// tell.
func (b *builder) nodeGroups(nodes []int, size int) [][]int {
	if size == 1 {
		return single(nodes)
	}
	if b.machine.Distance != nil {
		if groups := b.cliques(nodes, size); groups != nil {
			return groups
		}
	}
	if size < len(nodes) {
		b.warn("Which nodes share a package is not told; %d in the order of their numbers are assumed.", size)
	}
	return slices.Collect(slices.Chunk(nodes, size))
}

// cliques parts the nodes into groups of a size such that every node's nearest are just those of its
// group; nil if the distances do not part them so.
func (b *builder) cliques(nodes []int, size int) [][]int {
	var groups [][]int
	taken := map[int]bool{}
	for _, n := range nodes {
		if taken[n] {
			continue
		}
		group := b.closest(n, nodes, b.reach(n, nodes, size))
		if len(group) != size {
			return nil
		}
		for _, member := range group {
			if taken[member] || !slices.Equal(group, b.closest(member, nodes, b.reach(member, nodes, size))) {
				return nil
			}
			taken[member] = true
		}
		groups = append(groups, group)
	}
	return groups
}

// reach is the distance at which a node has the number of neighbours, itself counted.
func (b *builder) reach(from int, nodes []int, size int) int {
	var distances []int
	for _, to := range nodes {
		if to != from {
			distances = append(distances, max(b.machine.Distance[from][to], b.machine.Distance[to][from]))
		}
	}
	slices.Sort(distances)
	return distances[min(size-2, len(distances)-1)]
}

func (b *builder) packNodes(groups [][]int) {
	for p, group := range groups {
		b.machine.Packages = append(b.machine.Packages, topology.Package{ID: topology.PackageID(p)})
		for _, n := range group {
			b.machine.Nodes[n].Package = p
		}
	}
	for i := range b.machine.Cores {
		if core := &b.machine.Cores[i]; core.Node != topology.Unknown {
			core.Package = b.machine.Nodes[core.Node].Package
		}
	}
}

// packCores parts the cores, in the order of their nodes and those of none last, into packages. A node that
// spans several has none.
func (b *builder) packCores(packages int) {
	order := neighbours(0, len(b.machine.Cores))
	sort.SliceStable(order, func(i, k int) bool {
		return b.orderOfNode(order[i]) < b.orderOfNode(order[k])
	})
	size := len(order) / packages
	for p := range packages {
		b.machine.Packages = append(b.machine.Packages, topology.Package{ID: topology.PackageID(p)})
		for _, core := range order[p*size : (p+1)*size] {
			b.machine.Cores[core].Package = p
		}
	}
	spans := false
	for i := range b.machine.Nodes {
		spans = b.packSpanned(i) || spans
	}
	if spans {
		b.warn("A NUMA node spans several packages; which cores are in which is assumed from their order.")
	}
}

func (b *builder) orderOfNode(core int) int {
	if node := b.machine.Cores[core].Node; node != topology.Unknown {
		return node
	}
	return len(b.machine.Nodes)
}

// packSpanned gives a node the package of its cores if that is one, and tells whether it is more.
func (b *builder) packSpanned(node int) bool {
	seen := map[int]bool{}
	for _, core := range b.machine.Cores {
		if core.Node == node {
			seen[core.Package] = true
			b.machine.Nodes[node].Package = core.Package
		}
	}
	if len(seen) > 1 {
		b.machine.Nodes[node].Package = topology.Unknown
	}
	return len(seen) > 1
}
