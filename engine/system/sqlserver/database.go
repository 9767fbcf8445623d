package sqlserver

import (
	"strconv"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
)

// database is the state of one database.
type database struct {
	id      int32
	pages   int64    // on which changes fall
	run     int64    // mean run of neighbouring dirty pages, permille
	target  sim.Time // target recovery time; 0 = automatic checkpoints
	limit   int64    // dirty pages that the target allows
	logMax  int64    // bytes of log at which simple recovery makes a checkpoint due; 0 = never
	dirty   []int64  // by node of the pool
	total   int64    // dirty pages
	rest    int64    // of touches that have not yet added up to a page, × pages
	records int64    // of log since the last checkpoint began
	logged  int64    // bytes since the log was last reused
	due     bool     // it waits for a checkpoint, or is in one
	live    bool     // the recovery writer knows it
	flushed int64    // pages that the recovery writer wrote since the last checkpoint
	ages    ages
	lists   dirtyLists
	area    int64    // ∫ total dt until at, page × ns / 1024
	at      sim.Time // until when area is counted
	temp    bool     // tempdb: nothing of it is recovered
	slow    sim.Time // when a slow I/O was last told of
}

// databaseRecord is a row of the form: one database or several alike.
type databaseRecord struct {
	name         string
	first, count int32 // positions of its databases
	turn         int32 // whose turn it is to be changed
	id           int32
}

// firstUserID is the first database_id after master, tempdb, model and msdb.
const (
	tempdbID    = 2
	firstUserID = 5
)

func (st *storage) makeDatabases(values setting.Values) {
	if len(values.Records(databasesName)) == 0 && !st.instance.env.Writes {
		return
	}
	for _, l := range databasesOf(values) {
		record := databaseRecord{name: l.name, first: int32(len(st.databases)), count: l.count, id: l.first}
		for i := range l.count {
			st.databases = append(st.databases, st.makeDatabase(&l, l.first+i))
		}
		st.records = append(st.records, record)
	}
}

// impliedDatabase is the one that there is when none is listed.
func impliedDatabase(values setting.Values) setting.Values {
	fields := setting.Complete(databaseFields(), setting.Values{"name": {Text: "user database"}})
	if values.Text(versionName) == "2014" {
		fields[targetName] = number(0)
	}
	return fields
}

// idOf gives the database_id of a record's first database, and the next free one.
func idOf(r setting.Values, next, count int32) (id, after int32) {
	switch id := int32(r.Number("id")); {
	case id > 0:
		return id, max(next, id+count)
	case isTempdb(r.Text("name")):
		return tempdbID, next
	}
	return next, next + count
}

func (st *storage) makeDatabase(r *listed, id int32) database {
	mb := r.Number(workingSetName)
	if mb == 0 {
		mb = r.Number(sizeName)
	}
	db := database{id: id, pages: max(min(mb<<20/pageBytes, st.pool.buffers), 1),
		run: r.Number(runName), target: r.target(), limit: int64(r.target()/sim.Second) * st.rules.pageRedo,
		dirty: make([]int64, len(st.pool.nodes)), slow: -slowEvery,
		temp: isTempdb(r.name)}
	db.rest = db.pages / 2 // so that pages are rounded to the nearest
	if r.On(simpleName) {
		db.logMax = r.Number(logSizeName) << 20 / 10 * 7
	}
	if db.target > 0 {
		db.ages.width = max(db.target/ageBuckets, wakePeriod)
		db.lists.of = make([]int64, st.instance.online)
	}
	return db
}

// isLogFull says whether simple recovery asks for a checkpoint: 70 % of the log is used.
func (db *database) isLogFull() bool { return db.logMax > 0 && db.logged >= db.logMax }

// settle integrates the dirty pages over time, in units that do not overflow. What is less than a unit is
// left for the next time.
func (db *database) settle(now sim.Time) {
	units := (now - db.at) / 1024
	db.area += db.total * int64(units)
	db.at += units * 1024
}

// touch makes pages dirty, so many as changes of random pages of the database hit clean ones: in the mean the
// share of its pages that is clean. What does not make a whole page is kept for the next time.
func (db *database) touch(p *bufferPool, node int, changes int64) (made int64) {
	most := max(db.pages/32, 1) // so few that the clean share falls by less than 2 % meanwhile, in the mean
	for changes > 0 && made < db.pages-db.total {
		n := min(changes, most)
		changes -= n
		clean := db.pages - db.total - made
		hits := n*clean + db.rest
		db.rest = hits % db.pages
		made += p.dirty(node, min(hits/db.pages, clean), db.dirty)
	}
	return made
}

// clean takes pages that have been written off the dirty ones: those that a scan met, in its order of nodes,
// then from the nodes that have most.
func (db *database) clean(p *bufferPool, pages int64, met []int64) {
	left := pages
	take := func(at int, most int64) int64 {
		n := min(left, most, db.dirty[at])
		db.dirty[at] -= n
		p.nodes[at].clean += n
		left -= n
		return n
	}
	for at := range met {
		met[at] -= take(at, met[at])
	}
	for left > 0 {
		most := 0
		for at, n := range db.dirty {
			if n > db.dirty[most] {
				most = at
			}
		}
		if take(most, max(left/int64(len(db.dirty)), 1)) == 0 {
			panic("sqlserver: database " + strconv.Itoa(int(db.id)) +
				" has fewer dirty pages than are written: " +
				strconv.FormatInt(left, 10) + " too many")
		}
	}
}

// databaseOf gives the database whose turn it is among those that the name stands for.
func (st *storage) databaseOf(name string) *database {
	at := 0
	for i := range st.records {
		if st.records[i].name == name {
			at = i
			break
		}
	}
	r := &st.records[at]
	db := &st.databases[r.first+r.turn]
	r.turn = (r.turn + 1) % r.count
	return db
}

// ages are the dirty pages of a database by when they became dirty, oldest first, in buckets of time.
type ages struct {
	width sim.Time
	runs  []age
	first int
}

type age struct {
	from  sim.Time // when the bucket began
	pages int64
}

// ageBuckets is into how many steps a target recovery time is divided.
// assumed: finer steps change no figure by more than 2 %.
const ageBuckets = 64

func (db *database) remember(now sim.Time, pages int64) {
	if pages == 0 {
		return
	}
	a := &db.ages
	if n := len(a.runs); n > a.first && now < a.runs[n-1].from+a.width {
		a.runs[n-1].pages += pages
		return
	}
	if a.first > 256 {
		a.runs = append(a.runs[:0], a.runs[a.first:]...)
		a.first = 0
	}
	a.runs = append(a.runs, age{now, pages})
}

// older counts pages that have been dirty for at least the target recovery time.
func (db *database) older(now sim.Time) (pages int64) {
	for _, run := range db.ages.runs[db.ages.first:] {
		if run.from+db.target > now {
			break
		}
		pages += run.pages
	}
	return pages
}

// forget takes the oldest pages out.
func (a *ages) forget(pages int64) {
	for pages > 0 && a.first < len(a.runs) {
		run := &a.runs[a.first]
		n := min(pages, run.pages)
		run.pages -= n
		pages -= n
		if run.pages == 0 {
			a.first++
		}
	}
}

// dirtyLists are the lists of dirty pages that schedulers keep for a database with indirect checkpoints. How
// the pages of now are spread over them is taken from where pages became dirty lately.
// Source: the dirty page manager's list is partitioned by scheduler, SQL 2016 - It Just Runs Faster.
type dirtyLists struct {
	of      []int64 // pages that became dirty, by scheduler
	sum     int64
	longest int32
}

func (l *dirtyLists) add(lane int32, pages int64) {
	const memory = 1 << 20 // pages after which older ones count half
	l.of[lane] += pages
	l.sum += pages
	if l.of[lane] > l.of[l.longest] {
		l.longest = lane
	}
	if l.sum < memory {
		return
	}
	l.sum = 0
	for i := range l.of {
		l.of[i] /= 2
		l.sum += l.of[i]
	}
}

// longestOf is the length of the longest list when so many pages are dirty.
func (l *dirtyLists) longestOf(total int64) int64 {
	if l.sum == 0 {
		return 0
	}
	return total * l.of[l.longest] / l.sum
}
