package sqlserver_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// scanned is a CHECKPOINT by hand of 1,000 dirty pages in a pool of 80 GB = 10,485,760 buffers: at 1 µs each
// it looks at them for 10.48576 s; then 1,000 writes of 100 µs each take 0.1 s, the last answer 0.5 ms.
func scanned(t *testing.T, scan, settings string) *engine.Run {
	return runOf(t, "machine packages=2 cores_per_node=4",
		"system buffer_pool_mb=81920 issue_us=100 trace_3504=on scan_ns="+scan+" "+settings,
		"databases name=orders size_mb=10000 target_recovery_s=0 run_pages=1",
		"class name=a database=orders cpu_ms=1 dop=1 dirty_pages=1000 log_kb=1", "session run=a",
		"checkpoint at_ms=1000 database=orders", "run duration_ms=20000")
}

func says(t *testing.T, r system.Reading, headline, why string) {
	c := caption(r)
	require.Equal(t, headline, c.Headline)
	require.Equal(t, why, c.Why)
}

func TestCaptionsOfACheckpoint(t *testing.T) {
	run := scanned(t, "1000", "")
	const takes = "The CHECKPOINT of orders takes 10.6 s; for 10.5 s it only looks for dirty pages."
	says(t, at(run, 900*sim.Millisecond), "Nothing runs any more: 1 request is over; all 8 CPUs idle.",
		"Until now the CPUs were busy 0.0 % of the time.")
	says(t, at(run, 5*sim.Second), takes,
		"Every checkpoint looks at all 10,485,760 buffers, also for 1,000 dirty pages.")
	// 10,000 writes a second of 0.5 ms: 5 are outstanding.
	c := caption(at(run, 11560*sim.Millisecond))
	require.Equal(t, takes, c.Headline)
	require.Regexp(t, `^The disk is not the limit: queue [456], latency 0\.5 ms\.$`, c.Why)
	says(t, at(run, 15*sim.Second), "The only checkpoint so far took 10.6 s; none is under way.",
		"No page is dirty; a crash now needs no recovery.")
	says(t, at(run, run.Log.End), "The only checkpoint, of orders, took 10.6 s.",
		"For 10.5 s of 10.6 s it only looked for dirty pages; a crash now needs no recovery.")
}

// TestCaptionOfASharedScan: eight tasks look at an eighth of the buffers each, 1.31072 s.
func TestCaptionOfASharedScan(t *testing.T) {
	run := scanned(t, "1000", "version=2022 scan_tasks=8")
	says(t, at(run, 2*sim.Second),
		"The CHECKPOINT of orders takes 1.4 s; for 1.3 s it only looks for dirty pages.",
		"8 tasks look at all 10,485,760 buffers for 1,000 dirty pages.")
}

// TestCaptionOfASlowDisk: it begins a write every 2 ms, one at a time, so that the queue grows to where the
// checkpoint holds back.
func TestCaptionOfASlowDisk(t *testing.T) {
	run := scanned(t, "1", "data_latency_us=2000 data_parallel=1 data_iops=500")
	c := caption(at(run, 1150*sim.Millisecond))
	require.Regexp(t, `^The CHECKPOINT of orders takes 2\.\d s and writes 1,000 pages\.$`, c.Headline)
	require.Regexp(t, `^The disk is the limit: queue \d+, latency \d+\.\d ms(; above 50 ms it holds back| `+
		`instead of 2\.0 ms)\.$`, c.Why)
}

// TestCaptionsOfTheCap: 1,000 pages of 8 KB at 1 MB/s take 7.8125 s.
func TestCaptionsOfTheCap(t *testing.T) {
	run := scanned(t, "1", "checkpoint_mb_s=1")
	c := caption(at(run, 5*sim.Second))
	require.Regexp(t, `^The CHECKPOINT of orders takes 7\.[0-8] s and writes 1,000 pages\.$`, c.Headline)
	require.Regexp(t, `^Start-up option -k holds it to 1 MB/s: queue \d+, latency \d+\.\d ms\.$`, c.Why)
}

// TestCaptionsOfDatabasesThatWait: of three idle databases one is scanned, two wait.
func TestCaptionsOfDatabasesThatWait(t *testing.T) {
	run := runOf(t, "machine cores_per_node=4", "system buffer_pool_mb=81920 scan_ns=1000",
		"databases name=idle count=3 size_mb=100 target_recovery_s=0", "class name=a cpu_ms=1",
		"session run=a",
		"backup at_ms=1000 database=idle", "checkpoint at_ms=1001 database=idle",
		"checkpoint at_ms=1002 database=idle", "run duration_ms=40000")
	says(t, at(run, 2*sim.Second), "The backup's checkpoint of idle #1 takes 10.5 s for no dirty page.",
		"Every checkpoint looks at all 10,485,760 buffers, also for 0 dirty pages; 2 databases are due "+
			"and wait.")
	says(t, at(run, 13*sim.Second),
		"The CHECKPOINT of idle #2 takes 10.5 s, although none of its pages is dirty.",
		"Every checkpoint looks at all 10,485,760 buffers, also for 0 dirty pages; 1 database is due and "+
			"waits.")
	c := caption(at(run, run.Log.End))
	require.Regexp(t, `^3 checkpoints took 10\.5 s in the mean; the longest, of idle #\d, 10\.5 s\.$`,
		c.Headline)
	require.Equal(t, "Nearly all of that was looking for dirty pages; a crash now needs no recovery.", c.Why)
}

// writing makes 5,000 pages dirty a second; a target of 10 s allows 20,000.
func writing(t *testing.T, system string, databases ...string) *engine.Run {
	lines := append([]string{"machine cores_per_node=4", "system " + system}, databases...)
	return runOf(t, append(lines, "class name=a database=orders cpu_ms=1 dop=1 dirty_pages=5000 log_kb=60",
		"arrivals class=a process=fixed per_s=1 connections=2", "run duration_ms=20000")...)
}

func TestCaptionsOfTargets(t *testing.T) {
	const orders = "databases name=orders size_mb=1000000 run_pages=1 target_recovery_s="
	run := writing(t, "issue_us=10", orders+"10")
	c := caption(at(run, 15*sim.Second))
	require.Equal(t, "Indirect checkpoints keep orders below about 20,000 dirty pages.", c.Headline)
	require.Regexp(t, `^(No checkpoint is over yet|The only checkpoint so far took .*|The last of .*); `+
		`a crash now means ([78]\.\d|9\.\d|10\.0) s of recovery\.$`, c.Why)
	// An issue cost of 10 ms lets the recovery writer write 100 pages a second. Three requests made 15,000
	// pages dirty, 150 s of recovery at 100 pages a second; some 290 of them are written.
	run = writing(t, "issue_us=10000 page_redo_per_s=100", orders+"10")
	c = caption(at(run, 3900*sim.Millisecond))
	require.Regexp(t, `^A crash now means 14[678]\.\d s of recovery for orders; its target is 10 s\.$`,
		c.Headline)
	require.Regexp(t, `^It has 14,[678]\d\d dirty pages, 1,000 are allowed; disk queue \d+, latency 0\.5 `+
		`ms\.$`,
		c.Why)
	run = writing(t, "redo_us=1", orders+"0")
	c = caption(at(run, 9900*sim.Millisecond))
	// Nine requests: of 45,000 changes of 8,388,608 pages 45,000² ÷ 2 ÷ 8,388,608 = 121 hit a dirty one.
	require.Equal(t, "44,8", c.Headline[:4])
	require.Regexp(t, ` pages are dirty; no checkpoint is due yet\.$`, c.Headline)
	require.Equal(t, "A crash now means 22.4 s of recovery, that of orders.", c.Why)
	run = writing(t, "issue_us=10", orders+"10", "databases name=other target_recovery_s=20")
	require.Equal(t, "Indirect checkpoints keep orders below about 20,000 dirty pages.",
		caption(at(run, 15*sim.Second)).Headline)
}

// TestCaptionOfTheLog: eight sessions commit again and again to a device that takes 50 ms for each write.
func TestCaptionOfTheLog(t *testing.T) {
	run := runOf(t, "machine cores_per_node=8", "system version=2014 log_latency_us=50000 log_parallel=1",
		"class name=a cpu_ms=1 dop=1 log_kb=4", "session count=8 run=a*100", "run duration_ms=2000")
	c := caption(at(run, 1500*sim.Millisecond))
	require.Regexp(t, `^(All 8|7 of 8) requests wait for the log; 1 log writer writes it\.$`, c.Headline)
	require.Regexp(t, `^A commit has waited \d+\.\d ms in the mean, the device takes \d+\.\d ms now\.$`,
		c.Why)
}

// TestCaptionsOfLongLists: one scheduler makes all pages of tempdb dirty. Its list has 25,000 entries when
// the target of 12 s, 24,000 pages, lets the recovery writer begin.
func TestCaptionsOfLongLists(t *testing.T) {
	run := writing(t, "issue_us=1000", "databases name=orders size_mb=1000000 run_pages=1 "+
		"target_recovery_s=12")
	c := caption(at(run, 19900*sim.Millisecond))
	require.Regexp(t, `^The longest list of dirty pages has \d\d,\d\d\d entries; over 20,000 others stall\.$`,
		c.Headline)
	require.Regexp(t, `^The recovery writer searches it for \d+\.\d ms at a time: `, c.Why)
}
