package view

import "schedlab/engine/trace"

// layerGap is the room between the guests' floor plans and the host's, for the lines that join them.
const layerGap = 26

// layers are the parts of a scene that stand above each other: what runs in guests or on bare metal, and
// below it the hosts that guests share.
func (v *scene) layers() []scene {
	if !v.all {
		return []scene{*v}
	}
	upper, lower := scene{floor: v.floor, all: true}, scene{floor: v.floor, all: true}
	for i, m := range v.memories {
		to := &upper
		if v.floor.Groups[m].Host {
			to = &lower
		}
		to.memories, to.nodes = append(to.memories, m), append(to.nodes, v.nodes[i])
	}
	if len(lower.memories) == 0 || len(upper.memories) == 0 {
		return []scene{*v}
	}
	return []scene{upper, lower}
}

// stackLayers lays the layers out one by one and puts them below each other.
func stackLayers(layers []scene, s *Source, port PlanPort, f form) geometry {
	port.Height, port.Fills = 0, false // assumed: two plans never fill a stage
	all := layers[0].layout(s, port, f)
	for i := range layers[1:] {
		g := layers[i+1].layout(s, port, f)
		y := all.height + layerGap
		for _, r := range g.memories {
			r.y += y
			all.memories = append(all.memories, r)
		}
		for _, r := range g.nodes {
			r.y += y
			all.nodes = append(all.nodes, r)
		}
		for _, r := range g.seats {
			r.cpu.y, r.all.y = r.cpu.y+y, r.all.y+y
			all.seats = append(all.seats, r)
		}
		all.height = y + g.height
		if g.foot > 0 {
			all.foot = y + g.foot
		}
	}
	return all
}

// held marks a scheduler of a guest whose virtual CPU stands still at the moment: what is on it does not run,
// and the guest does not know.
func (p *Plan) held(b *brush, s *seat) {
	account, ok := b.vcpu(s.lane)
	if !ok || account.State == trace.Running || account.State == trace.Suspended {
		return
	}
	tone, pattern := heldPattern(account.State)
	p.frame.box(Box{X: s.cpu.x, Y: s.cpu.y, W: s.cpu.w, H: s.cpu.h, Radius: 2, Fill: Surface, Opacity: .72})
	p.frame.box(Box{X: s.cpu.x + .5, Y: s.cpu.y + .5, W: s.cpu.w - 1, H: s.cpu.h - 1, Radius: 2, Fill: tone,
		Stroke: tone, Pattern: pattern})
}

// vcpu is the account of the virtual CPU that a lane of a guest is.
func (b *brush) vcpu(lane trace.LaneID) (account *trace.TaskAccount, ok bool) {
	task, ok := b.source.vcpu(lane)
	if !ok {
		return nil, false
	}
	account = b.ledger.Task(task)
	return account, account != nil
}

// queuePattern is how a task in a queue is drawn: a virtual CPU that is ready has a pattern of its own.
func (b *brush) queuePattern(slot int32) Pattern {
	if b.source.guest(&b.ledger.Tasks[slot].Task) >= 0 {
		return BackHatch
	}
	return Hatch
}

// Opacities of the lines from virtual CPUs to where they run.
const (
	linkInk   = .3
	linkFaint = .1
)

// links draws lines from the schedulers of guests to the CPUs on which their virtual CPUs run.
func (p *Plan) links(b *brush) {
	if p.geo.form > places {
		return
	}
	for i := range p.geo.seats {
		from := &p.geo.seats[i]
		account, ok := b.vcpu(from.lane)
		if !ok || account.State != trace.Running || p.geo.seatOf[account.Lane] < 0 {
			continue
		}
		to := &p.geo.seats[p.geo.seatOf[account.Lane]]
		line := Line{X1: from.cpu.x + from.cpu.w/2, Y1: from.all.y + from.all.h, X2: to.cpu.x + to.cpu.w/2,
			Y2: to.cpu.y, Opacity: linkInk, Stroke: b.source.whoTone(&account.Task)}
		switch picked := b.look.Picked; picked {
		case Picked{PickedScheduler, int32(from.lane)}, Picked{PickedScheduler, int32(to.lane)},
			Picked{PickedWorker, int32(account.ID)}:
			line.Opacity, line.Width = 1, 1.5
		default:
			if picked.Kind == PickedScheduler || picked.Kind == PickedWorker {
				line.Opacity = linkFaint
			}
		}
		p.frame.line(line)
	}
}

// hostLegend says what the marks of virtual CPUs mean too. There is little room beside the others.
func hostLegend(list []Legend, worker string) []Legend {
	for i := range list {
		switch list[i].Mark {
		case "runnable":
			list[i].Text = "runnable " + worker
		case "suspended":
			list[i].Text = "suspended"
		case "idle":
			list[i].Text = "idle"
		}
	}
	return append(list, Legend{"ready", "vCPU ready"}, Legend{"costop", "co-stopped"})
}
