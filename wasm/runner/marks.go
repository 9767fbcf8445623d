package runner

import (
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/wasm/proto"
	"schedlab/wasm/view"
)

// mostMarks is how many marks fit on a scrub bar. assumed: one every 8 pixels of a narrow one.
const mostMarks = 60

// marks are the starts of sessions, the actions, and the begins of what figures show as bars.
func (s *shown) marks() []proto.Mark {
	begins := s.begins()
	marks := begins
	w := &s.run.Scenario.Workload
	for _, session := range w.Sessions {
		for i := range session.Count {
			if len(marks) >= mostMarks+len(begins) {
				return marks
			}
			at := session.Start + sim.Time(i)*session.Every
			if at < s.end() && session.Every > 0 {
				marks = append(marks, proto.Mark{At: int64(at), Label: session.Name + " " +
					strconv.Itoa(i+1)})
			}
		}
	}
	for _, a := range w.Actions {
		marks = append(marks, proto.Mark{At: int64(a.At), Label: view.ActionName(a, w)})
	}
	return marks
}

// begins are the marks of ranges that a figure shows as bars, no closer than they can be told apart.
func (s *shown) begins() (marks []proto.Mark) {
	for in := range s.run.Log.Ledger.Instances {
		last := sim.Time(-1)
		for _, r := range s.run.Log.Ranges(trace.InstanceID(in)) {
			if s.isBar(in, r.Why) && (last < 0 || r.Begin-last > s.end()/mostBegins) {
				last = r.Begin
				marks = append(marks, proto.Mark{At: int64(last),
					Label: s.source.Description.Causes[r.Why].Name + " begins"})
			}
		}
	}
	return marks
}

// isBar says whether a figure shows ranges with the reason as whole bars.
func (s *shown) isBar(in int, why trace.Reason) bool {
	for _, kind := range s.run.Log.Ledger.Instances[in].Layout.Ranges {
		if kind.Why == why {
			return s.source.HasBars(kind.Metric)
		}
	}
	return false
}

// barAt is the last whole bar of a thing that is there at an instant; none if there is none.
func (s *shown) barAt(in int, of int64, at sim.Time) int {
	found := none
	for i, r := range s.run.Log.Ranges(trace.InstanceID(in)) {
		if r.Of == of && r.Begin <= at && at <= r.End && s.isBar(in, r.Why) {
			found = i
		}
	}
	return found
}

// mostBegins is into how many parts a scrub bar is divided for marks. assumed: 3 pixels each.
const mostBegins = 200
