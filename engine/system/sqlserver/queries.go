package sqlserver

import (
	"slices"
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// query is a request that is under way, with its tasks.
type query struct {
	*trace.RequestAccount
	main    trace.LaneID   // scheduler of execution context 0
	workers []queryWorker  // parallel workers that have not ended
	started []trace.LaneID // schedulers of all its parallel workers, in order of execution context
	dop     int64
}

type queryWorker struct {
	lane  trace.LaneID
	state trace.State
}

// liveQueries are the instance's requests under way, by start.
func liveQueries(r system.Reading) []query {
	var queries []query
	for i := range r.Ledger.Requests {
		if q := &r.Ledger.Requests[i]; q.Live && q.Request.Instance == r.Instance {
			queries = append(queries, query{RequestAccount: q, main: trace.NoLane, dop: 1})
		}
	}
	sort.Slice(queries, func(a, b int) bool { return queries[a].ID < queries[b].ID })
	place := make(map[trace.RequestID]int, len(queries))
	for i := range queries {
		place[queries[i].ID] = i
	}
	for i := range r.Ledger.Tasks {
		t := &r.Ledger.Tasks[i]
		at, isOurs := place[t.Task.Request]
		switch {
		case t.State == trace.None || !isOurs:
		case t.Context == 0:
			queries[at].main = t.Lane
		default:
			queries[at].workers = append(queries[at].workers, queryWorker{t.Lane, t.State})
		}
	}
	addStarted(r, queries, place)
	// A log that stopped at its limit may know of a request, but not of its task.
	return slices.DeleteFunc(queries, func(q query) bool { return q.main == trace.NoLane })
}

// addStarted reads from the log which workers the parallel queries have started. All branches use the same
// schedulers, so the first one's workers are the degree of parallelism.
func addStarted(r system.Reading, queries []query, place map[trace.RequestID]int) {
	since := sim.Never
	for i := range queries {
		if len(queries[i].workers) > 0 {
			since = min(since, queries[i].At)
		}
	}
	tasks := r.Log.Tasks[:r.Ledger.Totals.Opened]
	from := sort.Search(len(tasks), func(i int) bool { return tasks[i].At >= since })
	for i := range tasks[from:] {
		t := &tasks[from+i]
		if t.Context == 0 {
			continue
		}
		at, isOurs := place[t.Request]
		if !isOurs {
			continue
		}
		q := &queries[at]
		q.started = append(q.started, t.Lane)
		if t.Branch == 0 {
			q.dop = int64(len(q.started))
		}
	}
}

// firstUserSession is the number of the first user session; lower ones are the product's own.
// Source: sys.dm_exec_sessions of the published samples, sessions 51 and later.
const firstUserSession = 51

// queriesTable is the query with which the article on soft-NUMA and SOS_SCHEDULER_YIELD shows the schedulers
// of each session's parallel workers: sys.dm_os_tasks joined with sys.dm_exec_requests. start_time counts
// from the beginning of the run.
func queriesTable() system.Table {
	c := columns("session_id dop start_time request_scheduler_id used_schedulers_for_parallel_workers",
		"start_time", "used_schedulers_for_parallel_workers")
	return system.Table{Name: "sys.dm_os_tasks by session", Title: "Schedulers of parallel workers",
		Columns: c,
		Thing:   trace.SessionThing,
		Rows: func(r system.Reading) [][]string {
			queries := liveQueries(r)
			return queryRows(r, queries, newSheet(c, len(queries)))
		}}
}

func queryRows(r system.Reading, queries []query, s *sheet) [][]string {
	layout, first := r.Layout(), r.Ledger.Instances[r.Instance].First
	for i := range queries {
		q := &queries[i]
		var used []int32
		for _, w := range q.workers {
			used = append(used, layout.Lanes[w.lane-first].Number)
		}
		sort.Slice(used, func(a, b int) bool { return used[a] < used[b] })
		s.number(firstUserSession+int64(q.Session), q.dop).text(clock(q.At)).
			number(int64(layout.Lanes[q.main-first].Number)).text(joined(used))
	}
	return s.rows()
}

// joined writes numbers with commas between; none is NULL, as STRING_AGG has it.
func joined(numbers []int32) string {
	if len(numbers) == 0 {
		return "NULL"
	}
	var b []byte
	for i, n := range numbers {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendPadded(b, int64(n), 1)
	}
	return string(b)
}
