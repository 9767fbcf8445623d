package sqlserver

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
)

// recoveryWriter is the worker that keeps the dirty pages of databases with indirect checkpoints few: it
// writes the oldest ones as soon as there are more than the target recovery time allows, or when they are
// older than it.
type recoveryWriter struct {
	worker int32
	live   []*database // with indirect checkpoints and dirty pages
	flush  flush
	busy   bool // it issues writes
	armed  bool
	hold   hold
}

// hold is a time in which the lists of a database are being searched: whoever makes a page dirty on the
// scheduler with the longest one spins until it is over.
type hold struct {
	db    *database
	lane  int32
	until sim.Time
}

// wakePeriod is how often it looks. assumed: the product polls; how often is not published.
const wakePeriod = 100 * sim.Millisecond

// listStep is the time to pass an entry of a list of dirty pages while its lock is held.
// assumed: two cache misses; with lists of 20,000 entries and more the published stalls appear.
const listStep = 200 * sim.Nanosecond

// riskyList is the length of a list from which on the recovery writer was seen to hold schedulers up.
// Source: Indirect Checkpoint and tempdb, Parikshit Savjani 2017: lists of 20,000 to 30,000 entries.
const riskyList = 20_000

// stir tells that a database has dirty pages.
func (r *recoveryWriter) stir(st *storage, db *database) {
	if db.total == 0 {
		return
	}
	if !db.live {
		db.live = true
		r.live = append(r.live, db)
	}
	r.arm(st)
}

// arm lets it look at the next full period.
func (r *recoveryWriter) arm(st *storage) {
	if r.armed || r.busy {
		return
	}
	r.armed = true
	s := st.instance
	at := (st.now()/wakePeriod + 1) * wakePeriod
	s.env.Kernel.Set(s.tasks.all[st.workers[r.worker].slot].timer, at, sim.Arrive)
}

// wanted is how many pages of a database are to be written now.
func (r *recoveryWriter) wanted(st *storage, db *database) int64 {
	return max(db.total-db.limit, db.older(st.now()), 0)
}

// wake looks for work; it takes the CPU only if there is some.
func (r *recoveryWriter) wake(st *storage) {
	r.armed = false
	if !r.pick(st) {
		r.arm(st)
		return
	}
	r.busy = true
	st.compute(r.worker, workOf(wakeCPU))
}

// pick chooses the next database with pages to be written; it is the last to be chosen again. Databases
// without dirty pages leave the list.
func (r *recoveryWriter) pick(st *storage) bool {
	kept := r.live[:0]
	var found *database
	for _, db := range r.live {
		if db.total == 0 {
			db.live = false
			continue
		}
		if found == nil && r.wanted(st, db) > 0 {
			found = db
			continue
		}
		kept = append(kept, db)
	}
	r.live = kept
	if found == nil {
		return false
	}
	r.live = append(r.live, found)
	r.flush = flush{db: found, left: r.wanted(st, found), excess: true}
	r.flush.begin(st)
	return true
}

// goOn takes down what was issued and goes on with the next chunk, of this database or another.
func (r *recoveryWriter) goOn(st *storage) host.Work {
	f := &r.flush
	if f.chunk > 0 {
		f.issued(st)
		f.db.flushed += f.taken
		if f.db.flushed >= f.db.limit {
			st.check.due(st, f.db)
		}
	}
	if f.left == 0 && !r.pick(st) {
		return 0
	}
	if work := f.next(st); work > 0 {
		return work + workOf(r.search(st))
	}
	return 0
}

// search is the time in which the lists are searched before a chunk is issued.
func (r *recoveryWriter) search(st *storage) sim.Time {
	db := r.flush.db
	took := sim.Time(db.lists.longestOf(db.total)) * listStep
	r.hold = hold{db, db.lists.longest, st.now() + took}
	return took
}

// pause takes it to sleep until it looks again.
func (r *recoveryWriter) pause(st *storage) {
	r.busy = false
	st.rest(r.worker)
	if len(r.live) > 0 {
		r.arm(st)
	}
}

// spins is how long a worker that makes pages dirty on a scheduler has to wait for the lists, using CPU.
// Source: the same post, spinlock contention on the list.
func (r *recoveryWriter) spins(st *storage, db *database, lane int32) sim.Time {
	if h := &r.hold; h.db == db && h.lane == lane && h.until > st.now() {
		spun := h.until - st.now()
		st.counters.spun += spun
		return spun
	}
	return 0
}
