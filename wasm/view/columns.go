package view

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Sizes of the form with a column a scheduler, from the design.
const (
	columnLeast = 80 // width with the way to the queue's tail
	columnMost  = 130
	columnWay   = 36 // room at the right for the worker on its way
	columnTop   = 24
	columnCPU   = 44
	queueTop    = columnTop + columnCPU + 26
	slotHigh    = 25
	slotPitch   = slotHigh + 4
	mapWidth    = 148
	mapRoom     = 700 // width from which the small picture of the machine is shown
)

func (v *scene) layColumns(s *Source, port PlanPort) geometry {
	g := geometry{form: columns, width: float32(port.Width), slot: slotHigh, slots: min(max(s.Deepest()-1,
		2), 6)}
	left, n := float32(0), v.count()
	if !v.all && port.Width >= mapRoom {
		left = mapWidth + 20
	}
	per := balanced(n, int((g.width-left)/columnLeast))
	step := min((g.width-left)/float32(per), columnMost)
	rows := (n + per - 1) / per
	for g.slots > 2 && port.Height > 0 && float32(rows)*rowHeight(g.slots) > float32(port.Height) {
		g.slots--
	}
	high := rowHeight(g.slots)
	i := 0
	for m, memory := range v.memories {
		for _, node := range v.nodes[m] {
			r := room{group: node, lanes: v.floor.Groups[node].Lanes}
			for _, lane := range r.lanes {
				x, y := left+float32(i%per)*step, float32(i/per)*high
				g.seats = append(g.seats, seat{lane: lane, cpu: rect{x, y + columnTop, step - columnWay,
					columnCPU},
					all: rect{x - 6, y, step - 4, high - 10}})
				i++
			}
			r.rect = around(g.seats[len(g.seats)-len(r.lanes):])
			g.nodes = append(g.nodes, r)
		}
		g.memories = append(g.memories, room{group: memory, lanes: v.floor.Groups[memory].Lanes,
			rect: around(g.seats)})
	}
	g.height = float32(rows)*high + 14
	g.foot = g.height - 4
	if left > 0 {
		v.layMap(&g)
	}
	return g
}

func rowHeight(slots int) float32 { return queueTop + float32(slots)*slotPitch + 20 }

// around is the rectangle that encloses seats.
func around(seats []seat) rect {
	r := seats[0].all
	right, bottom := r.x+r.w, r.y+r.h
	for i := range seats {
		a := seats[i].all
		r.x, r.y = min(r.x, a.x), min(r.y, a.y)
		right, bottom = max(right, a.x+a.w), max(bottom, a.y+a.h)
	}
	return rect{r.x, r.y, right - r.x, bottom - r.y}
}

func (p *Plan) drawColumns(b *brush) {
	p.drawMap(b)
	for i := range p.geo.seats {
		p.column(b, &p.geo.seats[i], i == 0)
	}
	x := p.geo.seats[0].cpu.x
	for _, text := range columnFeet {
		if textWidth(text, 10, 400) <= p.geo.width-x {
			p.frame.label(Label{X: x, Y: p.geo.foot, Size: 10, Weight: 400, Fill: Ink3, Text: text})
			return
		}
	}
}

// columnFeet explains the form; the first that fits is shown.
var columnFeet = []string{
	"On top the worker on the CPU and how much of its quantum is used. Below, the runnable queue: " +
		"next to run first, with the ms it has waited.",
	"On top the CPU and the used part of the quantum; below, the runnable queue, next first, " +
		"with the ms waited.",
	"On top the CPU; below, who waits for it, next first.",
}

// column draws a scheduler: its number, its CPU, its queue in words.
func (p *Plan) column(b *brush, s *seat, first bool) {
	account, c := &b.ledger.Lanes[s.lane], s.cpu
	name, weight, fill := number(int(b.floor.Lanes[s.lane].Number)), 400, Ink2
	if first && textWidth(b.source.laneName(s.lane), 11, 600) <= s.all.w-4 {
		name, weight, fill = b.source.laneName(s.lane), 600, Ink
	}
	if b.look.Picked == (Picked{PickedScheduler, int32(s.lane)}) {
		weight, fill = 600, Ink
	}
	p.frame.label(Label{X: c.x, Y: c.y - 10, Size: 11, Weight: weight, Fill: fill, Text: name})
	if len(account.Ring) == 0 {
		p.frame.box(Box{X: c.x + .5, Y: c.y + .5, W: c.w - 1, H: c.h - 1, Radius: 4, Fill: Surface,
			Stroke:  Idle,
			Pattern: Outline})
		p.columnTray(b, s)
		return
	}
	p.onCPU(b, s, account)
	p.held(b, s)
	p.columnQueue(b, s, account)
	p.columnTray(b, s)
}

// onCPU draws the CPU with its worker and the used part of the quantum.
func (p *Plan) onCPU(b *brush, s *seat, account *trace.LaneAccount) {
	slot, c := account.Ring[0], s.cpu
	t, tone, fade := &b.ledger.Tasks[slot], b.tone(slot), b.fade(slot)
	p.frame.box(Box{X: c.x, Y: c.y, W: c.w, H: c.h, Radius: 4, Fill: tone, Opacity: fade})
	if b.look.Picked == (Picked{PickedWorker, int32(t.ID)}) {
		p.frame.box(frameAround(c))
	}
	p.frame.label(Label{X: c.x + 7, Y: c.y + 20, Size: 15, Weight: 600, Fill: onTop(tone), Opacity: fade,
		Text: b.source.whoShort(&t.Task)})
	p.frame.label(Label{X: c.x + 7, Y: c.y + 35, Size: 11, Weight: 400, Fill: onTop(tone), Opacity: fade,
		Text: b.source.taskBelow(&t.Task)})
	used := b.ledger.At - account.Start
	part := min(1, float32(used)/float32(max(b.quantumOf(account), 1)))
	y := c.y + c.h + 3
	p.frame.box(Box{X: c.x, Y: y, W: c.w, H: 4, Radius: 2, Fill: Line1})
	p.frame.box(Box{X: c.x, Y: y, W: max(2, c.w*part), H: 4, Radius: 2, Fill: Ink2})
	p.frame.label(Label{X: c.x, Y: y + 16, Size: 10, Weight: 400, Fill: Ink3, Text: Millis(used, 1) + " ms"})
}

// quantumOf is the length of the slice under way, the product's quantum if nothing but an event will end it.
func (b *brush) quantumOf(account *trace.LaneAccount) sim.Time {
	if account.Next == sim.Never {
		return b.source.Quantum
	}
	return account.Next - account.Start
}

func (p *Plan) columnQueue(b *brush, s *seat, account *trace.LaneAccount) {
	waiting := account.Ring[1:]
	shown := min(len(waiting), p.geo.slots)
	if len(waiting) > p.geo.slots {
		shown--
	}
	for i, slot := range waiting[:shown] {
		r := rect{s.cpu.x, s.cpu.y - columnTop + queueTop + float32(i)*slotPitch, s.cpu.w, slotHigh}
		progress := b.moving(account, slot)
		if i+1 == len(waiting) && progress < 1 {
			p.move(b, movement{slot: slot, from: s.cpu, to: r, progress: progress})
			continue
		}
		p.queued(b, slot, r)
	}
	if more := len(waiting) - shown; more > 0 {
		y := s.cpu.y - columnTop + queueTop + float32(shown)*slotPitch
		p.frame.label(Label{X: s.cpu.x + 4, Y: y + 16, Size: 11, Weight: 600, Fill: Ink2, Text: "+" +
			number(more)})
	}
}

// queued draws a worker in the queue with its request and how long it has waited.
func (p *Plan) queued(b *brush, slot int32, r rect) {
	t, tone, fade := &b.ledger.Tasks[slot], b.tone(slot), b.fade(slot)
	edge := Box{X: r.x + .5, Y: r.y + .5, W: r.w - 1, H: r.h - 1, Radius: 3}
	wash, strip := edge, Box{X: r.x + 1, Y: r.y + 1, W: 7, H: r.h - 2, Radius: 2, Fill: tone,
		Pattern: b.queuePattern(slot), Opacity: fade}
	wash.Fill, wash.Opacity = tone, .14*fade
	edge.Stroke, edge.Pattern, edge.Opacity = tone, Outline, fade
	p.frame.box(wash)
	p.frame.box(edge)
	p.frame.box(strip)
	if b.look.Picked == (Picked{PickedWorker, int32(t.ID)}) {
		p.frame.box(frameAround(r))
	}
	name, waited := or(b.source.whoShort(&t.Task), b.source.taskShort(&t.Task)),
		waitedText(b.ledger.At-t.Since)
	p.frame.label(Label{X: r.x + 11, Y: r.y + r.h/2 + 4, Size: 11, Weight: 600, Fill: Ink, Opacity: fade,
		Text: name})
	if textWidth(name, 11, 600)+textWidth(waited, 10, 400) <= r.w-17 {
		p.frame.label(Label{X: r.x + r.w - 4, Y: r.y + r.h/2 + 4, Size: 10, Weight: 400, Align: End,
			Fill:    Ink3,
			Opacity: fade, Text: waited})
	}
}

func waitedText(t sim.Time) string {
	if t >= sim.Second {
		return Seconds(t, 1) + " s"
	}
	return Millis(t, 1)
}

func frameAround(r rect) Box {
	return Box{X: r.x - 2, Y: r.y - 2, W: r.w + 4, H: r.h + 4, Radius: 5, Stroke: Accent, StrokeWidth: 2,
		Pattern: Outline}
}

// columnTray draws suspended and pending tasks at the foot of a column.
func (p *Plan) columnTray(b *brush, s *seat) {
	x, y, shown, count := s.cpu.x, s.all.y+s.all.h-9, 0, 0
	for slot := p.tasks.first[s.lane]; slot >= 0; slot = p.tasks.next[slot] {
		if count++; shown < 3 {
			p.waiting(b, slot, rect{x, y, 7, 7})
			x += 10
			shown++
		}
	}
	if count > shown {
		p.frame.label(Label{X: x, Y: y + 7, Size: 10, Weight: 400, Fill: Ink3, Text: "+" +
			number(count-shown)})
	}
}
