package sqlserver

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// spawn places the workers of a parallel plan. Threads are reserved before: concurrent branches × degree of
// parallelism, the coordinator not counted. All branches use the same schedulers.
// Source: thread and task architecture guide.
func (s *instance) spawn(slot int32) {
	q := &s.requests.all[slot]
	step := &q.Steps[q.step]
	branches := max(step.Branches, 1)
	home := s.tasks.all[q.main].lane
	dop := s.fitted(q, branches, home)
	if dop < q.dop {
		s.note(int32(q.ID), downgraded, int64(dop))
	}
	if dop <= 1 {
		s.runSerially(slot)
		return
	}
	lanes, used := s.place(home, dop, q.pool)
	s.note(int32(q.ID), placed+trace.Reason(used), int64(dop))
	q.dop, q.reserved = dop, dop*branches
	s.reserved += q.reserved
	q.running = q.running[:0]
	for range branches {
		q.running = append(q.running, int32(dop))
	}
	for b := range branches {
		for i, lane := range lanes {
			s.openWorker(slot, lane, b, i)
		}
	}
}

// openWorker starts worker i of a branch.
func (s *instance) openWorker(slot, lane int32, branch, i int) {
	q := &s.requests.all[slot]
	step := &q.Steps[q.step]
	cpu := s.scaled(q.Request, q.dop, step.CPU.Draw(s.cpu))
	cpu += sim.Time(int64(cpu) / 1000 * step.Skew * int64(i) / int64(max(q.dop-1, 1)))
	t := task{part: computing, context: int32(1 + branch*q.dop + i), branch: int16(branch)}
	s.share(&t, step, q.Endless, cpu)
	s.open(slot, lane, t)
}

// fitted lowers a degree of parallelism until its threads are free: those of the instance that nobody has
// reserved; with a connection-bound placement also those of the node, which then is all there is.
// Source: ms188611, and the placement post.
func (s *instance) fitted(q *request, branches int, home int32) int {
	dop, threads := q.dop, s.maxWorkers-s.reserved
	if s.kind == connection {
		node := s.lanes[home].node
		dop, threads = min(dop, len(q.pool.lanes[node])), min(threads, s.freeOnNode(node))
	}
	for dop > 1 && dop*branches > threads {
		dop--
	}
	return dop
}

// runSerially lets the coordinator do the whole plan, since there are no threads for more.
func (s *instance) runSerially(slot int32) {
	q := &s.requests.all[slot]
	s.note(int32(q.ID), serialPlan, 1)
	t := &s.tasks.all[q.main]
	q.dop = 1
	s.serial(t, q.Request)
	s.enqueue(q.main)
}

func (s *instance) note(id int32, why trace.Reason, value int64) {
	s.env.Trace.Record(trace.Event{At: s.env.Kernel.Now(), Kind: trace.Note,
		Thing: trace.RequestThing,
		Who:   id,
		Where: trace.NoLane, Why: why, Instance: s.id, Value: value})
}
