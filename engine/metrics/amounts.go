package metrics

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// amounts measures the system's series, those with the same Metric as one amount: the sum of their values, or
// the largest of them. An amount at an instant is what it is when everything of that instant has happened.
//
//	<metric>_max    the largest amount inside the window
//	<metric>_mean   over time
//	<metric>_end    at the end of the window
//	<metric>_total  how much a sum that only grows has grown inside the window; it has none of the above
//	<metric>_per_s  the same, a second
//
// Times are in seconds, and their names end with _s.
func (m *measuring) amounts() {
	series := m.layout().Series
	if len(series) == 0 {
		return
	}
	before := m.before.Instances[m.instance].Amounts
	all, of := m.grouped(before)
	for _, e := range m.inside() {
		if e.Thing == trace.SeriesThing && e.Kind == trace.Counter && e.Instance == m.instance {
			of[e.Who].amount.tell(of[e.Who].at, e.Value, e.At)
		}
	}
	for _, a := range all {
		a.pass(m.window.To)
		m.setAmount(a)
	}
}

// inside gives the events of the window.
func (m *measuring) inside() []trace.Event {
	events := m.log.Events
	from := sort.Search(len(events), func(i int) bool { return events[i].At >= m.window.From })
	to := sort.Search(len(events), func(i int) bool { return events[i].At >= m.window.To })
	return events[from:to]
}

// grouped makes the amounts as they are when the window begins, in the order of their series, and says to
// which each series belongs.
func (m *measuring) grouped(values []int64) (all []*amount, of []place) {
	byName := map[string]*amount{}
	for i := range m.layout().Series {
		s := &m.layout().Series[i]
		a := byName[s.Metric]
		if a == nil {
			a = &amount{first: s, at: m.window.From}
			byName[s.Metric] = a
			all = append(all, a)
		}
		of = append(of, place{a, len(a.values)})
		a.values = append(a.values, values[i])
	}
	for _, a := range all {
		a.value = a.fold()
		a.began = a.value
	}
	return all, of
}

func (m *measuring) setAmount(a *amount) {
	name, end, scale := a.first.Metric, "", 1.0
	if a.first.Unit == trace.Span {
		end, scale = "_s", 1/float64(sim.Second)
	}
	span := m.window.To - m.window.From
	if a.first.Sum {
		grown := scale * float64(a.value-a.began)
		m.set(name+"_total"+end, grown)
		m.set(name+"_per_s", ratio(grown, seconds(span)))
		return
	}
	mean := float64(a.value)
	if span == 0 {
		a.largest = a.value
	} else {
		mean = a.area / float64(span)
	}
	m.set(name+"_max"+end, scale*float64(a.largest))
	m.set(name+"_mean"+end, scale*mean)
	m.set(name+"_end"+end, scale*float64(a.value))
}

// place is where a series is among the values of its amount.
type place struct {
	amount *amount
	at     int
}

// amount is what some series are together, and what it has been since the window began.
type amount struct {
	first   *trace.Series // its other series are alike
	values  []int64
	value   int64    // of all of them together
	stale   bool     // value is to be folded anew
	at      sim.Time // what follows is up to here
	began   int64    // value when the window began
	largest int64
	area    float64 // ∫ value dt, unit × ns
}

// tell folds a new value of the series at a place.
func (a *amount) tell(place int, value int64, at sim.Time) {
	a.pass(at)
	was := &a.values[place]
	switch {
	case !a.largestOf():
		a.value += value - *was
	case value >= a.value:
		a.value = value
	case *was == a.value:
		a.stale = true // another may be the largest now
	}
	*was = value
}

// pass lets time pass in which nothing is told.
func (a *amount) pass(to sim.Time) {
	if to == a.at {
		return
	}
	if a.stale {
		a.value, a.stale = a.fold(), false
	}
	a.largest = max(a.largest, a.value)
	a.area += float64(a.value) * float64(to-a.at)
	a.at = to
}

// largestOf says that the amount is the largest of its values. What only grows is always added up.
func (a *amount) largestOf() bool { return a.first.Largest && !a.first.Sum }

func (a *amount) fold() int64 {
	var all int64
	for _, v := range a.values {
		if a.largestOf() {
			all = max(all, v)
		} else {
			all += v
		}
	}
	return all
}
