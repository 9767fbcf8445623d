package view

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// Find says what is at a point of a figure's last picture, in CSS pixels; false if nothing is. The tip's At
// is the instant there, of a strip the playhead's.
func (f *Figures) Find(i int, x, y float64) (Tip, bool) {
	g := f.all[i]
	tip := Tip{At: g.time(x)}
	if g.of.Kind == system.Strip {
		tip.At = g.now()
		return tip, g.findStrip(&tip, float32(x), float32(y))
	}
	isIn := x >= Gutter && x < float64(g.port.Width) && y >= 0 && y < float64(g.frame.Height)
	switch {
	case !isIn:
		return tip, false
	case g.of.Kind == system.Bars:
		return tip, g.findBar(&tip, x, y)
	}
	if g.x(g.source.Log.End) < float32(x) || g.x(0) > float32(x)+1 {
		return tip, false
	}
	tip.Title = Clock(tip.At, Places(g.pixel()))
	g.tellLines(&tip)
	tip.Spot = Spot{X: x, Y: float64(g.plot.top), Width: 1, Height: float64(g.plot.base - g.plot.top)}
	return tip, true
}

// pixel is how long a CSS pixel is.
func (f *figure) pixel() sim.Time {
	return max((f.port.To-f.port.From)/sim.Time(f.port.Width-Gutter), 1)
}

// findBar is the range whose bar is at a point: the whole range of a part.
func (f *figure) findBar(tip *Tip, x, y float64) bool {
	i := int((y - barsTop) / barPitch)
	if y < barsTop || i >= len(f.bars.rows) {
		return false
	}
	row, ranges := &f.bars.rows[i], f.source.Log.Ranges(f.in)
	const near = 2 // pixels: bars may be thin
	found := int32(-1)
	for _, list := range []*rangeList{&row.pieces, &row.whole} {
		for k := list.from(f.time(x - near)); k < len(list.at); k++ {
			r := &ranges[list.at[k]]
			if r.Begin > f.time(x+near) {
				break
			}
			x0, x1 := f.extent(r)
			if float64(x0) <= x+near && float64(x1) >= x-near {
				found = list.at[k]
			}
		}
	}
	if found < 0 {
		return false
	}
	tip.Picked = Picked{PickedRange, f.source.rangeID(f.in, int(found))}
	if about, ok := TipOf(f.source, &trace.Ledger{At: tip.At}, tip.Picked); ok {
		tip.Title, tip.Facts = about.Title, about.Facts
	}
	if spots := f.outline(tip.Picked); len(spots) > 0 {
		tip.Spot = spots[0]
	}
	return true
}

// Outline gives the rectangle of a range or a memory node in a figure's last picture.
func (f *Figures) Outline(i int, picked Picked) []Spot { return f.all[i].outline(picked) }

func (f *figure) outline(picked Picked) []Spot {
	switch {
	case f.of.Kind == system.Bars && picked.Kind == PickedRange:
		return f.outlineBar(picked)
	case f.of.Kind == system.Strip && picked.Kind == PickedMemory:
		for n := range f.pool.nodes {
			if f.pool.nodes[n].group == picked.ID {
				return []Spot{f.nodeSpot(n)}
			}
		}
	}
	return nil
}

func (f *figure) outlineBar(picked Picked) []Spot {
	in, at, found := f.source.rangeOf(picked.ID)
	if !found || in != f.in {
		return nil
	}
	r := &f.source.Log.Ranges(in)[at]
	row := f.rowOf(r)
	if r.End <= f.port.From || r.Begin >= f.port.To {
		return nil
	}
	for i := range f.bars.rows {
		if row != &f.bars.rows[i] {
			continue
		}
		x0, x1 := f.extent(r)
		return []Spot{{Picked: picked, X: float64(x0), Y: float64(barsTop + i*barPitch + 2),
			Width: float64(x1 - x0), Height: barHigh}}
	}
	return nil
}

// mostSpots is how many ranges can be reached by keyboard: the first of those that are shown.
const mostSpots = 100

// barSpots lists the ranges that are shown, with what a screen reader says of them.
func (f *figure) barSpots() {
	ranges := f.source.Log.Ranges(f.in)
	for i := range f.bars.rows {
		list := &f.bars.rows[i].whole
		for k := list.from(f.port.From); k < len(list.at) && len(f.frame.Spots) < mostSpots; k++ {
			r := &ranges[list.at[k]]
			if r.Begin >= f.port.To {
				break
			}
			about := inspector{Source: f.source, ledger: &trace.Ledger{At: f.source.Log.End}}
			for _, spot := range f.outlineBar(Picked{PickedRange, f.source.rangeID(f.in, int(list.at[k]))}) {
				spot.Text = f.source.rangeName(f.in, r) + ", " + about.when(r)
				f.frame.Spots = append(f.frame.Spots, spot)
			}
		}
	}
}

// nodeSpots lists the memory nodes with how much is in them.
func (f *figure) nodeSpots() {
	for n := range f.pool.nodes {
		spot, sum := f.nodeSpot(n), 0.0
		for i := range f.owners.list {
			sum += f.amount(&f.owners.list[i], n, f.now())
		}
		spot.Text = f.source.groupName(f.pool.nodes[n].group) + ", " + Number(int64(sum)) + " of " +
			amount(float64(f.pool.nodes[n].total))
		f.frame.Spots = append(f.frame.Spots, spot)
	}
}

func (f *figure) nodeSpot(n int) Spot {
	high, _ := f.pool.rowHigh()
	return Spot{Picked: Picked{PickedMemory, f.pool.nodes[n].group}, X: Gutter, Y: float64(f.pool.top(n)),
		Width: float64(f.port.Width - Gutter), Height: float64(high)}
}

// findStrip is the head or the memory node at a point.
func (f *figure) findStrip(tip *Tip, x, y float32) bool {
	high, pitch := f.pool.rowHigh()
	for i := range f.pool.sweeps {
		s := &f.pool.sweeps[i]
		hx, n := f.headAt(s)
		if top := f.pool.top(n); x >= hx-6 && x <= hx+6 && y >= top-6 && y < top+high {
			f.headTip(tip, s)
			tip.Spot = Spot{Picked: tip.Picked, X: float64(hx - 5), Y: float64(top - 6), Width: 10,
				Height: float64(high + 6)}
			return true
		}
	}
	n := int((y - stripTop) / pitch)
	if y < stripTop || n >= len(f.pool.nodes) || x < 0 || x >= f.frame.Width {
		return false
	}
	tip.Picked, tip.Spot = Picked{PickedMemory, f.pool.nodes[n].group}, f.nodeSpot(n)
	tip.Title = f.source.groupName(f.pool.nodes[n].group)
	for i := range f.owners.list {
		o := &f.owners.list[i]
		if v := f.amount(o, n, tip.At); v > 0 {
			tip.fact(o.label, Number(int64(v)))
		}
	}
	tip.fact("of", amount(float64(f.pool.nodes[n].total)))
	return true
}

// headTip is a range that goes through the memory.
func (f *figure) headTip(tip *Tip, s *sweep) {
	tip.Picked = Picked{PickedRange, f.source.rangeID(f.in, int(s.number))}
	tip.Title = sentence(f.source.rangeName(f.in, &f.source.Log.Ranges(f.in)[s.number]))
	tip.fact(s.part.Name, Fixed(100*s.share, 0)+" %")
}
