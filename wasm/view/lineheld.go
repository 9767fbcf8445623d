package view

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// heldLane paints, on top of what a scheduler of a guest does, when its virtual CPU stands still: where a
// column holds several such times, their share of it from the bottom of the lane.
func (t *Timeline) heldLane(r *lineRow) {
	task, ok := t.source.vcpu(t.order[r.first])
	if !ok {
		return
	}
	a, b := t.clip[0], t.clip[1]
	for c := a; c < b; {
		times := within(t.source.standings(task), t.time(c), t.time(c+1))
		if len(times) == 0 {
			c++
			continue
		}
		if s := times[0]; s.from <= t.time(c) && s.to >= t.time(c+1) {
			last := min(max(t.x(s.to), c+1), b)
			t.hatch(area{c, last, r.y, r.y + r.ink}, s.state)
			c = last
			continue
		}
		t.heldShare(r, c, times)
		c++
	}
}

// heldShare paints the share of a column in which a virtual CPU stands still.
func (t *Timeline) heldShare(r *lineRow, column int, times []standing) {
	var ready, stopped sim.Time
	for _, s := range times {
		span := min(s.to, t.time(column+1)) - max(s.from, t.time(column))
		if s.state == trace.CoStop {
			stopped += span
		} else {
			ready += span
		}
	}
	y := r.y + r.ink
	for _, part := range []struct {
		span sim.Time
		tone Tone
	}{{ready, Ready}, {stopped, CoStop}} {
		if part.span == 0 {
			continue
		}
		high := max(1, int(sim.Time(r.ink)*part.span/t.column))
		t.fill(area{column, column + 1, max(y-high, r.y), y}, t.paint.solid[part.tone])
		y -= high
	}
}

// hatch paints stripes in the colour of a state, so that what is below shows through: like \ for ready,
// crossed for co-stop.
func (t *Timeline) hatch(a area, state trace.State) {
	tone, pattern := heldPattern(state)
	pitch := max(t.device(4), 3)
	a.x0, a.x1 = max(a.x0, t.clip[0]), min(a.x1, t.clip[1])
	a.y0, a.y1 = max(a.y0, 0), min(a.y1, t.Height)
	for y := a.y0; y < a.y1; y++ {
		row := t.Pixels[y*t.Width : (y+1)*t.Width]
		for x := a.x0; x < a.x1; x++ {
			place := int(t.first%int64(pitch)) + x // stripes stay where they are when the picture moves
			if (place-y+t.Height*pitch)%pitch == 0 || pattern == Cross && (place+y)%pitch == 0 {
				row[x] = t.paint.solid[tone]
			}
		}
	}
}

// heldFacts tells how long a virtual CPU stood still inside a column.
func (t *Timeline) heldFacts(tip *Tip, lane trace.LaneID, column int) {
	task, ok := t.source.vcpu(lane)
	if !ok {
		return
	}
	var spans [trace.Limited + 1]sim.Time
	from, to := t.time(column), t.time(column+1)
	for _, s := range within(t.source.standings(task), from, to) {
		spans[s.state] += min(s.to, to) - max(s.from, from)
	}
	for _, state := range []trace.State{trace.Runnable, trace.CoStop, trace.Limited} {
		if spans[state] > 0 {
			tip.fact(heldName(state), Fixed(100*float64(spans[state])/float64(t.column), 1)+" %")
		}
	}
}

// heldName is what a state is called in which a virtual CPU stands still.
func heldName(state trace.State) string {
	switch state {
	case trace.CoStop:
		return "co-stop"
	case trace.Limited:
		return "held back by the limit"
	}
	return "ready"
}
