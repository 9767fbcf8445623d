package view

import "schedlab/engine/trace"

// Sizes of the forms with a cell a scheduler, from the design.
const (
	cellHead  = 20
	cellPad   = 7
	cellGap   = 10
	groupGap  = 4
	rowOf     = 8 // schedulers of a node beside each other
	cellLeast = 8 // of the form with a bar for the queue
)

// tiling is one way to lay cells out.
type tiling struct {
	cols, across int
	cell, height float32
}

// celling is the layout of the forms under way.
type celling struct {
	v      *scene
	g      geometry
	per    int // cells of a row of a node
	most   int // nodes of a memory node
	chunks int // rows of the largest node

	head, pad, gap float32 // of the boxes of memory nodes
}

func (v *scene) layCells(port PlanPort, f form) geometry {
	c := celling{v: v, g: geometry{form: f, width: float32(port.Width)}, head: cellHead, pad: cellPad,
		gap: cellGap}
	largest := 1
	for _, nodes := range v.nodes {
		c.most = max(c.most, len(nodes))
		for _, n := range nodes {
			largest = max(largest, len(v.floor.Groups[n].Lanes))
		}
	}
	c.per = min(rowOf, largest)
	c.chunks = (largest + c.per - 1) / c.per
	room := float32(port.Height)
	if room <= 0 {
		room = 400
		if f == merged {
			room = 320
		}
	}
	t := c.choose(room)
	if t.height > tooHigh*room { // many small memory nodes: their heads take more room than they do
		c.head, c.pad, c.gap = 4, 4, 6
		t = c.choose(room)
	}
	if t.height > tooHigh*room && f == cells {
		c.g.form = merged
		t = c.choose(room)
	}
	c.put(t)
	return c.g
}

// tooHigh is how much higher than its room a picture may be before it is drawn more simply.
const tooHigh = 1.5

// choose tries all ways to divide the width: the largest cell whose picture is not too high, otherwise the
// lowest picture.
func (c *celling) choose(room float32) tiling {
	var best tiling
	better := func(a, b tiling) bool {
		switch {
		case b.cols == 0:
			return true
		case (a.height <= room) != (b.height <= room):
			return a.height <= room
		case a.height > room:
			return a.height < b.height
		}
		return a.cell > b.cell || a.cell == b.cell && a.height < b.height
	}
	for cols := 1; cols <= len(c.v.memories); cols++ {
		if cols != balanced(len(c.v.memories), cols) {
			continue
		}
		for across := 1; across <= c.most; across++ {
			if t := c.try(cols, across); t.cell >= 1.5 && better(t, best) {
				best = t
			}
		}
	}
	if best.cols == 0 {
		return c.try(1, 1)
	}
	return best
}

func (c *celling) try(cols, across int) tiling {
	inner := c.memoryWidth(cols) - 2*c.pad
	cell := (inner - float32(across-1)*groupGap) / float32(c.per*across)
	t := tiling{cols: cols, across: across, cell: min(cell, 16)}
	if c.g.form == merged {
		t.cell = min(cell, 6)
	} else if cell < cellLeast {
		t.cell = 0
	}
	lines := (len(c.v.memories) + cols - 1) / cols
	t.height = float32(lines)*(c.memoryHeight(t)+c.gap) - c.gap
	return t
}

func (c *celling) memoryWidth(cols int) float32 {
	return (c.g.width - float32(cols-1)*c.gap) / float32(cols)
}

func (c *celling) rowPitch(t tiling) float32 {
	if c.g.form == merged {
		return t.cell + 2
	}
	return t.cell + 6
}

func (c *celling) memoryHeight(t tiling) float32 {
	lines := float32((c.most + t.across - 1) / t.across * c.chunks)
	return c.head + lines*c.rowPitch(t) + min(c.pad-1, 6)
}

func (c *celling) put(t tiling) {
	c.g.height, c.g.slot = t.height, t.cell
	width, high := c.memoryWidth(t.cols), c.memoryHeight(t)
	for m, memory := range c.v.memories {
		x, y := float32(m%t.cols)*(width+c.gap), float32(m/t.cols)*(high+c.gap)
		c.g.memories = append(c.g.memories, room{rect: rect{x, y, width, high}, group: memory,
			lanes: c.v.floor.Groups[memory].Lanes, named: c.head == cellHead})
		for i, node := range c.v.nodes[m] {
			nx := x + c.pad + float32(i%t.across)*(float32(c.per)*t.cell+groupGap)
			ny := y + c.head + float32(i/t.across*c.chunks)*c.rowPitch(t)
			c.putNode(node, rect{nx, ny, float32(c.per) * t.cell, float32(c.chunks) * c.rowPitch(t)}, t)
		}
	}
}

func (c *celling) putNode(node int32, r rect, t tiling) {
	lanes := c.v.floor.Groups[node].Lanes
	c.g.nodes = append(c.g.nodes, room{rect: r, group: node, lanes: lanes})
	for i, lane := range lanes {
		at := rect{r.x + float32(i%c.per)*t.cell, r.y + float32(i/c.per)*c.rowPitch(t), t.cell, t.cell}
		c.g.seats = append(c.g.seats, seat{lane: lane, cpu: at, all: rect{at.x, at.y, t.cell, c.rowPitch(t)}})
	}
}

func (p *Plan) drawCells(b *brush) {
	for i := range p.geo.memories {
		p.cellMemory(b, &p.geo.memories[i])
	}
	if p.geo.form == cells {
		for i := range p.geo.seats {
			p.oneCell(b, &p.geo.seats[i])
		}
		return
	}
	for i := range p.geo.nodes {
		p.runs(b, &p.geo.nodes[i])
	}
}

func (p *Plan) cellMemory(b *brush, r *room) {
	p.frame.box(Box{X: r.x + .5, Y: r.y + .5, W: r.w - 1, H: r.h - 1, Radius: 5, Fill: Surface, Stroke: Line2,
		Pattern: Outline})
	if !r.named {
		return
	}
	// its name is the longest: all are as short as it has to be
	last := &p.geo.memories[len(p.geo.memories)-1]
	short := b.shortening(last)
	p.frame.label(Label{X: r.x + cellPad, Y: r.y + 14, Size: 11, Weight: 600, Fill: Ink,
		Text: b.cellName(r.group, short)})
	note := number(b.floor.Groups[last.group].Online) + " busy"
	if textWidth(b.cellName(last.group, short), 11, 600)+textWidth(note, 10, 400)+6 > last.w-2*cellPad {
		return
	}
	busy, _ := b.busy(r.lanes)
	p.frame.label(Label{X: r.x + r.w - cellPad, Y: r.y + 14, Size: 10, Weight: 400, Align: End, Fill: Ink3,
		Text: number(busy) + " busy"})
}

// cellName is a memory node's name, its short form, or its number alone.
func (b *brush) cellName(group int32, shortening int) string {
	digits, prefix := number(int(b.floor.Groups[group].Number)),
		b.source.prefix(b.floor.Groups[group].Instance)
	return [...]string{b.memoryName(group), prefix + "mem " + digits, digits}[shortening]
}

// shortening is how much a name has to be shortened to leave room for a number beside it.
func (b *brush) shortening(r *room) int {
	for form := range 2 {
		if textWidth(b.cellName(r.group, form), 11, 600) <= (r.w-2*cellPad)*.7 {
			return form
		}
	}
	return 2
}

// oneCell draws a scheduler as a cell of its load and a bar of its queue, full at six tasks.
func (p *Plan) oneCell(b *brush, s *seat) {
	tasks, size := len(b.ledger.Lanes[s.lane].Ring), s.cpu.w-1
	if tasks == 0 {
		p.frame.box(Box{X: s.cpu.x + .5, Y: s.cpu.y + .5, W: size - 1, H: size - 1, Radius: 1, Fill: Surface,
			Stroke: Line2, Pattern: Outline})
		return
	}
	p.frame.box(Box{X: s.cpu.x, Y: s.cpu.y, W: size, H: size, Radius: 1, Fill: b.cellTone(s.lane)})
	if tasks > 1 {
		p.frame.box(Box{X: s.cpu.x, Y: s.cpu.y + s.cpu.h, W: size * min(1, float32(tasks-1)/5), H: 2,
			Fill: Ink2})
	}
}

// cellTone is the load of a scheduler: where there is a cell only, request, state and wait cannot be told.
func (b *brush) cellTone(lane trace.LaneID) Tone { return load(len(b.ledger.Lanes[lane].Ring)) }

// runs draws a node's schedulers; neighbours with the same load are one rectangle.
func (p *Plan) runs(b *brush, r *room) {
	for i := 0; i < len(r.lanes); {
		first := &p.geo.seats[p.geo.seatOf[r.lanes[i]]]
		tone, j := b.runTone(r.lanes[i]), i+1
		for j < len(r.lanes) && b.runTone(r.lanes[j]) == tone &&
			p.geo.seats[p.geo.seatOf[r.lanes[j]]].cpu.y == first.cpu.y {
			j++
		}
		p.frame.box(Box{X: first.cpu.x, Y: first.cpu.y, W: float32(j-i) * first.cpu.w, H: first.cpu.h,
			Fill: tone})
		i = j
	}
}

func (b *brush) runTone(lane trace.LaneID) Tone {
	if len(b.ledger.Lanes[lane].Ring) == 0 {
		return Line1
	}
	return b.cellTone(lane)
}
