package view

import (
	"slices"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// shelf is the layout of the rows under way.
type shelf struct {
	t              *Timeline
	floor          *Floor
	close          bool // quanta are seen
	gap, memoryGap int
	room           int // device pixels
	base, open     int // heights of lanes
	perRow         int // schedulers of a row where they are more than pixels
	idle           []bool
	y              int
}

// lay computes the rows; it says whether they are others than before.
func (t *Timeline) lay() (changed bool) {
	l := &shelf{t: t, floor: t.source.Floor(), close: t.quanta() >= quantaFrom, perRow: 1}
	l.room = max(int(float64(t.port.Height-axisHeight)*t.port.Ratio), 40)
	if len(t.order) != l.floor.Count {
		t.order = t.order[:0]
		for _, n := range l.floor.Nodes {
			t.order = append(t.order, l.floor.Groups[n].Lanes...)
		}
	}
	l.fold()
	l.heights()
	t.spare, t.rows = t.rows, t.spare[:0]
	t.heads = t.heads[:0]
	l.put()
	if t.port.Fills && l.y < l.room {
		l.spread()
		l.put()
	}
	t.Inner = int(float64(l.y)/t.port.Ratio + .999)
	height := min(l.room, l.y)
	changed = height != t.Height || !slices.Equal(t.spare, t.rows)
	t.Height = height
	return changed
}

// fold finds the idle nodes, if they are to be folded: in close-up, when some node is opened.
func (l *shelf) fold() {
	l.t.scratch = l.t.scratch[:0]
	some := false
	for _, n := range l.floor.Nodes {
		l.t.scratch = append(l.t.scratch, false)
		some = some || l.t.opened(n)
	}
	l.idle = l.t.scratch
	if !l.close || !some {
		return
	}
	from, to := l.t.time(0), l.t.time(l.t.Width)
	for i, n := range l.floor.Nodes {
		l.idle[i] = !l.t.opened(n) && allIdle(l.t.source.Log, l.floor.Groups[n].Lanes, [2]sim.Time{from, to})
	}
}

// allIdle says whether nothing runs on any of the lanes in a span.
func allIdle(log *trace.Log, lanes []trace.LaneID, span [2]sim.Time) bool {
	for _, lane := range lanes {
		of := log.Lane(lane)
		for i := max(log.RotationAt(lane, span[0]), 0); i < len(of); i++ {
			r := &log.Rotations[of[i]]
			if r.At >= span[1] {
				break
			}
			if len(r.Ring) > 0 {
				return false
			}
		}
	}
	return true
}

// heights chooses the heights of lanes. Opened ones have what they need; the others share the rest, with room
// kept for one node to be opened if two pixels a lane are left then, so that opening it does not change them.
func (l *shelf) heights() {
	t := l.t
	l.open = t.device(openHeight)
	gap := 2.0
	if l.close {
		l.open, gap = t.device(quantaOpen), 3
	}
	nodes, lanes := len(l.floor.Nodes), max(l.floor.Count, 1)
	l.gap, l.memoryGap = t.device(gap), t.device(gap)
	if nodes*l.gap > l.room/4 {
		l.gap = 0
	}
	if len(l.floor.Memories)*l.memoryGap > l.room/4 {
		l.memoryGap = 0
	}
	rest, fixed := l.share(lanes)
	gaps := max(nodes*l.gap, len(l.floor.Memories)*l.memoryGap)
	l.base = (l.room - gaps - fixed) / max(rest, 1)
	if all := (l.room - gaps) / lanes; all >= l.open {
		l.base = min(all, t.device(mostHeight))
	} else {
		l.base = min(l.base, t.device(openHeight)-1)
	}
	if l.base < 1 {
		l.base, l.perRow = 1, (lanes+max(l.room-gaps, 1)-1)/max(l.room-gaps, 1)
	}
}

// share says how many lanes share the height, and how much of it the others have.
func (l *shelf) share(lanes int) (rest, fixed int) {
	rest = lanes
	largest, folds := 0, 0
	for i, n := range l.floor.Nodes {
		count := len(l.floor.Groups[n].Lanes)
		largest = max(largest, count)
		switch {
		case l.idle[i]:
			rest -= count
			if i == 0 || !l.idle[i-1] {
				folds++
			}
		case l.t.opened(n) && (l.close || l.t.port.Fills):
			rest -= count
			fixed += count * l.open
		}
	}
	fixed += folds * l.t.device(foldHeight)
	reserve := largest * l.open
	isRoomy := l.room-len(l.floor.Nodes)*l.gap-fixed-reserve >= 2*(rest-largest)
	if !l.close && !l.t.port.Fills && isRoomy && reserve <= l.room/2 && len(l.floor.Nodes) > 1 {
		rest, fixed = rest-largest, fixed+reserve
	}
	return rest, fixed
}

// spread gives what is left of the height to the gaps, and takes the rows back.
func (l *shelf) spread() {
	gaps := len(l.t.heads)
	if l.gap == 0 {
		gaps = len(l.floor.Memories)
	}
	more := min((l.room-l.y)/max(gaps, 1), l.t.device(mostSpread))
	if l.gap > 0 {
		l.gap += more
	}
	l.memoryGap += more
	l.t.rows, l.t.heads, l.y = l.t.rows[:0], l.t.heads[:0], 0
}

// put stacks the rows, node by node.
func (l *shelf) put() {
	lane := 0
	for i := 0; i < len(l.floor.Nodes); {
		j := i + 1
		if l.idle[i] {
			for j < len(l.floor.Nodes) && l.idle[j] {
				j++
			}
		}
		count := 0
		for _, n := range l.floor.Nodes[i:j] {
			count += len(l.floor.Groups[n].Lanes)
		}
		l.node(lineHead{from: i, to: j, folded: l.idle[i], row: len(l.t.rows), y: l.y}, lane, count)
		lane += count
		last := l.floor.Nodes[j-1]
		if j < len(l.floor.Nodes) && l.floor.Groups[l.floor.Nodes[j]].Memory != l.floor.Groups[last].Memory {
			l.y += l.memoryGap
		} else {
			l.y += l.gap
		}
		i = j
	}
}

// node adds the rows of a node, or the one row of folded ones.
func (l *shelf) node(h lineHead, lane, count int) {
	if h.folded {
		fold := l.t.device(foldHeight)
		l.t.rows = append(l.t.rows, lineRow{kind: foldedRow, first: lane, count: count, y: l.y,
			height: fold, ink: fold})
		l.y += fold
	} else {
		l.lanes(&h, lane, count)
	}
	h.rows, h.height = len(l.t.rows)-h.row, l.y-h.y
	l.t.heads = append(l.t.heads, h)
}

func (l *shelf) lanes(h *lineHead, lane, count int) {
	r := lineRow{height: l.base}
	if l.t.opened(l.floor.Nodes[h.from]) {
		r.height = max(l.open, l.base)
	}
	r.open = float64(r.height) >= openHeight*l.t.port.Ratio-.5
	h.open = r.open
	r.kind, r.ink = l.kind(&r), l.ink(&r)
	per := l.perRow
	if r.open {
		per = 1
	}
	for k := 0; k < count; k += per {
		r.first, r.count, r.y = lane+k, min(per, count-k), l.y
		if r.count > 1 {
			r.kind = severalRow
		}
		l.t.rows = append(l.t.rows, r)
		l.y += r.height
	}
}

func (l *shelf) kind(r *lineRow) rowKind {
	high := float64(r.height) / l.t.port.Ratio
	switch {
	case l.t.look.Mode == ByLoad:
		return loadRow
	case l.close && high >= blockLeast:
		return blockRow
	case !l.close && r.open:
		return shareRow
	}
	return loadRow
}

// ink is how much of a lane's height is painted: lanes that are large enough stand apart.
func (l *shelf) ink(r *lineRow) int {
	switch high := float64(r.height) / l.t.port.Ratio; {
	case r.open && !l.close:
		return r.height - l.t.device(2)
	case high >= 5 || high >= 4 && l.close:
		return r.height - l.t.device(1)
	}
	return r.height
}
