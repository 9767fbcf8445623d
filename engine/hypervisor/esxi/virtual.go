package esxi

import (
	"schedlab/engine/hypervisor"
	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// virtual is the machine that a guest sees: a node for each of its NUMA clients.
func virtual(m topology.Machine, values setting.Values, vm hypervisor.VM) topology.Machine {
	parts := clients(m, values, vm)
	seen := topology.Machine{Name: vm.Name}
	for n := range parts {
		seen.Packages = append(seen.Packages, topology.Package{ID: topology.PackageID(n)})
		part := topology.Node{ID: topology.NodeID(n), Package: n, Memory: topology.NoBytes}
		for _, cpu := range parts[n].cpus {
			part.CPUs = append(part.CPUs, cpu)
			seen.Cores = append(seen.Cores, topology.Core{ID: topology.CoreID(cpu), Package: n, Node: n,
				CPUs: []int{cpu}})
			seen.CPUs = append(seen.CPUs, topology.CPU{ID: topology.CPUID(cpu), Core: cpu, Node: n})
		}
		seen.Nodes = append(seen.Nodes, part)
	}
	seen.AssignGroups()
	return seen
}
