package trace

import "schedlab/engine/sim"

// Laws gives the laws that a settled ledger does not keep, in words. There are none unless we made a mistake.
func (l *Ledger) Laws() []string {
	broken := append([]string(nil), l.Broken...)
	check := func(holds bool, what string) {
		if !holds {
			broken = append(broken, what)
		}
	}
	members := map[int32]LaneID{}
	load := make([]int32, len(l.Lanes))
	for id := range l.Lanes {
		lane := &l.Lanes[id]
		name := "lane " + itoa(int64(id))
		check(lane.Busy <= l.At, name+": busy longer than the run")
		for _, slot := range lane.Ring {
			members[slot] = LaneID(id)
		}
	}
	alive, open := int64(0), int64(0)
	for slot := range l.Tasks {
		t := &l.Tasks[slot]
		if t.State == None {
			continue
		}
		alive++
		load[t.Lane]++
		open += int64(l.At - t.At)
		name := "task " + itoa(int64(t.ID))
		_, queued := members[int32(slot)]
		check(queued == (t.State == Running || t.State == Runnable),
			name+": in a ring although "+t.State.String())
		check(l.accounted(t) == l.At-t.At, name+": running + runnable + suspended + pending is not its age")
	}
	for id := range l.Lanes {
		check(load[id] == l.Lanes[id].Load, "lane "+itoa(int64(id))+": its load is not its tasks")
	}
	t := &l.Totals
	check(alive == t.Alive && alive == t.Opened-t.Closed, "tasks opened − closed is not those alive")
	check(t.Area == t.Response+open, "Little's law: the area of live tasks is not the sum of their times")
	check(l.signals() == t.Runnable,
		"the waits in runnable queues are not the signal waits and the first ones")
	return broken
}

// accounted is everything that a live task's time went into.
func (l *Ledger) accounted(t *TaskAccount) sim.Time {
	sum := t.CPU + t.Runnable + t.Suspended + t.Pending
	if t.State != Running {
		sum += l.At - t.Since
	}
	return sum
}

// signals are all finished waits in runnable queues, by type and those of new tasks.
func (l *Ledger) signals() int64 {
	sum := l.Totals.FirstRun
	for i := range l.Instances {
		for _, w := range l.Instances[i].Waits {
			sum += int64(w.Signal)
		}
		if l.Instances[i].Layout.Yield == NoReason {
			return l.Totals.Runnable // such a product counts no waits after a yield
		}
	}
	return sum
}
