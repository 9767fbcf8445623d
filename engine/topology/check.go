package topology

import "fmt"

// Fault is something that keeps a description from being a machine.
type Fault struct {
	Path    string // where, as in "nodes[3].cpus[0]" or "distance[1]"
	Message string // what is wrong
	Hint    string // what would be right; may be empty
}

// maxFaults bounds what Check returns; a machine with more is one whose first faults explain the rest.
const maxFaults = 100

const distanceHint = "distances go from 10 (local) to 255 (cannot be reached)"

type faultList []Fault

func (f *faultList) add(path, message, hint string) {
	if len(*f) < maxFaults {
		*f = append(*f, Fault{Path: path, Message: message, Hint: hint})
	}
}

// Check returns the structural faults of the machine, at most 100: references that lead nowhere or
// disagree, a CPU in no core or two, ids that occur twice, a matrix of the wrong shape, distances out of
// range, counts above the limits. A machine without faults can be simulated. Asymmetric matrices,
// diagonals above 10 and remote nodes at distance 10 are no faults: real machines print them.
func (m Machine) Check() []Fault {
	c := checker{machine: m}
	c.counts()
	if len(c.faults) > 0 {
		return c.faults
	}
	c.packages()
	c.nodes()
	c.cores()
	c.cpus()
	c.distances()
	c.nics()
	return c.faults
}

type checker struct {
	machine Machine
	faults  faultList
}

func (c *checker) counts() {
	for _, part := range []struct {
		path, noun string
		n, limit   int
	}{
		{"packages", "packages", len(c.machine.Packages), MaxPackages},
		{"nodes", "NUMA nodes", len(c.machine.Nodes), MaxNodes},
		{"cores", "cores", len(c.machine.Cores), MaxCPUs},
		{"cpus", "CPUs", len(c.machine.CPUs), MaxCPUs},
		{"nics", "network cards", len(c.machine.NICs), MaxNodes},
	} {
		if part.n > part.limit {
			c.faults.add(part.path, fmt.Sprintf("%d %s are too many", part.n, part.noun),
				fmt.Sprintf("at most %d", part.limit))
		}
	}
	if len(c.machine.CPUs) == 0 {
		c.faults.add("cpus", "the machine has no CPU", "at least one")
		return
	}
	if len(c.machine.Online()) == 0 {
		c.faults.add("cpus", "every CPU is off-line", "at least one must be on-line")
	}
}

func (c *checker) packages() {
	first := map[PackageID]int{}
	for i, p := range c.machine.Packages {
		path := fmt.Sprintf("packages[%d].id", i)
		c.id(path, int(p.ID))
		if j, twice := first[p.ID]; twice {
			c.faults.add(path, fmt.Sprintf("package %d is also packages[%d]", p.ID, j), "")
			continue
		}
		first[p.ID] = i
	}
}

func (c *checker) nodes() {
	m := c.machine
	first := map[NodeID]int{}
	for i, n := range m.Nodes {
		path := fmt.Sprintf("nodes[%d]", i)
		c.id(path+".id", int(n.ID))
		if j, twice := first[n.ID]; twice {
			c.faults.add(path+".id", fmt.Sprintf("node %d is also nodes[%d]", n.ID, j), "")
		} else {
			first[n.ID] = i
		}
		c.reference(path+".package", n.Package, len(m.Packages))
		if n.Memory < NoBytes {
			c.faults.add(path+".memory", fmt.Sprintf("%d bytes", n.Memory), "0 or more; -1 = unknown")
		}
		c.members(path, n.CPUs, func(cpu CPU) bool { return cpu.Node == i })
	}
}

func (c *checker) cores() {
	m := c.machine
	type key struct {
		pack int
		id   CoreID
	}
	first := map[key]int{}
	for i, core := range m.Cores {
		path := fmt.Sprintf("cores[%d]", i)
		c.id(path+".id", int(core.ID))
		if j, twice := first[key{core.Package, core.ID}]; twice {
			c.faults.add(path+".id", fmt.Sprintf("core %d of the package is also cores[%d]", core.ID, j),
				"core numbers are unique inside a package")
		} else {
			first[key{core.Package, core.ID}] = i
		}
		packageKnown := c.reference(path+".package", core.Package, len(m.Packages))
		if c.reference(path+".node", core.Node, len(m.Nodes)) && packageKnown {
			c.samePackage(path, core)
		}
		if len(core.CPUs) == 0 {
			c.faults.add(path+".cpus", "the core has no CPU", "one, or with SMT several")
		}
		c.members(path, core.CPUs, func(cpu CPU) bool { return cpu.Core == i && cpu.Node == core.Node })
	}
}

func (c *checker) samePackage(path string, core Core) {
	node := c.machine.Nodes[core.Node]
	if node.Package != Unknown && node.Package != core.Package {
		c.faults.add(path+".package", fmt.Sprintf("the core is in packages[%d], its node in packages[%d]",
			core.Package, node.Package), "a node that spans packages has package -1")
	}
}

// members checks a list of CPU positions; mine tells whether a CPU refers back to the list's owner.
func (c *checker) members(path string, cpus []int, mine func(CPU) bool) {
	listed := map[int]bool{}
	for k, cpu := range cpus {
		place := fmt.Sprintf("%s.cpus[%d]", path, k)
		switch {
		case cpu < 0 || cpu >= len(c.machine.CPUs):
			c.faults.add(place, fmt.Sprintf("there is no cpus[%d]", cpu), c.positions(len(c.machine.CPUs)))
		case listed[cpu]:
			c.faults.add(place, fmt.Sprintf("cpus[%d] is listed twice", cpu), "")
		case !mine(c.machine.CPUs[cpu]):
			c.faults.add(place, fmt.Sprintf("cpus[%d] does not say that it belongs here", cpu),
				"a CPU is in one core and in at most one node")
		}
		listed[cpu] = true
	}
}

func (c *checker) cpus() {
	type place struct {
		group GroupID
		bit   int
	}
	inCore, inNode := c.membership()
	first, taken := map[CPUID]int{}, map[place]int{}
	for i, cpu := range c.machine.CPUs {
		path := fmt.Sprintf("cpus[%d]", i)
		c.id(path+".id", int(cpu.ID))
		if j, twice := first[cpu.ID]; twice {
			c.faults.add(path+".id", fmt.Sprintf("CPU %d is also cpus[%d]", cpu.ID, j), "")
		} else {
			first[cpu.ID] = i
		}
		if !inCore[i] {
			c.faults.add(path+".core", "no core lists this CPU", "every CPU is in one core")
		}
		if c.reference(path+".node", cpu.Node, len(c.machine.Nodes)) && !inNode[i] {
			c.faults.add(path+".node", fmt.Sprintf("nodes[%d] does not list this CPU", cpu.Node), "")
		}
		if cpu.Group == NoGroup {
			continue
		}
		if cpu.Group < 0 || cpu.Bit < 0 || cpu.Bit >= GroupSize {
			c.faults.add(path+".bit", fmt.Sprintf("bit %d of group %d", cpu.Bit, cpu.Group),
				"bits go from 0 to 63")
		}
		at := place{cpu.Group, cpu.Bit}
		if j, twice := taken[at]; twice {
			c.faults.add(path+".bit",
				fmt.Sprintf("cpus[%d] has bit %d of group %d too", j, cpu.Bit, cpu.Group),
				"leave the group out to have it assigned")
		} else {
			taken[at] = i
		}
	}
}

// membership tells which CPUs are listed by the core and by the node that they name.
func (c *checker) membership() (inCore, inNode []bool) {
	inCore, inNode = make([]bool, len(c.machine.CPUs)), make([]bool, len(c.machine.CPUs))
	mark := func(listed []bool, cpus []int) {
		for _, cpu := range cpus {
			if cpu >= 0 && cpu < len(listed) {
				listed[cpu] = true
			}
		}
	}
	for _, core := range c.machine.Cores {
		mark(inCore, core.CPUs)
	}
	for _, node := range c.machine.Nodes {
		mark(inNode, node.CPUs)
	}
	return inCore, inNode
}

func (c *checker) distances() {
	m := c.machine
	if m.Distance == nil {
		return
	}
	if len(m.Distance) != len(m.Nodes) {
		c.faults.add("distance", fmt.Sprintf("%d rows for %d nodes", len(m.Distance), len(m.Nodes)),
			"one row a node, in the order of the nodes")
	}
	for i, row := range m.Distance {
		path := fmt.Sprintf("distance[%d]", i)
		if len(row) != len(m.Nodes) {
			c.faults.add(path, fmt.Sprintf("%d distances for %d nodes", len(row), len(m.Nodes)), "")
		}
		for j, d := range row {
			if d < MinDistance || d > MaxDistance {
				c.faults.add(fmt.Sprintf("%s[%d]", path, j),
					fmt.Sprintf("distance %d is out of range", d), distanceHint)
			}
		}
	}
}

func (c *checker) nics() {
	first := map[string]int{}
	for i, nic := range c.machine.NICs {
		path := fmt.Sprintf("nics[%d]", i)
		c.reference(path+".node", nic.Node, len(c.machine.Nodes))
		if nic.Name == "" {
			c.faults.add(path+".name", "the card has no name", "")
		}
		if j, twice := first[nic.Name]; twice {
			c.faults.add(path+".name", fmt.Sprintf("%q is also nics[%d]", nic.Name, j), "")
		} else {
			first[nic.Name] = i
		}
	}
}

func (c *checker) id(path string, id int) {
	if id < 0 {
		c.faults.add(path, fmt.Sprintf("%d is not a number that an operating system prints", id), "0 or more")
	}
}

// reference checks a position that may be Unknown and tells whether it leads somewhere.
func (c *checker) reference(path string, position, length int) bool {
	if position < Unknown || position >= length {
		c.faults.add(path, fmt.Sprintf("there is no position %d", position), c.positions(length))
		return false
	}
	return position != Unknown
}

func (c *checker) positions(length int) string {
	if length == 0 {
		return "there are none"
	}
	return fmt.Sprintf("positions go from 0 to %d", length-1)
}
