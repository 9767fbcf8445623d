package trace

import "schedlab/engine/sim"

// Sample is a step of a series: from At on it has the value, until the next sample.
type Sample struct {
	At    sim.Time
	Value int64
}

// told indexes what events tell of series and ranges. It is made when it is first asked for, and goes on from
// there when the log has grown.
type told struct {
	indexed int // events
	of      []toldOf
}

type toldOf struct {
	samples [][]Sample // by series
	ranges  []Range
}

// Samples gives the steps of an instance's series in order of time, at most one an instant: the last value
// told then. The value is 0 before the first. What is given is the log's and valid until it records more.
func (l *Log) Samples(in InstanceID, series int) []Sample {
	l.index()
	return l.told.of[in].samples[series]
}

// Ranges gives everything that lasted or lasts in an instance, in the order in which it began: the position
// is the number by which events name the range. What is given is the log's and valid until it records more.
func (l *Log) Ranges(in InstanceID) []Range {
	l.index()
	return l.told.of[in].ranges
}

func (l *Log) index() {
	for i := len(l.told.of); i < len(l.Ledger.Instances); i++ {
		layout := &l.Ledger.Instances[i].Layout
		l.told.of = append(l.told.of, toldOf{samples: make([][]Sample, len(layout.Series))})
	}
	for i := l.told.indexed; i < len(l.Events); i++ {
		if e := &l.Events[i]; e.Thing == SeriesThing && e.Kind == Counter {
			l.told.of[e.Instance].sample(e)
		} else if e.Thing == RangeThing {
			l.told.of[e.Instance].lasts(e)
		}
	}
	l.told.indexed = len(l.Events)
}

// sample and lasts leave out what the ledger has told as a mistake.
func (t *toldOf) sample(e *Event) {
	if e.Who < 0 || int(e.Who) >= len(t.samples) {
		return
	}
	of := &t.samples[e.Who]
	if n := len(*of); n > 0 && (*of)[n-1].At == e.At {
		(*of)[n-1].Value = e.Value
		return
	}
	*of = append(*of, Sample{e.At, e.Value})
}

func (t *toldOf) lasts(e *Event) {
	known := e.Who >= 0 && int(e.Who) < len(t.ranges)
	switch {
	case e.Kind == RangeBegin && int(e.Who) == len(t.ranges):
		t.ranges = append(t.ranges, Range{Begin: e.At, End: sim.Never, Of: e.Value, Where: e.Where,
			Why: e.Why})
	case e.Kind == RangeEnd && known && t.ranges[e.Who].End == sim.Never:
		t.ranges[e.Who].End = e.At
	case e.Kind == Note && known:
		r := &t.ranges[e.Who]
		r.Facts = append(r.Facts, RangeFact{At: e.At, Why: e.Why, Value: e.Value})
	}
}
