package view

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// blockLane paints a lane slice by slice: who is on the CPU on top, below it the queue, one strip a waiting
// worker in the order of the queue, and a tick at every yield.
func (t *Timeline) blockLane(r *lineRow) {
	margin := t.device(4)
	a, b := t.clip[0]-margin, t.clip[1]+margin
	lane := t.order[r.first]
	t.ticks = t.ticks[:0]
	t.source.Log.Expand(lane, t.time(a), t.time(b), func(s trace.Slice) {
		t.block(r, s)
		if s.Yield {
			t.ticks = append(t.ticks, t.x(s.To))
		}
	})
	if r.open && t.quanta() >= ticksFrom {
		for _, x := range t.ticks {
			t.tick(x, r.y)
		}
	}
}

// split divides a lane's height into the block and what is left for the queue.
func (t *Timeline) split(r *lineRow) (top, low int) {
	if float64(r.ink) >= 8*t.port.Ratio {
		top = (r.ink*58 + 50) / 100
	} else {
		top = max(t.device(2), r.ink-t.device(2))
	}
	return top, r.ink - top - t.device(1)
}

func (t *Timeline) block(r *lineRow, s trace.Slice) {
	gap := t.device(1)
	x0, x1 := t.x(s.From), t.x(s.To)
	end := max(x1-gap, x0+1)
	top, low := t.split(r)
	t.fill(area{x0, end, r.y, r.y + top}, t.taskColour(s.Task))
	if t.look.Picked == (Picked{PickedWorker, int32(s.Task)}) {
		t.border(area{x0, end, r.y, r.y + top})
	}
	if low >= t.device(1) {
		t.queueStrips(r, s)
	}
}

// border frames the block of the selected worker.
func (t *Timeline) border(a area) {
	w, accent := t.device(2), t.paint.solid[Accent]
	for _, edge := range []area{{a.x0, a.x1, a.y0, a.y0 + w}, {a.x0, a.x1, a.y1 - w, a.y1},
		{a.x0, a.x0 + w, a.y0, a.y1}, {a.x1 - w, a.x1, a.y0, a.y1}} {
		t.fill(edge, accent)
	}
}

// queueStrips paints who waits during a slice; arrivals inside it change the picture.
func (t *Timeline) queueStrips(r *lineRow, s trace.Slice) {
	log := t.source.Log
	of := log.Lane(s.Lane)
	gap := t.device(1)
	for i := max(log.RotationAt(s.Lane, s.From), 0); i < len(of); i++ {
		rotation := &log.Rotations[of[i]]
		if rotation.At >= s.To {
			return
		}
		end := s.To
		if i+1 < len(of) {
			end = min(end, log.Rotations[of[i+1]].At)
		}
		x0, x1 := t.x(max(s.From, rotation.At)), t.x(end)
		if end == s.To {
			x1 = max(x1-gap, x0+1)
		}
		t.strips(r, area{x0: x0, x1: x1}, queueAfter(rotation.Ring, s.Task))
	}
}

// queueAfter is who waits behind a task of a ring, in order.
func queueAfter(ring []trace.TaskID, on trace.TaskID) (waiting [2][]trace.TaskID) {
	for i, id := range ring {
		if id == on {
			return [2][]trace.TaskID{ring[i+1:], ring[:i]}
		}
	}
	return [2][]trace.TaskID{ring, nil}
}

func (t *Timeline) strips(r *lineRow, a area, waiting [2][]trace.TaskID) {
	top, low := t.split(r)
	count := len(waiting[0]) + len(waiting[1])
	space := 0
	if r.open {
		space = t.device(1)
	}
	n, y := max(2, count), r.y+top+t.device(1)
	i := 0
	for _, ids := range waiting {
		for _, id := range ids {
			a.y0 = y + low*i/n
			a.y1 = max(a.y0+1, y+low*(i+1)/n-space)
			t.fill(a, t.stripColour(id))
			i++
		}
	}
}

func (t *Timeline) stripColour(id trace.TaskID) uint32 {
	task := &t.source.Log.Tasks[id]
	tone := t.source.whoTone(task)
	switch t.look.Mode {
	case ByState:
		tone = Runnable
	case ByWait:
		tone = waitTone(t.source.yieldOf(t.source.Floor().Lanes[task.Lane].Instance))
	}
	if t.faded(task.Request) {
		return t.paint.faintStrip[tone]
	}
	return t.paint.strip[tone]
}

// tick paints a small triangle that points down at the end of a quantum.
func (t *Timeline) tick(x, y int) {
	high := t.device(4.5)
	half := t.device(3)
	for i := range high {
		w := half * (high - i) / high
		t.fill(area{x - w, x + max(w, 1), y + i, y + i + 1}, t.paint.solid[Yield])
	}
}

// tickLines paints the lines of the axis behind the lanes.
func (t *Timeline) tickLines() {
	step := t.step()
	wide := t.device(1)
	from, to := t.time(t.clip[0]-wide), t.time(t.clip[1])
	for at := step * sim.Time(floorDiv(int64(from), int64(step))); at < to; at += step {
		if at >= 0 {
			t.fill(area{t.x(at), t.x(at) + wide, 0, t.Height}, t.paint.solid[Line1])
		}
	}
}
