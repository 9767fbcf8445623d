package esxi

import (
	"schedlab/engine/hypervisor"
	"schedlab/engine/setting"
	"schedlab/engine/system"
	"schedlab/engine/topology"
)

// Product is VMware ESXi.
var Product hypervisor.Hypervisor = product{}

type product struct{}

// Describe implements hypervisor.Hypervisor.
func (product) Describe() hypervisor.Description {
	return hypervisor.Description{Description: system.Description{
		Name:  "esxi",
		Title: "VMware ESXi",
		Summary: "Proportional shares among virtual CPUs, relaxed co-scheduling, hyper-threads, NUMA " +
			"clients " +
			"with home nodes.",
		Settings: hostSettings(),
		Causes:   causes[:],
		Nouns: system.Nouns{MemoryNode: "NUMA node", Node: "node", Scheduler: "pCPU", Worker: "vCPU",
			Request: "guest"},
		Headline: "host.usage_pct",
		Tables:   tables(),
		Caption:  caption,
	}, Guest: guestSettings(), Plain: isPlain}
}

// isPlain leaves out what keeps vCPUs from cores that are free, and what makes one guest's share another than
// its neighbour's. simplified: skew, quanta, the hypervisor's own work and its search of few CPUs count as
// nothing, which together is a few per cent.
func isPlain(values setting.Values, vms []hypervisor.VM) bool {
	if values.Text(coschedulingName) == strictName {
		return false
	}
	for _, vm := range vms {
		v := vm.Values
		if v.Number(limitName) > 0 || v.Number(reservationName) > 0 || v.Number(stallName) > 0 ||
			v.Number(sharesName) != vms[0].Values.Number(sharesName) {
			return false
		}
	}
	return true
}

// Check implements hypervisor.Hypervisor.
func (product) Check(m topology.Machine, values setting.Values, vms []hypervisor.VM) []setting.Fault {
	return check(m, values, vms)
}

// Virtual implements hypervisor.Hypervisor.
func (product) Virtual(m topology.Machine, v setting.Values, vm hypervisor.VM) topology.Machine {
	return virtual(m, v, vm)
}

// Boot implements hypervisor.Hypervisor.
func (product) Boot(env hypervisor.Environment, v setting.Values, vms []hypervisor.VM) hypervisor.Booted {
	return boot(env, v, vms)
}
