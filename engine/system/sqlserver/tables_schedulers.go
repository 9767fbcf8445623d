package sqlserver

import (
	"strconv"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// schedulersTable is sys.dm_os_schedulers. Of the hidden schedulers, whose ids start at 1,048,576, it has
// those of log writers; their cpu_id is that of the CPU which they share with a visible one. What a count
// means here:
//
//   - context_switches_count: changes from one worker to another; a worker that yields and goes on itself is
//     none
//   - idle_switches_count: times that the scheduler had nobody left to run
//   - current_tasks_count, load_factor: tasks enqueued and not complete, pending ones included
//   - runnable_tasks_count: workers in the runnable queue, the one on the CPU not included
//   - current_workers_count, active_workers_count: tasks with a worker. simplified: a worker without a task
//     is not kept, so both are the same
//   - work_queue_count: tasks without a worker; each waits for THREADPOOL
//   - pending_disk_io_count: tasks that wait for a page, for the log, or for the last writes of a checkpoint
//   - yield_count: quanta given up with work left, also if the worker goes on itself
//   - total_cpu_usage_ms: time with a worker on the CPU
//
// Source: sql-docs, sys-dm-os-schedulers-transact-sql.md.
func schedulersTable() system.Table {
	c := columns("scheduler_id parent_node_id cpu_id status is_online is_idle context_switches_count "+
		"idle_switches_count current_tasks_count runnable_tasks_count current_workers_count "+
		"active_workers_count work_queue_count pending_disk_io_count load_factor yield_count "+
		"quantum_length_us total_cpu_usage_ms",
		"status")
	return system.Table{Name: "sys.dm_os_schedulers", Title: "Schedulers", Columns: c, Thing: trace.LaneThing,
		Rows: func(r system.Reading) [][]string {
			return schedulerRows(r, newSheet(c, len(r.Layout().Lanes)))
		}}
}

func schedulerRows(r system.Reading, s *sheet) [][]string {
	layout, lanes, disk := r.Layout(), r.Lanes(), diskWaits(r)
	quantum := strconv.FormatInt(r.Values.Number(quantumName), 10)
	for i := range lanes {
		lane, account := &layout.Lanes[i], &lanes[i]
		status := "VISIBLE ONLINE"
		switch {
		case lane.Hidden:
			status = "HIDDEN ONLINE"
		case lane.Offline:
			status = "VISIBLE OFFLINE"
		}
		load, workers := int64(account.Load), int64(account.Load-account.Pending)
		s.number(int64(lane.Number), int64(layout.Groups[lane.Group].Number), int64(lane.CPUID)).text(status).
			claim(!lane.Offline).claim(len(account.Ring) == 0).
			number(account.Switches, account.IdleTimes, load, int64(max(len(account.Ring)-1, 0)), workers,
				workers, int64(account.Pending), int64(disk[i]), load,
				account.Yields).text(quantum).
			number(milliseconds(account.Busy))
	}
	return s.rows()
}

// diskWaits counts the tasks that wait for a device, by scheduler.
func diskWaits(r system.Reading) []int32 {
	in := &r.Ledger.Instances[r.Instance]
	counts := make([]int32, len(in.Layout.Lanes))
	for i := range r.Ledger.Tasks {
		t := &r.Ledger.Tasks[i]
		at := int(t.Lane - in.First)
		if t.State == trace.Suspended && at >= 0 && at < len(counts) &&
			(t.Why == pageIOLatch || t.Why == writeLog || t.Why == ioCompletion) {
			counts[at]++
		}
	}
	return counts
}

// waitsTable is sys.dm_os_wait_stats: finished waits, as the product counts them. A wait's signal part is in
// wait_time_ms too. Where nothing is changed, what only those wait for that write pages and log is left out.
func waitsTable() system.Table {
	c := columns("wait_type waiting_tasks_count wait_time_ms max_wait_time_ms signal_wait_time_ms",
		"wait_type")
	c[0].Key = false
	return system.Table{Name: "sys.dm_os_wait_stats", Title: "Waits", Columns: c,
		Rows: func(r system.Reading) [][]string { return waitRows(r, newSheet(c, waitCount)) }}
}

func waitRows(r system.Reading, s *sheet) [][]string {
	in := &r.Ledger.Instances[r.Instance]
	for i := range in.Waits {
		if trace.Reason(i) == cxConsumer && !hasConsumer(r.Values) ||
			trace.Reason(i) > writeLog && len(in.Layout.Series) == 0 {
			continue
		}
		w := &in.Waits[i]
		s.text(in.Layout.Causes[i]).number(w.Count, milliseconds(w.Total()), milliseconds(w.Max),
			milliseconds(w.Signal))
	}
	return s.rows()
}

func hasConsumer(values setting.Values) bool { return versionNamed(values.Text(versionName)).consumer }

// clock is the time of day that the product would print if a run began at midnight.
func clock(t sim.Time) string {
	b := make([]byte, 0, 12)
	b = appendPadded(b, int64(t/sim.Hour), 2)
	b = appendPadded(append(b, ':'), int64(t%sim.Hour/sim.Minute), 2)
	b = appendPadded(append(b, ':'), int64(t%sim.Minute/sim.Second), 2)
	return string(appendPadded(append(b, '.'), int64(t%sim.Second/sim.Millisecond), 3))
}

// appendPadded writes a number with at least so many digits.
func appendPadded(b []byte, n int64, digits int) []byte {
	var reversed [20]byte
	i := 0
	for ; n > 0 || i < digits; i++ {
		reversed[i] = byte('0' + n%10)
		n /= 10
	}
	for i--; i >= 0; i-- {
		b = append(b, reversed[i])
	}
	return b
}
