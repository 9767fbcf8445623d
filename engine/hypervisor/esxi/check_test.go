package esxi

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/hypervisor"
	"schedlab/engine/topology"
)

func TestWhatThePlatformRefusesIsToldInItsPlace(t *testing.T) {
	type changes = map[string]any
	for _, c := range []struct {
		name    string
		host    changes
		vms     []hypervisor.VM
		path    string
		message string
	}{
		{"fits", nil, []hypervisor.VM{vmOf(48, nil), vmOf(48, nil)}, "", ""},
		{"wider than the host", nil, []hypervisor.VM{vmOf(1, nil), vmOf(49, nil)}, "guests[1].vcpus",
			"49 virtual CPUs on a host with 48 CPUs"},
		{"allowed", changes{wideName: 1}, []hypervisor.VM{vmOf(49, nil)}, "", ""},
		{"never together", changes{wideName: 1, coschedulingName: strictName}, []hypervisor.VM{vmOf(49, nil)},
			"guests[0].vcpus", "49 virtual CPUs can never run together on 48 CPUs"},
		{"uneven sockets", nil, []hypervisor.VM{vmOf(16, changes{socketName: 3})},
			"guests[0].settings.cores_per_socket", "16 virtual CPUs make no whole sockets of 3"},
		{"hot add before 8.0", changes{versionName: "7.0"}, []hypervisor.VM{vmOf(16, changes{hotAddName: 1,
			hotNUMAName: 1})}, "guests[0].settings.vnuma_on_hot_add",
			"7.0 cannot show NUMA nodes to a guest with CPU hot add"},
		{"without hot add", nil, []hypervisor.VM{vmOf(16, changes{hotNUMAName: 1})},
			"guests[0].settings.vnuma_on_hot_add", "CPU hot add is off"},
		{"reserved above the limit", nil, []hypervisor.VM{vmOf(4, changes{reservationName: 5000,
			limitName: 4000})}, "guests[0].settings.reservation_mhz",
			"5000 MHz are reserved, 4000 may be used"},
		{"reserved above its virtual CPUs", nil, []hypervisor.VM{vmOf(2, changes{reservationName: 5001})},
			"guests[0].settings.reservation_mhz", "2 virtual CPUs cannot use 5001 MHz"},
		{"reserved above the host", nil, []hypervisor.VM{vmOf(24, changes{reservationName: 40000}),
			vmOf(24, changes{reservationName: 20001})}, "guests[1].settings.reservation_mhz",
			"the reservations are 60001 MHz; the host has 60000 MHz"},
		{"memory above the host", nil, []hypervisor.VM{with(200), with(57)}, "guests[1].memory_mb",
			"the guests have 257 GB of memory; the host has 256 GB"},
		{"memory that fits", nil, []hypervisor.VM{with(200), with(56)}, "", ""},
	} {
		faults := Product.Check(hostOf(2, 12), valuesWith(hostSettings(), c.host), c.vms)
		if c.path == "" {
			assert.Empty(t, faults, c.name)
			continue
		}
		require.Len(t, faults, 1, c.name)
		assert.Equal(t, [2]string{c.path, c.message}, [2]string{faults[0].Path, faults[0].Message}, c.name)
		assert.NotEmpty(t, faults[0].Hint, c.name)
	}
}

// with is a machine with so many GB of memory.
func with(gb int) hypervisor.VM {
	vm := vmOf(4, nil)
	vm.Memory = topology.Bytes(gb) << 30
	return vm
}

func TestAHostOfUnknownMemoryTakesAnyGuest(t *testing.T) {
	m := topology.Shape{Packages: 1, CoresPerNode: 4}.Machine()
	assert.Empty(t, Product.Check(m, valuesWith(hostSettings(), nil), []hypervisor.VM{with(1 << 20)}))
}

func TestEverySettingSaysWhereItComesFrom(t *testing.T) {
	for _, s := range append(hostSettings(), guestSettings()...) {
		assert.NotEmpty(t, s.Title, s.Name)
		assert.NotEmpty(t, s.Help, s.Name)
		assert.True(t, s.Source != "" || s.Origin.String() == "assumed", s.Name)
	}
}
