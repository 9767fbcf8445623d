package sqlserver

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// checkpointer is the worker that makes the checkpoints of all databases, one at a time, in the order in
// which they came due.
type checkpointer struct {
	worker int32
	queue  []order
	order  order
	state  checkState
	flush  flush
	id     int32 // of the range of the checkpoint under way
	phase  int32 // of the range of its phase
	began  sim.Time

	helpers int // scan tasks that still run
	old     int64
	met     []int64 // dirty pages when the scan began, by node of the pool
	area    int64   // of the database when the scan began
	avoided int64
	logged  int64 // bytes of log when it began: they can be reused when it ends
	told    int64 // pages that the write phase has told of
}

// order is a checkpoint that is asked for.
type order struct {
	db   *database
	kind trace.Reason
	due  int32    // range
	pace sim.Time // that it is asked to take
}

// checkState is what the worker is doing.
type checkState uint8

const (
	checkIdle      checkState = iota
	checkScanning             // looks at buffers
	checkGathering            // waits for the tasks that look with it
	checkGathered             // they are done
	checkWriting              // issues writes
	checkThrottled            // waits before it issues more
	checkDraining             // waits for the last answers
	checkClosing              // writes the log record of its end
	checkLogging              // waits for that
	checkDone
)

// scanHelper stands in place of a worker's number for tasks that share a scan.
const scanHelper = -1

// due puts a checkpoint of a database in the queue. A database that is due already is not due twice.
func (c *checkpointer) due(st *storage, db *database) {
	if db.due {
		return
	}
	db.due = true
	kind := automatic
	if db.target > 0 {
		kind = indirect
	}
	c.ask(st, order{db: db, kind: kind})
}

func (c *checkpointer) ask(st *storage, o order) {
	o.due = st.begin(dueRange, o.db, trace.NoLane)
	c.queue = append(c.queue, o)
	if c.state == checkIdle {
		st.call(c.worker)
	}
}

// perform takes what is asked for by hand: CHECKPOINT, perhaps with a duration, or a backup, which begins
// with a checkpoint of the server's own.
func (st *storage) perform(a workload.Action) {
	if len(st.databases) == 0 {
		return
	}
	kind := manual
	if a.Do == workload.Backup {
		kind = internal
	}
	st.check.ask(st, order{db: st.databaseOf(a.Database), kind: kind, pace: a.Duration})
}

// wake goes on after a wait.
func (c *checkpointer) wake(st *storage) {
	switch c.state {
	case checkIdle:
		if len(c.queue) > 0 {
			c.start(st)
		}
		return
	case checkGathering:
		c.state = checkGathered
	case checkThrottled:
		c.state = checkWriting
	case checkDraining:
		c.state = checkClosing
	case checkLogging:
		c.state = checkDone
	}
	st.compute(c.worker, workOf(wakeCPU))
}

// start begins the next checkpoint. An automatic one looks at every buffer of the pool, whatever the database
// has in it; an indirect one knows its dirty pages from the list. That of tempdb writes no pages: it only
// lets log be reused.
// Sources: SQL 2016 - It Just Runs Faster: Indirect Checkpoint Default; SQL Server: large RAM and DB
// Checkpointing; What does checkpoint do for tempdb, Paul Randal.
func (c *checkpointer) start(st *storage) {
	c.order = c.queue[0]
	c.queue = append(c.queue[:0], c.queue[1:]...)
	db := c.order.db
	st.end(c.order.due, dueRange, db)
	c.id = st.begin(c.order.kind, db, st.laneOf(c.worker))
	db.settle(st.now())
	c.began, c.old, c.area, c.avoided, c.told = st.now(), db.total, db.area, 0, 0
	c.logged, db.records = db.logged, 0
	c.flush = flush{db: db, left: db.total, limit: st.rules.limit, target: firstTarget,
		pace: c.order.pace, cap: st.rules.throughput}
	if db.target > 0 || db.temp && c.order.kind == automatic {
		switch c.order.kind {
		case indirect:
			c.flush.left, c.flush.excess = st.recovery.wanted(st, db), true
		case automatic:
			c.flush.left = 0
		}
		c.write(st)
		c.state = checkWriting
		st.compute(c.worker, workOf(wakeCPU))
		return
	}
	c.met = append(c.met[:0], db.dirty...)
	c.flush.old = c.met
	c.state = checkScanning
	c.phase = st.begin(scanRange, db, st.laneOf(c.worker))
	st.compute(c.worker, c.share(st))
}

// laneOf is the lane of a background worker.
func (st *storage) laneOf(worker int32) trace.LaneID {
	return st.instance.first + trace.LaneID(st.instance.tasks.all[st.workers[worker].slot].lane)
}

// share starts the tasks that help with a scan, and gives the worker's own part of it.
func (c *checkpointer) share(st *storage) host.Work {
	s := st.instance
	tasks := int64(1)
	if st.rules.scanTask > 0 {
		tasks = max((st.pool.buffers+st.rules.scanTask-1)/st.rules.scanTask, 1)
	}
	part := workOf(sim.Time(st.pool.buffers) * st.rules.scan / sim.Time(tasks))
	order := s.pools[0].order
	own := s.tasks.all[st.workers[c.worker].slot].lane
	for i := int64(1); i < tasks; i++ {
		lane := order[i*int64(len(order))/tasks]
		if lane == own { // two parts on one scheduler would take twice as long
			lane = order[0]
		}
		slot := s.openBackground(roleScan, lane, scanHelper)
		s.tasks.all[slot].burst = part
		s.enqueue(slot)
		c.helpers++
	}
	return part
}

// helped is told that a task of the scan is done.
func (c *checkpointer) helped(st *storage, slot int32) {
	st.instance.closeWorker(slot)
	c.helpers--
	if c.helpers == 0 && c.state == checkGathering {
		st.call(c.worker)
	}
}

// write begins the phase of writing.
func (c *checkpointer) write(st *storage) {
	c.phase = st.begin(writeRange, c.order.db, st.laneOf(c.worker))
	st.note(c.phase, factScanned, c.flush.left)
	c.flush.begin(st)
}

// scanned ends the phase of scanning: pages that were dirty when the checkpoint began are known, those that
// became dirty since are left alone.
// assumed: "avoided new dirty bufs" counts the latter as the scan meets them: in the mean over its time.
func (c *checkpointer) scanned(st *storage) {
	db := c.order.db
	db.settle(st.now())
	took := st.now() - c.began
	c.avoided = max((db.area-c.area)/max(int64(took/1024), 1)-c.old, 0)
	c.flush.left = min(c.old, db.total)
	st.note(c.phase, factScanned, c.flush.left)
	st.note(c.phase, factIterated, st.pool.buffers)
	if took >= longScan && st.rules.messages {
		st.note(c.phase, scanLogged, int64(took/sim.Second))
	}
	st.end(c.phase, scanRange, db)
	c.write(st)
}

// longScan is the time of a scan from which on message 898 tells of it. Source: sql-docs, mssqlserver-898.
const longScan = 10 * sim.Second

// goOn tells the burst that follows at once; 0 = the worker leaves the CPU.
func (c *checkpointer) goOn(st *storage) host.Work {
	switch c.state {
	case checkScanning, checkGathered:
		if c.helpers > 0 {
			return 0
		}
		c.scanned(st)
		c.state = checkWriting
	case checkWriting:
		if c.flush.chunk > 0 {
			c.flush.issued(st)
		}
	default:
		return 0
	}
	return c.flush.next(st)
}

// pause takes the worker into the wait that comes next.
func (c *checkpointer) pause(st *storage) {
	switch c.state {
	case checkScanning:
		c.state = checkGathering
		st.instance.suspend(st.workers[c.worker].slot, bufferPoolScan)
	case checkWriting:
		c.drain(st)
	case checkClosing:
		c.state = checkLogging
		st.instance.suspend(st.workers[c.worker].slot, writeLog)
		st.writers.append(st, c.order.db, st.workers[c.worker].slot, checkpointRecord)
	case checkDone:
		c.finish(st)
		c.state = checkIdle
		st.rest(c.worker)
		if len(c.queue) > 0 {
			st.call(c.worker)
		}
	default:
		panic("sqlserver: the checkpoint's worker leaves the CPU while it does not compute")
	}
}

// drain waits until more may be issued, or until everything is answered.
func (c *checkpointer) drain(st *storage) {
	if c.flush.left > 0 {
		c.state = checkThrottled
		st.sleep(c.worker, bpoolFlush, c.flush.until)
		return
	}
	c.state = checkDraining
	st.sleep(c.worker, ioCompletion, c.flush.last)
}

// checkpointRecord is the log that a checkpoint writes, in bytes. assumed: one sector.
const checkpointRecord = 512

// finish tells what the checkpoint did. The error log gets its line if it took longer than the recovery
// interval, or if trace flag 3504 is on.
// Source: How It Works: When is the FlushCache message added to SQL Server Error Log, CSS blog.
func (c *checkpointer) finish(st *storage) {
	db, f := c.order.db, &c.flush
	took := st.now() - c.began
	st.note(c.phase, factPages, f.written)
	st.end(c.phase, writeRange, db)
	for _, fact := range []struct {
		why   trace.Reason
		value int64
	}{
		{factPages, f.written}, {factWrites, f.writes}, {factElapsed, int64(took / sim.Millisecond)},
		{factAvoided, c.avoided}, {factSaturation, f.waits},
		{factSwitches, f.waits + int64(took/st.instance.quantum)}, {factTarget, f.target},
		{factLatency, int64(f.latency/sim.Time(max(f.writes, 1))+sim.Millisecond/2) / int64(sim.Millisecond)},
	} {
		st.note(c.id, fact.why, fact.value)
	}
	scans := db.target == 0
	if scans && (took > st.rules.interval || st.rules.all) {
		st.note(c.id, flushLogged, 1)
	}
	st.end(c.id, c.order.kind, db)
	db.logged -= c.logged
	db.flushed = 0
	if c.order.kind != manual && c.order.kind != internal {
		db.due = false
	}
}

// tell notes how far the write phase has come, at the pace of the samples.
func (c *checkpointer) tell(st *storage) {
	writing := c.state == checkWriting || c.state == checkThrottled
	if writing && c.flush.written != c.told {
		c.told = c.flush.written
		st.note(c.phase, factPages, c.told)
	}
}
