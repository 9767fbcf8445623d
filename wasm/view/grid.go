package view

import "schedlab/engine/sim"

// grid divides a span of time into columns. Its edges are whole nanoseconds, so that nothing is lost between
// two columns.
type grid struct {
	from, span sim.Time
	columns    int
}

// edge is where a column begins.
func (g grid) edge(i int) sim.Time { return g.from + g.span*sim.Time(i)/sim.Time(g.columns) }

// at is the column that holds an instant of the span.
func (g grid) at(t sim.Time) int {
	i := int((t - g.from) * sim.Time(g.columns) / g.span)
	for g.edge(i+1) <= t {
		i++
	}
	return i
}

func (g grid) end() sim.Time { return g.from + g.span }

// means adds amounts that hold for a while up to their mean over each column.
type means struct {
	grid
	part []sim.Time // area of the amounts that do not hold for the whole column
	step []int64    // change of the amount that holds for whole columns
}

func newMeans(g grid) means {
	return means{grid: g, part: make([]sim.Time, g.columns), step: make([]int64, g.columns+1)}
}

// add counts an amount from an instant to another.
func (m *means) add(from, to sim.Time, amount int64) {
	from, to = max(from, m.from), min(to, m.end())
	if from >= to || amount == 0 {
		return
	}
	first, last := m.at(from), m.at(to-1)
	if first == last {
		m.part[first] += (to - from) * sim.Time(amount)
		return
	}
	if from > m.edge(first) {
		m.part[first] += (m.edge(first+1) - from) * sim.Time(amount)
		first++
	}
	if to < m.edge(last+1) {
		m.part[last] += (to - m.edge(last)) * sim.Time(amount)
		last--
	}
	if first <= last {
		m.step[first] += amount
		m.step[last+1] -= amount
	}
}

// addUp adds the amounts of another one with the same columns.
func (m *means) addUp(of *means) {
	for i := range of.part {
		m.part[i] += of.part[i]
		m.step[i] += of.step[i]
	}
}

// values are the means of the columns, times a factor. The time from `ended` on does not count.
func (m *means) values(factor float64, ended sim.Time) []float64 {
	out := make([]float64, m.columns)
	level := int64(0)
	for i := range out {
		level += m.step[i]
		width := m.edge(i+1) - m.edge(i)
		area := m.part[i] + sim.Time(level)*width
		if counted := min(width, ended-m.edge(i)); counted > 0 {
			out[i] = float64(area) / float64(counted) * factor
		}
	}
	return out
}
