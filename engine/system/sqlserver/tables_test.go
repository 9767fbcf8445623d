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

// moment is that of the design's close-up.
const moment = 92*sim.Second + 427600*sim.Microsecond

func TestNodesOfTheArticle(t *testing.T) {
	r := at(article(t, ""), moment)
	rows := table(t, r, "sys.dm_os_nodes")
	require.Len(t, rows, 13)
	require.Equal(t, strings.Split("0 1 2 3 4 5 6 7 8 9 10 11 64", " "), column(rows, "node_id"))
	require.Equal(t, strings.Split("0 0 0 1 1 1 2 2 2 3 3 3 0", " "), column(rows, "memory_node_id"))
	// Three bytes a memory node, two memory nodes a processor group.
	require.Equal(t, strings.Split("255 65280 16711680 4278190080 1095216660480 280375465082880 255 65280 "+
		"16711680 4278190080 1095216660480 280375465082880 255", " "), column(rows, "cpu_affinity_mask"))
	require.Equal(t, strings.Split("0 0 0 0 0 0 1 1 1 1 1 1 0", " "), column(rows, "processor_group"))
	for i, row := range rows[:12] {
		require.Equal(t, "ONLINE", row["node_state_desc"])
		require.EqualValues(t, 8, number(t, row, "online_scheduler_count"))
		require.EqualValues(t, 8, number(t, row, "cpu_count"))
		want, load := int64(1), int64(0) // a coordinator
		if i%3 == 2 {
			want, load = 25, 3 // three long queries of 8 as well
		}
		require.Equal(t, want, number(t, row, "active_worker_count"), "node %d", i)
		require.Equal(t, load, number(t, row, "avg_load_balance"), "node %d", i)
		require.Equal(t, i%3 != 2, number(t, row, "idle_scheduler_count") == 7, "node %d", i)
	}
	require.Equal(t, "ONLINE DAC", rows[12]["node_state_desc"])
}

// TestMaskWithTheHighestBitIsNegative: 64 CPUs in a group, as a bigint.
func TestMaskWithTheHighestBitIsNegative(t *testing.T) {
	run := runOf(t, "machine packages=2 cores_per_node=64", "system auto_soft_numa=false",
		"class name=a cpu_ms=1",
		"session run=a", "run duration_ms=10")
	rows := table(t, at(run, 0), "sys.dm_os_nodes")
	require.Equal(t, []string{"-1", "-1", "-1"}, column(rows, "cpu_affinity_mask"))
	require.Equal(t, []string{"0", "1", "0"}, column(rows, "processor_group"))
}

// TestBookOfTwoProcessorGroups: the masks 16777215 and 281474959933440 in each of two groups.
func TestBookOfTwoProcessorGroups(t *testing.T) {
	rows := table(t, at(article(t, "auto_soft_numa=false"), 0), "sys.dm_os_nodes")
	require.Equal(t, strings.Split("16777215 281474959933440 16777215 281474959933440 16777215", " "),
		column(rows, "cpu_affinity_mask"))
}

// TestNodeOverTwoGroupsHasARowForEach: 36 cores with SMT are 64 and 8 CPUs.
func TestNodeOverTwoGroupsHasARowForEach(t *testing.T) {
	run := runOf(t, "machine cores_per_node=36 threads_per_core=2", "system auto_soft_numa=false",
		"class name=a cpu_ms=1", "session run=a", "run duration_ms=10")
	rows := table(t, at(run, 0), "sys.dm_os_nodes")
	require.Equal(t, []string{"-1", "255", "-1"}, column(rows, "cpu_affinity_mask"))
	require.Equal(t, []string{"64", "8"}, column(rows, "cpu_count")[:2])
	require.Len(t, table(t, at(run, 0), "sys.dm_exec_query_parallel_workers"), 1)
}

func TestOfflineNodesAndSchedulers(t *testing.T) {
	run := runOf(t, "machine packages=3 cores_per_node=4", "system affinity=4-9",
		"class name=a cpu_ms=endless", "session run=a count=6", "run duration_ms=100")
	r := at(run, 50*sim.Millisecond)
	nodes := table(t, r, "sys.dm_os_nodes")
	require.Equal(t, []string{"ONLINE", "ONLINE", "OFFLINE", "ONLINE DAC"}, column(nodes, "node_state_desc"))
	require.Equal(t, []string{"240", "3840", "15", "240"}, column(nodes, "cpu_affinity_mask"))
	require.Equal(t, []string{"4", "2", "0", "1"}, column(nodes, "online_scheduler_count"))
	require.Equal(t, []string{"1", "2", "0"}, column(nodes, "memory_node_id")[:3])
	schedulers := table(t, r, "sys.dm_os_schedulers")
	require.Len(t, schedulers, 12)
	require.Equal(t, []string{"0", "1", "2", "3", "10", "11"}, column(schedulers[6:], "cpu_id"))
	for i, row := range schedulers {
		require.Equal(t, i < 6, row["status"] == "VISIBLE ONLINE")
		require.Equal(t, i < 6, row["is_online"] == "1")
		require.Equal(t, i >= 6, row["current_tasks_count"] == "0")
	}
	for _, line := range engine.Systems()[0].Describe().LogLines(r)[1:] {
		switch {
		case strings.Contains(line.Text, "node 1:"):
			require.Contains(t, line.Text,
				"CPU mask: 0x0000000000000f00:0 Active CPU mask: 0x0000000000000300:0.")
		case strings.Contains(line.Text, "node 2:"):
			require.Contains(t, line.Text,
				"CPU mask: 0x000000000000000f:0 Active CPU mask: 0x0000000000000000:0.")
		}
	}
}

// TestSchedulersOfTheCloseUp are rows 41 to 44 of the design's picture. Yields are one in 4 ms since the
// first long query of the node started, two cheap ones of 1 ms after 2.5 s.
func TestSchedulersOfTheCloseUp(t *testing.T) {
	rows := table(t, at(article(t, ""), moment), "sys.dm_os_schedulers")
	require.Len(t, rows, 96)
	for _, row := range rows[40:48] {
		require.Equal(t, "5", row["parent_node_id"])
		require.Equal(t, "VISIBLE ONLINE", row["status"])
		require.Equal(t, "0", row["is_idle"])
		require.Equal(t, "2", row["runnable_tasks_count"])
		require.Equal(t, "0", row["work_queue_count"])
		require.Equal(t, "4000", row["quantum_length_us"])
		require.InDelta(t, 22481, number(t, row, "yield_count"), 2)
		require.InDelta(t, 89925, number(t, row, "total_cpu_usage_ms"), 10)
		require.Equal(t, row["current_tasks_count"], row["load_factor"])
		// Alone from 2.5 s to 12.5 s it yields to itself: 2,500 times without a switch.
		require.InDelta(t, 22481-2500, number(t, row, "context_switches_count"), 8)
	}
	require.Equal(t, "1", rows[39]["is_idle"])
	require.Equal(t, "71", rows[55]["cpu_id"], "the second processor group numbers from 64")
	require.EqualValues(t, 12*9, sum(t, rows, "current_workers_count"))
	require.EqualValues(t, 64, sum(t, rows, "is_idle"))
	require.EqualValues(t, 64, sum(t, rows, "runnable_tasks_count"))
}

// TestWaitsOfTheArticle: from 27.5 s to the end 32 schedulers yield 250 times a second and each yield waits 8
// ms.
func TestWaitsOfTheArticle(t *testing.T) {
	run := article(t, "")
	from, to := at(run, 27500*sim.Millisecond), at(run, 147500*sim.Millisecond)
	row := func(r system.Reading) map[string]string { return table(t, r, "sys.dm_os_wait_stats")[0] }
	require.Equal(t, "SOS_SCHEDULER_YIELD", row(to)["wait_type"])
	total := func(name string) int64 { return number(t, row(to), name) - number(t, row(from), name) }
	require.InDelta(t, 960_000, total("waiting_tasks_count"), 100)
	require.InDelta(t, 7_680_000, total("wait_time_ms"), 1000)
	require.Equal(t, total("wait_time_ms"), total("signal_wait_time_ms"))
	require.Equal(t, "8", row(to)["max_wait_time_ms"])
	require.Len(t, table(t, to, "sys.dm_os_wait_stats"), 6)
	old := article(t, "version=2016")
	require.NotContains(t, column(table(t, at(old, sim.Second), "sys.dm_os_wait_stats"), "wait_type"),
		"CXCONSUMER")
}

// TestTheArticlesQuery: a session's workers are on the eight schedulers of node 2, 5, 8 or 11; its own
// scheduler is on the node whose turn it was.
func TestTheArticlesQuery(t *testing.T) {
	rows := table(t, at(article(t, ""), moment), "sys.dm_os_tasks by session")
	require.Len(t, rows, 12)
	require.Equal(t, strings.Split("51 52 53 54 55 56 57 58 59 60 61 62", " "), column(rows, "session_id"))
	require.Equal(t, "16,17,18,19,20,21,22,23", rows[0]["used_schedulers_for_parallel_workers"])
	require.Equal(t, "40,41,42,43,44,45,46,47", rows[5]["used_schedulers_for_parallel_workers"])
	require.Equal(t, rows[3]["used_schedulers_for_parallel_workers"],
		rows[11]["used_schedulers_for_parallel_workers"])
	for i, row := range rows {
		require.Equal(t, "8", row["dop"])
		require.EqualValues(t, i, number(t, row, "request_scheduler_id")/8, "connections take nodes in turn")
	}
	require.Regexp(t, `^00:00:0[12]\.\d{3}$`, rows[1]["start_time"])
	require.Regexp(t, `^00:00:27\.5\d\d$`, rows[11]["start_time"])
}

func TestParallelWorkersOfTheArticle(t *testing.T) {
	rows := table(t, at(article(t, ""), moment), "sys.dm_exec_query_parallel_workers")
	require.Len(t, rows, 12)
	for i, row := range rows {
		used, reserved := int64(0), int64(1)
		if i%3 == 2 {
			used, reserved = 24, 25
		}
		require.EqualValues(t, 3456/12, number(t, row, "max_worker_count"))
		require.Equal(t, used, number(t, row, "used_worker_count"))
		require.Equal(t, reserved, number(t, row, "reserved_worker_count"))
		require.Equal(t, 3456/12-reserved, number(t, row, "free_worker_count"))
	}
}

// TestReservationOutlivesWorkers: of 2 branches × 4 workers with a skew some have ended; all stay reserved.
func TestReservationOutlivesWorkers(t *testing.T) {
	run := runOf(t, "machine cores_per_node=8", "system",
		"class name=a cpu_ms=10 skew_pct=300 branches=2 dop=4",
		"session run=a", "run duration_ms=200")
	checked := false
	for now := sim.Time(0); now < 100*sim.Millisecond; now += sim.Millisecond {
		r := at(run, now)
		row := table(t, r, "sys.dm_exec_query_parallel_workers")[0]
		if used := number(t, row, "used_worker_count"); used > 0 {
			checked = checked || used < 8
			require.EqualValues(t, 9, number(t, row, "reserved_worker_count"))
			require.Equal(t, "4", table(t, r, "sys.dm_os_tasks by session")[0]["dop"])
		}
	}
	require.True(t, checked)
}

// TestImporterReadsTheNodes: what the table prints is what people paste; the machine comes out of it again.
func TestImporterReadsTheNodes(t *testing.T) {
	r := at(article(t, ""), moment)
	for _, made := range engine.Systems()[0].Describe().Tables {
		if made.Name != "sys.dm_os_nodes" {
			continue
		}
		var text strings.Builder
		for _, c := range made.Columns {
			text.WriteString(c.Name + "\t")
		}
		for _, row := range made.Rows(r) {
			text.WriteString("\n" + strings.Join(row, "\t"))
		}
		read := importer.Parse(text.String())
		require.True(t, read.Usable)
		require.Len(t, read.Machine.CPUs, 96)
		require.Len(t, read.Machine.Nodes, 4)
		require.Len(t, read.SoftNodes, 12)
	}
}

// TestTablesAgreeWithTheLedger on random runs: sums of the tables are those of the state they are made from.
func TestTablesAgreeWithTheLedger(t *testing.T) {
	for seed := uint64(0); seed < 150; seed++ {
		run, story := randomRun(seed)
		if run == nil {
			continue
		}
		for i := range sim.Time(5) {
			checkTables(t, at(run, run.Log.End*i/4), story)
		}
	}
}

func checkTables(t *testing.T, r system.Reading, story string) {
	var load, pending, ring, yields, disk, mains, workers, live, hidden int64
	for i := range r.Ledger.Lanes {
		lane := &r.Ledger.Lanes[i]
		load, pending = load+int64(lane.Load), pending+int64(lane.Pending)
		ring, yields = ring+int64(len(lane.Ring)), yields+lane.Yields
	}
	for _, task := range r.Ledger.Tasks {
		switch {
		case task.State == trace.None:
		case task.Task.Request == trace.NoRequest:
			if r.Layout().Lanes[task.Lane].Hidden {
				hidden++
			}
		case task.Context == 0:
			mains++
		case task.State != trace.Pending:
			workers++
		}
		why := r.Layout().Causes
		if task.State == trace.Suspended && (why[task.Why] == "PAGEIOLATCH_SH" ||
			why[task.Why] == "WRITELOG" || why[task.Why] == "IO_COMPLETION") {
			disk++
		}
	}
	for _, q := range r.Ledger.Requests {
		if q.Live {
			live++
		}
	}
	s := table(t, r, "sys.dm_os_schedulers")
	n := table(t, r, "sys.dm_os_nodes")
	p := table(t, r, "sys.dm_exec_query_parallel_workers")
	q := table(t, r, "sys.dm_os_tasks by session")
	require.Len(t, s, len(r.Layout().Lanes), story)
	require.Len(t, q, int(live), story)
	require.Equal(t, mains, live, story)
	for _, c := range []struct {
		what      string
		want, got int64
	}{
		{"tasks", load, sum(t, s, "current_tasks_count")}, {"pending", pending,
			sum(t, s, "work_queue_count")},
		{"runnable", ring + sum(t, s, "is_idle") - int64(len(s)), sum(t, s, "runnable_tasks_count")},
		{"yields", yields, sum(t, s, "yield_count")}, {"workers", load - pending,
			sum(t, s, "active_workers_count")},
		{"reads and writes", disk, sum(t, s, "pending_disk_io_count")},
		{"workers by node", load - pending - hidden, sum(t, n, "active_worker_count")},
		{"schedulers by node", visible(s), sum(t, n[:len(n)-1], "cpu_count")},
		{"online", sum(t, s, "is_online") - int64(len(s)) + visible(s), sum(t, n[:len(n)-1],
			"online_scheduler_count")},
		{"used", workers, sum(t, p, "used_worker_count")},
		{"free", sum(t, p, "max_worker_count") - sum(t, p, "reserved_worker_count"),
			sum(t, p, "free_worker_count")},
	} {
		require.Equal(t, c.want, c.got, "%s at %v\n%s", c.what, r.At, story)
	}
	require.GreaterOrEqual(t, sum(t, p, "reserved_worker_count"), mains+workers)
}

// visible counts the schedulers that are not hidden.
func visible(rows []map[string]string) (count int64) {
	for _, row := range rows {
		if strings.HasPrefix(row["status"], "VISIBLE") {
			count++
		}
	}
	return count
}
