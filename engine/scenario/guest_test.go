package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

func TestAGuestSeesWhatItsHypervisorShows(t *testing.T) {
	s, problems := Read(parsed(t, full), products())
	for _, p := range problems {
		require.Contains(t, p.Message, "not simulated yet")
	}
	assert.Equal(t, "visor", s.Machines[0].Hypervisor)
	assert.Equal(t, setting.Values{"load": {Number: 3}}, s.Machines[0].Values)
	assert.Empty(t, s.Machines[1].Values)
	assert.Len(t, s.Guests[0].Hardware.CPUs, 8)
	assert.Len(t, s.Hardware(s.Systems[0]).CPUs, 8, "the database is in the guest")
	assert.Equal(t, topology.NoBytes, s.Guests[0].Memory)
	guests := s.GuestsOn(0, products())
	require.Len(t, guests, 1)
	assert.Equal(t, int64(5), guests[0].Values.Number("shares"))
	assert.Empty(t, s.GuestsOn(1, products()))
	product, values, ok := s.Machines[0].Hosting(products())
	assert.True(t, ok)
	assert.Equal(t, "Visor", product.Title)
	assert.Equal(t, int64(3), values.Number("load"))
	_, _, ok = Machine{}.Hosting(products())
	assert.False(t, ok)
}

func TestWhatAHypervisorFindsIsToldInItsPlace(t *testing.T) {
	d := parsed(t, full)
	for _, c := range []struct {
		path, value, at, message string
	}{
		{"guests[0].vcpus", "65", "guests[0].vcpus", "wider than the host"},
		{"guests[0].vcpus", "9", "", ""},
		{"machines[0].hypervisor.settings.load", "8", "machines[0].hypervisor.settings.load", "no room"},
		{"machines[0].hypervisor.settings.load", "11", "machines[0].hypervisor.settings.load",
			"11 is too large; at most 10"},
		{"guests[0].settings.shares", "10", "guests[0].settings.shares", "10 is too large; at most 9"},
		{"guests[0].settings.share", "1", "guests[0].settings.share", `a guest of Visor has no "share"`},
		{"machines[0].hypervisor.settings.lod", "1", "machines[0].hypervisor.settings.lod",
			`Visor has no "lod"`},
	} {
		problems := problemsAt(t, set(t, d, c.path, parsedTree(t, c.value)))
		if c.at == "" {
			assert.Empty(t, problems)
			continue
		}
		require.Len(t, problems, 1, c.path)
		assert.Equal(t, [2]string{c.at, c.message}, [2]string{problems[0].Path, problems[0].Message})
	}
}

// The positions that a hypervisor tells are those among its own guests.
func TestGuestsOfOtherMachinesAreNotMixedUp(t *testing.T) {
	d := set(t, parsed(t, full), "guests", parsedTree(t, `[{"name":"a","on":"listed"},
		{"name":"b","vcpus":70}, {"name":"c","on":"listed","vcpus":10}]`))
	d = set(t, d, "systems[0].on", Words("b"))
	var places []string
	for _, p := range problemsAt(t, d) {
		places = append(places, p.Path)
	}
	assert.Equal(t, []string{"guests[1].vcpus"}, places, "the first machine's alone, until it is mended")
	d = set(t, d, "guests[1].vcpus", Int(64))
	problems := problemsAt(t, d)
	require.Len(t, problems, 1)
	assert.Equal(t, "guests[2].vcpus", problems[0].Path)
}

func TestAMachineWithoutHypervisorHasNoGuests(t *testing.T) {
	text := `{"version":1,"duration_ms":1000,"machine":{"cores_per_node":4},"guests":[{"name":"vm"}],
		"system":{"product":"toy"},"workload":{}}`
	_, problems := Parse([]byte(text), products())
	require.Len(t, problems, 1)
	assert.Equal(t, "guests[0].on", problems[0].Path)
	assert.Equal(t, `machine "machine" has no hypervisor`, problems[0].Message)
	assert.Contains(t, problems[0].Hint, `"visor"`)
}

func TestASettingOfAGuestIsFoundByItsPath(t *testing.T) {
	d := parsed(t, full)
	for path, limit := range map[string]int64{"guests[0].settings.shares": 9,
		"guests[name=vm1].settings.shares": 9, "machines[0].hypervisor.settings.load": 10,
		"machines[name=listed].hypervisor.settings.load": 10, "guests[0].vcpus": 4096} {
		f, ok := d.Field(path, products())
		require.True(t, ok, path)
		assert.Equal(t, limit, f.Max, path)
	}
	for _, path := range []string{"guests[0].settings.load", "machines[0].hypervisor.settings.shares",
		"machines[0].hypervisor.settings"} {
		_, ok := d.Field(path, products())
		assert.False(t, ok, path)
	}
}
