package view

import "schedlab/engine/trace"

// The small picture of the machine beside a group that is in view: every scheduler while they are few, a node
// a rectangle of its mean load when they are many.
const (
	mapTop   = 39
	mapCell  = 8.5
	mapPitch = 20
)

// layMap gives the memory nodes two columns and the height of the picture.
func (v *scene) layMap(g *geometry) {
	f := v.floor
	width := float32(mapWidth-4) / 2
	lines := (len(f.Memories) + 1) / 2
	high := (g.height - 24) / float32(lines)
	for i, m := range f.Memories {
		x, y := float32(i%2)*(width+4), 24+float32(i/2)*high
		r := room{rect: rect{x, y, width, high}, group: m, lanes: f.Groups[m].Lanes, named: high >= 40}
		g.mapRooms = append(g.mapRooms, r)
		top := float32(2)
		if r.named {
			top = 14
		}
		v.layMapNodes(g, m, rect{x, y + top, width, high - top - 2})
	}
}

func (v *scene) layMapNodes(g *geometry, memory int32, r rect) {
	nodes := v.floor.Groups[memory].Nodes
	pitch := min(r.h/float32(len(nodes)), mapPitch)
	for i, node := range nodes {
		lanes := v.floor.Groups[node].Lanes
		at := rect{r.x, r.y + float32(i)*pitch, r.w, max(1, pitch-2)}
		g.mapRooms = append(g.mapRooms, room{rect: at, group: node, lanes: lanes})
		if v.floor.Count > maxPlaces {
			continue
		}
		step := min(r.w/float32(len(lanes)), mapCell)
		for j, lane := range lanes {
			c := rect{at.x + float32(j)*step, at.y, max(1, step-1.5), min(at.h, 7)}
			g.map_ = append(g.map_, seat{lane: lane, cpu: c, all: c})
		}
	}
}

func (p *Plan) drawMap(b *brush) {
	if len(p.geo.mapRooms) == 0 {
		return
	}
	p.frame.label(Label{X: 0, Y: 14, Size: 11, Weight: 600, Fill: Ink, Text: "Machine"})
	name := b.source.groupName(p.port.Zoom)
	if b.floor.Groups[p.port.Zoom].Level == trace.MemoryNode {
		name = "memory " + number(int(b.floor.Groups[p.port.Zoom].Number))
	}
	p.frame.label(Label{X: mapWidth - 4, Y: 14, Size: 10, Weight: 400, Align: End, Fill: Ink3, Text: name +
		" in view"})
	for i := range p.geo.mapRooms {
		p.mapRoom(b, &p.geo.mapRooms[i])
	}
	for i := range p.geo.map_ {
		p.mapSeat(b, &p.geo.map_[i])
	}
}

func (p *Plan) mapRoom(b *brush, r *room) {
	group := &b.floor.Groups[r.group]
	if r.named {
		p.frame.label(Label{X: r.x, Y: r.y + 9, Size: 10, Weight: 400, Fill: Ink3,
			Text: "memory " + number(int(group.Number))})
	}
	isNode := group.Memory != r.group
	if isNode && len(p.geo.map_) == 0 {
		tone := Line1
		if _, tasks := b.busy(r.lanes); tasks > 0 {
			tone = load(max(1, (tasks+len(r.lanes)/2)/len(r.lanes)))
		}
		p.frame.box(Box{X: r.x, Y: r.y, W: r.w, H: r.h, Fill: tone})
	}
	if r.group == p.port.Zoom {
		p.frame.box(Box{X: r.x - 2, Y: r.y - 3, W: r.w + 3, H: max(r.h+4, 8), Radius: 3, Stroke: Accent,
			StrokeWidth: 2,
			Pattern:     Outline})
	}
}

func (p *Plan) mapSeat(b *brush, s *seat) {
	ring, c := b.ledger.Lanes[s.lane].Ring, s.cpu
	if len(ring) == 0 {
		p.frame.box(Box{X: c.x + .5, Y: c.y + .5, W: c.w - 1, H: c.h - 1, Radius: 1, Stroke: Idle,
			Pattern: Outline})
		return
	}
	p.frame.box(Box{X: c.x, Y: c.y, W: c.w, H: c.h, Radius: 1, Fill: b.tone(ring[0]),
		Opacity: b.fade(ring[0])})
	for i, slot := range ring[1:min(len(ring), 3)] {
		p.frame.box(Box{X: c.x, Y: c.y + c.h + 1 + float32(i)*4, W: c.w, H: 3, Radius: 1, Fill: b.tone(slot),
			Opacity: .55 * b.fade(slot)})
	}
}
