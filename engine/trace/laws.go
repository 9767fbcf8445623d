package trace

import "schedlab/engine/sim"

// Laws gives the laws that a settled ledger does not keep, in words. There are none unless we made a mistake.
func (l *Ledger) Laws() []string {
	c := check{ledger: l, broken: append([]string(nil), l.Broken...), queued: make([]bool, len(l.Tasks)),
		load: make([]int32, len(l.Lanes))}
	for id := range l.Lanes {
		c.ring(id)
	}
	for slot := range l.Tasks {
		if l.Tasks[slot].State != None {
			c.task(slot)
		}
	}
	for id := range l.Lanes {
		if c.load[id] != l.Lanes[id].Load {
			c.breaks("lane", int64(id), "its load is not its tasks")
		}
	}
	c.totals()
	c.wholes()
	return c.broken
}

// check is the state of looking for broken laws. Texts are made only for laws that are broken.
type check struct {
	ledger      *Ledger
	broken      []string
	queued      []bool  // by slot of a task: it is in a ring
	load        []int32 // by lane
	alive, open int64
}

func (c *check) breaks(thing string, id int64, what string) {
	c.broken = append(c.broken, thing+" "+itoa(id)+": "+what)
}

func (c *check) ring(id int) {
	lane := &c.ledger.Lanes[id]
	if lane.Busy > c.ledger.At {
		c.breaks("lane", int64(id), "busy longer than the run")
	}
	for _, slot := range lane.Ring {
		c.queued[slot] = true
	}
}

func (c *check) task(slot int) {
	l, t := c.ledger, &c.ledger.Tasks[slot]
	c.alive++
	c.load[t.Lane]++
	c.open += int64(l.At - t.At)
	if c.queued[slot] != (t.State == Running || t.State == Runnable) {
		c.breaks("task", int64(t.ID), "in a ring although "+t.State.String())
	}
	if l.accounted(t) != l.At-t.At {
		c.breaks("task", int64(t.ID), "running + runnable + suspended + pending is not its age")
	}
}

func (c *check) totals() {
	t := &c.ledger.Totals
	if c.alive != t.Alive || c.alive != t.Opened-t.Closed {
		c.broken = append(c.broken, "tasks opened − closed is not those alive")
	}
	if t.Area != t.Response+c.open {
		c.broken = append(c.broken, "Little's law: the area of live tasks is not the sum of their times")
	}
	if c.ledger.signals() != t.Runnable {
		c.broken = append(c.broken,
			"the waits in runnable queues are not the signal waits and the first ones")
	}
}

// wholes checks the laws about amounts. One that has been broken for longer has been told.
func (c *check) wholes() {
	for i := range c.ledger.Instances {
		in := &c.ledger.Instances[i]
		for at, w := range in.wholes.sums {
			if w.judged && !w.broken && w.sum != in.Layout.Wholes[at].Total {
				c.broken = append(c.broken, in.brokenWhole(at)+" at "+c.ledger.At.String())
			}
		}
	}
}

// accounted is everything that a live task's time went into.
func (l *Ledger) accounted(t *TaskAccount) sim.Time {
	sum := t.CPU + t.Runnable + t.Suspended + t.Pending + t.CoStop + t.Limited
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
