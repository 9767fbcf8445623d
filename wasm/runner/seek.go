package runner

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/wasm/proto"
	"schedlab/wasm/view"
)

// seek finds the next or previous thing of a kind, on the selection's lanes if there is one.
func (s *shown) seek(q *proto.Seek) *proto.Sought {
	h := hunt{shown: s, from: sim.Time(q.At), back: q.Back, picked: picked(q.Picked)}
	h.lanes = s.lanesOf(h.picked)
	var at sim.Time
	var found bool
	if q.What == "event" && h.picked.Kind == view.PickedRange {
		return h.ranges()
	}
	switch q.What {
	case "quantum":
		at, found = h.quantum()
	case "yield":
		at, found = h.slice(func(slice trace.Slice) bool { return slice.Yield })
	case "block":
		at, found = h.block()
	case "placement":
		at, found = h.event(func(e trace.Event) bool {
			return e.Kind == trace.RangeBegin && e.Thing == trace.TaskThing
		})
	case "completion":
		at, found = h.event(func(e trace.Event) bool {
			return e.Thing == trace.RequestThing && e.To == trace.Done
		})
	default:
		at, found = h.event(func(e trace.Event) bool { return e.Kind != trace.Rotated })
	}
	return &proto.Sought{At: int64(at), Found: found, Picked: q.Picked}
}

// lanesOf are the lanes of a selection; nil = all.
func (s *shown) lanesOf(p view.Picked) []trace.LaneID {
	floor := s.source.Floor()
	switch p.Kind {
	case view.PickedMemory, view.PickedNode:
		if int(p.ID) < len(floor.Groups) {
			return floor.Groups[p.ID].Lanes
		}
	case view.PickedScheduler:
		return []trace.LaneID{trace.LaneID(p.ID)}
	case view.PickedWorker:
		if int(p.ID) < len(s.run.Log.Tasks) {
			return []trace.LaneID{s.run.Log.Tasks[p.ID].Lane}
		}
	}
	return nil
}

// hunt is a search from an instant.
type hunt struct {
	shown  *shown
	from   sim.Time
	back   bool
	picked view.Picked
	lanes  []trace.LaneID
}

// event searches the log's events.
func (h *hunt) event(wanted func(trace.Event) bool) (sim.Time, bool) {
	log := h.shown.run.Log
	i, step := log.EventAfter(h.from), 1
	if h.back {
		i, step = log.EventAfter(h.from-1)-1, -1
	}
	for ; i >= 0 && i < len(log.Events); i += step {
		if e := log.Events[i]; wanted(e) && h.concerns(e) {
			return e.At, true
		}
	}
	return h.from, false
}

// concerns says whether an event is about the selection.
func (h *hunt) concerns(e trace.Event) bool {
	log := h.shown.run.Log
	if h.picked.Kind == view.PickedRequest {
		return e.Thing == trace.RequestThing && e.Who == h.picked.ID ||
			e.Thing == trace.TaskThing && log.Tasks[e.Who].Request == trace.RequestID(h.picked.ID)
	}
	if h.lanes == nil || e.Where == trace.NoLane {
		return h.lanes == nil
	}
	for _, lane := range h.lanes {
		if lane == e.Where {
			return true
		}
	}
	return false
}

// quantum is one quantum on or back; on a selected scheduler, the next end of a slice.
func (h *hunt) quantum() (sim.Time, bool) {
	if len(h.lanes) == 1 {
		if at, found := h.slice(func(trace.Slice) bool { return true }); found {
			return at, true
		}
	}
	q := max(h.shown.source.Quantum, sim.Millisecond)
	if h.back {
		q = -q
	}
	return min(max(h.from+q, 0), h.shown.end()), true
}

// slice searches the ends of slices. The window grows until something is found, since most things are near.
func (h *hunt) slice(wanted func(trace.Slice) bool) (sim.Time, bool) {
	lanes := h.lanes
	if lanes == nil {
		for i := range h.shown.run.Log.Ledger.Lanes {
			lanes = append(lanes, trace.LaneID(i))
		}
	}
	end := h.shown.end()
	for width := 2 * max(h.shown.source.Quantum, sim.Millisecond); ; width *= 4 {
		from, to := h.from, min(h.from+width, end)
		if h.back {
			from, to = max(h.from-width, 0), h.from
		}
		if at, found := h.nearest(lanes, [2]sim.Time{from, to}, wanted); found {
			return at, true
		}
		if h.back && from == 0 || !h.back && to == end {
			return h.from, false
		}
	}
}

func (h *hunt) nearest(lanes []trace.LaneID, w [2]sim.Time, wanted func(trace.Slice) bool) (best sim.Time,
	found bool) {
	for _, lane := range lanes {
		h.shown.run.Log.Expand(lane, w[0], w[1], func(s trace.Slice) {
			at := s.To
			if !wanted(s) || at > w[1] || at < w[0] || at == h.from {
				return
			}
			if !found || !h.back && at < best || h.back && at > best {
				best, found = at, true
			}
		})
	}
	return best, found
}

// block is the begin of the next or previous slice of the selected worker.
func (h *hunt) block() (sim.Time, bool) {
	if h.picked.Kind != view.PickedWorker || len(h.lanes) == 0 {
		return h.from, false
	}
	before := h.from
	at, found := h.slice(func(s trace.Slice) bool { return s.Task == trace.TaskID(h.picked.ID) })
	if !found {
		return before, false
	}
	return at, true
}

// ranges finds the next begin or end of the selected range, of a part of it, or of another one of the same
// thing, which becomes the selection.
func (h *hunt) ranges() *proto.Sought {
	out := &proto.Sought{At: int64(h.from), Picked: pickedOf(h.picked)}
	first := 0
	for in := range h.shown.run.Log.Ledger.Instances {
		all := h.shown.run.Log.Ranges(trace.InstanceID(in))
		if at := int(h.picked.ID) - first; at >= 0 && at < len(all) {
			var when sim.Time
			when, out.Found = h.edge(all, all[at].Of)
			out.At = int64(when)
			if whole := h.shown.barAt(in, all[at].Of, when); whole >= 0 {
				out.Picked.ID = int32(first + whole)
			}
		}
		first += len(all)
	}
	return out
}

// edge is the next begin or end of a thing's ranges.
func (h *hunt) edge(all []trace.Range, of int64) (best sim.Time, found bool) {
	best = h.from
	for i := range all {
		for _, when := range [2]sim.Time{all[i].Begin, all[i].End} {
			isBeyond := when != h.from && (when < h.from) == h.back && when <= h.shown.end()
			isNearer := !found || (when < best) != h.back
			if all[i].Of == of && isBeyond && isNearer {
				best, found = when, true
			}
		}
	}
	return best, found
}
