package sqlserver_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
)

const ms = sim.Millisecond

// closing is what a checkpoint does after its last write is answered, with a log of 200 µs: it is woken (5
// µs), its log record is written (10 and 200 µs), and it is woken again.
const closing = 220 * sim.Microsecond

// A checkpoint by hand of so many dirty pages lasts: buffers × the scan of one, writes × the cost of issuing
// one, the answer to the last, which was sent when the one before it was issued, and the closing. Pages that
// fill no whole run need one more write.
func TestTheDurationOfACheckpoint(t *testing.T) {
	for _, c := range []struct {
		mb, scan, issue, latency, dirty, writes int64
	}{
		{1024, 66, 150, 500, 0, 0}, {1024, 66, 150, 500, 1, 1}, {1024, 66, 150, 500, 140, 100},
		{1024, 66, 150, 500, 141, 101}, {1024, 66, 150, 500, 1400, 1000}, {4096, 40, 37, 1000, 700, 500},
		{256, 80, 1, 1, 280, 200},
	} {
		run := runOf(t, "machine",
			fmt.Sprintf("system max_dop=1 buffer_pool_mb=%d scan_ns=%d issue_us=%d data_latency_us=%d "+
				"data_parallel=1000", c.mb, c.scan, c.issue, c.latency),
			"databases name=d size_mb=200 working_set_mb=200 target_recovery_s=0",
			fmt.Sprintf("class name=c cpu_ms=0.1 dirty_pages=%d log_kb=1", c.dirty), "session run=(c)",
			"checkpoint at_ms=5", "run duration_ms=2000")
		// Of pages chosen at random a few are chosen twice.
		dirty := fact(run, only(t, run, "checkpoint write"), "pages to write")
		require.InDelta(t, c.dirty, dirty, 1+float64(c.dirty*c.dirty)/(2*25_600)*1.1)
		check := only(t, run, "manual checkpoint")
		writes := fact(run, check, "writes")
		require.InDelta(t, (dirty*10+13)/14, writes, 1, "a run that is cut by a chunk's end takes one more")
		require.Equal(t, dirty, fact(run, check, "pages written"))
		require.InDelta(t, c.writes, writes, 1+float64(c.writes)/50)
		want := sim.Time(c.mb*128*c.scan) + closing
		if writes > 0 {
			want += sim.Time(writes*c.issue+max(c.latency-c.issue, 0)) * sim.Microsecond
		}
		require.InDelta(t, float64(want), float64(length(check)), 1000, "%+v", c)
		require.Equal(t, sim.Time(c.mb*128*c.scan), length(only(t, run, "checkpoint scan")))
	}
}

// Runs of neighbours are written together, up to the largest write: 256 KB before 2016, then 1 MB, or as
// set.
func TestTheLargestWrite(t *testing.T) {
	for _, c := range []struct {
		settings string
		pages    int64
	}{{"version=2014", 32}, {"version=2016", 128}, {"version=2022", 128}, {"write_cap_kb=64", 8},
		{"version=2014 write_cap_kb=1024", 128}} {
		run := runOf(t, "machine", "system buffer_pool_mb=64 "+c.settings,
			"databases name=d size_mb=10 run_pages=128 target_recovery_s=0",
			"class name=c cpu_ms=1 dirty_pages=300000 log_kb=1", "session run=(c)", "checkpoint at_ms=5",
			"run duration_ms=1000")
		check := only(t, run, "manual checkpoint")
		require.EqualValues(t, 1280, fact(run, check, "pages written"), "all of 10 MB")
		require.Equal(t, 1280/c.pages, fact(run, check, "writes"), c.settings)
	}
}

// A device that takes 30 ms is too slow for 2014, which tolerates 20, and fast enough from 2016 on: 50. In
// ten chunks of 100 writes the target grows by a tenth each: 110, 121, 133, 146, 160, 176, 193, 212, 233,
// 256. With 10 ms for each write, never more than 3 are outstanding, so that is never waited for. In 2014 it
// falls: 50, 25, and so on to 2, and then the device answers two writes every 30 ms.
func TestAnAutomaticCheckpointThrottlesItself(t *testing.T) {
	for _, c := range []struct {
		version string
		target  int64
	}{{"2014", 2}, {"2016", 256}, {"2022", 256}} {
		run := runOf(t, "machine", "system issue_us=10000 data_latency_us=30000 data_parallel=100000 "+
			"buffer_pool_mb=9999 version="+c.version, "databases name=d target_recovery_s=0 run_pages=1",
			"class name=c cpu_ms=1 dirty_pages=1000 log_kb=1", "session run=(c)", "checkpoint at_ms=5",
			"run duration_ms=40000")
		check, write := only(t, run, "manual checkpoint"), only(t, run, "checkpoint write")
		require.Equal(t, c.target, fact(run, check, "last target of outstanding writes"), c.version)
		require.EqualValues(t, 30, fact(run, check, "mean write latency"))
		waits := run.Log.Ledger.Instances[0].Waits
		writes := fact(run, check, "writes")
		require.InDelta(t, 1000, writes, 2)
		if c.version != "2014" {
			require.Zero(t, fact(run, check, "times at the target of outstanding writes"))
			require.InDelta(t, float64(sim.Time(writes)*10*ms+20*ms), float64(length(write)), float64(ms))
			continue
		}
		require.Equal(t, waits[6].Count, fact(run, check, "times at the target of outstanding writes"))
		require.InEpsilon(t, float64(sim.Time(writes)*30*ms/2), float64(length(write)), 0.2)
	}
}

// -k holds a checkpoint to so many megabytes a second, CHECKPOINT n to so many seconds: to within a chunk of
// 100 writes, here of 140 pages.
func TestACheckpointThatIsHeldBack(t *testing.T) {
	for _, c := range []struct {
		setting, action string
		mbPerS, seconds float64
	}{{"checkpoint_mb_s=2", "checkpoint at_ms=5", 2, 0}, {"checkpoint_mb_s=8", "backup at_ms=5", 8, 0},
		{"", "checkpoint at_ms=5 duration_s=6", 0, 6}, {"", "checkpoint at_ms=5 duration_s=0.4", 0, 0.4},
		{"checkpoint_mb_s=1", "checkpoint at_ms=5 duration_s=2", 1, 0},
		{"checkpoint_mb_s=100", "checkpoint at_ms=5 duration_s=2", 0, 2}} {
		for _, target := range []string{"0", "60"} {
			run := runOf(t, "machine", "system buffer_pool_mb=128 "+c.setting,
				"databases name=d size_mb=100 working_set_mb=100 target_recovery_s="+target,
				"class name=c cpu_ms=1 dirty_pages=1500 log_kb=1", "session run=(c)", c.action,
				"run duration_ms=20000")
			write := only(t, run, "checkpoint write")
			pages := float64(fact(run, write, "pages to write"))
			require.InDelta(t, 1400, pages, 60)
			want := c.seconds
			if c.mbPerS > 0 {
				want = pages / 128 / c.mbPerS
			}
			chunk := want * 140 / pages
			got := float64(length(write)) / float64(sim.Second)
			require.InDelta(t, want-chunk, got, chunk+0.02, "%+v", c)
		}
	}
}

// A checkpoint competes with whoever is on its scheduler: with n workers that only compute, its scan takes n
// + 1 times as long, and they get n parts of n + 1 of the CPU meanwhile.
func TestACheckpointCompetes(t *testing.T) {
	const scan = 4096 * 128 * 500 * sim.Nanosecond // 262 ms
	for n := 0; n <= 6; n++ {
		lines := []string{"machine", "system max_dop=1 buffer_pool_mb=4096 scan_ns=500",
			"databases name=d size_mb=200 target_recovery_s=0", "class name=c cpu_ms=endless"}
		if n > 0 {
			lines = append(lines, fmt.Sprintf("session count=%d run=(c)", n))
		}
		run := runOf(t, append(lines, "checkpoint at_ms=100", "run duration_ms=3000")...)
		check := only(t, run, "checkpoint scan")
		turn := 4 * ms * sim.Time(n+1)
		require.InDelta(t, float64(scan)*float64(n+1), float64(length(check)), float64(turn), "%d others", n)
		before, after := run.Log.At(check.Begin), run.Log.At(check.End)
		var got sim.Time
		for i := range after.Tasks {
			if task := &after.Tasks[i]; task.Context == 0 && task.Request >= 0 {
				got += task.CPU - before.Tasks[i].CPU
			}
		}
		require.InDelta(t, float64(length(check))*float64(n)/float64(n+1), float64(got), float64(turn))
	}
}

// From 2022 on tasks on as many schedulers share the scan: so many times shorter.
func TestTasksShareAScan(t *testing.T) {
	const scan = 8192 * 128 * 66 * sim.Nanosecond
	for _, c := range []struct {
		settings string
		tasks    int
	}{{"version=2019", 1}, {"version=2022", 1}, {"version=2022 buffer_pool_mb=81920", 2},
		{"version=2022 scan_tasks=2", 2}, {"version=2022 scan_tasks=4", 4}, {"version=2022 scan_tasks=8", 8},
		{"version=2022 scan_tasks=16", 16}, {"version=2014 scan_tasks=5", 5}} {
		settings, whole := c.settings, sim.Time(scan)
		if c.tasks == 2 && settings == "version=2022 buffer_pool_mb=81920" {
			whole *= 10
		} else {
			settings += " buffer_pool_mb=8192"
		}
		run := runOf(t, "machine packages=2 cores_per_node=8", "system auto_soft_numa=off "+settings,
			"databases name=d size_mb=200 target_recovery_s=0", "backup at_ms=1", "run duration_ms=1000")
		check := only(t, run, "checkpoint scan")
		more := float64(length(check)) - float64(whole)/float64(c.tasks)
		require.InDelta(t, 2500, more, 2501, "at most it has to be woken, which takes 5 µs: "+c.settings)
		_, lanes := worked(run, "CHECKPOINT SCAN")
		require.Equal(t, c.tasks-1, lanes, "and the checkpoint's own; "+c.settings)
	}
}
