package analytic

import "math"

// Pair is two closed systems on one machine, such as two guests of a host: the machine's capacity for all
// busy CPUs is shared by them in proportion to how many each has busy.
type Pair struct {
	A, B     Chain // their own Capacity does not count
	Capacity Capacity
}

// Solve gives the equilibrium of each. It solves row by row, the shares of time with i sessions of A that
// want work given those of the rows beside it, then weighs the rows as a chain of their own, until
// nothing changes any more. Source: Koury, McAllister, Stewart: Iterative Methods for Computing
// Stationary Distributions of Nearly Completely Decomposable Markov Chains, 1984.
func (p Pair) Solve() (a, b Result) {
	g := p.grid()
	for range maxSweeps {
		if g.sweep() < enough {
			break
		}
	}
	for at, share := range g.p {
		p.add(&a, &b, state{at / (p.B.Sessions + 1), at % (p.B.Sessions + 1), share})
	}
	return a.complete(p.A.CPUs), b.complete(p.B.CPUs)
}

// maxSweeps bounds the work; enough is a change of all shares together that ends it, after which throughputs
// change by less than a millionth. Shares below least are slow to compute with, and nothing beside the
// others.
const (
	maxSweeps = 2_000
	enough    = 1e-6
	least     = 1e-60
)

// state is i sessions of A and j of B that want work, and the share of time in which that is so.
type state struct {
	i, j  int
	share float64
}

func (p Pair) add(a, b *Result, s state) {
	ofA, ofB := p.deaths(s.i, s.j)
	a.Throughput += s.share * ofA
	b.Throughput += s.share * ofB
	a.Runnable += s.share * float64(s.i)
	b.Runnable += s.share * float64(s.j)
	a.Busy += s.share * float64(min(s.i, p.A.CPUs))
	b.Busy += s.share * float64(min(s.j, p.B.CPUs))
}

// deaths are the rates at which each finishes work.
func (p Pair) deaths(i, j int) (a, b float64) {
	busyA, busyB := float64(min(i, p.A.CPUs)), float64(min(j, p.B.CPUs))
	if i+j == 0 {
		return 0, 0
	}
	each := p.Capacity.Of(busyA+busyB) / (busyA + busyB)
	return each * busyA / seconds(p.A.Demand), each * busyB / seconds(p.B.Demand)
}

// grid is the state of the solution.
type grid struct {
	lines     [2]lines // by sessions of A, and by sessions of B
	p         []float64
	up, known []float64 // scratch of a line
}

// lines are the states in lines of one system's sessions: i is the line's number, j the place in it.
// Neighbours across lines are stride apart, those within a line step.
type lines struct {
	across, within Chain
	stride, step   int
	down, back     []float64 // rates of the system across the lines, and of that within them
}

func (p Pair) grid() *grid {
	n, m := p.A.Sessions+1, p.B.Sessions+1
	g := &grid{p: make([]float64, n*m), up: make([]float64, max(n, m)),
		known: make([]float64, max(n, m))}
	ofA, ofB := make([]float64, n*m), make([]float64, n*m)
	for at := range g.p {
		g.p[at] = 1 / float64(n*m)
		ofA[at], ofB[at] = p.deaths(at/m, at%m)
	}
	g.lines = [2]lines{{p.A, p.B, m, 1, ofA, ofB}, {p.B, p.A, 1, m, ofB, ofA}}
	return g
}

// sweep solves all lines in both directions once and says how much they changed.
func (g *grid) sweep() (change float64) {
	for k := range g.lines {
		l := &g.lines[k]
		for i := range l.across.Sessions + 1 {
			change += g.line(l, i)
		}
		g.weigh(l)
	}
	return change
}

// weigh makes the lines a birth–death chain: as much goes from each to the next as comes back from it.
func (g *grid) weigh(l *lines) {
	weight, total, last := 1.0, 0.0, 0.0
	for i := range l.across.Sessions + 1 {
		var sum, down float64
		for j := range l.within.Sessions + 1 {
			at := i*l.stride + j*l.step
			sum += g.p[at]
			down += g.p[at] * l.down[at]
		}
		if i > 0 {
			weight = last * l.across.births(i-1) * sum / down
		}
		for j := range l.within.Sessions + 1 {
			g.p[i*l.stride+j*l.step] *= weight / sum
		}
		total, last = total+weight, weight
	}
	for at := range g.p {
		g.p[at] /= total
	}
}

// line solves the balance of the states of one line, three of which are in each equation (Thomas's
// algorithm): what leaves a state is what comes from its neighbours on the line and beside it.
func (g *grid) line(l *lines, i int) (change float64) {
	last := l.within.Sessions
	known := 0.0 // of the state before, as far as it is known
	for j := range last + 1 {
		at := i*l.stride + j*l.step
		leaving := l.across.births(i) + l.within.births(j) + l.down[at] + l.back[at]
		want := 0.0
		if i > 0 {
			want += g.p[at-l.stride] * l.across.births(i-1)
		}
		if i < l.across.Sessions {
			want += g.p[at+l.stride] * l.down[at+l.stride]
		}
		if j > 0 {
			born := l.within.births(j - 1)
			leaving -= born * g.up[j-1]
			want += born * known
		}
		if j < last {
			g.up[j] = l.back[at+l.step] / leaving
		}
		known = want / leaving
		g.known[j] = known
	}
	share := 0.0 // of the state behind
	for j := last; j >= 0; j-- {
		at := i*l.stride + j*l.step
		share = max(g.known[j]+g.up[j]*share, least)
		change += math.Abs(share - g.p[at])
		g.p[at] = share
	}
	return change
}
