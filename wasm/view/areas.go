package view

import (
	"schedlab/engine/trace"
)

// Sizes of pictures with an axis of amounts, in CSS pixels.
const (
	areasHigh = 134
	lineHigh  = 46
	areasTop  = 6  // of the plot of areas
	lineTop   = 16 // of a line's: the limit is named above it
	plotFoot  = 6  // below the base line
	headroom  = 1.04
	labelHigh = 15 // least area with its name inside
)

// plot is the shape of areas: for each line, how high it and all below it are at each column.
type plot struct {
	top, base float32
	most      float64     // value at the top
	edges     [][]float32 // by line, the last line is at the bottom; CSS pixels above the base
	unseen    []int       // lines that are not named inside their areas
}

// drawAreas draws stacked areas, the first line on top.
func (f *figure) drawAreas() {
	f.frame.reset(float32(f.port.Width), areasHigh)
	f.frame.Note = f.spanNote()
	f.shape(areasTop, areasHigh-plotFoot)
	f.paintAreas()
	f.ticks()
	sum := 0.0
	for i := range f.lines {
		sum += f.lines[i].steps.now(f.now())
	}
	f.head(valueText(sum, f.lines[0].unit, f.lines[0].rate))
	f.mark()
	f.nameAreas()
	for _, i := range f.plot.unseen {
		f.frame.Legend = append(f.frame.Legend, Legend{f.lines[i].colour.Name(), f.lines[i].name})
	}
}

// drawLine draws one amount as an area.
func (f *figure) drawLine() {
	f.frame.reset(float32(f.port.Width), lineHigh)
	f.frame.Note = f.spanNote()
	f.shape(lineTop, lineHigh-plotFoot)
	f.paintAreas()
	l := &f.lines[0]
	f.head(valueText(l.steps.now(f.now()), l.unit, l.rate))
	f.mark()
}

// shape computes the columns and their heights.
func (f *figure) shape(top, base float32) {
	p, g := &f.plot, f.grid()
	p.top, p.base, p.most = top, base, 0
	for len(p.edges) < len(f.lines) {
		p.edges = append(p.edges, nil)
	}
	for i := range f.lines {
		f.lines[i].values = f.lines[i].steps.columns(f.lines[i].values, g, f.source.Log.End)
	}
	for c := range g.columns {
		sum := 0.0
		for i := range f.lines {
			sum += f.lines[i].values[c]
		}
		p.most = max(p.most, sum)
	}
	p.most = max(p.most*headroom, 1e-9)
	scale := float64(base-top) / p.most
	for i := len(f.lines) - 1; i >= 0; i-- {
		p.edges[i] = resized(p.edges[i], g.columns)
		for c, v := range f.lines[i].values {
			below := 0.0
			if i+1 < len(f.lines) {
				below = float64(p.edges[i+1][c])
			}
			p.edges[i][c] = float32(below + v*scale)
			if i == 0 && p.edges[i][c] > 0 {
				p.edges[i][c] = max(p.edges[i][c], 1) // what is there at all is seen
			}
		}
	}
}

func resized(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}

// paintAreas paints each line from its upper edge down to the base, the highest first, so that no ground
// shows between two. Columns of the same height are one box.
func (f *figure) paintAreas() {
	base := f.plot.base
	f.frame.line(Line{X1: Gutter, Y1: base + .5, X2: f.frame.Width, Y2: base + .5, Stroke: Line2})
	for i := range f.lines {
		edge := f.plot.edges[i]
		var below []float32
		if i+1 < len(f.lines) {
			below = f.plot.edges[i+1]
		}
		for c := 0; c < len(edge); {
			high, end := half(edge[c]), c+1
			isHidden := hides(edge, below, c)
			for end < len(edge) && half(edge[end]) == high && hides(edge, below, end) == isHidden {
				end++
			}
			if high > 0 && !isHidden {
				f.column(edge, span{c, end}, f.lines[i].colour)
			}
			c = end
		}
	}
}

// span is some columns, the end excluded.
type span struct{ from, to int }

// hides says whether the line below covers all of one at a column.
func hides(edge, below []float32, c int) bool { return below != nil && half(below[c]) == half(edge[c]) }

// half rounds a height to half pixels.
func half(v float32) float32 { return float32(int(2*v+.5)) / 2 }

// column paints columns of a height. A box reaches a pixel under a neighbour that is at least as high, so
// that no ground shines through between two where pixels are not whole.
func (f *figure) column(edge []float32, s span, tone Tone) {
	high := half(edge[s.from])
	x0, x1 := float32(s.from), float32(s.to)
	if s.from > 0 && half(edge[s.from-1]) >= high {
		x0--
	}
	if s.to < len(edge) && half(edge[s.to]) >= high {
		x1++
	}
	f.frame.box(Box{X: Gutter + x0, Y: f.plot.base - high, W: x1 - x0, H: high, Fill: tone})
}

// ticks writes amounts into the gutter, where name and value leave room, with lines across the picture.
func (f *figure) ticks() {
	unit := f.lines[0].unit
	step := roundStep(f.plot.most/4, unit)
	for v := step; v < f.plot.most; v += step {
		y := float32(int(f.plot.base-float32(v/f.plot.most)*(f.plot.base-f.plot.top))) + .5
		if y < 44 {
			return
		}
		f.frame.line(Line{X1: Gutter, Y1: y, X2: f.frame.Width, Y2: y, Stroke: Line1, Opacity: .8})
		f.frame.label(Label{X: Gutter - 6, Y: y + 3.5, Size: 10, Weight: 400, Align: End, Fill: Ink3,
			Text: valueText(v, unit, f.lines[0].rate)})
	}
}

// mark names the limit at the right, and draws a dashed line where it lies in the picture.
func (f *figure) mark() {
	limit, name := f.limit()
	if name == "" {
		return
	}
	if limit <= f.plot.most {
		at := f.plot.base - float32(limit/f.plot.most)*(f.plot.base-f.plot.top)
		f.frame.line(Line{X1: Gutter, Y1: at, X2: f.frame.Width, Y2: at, Dash: 3, Stroke: Ink})
	}
	f.frame.label(Label{X: f.frame.Width - 2, Y: 11, Size: 10, Weight: 400, Align: End, Fill: Ink3,
		Text: name})
}

// nameAreas writes each line's name where its area is highest, if it fits; it lists those that do not.
func (f *figure) nameAreas() {
	f.plot.unseen = f.plot.unseen[:0]
	for i := range f.lines {
		l := &f.lines[i]
		c, low, high := f.widest(i, int(textWidth(l.name, 11, 600))+8)
		if c < 0 || l.name == "" {
			f.plot.unseen = append(f.plot.unseen, i)
			continue
		}
		f.frame.label(Label{X: Gutter + float32(c), Y: f.besideTick(low, high), Size: 11, Weight: 600,
			Align: Middle, Fill: onTop(l.colour), Text: l.name})
	}
}

// besideTick is the base line of a name in the middle between two heights, or above a tick's line that it
// would stand on.
func (f *figure) besideTick(low, high float32) float32 {
	y := f.plot.base - (low+high)/2 + 4
	for _, l := range f.frame.Lines {
		isOn := l.Stroke == Line1 && l.Y1 > y-11 && l.Y1 < y+3
		if above := l.Y1 - 4; isOn && above-10 > f.plot.base-high {
			return above
		}
	}
	return y
}

// widest finds the column around which a line's area is highest over a width, and where it lies there; −1 if
// it is too low.
func (f *figure) widest(i, width int) (column int, from, to float32) {
	const stride = 4
	edge, column := f.plot.edges[i], -1
	most := float32(labelHigh)
	for c := 0; c+width <= len(edge); c += stride * 2 {
		low, high := float32(0), edge[c]
		for k := c; k < c+width; k += stride {
			high = min(high, edge[k])
			if i+1 < len(f.lines) {
				low = max(low, f.plot.edges[i+1][k])
			}
		}
		if high-low > most {
			most, column, from, to = high-low, c+width/2, low, high
		}
	}
	return column, from, to
}

// tellLines adds the lines' values at an instant to a tip.
func (f *figure) tellLines(tip *Tip) {
	sum, unit, rate := 0.0, trace.Count, false
	for i := range f.lines {
		l := &f.lines[i]
		v := l.steps.now(tip.At)
		sum, unit, rate = sum+v, l.unit, l.rate
		if len(f.lines) > 1 && v > 0 {
			tip.fact(l.name, valueText(v, l.unit, l.rate))
		}
	}
	name := "all"
	if len(f.lines) == 1 {
		name = or(f.lines[0].name, "all")
	}
	tip.fact(name, valueText(sum, unit, rate))
}
