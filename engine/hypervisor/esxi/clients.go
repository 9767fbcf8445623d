package esxi

import (
	"schedlab/engine/hypervisor"
	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// client is a NUMA client: virtual CPUs that are placed and moved as one.
type client struct {
	cpus []int // virtual ones, ascending
	seen int   // which of the guest's nodes they belong to
}

// division is how a guest's virtual CPUs are split. Source: F. Denneman, "NUMA Deep Dive 5", "Decoupling of
// cores per socket", "vSphere 7 cores per socket".
type division struct {
	clients []client
	nodes   int // that the guest sees
	// uma says that the guest is shown one node though it has several clients: its memory is spread over
	// them.
	uma bool
}

// clients are the NUMA clients of a guest.
func clients(m topology.Machine, values setting.Values, vm hypervisor.VM) []client {
	return split(m, values, vm).clients
}

// split divides a guest over nodes by the rules of the version.
func split(m topology.Machine, values setting.Values, vm hypervisor.VM) division {
	cores, threads := perNode(m)
	room := cores
	if values.On(preferName) || vm.Values.On(preferName) {
		room = threads
	}
	hosts := max(len(m.Nodes), 1)
	sizes := even(vm.VCPUs, min((vm.VCPUs+room-1)/room, hosts))
	p := division{nodes: len(sizes)}
	socket := int(vm.Values.Number(socketName))
	follows := versionOf(values.Text(versionName)).followsCores || values.On(followName)
	switch sockets := (vm.VCPUs + max(socket, 1) - 1) / max(socket, 1); {
	case socket > 1 && (follows || socket > room && len(sizes) > 1):
		p.nodes = sockets
	case socket > 1 && len(sizes) > 1:
		sizes = bySockets(vm.VCPUs, socket, len(sizes))
	}
	hot := vm.Values.On(hotAddName) && !vm.Values.On(hotNUMAName)
	if vm.VCPUs < int(values.Number(leastName)) || len(sizes) == 1 && !follows || hot {
		p.uma = hot && len(sizes) > 1
		p.nodes = 1
	}
	p.fill(sizes, vm.VCPUs)
	return p
}

// perNode counts the cores and threads of the largest node.
func perNode(m topology.Machine) (cores, threads int) {
	byNode := make([]int, max(len(m.Nodes), 1))
	for _, c := range m.Cores {
		byNode[max(c.Node, 0)]++
	}
	for _, n := range byNode {
		cores = max(cores, n)
	}
	if cores == 0 {
		return 1, 1
	}
	return cores, cores * max(len(m.CPUs)/len(m.Cores), 1)
}

// even gives n parts that differ by one at most, the larger ones first.
func even(vcpus, n int) []int {
	sizes := make([]int, n)
	for i := range sizes {
		sizes[i] = (vcpus + n - 1 - i) / n
	}
	return sizes
}

// bySockets gives parts that are whole sockets, as equal as those allow.
func bySockets(vcpus, socket, n int) []int {
	sockets := even((vcpus+socket-1)/socket, n)
	sizes, left := make([]int, n), vcpus
	for i := range sizes {
		sizes[i] = min(sockets[i]*socket, left)
		left -= sizes[i]
	}
	return sizes
}

// fill gives each client its virtual CPUs, and says to which of the guest's nodes it belongs.
func (p *division) fill(sizes []int, vcpus int) {
	next := 0
	for _, size := range sizes {
		if size == 0 {
			continue
		}
		c := client{seen: next * p.nodes / vcpus}
		for range size {
			c.cpus = append(c.cpus, next)
			next++
		}
		p.clients = append(p.clients, c)
	}
}
