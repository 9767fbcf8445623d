package sqlserver

import (
	"cmp"
	"slices"

	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// newLayout describes the nodes and schedulers. Scheduler ids count node by node; those of CPUs outside the
// affinity mask come last. assumed: the numbering inside interleaved nodes is not documented.
func newLayout(name string, m topology.Machine, parts []softNode) trace.Layout {
	l := trace.Layout{Name: name, Waits: waitCount, Yield: sosSchedulerYield}
	for _, c := range causes() {
		l.Causes = append(l.Causes, c.Name)
	}
	memory := map[int]int{}
	for n, node := range m.Nodes {
		if len(node.CPUs) == 0 {
			continue
		}
		memory[n] = len(l.Groups)
		l.Groups = append(l.Groups, trace.Group{Level: trace.MemoryNode, Number: int32(len(memory) - 1),
			Parent: -1, Mask: maskOf(m, node.CPUs)})
	}
	used := make([]bool, len(m.CPUs))
	for i, part := range parts {
		group := len(l.Groups)
		l.Groups = append(l.Groups, trace.Group{Level: trace.Node, Number: int32(i),
			Parent: memory[part.hardware], Mask: maskOf(m, part.cpus)})
		for _, at := range part.cpus {
			used[at] = true
			l.Lanes = append(l.Lanes, trace.Lane{Number: int32(len(l.Lanes)), CPU: at,
				CPUID: productCPU(m.CPUs[at]), Group: group})
		}
	}
	addOffline(&l, m, used, memory)
	return l
}

// addOffline adds the schedulers that get no user work. They belong to the last node of their hardware node,
// or to a node of their own if it has none: that one has no mask, since it has no CPU that may be used.
func addOffline(l *trace.Layout, m topology.Machine, used []bool, memory map[int]int) {
	for n, node := range m.Nodes {
		for _, at := range node.CPUs {
			cpu := m.CPUs[at]
			if used[at] || cpu.Offline {
				continue
			}
			l.Lanes = append(l.Lanes, trace.Lane{Number: int32(len(l.Lanes)), CPU: at, CPUID: productCPU(cpu),
				Group: lastNodeOf(l, memory[n]), Offline: true})
		}
	}
}

func lastNodeOf(l *trace.Layout, memory int) int {
	number, found := int32(0), -1
	for i, g := range l.Groups {
		if g.Level != trace.Node {
			continue
		}
		number++
		if g.Parent == memory {
			found = i
		}
	}
	if found < 0 {
		found = len(l.Groups)
		l.Groups = append(l.Groups, trace.Group{Level: trace.Node, Number: number, Parent: memory})
	}
	return found
}

// maskOf is the CPUs as masks, one for each processor group that they are in, in order of the groups.
func maskOf(m topology.Machine, cpus []int) []trace.GroupMask {
	var masks []trace.GroupMask
	for _, at := range cpus {
		cpu := m.CPUs[at]
		if cpu.Group == topology.NoGroup {
			continue
		}
		group := int32(cpu.Group)
		i, found := slices.BinarySearchFunc(masks, group, func(g trace.GroupMask, group int32) int {
			return cmp.Compare(g.ProcessorGroup, group)
		})
		if !found {
			masks = slices.Insert(masks, i, trace.GroupMask{ProcessorGroup: group})
		}
		masks[i].Mask |= 1 << cpu.Bit
	}
	return masks
}
