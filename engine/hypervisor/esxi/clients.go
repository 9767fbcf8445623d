package esxi

import (
	"schedlab/engine/hypervisor"
	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// client is a NUMA client: virtual CPUs that are placed and moved as one.
type client struct{ cpus []int }

// clients splits a guest's virtual CPUs over the fewest nodes whose cores hold them, as equally as can be.
func clients(m topology.Machine, _ setting.Values, vm hypervisor.VM) []client {
	per := max(len(m.Cores)/max(len(m.Nodes), 1), 1)
	n := min((vm.VCPUs+per-1)/per, max(len(m.Nodes), 1))
	split := make([]client, n)
	for cpu := range vm.VCPUs {
		at := cpu * n / vm.VCPUs
		split[at].cpus = append(split[at].cpus, cpu)
	}
	return split
}
