package view

import (
	"slices"
	"sort"
	"strings"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Find says what is at a point of the last picture, in CSS pixels; false if nothing is, but the tip's At is
// the instant there.
func (t *Timeline) Find(x, y float64) (Tip, bool) {
	column := int((x - Gutter) * t.port.Ratio)
	tip := Tip{At: min(max(t.time(column), 0), t.source.Log.End)}
	at := int((y-axisHeight+float64(t.port.Scroll))*t.port.Ratio + .5)
	if y < axisHeight {
		return tip, false
	}
	i := slices.IndexFunc(t.rows, func(r lineRow) bool { return at >= r.y && at < r.y+r.height })
	if i < 0 {
		return tip, false
	}
	r := &t.rows[i]
	tip.Spot = t.spot(Gutter, r.y, float64(t.port.Width)-Gutter, r.height)
	switch {
	case x < Gutter:
		t.gutterTip(&tip, r, x)
	case tip.At < t.time(column) || column < 0:
		return tip, false
	case r.kind == blockRow:
		t.blockTip(&tip, r, at-r.y)
	case r.kind == foldedRow || r.count > 1:
		t.severalTip(&tip, r, column)
	default:
		t.mergedTip(&tip, r, column)
	}
	tip.Spot.Picked = tip.Picked
	return tip, true
}

func (t *Timeline) spot(x float64, y int, width float64, height int) Spot {
	return Spot{X: x, Y: axisHeight - float64(t.port.Scroll) + float64(y)/t.port.Ratio, Width: width,
		Height: float64(height) / t.port.Ratio}
}

// gutterTip is a node, or the scheduler whose number stands there.
func (t *Timeline) gutterTip(tip *Tip, r *lineRow, x float64) {
	lane := t.order[r.first]
	if r.open && r.kind == blockRow && x > Gutter-28 {
		tip.Picked, tip.Title = Picked{PickedScheduler, int32(lane)}, t.source.laneName(lane)
		return
	}
	node := t.source.Floor().Lanes[lane].Node
	tip.Picked, tip.Title = Picked{groupKind(t.source.Floor(), node), node}, t.source.groupName(node)
}

// blockTip is the slice at the instant, or who waits there.
func (t *Timeline) blockTip(tip *Tip, r *lineRow, y int) {
	lane := t.order[r.first]
	on, found := t.sliceAt(lane, tip.At)
	if !found {
		t.idleTip(tip, lane)
		return
	}
	left := max(float64(t.css(on.From)), Gutter)
	width := min(float64(t.css(on.To)), float64(t.port.Width)) - left
	tip.Spot = t.spot(left, r.y, width, r.height)
	if top, low := t.split(r); y >= top && low > 0 {
		if t.queueTip(tip, on, [2]int{y - top - t.device(1), low}) {
			return
		}
	}
	t.named(tip, on.Task)
	places := min(Places(t.column)+1, 6)
	tip.fact("on the CPU", Clock(on.From, places)+" to "+Clock(on.To, places))
	tip.fact("ends with", t.source.ending(on))
	if on.Yield {
		tip.fact("then waits", t.source.waitAfter(on))
	}
}

// named gives a tip the name and the colour of a task.
func (t *Timeline) named(tip *Tip, id trace.TaskID) {
	task := &t.source.Log.Tasks[id]
	tip.Picked = Picked{PickedWorker, int32(id)}
	tip.Title = t.source.whoFull(task, ", ") + " on " + t.source.laneName(task.Lane)
	tip.Colour = t.source.whoColour(task)
}

func (t *Timeline) idleTip(tip *Tip, lane trace.LaneID) {
	tip.Picked, tip.Title = Picked{PickedScheduler, int32(lane)}, t.source.laneName(lane)
	tip.fact("state", "idle")
}

// queueTip is the waiting worker whose strip is at a height inside the queue's.
func (t *Timeline) queueTip(tip *Tip, on trace.Slice, at [2]int) bool {
	log := t.source.Log
	i := log.RotationAt(on.Lane, tip.At)
	waiting := queueAfter(log.Rotations[log.Lane(on.Lane)[i]].Ring, on.Task)
	all := append(append([]trace.TaskID(nil), waiting[0]...), waiting[1]...)
	k := at[0] * max(2, len(all)) / at[1]
	if k < 0 || k >= len(all) {
		return false
	}
	t.named(tip, all[k])
	tip.fact("in the queue", number(k+1)+" of "+number(len(all)))
	tip.fact("on the CPU", t.source.who(&log.Tasks[on.Task]))
	return true
}

// sliceAt is the stay on a lane's CPU at an instant.
func (t *Timeline) sliceAt(lane trace.LaneID, at sim.Time) (on trace.Slice, found bool) {
	t.source.Log.Expand(lane, at, at+1, func(s trace.Slice) { on, found = s, true })
	return on, found
}

// ending says how a slice ends: "yield, 4.000 ms used".
func (s *Source) ending(on trace.Slice) string {
	used := Span(on.To-on.From) + " used"
	if on.Yield {
		return "yield, " + used
	}
	if on.To >= s.Log.End {
		return "the end of the run, " + used
	}
	for i := s.Log.EventAfter(on.To - 1); i < len(s.Log.Events) && s.Log.Events[i].At == on.To; i++ {
		e := &s.Log.Events[i]
		if e.Kind != trace.Transition || e.Thing != trace.TaskThing || e.Who != int32(on.Task) {
			continue
		}
		if e.To == trace.Suspended {
			return s.cause(s.Floor().Lanes[on.Lane].Instance, e.Why) + ", " + used
		}
		return "its work is done, " + used
	}
	return used
}

// waitAfter says how long a worker waits after a yield and for whom: "8.000 ms behind Q10 and Q2".
func (s *Source) waitAfter(on trace.Slice) string {
	log := s.Log
	r := &log.Rotations[log.Lane(on.Lane)[max(log.RotationAt(on.Lane, on.To), 0)]]
	horizon := on.To + sim.Time(len(r.Ring)+2)*max(r.Slice, s.Quantum, 1)
	var behind []string
	again := sim.Never
	log.Expand(on.Lane, on.To, min(horizon, log.End), func(next trace.Slice) {
		if next.From < on.To || again != sim.Never {
			return
		}
		if next.Task == on.Task {
			again = next.From
			return
		}
		if name := s.who(&log.Tasks[next.Task]); !contains(behind, name) {
			behind = append(behind, name)
		}
	})
	switch {
	case again == on.To:
		return "not: nobody else is there"
	case again == sim.Never && len(behind) == 0:
		return "until the end"
	case again == sim.Never:
		return "behind " + listed(behind) + ", until the end"
	}
	return Span(again-on.To) + " behind " + listed(behind)
}

func contains(list []string, text string) bool { return slices.Contains(list, text) }

// listed joins names: "Q10, Q4 and Q2".
func listed(names []string) string {
	if len(names) > 4 {
		return strings.Join(names[:3], ", ") + " and " + number(len(names)-3) + " more"
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// column is what a merged column says of some lanes.
type columnFacts struct {
	busy, waiting sim.Time
	deepest       int // of the queue
	yields        int64
	shares        map[party]sim.Time
}

// sum adds up a column of a lane.
func (t *Timeline) sum(c *columnFacts, lane trace.LaneID, column int) {
	t.stays(lane, column, column+1, func(s stay) {
		n := sim.Time(len(s.ring))
		c.busy += s.to - s.from
		c.waiting += (s.to - s.from) * (n - 1)
		c.deepest = max(c.deepest, len(s.ring)-1)
		c.yields += s.rotation.yields(s.from, s.to)
		for _, id := range s.ring {
			c.shares[t.source.partyOf(&t.source.Log.Tasks[id])] += (s.to - s.from) / n
		}
	})
}

// mergedTip is a scheduler over the time of a column.
func (t *Timeline) mergedTip(tip *Tip, r *lineRow, column int) {
	lane := t.order[r.first]
	tip.Picked, tip.Title = Picked{PickedScheduler, int32(lane)}, t.source.laneName(lane)
	c := columnFacts{shares: map[party]sim.Time{}}
	t.sum(&c, lane, column)
	t.columnFacts(tip, &c, 1)
	t.heldFacts(tip, lane, column)
	if len(c.shares) == 1 {
		for p := range c.shares {
			tip.Colour = t.source.partyColour(p)
		}
	}
}

// severalTip is some schedulers over the time of a column.
func (t *Timeline) severalTip(tip *Tip, r *lineRow, column int) {
	floor := t.source.Floor()
	first, last := t.order[r.first], t.order[r.first+r.count-1]
	node := floor.Lanes[first].Node
	tip.Picked = Picked{groupKind(floor, node), node}
	tip.Title = t.source.nounsAt(first).Scheduler + "s " + number(int(floor.Lanes[first].Number)) + " to " +
		number(int(floor.Lanes[last].Number))
	c := columnFacts{shares: map[party]sim.Time{}}
	for _, lane := range t.order[r.first : r.first+r.count] {
		t.sum(&c, lane, column)
	}
	t.columnFacts(tip, &c, r.count)
}

func (t *Timeline) columnFacts(tip *Tip, c *columnFacts, lanes int) {
	length := min(t.column, t.source.Log.End-t.time(t.x(tip.At)))
	whole := float64(length) * float64(lanes)
	tip.fact("span", Clock(tip.At, Places(t.column))+", "+brief(t.column))
	tip.fact("busy", Fixed(100*float64(c.busy)/whole, 1)+" %")
	if text := t.source.shareText(c); text != "" {
		tip.fact("CPU share", text)
	}
	tip.fact("queue", "mean "+Fixed(float64(c.waiting)/whole, 1)+", most "+number(c.deepest))
	tip.fact("yields", Number(c.yields*int64(sim.Second)/int64(length))+" a second")
}

// shareText names who has the largest shares.
func (s *Source) shareText(c *columnFacts) string {
	shares, busy := c.shares, c.busy
	ids := make([]party, 0, len(shares))
	for id := range shares {
		ids = append(ids, id)
	}
	sort.Slice(ids, func(i, k int) bool {
		a, b := ids[i], ids[k]
		if shares[a] != shares[b] {
			return shares[a] > shares[b]
		}
		return a.before(b)
	})
	var texts []string
	for _, id := range ids[:min(len(ids), 4)] {
		texts = append(texts, s.partyName(id)+" "+Fixed(100*float64(shares[id])/float64(max(busy, 1)),
			0)+" %")
	}
	return strings.Join(texts, ", ")
}

// Outline gives the rectangles of a node, memory node, scheduler or worker's lane in the last picture.
func (t *Timeline) Outline(picked Picked) []Spot {
	if t.source == nil {
		return nil
	}
	floor, width := t.source.Floor(), float64(t.port.Width)-Gutter
	if picked.Kind == PickedWorker && int(picked.ID) < len(t.source.Log.Tasks) && picked.ID >= 0 {
		picked = Picked{PickedScheduler, int32(t.source.Log.Tasks[picked.ID].Lane)}
	}
	var spots []Spot
	for i := range t.rows {
		r := &t.rows[i]
		if r.kind == foldedRow {
			continue
		}
		inside := slices.ContainsFunc(t.order[r.first:r.first+r.count], func(lane trace.LaneID) bool {
			return floor.inside(lane, picked)
		})
		if !inside {
			continue
		}
		s := t.spot(Gutter, r.y, width, r.height)
		s.Picked = picked
		if n := len(spots); n > 0 {
			spots[n-1].Height = s.Y + s.Height - spots[n-1].Y
			continue
		}
		spots = append(spots, s)
	}
	return spots
}

// inside says whether a lane is, or belongs to, what is picked.
func (f *Floor) inside(lane trace.LaneID, picked Picked) bool {
	switch picked.Kind {
	case PickedScheduler:
		return int32(lane) == picked.ID
	case PickedNode:
		return f.Lanes[lane].Node == picked.ID
	case PickedMemory:
		return f.Lanes[lane].Memory == picked.ID
	}
	return false
}
