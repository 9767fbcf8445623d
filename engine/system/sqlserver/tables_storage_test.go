package sqlserver_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/importer"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// cells gives a row of a table as text.
func cells(t *testing.T, r system.Reading, name string) []string {
	var rows []string
	for _, made := range engine.Systems()[0].Describe().Tables {
		if made.Name != name {
			continue
		}
		for _, row := range made.Rows(r) {
			require.Len(t, row, len(made.Columns))
			rows = append(rows, strings.Join(row, "|"))
		}
	}
	return rows
}

func TestCheckpointsTable(t *testing.T) {
	run := scanned(t, "1000", "")
	require.Empty(t, cells(t, at(run, 999*sim.Millisecond), "Checkpoints"))
	// 4 s after its beginning it still scans. When half of the 0.1 s of writing is over, about 500 pages are
	// written.
	require.Equal(t,
		[]string{"orders|manual|00:00:01.000|00:00:01.000|0.00|4.00|4.00|0.00|0|NULL|NULL|NULL|NULL"},
		cells(t, at(run, 5*sim.Second), "Checkpoints"))
	require.Regexp(t,
		`^orders\|manual\|00:00:01.000\|00:00:01.000\|0.00\|10.5\d\|10.49\|0.0\d\|[3-6]\d\d\|NULL`,
		cells(t, at(run, 11540*sim.Millisecond), "Checkpoints")[0])
	// 1,000 × 8 KB in 10.587 s are 0.738 MB/s.
	require.Equal(t,
		[]string{"orders|manual|00:00:01.000|00:00:01.000|0.00|10.59|10.49|0.10|1000|1000|1.00|0|0.74"},
		cells(t, at(run, 15*sim.Second), "Checkpoints"))
}

func TestRecoveryTable(t *testing.T) {
	run := runOf(t, "machine cores_per_node=4", "system",
		"databases name=orders target_recovery_s=0", "databases name=shops count=3 target_recovery_s=60",
		"databases name=old read_only=on target_recovery_s=0 simple_recovery=on", "databases name=tempdb",
		"class name=a database=orders cpu_ms=1 dop=1 dirty_pages=1000",
		"class name=b database=shops cpu_ms=1 dop=1 dirty_pages=200",
		"session run=a*2", "session run=b*4", "run duration_ms=1000")
	r := at(run, 900*sim.Millisecond)
	// 2,000 pages a second are redone. shops: 4 requests go to its databases in turn, so one has 400 dirty
	// pages. The second request of a database finds some pages dirty already: less than one, but pages are
	// whole.
	require.Equal(t, []string{"orders|1|0|2000|NULL|1.00|automatic", "shops|3|60|800|360000|0.20|indirect",
		"old|1|0|0|NULL|0.00|none: read-only", "tempdb|1|60|0|120000|0.00|indirect"},
		cells(t, r, "Recovery if it crashed now"))
	require.Equal(t, []string{"5|orders|0|FULL|0", "6|shops #1|60|FULL|0", "7|shops #2|60|FULL|0",
		"8|shops #3|60|FULL|0", "9|old|0|SIMPLE|1", "2|tempdb|60|SIMPLE|0"}, cells(t, r, "sys.databases"))
	require.Equal(t, []string{"5|orders|0|1|2000", "6|shops|0|1|800"},
		cells(t, r, "sys.dm_os_buffer_descriptors"))
}

// TestHiddenSchedulers: two soft nodes of eight schedulers in 2017 have four log writers, whose schedulers
// share the CPUs of visible ones.
func TestHiddenSchedulers(t *testing.T) {
	run := runOf(t, "machine cores_per_node=16", "system version=2017",
		"class name=a cpu_ms=1 dop=1 log_kb=4",
		"session run=a*3", "run duration_ms=100")
	r := at(run, 90*sim.Millisecond)
	rows := table(t, r, "sys.dm_os_schedulers")
	require.Len(t, rows, 20)
	require.Equal(t, strings.Split("1048576 1048577 1048578 1048579", " "), column(rows[16:], "scheduler_id"))
	for _, row := range rows[16:] {
		require.Equal(t, "HIDDEN ONLINE", row["status"])
		require.Equal(t, "1", row["current_tasks_count"])
	}
	require.EqualValues(t, 16, visible(rows))
	nodes := table(t, r, "sys.dm_os_nodes")
	require.Equal(t, []string{"8", "8", "1"}, column(nodes, "online_scheduler_count"))
	require.Equal(t, []string{"255", "65280", "255"}, column(nodes, "cpu_affinity_mask"))
	// Of the six workers of the server four are on hidden schedulers; recovery writer, checkpoint and lazy
	// writer are on visible ones.
	require.EqualValues(t, 3, sum(t, nodes, "active_worker_count"))
	require.Equal(t, "0 of 704 workers in use", reading(t, r, "THREADPOOL"))
}

func TestOwnWorkersTable(t *testing.T) {
	run := scanned(t, "1000", "")
	rows := table(t, at(run, 5*sim.Second), "sys.dm_exec_requests")
	require.Equal(t, strings.Split("2 3 4 5 13 14 15 16", " "), column(rows, "session_id"))
	require.Equal(t, []string{"LOG WRITER", "LOG WRITER", "LOG WRITER", "LOG WRITER", "RECOVERY WRITER",
		"CHECKPOINT", "LAZY WRITER", "LAZY WRITER"}, column(rows, "command"))
	require.Equal(t, []string{"LOGMGR_QUEUE", "DIRTY_PAGE_POLL", "NULL", "LAZYWRITER_SLEEP"},
		column([]map[string]string{rows[0], rows[4], rows[5], rows[6]}, "wait_type"))
	require.InDelta(t, 4000, number(t, rows[5], "cpu_time"), 1, "it has scanned since 1 s")
	require.Equal(t, "5000", rows[4]["wait_time"])
	for _, row := range rows {
		require.Equal(t, "background", row["status"])
		require.Equal(t, row["command"] == "LOG WRITER", len(row["scheduler_id"]) == 7)
	}
}

// TestTablesOfPagesAreEmptyWithoutChanges: old scenarios have none.
func TestTablesOfPagesAreEmptyWithoutChanges(t *testing.T) {
	r := at(article(t, ""), moment)
	for _, name := range []string{"Checkpoints", "Recovery if it crashed now", "sys.dm_exec_requests",
		"sys.databases", "sys.dm_os_buffer_descriptors"} {
		require.Empty(t, cells(t, r, name))
	}
}

// TestImporterReadsTheMessages: what the log says is what people paste, and it agrees with itself.
func TestImporterReadsTheMessages(t *testing.T) {
	for _, version := range []string{"2014", "2017"} {
		run := scanned(t, "1000", "version="+version)
		r := at(run, run.Log.End)
		var text strings.Builder
		for _, l := range engine.Systems()[0].Describe().LogLines(r) {
			text.WriteString("2023-01-01 00:00:" + l.At.String() + " " + l.Source + "      " + l.Text + "\n")
		}
		read := importer.ParseFlushCache(text.String())
		require.Empty(t, read.Problems)
		require.Len(t, read.Messages, 1)
		m := read.Messages[0]
		// The latency of 0.5 ms is printed as 1.
		require.EqualValues(t, []int64{1000, 1000, 0, 5, 1}, []int64{m.Bufs, m.Writes, m.Avoided, m.Database,
			m.LatencyMs})
		require.InDelta(t, 10586, m.Milliseconds, 2)
		require.EqualValues(t, 74, m.ThroughputMBs)
		require.Empty(t, importer.Explain(m, read.Assume(m)).Untrusted)
		require.Len(t, read.Scans, 1)
		s := read.Scans[0]
		require.EqualValues(t, []int64{5, 10_000, 1000, 10_485_760}, []int64{s.Database, s.Milliseconds,
			s.Scanned,
			s.Iterated})
		require.Equal(t, "CHECKPOINT", s.Command)
	}
}

// TestFiguresShowWhatThereIs: each is of a metric that the layout of a run with databases declares.
func TestFiguresShowWhatThereIs(t *testing.T) {
	run := scanned(t, "1000", "")
	layout, declared := run.Log.Ledger.Instances[0].Layout, map[string]bool{}
	for _, s := range layout.Series {
		declared[s.Metric] = true
	}
	ranges, causes := map[string]bool{}, map[trace.Reason]bool{}
	for _, k := range layout.Ranges {
		ranges[k.Metric], causes[k.Why] = true, true
	}
	values := run.Systems[0].Values
	limits := map[string]int64{}
	for _, f := range engine.Systems()[0].Describe().Figures {
		require.True(t, f.Kind == system.Bars && ranges[f.Of] || declared[f.Of], f.Title)
		for _, p := range f.Parts {
			require.True(t, causes[p.Why], p.Name)
		}
		if f.Limit != nil {
			value, name := f.Limit(values)
			limits[f.Title] = value
			require.Equal(t, value > 0, name != "", f.Title)
		}
	}
	require.Equal(t, map[string]int64{"Disk queue": 64, "Log queue": 32,
		"Disk latency":   int64(50 * sim.Millisecond),
		"Crash recovery": 0}, limits)
}

// TestEveryCauseIsExplained in a sentence.
func TestEveryCauseIsExplained(t *testing.T) {
	for _, c := range engine.Systems()[0].Describe().Causes {
		require.Regexp(t, `^[A-Z].*\.$`, c.Help, c.Name)
		require.Equal(t, c.Wait, c.Explain != nil, c.Name)
	}
}
