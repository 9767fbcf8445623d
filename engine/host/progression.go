package host

import (
	"math/bits"

	"schedlab/engine/sim"
)

// progression is a row of instants that are spread evenly, to the nanosecond below: member i is
// base + i·step + ⌊i·rest/of⌋. Members before next are gone.
type progression struct {
	base, step sim.Time
	rest, of   int64 // 0 ≤ rest < of; rest is 0 where all steps are equal
	next, n    int64
}

// evenly spreads n instants over a span: member i is from + ⌊i·(to-from)/n⌋.
func evenly(from, to sim.Time, n int64) progression {
	span := int64(to - from)
	return progression{base: from, step: sim.Time(span / n), rest: span % n, of: n, n: n}
}

func (p *progression) at(i int64) sim.Time {
	at := p.base + sim.Time(i)*p.step
	if p.rest != 0 {
		at += sim.Time(i * p.rest / p.of)
	}
	return at
}

// until is the first member that is later than t; it is never one that is gone.
func (p *progression) until(t sim.Time) int64 {
	switch {
	case p.next == p.n || p.at(p.next) > t:
		return p.next
	case p.at(p.n-1) <= t:
		return p.n
	case p.rest == 0:
		return int64((t-p.base)/p.step) + 1
	}
	return ceilOf(int64(t-p.base)+1, p.of, int64(p.step)*p.of+p.rest)
}

// ceilOf is ⌈a·b/by⌉ where that is below 2^63.
func ceilOf(a, b, by int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	low, carry := bits.Add64(low, uint64(by-1), 0)
	result, _ := bits.Div64(high+carry, low, uint64(by))
	return int64(result)
}

// sum adds up the members from i on and before k.
func (p *progression) sum(i, k int64) sim.Time {
	m := k - i
	sum := sim.Time(m)*(p.base+sim.Time(i)*p.step) + triangle(m)*p.step
	if p.rest != 0 {
		sum += sim.Time(floors(k, p.rest, p.of) - floors(i, p.rest, p.of))
	}
	return sum
}

// triangle is 0 + 1 + … + m-1.
func triangle(m int64) sim.Time { return sim.Time(m * (m - 1) / 2) }

// floors is the sum of ⌊i·a/b⌋ over 0 ≤ i < n. It counts the points of the grid below a line, and turns the
// picture on its side whenever the line is less steep than the diagonal: the steps of Euclid's algorithm.
func floors(n, a, b int64) int64 {
	sum, above := int64(0), int64(0) // the line is (i·a + above)/b
	for n > 0 {
		sum += n*(n-1)/2*(a/b) + n*(above/b)
		a, above = a%b, above%b
		top := a*n + above
		n, above = top/b, top%b
		a, b = b, a
	}
	return sum
}

// extend takes q in behind the last member if that leaves all steps equal.
func (p *progression) extend(q progression) bool {
	if p.rest != 0 || q.rest != 0 {
		return false
	}
	last := p.at(p.n - 1)
	step := q.base - last
	if p.n-p.next > 1 && p.step != step || q.n > 1 && q.step != step {
		return false
	}
	if p.n-p.next == 1 {
		p.base, p.step, p.next, p.n = last, step, 0, 1
	}
	p.n += q.n
	return true
}
