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
			Help: "A commit waits for the log to be written."},
	}
	for _, p := range placements {
		all = append(all, system.Cause{Name: "placed by " + p.Name,
			Help: "Placement decision: " + p.Title + "."})
	}
	return append(all,
		system.Cause{Name: "degree of parallelism lowered",
			Help: "Too few workers are free for the degree asked for."},
		system.Cause{Name: "killed", Help: "The session was killed."},
		system.Cause{Name: "serial",
			Help: "The plan runs serially: too cheap, or one worker is all there is."})
}
