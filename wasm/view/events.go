package view

import (
	"slices"
	"strings"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// LogWindow says which lines of the log are wanted: so many until an instant, and so many after it.
type LogWindow struct {
	At            sim.Time
	Before, After int
}

// farBack is how many events are looked at for a line; what is further away is not found.
// assumed: 100,000 events take a millisecond.
const farBack = 100_000

// EventRows are lines of what happened around an instant, oldest first. Workers of a request that are made
// one after the other are one line; who takes turns on a CPU is not told.
func EventRows(s *Source, w LogWindow) Rows {
	out := Rows{Columns: []Column{{"time", false}, {"event", false}, {"what", false}}}
	events := s.Log.Events
	split := s.Log.EventAfter(w.At)
	var before []logLine
	for i := split - 1; i >= max(0, split-farBack) && len(before) < w.Before; i-- {
		line, first := s.lineEndingAt(i)
		if i = first; line.what != "" {
			before = append(before, line)
		}
	}
	slices.Reverse(before)
	for i := range before {
		before[i].add(&out)
	}
	out.Here = len(before)
	for i, n := split, 0; i < min(len(events), split+farBack) && n < w.After; i++ {
		line, last := s.lineFrom(i)
		if i = last; line.what != "" {
			line.add(&out)
			n++
		}
	}
	out.Note = counted(len(out.Cells), "line") + " around " + Clock(w.At, 3)
	return out
}

type logLine struct {
	at         sim.Time
	kind, what string
	picked     Picked
}

func (l *logLine) add(out *Rows) { out.add(l.picked, Clock(l.at, 6), l.kind, l.what) }

// opens says whether an event makes a parallel worker, and for which request.
func (s *Source) opens(i int) (trace.RequestID, bool) {
	e := &s.Log.Events[i]
	if e.Kind != trace.RangeBegin || e.Thing != trace.TaskThing {
		return trace.NoRequest, false
	}
	t := &s.Log.Tasks[e.Who]
	return t.Request, t.Context > 0 && t.Request >= 0
}

// between says whether an event may stand between the workers of one line.
func (s *Source) between(i int) bool {
	e := &s.Log.Events[i]
	return e.Kind == trace.Rotated || e.Thing == trace.SeriesThing ||
		e.Kind == trace.Transition && e.From == trace.None && e.Thing == trace.TaskThing
}

// lineEndingAt is the line whose last event is the i-th, with the position of its first.
func (s *Source) lineEndingAt(i int) (logLine, int) {
	request, workers := s.opens(i)
	if !workers {
		return s.eventLine(i), i
	}
	first := i
	for j := i - 1; j >= 0; j-- {
		if r, opens := s.opens(j); opens && r == request {
			first = j
		} else if !s.between(j) {
			break
		}
	}
	return s.placedLine(first, i), first
}

// lineFrom is the line whose first event is the i-th, with the position of its last.
func (s *Source) lineFrom(i int) (logLine, int) {
	request, workers := s.opens(i)
	if !workers {
		return s.eventLine(i), i
	}
	last := i
	for j := i + 1; j < len(s.Log.Events); j++ {
		if r, opens := s.opens(j); opens && r == request {
			last = j
		} else if !s.between(j) {
			break
		}
	}
	return s.placedLine(i, last), last
}

// placedLine is "Q10: 8 workers on node 5, schedulers 40 to 47".
func (s *Source) placedLine(first, last int) logLine {
	var lanes []trace.LaneID
	var nodes []string
	request := trace.NoRequest
	for i := first; i <= last; i++ {
		r, opens := s.opens(i)
		if !opens {
			continue
		}
		request = r
		lane := s.Log.Tasks[s.Log.Events[i].Who].Lane
		lanes = append(lanes, lane)
		if name := number(int(s.Floor().Groups[s.Floor().Lanes[lane].Node].Number)); !contains(nodes, name) {
			nodes = append(nodes, name)
		}
	}
	what := s.Colours().Name(request) + ": " + counted(len(lanes), s.workerNoun()) + " on " +
		plural(len(nodes), "node") +
		" " + strings.Join(nodes, ", ") + ", " + plural(len(lanes), s.schedulerNoun()) + " " +
		s.laneList(lanes)
	return logLine{s.Log.Events[first].At, "placed", what, Picked{PickedRequest, int32(request)}}
}

// eventLine is an event in words; empty if it is not told.
func (s *Source) eventLine(i int) logLine {
	e := &s.Log.Events[i]
	switch {
	case e.Thing == trace.SeriesThing || e.Kind == trace.Note && e.Thing == trace.RangeThing:
		return logLine{}
	case e.Thing == trace.RangeThing:
		return s.rangeLine(e)
	case e.Kind == trace.Note || e.Kind == trace.Counter:
		return s.noteLine(e)
	case e.Kind != trace.Transition:
		return logLine{}
	case e.Thing == trace.RequestThing:
		return s.requestLine(e)
	case e.Thing == trace.TaskThing:
		return s.taskLine(e)
	}
	return logLine{}
}

func (s *Source) noteLine(e *trace.Event) logLine {
	what := s.cause(e.Instance, e.Why)
	picked := Picked{}
	switch e.Thing {
	case trace.RequestThing:
		what, picked = s.Colours().Name(trace.RequestID(e.Who))+": "+what, Picked{PickedRequest, e.Who}
	case trace.TaskThing:
		what, picked = s.taskText(trace.TaskID(e.Who))+": "+what, Picked{PickedWorker, e.Who}
	}
	return logLine{e.At, "note", what + ", " + Number(e.Value), picked}
}

func (s *Source) requestLine(e *trace.Event) logLine {
	r := &s.Log.Requests[e.Who]
	name, picked := s.Colours().Name(trace.RequestID(e.Who)), Picked{PickedRequest, e.Who}
	if e.To == trace.Done {
		return logLine{e.At, "completed", name + " after " + Span(e.At-r.At), picked}
	}
	return logLine{e.At, "submitted", name + " by session " + number(int(r.Session)), picked}
}

func (s *Source) taskLine(e *trace.Event) logLine {
	id, picked := trace.TaskID(e.Who), Picked{PickedWorker, e.Who}
	in := s.Floor().Lanes[s.Log.Tasks[id].Lane].Instance
	isOwn := s.role(&s.Log.Tasks[id]) != ""
	switch {
	case isOwn && (s.isIdle(in, e.Why) || e.From == trace.Suspended):
		return logLine{} // it sleeps and wakes thousands of times
	case e.To == trace.Suspended:
		return logLine{e.At, "suspended", s.taskText(id) + ": " + s.cause(in, e.Why), picked}
	case e.To == trace.Pending:
		return logLine{e.At, "pending", s.taskText(id) + ": " + s.cause(in, e.Why), picked}
	case e.From == trace.Suspended && e.To == trace.Runnable:
		return logLine{e.At, "signalled", s.taskText(id), picked}
	case e.From == trace.None && s.Log.Tasks[id].Context == 0:
		return logLine{e.At, "placed", s.taskText(id), picked}
	}
	return logLine{}
}

// taskText is "Q7 worker 3 on scheduler 43".
func (s *Source) taskText(id trace.TaskID) string {
	t := &s.Log.Tasks[id]
	return s.whoFull(t, " ") + " on " + s.laneName(t.Lane)
}
