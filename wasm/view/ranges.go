package view

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// rangeID is a range's number over all instances: what Picked holds.
func (s *Source) rangeID(in trace.InstanceID, at int) int32 {
	for i := range in {
		at += len(s.Log.Ranges(i))
	}
	return int32(at)
}

// rangeOf finds a range by its number over all instances.
func (s *Source) rangeOf(id int32) (in trace.InstanceID, at int, found bool) {
	at = int(id)
	for i := range s.Log.Ledger.Instances {
		n := len(s.Log.Ranges(trace.InstanceID(i)))
		if at >= 0 && at < n {
			return trace.InstanceID(i), at, true
		}
		at -= n
	}
	return 0, 0, false
}

func (s *Source) isRange(id int32) bool {
	_, _, found := s.rangeOf(id)
	return found
}

// rangeColour is the colour of whose a range is, 1 to 12; 0 = other.
func (s *Source) rangeColour(id int32) int {
	in, at, _ := s.rangeOf(id)
	owners := s.Figures().owners[in]
	if k := owners.of(s.Log.Ranges(in)[at].Of); k >= 0 {
		return owners.list[k].tone.number()
	}
	return 0
}

// endOf is when a range ends, or the run does before.
func (s *Source) endOf(r *trace.Range) sim.Time { return min(r.End, s.Log.End) }

// kindOf is what a layout says of a range; an empty kind if it says nothing.
func kindOf(l *trace.Layout, why trace.Reason) trace.RangeKind {
	for _, k := range l.Ranges {
		if k.Why == why {
			return k
		}
	}
	return trace.RangeKind{}
}

// progress is how far a range has come that tells pages: the first fact in pages is how many it has to do, if
// there are two, the last how many it has done.
type progress struct {
	done, whole  int64
	isDone, told bool // whether done is known, and whether the range ever tells how far it is before it ends
}

func progressOf(l *trace.Layout, r *trace.Range, at sim.Time) (p progress) {
	var pages []trace.Reason
	for _, f := range kindOf(l, r.Why).Facts {
		if f.Unit == trace.Pages {
			pages = append(pages, f.Why)
		}
	}
	if len(pages) == 0 {
		return p
	}
	last := pages[len(pages)-1]
	p.done, p.isDone = r.Fact(last, at)
	for _, f := range r.Facts {
		p.told = p.told || f.Why == last && f.At < r.End
	}
	if len(pages) > 1 {
		p.whole, _ = r.Fact(pages[0], sim.Never)
	}
	if p.whole == 0 {
		p.whole, _ = r.Fact(last, sim.Never)
	}
	return p
}

// elapsed is the part of a range's time that has gone; of one that goes on until the end of the run, of that.
func (s *Source) elapsed(r *trace.Range, at sim.Time) float64 {
	return float64(at-r.Begin) / float64(max(s.endOf(r)-r.Begin, 1))
}

// share is how far a range is, 0 to 1: by what it tells, or else by its time.
func (s *Source) share(in trace.InstanceID, r *trace.Range, at sim.Time) float64 {
	p := progressOf(s.layoutOf(in), r, at)
	if !p.told || p.whole == 0 {
		return s.elapsed(r, at)
	}
	return min(float64(p.done)/float64(p.whole), 1)
}

// rangeList is some ranges of an instance in the order in which they begin, with how long those until each
// last at most: to find who goes on at an instant.
type rangeList struct {
	at      []int32 // positions among the instance's ranges
	longest []sim.Time
}

func (l *rangeList) add(at int, r *trace.Range) {
	end := r.End
	if n := len(l.longest); n > 0 {
		end = max(end, l.longest[n-1])
	}
	l.at, l.longest = append(l.at, int32(at)), append(l.longest, end)
}

// from is the position of the first range that may go on after an instant.
func (l *rangeList) from(at sim.Time) int {
	return sort.Search(len(l.longest), func(i int) bool { return l.longest[i] > at })
}

// partOf is the part of a figure that a reason is drawn as.
func partOf(of *system.Figure, why trace.Reason) (system.FigurePart, bool) {
	for _, p := range of.Parts {
		if p.Why == why {
			return p, true
		}
	}
	return system.FigurePart{}, false
}

// partsOf lists the ranges that a figure's parts draw.
func (f *figure) partsOf() (list rangeList) {
	ranges := f.source.Log.Ranges(f.in)
	for i := range ranges {
		if _, is := partOf(f.of, ranges[i].Why); is {
			list.add(i, &ranges[i])
		}
	}
	return list
}
