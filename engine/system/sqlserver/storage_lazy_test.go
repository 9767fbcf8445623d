package sqlserver_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// freePages are the samples of the free buffers of a memory node.
func freePages(run *engine.Run, node int) []trace.Sample {
	for i, s := range run.Log.Ledger.Instances[0].Layout.Series {
		if s.Metric == "buffer.free_pages" && s.Group == node {
			return run.Log.Samples(0, i)
		}
	}
	return nil
}

// A full pool of 131,072 buffers has 0.4 % of them free, 524. The lazy writer frees so many again as soon as
// fewer than 0.2 %, 262.144, are free: after 262 reads each time, of 2,000 reads 7 times.
func TestTheLazyWriterKeepsBuffersFree(t *testing.T) {
	run := runOf(t, "machine", "system buffer_pool_mb=1024 data_latency_us=10",
		"databases name=d size_mb=2000", "class name=c cpu_ms=20 reads=1000",
		"session run=(c*2)", "run duration_ms=1000")
	waits := run.Log.Ledger.Instances[0].Waits[11]
	require.EqualValues(t, 7, waits.Count)
	samples := freePages(run, 0)
	require.EqualValues(t, 524-(2000-7*262), samples[len(samples)-1].Value)
	for _, s := range samples {
		require.True(t, s.Value >= 261 && s.Value <= 524, "%d at %v", s.Value, s.At)
	}
}

// So it does when reads are changes: buffers that changes take of the free ones are given back too.
func TestTheLazyWriterFreesWhatChangesTake(t *testing.T) {
	run := runOf(t, "machine", "system buffer_pool_mb=64",
		"databases name=a size_mb=64 target_recovery_s=0", "databases name=b size_mb=64 target_recovery_s=0",
		"class name=a cpu_ms=1 log_kb=4 dirty_pages=20 database=a",
		"class name=b cpu_ms=1 log_kb=4 dirty_pages=20 database=b",
		"session run=(a*2000, b*2000)", "run duration_ms=10000")
	require.Positive(t, run.Log.Ledger.Instances[0].Waits[11].Count)
	require.GreaterOrEqual(t, amount(run, "buffer.free_pages", 10*sim.Second), int64(16), "0.2 % of 8,192")
}

// A lazy writer and a checkpoint write pages of one database at the same time, in two memory nodes: the
// checkpoint takes those of the first node in the midst of a write of the lazy writer, which then finds
// fewer there.
func TestALazyWriterWritesBesideACheckpoint(t *testing.T) {
	for _, every := range []string{"3", "4.1", "5.3", "7"} {
		run := runOf(t, "machine packages=2 cores_per_node=3",
			"system buffer_pool_mb=20 issue_us=20000 data_latency_us=100",
			"databases name=d size_mb=20 run_pages=14 target_recovery_s=0",
			"class name=c cpu_ms=1 log_kb=4 dirty_pages=20000",
			"class name=r cpu_ms=1 reads=1", "session node=0 run=(c)",
			"session node=0 count=2 repeat start_ms=20 run=(r~"+every+")",
			"checkpoint at_ms=30", "run duration_ms=5000")
		lazy, _ := worked(run, "LAZY WRITER")
		require.Greater(t, lazy, 100*ms)
		require.Positive(t, fact(run, only(t, run, "manual checkpoint"), "pages written"))
	}
}

// What crashes now has to redo the pages that are dirty, as many a second as the setting says; of tempdb
// nothing.
func TestTheEstimateOfARecovery(t *testing.T) {
	for _, c := range []struct {
		name string
		per  int64
	}{{"d", 2000}, {"d", 100}, {"tempdb", 100}} {
		run := runOf(t, "machine", fmt.Sprintf("system buffer_pool_mb=6400 page_redo_per_s=%d", c.per),
			"databases target_recovery_s=0 size_mb=5000 name="+c.name,
			"class name=c cpu_ms=1 log_kb=4 dirty_pages=500", "session run=(c*4)", "run duration_ms=1000")
		dirty := amount(run, "buffer.dirty_pages", sim.Second)
		require.InDelta(t, 2000, dirty, 20)
		want := dirty * int64(sim.Second) / c.per
		if c.name == "tempdb" {
			want = 0
		}
		require.Equal(t, want, amount(run, "recovery.estimate", sim.Second), c.name)
	}
}

// Pages avoided are those that became dirty since the checkpoint began, in the mean over the scan: with
// 20,000 changes a second and a scan of 1.038 s half of 20,761, beside 100,000 that were dirty before.
func TestAvoidedPagesAreTheMeanOfTheScan(t *testing.T) {
	run := runOf(t, "machine cores_per_node=8", "system max_dop=1 buffer_pool_mb=122880 log_latency_us=10",
		"databases name=d size_mb=900000 target_recovery_s=0 run_pages=128",
		"class name=many cpu_ms=1 log_kb=60 dirty_pages=50000",
		"class name=one cpu_ms=0.02 coordinator_us=0 log_kb=0.5 dirty_pages=1", "session run=(many*2)",
		"arrivals class=one per_s=20000 process=fixed from_ms=100", "checkpoint at_ms=200",
		"run duration_ms=1600")
	scan := only(t, run, "checkpoint scan")
	require.InEpsilon(t, 1.0381e9, float64(length(scan)), 0.01)
	avoided := fact(run, lasting(run, "manual checkpoint")[0], "new dirty pages avoided")
	require.InEpsilon(t, 20_761/2, avoided, 0.02)
}
