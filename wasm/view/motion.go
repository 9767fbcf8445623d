package view

import (
	"math"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// A worker that yields is seen on its way from the CPU to the tail for 240 ms of the viewer's time, but never
// longer than 60 % of a quantum (design, section 6), and only where yields are shown one by one.
const (
	moveWall  = 240 * sim.Millisecond
	slowest   = 250 // permille of real time up to which yields are seen one by one
	ghosts    = 2
	moveWidth = 30
	moveHigh  = 18
)

// moving says how far the worker at the tail of a queue has come, 0 to 1; 1 if it is not on its way.
func (b *brush) moving(account *trace.LaneAccount, slot int32) float32 {
	t := &b.ledger.Tasks[slot]
	if b.look.Speed > slowest || b.look.Speed <= 0 || t.Since != account.Start || t.Yields == 0 {
		return 1
	}
	length := min(moveWall*sim.Time(b.look.Speed)/1000, b.quantumOf(account)*6/10)
	if length <= 0 {
		return 1
	}
	return min(1, float32(b.ledger.At-t.Since)/float32(length))
}

// movement is a worker on its way.
type movement struct {
	slot     int32
	from, to rect
	progress float32
}

// move draws the way, the empty slot at its end and the worker on it. With reduced motion the worker is in
// its slot already; a dashed outline and an arrow tell where it came from.
func (p *Plan) move(b *brush, m movement) {
	tone, x := b.tone(m.slot), m.from.x+m.from.w
	end := m.to.y + m.to.h/2
	p.way(x, m.from.y+16, end)
	if b.look.Reduced {
		p.frame.box(Box{X: m.from.x - 2, Y: m.from.y - 2, W: m.from.w + 4, H: m.from.h + 4, Radius: 5,
			Stroke:  tone,
			Pattern: Dotted})
		p.queued(b, m.slot, m.to)
		return
	}
	p.frame.box(Box{X: m.to.x + .5, Y: m.to.y + .5, W: m.to.w - 1, H: m.to.h - 1, Radius: 3, Stroke: tone,
		Pattern: Dotted})
	eased := float32(1 - math.Pow(float64(1-m.progress), 1.8))
	top := m.from.y + 8
	y := top + (end-moveHigh/2-top)*eased
	box := Box{X: x + 14 - moveWidth/2, W: moveWidth, H: moveHigh, Radius: 3, Fill: tone}
	for g := ghosts; g >= 1; g-- {
		box.Y, box.Opacity = y-float32(g)*5*(1.15-eased), .1*float32(ghosts+1-g)
		p.frame.box(box)
	}
	p.worker(b, m.slot, rect{box.X, y, moveWidth, moveHigh})
}

// worker draws the box that is on its way.
func (p *Plan) worker(b *brush, slot int32, r rect) {
	t, tone := &b.ledger.Tasks[slot], b.tone(slot)
	p.frame.box(Box{X: r.x, Y: r.y, W: r.w, H: r.h, Radius: 3, Fill: Surface})
	p.frame.box(Box{X: r.x, Y: r.y, W: r.w, H: r.h, Radius: 3, Fill: tone, Opacity: .2})
	p.frame.box(Box{X: r.x + .5, Y: r.y + .5, W: r.w - 1, H: r.h - 1, Radius: 3, Stroke: tone,
		StrokeWidth: 1.5,
		Pattern:     Outline})
	p.frame.label(Label{X: r.x + r.w/2, Y: r.y + 12.5, Size: 10, Weight: 600, Align: Middle, Fill: Ink,
		Text: or(b.source.whoShort(&t.Task), b.source.taskShort(&t.Task))})
}

// way draws the path from the CPU to the tail, with an arrow.
func (p *Plan) way(x, top, end float32) {
	far := x + 14
	for _, l := range []Line{{X1: x + 1, Y1: top, X2: far, Y2: top, Dash: 2}, {X1: far, Y1: top, X2: far,
		Y2: end, Dash: 2},
		{X1: far, Y1: end, X2: x + 3, Y2: end, Dash: 2}, {X1: x + 3, Y1: end, X2: x + 7, Y2: end - 3},
		{X1: x + 3, Y1: end, X2: x + 7, Y2: end + 3}} {
		l.Stroke = Ink3
		p.frame.line(l)
	}
}
