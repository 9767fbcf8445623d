package esxi

import (
	"schedlab/engine/hypervisor"
	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// virtual is the machine that a guest sees: sockets, the nodes that it is shown, no hyper-threads.
func virtual(m topology.Machine, values setting.Values, vm hypervisor.VM) topology.Machine {
	p := split(m, values, vm)
	seen := topology.Machine{Name: vm.Name}
	sizes := even(vm.VCPUs, p.nodes)
	if p.nodes == len(p.clients) {
		for i, c := range p.clients {
			sizes[i] = len(c.cpus)
		}
	}
	next := 0
	for n, size := range sizes {
		seen.Packages = append(seen.Packages, topology.Package{ID: topology.PackageID(n)})
		node := topology.Node{ID: topology.NodeID(n), Package: n, Memory: topology.NoBytes}
		if vm.Memory != topology.NoBytes {
			node.Memory = vm.Memory / topology.Bytes(len(sizes))
		}
		for range size {
			node.CPUs = append(node.CPUs, next)
			seen.Cores = append(seen.Cores, topology.Core{ID: topology.CoreID(next), Package: n, Node: n,
				CPUs: []int{next}})
			seen.CPUs = append(seen.CPUs, topology.CPU{ID: topology.CPUID(next), Core: next, Node: n})
			next++
		}
		seen.Nodes = append(seen.Nodes, node)
	}
	seen.AssignGroups()
	return seen
}
