package importer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"

	"schedlab/engine/topology"
)

// observation is what one output says about a machine. Absent: nil, 0 for counts, NoBytes for sizes.
type observation struct {
	source string // title of the format
	lines  span

	nodes    []nodeSeen // hardware nodes, ascending
	distance *matrix
	online   []topology.CPUID // nil = not told
	offline  []topology.CPUID
	total    int // CPUs, if only their number is told

	shape     shapeSeen
	nodeGuess string // how the nodes were made up, if the text does not tell them; noted if they are used
	guess     string // how the shape was concluded, if the text does not tell it; noted if it is used
	siblings  siblingOrder
	windows   bool // CPU numbers are 64 times the processor group, plus the bit

	softNodes []SoftNode
	settings  map[string]string
	memory    topology.Bytes // of the whole machine
}

func newObservation(first int) *observation {
	return &observation{lines: span{first, first}, settings: map[string]string{}, memory: topology.NoBytes}
}

// nodeSeen is a hardware node as far as it is told.
type nodeSeen struct {
	id     topology.NodeID
	cpus   []topology.CPUID
	told   bool // the text tells the CPUs, of which there may be none
	memory topology.Bytes
	lines  span
}

// matrix is a table of distances; ids name its rows and columns.
type matrix struct {
	ids  []topology.NodeID
	rows map[topology.NodeID][]int
	from span
}

// shapeSeen is what is told of packages and cores; 0 = not told.
type shapeSeen struct {
	packages        int
	coresPerPackage int
	threads         int // per core
	kinds           int // blocks of different core types
	cores           int // in all, if the kinds differ
}

func (s shapeSeen) allCores() int {
	if s.cores > 0 {
		return s.cores
	}
	return s.packages * s.coresPerPackage
}

// agrees tells whether another text counts the same sockets, cores and threads.
func (s shapeSeen) agrees(other shapeSeen) bool {
	return s.packages == other.packages && s.allCores() == other.allCores() && s.threads == other.threads
}

// siblingOrder says how the threads of a core are numbered.
type siblingOrder uint8

const (
	siblingsUnknown siblingOrder = iota
	siblingsNeighbours
	siblingsApart // all first threads, then all second ones
)

// node returns the node with the number, which is made if it is new.
func (o *observation) node(id topology.NodeID) *nodeSeen {
	for i := range o.nodes {
		if o.nodes[i].id == id {
			return &o.nodes[i]
		}
	}
	o.nodes = append(o.nodes, nodeSeen{id: id, memory: topology.NoBytes})
	return &o.nodes[len(o.nodes)-1]
}

func (o *observation) has(id topology.NodeID) bool {
	return slices.ContainsFunc(o.nodes, func(n nodeSeen) bool { return n.id == id })
}

func (o *observation) sortNodes() {
	sort.SliceStable(o.nodes, func(i, k int) bool { return o.nodes[i].id < o.nodes[k].id })
}

// cpus returns every CPU that is named anywhere.
func (o *observation) cpus() []topology.CPUID {
	seen := map[topology.CPUID]bool{}
	add := func(ids []topology.CPUID) {
		for _, id := range ids {
			seen[id] = true
		}
	}
	add(o.online)
	add(o.offline)
	for _, n := range o.nodes {
		add(n.cpus)
	}
	return slices.Sorted(maps.Keys(seen))
}

// summary is the text of the note that the output was read.
func (o *observation) summary() string {
	cpus := len(o.cpus())
	if cpus == 0 {
		cpus = o.total
	}
	if cpus == 0 && len(o.nodes) == 0 {
		return "nothing about CPUs"
	}
	text := plural(cpus, "CPU")
	if len(o.nodes) > 0 && o.nodeGuess == "" {
		text = plural(len(o.nodes), "NUMA node") + ", " + text
	}
	if o.shape.packages > 0 {
		text = plural(o.shape.packages, "socket") + ", " + text
	}
	if o.distance != nil {
		text += ", distances"
	}
	if len(o.softNodes) > 0 {
		text += ", " + plural(len(o.softNodes), "scheduling node")
	}
	return text
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// ascending sorts and drops repetitions.
func ascending[T cmp.Ordered](ids []T) []T {
	slices.Sort(ids)
	return slices.Compact(ids)
}
