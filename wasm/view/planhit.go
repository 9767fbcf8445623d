package view

import (
	"schedlab/engine/trace"
)

// outline frames what is selected.
func (p *Plan) outline(picked Picked, b *brush) {
	for _, s := range p.Outline(picked) {
		if picked.Kind == PickedWorker && p.geo.form == columns {
			return // the worker's own box has a frame already
		}
		p.frame.box(Box{X: float32(s.X) + 1, Y: float32(s.Y) + 1, W: float32(s.Width) - 2,
			H:      float32(s.Height) - 2,
			Radius: 4, Stroke: Accent, StrokeWidth: 2, Pattern: Outline})
	}
}

// Outline gives the rectangles of a memory node, node, scheduler or worker in the last picture.
func (p *Plan) Outline(picked Picked) []Spot {
	if p.source == nil {
		return nil
	}
	r, found := p.find(picked)
	if !found {
		return nil
	}
	return []Spot{{Picked: picked, X: float64(r.x), Y: float64(r.y), Width: float64(r.w),
		Height: float64(r.h)}}
}

func (p *Plan) find(picked Picked) (rect, bool) {
	switch picked.Kind {
	case PickedMemory:
		return find(p.geo.memories, picked.ID, 0)
	case PickedNode:
		return find(p.geo.nodes, picked.ID, 4)
	case PickedWorker:
		if int(picked.ID) < len(p.source.Log.Tasks) {
			return p.find(Picked{PickedScheduler, int32(p.source.Log.Tasks[picked.ID].Lane)})
		}
	case PickedScheduler:
		if int(picked.ID) < len(p.geo.seatOf) && picked.ID >= 0 && p.geo.seatOf[picked.ID] >= 0 {
			return p.geo.seats[p.geo.seatOf[picked.ID]].all, true
		}
	}
	return rect{}, false
}

func find(rooms []room, group int32, wider float32) (rect, bool) {
	for i := range rooms {
		if r := rooms[i].rect; rooms[i].group == group {
			return rect{r.x - wider, r.y - 1, r.w + 2*wider, r.h + 2}, true
		}
	}
	return rect{}, false
}

// Find says what is at a point of the last picture: a worker, a scheduler, a node or a memory node.
func (p *Plan) Find(x, y float64, ledger *trace.Ledger) (Picked, Spot) {
	px, py := float32(x), float32(y)
	for i := range p.geo.seats {
		if s := &p.geo.seats[i]; s.all.holds(px, py) {
			picked := p.workerAt(s, px, py, ledger)
			r := s.all
			return picked, Spot{Picked: picked, X: float64(r.x), Y: float64(r.y), Width: float64(r.w),
				Height: float64(r.h)}
		}
	}
	for _, rooms := range [][]room{p.geo.nodes, p.geo.mapRooms, p.geo.memories} {
		for i := len(rooms) - 1; i >= 0; i-- {
			if rooms[i].holds(px, py) {
				return p.roomSpot(&rooms[i])
			}
		}
	}
	return Picked{}, Spot{}
}

func (p *Plan) roomSpot(r *room) (Picked, Spot) {
	picked := Picked{groupKind(p.source.Floor(), r.group), r.group}
	return picked, Spot{Picked: picked, X: float64(r.x), Y: float64(r.y), Width: float64(r.w),
		Height: float64(r.h)}
}

// groupKind is what kind of thing a group is picked as.
func groupKind(f *Floor, group int32) string {
	if f.Groups[group].Memory == group {
		return PickedMemory
	}
	return PickedNode
}

// workerAt is the worker at a point of a scheduler: the one on the CPU or in the queue; elsewhere the
// scheduler.
func (p *Plan) workerAt(s *seat, x, y float32, ledger *trace.Ledger) Picked {
	scheduler := Picked{PickedScheduler, int32(s.lane)}
	ring := ledger.Lanes[s.lane].Ring
	if len(ring) == 0 || p.geo.form > places {
		return scheduler
	}
	if s.cpu.holds(x, y) {
		return Picked{PickedWorker, int32(ledger.Tasks[ring[0]].ID)}
	}
	top, pitch := s.cpu.y+s.cpu.h+1, p.geo.slot+1
	if p.geo.form == columns {
		top, pitch = s.cpu.y-columnTop+queueTop, slotPitch
	}
	i := int((y-top)/pitch) + 1
	if y < top || i >= len(ring) || i > p.geo.slots || x > s.cpu.x+s.cpu.w {
		return scheduler
	}
	return Picked{PickedWorker, int32(ledger.Tasks[ring[i]].ID)}
}

// spots lists the places that can be reached by keyboard, with what a screen reader says of them. Where there
// are too many schedulers the nodes stand for them.
func (p *Plan) spots(b *brush) {
	f := &p.frame
	for i := range p.geo.nodes {
		picked, spot := p.roomSpot(&p.geo.nodes[i])
		spot.Picked, spot.Text = picked, b.nodeText(&p.geo.nodes[i])
		f.Spots = append(f.Spots, spot)
	}
	if p.geo.form > places {
		return
	}
	for i := range p.geo.seats {
		s := &p.geo.seats[i]
		f.Spots = append(f.Spots, Spot{Picked: Picked{PickedScheduler, int32(s.lane)}, X: float64(s.all.x),
			Y: float64(s.all.y), Width: float64(s.all.w), Height: float64(s.all.h), Text: b.laneText(s.lane)})
	}
}

func (b *brush) nodeText(r *room) string {
	busy, tasks := b.busy(r.lanes)
	return b.nodeName(r.group) + ", " + number(busy) + " of " + number(b.floor.Groups[r.group].Online) +
		" busy, " +
		counted(tasks, b.source.nouns(b.floor.Groups[r.group].Instance).Worker)
}

// laneText is "scheduler 43, node 5, running Q2, 2 runnable".
func (b *brush) laneText(lane trace.LaneID) string {
	text := b.source.laneName(lane) + ", " + b.nodeName(b.floor.Lanes[lane].Node) + ", "
	ring := b.ledger.Lanes[lane].Ring
	if len(ring) == 0 {
		return text + "idle"
	}
	if held := b.source.standsStill(lane, b.ledger); held != "" {
		text += held + ", "
	}
	text += "running " + b.source.who(&b.ledger.Tasks[ring[0]].Task)
	if len(ring) > 1 {
		text += ", " + number(len(ring)-1) + " runnable"
	}
	return text
}

// planLegend says what the marks of a form mean.
func planLegend(list []Legend, f form, mode Mode) []Legend {
	if f >= cells {
		list = append(list, Legend{"idle", "idle CPU"})
		for _, n := range []int{1, 2, 3, 4, 5, 6} {
			list = append(list, Legend{load(n).Name(), loadText(n)})
		}
		return list
	}
	list = append(list, Legend{"running", "running"}, Legend{"runnable", "runnable, in order"},
		Legend{"suspended", "coordinator, suspended"}, Legend{"idle", "idle CPU"})
	if mode == ByLoad {
		list = append(list, Legend{"h1", "1"}, Legend{"h3", "3"}, Legend{"h6", "6 or more tasks"})
	}
	return list
}

func loadText(n int) string {
	switch n {
	case 1:
		return "1 task"
	case 6:
		return "6 or more"
	}
	return number(n)
}

var formNotes = [...]string{columns: "a column is a scheduler", places: "",
	cells:  "a cell is a scheduler; bar: its queue",
	merged: "a cell is a scheduler; equal neighbours are one"}

// note says what colours mean and what the form leaves out.
func (p *Plan) note(b *brush) string {
	note := "colour: " + modeNames[b.look.Mode]
	if p.geo.form >= cells {
		note = "colour: tasks on the scheduler"
	}
	if formNotes[p.geo.form] != "" {
		note += "; " + formNotes[p.geo.form]
	}
	return note
}
