package sqlserver_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// In simple recovery a checkpoint comes due when 70 % of the log is used: of 10 MB 7,168 KB, with the 120th
// commit of 60 KB; then log is free again, and with the 240th. So it is with automatic and with indirect
// checkpoints.
func TestSimpleRecoveryMakesACheckpointDueAt70Percent(t *testing.T) {
	for _, target := range []string{"0", "60"} {
		for _, c := range []struct{ commits, checkpoints int }{{119, 0}, {120, 1}, {239, 1}, {240, 2},
			{360, 3}} {
			run := runOf(t, "machine", "system buffer_pool_mb=64",
				"databases name=d size_mb=100 simple_recovery=on log_mb=10 target_recovery_s="+target,
				"class name=c cpu_ms=1 coordinator_us=0 log_kb=60 dirty_pages=1",
				fmt.Sprintf("session run=(c*%d~20)", c.commits), "run duration_ms=20000")
			kind := map[string]string{"0": "automatic checkpoint", "60": "indirect checkpoint"}[target]
			require.Len(t, lasting(run, kind), c.checkpoints, "%d commits, target %s s", c.commits, target)
		}
	}
}

// An automatic checkpoint comes due when redoing the log since the last would take longer than the recovery
// interval: 1,000 records of 60 ms each are a minute, 2,000 two.
func TestAnAutomaticCheckpointComesDueByRecords(t *testing.T) {
	for _, c := range []struct{ interval, commits, checkpoints int }{{0, 99, 0}, {0, 100, 1}, {1, 250, 2},
		{2, 199, 0}, {2, 200, 1}} {
		run := runOf(t, "machine",
			fmt.Sprintf("system buffer_pool_mb=64 redo_us=60000 recovery_interval_min=%d", c.interval),
			"databases name=d size_mb=100 target_recovery_s=0",
			"class name=c cpu_ms=1 coordinator_us=0 log_kb=60 dirty_pages=9",
			fmt.Sprintf("session run=(c*%d~20)", c.commits), "run duration_ms=20000")
		require.Len(t, lasting(run, "automatic checkpoint"), c.checkpoints, "%+v", c)
	}
}

// Checkpoints are made one at a time, in the order in which they came due. Each waits in a range of its own,
// that ends where the checkpoint begins.
func TestCheckpointsAreMadeInOrder(t *testing.T) {
	run := runOf(t, "machine cores_per_node=2", "system buffer_pool_mb=8192",
		"databases name=a target_recovery_s=0", "databases name=b target_recovery_s=60",
		"databases name=c target_recovery_s=0 count=3",
		"checkpoint at_ms=10 database=c", "checkpoint at_ms=10 database=b", "checkpoint at_ms=11 database=a",
		"backup at_ms=12 database=c", "checkpoint at_ms=13 database=a", "run duration_ms=1000")
	var checks []trace.Range
	for _, r := range run.Log.Ranges(0) {
		if causes := run.Log.Ledger.Instances[0].Layout.Causes; causes[r.Why] == "manual checkpoint" ||
			causes[r.Why] == "internal checkpoint" {
			checks = append(checks, r)
		}
	}
	var order []int64
	end := sim.Time(0)
	due := lasting(run, "checkpoint due")
	for i, r := range checks {
		order = append(order, r.Of)
		require.GreaterOrEqual(t, r.Begin, end)
		require.Equal(t, due[i].End, r.Begin)
		require.Equal(t, due[i].Of, r.Of)
		end = r.End
	}
	require.Equal(t, []int64{7, 6, 5, 8, 5}, order, "a is 5, b 6, c 7 to 9 in turn")
}

// A database that is due by its log is not due once more until that checkpoint is made, whatever is asked
// for by hand meanwhile.
func TestWhatIsDueIsDueOnce(t *testing.T) {
	run := runOf(t, "machine cores_per_node=2", "system buffer_pool_mb=8192 redo_us=600000",
		"databases name=a size_mb=100 target_recovery_s=0", "databases name=b target_recovery_s=0",
		"class name=c cpu_ms=1 coordinator_us=0 log_kb=6 dirty_pages=9 database=a", "session run=(c*600)",
		"checkpoint at_ms=1 database=a", "backup at_ms=2 database=b", "run duration_ms=1000")
	var dues []trace.Range
	for _, r := range lasting(run, "checkpoint due") {
		if r.Of == 5 {
			dues = append(dues, r)
		}
	}
	require.Greater(t, len(dues), 3)
	for i := range dues[1:] {
		require.GreaterOrEqual(t, dues[i+1].Begin, dues[i].End)
	}
}

// estimated is the series of an indirect database's dirty pages at the samples of a run.
func estimated(run *engine.Run) []trace.Sample {
	for i, s := range run.Log.Ledger.Instances[0].Layout.Series {
		if s.Metric == "buffer.dirty_pages" {
			return run.Log.Samples(0, i)
		}
	}
	return nil
}

// An indirect database has no more dirty pages than its target allows, and what became dirty since the last
// look: 20 s at 200 pages a second are 4,000; 20 commits of 50 pages a second are 100 more in 100 ms.
func TestATargetIsKeptWhileTheWriterCan(t *testing.T) {
	run := runOf(t, "machine cores_per_node=2", "system buffer_pool_mb=8192 page_redo_per_s=200",
		"databases name=d size_mb=50000 target_recovery_s=20",
		"class name=c cpu_ms=1 log_kb=6 dirty_pages=50", "arrivals class=c per_s=20 process=fixed",
		"run duration_ms=20000")
	most := int64(0)
	for _, s := range estimated(run) {
		most = max(most, s.Value)
	}
	require.Greater(t, most, int64(4000))
	require.LessOrEqual(t, most, int64(4000+100+50))
	require.InDelta(t, 4000, amount(run, "buffer.dirty_pages", 20*sim.Second), 150)
	require.InEpsilon(t, 20*20*50-4000, amount(run, "buffer.pages_written", 20*sim.Second), 0.03)
}

// It falls behind when a write takes longer to issue than pages become dirty: with 2 ms for 1.4 pages it
// writes 700 pages a second, as many as an indirect checkpoint that helps it, and 4,000 become dirty.
func TestATargetIsMissedWhenTheWriterCannot(t *testing.T) {
	run := runOf(t, "machine cores_per_node=4",
		"system buffer_pool_mb=262144 page_redo_per_s=200 issue_us=2000",
		"databases name=d size_mb=200000 target_recovery_s=5",
		"class name=c cpu_ms=1 log_kb=6 dirty_pages=200", "arrivals class=c per_s=20 process=fixed",
		"run duration_ms=40000")
	at := func(s sim.Time) int64 { return amount(run, "buffer.dirty_pages", s*sim.Second) }
	require.Greater(t, at(30)-at(10), int64(20*(4000-2*700)))
	require.Less(t, at(30)-at(10), int64(20*(4000-600)))
}

// Pages are written about the target recovery time after they became dirty, however many may be dirty.
func TestPagesAreWrittenWhenTheyAreOld(t *testing.T) {
	run := runOf(t, "machine cores_per_node=2", "system buffer_pool_mb=8192",
		"databases name=d size_mb=50000 target_recovery_s=3",
		"class name=c cpu_ms=1 log_kb=6 dirty_pages=70", "session run=(c)", "session start_ms=1500 run=(c)",
		"run duration_ms=6000")
	at := func(s sim.Time) int64 { return amount(run, "buffer.dirty_pages", s) }
	require.InDelta(t, 140, at(2900*ms), 2)
	require.InDelta(t, 70, at(3200*ms), 2)
	require.InDelta(t, 70, at(4400*ms), 2)
	require.Zero(t, at(4700*ms))
}

// A database that is changed faster than it can be written does not keep another one's pages from being
// written.
func TestDatabasesTakeTurnsAtTheRecoveryWriter(t *testing.T) {
	run := runOf(t, "machine cores_per_node=4",
		"system buffer_pool_mb=262144 page_redo_per_s=200 issue_us=2000",
		"databases name=busy size_mb=200000 target_recovery_s=1",
		"databases name=quiet size_mb=200000 target_recovery_s=1",
		"class name=c cpu_ms=1 log_kb=6 dirty_pages=50 database=busy",
		"class name=q cpu_ms=1 log_kb=6 dirty_pages=300 database=quiet",
		"arrivals class=c per_s=20 process=fixed", "session start_ms=2000 run=(q)",
		"run duration_ms=10000")
	quiet := int64(0)
	in := run.Log.At(9 * sim.Second).Instances[0]
	for i, s := range in.Layout.Series {
		if s.Metric == "buffer.dirty_pages" && s.Label == "quiet" {
			quiet += in.Amounts[i]
		}
	}
	require.Zero(t, quiet, "its pages are older than its target by 6 s")
}
