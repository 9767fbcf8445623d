package sqlserver

import (
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// explainLog tells the parts of a commit's wait, and how many commits a write of the log takes along.
func explainLog(r system.Reading, a trace.WaitAccount) string {
	text := explainDevice(a, waitersOf(r, trace.Suspended, writeLog, anyContext), "log write")
	flushes := total(r, "log.flushes")
	if a.Count == 0 || flushes == 0 {
		return text
	}
	together := (a.Count*10 + flushes/2) / flushes
	if together <= 10 {
		return text
	}
	return fitted(maxReading, text+"; "+decimal(together/10, together%10, 1, 0)+" commits a write", text)
}

// maxReading is the longest reading of a wait in characters: a column of the page.
const maxReading = 72

func explainFlush(_ system.Reading, a trace.WaitAccount) string {
	if a.Count == 0 {
		return "no checkpoint has held writes back"
	}
	return "held writes back " + counted(a.Count, "time", "times") + ", mean " + mean(a.Resource, a.Count)
}

func explainCompletion(_ system.Reading, a trace.WaitAccount) string {
	if a.Count == 0 {
		return "no checkpoint has issued all its writes"
	}
	return "last answers for " + counted(a.Count, "checkpoint", "checkpoints") + ", mean " +
		mean(a.Resource, a.Count)
}

func explainScan(r system.Reading, a trace.WaitAccount) string {
	if n := ownTasks(r, roleScan); n > 0 {
		return counted(n, "task still scans", "tasks still scan") + " a part of the buffer pool"
	}
	if a.Count == 0 {
		return "no scan was shared by several tasks"
	}
	return counted(a.Count, "scan", "scans") + " shared by several tasks"
}

func explainCheckpointQueue(r system.Reading, _ trace.WaitAccount) string {
	all, waiting := checkpointsOf(r)
	switch {
	case len(all) == 0 || all[len(all)-1].isOver(r.At):
		return "idle: no checkpoint is due"
	case waiting > 0:
		return "a checkpoint is under way, " + counted(waiting, "database waits", "databases wait")
	}
	return "a checkpoint is under way, nobody waits for the next"
}

func explainPoll(r system.Reading, _ trace.WaitAccount) string {
	t := ownTask(r, roleRecovery)
	if t == nil || t.State == trace.Suspended {
		return "idle: no database is over its target recovery time"
	}
	return "the recovery writer is at work"
}

func explainLazy(r system.Reading, _ trace.WaitAccount) string {
	return "idle: " + asleep(r, roleLazy, lazyWriterSleep) + " lazy writers; buffers are free"
}

func explainLogQueue(r system.Reading, _ trace.WaitAccount) string {
	return "idle: " + asleep(r, roleLog, logQueue) + " log writers"
}

// asleep is "3 of 4": of the workers with a role, those in their idle wait.
func asleep(r system.Reading, role, idle trace.Reason) string {
	n := int64(0)
	for i := range r.Ledger.Tasks {
		t := &r.Ledger.Tasks[i]
		if isOwnOf(r, t) && t.Role == role && t.State == trace.Suspended && t.Why == idle {
			n++
		}
	}
	return grouped(n) + " of " + grouped(ownTasks(r, role))
}
