package view

// scatter says where in the array pages are. The engine counts them by memory node; where they lie inside
// one is invented here, the same at every instant: denser and thinner stretches, and for amounts that are
// too small to have some in every column, single columns.
// simplified: the places of pages inside a memory node mean nothing, their number does.
type scatter struct {
	width   int // CSS pixels that it is made for
	columns int
	column  float32     // width of one
	weight  [][]float32 // by layer and column of all rows: mean 1 in a row
	luck    [][]float32 // 0 to 1, the same way
	quantum []float32   // by layer: heights are multiples
}

// mostMarks is about how many boxes a strip may have: its columns are wider before there are more.
const mostMarks = 3500

// Steps of heights, in CSS pixels: of amounts that have some in each column, and of the others.
const (
	fineStep   = 0.5
	coarseStep = 3
)

// lay chooses the columns of a width and scatters the layers over them.
func (p *pool) lay(width int) {
	s := &p.parts
	if s.width == width {
		return
	}
	*s = scatter{width: width}
	high, _ := p.rowHigh()
	for k := range p.layers {
		quantum := float32(coarseStep)
		if p.meanHigh(k, high) >= 3 {
			quantum = fineStep
		} else if high < 12 {
			quantum = 1
		}
		s.quantum = append(s.quantum, quantum)
	}
	for _, s.column = range []float32{2, 3, 4, 6, 8, 12} {
		s.columns = max(int(float32(width-1)/s.column), 1)
		if p.marks(high) <= mostMarks {
			break
		}
	}
	for k := range p.layers {
		s.add(uint64(k), len(p.nodes))
	}
	p.heights = make([]float32, s.columns)
}

// meanHigh is how high a layer's columns are where and when it is largest.
func (p *pool) meanHigh(k int, high float32) (most float32) {
	for _, v := range p.layers[k].most {
		most = max(most, high*meanHigh*float32(v/p.most))
	}
	return most
}

// marks is how many boxes there may be.
func (p *pool) marks(high float32) int {
	sum := 0.0
	for k := range p.layers {
		for _, v := range p.layers[k].most {
			part := float64(high*meanHigh) * v / p.most / float64(max(p.parts.quantum[k], 1))
			sum += min(1, part) * float64(p.parts.columns)
		}
	}
	return int(sum)
}

// add scatters a layer.
func (s *scatter) add(seed uint64, rows int) {
	n := rows * s.columns
	weight, luck := make([]float32, n), make([]float32, n)
	const stretch = 23 // columns of about the same density
	for row := range rows {
		sum := float32(0)
		part := weight[row*s.columns : (row+1)*s.columns]
		for c := range part {
			at := uint64(row*s.columns + c)
			a, b := at/stretch, float32(at%stretch)/stretch
			dense := chance(seed<<40|a<<1)*(1-b) + chance(seed<<40|(a+1)<<1)*b
			part[c] = (.35 + 1.1*dense) * (.35 + 1.3*chance(seed<<40|1<<39|at))
			luck[int(at)] = chance(seed<<40 | 3<<38 | at)
			sum += part[c]
		}
		for c := range part {
			part[c] *= float32(len(part)) / sum
		}
	}
	s.weight, s.luck = append(s.weight, weight), append(s.luck, luck)
}

// chance is a number from 0 to 1 that a seed always gives: the finalizer of SplitMix64.
func chance(seed uint64) float32 {
	seed = (seed + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	seed = (seed ^ seed>>27) * 0x94d049bb133111eb
	return float32((seed^seed>>31)>>40) / (1 << 24)
}

// density is how many pages a layer has in a column of a node, on the left and on the right of a head.
type density struct {
	fresh float64
	old   []swept
}

// swept are pages of which a range has taken those left of its head.
type swept struct {
	each float64 // a column, right of the head
	from int     // column of the head
}

// drawLayer stacks a layer on what is drawn in a row already.
func (f *figure) drawLayer(n, k int) {
	p, s := f.pool, &f.pool.parts
	high, _ := p.rowHigh()
	d, some := f.density(n, k)
	if !some {
		return
	}
	scale := high * meanHigh * float32(s.columns) / float32(p.most)
	weight, luck := s.weight[k][n*s.columns:], s.luck[k][n*s.columns:]
	bottom, drawn, best := p.top(n)+high-1, false, 0
	for c := range s.columns {
		pages := d.fresh
		for _, old := range d.old {
			if c >= old.from {
				pages += old.each
			}
		}
		if luck[c] > luck[best] {
			best = c
		}
		steps := int(float32(pages)*weight[c]*scale/s.quantum[k] + luck[c])
		if steps > 0 {
			f.stack(c, min(float32(steps)*s.quantum[k], high-2), stacking{bottom, high - 2, p.layers[k].tone})
			drawn = true
		}
	}
	if !drawn {
		f.stack(best, min(s.quantum[k], high-2), stacking{bottom, high - 2, p.layers[k].tone})
	}
}

// stacking is where a stack stands, how high it may be, and its tone.
type stacking struct {
	bottom, room float32
	tone         Tone
}

// stack puts a box on a column.
func (f *figure) stack(c int, high float32, s stacking) {
	p := f.pool
	high = min(high, s.room-p.heights[c])
	if high <= 0 {
		return
	}
	p.heights[c] += high
	f.frame.box(Box{X: Gutter + 1 + float32(c)*p.parts.column, Y: s.bottom - p.heights[c], W: p.parts.column,
		H: high, Fill: s.tone})
}

// density divides what a layer has in a memory node now among its columns.
func (f *figure) density(n, k int) (d density, some bool) {
	p, now := f.pool, f.now()
	columns := float64(p.parts.columns)
	for _, i := range p.layers[k].series[n] {
		d.fresh += float64(amountAt(f.source.Log.Samples(f.in, i), now))
	}
	if d.fresh == 0 {
		return d, false
	}
	for i := range p.sweeps {
		s := &p.sweeps[i]
		passed := min(max(s.at-float64(n), 0), 1)
		if s.old == nil || f.owners.list[s.owner].tone != p.layers[k].tone || passed == 1 {
			continue
		}
		left := min(s.old[n]*s.takes*(1-passed), d.fresh)
		d.fresh -= left
		d.old = append(d.old, swept{each: left / (1 - passed) / columns, from: int(passed * columns)})
	}
	d.fresh /= columns
	return d, true
}

// caret marks how far a range has come: a line through the row and a triangle above it.
func (f *figure) caret(s *sweep, high float32) {
	x, n := f.headAt(s)
	y := f.pool.top(n)
	f.frame.box(Box{X: x - 1, Y: y - 2, W: 2, H: high + 4, Fill: Accent})
	for i := range 10 {
		half := 5 - float32(i)/2
		f.frame.box(Box{X: x - half, Y: y - 6 + float32(i)/2, W: 2 * half, H: .5, Fill: Accent})
	}
}

// headAt is the place of a range's head and its row.
func (f *figure) headAt(s *sweep) (x float32, node int) {
	node = min(int(s.at), len(f.pool.nodes)-1)
	width := float32(f.pool.parts.columns) * f.pool.parts.column
	return Gutter + 1 + float32(s.at-float64(node))*width, node
}

// stripLegend names the heads that are there and the owners.
func (f *figure) stripLegend() {
	for i := range f.pool.sweeps {
		s := &f.pool.sweeps[i]
		text := s.part.Name
		if len(f.pool.sweeps) > 1 {
			text += " of " + f.owners.name(s.of)
		}
		f.frame.Legend = append(f.frame.Legend, Legend{"head", text + ", " + Fixed(100*s.share, 0) + " %"})
	}
	f.frame.Legend = f.legend(f.frame.Legend)
}
