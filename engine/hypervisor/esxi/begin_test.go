package esxi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/hypervisor"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// linuxNumbered is a machine of two nodes of two cores whose second threads have the numbers 4 to 7, as Linux
// often numbers them; CPU 7 is off-line.
func linuxNumbered() topology.Machine {
	var m topology.Machine
	for n := range 2 {
		m.Packages = append(m.Packages, topology.Package{ID: topology.PackageID(n)})
		m.Nodes = append(m.Nodes, topology.Node{ID: topology.NodeID(8 * n), Package: n,
			Memory: topology.NoBytes, CPUs: []int{2 * n, 2*n + 1, 2*n + 4, 2*n + 5}})
	}
	for c := range 4 {
		m.Cores = append(m.Cores, topology.Core{ID: topology.CoreID(c % 2), Package: c / 2, Node: c / 2,
			CPUs: []int{c, c + 4}})
	}
	for cpu := range 8 {
		m.CPUs = append(m.CPUs, topology.CPU{ID: topology.CPUID(cpu), Core: cpu % 4, Node: cpu % 4 / 2,
			Offline: cpu == 7})
	}
	m.AssignGroups()
	return m
}

func TestTheLayoutIsTheHosts(t *testing.T) {
	m, log := linuxNumbered(), &trace.Log{}
	k := boot(hypervisor.Environment{Kernel: sim.NewKernel(1), Name: "box", Trace: log,
		Host: host.Host{Machine: m, CPUs: host.Bare(m, 650)}}, hostDefaults(), []hypervisor.VM{
		{Name: "small", VCPUs: 1, Values: guestDefaults()},
		{Name: "large", VCPUs: 3, Values: guestDefaults()}})
	require.Empty(t, log.Events, "nothing is told before the beginning")
	k.Begin()
	layout := log.Ledger.Instances[0].Layout
	var cpus, cores, groups []int
	for _, l := range layout.Lanes {
		require.Equal(t, l.CPU, int(l.CPUID))
		cpus, cores, groups = append(cpus, l.CPU), append(cores, l.Core), append(groups, l.Group)
	}
	require.Equal(t, []int{0, 1, 4, 5, 2, 3, 6}, cpus, "node by node, without the one that is off-line")
	require.Equal(t, []int{1, 2, 1, 2, 3, 4, 3}, cores)
	require.Equal(t, []int{1, 1, 1, 1, 3, 3, 3}, groups)
	require.Equal(t, trace.Group{Level: trace.MemoryNode, Number: 8, Parent: -1}, layout.Groups[2])
	require.Equal(t, trace.Group{Level: trace.Node, Number: 8, Parent: 2}, layout.Groups[3])
	require.Equal(t, &trace.HostLayout{Name: "box", Role: whyVCPU, Clock: 1118, Credit: 625,
		Guests: []trace.GuestLayout{
			{Name: "small", CPUs: 1, Overlap: 0, System: 1}, {Name: "large", CPUs: 3, Overlap: 2,
				System: 3}}},
		layout.Host)
	require.Len(t, layout.Series, 4)
	require.Equal(t, "large", layout.Series[3].Label)
	require.Equal(t, "CO-STOP", layout.Causes[whyCoStop])
}

func TestVirtualCPUsBeginIdle(t *testing.T) {
	b := newBench(plan{guests: []guestPlan{{vcpus: 2}, {vcpus: 3}}})
	for i, n := range []int{2, 3} {
		all := b.log.Ledger.VirtualCPUs(b.in, i)
		require.Len(t, all, n)
		for number, v := range all {
			require.Equal(t, int32(number), v.Context)
			require.Equal(t, trace.Suspended, v.State)
			require.Equal(t, whyIdle, v.Why)
			require.Equal(t, whyVCPU, v.Role)
			require.Zero(t, b.Guests()[i].CPUs[number].Speed())
		}
	}
	b.run(10 * sim.Second)
	b.log.Close(10 * sim.Second)
	require.Empty(t, b.log.Rotations, "and nothing happens to them")
	require.Empty(t, b.log.Ledger.Laws())
}

// TestSeatsAreSpread: virtual CPUs begin on different cores, and guests after each other.
func TestSeatsAreSpread(t *testing.T) {
	b := newBench(plan{shape: topology.Shape{CoresPerNode: 3, ThreadsPerCore: 2},
		guests: []guestPlan{{vcpus: 2}, {vcpus: 3}, {vcpus: 2}}})
	var seats []int32
	for i := range b.vcpus {
		seats = append(seats, b.vcpus[i].lane)
	}
	require.Equal(t, []int32{0, 2, 4, 1, 3, 5, 0}, seats, "first threads, second ones, and around")
}
