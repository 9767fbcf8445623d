package advice_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/advice"
	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/scenarios"
)

// estimate is that of a shipped scenario with changes: path, value, path, value.
func estimate(t *testing.T, name string, changes ...string) metrics.Numbers {
	t.Helper()
	s := changed(t, name, changes...)
	return advice.Estimate(&s, engine.Products())
}

func changed(t *testing.T, name string, changes ...string) scenario.Scenario {
	t.Helper()
	shipped, ok := scenarios.Find(name)
	require.True(t, ok)
	d, problems := scenario.ParseDocument(shipped.Text)
	require.Empty(t, problems)
	for i := 0; i < len(changes); i += 2 {
		tree, problem := scenario.ParseTree(changes[i+1])
		require.Nil(t, problem)
		d, problems = d.Set(changes[i], tree)
		require.Empty(t, problems)
	}
	s, problems := scenario.Read(d, engine.Products())
	require.Empty(t, problems)
	return s
}

const (
	vcpus = "guests[name=db].vcpus"
	users = "workload.sessions[name=users].count"
	speed = "machines[name=esx1].smt_speed_pct"
)

// Another implementation of the chain gave these for the same workload, for threads that work at 0.6385 of
// their speed beside each other.
func TestEstimatesAreThoseOfAnotherImplementation(t *testing.T) {
	base := estimate(t, "vm-right-sizing", users, "67", speed, "63.9")
	for _, c := range []struct {
		vcpus, users string
		busy         float64
	}{{"24", "200", 75.6}, {"36", "267", 74.9}, {"24", "333", 100}} {
		got := estimate(t, "vm-right-sizing", vcpus, c.vcpus, users, c.users, speed, "63.9")
		require.InDelta(t, c.busy, got["vm.db.guest_busy_pct"], 0.2)
		require.Equal(t, got["cpu.busy_pct"], got["vm.db.guest_busy_pct"])
		if c.users == "333" {
			require.InDelta(t, 1.69, got["vm.db.response_mean_ms"]/base["vm.db.response_mean_ms"], 0.01)
		}
	}
}

// What a run has and the chain has not, the search of few CPUs and the hypervisor's own work, costs a few per
// cent, and most where the host is nearly full.
func TestEstimatesAreNearTheRuns(t *testing.T) {
	for _, c := range []struct {
		name    string
		changes []string
		of      []string
		within  float64
	}{
		{"vm-right-sizing", nil, []string{"vm.db.throughput", "vm.db.response_mean_ms", "response.mean_ms",
			"throughput.per_s", "cpu.busy_pct", "vm.db.guest_busy_pct"}, 0.02},
		{"vm-right-sizing", []string{vcpus, "12", users, "267"}, []string{"vm.db.throughput",
			"vm.db.response_mean_ms", "vm.db.guest_busy_pct"}, 0.05},
		{"vm-right-sizing", []string{vcpus, "36", users, "267"}, []string{"vm.db.throughput",
			"vm.db.response_mean_ms"}, 0.06},
		{"vm-two-monsters", nil, []string{"vm.db1.throughput", "vm.db2.response_mean_ms",
			"vm.db1.guest_busy_pct"}, 0.04},
	} {
		s := changed(t, c.name, c.changes...)
		got := advice.Estimate(&s, engine.Products())
		run := engine.New(s, engine.Options{}).Finish().Numbers()
		for _, metric := range c.of {
			require.Contains(t, run, metric)
			require.InEpsilon(t, run[metric], got[metric], c.within, "%s of %s %v", metric, c.name, c.changes)
		}
	}
}

func TestWhatClosedFormsDoNotDescribeHasNoEstimate(t *testing.T) {
	require.NotNil(t, estimate(t, "vm-right-sizing"))
	for _, name := range []string{"soft-numa-on", "checkpoint-automatic", "sql-server-in-vm", "vm-limit",
		"vm-strict-coscheduling"} {
		require.Nil(t, estimate(t, name), name)
	}
	for _, change := range [][2]string{
		{"workload.sessions[name=users].repeat", "false"},
		{"workload.sessions[name=users].every_ms", "1000"},
		{"workload.sessions[name=users].node", "0"},
		{"guests[name=db].settings", `{"reservation_mhz": 1000}`},
		{"guests[name=db].settings", `{"memory_stall_pct": 15}`},
	} {
		require.Nil(t, estimate(t, "vm-right-sizing", change[0], change[1]), change[0])
	}
}
