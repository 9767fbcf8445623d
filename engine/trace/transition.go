package trace

import "schedlab/engine/sim"

// record folds a transition of the task in the slot, or of a request, or an event about an amount or a range.
func (l *Ledger) record(e Event, slot, request int32) {
	l.pass(e.At)
	if e.Thing >= SeriesThing {
		l.tell(e)
		return
	}
	if e.Kind != Transition {
		return
	}
	switch e.Thing {
	case TaskThing:
		l.transition(e, slot, request)
	case RequestThing:
		if e.To == Done {
			l.finish(e, request)
		}
	}
}

func (l *Ledger) finish(e Event, request int32) {
	r := &l.Requests[request]
	l.Totals.Finished++
	in := &l.Instances[r.Instance]
	in.Done[r.Class]++
	in.CPU[r.Class] += r.CPU
	r.Live = false
	l.freeRequests = append(l.freeRequests, request)
}

func (l *Ledger) transition(e Event, slot, request int32) {
	t := &l.Tasks[slot]
	if e.From == Running || e.From == Runnable {
		l.settleLane(t.Lane, e.At, e.At)
	}
	l.checkTransition(e, t)
	switch e.From {
	case Pending:
		t.Pending += e.At - t.Since
		l.Lanes[t.Lane].Pending--
		l.finishWait(t.Lane, t.Why, e.At-t.Since, 0)
		t.Why = NoReason
	case Suspended, CoStop, Limited:
		t.resource = e.At - t.Since
		*t.held(e.From) += t.resource
	case Runnable:
		if e.To == Runnable {
			l.unqueue(t, slot, e.At)
			l.rehome(t, e.Where)
			return
		}
		l.leave(t, slot, e.At)
	case Running:
		l.leave(t, slot, e.At)
	}
	l.arrive(t, e)
	if e.To == Done {
		l.close(t, e, slot, request)
	}
}

// arrive puts a task into its new state.
func (l *Ledger) arrive(t *TaskAccount, e Event) {
	t.State, t.Since = e.To, e.At
	switch e.To {
	case Runnable:
		l.rehome(t, e.Where)
		if e.From == Running {
			t.Why = l.instance(t.Lane).Layout.Yield
		}
	case Pending:
		t.Why = e.Why
		l.Lanes[t.Lane].Pending++
	case Suspended, CoStop, Limited:
		t.Why = e.Why
	}
}

// held is where the time in a state outside the lanes is counted.
func (t *TaskAccount) held(s State) *sim.Time {
	switch s {
	case CoStop:
		return &t.CoStop
	case Limited:
		return &t.Limited
	}
	return &t.Suspended
}

// rehome makes a lane the one that the task lives on.
func (l *Ledger) rehome(t *TaskAccount, lane LaneID) {
	if lane == t.Lane || lane == NoLane {
		return
	}
	l.Lanes[t.Lane].Load--
	l.Lanes[lane].Load++
	t.Lane = lane
}

// unqueue takes a task that waits out of its lane's ring; its wait goes on. One whose slice ends in this very
// instant waits too: the rotation that says so is still to come.
func (l *Ledger) unqueue(t *TaskAccount, slot int32, at sim.Time) {
	lane := &l.Lanes[t.Lane]
	for i, s := range lane.Ring {
		if s != slot {
			continue
		}
		if i == 0 && lane.onCPU && (lane.Next <= at || lane.Next == sim.Never) {
			l.yielded(lane, slot, at)
			l.vacate(lane, t.Lane, at)
		} else if i == 0 && lane.onCPU {
			l.broken("task " + itoa(int64(t.ID)) + " is taken to another lane while it runs")
		}
		lane.Ring = append(lane.Ring[:i], lane.Ring[i+1:]...)
		return
	}
}

// leave takes a task off its lane's ring. If it stood in the queue, its wait ends unserved.
func (l *Ledger) leave(t *TaskAccount, slot int32, at sim.Time) {
	lane := &l.Lanes[t.Lane]
	for i, s := range lane.Ring {
		if s != slot {
			continue
		}
		if i > 0 || !lane.onCPU {
			l.dispatched(t, t.Lane, at)
		} else {
			l.vacate(lane, t.Lane, at) // until the lane's next rotation, which follows in the same instant
		}
		lane.Ring = append(lane.Ring[:i], lane.Ring[i+1:]...)
		return
	}
	if t.State == Runnable { // enqueued and killed in one instant: no rotation has shown it
		l.dispatched(t, t.Lane, at)
		return
	}
	l.broken("a task that is not in a ring leaves it")
}

// dispatched ends the wait in the runnable queue at `at`.
func (l *Ledger) dispatched(t *TaskAccount, lane LaneID, at sim.Time) {
	signal := at - t.Since
	t.Runnable += signal
	l.Totals.Runnable += int64(signal)
	in := l.instance(lane)
	switch t.Why {
	case NoReason:
		l.Totals.FirstRun += int64(signal)
		l.Totals.FirstRunNo++
	case in.Layout.Yield:
		t.YieldWait += signal
		l.finishWait(lane, t.Why, 0, signal)
	default:
		l.finishWait(lane, t.Why, t.resource, signal)
	}
	t.resource = 0
	t.Since = at
}

func (l *Ledger) close(t *TaskAccount, e Event, slot, request int32) {
	switch e.From {
	case Suspended, CoStop, Limited: // killed while it waited: the wait has no signal part
		l.finishWait(t.Lane, t.Why, t.resource, 0)
	}
	response := e.At - t.At
	if t.CPU+t.Runnable+t.Suspended+t.Pending+t.CoStop+t.Limited != response {
		l.broken("task " + itoa(int64(t.ID)) +
			": running + runnable + suspended + pending is not its response")
	}
	l.Totals.Closed++
	l.Totals.Alive--
	l.Totals.Response += int64(response)
	l.Lanes[t.Lane].Load--
	if request >= 0 {
		r := &l.Requests[request]
		r.Tasks--
		r.CPU += t.CPU
		r.Yields += t.Yields
		r.YieldWait += t.YieldWait
	}
	t.State = None
	l.freeTasks = append(l.freeTasks, slot)
}

func (l *Ledger) checkTransition(e Event, t *TaskAccount) {
	was := t.State
	if was == Running { // on the lane: which of the two is the rotation's business
		was = Runnable
	}
	from := e.From
	if from == Running {
		from = Runnable
	}
	if was != from || !Legal(e.From, e.To) {
		l.broken("task " + itoa(int64(t.ID)) + " goes from " + e.From.String() + " to " + e.To.String() +
			" while " + t.State.String())
	}
}

// itoa avoids strconv's extra imports in the hot package's binary.
func itoa(n int64) string {
	if n == 0 {
		return "0"
	}
	magnitude := uint64(n)
	if n < 0 {
		magnitude = -magnitude
	}
	var digits [20]byte
	i := len(digits)
	for ; magnitude > 0; magnitude /= 10 {
		i--
		digits[i] = byte('0' + magnitude%10)
	}
	if n < 0 {
		i--
		digits[i] = '-'
	}
	return string(digits[i:])
}
