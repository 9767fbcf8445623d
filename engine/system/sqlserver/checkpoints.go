package sqlserver

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// checkpoint is one that has begun, as the log tells it, with the ranges that belong to it; nil = there is
// none yet.
type checkpoint struct {
	*trace.Range
	due, scan, write *trace.Range
}

func isCheckpoint(why trace.Reason) bool { return why >= automatic && why <= internal }

// checkpointsOf are the checkpoints that began until a reading's time, in order, and how many databases are
// due then and wait. There is one at a time, so a phase is part of the one that began last.
func checkpointsOf(r system.Reading) (all []checkpoint, waiting int64) {
	ranges := r.Log.Ranges(r.Instance)
	due := map[int64]*trace.Range{} // the last of a database that is over
	var queue []*trace.Range
	for i := range ranges {
		of := &ranges[i]
		if of.Begin > r.At {
			break
		}
		switch {
		case of.Why == dueRange:
			queue = append(queue, of)
		case isCheckpoint(of.Why):
			queue = leave(queue, due, of.Begin)
			all = append(all, checkpoint{Range: of, due: due[of.Of]})
			delete(due, of.Of)
		case len(all) == 0:
		case of.Why == scanRange:
			all[len(all)-1].scan = of
		case of.Why == writeRange:
			all[len(all)-1].write = of
		}
	}
	seen := map[int64]bool{}
	for _, of := range queue {
		if of.End > r.At && !seen[of.Of] {
			seen[of.Of] = true
			waiting++
		}
	}
	return all, waiting
}

// leave takes those that are not due any more out of the queue.
func leave(queue []*trace.Range, due map[int64]*trace.Range, now sim.Time) []*trace.Range {
	kept := queue[:0]
	for _, of := range queue {
		if of.End > now {
			kept = append(kept, of)
			continue
		}
		due[of.Of] = of
	}
	return kept
}

// isOver says whether a checkpoint has ended until an instant.
func (c *checkpoint) isOver(at sim.Time) bool { return c.End <= at }

// took is how long a range has gone on until an instant; 0 for none.
func took(of *trace.Range, at sim.Time) sim.Time {
	if of == nil {
		return 0
	}
	return max(min(of.End, at)-of.Begin, 0)
}

// fact is the last value that a fact has at an instant; 0 while it is not known.
func fact(of *trace.Range, why trace.Reason, at sim.Time) int64 {
	if of == nil {
		return 0
	}
	value, _ := of.Fact(why, at)
	return value
}

// ownTask is the worker of the server's own with a role; nil = there is none. Of several it is the first.
func ownTask(r system.Reading, role trace.Reason) (found *trace.TaskAccount) {
	for i := range r.Ledger.Tasks {
		t := &r.Ledger.Tasks[i]
		if isOwnOf(r, t) && t.Role == role && (found == nil || t.ID < found.ID) {
			found = t
		}
	}
	return found
}

// ownTasks counts the workers of the server's own with a role.
func ownTasks(r system.Reading, role trace.Reason) (count int64) {
	for i := range r.Ledger.Tasks {
		if t := &r.Ledger.Tasks[i]; isOwnOf(r, t) && t.Role == role {
			count++
		}
	}
	return count
}

// isOwn says whether a task is one of a server's own workers, not of a request.
func isOwn(t *trace.TaskAccount) bool {
	return t.State != trace.None && t.Task.Request == trace.NoRequest
}

// isOwnOf says whether it is one of the instance's own workers.
func isOwnOf(r system.Reading, t *trace.TaskAccount) bool {
	first := r.Ledger.Instances[r.Instance].First
	return isOwn(t) && t.Lane >= first && int(t.Lane-first) < len(r.Layout().Lanes)
}
