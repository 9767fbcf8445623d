package sqlserver

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// mostRows is how many databases sys.databases shows.
// simplified: more are left out, since nobody reads them and a page has to hold them.
const mostRows = 2000

// databasesTable is sys.databases without the system's own, unless they are listed. tempdb has simple
// recovery always. Source: sql-docs, sys-databases-transact-sql.md.
func databasesTable() system.Table {
	c := columns("database_id name target_recovery_time_in_seconds recovery_model_desc is_read_only", "name",
		"recovery_model_desc")
	c[0].Key = false
	return system.Table{Name: "sys.databases", Title: "Databases", Columns: c,
		Rows: func(r system.Reading) [][]string {
			databases := listedOf(r)
			s := newSheet(c, len(databases))
			for i := range databases {
				l := &databases[i]
				for id := l.first; id < l.first+l.count && len(s.cells) < mostRows*len(c); id++ {
					s.number(int64(id)).text(l.nameOf(int64(id))).number(int64(l.target() / sim.Second)).
						text(recoveryModel(l)).claim(l.On(readOnlyName))
				}
			}
			return s.rows()
		}}
}

func recoveryModel(l *listed) string {
	if l.On(simpleName) || isTempdb(l.name) {
		return "SIMPLE"
	}
	return "FULL"
}

// descriptorsTable is sys.dm_os_buffer_descriptors counted by database and memory node, for modified pages
// only: of those that are clean, the model does not know whose they are. Several databases alike are one row,
// with the number of the first. Source: sql-docs, sys-dm-os-buffer-descriptors-transact-sql.md.
func descriptorsTable() system.Table {
	c := columns("database_id database numa_node is_modified pages", "database")
	c[0].Key = false
	return system.Table{Name: "sys.dm_os_buffer_descriptors", Title: "Dirty pages by memory node", Columns: c,
		Rows: func(r system.Reading) [][]string {
			in := &r.Ledger.Instances[r.Instance]
			s := newSheet(c, len(in.Layout.Series))
			for i := range in.Layout.Series {
				of := &in.Layout.Series[i]
				if of.Metric != "buffer.dirty_pages" || in.Amounts[i] == 0 {
					continue
				}
				s.number(int64(of.Thing)).text(of.Label).
					number(int64(in.Layout.Groups[of.Group].Number), 1, in.Amounts[i])
			}
			return s.rows()
		}}
}

// Sessions of the server's own workers. assumed: the numbers differ from server to server; all are below
// those of users, and 14 is that of published FlushCache lines.
const (
	logSession        = 2 // and following: there are 8 at most
	recoverySession   = 13
	checkpointSession = 14
	lazySession       = 15 // and following, one a memory node
)

// ownRequestsTable is sys.dm_exec_requests for the server's own workers. wait_time is of the wait that goes
// on.
// Source: sql-docs, sys-dm-exec-requests-transact-sql.md.
func ownRequestsTable() system.Table {
	c := columns("session_id status command wait_type wait_time cpu_time scheduler_id", "status", "command",
		"wait_type")
	c[0].Key, c[len(c)-1].Key = false, true
	return system.Table{Name: "sys.dm_exec_requests", Title: "Workers of the server itself", Columns: c,
		Thing: trace.LaneThing,
		Rows: func(r system.Reading) [][]string {
			own := ownWorkersOf(r)
			s := newSheet(c, len(own))
			for i := range own {
				s.own(r, &own[i])
			}
			return s.rows()
		}}
}

// ownWorker is one of the server's own workers with its session.
type ownWorker struct {
	*trace.TaskAccount
	session int64
}

// ownWorkersOf are the server's own workers by session, but for the tasks that share a scan.
func ownWorkersOf(r system.Reading) (all []ownWorker) {
	for _, of := range []struct {
		role    trace.Reason
		session int64
	}{{roleLog, logSession}, {roleRecovery, recoverySession}, {roleCheckpoint, checkpointSession},
		{roleLazy, lazySession}} {
		from := len(all)
		for i := range r.Ledger.Tasks {
			if t := &r.Ledger.Tasks[i]; isOwnOf(r, t) && t.Role == of.role {
				all = append(all, ownWorker{TaskAccount: t})
			}
		}
		sortByTask(all[from:])
		for i := range all[from:] {
			all[from+i].session = of.session + int64(i)
		}
	}
	return all
}

func (s *sheet) own(r system.Reading, w *ownWorker) {
	in := &r.Ledger.Instances[r.Instance]
	wait, waited := unknown, int64(0)
	if w.State == trace.Suspended {
		wait, waited = in.Layout.Causes[w.Why], milliseconds(r.At-w.Since)
	}
	s.number(w.session).text("background", in.Layout.Causes[w.Role], wait).number(waited, milliseconds(w.CPU),
		int64(in.Layout.Lanes[w.Lane-in.First].Number))
}

func sortByTask(own []ownWorker) {
	sort.Slice(own, func(a, b int) bool { return own[a].ID < own[b].ID })
}
