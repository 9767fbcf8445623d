package topology

import "fmt"

// Shape is the short form of a regular machine. A count of 0 is read as 1.
type Shape struct {
	Packages, NodesPerPackage, CoresPerNode, ThreadsPerCore int

	MemoryPerNode Bytes // 0 or NoBytes = unknown
	Remote        int   // distance between any two nodes; 0 = RemoteDistance
}

func (s Shape) complete() Shape {
	for _, count := range []*int{&s.Packages, &s.NodesPerPackage, &s.CoresPerNode, &s.ThreadsPerCore} {
		if *count == 0 {
			*count = 1
		}
	}
	if s.MemoryPerNode == 0 {
		s.MemoryPerNode = NoBytes
	}
	if s.Remote == 0 {
		s.Remote = RemoteDistance
	}
	return s
}

// Check returns what keeps the shape from being a machine. Paths are field names of the document's short
// form.
func (s Shape) Check() []Fault {
	s = s.complete()
	var faults faultList
	for _, part := range []struct {
		path     string
		n, limit int
	}{
		{"packages", s.Packages, MaxPackages}, {"nodes_per_package", s.NodesPerPackage, MaxNodes},
		{"cores_per_node", s.CoresPerNode, MaxCPUs}, {"threads_per_core", s.ThreadsPerCore, MaxCPUs},
	} {
		if part.n < 1 || part.n > part.limit {
			faults.add(part.path, fmt.Sprintf("%d is out of range", part.n),
				fmt.Sprintf("from 1 to %d", part.limit))
		}
	}
	if len(faults) > 0 {
		return faults
	}
	if nodes := s.Packages * s.NodesPerPackage; nodes > MaxNodes {
		faults.add("nodes_per_package", fmt.Sprintf("%d NUMA nodes in all are too many", nodes),
			fmt.Sprintf("at most %d", MaxNodes))
	}
	if cpus := s.Packages * s.NodesPerPackage * s.CoresPerNode * s.ThreadsPerCore; cpus > MaxCPUs {
		faults.add("cores_per_node", fmt.Sprintf("%d CPUs in all are too many", cpus),
			fmt.Sprintf("at most %d", MaxCPUs))
	}
	if s.MemoryPerNode < NoBytes {
		faults.add("memory_per_node", "memory cannot be negative", "")
	}
	if s.Remote < MinDistance || s.Remote > MaxDistance {
		faults.add("remote", fmt.Sprintf("distance %d is out of range", s.Remote), distanceHint)
	}
	return faults
}

// Machine builds the machine. Ids are dense and grow with package, node and core; the siblings of a core
// are neighbours (0 and 1 are core 0), as Windows numbers them. Linux on x86 often numbers all first
// threads before all second ones: what a person sees there is imported, not built from a shape. It panics
// on a shape that Check finds fault with.
func (s Shape) Machine() Machine {
	if faults := s.Check(); len(faults) > 0 {
		panic(fmt.Sprintf("topology: machine of shape %+v: %v", s, faults))
	}
	s = s.complete()
	var m Machine
	for p := range s.Packages {
		m.Packages = append(m.Packages, Package{ID: PackageID(p)})
		for range s.NodesPerPackage {
			m.appendNode(p, s)
		}
	}
	m.Distance = flatDistance(len(m.Nodes), s.Remote)
	m.AssignGroups()
	return m
}

func (m *Machine) appendNode(pack int, s Shape) {
	at := len(m.Nodes)
	node := Node{ID: NodeID(at), Package: pack, Memory: s.MemoryPerNode}
	for range s.CoresPerNode {
		core := Core{ID: CoreID(len(m.Cores)), Package: pack, Node: at}
		for range s.ThreadsPerCore {
			cpu := len(m.CPUs)
			core.CPUs = append(core.CPUs, cpu)
			m.CPUs = append(m.CPUs, CPU{ID: CPUID(cpu), Core: len(m.Cores), Node: at})
		}
		node.CPUs = append(node.CPUs, core.CPUs...)
		m.Cores = append(m.Cores, core)
	}
	m.Nodes = append(m.Nodes, node)
}

// flatDistance is the matrix of n nodes that are equally far from each other.
// simplified: nodes of one package are as far from each other as from those of other packages.
func flatDistance(n, remote int) [][]int {
	matrix := make([][]int, n)
	for from := range matrix {
		matrix[from] = make([]int, n)
		for to := range matrix[from] {
			matrix[from][to] = remote
		}
		matrix[from][from] = LocalDistance
	}
	return matrix
}
