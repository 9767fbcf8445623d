package topology

// AssignGroups puts every CPU into a processor group, off-line ones too, as Windows does at start-up:
// whole NUMA nodes, in order, into groups of at most 64 CPUs; a node of more than 64 is split into pieces
// that fit.
// Source: learn.microsoft.com, "Processor Groups" and "NUMA Support on Systems With More Than 64 Logical
// Processors". CPUs of no known node come last.
func (m *Machine) AssignGroups() {
	fill := groupFill{machine: m}
	for _, node := range m.Nodes {
		fill.place(node.CPUs)
	}
	var homeless []int
	for i, c := range m.CPUs {
		if c.Node == Unknown {
			homeless = append(homeless, i)
		}
	}
	fill.place(homeless)
}

type groupFill struct {
	machine *Machine
	group   GroupID
	used    int
}

// assumed: a split node fills groups of 64, and only its last piece may share one; how Windows cuts is
// not told.
func (f *groupFill) place(cpus []int) {
	for len(cpus) > 0 {
		piece := cpus[:min(len(cpus), GroupSize)]
		cpus = cpus[len(piece):]
		if f.used+len(piece) > GroupSize {
			f.group++
			f.used = 0
		}
		for _, cpu := range piece {
			f.machine.CPUs[cpu].Group = f.group
			f.machine.CPUs[cpu].Bit = f.used
			f.used++
		}
	}
}

// Groups returns the processor groups that occur, ascending; none if they are not assigned.
func (m Machine) Groups() []GroupID {
	seen := map[GroupID]bool{}
	for _, c := range m.CPUs {
		if c.Group != NoGroup {
			seen[c.Group] = true
		}
	}
	return sorted(seen)
}
