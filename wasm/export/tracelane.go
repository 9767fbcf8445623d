package export

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// laneFile is a scheduler of a trace under way.
type laneFile struct {
	*traceFile
	lane   trace.LaneID
	place  place
	at     int // next of the lane's events
	block  int // next part of the window
	blocks int
	tasks  map[trace.TaskID]*taskState
	merge  *merging // nil = every slice is written
}

// taskState is what a task of the lane is doing while time goes on.
type taskState struct {
	isQueued  bool // it waits for the CPU
	isHolding bool // it waits for something else, since `since`
	why       trace.Reason
	since     sim.Time // of the state
	resource  sim.Time // part of the wait that was over when it was signalled
	pending   sim.Time // how long it had no worker; told with its first slice
	noWorker  trace.Reason
	ran       sim.Time // when its last slice ended
}

// open begins the next lane; it says whether there was one to be begun.
func (l *laneFile) open(t *traceFile) bool {
	if l.traceFile != nil {
		return false
	}
	lane := trace.LaneID(t.lanes)
	*l = laneFile{traceFile: t, lane: lane, place: t.placeOf(lane), tasks: map[trace.TaskID]*taskState{},
		blocks: 1}
	if t.isMerged() {
		l.merge = newMerging(l)
		return true
	}
	l.blocks = int(t.slicesOf(lane)/perStep) + 1
	l.run(t.from-1, nil)
	for i := range t.before.Tasks { // what happened inside rotations is in no event
		a := &t.before.Tasks[i]
		if s := l.tasks[a.ID]; s != nil && a.State == trace.Runnable {
			s.isQueued, s.since = true, a.Since
			if s.why != a.Why {
				s.why, s.resource, s.pending = a.Why, 0, 0
			}
		} else if s != nil && a.State == trace.Running {
			s.isQueued = false
		}
	}
	return true
}

// write goes on with the lane; it says whether there is more.
func (l *laneFile) write(f *File) (more bool) {
	if l.merge != nil {
		return l.merge.write(f)
	}
	edge := func(i int) sim.Time {
		return l.from + sim.Time(float64(l.to-l.from)*float64(i)/float64(l.blocks))
	}
	from, to := edge(l.block), edge(l.block+1)
	if l.block+1 == l.blocks {
		to = l.to
	}
	l.log.Expand(l.lane, from, to, func(s trace.Slice) {
		if s.From >= from || l.block == 0 {
			l.run(s.From, f)
			l.slice(f, s)
		}
	})
	if l.block++; l.block < l.blocks {
		return true
	}
	l.run(l.to-1, f)
	return false
}

// run lets all events up to an instant happen, that included. Without a file nothing is told.
func (l *laneFile) run(until sim.Time, f *File) {
	of := l.events[l.lane]
	for ; l.at < len(of); l.at++ {
		e := &l.log.Events[of[l.at]]
		if e.At > until {
			return
		}
		l.event(f, e)
	}
}

func (l *laneFile) event(f *File, e *trace.Event) {
	id := trace.TaskID(e.Who)
	s := l.tasks[id]
	if s == nil {
		s = &taskState{ran: -1}
		l.tasks[id] = s
	}
	if e.Kind == trace.RangeBegin {
		l.placed(f, e)
		return
	}
	isServed := s.ran == e.At && !s.isQueued
	if s.isQueued && !isServed { // it leaves the queue without having had the CPU
		l.unserved(f, id, s, e.At)
	}
	switch {
	case e.To == trace.Runnable && s.isHolding && e.From == trace.Pending:
		s.pending, s.noWorker, s.why = e.At-s.since, s.why, trace.NoReason
	case e.To == trace.Runnable && s.isHolding:
		s.resource = e.At - s.since
		l.held(f, id, s, e.At)
	case e.To == trace.Runnable:
		s.why = trace.NoReason
	case e.To == trace.Done && s.isHolding:
		s.resource = e.At - s.since
		s.since = e.At
		l.unserved(f, id, s, e.At)
	case e.To == trace.Suspended || e.To == trace.Pending:
		s.why, s.resource = e.Why, 0
	}
	s.since = e.At
	s.isQueued, s.isHolding = e.To == trace.Runnable, e.To == trace.Suspended || e.To == trace.Pending
	if e.To == trace.Done {
		delete(l.tasks, id)
	}
}

// slice writes a stay on the CPU, with the wait that it ends.
func (l *laneFile) slice(f *File, s trace.Slice) {
	state := l.tasks[s.Task]
	if state == nil {
		state = &taskState{}
		l.tasks[s.Task] = state
	}
	name := l.titleOf(s.Task)
	from, to := max(s.From, l.from), min(s.To, l.to)
	r := l.begin(f, "X", name.whose)
	r.at(l.place).micros("ts", from).micros("dur", to-from).arguments().said("worker", name.which)
	if request := l.log.Tasks[s.Task].Request; request >= 0 {
		r.number("session", int64(l.log.Requests[request].Session)).said("class", name.class)
	}
	if s.From >= l.from && state.isQueued {
		l.wait(&r, state, s.From)
	}
	r.end()
	state.isQueued, state.resource, state.pending, state.ran = s.Yield, 0, 0, s.To
	if s.Yield {
		in := l.source.Floor().Lanes[l.lane].Instance
		state.why, state.since = l.log.Ledger.Instances[in].Layout.Yield, s.To
	}
}

// wait tells a wait that ends: its type, how long it was for the resource, and how long in the queue. The
// queue before a task's first slice is no wait of a type.
func (l *laneFile) wait(r *record, s *taskState, at sim.Time) {
	if s.pending > 0 && s.since >= l.from {
		r.words("no_worker", l.cause(l.lane, s.noWorker)).micros("no_worker_us", s.pending)
	}
	if s.why == trace.NoReason {
		r.micros("first_us", at-s.since)
		return
	}
	r.said("wait", l.cause(l.lane, s.why))
	if s.resource > 0 {
		r.micros("resource_us", s.resource)
	}
	r.micros("signal_us", at-s.since)
}

// unserved tells a wait that ended without a slice: the task was killed.
func (l *laneFile) unserved(f *File, id trace.TaskID, s *taskState, at sim.Time) {
	if f == nil || at < l.from {
		return
	}
	name := l.titleOf(id)
	r := l.begin(f, "i", name.whose+" stops waiting")
	r.words("s", "t").at(l.place).micros("ts", at).arguments().said("worker", name.which)
	l.wait(&r, s, at)
	r.end()
}

// placed tells that a task was given to the scheduler.
func (l *laneFile) placed(f *File, e *trace.Event) {
	if f == nil || e.At < l.from || l.notes > mostNotes {
		return
	}
	name := l.titleOf(trace.TaskID(e.Who))
	r := l.begin(f, "i", name.whose+" placed")
	r.words("s", "t").at(l.place).micros("ts", e.At).arguments().said("worker", name.which).end()
}

// held tells a wait for a resource as something that lasts.
func (l *laneFile) held(f *File, id trace.TaskID, s *taskState, until sim.Time) {
	if f == nil || until < l.from || l.lasting > mostLasting {
		return
	}
	name := l.titleOf(id)
	l.lasts(f, lasting{kind: "wait", id: int64(id), name: name.whose + " " + name.which + ": " +
		l.cause(l.lane, s.why), place: l.place, from: s.since, to: until})
}

// lasting is something that lasts and has a row of its own.
type lasting struct {
	kind, name string
	id         int64
	place      place
	from, to   sim.Time
}

// lasts writes both ends, as far as they are in the window.
func (t *traceFile) lasts(f *File, l lasting) {
	for i, phase := range []string{"b", "e"} {
		at := [2]sim.Time{max(l.from, t.from), min(l.to, t.to)}[i]
		r := t.begin(f, phase, l.name)
		r.words("cat", l.kind).number("id", l.id).at(l.place).micros("ts", at).end()
	}
}
