package sqlserver

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// flush is the writing of a number of a database's dirty pages: writes of runs of neighbours, issued one
// after the other by one worker, in chunks.
type flush struct {
	db     *database
	left   int64 // pages to write
	total  int64
	old    []int64 // what a scan met, by node of the pool: written in its order; nil = as it comes
	node   int     // position in the pool, if only pages of one are written
	excess bool    // no more than the target recovery time asks for
	free   bool    // the buffers are wanted: written pages are given up

	target int64    // writes that may be outstanding; 0 = any number
	limit  sim.Time // mean latency above which the target is halved
	pace   sim.Time // the whole is to take that long at least; 0 = as fast as it can
	cap    int64    // bytes a second; 0 = no cap

	from    sim.Time // when it began
	began   sim.Time // the chunk
	chunk   int64    // writes in it
	taken   int64    // pages in it
	rest    int64    // of runs that did not make a whole page, permille
	last    sim.Time // when the last write will have been answered
	written int64
	writes  int64
	latency sim.Time // sum over the writes
	waits   int64    // times that the issuer waited because the target was reached
	until   sim.Time // end of such a wait
}

// How the outstanding writes of a checkpoint are steered: after each chunk of at most 100 writes, halved when
// they were slow, otherwise a tenth more. assumed: shape and start; the thresholds are published. calibrated:
// the largest target is the one that a published line of a fast disk shows (Aaron Bertrand 2020: last target
// outstanding 639360).
const (
	chunkWrites  = 100
	firstTarget  = 100
	leastTarget  = 2
	largestT     = 639_360
	targetGrowth = 10
)

// begin starts a flush now.
func (f *flush) begin(st *storage) {
	f.total, f.from, f.last = f.left, st.now(), st.now()
}

// next prepares the next chunk and gives its CPU work. 0 = the issuer has to wait until f.until first, or
// everything is issued.
func (f *flush) next(st *storage) host.Work {
	now := st.now()
	f.chunk, f.left = 0, min(f.left, f.db.total)
	if f.free {
		f.left = min(f.left, f.db.dirty[f.node])
	}
	if f.excess {
		f.left = min(f.left, st.recovery.wanted(st, f.db))
	}
	if f.left == 0 {
		return 0
	}
	if f.until = f.earliest(); f.until > now {
		return 0
	}
	chunk := int64(chunkWrites)
	if f.target > 0 {
		room := f.target - st.data.Outstanding(now)
		if room <= 0 {
			f.until = max(st.data.Below(now, f.target), now+1)
			f.waits++
			return 0
		}
		chunk = min(chunk, room)
	}
	run := min(f.db.run, st.rules.cap*1000)
	pages := chunk*run + f.rest
	f.taken, f.rest = pages/1000, pages%1000
	if f.taken >= f.left {
		f.taken, f.rest = f.left, 0
		chunk = max((f.left*1000+run-1)/run, 1)
	}
	f.began, f.chunk = now, chunk
	return workOf(sim.Time(chunk) * st.rules.issue)
}

// earliest is when the next chunk may begin, as far as a duration or a cap of throughput was asked for.
func (f *flush) earliest() sim.Time {
	at := f.from
	if f.pace > 0 {
		at = f.from + sim.Time(f.written*int64(f.pace/sim.Millisecond)/f.total)*sim.Millisecond
	}
	if f.cap > 0 {
		at = max(at, f.from+sim.Time(f.written*pageBytes/1024*int64(sim.Second/1024)/f.cap)*1024*1024)
	}
	return at
}

// issued takes a chunk down whose writes have just been issued, evenly over its time.
// simplified: pages are clean when their write is issued, not when it is answered.
func (f *flush) issued(st *storage) {
	f.taken = min(f.taken, f.db.total)
	if f.free { // others may have written them meanwhile
		f.taken = min(f.taken, f.db.dirty[f.node])
	}
	bytes := max(f.taken, 1) * pageBytes / f.chunk
	burst := st.data.Stream(f.began, st.now(), f.chunk, bytes)
	f.last = max(f.last, burst.Last)
	f.latency += burst.Latency
	f.writes += f.chunk
	f.written += f.taken
	f.left -= f.taken
	f.steer(burst.Latency / sim.Time(f.chunk))
	f.chunk = 0
	st.written(f, f.taken)
	if burst.Longest >= slowIO {
		st.slow(f.db, burst.Longest)
	}
}

// steer changes the target by the mean latency of the last writes.
func (f *flush) steer(latency sim.Time) {
	if f.target == 0 {
		return
	}
	if latency > f.limit {
		f.target = max(f.target/2, leastTarget)
		return
	}
	f.target = min(f.target+max(f.target/targetGrowth, 1), largestT)
}

// written makes a database's pages clean.
func (st *storage) written(f *flush, pages int64) {
	db := f.db
	db.settle(st.now())
	if f.free {
		db.dirty[f.node] -= pages
		st.pool.nodes[f.node].free += pages
	} else {
		db.clean(&st.pool, pages, f.old)
	}
	db.total -= pages
	if db.target > 0 {
		db.ages.forget(pages)
	}
	st.counters.cleaned += pages
	st.counters.writtenBytes += pages * pageBytes
	st.counters.stir(st)
}

// slowIO is how long a request may take before the error log tells of it. Source: message 833, "taking longer
// than 15 seconds".
const slowIO = 15 * sim.Second

// slowEvery is the shortest time between two such messages of a database.
// assumed: once in five minutes for each file.
const slowEvery = 5 * sim.Minute

func (st *storage) slow(db *database, took sim.Time) {
	if st.now() < db.slow+slowEvery {
		return
	}
	db.slow = st.now()
	id := st.begin(slowRange, db, trace.NoLane)
	st.note(id, slowLogged, int64(took/sim.Millisecond))
	st.end(id, slowRange, db)
}
