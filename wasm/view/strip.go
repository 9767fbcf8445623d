package view

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// Sizes of a strip, in CSS pixels.
const (
	stripTop   = 8 // for a caret above the first row
	stripRow   = 24
	stripGap   = 4
	stripRoom  = 240 // rows of many memory nodes are lower
	stripLeast = 5
	meanHigh   = 0.5 // of a row: a column's mean height when the fullest memory node is at its fullest
)

// pool is a strip: a row a memory node, its memory from left to right.
type pool struct {
	nodes   []poolNode
	layers  []layer
	total   int64   // of all rows
	most    float64 // largest amount of a node at any time
	heads   rangeList
	parts   scatter
	sweeps  []sweep
	heights []float32 // of the stacks of a row
}

type poolNode struct {
	group int32 // in the Floor
	total int64
}

// layer is the amounts of one colour.
type layer struct {
	tone   Tone
	owners []int
	series [][]int   // by node: those of its owners
	most   []float64 // by node: the largest amount at any time
}

// newPool finds the rows of a strip; nil if there are none.
func newPool(f *figure) *pool {
	p := &pool{heads: f.partsOf()}
	floor := f.source.Floor()
	for g := range f.layout().Groups {
		total := f.wholeOf(g)
		if f.layout().Groups[g].Level == trace.MemoryNode && total > 0 {
			p.nodes = append(p.nodes, poolNode{floor.firsts[f.in] + int32(g), total})
			p.total += total
		}
	}
	other := -1
	for i := range f.owners.list {
		o := &f.owners.list[i]
		isOther := o.tone.number() == 0
		if !isOther || other < 0 {
			if isOther {
				other = len(p.layers)
			}
			p.layers = append(p.layers, layer{tone: o.tone, series: make([][]int, len(p.nodes)),
				most: make([]float64, len(p.nodes))})
		}
		at := len(p.layers) - 1
		if isOther {
			at = other
		}
		p.layers[at].owners = append(p.layers[at].owners, i)
		p.enlist(f, &p.layers[at], o)
	}
	p.measure(f)
	if p.most == 0 {
		return nil
	}
	return p
}

// wholeOf is how much there is of what a memory node's series are parts of: of the law about them.
func (f *figure) wholeOf(group int) int64 {
	for _, whole := range f.layout().Wholes {
		for _, part := range whole.Parts {
			if s := &f.layout().Series[part]; s.Metric == f.of.Of && s.Group == group {
				return whole.Total
			}
		}
	}
	return 0
}

// enlist adds an owner's series to a layer, node by node.
func (p *pool) enlist(f *figure, l *layer, o *owner) {
	for _, i := range o.series {
		group := f.source.Floor().firsts[f.in] + int32(f.layout().Series[i].Group)
		for n := range p.nodes {
			if p.nodes[n].group == group {
				l.series[n] = append(l.series[n], i)
			}
		}
	}
}

// measure finds the largest amounts, by which the heights of all pictures of the run are scaled.
func (p *pool) measure(f *figure) {
	for n := range p.nodes {
		var all []trace.Sample
		for k := range p.layers {
			var own []trace.Sample
			for _, i := range p.layers[k].series[n] {
				own = combined(own, f.source.Log.Samples(f.in, i), false)
			}
			p.layers[k].most[n] = newSteps(own).peak()
			all = combined(all, own, false)
		}
		p.most = max(p.most, newSteps(all).peak())
	}
}

// rowHigh is the height of a row and its distance from the next.
func (p *pool) rowHigh() (high, pitch float32) {
	n := float32(len(p.nodes))
	if n*(stripRow+stripGap) <= stripRoom {
		return stripRow, stripRow + stripGap
	}
	pitch = max(float32(int(stripRoom/n)), stripLeast+1)
	return pitch - min(stripGap, max(1, float32(int(pitch/6)))), pitch
}

func (p *pool) top(node int) float32 {
	_, pitch := p.rowHigh()
	return stripTop + float32(node)*pitch
}

// sweep is a range that goes through the memory: what it has passed, and whose pages it takes.
type sweep struct {
	number int32
	part   system.FigurePart
	of     int64
	owner  int
	share  float64
	at     float64 // in rows: 2.3 is in the third
	old    []float64
	takes  float64 // part of the owner's pages that are the range's
}

// drawStrip draws the memory at the playhead.
func (f *figure) drawStrip() {
	p := f.pool
	high, pitch := p.rowHigh()
	f.frame.reset(float32(f.port.Width), stripTop+float32(len(p.nodes))*pitch)
	p.lay(f.port.Width - Gutter)
	p.sweep(f)
	for n := range p.nodes {
		y := p.top(n)
		f.frame.box(Box{X: Gutter + .5, Y: y + .5, W: f.frame.Width - Gutter - 1, H: high - 1, Fill: Surface,
			Stroke: Line2, Pattern: Outline})
		f.rowName(n, y+min(high/2+4, 15))
		clear(p.heights)
		for k := range p.layers {
			f.drawLayer(n, k)
		}
	}
	for i := range p.sweeps {
		f.caret(&p.sweeps[i], high)
	}
	f.stripLegend()
	if f.look.Spots {
		f.nodeSpots()
	}
	f.frame.Note = p.note(f)
}

// rowName writes a memory node's name where it has room; the one with a head in it is strong.
func (f *figure) rowName(n int, y float32) {
	_, pitch := f.pool.rowHigh()
	if every := int(12/pitch) + 1; n%every != 0 {
		return
	}
	id := f.pool.nodes[n].group
	l := Label{Y: y, Size: 11, Weight: 400, Fill: Ink2,
		Text: f.source.prefix(f.in) + "memory " + number(int(f.source.Floor().Groups[id].Number))}
	for i := range f.pool.sweeps {
		if int(f.pool.sweeps[i].at) == n {
			l.Weight, l.Fill = 600, Ink
		}
	}
	if f.look.Picked == (Picked{PickedMemory, id}) {
		l.Weight, l.Fill = 600, Accent
	}
	f.frame.label(l)
}

// sweep finds the ranges that go on at the playhead and how far they are.
func (p *pool) sweep(f *figure) {
	p.sweeps = p.sweeps[:0]
	now, ranges := f.now(), f.source.Log.Ranges(f.in)
	for i := p.heads.from(now); i < len(p.heads.at); i++ {
		at := p.heads.at[i]
		r := &ranges[at]
		if r.Begin > now {
			return
		}
		part, _ := partOf(f.of, r.Why)
		if r.End <= now || part.Look == system.Due {
			continue
		}
		s := sweep{number: at, part: part, of: r.Of, owner: f.owners.of(r.Of),
			share: f.source.elapsed(r, now)}
		s.at = s.share * float64(len(p.nodes))
		if part.Look == system.Full {
			p.writes(f, &s, r)
		}
		p.sweeps = append(p.sweeps, s)
	}
}

// writes says how far a range is that takes pages, memory node after memory node: the pages that were there
// when it began are gone on the left of its head.
func (p *pool) writes(f *figure, s *sweep, r *trace.Range) {
	now := f.now()
	s.share = f.source.share(f.in, r, now)
	s.at = s.share * float64(len(p.nodes))
	if s.owner < 0 {
		return
	}
	s.old = make([]float64, len(p.nodes))
	sum := 0.0
	for n := range p.nodes {
		s.old[n] = f.amount(&f.owners.list[s.owner], n, r.Begin)
		sum += s.old[n]
	}
	whole := float64(progressOf(f.layout(), r, now).whole)
	if whole == 0 {
		whole = sum
	}
	s.takes = min(1, whole/max(sum, 1))
	left := s.share * sum * s.takes
	for n := range s.old {
		old := s.old[n] * s.takes
		if left < old {
			s.at = float64(n) + left/old
			return
		}
		left -= old
	}
	s.at = s.share * float64(len(p.nodes))
}

// amount is what an owner has in a memory node at an instant.
func (f *figure) amount(o *owner, node int, at sim.Time) (sum float64) {
	group := f.source.Floor().firsts[f.in]
	for _, i := range o.series {
		if group+int32(f.layout().Series[i].Group) == f.pool.nodes[node].group {
			sum += float64(amountAt(f.source.Log.Samples(f.in, i), at))
		}
	}
	return sum
}

// note says how much memory there is and what a column stands for. The figure's own note says what the memory
// consists of, for example "buffers of 8 KB in array order"; a whole sentence is left out.
func (p *pool) note(f *figure) string {
	what := f.of.Note
	if first, _ := utf8.DecodeRuneInString(what); !unicode.IsLower(first) {
		what = "pages in array order"
	}
	noun, _, _ := strings.Cut(what, " ")
	return amount(float64(p.total)) + " " + what + "; a column is " +
		likeAmount(float64(p.total)/float64(len(p.nodes)*p.parts.columns), float64(p.total)) + " " + noun
}
