package intersystems

import (
	"sort"
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

func tables() []system.Table {
	return []system.Table{vmstatTable(), cpuTable(), processTable(), waitTable()}
}

// columns makes columns from their names; those named as texts hold no numbers. The first is the key.
func columns(names []string, texts ...string) []system.Column {
	made := make([]system.Column, len(names))
	for i, name := range names {
		made[i] = system.Column{Name: name, Numeric: true, Key: i == 0}
		for _, text := range texts {
			if text == name {
				made[i].Numeric = false
			}
		}
	}
	return made
}

func whole(n int64) string { return strconv.FormatInt(n, 10) }

// cpuTable has a row a CPU: what /proc/schedstat tells of it, in words.
func cpuTable() system.Table {
	names := []string{"cpu", "node", "busy %", "run queue", "session on it", "switches", "slices used"}
	return system.Table{Name: "CPUs", Title: "a run queue each; counts since the start",
		Thing: trace.LaneThing, Columns: columns(names, "session on it"), Rows: cpuRows}
}

func cpuRows(r system.Reading) [][]string {
	layout, lanes := r.Layout(), r.Lanes()
	rows := make([][]string, 0, len(lanes))
	for i := range lanes {
		on := ""
		if ring := lanes[i].Ring; len(ring) > 0 {
			on = whole(sessionOf(r, &r.Ledger.Tasks[ring[0]]))
		}
		rows = append(rows, []string{whole(int64(layout.Lanes[i].Number)),
			whole(int64(layout.Groups[layout.Lanes[i].Group].Number)), percent(lanes[i].Busy, r.At),
			whole(int64(len(lanes[i].Ring))), on, whole(lanes[i].Switches), whole(lanes[i].Yields)})
	}
	return rows
}

// sessionOf is the number of the connection whose process a task belongs to.
func sessionOf(r system.Reading, t *trace.TaskAccount) int64 {
	return int64(r.Log.Requests[t.Task.Request].Session)
}

// processTable has a row for each process that serves a transaction: what /proc/PID/schedstat tells of it.
func processTable() system.Table {
	names := []string{"session", "state", "transaction", "cpu", "ms", "on CPU, ms", "run delay, ms",
		"off CPU, ms", "slices used"}
	return system.Table{Name: "processes", Title: "those that serve a transaction now, and how long so far",
		Thing: trace.SessionThing, Columns: columns(names, "state", "transaction"), Rows: processRows}
}

func processRows(r system.Reading) [][]string {
	var live []*trace.TaskAccount
	eachTask(r, func(t *trace.TaskAccount) { live = append(live, t) })
	sort.Slice(live, func(i, j int) bool {
		a, b := sessionOf(r, live[i]), sessionOf(r, live[j])
		return a < b || a == b && live[i].ID < live[j].ID
	})
	first := r.Ledger.Instances[r.Instance].First
	rows := make([][]string, 0, len(live))
	for _, t := range live {
		delay, off := t.Runnable, t.Suspended
		switch t.State {
		case trace.Runnable:
			delay += r.At - t.Since
		case trace.Suspended:
			off += r.At - t.Since
		}
		class := &r.Workload.Classes[r.Log.Requests[t.Task.Request].Class]
		rows = append(rows, []string{whole(sessionOf(r, t)), letterOf(t.State), class.Name,
			whole(int64(r.Layout().Lanes[t.Lane-first].Number)), ms(r.At - t.At), ms(t.CPU), ms(delay),
			ms(off), whole(t.Yields)})
	}
	return rows
}

func ms(t sim.Time) string { return whole(int64(t / sim.Millisecond)) }

// letterOf is a state as ps prints it; a transaction whose process is busy has none of its own.
func letterOf(s trace.State) string {
	switch s {
	case trace.Suspended:
		return "S"
	case trace.Pending:
		return "queued"
	}
	return "R"
}

// waitTable has the finished waits.
func waitTable() system.Table {
	c := columns([]string{"wait", "count", "ms", "of it in a run queue, ms", "longest, ms"}, "wait")
	c[0].Key = false
	return system.Table{Name: "waits", Title: "of processes, finished ones", Columns: c,
		Rows: func(r system.Reading) [][]string {
			in := &r.Ledger.Instances[r.Instance]
			var rows [][]string
			for i, w := range in.Waits {
				rows = append(rows, []string{in.Layout.Causes[i], whole(w.Count), ms(w.Total()), ms(w.Signal),
					ms(w.Max)})
			}
			return rows
		}}
}
