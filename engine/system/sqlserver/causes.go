package sqlserver

import (
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// Reasons: wait types first, then other causes.
const (
	sosSchedulerYield trace.Reason = iota
	cxPacket
	cxConsumer
	threadPool
	pageIOLatch
	writeLog
	bpoolFlush
	ioCompletion
	bufferPoolScan
	checkpointQueue
	dirtyPagePoll
	lazyWriterSleep
	logQueue
	waitCount = iota
)

// Causes of notes and ends that are no waits. The first are the placement kinds, in order of kind.
const (
	placed trace.Reason = waitCount + iota
	_
	_
	_
	_
	downgraded
	killed
	serialPlan
	// What background workers are.
	roleCheckpoint
	roleRecovery
	roleLazy
	roleLog
	roleScan
	// Ranges.
	dueRange
	automatic
	indirect
	manual
	internal
	scanRange
	writeRange
	slowRange
	// Facts of ranges.
	factPages
	factWrites
	factElapsed
	factAvoided
	factSaturation
	factSwitches
	factTarget
	factLatency
	factScanned
	factIterated
	// Notes of lines in the error log.
	flushLogged
	scanLogged
	slowLogged
)

func causes() []system.Cause {
	all := []system.Cause{
		{Name: "SOS_SCHEDULER_YIELD", Wait: true, Explain: explainYield,
			Help: "A worker used its quantum and waits for the next one. It needs nothing but the CPU."},
		{Name: "CXPACKET", Wait: true, Explain: explainPacket,
			Help: "A parallel worker waits for the others of its branch; before CXCONSUMER existed, " +
				"also the coordinator for its workers."},
		{Name: "CXCONSUMER", Wait: true, Explain: explainConsumer,
			Help: "The coordinator waits for rows of its parallel workers. That is normal."},
		{Name: "THREADPOOL", Wait: true, Explain: explainThreadPool,
			Help: "A task waits for a worker thread: all are in use."},
		{Name: "PAGEIOLATCH_SH", Wait: true, Explain: explainRead,
			Help: "A worker waits for a page to be read from disk."},
		{Name: "WRITELOG", Wait: true, Explain: explainLog,
			Help: "A commit waits until its log is on the device. What comes while a log writer is at " +
				"work goes out " +
				"together with the next write: group commit."},
		{Name: "SLEEP_BPOOL_FLUSH", Wait: true, Explain: explainFlush,
			Help: "A checkpoint holds its next writes back, so as not to flood the device."},
		{Name: "IO_COMPLETION", Wait: true, Explain: explainCompletion,
			Help: "A checkpoint has issued all its writes and waits for the last answers."},
		{Name: "BUFFERPOOL_SCAN", Wait: true, Explain: explainScan,
			Help: "A checkpoint waits for the tasks that scan the buffer pool with it."},
		{Name: "CHECKPOINT_QUEUE", Wait: true, Idle: true, Explain: explainCheckpointQueue,
			Help: "The checkpoint's worker waits: no checkpoint is due."},
		{Name: "DIRTY_PAGE_POLL", Wait: true, Idle: true, Explain: explainPoll,
			Help: "The recovery writer has nothing to write: no database has more dirty pages than its " +
				"target " +
				"recovery time allows."},
		{Name: "LAZYWRITER_SLEEP", Wait: true, Idle: true, Explain: explainLazy,
			Help: "A lazy writer waits: enough buffers of its memory node are free."},
		{Name: "LOGMGR_QUEUE", Wait: true, Idle: true, Explain: explainLogQueue,
			Help: "A log writer has no log to write."},
	}
	for _, p := range placements {
		all = append(all, system.Cause{Name: "placed by " + p.Name,
			Help: "Placement decision: " + p.Title + "."})
	}
	all = append(all,
		system.Cause{Name: "degree of parallelism lowered",
			Help: "Too few workers are free for the degree asked for."},
		system.Cause{Name: "killed", Help: "The session was killed."},
		system.Cause{Name: "serial",
			Help: "The plan runs serially: too cheap, or one worker is all there is."})
	return append(all, storageCauses()...)
}

// storageCauses name what background workers are and do.
func storageCauses() []system.Cause {
	return []system.Cause{
		{Name: "CHECKPOINT", Help: "The worker that makes the checkpoints of all databases, one at a time."},
		{Name: "RECOVERY WRITER", Help: "The worker that keeps the dirty pages of databases with indirect " +
			"checkpoints few."},
		{Name: "LAZY WRITER", Help: "The worker that keeps some buffers of a memory node free."},
		{Name: "LOG WRITER", Help: "A worker that writes the log for which commits wait."},
		{Name: "CHECKPOINT SCAN", Help: "A task that scans a part of the buffer pool, from 2022 on."},
		{Name: "checkpoint due", Help: "It waits for its turn: there is one at a time."},
		{Name: "automatic checkpoint", Help: "Due by the log written since the last one."},
		{Name: "indirect checkpoint", Help: "Due by the pages that the recovery writer has written."},
		{Name: "manual checkpoint", Help: "Asked for by hand."},
		{Name: "internal checkpoint", Help: "Asked for by the server, for a backup."},
		{Name: "checkpoint scan", Help: "It looks for dirty pages in the whole buffer pool."},
		{Name: "checkpoint write", Help: "It writes them."},
		{Name: "slow I/O", Help: "A request took longer than 15 s."},
		{Name: "pages written", Help: "By the checkpoint so far."},
		{Name: "writes", Help: "I/O requests of the checkpoint: neighbouring pages go out in one."},
		{Name: "elapsed", Help: "Time of the checkpoint, its scan included."},
		{Name: "new dirty pages avoided",
			Help: "Pages that became dirty while it looked for dirty ones, and were left alone."},
		{Name: "times at the target of outstanding writes",
			Help: "How often it waited because as many writes were outstanding as it allowed itself."},
		{Name: "context switches", Help: "Its waits for the device, and the quanta that it used up."},
		{Name: "last target of outstanding writes",
			Help: "How many it allowed itself in the end: more while they are fast, half when they are " +
				"slow."},
		{Name: "mean write latency", Help: "From issuing a write to its answer."},
		{Name: "pages to write", Help: "Pages of the database that were dirty when the checkpoint began."},
		{Name: "buffers looked at", Help: "All of the buffer pool, whatever the database has in it."},
		{Name: "FlushCache logged", Help: "The checkpoint took longer than the recovery interval."},
		{Name: "scan message 898", Help: "The scan took 10 s or more."},
		{Name: "slow I/O logged", Help: "Message 833."},
	}
}

// rangeKinds say which ranges are measured and which facts they have.
func rangeKinds() []trace.RangeKind {
	facts := []trace.Fact{{Why: factPages, Name: "pages_written", Unit: trace.Pages},
		{Why: factWrites, Name: "writes"}, {Why: factElapsed, Name: "elapsed_ms"},
		{Why: factAvoided, Name: "avoided", Unit: trace.Pages}, {Why: factSaturation, Name: "saturation"},
		{Why: factSwitches, Name: "context_switches"}, {Why: factTarget, Name: "target_outstanding"},
		{Why: factLatency, Name: "write_latency_ms"}}
	scanned := trace.Fact{Why: factScanned, Name: "pages_to_write", Unit: trace.Pages}
	kinds := []trace.RangeKind{{Why: dueRange, Metric: "checkpoint_due"}}
	for _, why := range []trace.Reason{automatic, indirect, manual, internal} {
		kinds = append(kinds, trace.RangeKind{Why: why, Metric: "checkpoint", Facts: facts})
	}
	return append(kinds,
		trace.RangeKind{Why: scanRange, Facts: []trace.Fact{scanned,
			{Why: factIterated, Name: "buffers_iterated", Unit: trace.Pages}}},
		trace.RangeKind{Why: writeRange, Facts: []trace.Fact{scanned,
			{Why: factPages, Name: "pages_written", Unit: trace.Pages}}},
		trace.RangeKind{Why: slowRange, Metric: ""})
}

func countedNotes() []trace.Counted {
	return []trace.Counted{{Why: flushLogged, Metric: "log.flushcache_lines"},
		{Why: scanLogged, Metric: "log.scan_messages"}, {Why: slowLogged, Metric: "log.slow_io_messages"}}
}
