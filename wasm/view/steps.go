package view

import (
	"slices"
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// steps is an amount over time that holds between two instants, prepared so that its mean or largest value
// over any span is found without looking at every step.
type steps struct {
	at    []sim.Time
	value []float64
	area  []float64 // value × ns until at
	high  []float64 // largest value of each block of steps
	peaks bool      // a column shows the largest value, not the mean
	told  sim.Time  // of a rate: the interval of telling; 0 = it is none
}

// stepBlock is how many steps share an entry of `high`.
const stepBlock = 64

func newSteps(list []trace.Sample) *steps {
	s := &steps{at: make([]sim.Time, len(list)), value: make([]float64, len(list))}
	for i, sample := range list {
		s.at[i], s.value[i] = sample.At, float64(sample.Value)
	}
	s.index()
	return s
}

// index fills in what is derived.
func (s *steps) index() {
	s.area = make([]float64, len(s.at))
	s.high = make([]float64, (len(s.at)+stepBlock-1)/stepBlock)
	for i := range s.at {
		if i > 0 {
			s.area[i] = s.area[i-1] + s.value[i-1]*float64(s.at[i]-s.at[i-1])
		}
		s.high[i/stepBlock] = max(s.high[i/stepBlock], s.value[i])
	}
}

// perSecond turns an amount that only grows into its rate. A step tells what has come since the step before,
// but while nothing comes nothing is told: it came within one interval of telling.
func perSecond(list []trace.Sample) *steps {
	told := sim.Never
	for i := 1; i < len(list); i++ {
		told = min(told, list[i].At-list[i-1].At)
	}
	s := &steps{told: told}
	add := func(at sim.Time, value float64) {
		if n := len(s.at); n > 0 && s.at[n-1] == at {
			s.value[n-1] = value
			return
		}
		s.at, s.value = append(s.at, at), append(s.value, value)
	}
	for i := 1; i < len(list); i++ {
		from := max(list[i-1].At, list[i].At-told)
		grown := float64(list[i].Value - list[i-1].Value)
		add(from, grown*float64(sim.Second)/float64(list[i].At-from))
		add(list[i].At, 0)
	}
	s.index()
	return s
}

// combined makes one list of steps from two, their sums or the larger of two values.
func combined(a, b []trace.Sample, largest bool) []trace.Sample {
	out := make([]trace.Sample, 0, len(a)+len(b))
	i, j := 0, 0
	var x, y int64
	for i < len(a) || j < len(b) {
		at := sim.Never
		if i < len(a) {
			at = a[i].At
		}
		if j < len(b) {
			at = min(at, b[j].At)
		}
		if i < len(a) && a[i].At == at {
			x = a[i].Value
			i++
		}
		if j < len(b) && b[j].At == at {
			y = b[j].Value
			j++
		}
		value := x + y
		if largest {
			value = max(x, y)
		}
		out = append(out, trace.Sample{At: at, Value: value})
	}
	return out
}

// last is the position of the last step that is not after t, at or after a position that is not after it; −1
// if there is none.
func (s *steps) last(t sim.Time, from int) int {
	if from < 0 && (len(s.at) == 0 || s.at[0] > t) {
		return -1
	}
	low := max(from, 0)
	reach := 1
	for low+reach < len(s.at) && s.at[low+reach] <= t {
		low += reach
		reach *= 2
	}
	end := min(low+reach, len(s.at))
	return low + sort.Search(end-low, func(i int) bool { return s.at[low+i] > t }) - 1
}

// now is the value at an instant; of a rate, that of the interval until then.
func (s *steps) now(t sim.Time) float64 {
	if s.told > 0 && len(s.at) > 0 {
		return s.mean(t-s.told, t, s.last(t-s.told, -1), s.last(t-1, -1))
	}
	if i := s.last(t, -1); i >= 0 {
		return s.value[i]
	}
	return 0
}

// mean is the mean value of a span, given the last steps that are not after its first and its last instant.
// Few steps are added up one by one: a difference of areas is not exact where the span is short.
func (s *steps) mean(from, to sim.Time, i, j int) float64 {
	if j-i > stepBlock {
		return (s.until(to, j) - s.until(from, i)) / float64(to-from)
	}
	sum := 0.0
	for k := max(i, 0); k <= j; k++ {
		end := to
		if k < j {
			end = s.at[k+1]
		}
		sum += s.value[k] * float64(end-max(s.at[k], from))
	}
	return sum / float64(to-from)
}

// until is value × ns before an instant, given the last step that is not after it.
func (s *steps) until(t sim.Time, i int) float64 {
	if i < 0 {
		return 0
	}
	return s.area[i] + s.value[i]*float64(t-s.at[i])
}

// most is the largest value of the steps from i to j−1.
func (s *steps) most(i, j int) (most float64) {
	for i < j {
		if i%stepBlock == 0 && i+stepBlock <= j {
			most = max(most, s.high[i/stepBlock])
			i += stepBlock
			continue
		}
		most = max(most, s.value[i])
		i++
	}
	return most
}

// columns are the values of the columns of a grid, until an end.
func (s *steps) columns(out []float64, g grid, end sim.Time) []float64 {
	out = slices.Grow(out[:0], g.columns)[:g.columns]
	i := s.last(g.from, -1)
	for c := range out {
		from, to := g.edge(c), min(g.edge(c+1), end)
		if from >= to {
			clear(out[c:])
			return out
		}
		j := s.last(to-1, i)
		switch {
		case i == j && i >= 0:
			out[c] = s.value[i]
		case s.peaks:
			out[c] = s.most(max(i, 0), j+1)
		default:
			out[c] = s.mean(from, to, i, j)
		}
		i = s.last(to, j)
	}
	return out
}

// peak is the largest value ever.
func (s *steps) peak() float64 { return s.most(0, len(s.at)) }
