package view

import "schedlab/engine/trace"

// Sizes of the form with a place a scheduler, from the design.
const (
	memoryHead  = 24
	nodeHead    = 16
	trayHeight  = 9
	trayText    = 12 // where a number may stand in it below one of the queue
	placeMin    = 18 // least distance of two places
	placeMax    = 34
	widestPlace = 28
	mostCell    = 28  // highest CPU of a picture that fills its room
	memoryMin   = 165 // least width of a memory node's box
	tightBox    = 190 // below it, heads are shortened
	bareBox     = 180 // below it, they are left out
	nodeGap     = 3
	// innerPad is the room between a memory node's box and what is in it.
	innerPad = 10
	boxGap   = 12
)

// placing is the layout of the form under way.
type placing struct {
	v                  *scene
	g                  geometry
	cols, across       int // memory nodes, and nodes of one, beside each other
	per                int // schedulers in a row
	memoryWidth, inner float32
	gap, pad           float32
	step, place, cell  float32
	rowHeight          float32
	tray               float32
	queue              int // longest
}

func (v *scene) layPlaces(s *Source, port PlanPort) geometry {
	l := placing{v: v, gap: boxGap, pad: innerPad, cell: 15, queue: s.Deepest() - 1}
	if port.Width < 700 {
		l.gap, l.pad, l.cell = 8, 8, 12
	}
	l.g = geometry{form: places, width: float32(port.Width), slot: 6, slots: min(max(l.queue, 2), 4)}
	if port.Width < 700 && l.queue <= l.g.slots {
		l.g.slot = 4
	}
	l.share()
	for l.measure() > float32(port.Height) && port.Height > 0 && l.g.slots > 2 {
		l.g.slots--
	}
	if port.Fills {
		l.grow(float32(port.Height))
	}
	l.put()
	return l.g
}

// grow makes schedulers and the slots of their queues higher, as long as there is room.
func (l *placing) grow(room float32) {
	for l.cell < mostCell {
		l.cell++
		l.g.slot += .5
		if l.measure() > room {
			l.cell--
			l.g.slot -= .5
			return
		}
	}
}

// share divides the width among memory nodes, nodes and schedulers.
func (l *placing) share() {
	widest, most := 1, 1
	for _, nodes := range l.v.nodes {
		most = max(most, len(nodes))
		for _, n := range nodes {
			widest = max(widest, len(l.v.floor.Groups[n].Lanes))
		}
	}
	l.cols = balanced(len(l.v.memories), int((l.g.width+l.gap)/(memoryMin+l.gap)))
	l.memoryWidth = (l.g.width - float32(l.cols-1)*l.gap) / float32(l.cols)
	l.inner = l.memoryWidth - 2*l.pad
	l.per = balanced(widest, max(8, int(l.inner/24)))
	nodeMin := float32(l.per)*placeMin + l.gap
	l.across = balanced(most, int((l.inner+l.gap)/nodeMin))
	nodeWidth := (l.inner - float32(l.across-1)*l.gap) / float32(l.across)
	l.step = min(nodeWidth/float32(l.per), placeMax)
	l.place = min(l.step-2, widestPlace)
}

// balanced is how many of n things stand beside each other if at most `room` can and the rows are to be
// alike.
func balanced(n, room int) int {
	room = min(max(room, 1), max(n, 1))
	rows := (n + room - 1) / room
	return (n + rows - 1) / max(rows, 1)
}

// measure gives the height of the picture.
func (l *placing) measure() float32 {
	if l.tray = trayHeight; l.queue > l.g.slots {
		l.tray = trayText
	}
	l.rowHeight = l.cell + 1 + float32(l.g.slots)*(l.g.slot+1) + l.tray
	y := float32(0)
	for line := 0; line*l.cols < len(l.v.memories); line++ {
		y += l.lineHeight(line) + l.gap
	}
	return y - l.gap
}

// isSole says whether a node is all of its memory node, and has no name of its own.
func (l *placing) isSole(m int, node int32) bool {
	return l.v.floor.soleNode(l.v.memories[m]) || node == l.v.memories[m]
}

// pitch is the distance of two rows of schedulers of a node; each has a head if the node has none.
func (l *placing) pitch(isSole bool) float32 {
	if isSole {
		return nodeHead + l.rowHeight + nodeGap
	}
	return l.rowHeight + nodeGap
}

func (l *placing) nodeHeight(m int, node int32) float32 {
	rows := (len(l.v.floor.Groups[node].Lanes) + l.per - 1) / l.per
	return nodeHead + float32(max(rows, 1)-1)*l.pitch(l.isSole(m, node)) + l.rowHeight
}

// nodesHeight is the height of a memory node's nodes up to one of them, in rows of as many as stand beside
// each other.
func (l *placing) nodesHeight(m, to int) (high float32) {
	nodes := l.v.nodes[m]
	for from := 0; from < to; from += l.across {
		row := float32(0)
		for _, node := range nodes[from:min(from+l.across, len(nodes))] {
			row = max(row, l.nodeHeight(m, node))
		}
		high += row + nodeGap
	}
	return high
}

// lineHeight is the height of a row of memory nodes: that of the highest one.
func (l *placing) lineHeight(line int) float32 {
	high := float32(0)
	for m := line * l.cols; m < min((line+1)*l.cols, len(l.v.nodes)); m++ {
		high = max(high, l.nodesHeight(m, len(l.v.nodes[m])))
	}
	return memoryHead + high + 2
}

func (l *placing) put() {
	l.g.height = l.measure()
	y := float32(0)
	for m, memory := range l.v.memories {
		col, line := m%l.cols, m/l.cols
		if col == 0 && line > 0 {
			y += l.lineHeight(line-1) + l.gap
		}
		x := float32(col) * (l.memoryWidth + l.gap)
		l.g.memories = append(l.g.memories, room{rect: rect{x, y, l.memoryWidth, l.lineHeight(line)},
			group: memory, lanes: l.v.floor.Groups[memory].Lanes, named: true})
		l.putNodes(m, x, y)
	}
}

func (l *placing) putNodes(m int, x, y float32) {
	width := float32(l.per) * l.step
	for i, node := range l.v.nodes[m] {
		nx := x + l.pad + float32(i%l.across)*((l.inner-float32(l.across-1)*l.gap)/float32(l.across)+l.gap)
		ny := y + memoryHead + l.nodesHeight(m, i/l.across*l.across)
		isSole := l.isSole(m, node)
		r := room{rect: rect{nx, ny, width, l.nodeHeight(m, node)}, group: node,
			lanes: l.v.floor.Groups[node].Lanes, named: !isSole}
		l.g.nodes = append(l.g.nodes, r)
		l.putSeats(r.lanes, nx, ny, l.pitch(isSole))
	}
}

func (l *placing) putSeats(lanes []trace.LaneID, x, y, pitch float32) {
	for i, lane := range lanes {
		row, col := i/l.per, i%l.per
		px := x + float32(col)*l.step + (l.step-l.place)/2
		shift := (l.step - l.place - 1) / 2
		switch {
		case col%2 == 0 && i+1 < len(lanes) && l.v.floor.siblings(lane, lanes[i+1]):
			px += shift
		case col%2 == 1 && l.v.floor.siblings(lanes[i-1], lane):
			px -= shift
		}
		py := y + nodeHead + float32(row)*pitch
		l.g.seats = append(l.g.seats, seat{lane: lane, cpu: rect{px, py, l.place, l.cell},
			all: rect{px - 1, py - 1, l.place + 2, l.rowHeight}})
	}
}

func (p *Plan) drawPlaces(b *brush) {
	for i := range p.geo.memories {
		p.memoryBox(b, &p.geo.memories[i])
	}
	for i := range p.geo.nodes {
		p.nodeHead(b, &p.geo.nodes[i])
	}
	for i := range p.geo.seats {
		p.place(b, &p.geo.seats[i])
	}
}

// memoryBox draws a memory node's outline and head.
func (p *Plan) memoryBox(b *brush, r *room) {
	p.frame.box(Box{X: r.x + .5, Y: r.y + .5, W: r.w - 1, H: r.h - 1, Radius: 6, Fill: Surface, Stroke: Line2,
		Pattern: Outline})
	busy, _ := b.busy(r.lanes)
	group := &b.floor.Groups[r.group]
	note := number(busy) + " of " + number(group.Online) + " busy"
	if r.w < tightBox {
		note = number(busy) + " busy"
	}
	p.head(r, 16, headText{b.memoryName(r.group), note, Ink, 600})
}

// headText is a name at the left and what there is to say at the right.
type headText struct {
	name, note string
	fill       Tone
	weight     int
}

// head writes a name and, if there is room, what there is to say at the right.
func (p *Plan) head(r *room, y float32, t headText) {
	left, right := r.x, r.x+r.w
	if t.weight == 600 && y == 16 {
		left, right = r.x+p.inset(), r.x+r.w-p.inset()
	}
	p.frame.label(Label{X: left, Y: r.y + y, Size: 11, Weight: t.weight, Fill: t.fill, Text: t.name})
	room := right - left - textWidth(t.name, 11, t.weight) - 8
	if t.note != "" && textWidth(t.note, 11, 400) <= room && p.geo.memories[0].w >= bareBox {
		p.frame.label(Label{X: right, Y: r.y + y, Size: 11, Weight: 400, Align: End, Fill: Ink2,
			Text: t.note})
	}
}

func (p *Plan) inset() float32 {
	if p.geo.width < 700 {
		return 8
	}
	return innerPad
}

// nodeHead writes a node's name and how much is on it, or the numbers of the schedulers of each row.
func (p *Plan) nodeHead(b *brush, r *room) {
	if !r.named {
		p.rowHeads(b, r)
		return
	}
	busy, tasks := b.busy(r.lanes)
	t := headText{name: b.nodeName(r.group), note: "idle", fill: Ink2, weight: 400}
	if tasks > 0 {
		t.fill, t.weight = Ink, 600
		worker := b.source.nouns(b.floor.Groups[r.group].Instance).Worker
		t.note = counted(tasks, worker) + " on " + counted(busy, "CPU")
		if r.w < tightBox-20 {
			t.note = counted(tasks, worker)
		}
	}
	p.head(r, 11.5, t)
}

func (p *Plan) rowHeads(b *brush, r *room) {
	last := float32(-1)
	for i, lane := range r.lanes {
		cpu := p.geo.seats[p.geo.seatIndex(lane)].cpu
		if cpu.y == last {
			continue
		}
		last = cpu.y
		end := i
		for end+1 < len(r.lanes) && p.geo.seats[p.geo.seatIndex(r.lanes[end+1])].cpu.y == last {
			end++
		}
		text := b.source.nounsAt(lane).Scheduler + "s " + number(int(b.floor.Lanes[lane].Number)) + " to " +
			number(int(b.floor.Lanes[r.lanes[end]].Number))
		p.frame.label(Label{X: r.x, Y: cpu.y - 5, Size: 10, Weight: 400, Fill: Ink3, Text: text})
	}
}

func (g *geometry) seatIndex(lane trace.LaneID) int32 {
	if g.seatOf != nil {
		return g.seatOf[lane]
	}
	return -1
}

// place draws a scheduler: its CPU, its queue, and the tasks that wait elsewhere.
func (p *Plan) place(b *brush, s *seat) {
	account := &b.ledger.Lanes[s.lane]
	if len(account.Ring) == 0 {
		p.emptyPlace(b, s)
	} else {
		p.cpu(b, s, account.Ring[0])
		p.queue(b, s, account.Ring[1:])
	}
	p.held(b, s)
	p.tray(b, s)
}

func (p *Plan) emptyPlace(b *brush, s *seat) {
	stroke := Idle
	if b.floor.Lanes[s.lane].Offline {
		stroke = Line1
	}
	p.frame.box(Box{X: s.cpu.x + .5, Y: s.cpu.y + .5, W: s.cpu.w - 1, H: s.cpu.h - 1, Radius: 2,
		Fill:   Surface,
		Stroke: stroke, Pattern: Outline})
}

func (p *Plan) cpu(b *brush, s *seat, slot int32) {
	tone, fade := b.tone(slot), b.fade(slot)
	p.frame.box(Box{X: s.cpu.x, Y: s.cpu.y, W: s.cpu.w, H: s.cpu.h, Radius: 2, Fill: tone, Opacity: fade})
	text := b.digits(slot)
	if text != "" && s.cpu.h >= 12 && textWidth(text, 10, 600) <= s.cpu.w {
		p.frame.label(Label{X: s.cpu.x + s.cpu.w/2, Y: s.cpu.y + s.cpu.h/2 + 3.6, Size: 10, Weight: 600,
			Align: Middle, Fill: onTop(tone), Opacity: fade, Text: text})
	}
}

// queue draws the runnable queue, first is next; what does not fit is counted in the last slot.
func (p *Plan) queue(b *brush, s *seat, waiting []int32) {
	shown := min(len(waiting), p.geo.slots)
	if len(waiting) > p.geo.slots {
		shown--
	}
	y := s.cpu.y + s.cpu.h + 2
	for _, slot := range waiting[:shown] {
		tone := b.tone(slot)
		p.frame.box(Box{X: s.cpu.x + .5, Y: y + .5, W: s.cpu.w - 1, H: p.geo.slot - 1, Radius: 1.5,
			Fill: tone, Stroke: tone, Pattern: b.queuePattern(slot), Opacity: b.fade(slot)})
		y += p.geo.slot + 1
	}
	if more := len(waiting) - shown; more > 0 {
		p.frame.label(Label{X: s.cpu.x + s.cpu.w/2, Y: y + p.geo.slot + 1, Size: 10, Weight: 400,
			Align: Middle,
			Fill:  Ink2, Text: "+" + number(more)})
	}
}

// tray draws the suspended and the pending tasks of a scheduler; if they are many, the first and their
// number.
func (p *Plan) tray(b *brush, s *seat) {
	count := 0
	for slot := p.tasks.first[s.lane]; slot >= 0; slot = p.tasks.next[slot] {
		count++
	}
	if count == 0 {
		return
	}
	fit := max(1, int(s.cpu.w/8))
	shown := count
	if count > fit {
		shown = 1
	}
	width := float32(shown)*8 - 2
	if count > fit {
		width += 2 + textWidth(number(count), 10, 400)
	}
	x, y := s.cpu.x+(s.cpu.w-width)/2, s.all.y+s.all.h-7
	slot := p.tasks.first[s.lane]
	for range shown {
		p.waiting(b, slot, rect{x, y, 6, 6})
		x, slot = x+8, p.tasks.next[slot]
	}
	if count > fit {
		p.frame.label(Label{X: x, Y: y + 6.5, Size: 10, Weight: 400, Fill: Ink3, Text: number(count)})
	}
}

// waiting draws a task that is on no ring.
func (p *Plan) waiting(b *brush, slot int32, r rect) {
	box := Box{X: r.x, Y: r.y, W: r.w, H: r.h, Stroke: b.tone(slot), StrokeWidth: 1.5, Pattern: Ring,
		Opacity: b.fade(slot)}
	if b.ledger.Tasks[slot].State == trace.Pending {
		box.Pattern, box.Stroke, box.StrokeWidth = Dotted, Pending, 1
	}
	if state := b.ledger.Tasks[slot].State; state == trace.CoStop || state == trace.Limited {
		tone, pattern := heldPattern(state)
		box.Pattern, box.Stroke, box.Fill, box.StrokeWidth = pattern, tone, tone, 1
	}
	p.frame.box(box)
}
