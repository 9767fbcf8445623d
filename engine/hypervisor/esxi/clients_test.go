package esxi

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/engine/hypervisor"
	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// hostOf is a machine with hyper-threads.
func hostOf(nodes, cores int) topology.Machine {
	return topology.Shape{Packages: nodes, CoresPerNode: cores, ThreadsPerCore: 2,
		MemoryPerNode: 128 << 30}.Machine()
}

// valuesWith are the defaults of settings with some changed; numbers stand for switches too.
func valuesWith(settings []setting.Setting, changed map[string]any) setting.Values {
	set := setting.Values{}
	for name, value := range changed {
		switch v := value.(type) {
		case int:
			set[name] = setting.Value{Number: int64(v)}
		case string:
			set[name] = setting.Value{Text: v}
		}
	}
	return setting.Complete(settings, set)
}

func vmOf(vcpus int, changed map[string]any) hypervisor.VM {
	return hypervisor.VM{Name: "vm", VCPUs: vcpus, Memory: topology.NoBytes,
		Values: valuesWith(guestSettings(), changed)}
}

// Sizes of NUMA clients and the nodes that the guest sees, as published. Sources: F. Denneman, "NUMA Deep
// Dive 5", "Decoupling of cores per socket", "CPU hot add", "vSphere 7 cores per socket"; vSphere 8 API.
func TestGuestsAreSplitAsPublished(t *testing.T) {
	type changes = map[string]any
	for _, c := range []struct {
		name         string
		nodes, cores int
		vcpus        int
		host, guest  changes
		clients      []int
		seen         []int
	}{
		{"12 on 2 x 10", 2, 10, 12, nil, nil, []int{6, 6}, []int{6, 6}},
		{"16 on 2 x 10", 2, 10, 16, nil, nil, []int{8, 8}, []int{8, 8}},
		{"10 fit one node", 2, 10, 10, nil, nil, []int{10}, []int{10}},
		{"12 with threads preferred", 2, 10, 12, nil, changes{preferName: 1}, []int{12}, []int{12}},
		{"the same for the whole host", 2, 10, 12, changes{preferName: 1}, nil, []int{12}, []int{12}},
		{"8 on 2 x 6: too few to see nodes", 2, 6, 8, nil, nil, []int{4, 4}, []int{8}},
		{"9 on 2 x 6", 2, 6, 9, nil, nil, []int{5, 4}, []int{5, 4}},
		{"6.0: cores per socket make nodes", 2, 10, 16, changes{versionName: "6.0"}, changes{socketName: 2},
			[]int{8, 8}, []int{2, 2, 2, 2, 2, 2, 2, 2}},
		{"6.5: they do not", 2, 10, 16, changes{versionName: "6.5"}, changes{socketName: 2},
			[]int{8, 8}, []int{8, 8}},
		{"6.5, unless told to follow", 2, 10, 16, changes{versionName: "6.5", followName: 1},
			changes{socketName: 2}, []int{8, 8}, []int{2, 2, 2, 2, 2, 2, 2, 2}},
		{"30 on 2 x 20, sockets of 2", 2, 20, 30, nil, changes{socketName: 2}, []int{16, 14}, []int{16, 14}},
		{"30 on 2 x 20, sockets of 6", 2, 20, 30, nil, changes{socketName: 6}, []int{18, 12}, []int{18, 12}},
		{"30 on 2 x 20, sockets of 15", 2, 20, 30, nil, changes{socketName: 15}, []int{15, 15}, []int{15,
			15}},
		{"40 on 4 x 10, sockets of 20", 4, 10, 40, nil, changes{socketName: 20}, []int{10, 10, 10, 10},
			[]int{20, 20}},
		{"hot add forces one node", 2, 10, 16, nil, changes{hotAddName: 1}, []int{8, 8}, []int{16}},
		{"hot add within a node is harmless", 2, 10, 10, nil, changes{hotAddName: 1}, []int{10}, []int{10}},
		{"8.0 may show nodes all the same", 2, 10, 16, nil, changes{hotAddName: 1, hotNUMAName: 1},
			[]int{8, 8}, []int{8, 8}},
		{"16 on the article's host", 2, 12, 16, nil, nil, []int{8, 8}, []int{8, 8}},
		{"12 on the article's host", 2, 12, 12, nil, nil, []int{12}, []int{12}},
		{"24 on the article's host", 2, 12, 24, nil, nil, []int{12, 12}, []int{12, 12}},
		{"36 on the article's host", 2, 12, 36, nil, nil, []int{18, 18}, []int{18, 18}},
		{"48 on the article's host", 2, 12, 48, nil, nil, []int{24, 24}, []int{24, 24}},
	} {
		host := valuesWith(hostSettings(), c.host)
		vm := vmOf(c.vcpus, c.guest)
		var sizes []int
		next := 0
		for _, one := range clients(hostOf(c.nodes, c.cores), host, vm) {
			sizes = append(sizes, len(one.cpus))
			for _, cpu := range one.cpus {
				assert.Equal(t, next, cpu, "%s: each virtual CPU is in one client", c.name)
				next++
			}
		}
		assert.Equal(t, c.clients, sizes, c.name)
		assert.Equal(t, c.vcpus, next, c.name)
		var seen []int
		machine := virtual(hostOf(c.nodes, c.cores), host, vm)
		for _, n := range machine.Nodes {
			seen = append(seen, len(n.CPUs))
		}
		assert.Equal(t, c.seen, seen, c.name)
		assert.Empty(t, machine.Check(), c.name)
		assert.Len(t, machine.Cores, c.vcpus, "%s: guests see no hyper-threads", c.name)
	}
}

func TestMemoryIsSplitOverTheNodesThatTheGuestSees(t *testing.T) {
	vm := vmOf(24, nil)
	vm.Memory = 96 << 30
	machine := virtual(hostOf(2, 12), valuesWith(hostSettings(), nil), vm)
	assert.Equal(t, topology.Bytes(48<<30), machine.Nodes[0].Memory)
	assert.Equal(t, topology.Bytes(48<<30), machine.Nodes[1].Memory)
}
