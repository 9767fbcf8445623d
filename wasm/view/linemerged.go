package view

import (
	"slices"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// run is some columns in which a lane has the same area: tasks × time of one column.
type run struct {
	from, to int
	area     sim.Time
}

// stay is a part of a rotation inside the columns under way.
type stay struct {
	from, to sim.Time
	ring     []trace.TaskID
	rotation *rotation
}

// rotation is a trace.Rotation.
type rotation trace.Rotation

// yields counts the slices that end in a span during which the rotation is in force.
func (r *rotation) yields(from, to sim.Time) int64 {
	if r.Next >= to || r.Slice <= 0 {
		return 0
	}
	ended := func(before sim.Time) int64 {
		if before <= r.Next {
			return 0
		}
		return int64((before-1-r.Next)/r.Slice) + 1
	}
	return ended(to) - ended(from)
}

// stays visits what a lane's rotations say of the columns from a to b−1.
func (t *Timeline) stays(lane trace.LaneID, a, b int, visit func(stay)) {
	log := t.source.Log
	from, to := t.time(a), t.time(b)
	of := log.Lane(lane)
	for i := max(log.RotationAt(lane, from), 0); i < len(of); i++ {
		r := &log.Rotations[of[i]]
		if r.At >= to {
			return
		}
		end := log.End
		if i+1 < len(of) {
			end = log.Rotations[of[i+1]].At
		}
		if s := (stay{max(r.At, from), min(end, to), r.Ring, (*rotation)(r)}); len(s.ring) > 0 &&
			s.from < s.to {
			visit(s)
		}
	}
}

// loads finds the columns of a lane in which something is on it, in order.
func (t *Timeline) loads(lane trace.LaneID, a, b int) []run {
	runs := t.runs[:0]
	add := func(from, to int, area sim.Time) {
		if n := len(runs); n > 0 && from < runs[n-1].to { // a column that has begun already
			runs[n-1].area += area
			return
		}
		runs = append(runs, run{from, to, area})
	}
	t.stays(lane, a, b, func(s stay) {
		n := sim.Time(len(s.ring))
		first, last := t.x(s.from), t.x(s.to-1)
		if first == last {
			add(first, first+1, n*(s.to-s.from))
			return
		}
		if start := t.time(first + 1); s.from > t.time(first) {
			add(first, first+1, n*(start-s.from))
			first++
		}
		whole := last
		if s.to == t.time(last+1) {
			whole++
		}
		if first < whole {
			add(first, whole, n*t.column)
		}
		if whole == last {
			add(last, last+1, n*(s.to-t.time(last)))
		}
	})
	t.runs = runs
	return runs
}

// rounded is the mean of a column, half up; time after the end of the run does not count.
func (t *Timeline) rounded(column int, area sim.Time) int {
	length := min(t.column, t.source.Log.End-t.time(column))
	return int((2*area + length) / (2 * length))
}

// loadLane paints a lane in load colours. A slice shorter than half a column on an otherwise idle lane is a
// column of its own colour, so that merging never hides.
func (t *Timeline) loadLane(r *lineRow) {
	runs := t.loads(t.order[r.first], t.clip[0]-1, t.clip[1]+1)
	for i, run := range runs {
		level := t.rounded(run.from, run.area)
		switch {
		case level > 0:
			t.fill(area{run.from, run.to, r.y, r.y + r.ink}, t.paint.solid[load(level)])
		case !t.beside(runs, i):
			t.fill(area{run.from, run.to, r.y, r.y + r.ink}, t.paint.solid[Ink3])
		}
	}
}

// beside says whether a column that rounds to nothing stands beside one that does not.
func (t *Timeline) beside(runs []run, i int) bool {
	if i > 0 && runs[i-1].to == runs[i].from && t.rounded(runs[i-1].from, runs[i-1].area) > 0 {
		return true
	}
	return i+1 < len(runs) && runs[i+1].from == runs[i].to && t.rounded(runs[i+1].from, runs[i+1].area) > 0
}

// severalLanes paints the mean load of lanes that share a row; where one of them has two tasks more than the
// mean, its load is a mark.
func (t *Timeline) severalLanes(r *lineRow) {
	a, b := t.clip[0], t.clip[1]
	t.sums, t.peaks = zeroed(t.sums, b-a), zeroed(t.peaks, b-a)
	for _, lane := range t.order[r.first : r.first+r.count] {
		for _, run := range t.loads(lane, a, b) {
			sums, peaks := t.sums[run.from-a:run.to-a], t.peaks[run.from-a:run.to-a]
			for i := range sums {
				sums[i] += run.area
				peaks[i] = max(peaks[i], run.area)
			}
		}
	}
	for i := 0; i < b-a; {
		j := i + 1
		for j < b-a && t.sums[j] == t.sums[i] && t.peaks[j] == t.peaks[i] {
			j++
		}
		if t.sums[i] > 0 {
			t.several(r, area{a + i, a + j, r.y, r.y + r.ink}, [2]sim.Time{t.sums[i], t.peaks[i]})
		}
		i = j
	}
}

func (t *Timeline) several(r *lineRow, a area, sumAndPeak [2]sim.Time) {
	mean := t.rounded(a.x0, sumAndPeak[0]/sim.Time(r.count))
	peak := t.rounded(a.x0, sumAndPeak[1])
	tone := load(mean)
	if mean == 0 {
		tone = Ink3
		if peak > 0 {
			tone = H1
		}
	}
	t.fill(a, t.paint.solid[tone])
	if peak >= mean+2 {
		a.y1 = a.y0 + 1
		t.fill(a, t.paint.solid[load(peak)])
	}
}

func zeroed(s []sim.Time, n int) []sim.Time {
	if cap(s) < n {
		return make([]sim.Time, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// part is a share of a column: of the tasks of one colour, in the order in which they arrived.
type part struct {
	first  trace.TaskID
	colour uint32
	area   sim.Time
}

// shareLane paints a lane's CPU time by request, stacked.
func (t *Timeline) shareLane(r *lineRow) {
	t.parts = t.parts[:0]
	open := t.clip[0] - 1 // the column that is being added up
	flush := func() {
		if len(t.parts) > 0 {
			t.stack(r, open, open+1)
			t.parts = t.parts[:0]
		}
	}
	t.stays(t.order[r.first], t.clip[0], t.clip[1], func(s stay) {
		first, last := t.x(s.from), t.x(s.to-1)
		if first != open {
			flush()
		}
		for c := first; c <= last; {
			from, to := max(s.from, t.time(c)), min(s.to, t.time(c+1))
			if to-from < t.column {
				if c != open {
					flush()
				}
				open = c
				t.addParts(s.ring, to-from)
				c++
				continue
			}
			flush()
			whole := t.x(s.to - t.column + 1)
			t.addParts(s.ring, t.column)
			t.stack(r, c, max(whole, c+1))
			t.parts = t.parts[:0]
			c = max(whole, c+1)
		}
	})
	flush()
}

// addParts gives each task of a ring its share of a time.
func (t *Timeline) addParts(ring []trace.TaskID, time sim.Time) {
	each := max(time/sim.Time(len(ring)), 1)
	for _, id := range ring {
		colour := t.taskColour(id)
		i := slices.IndexFunc(t.parts, func(p part) bool { return p.colour == colour })
		if i < 0 {
			t.parts = append(t.parts, part{id, colour, each})
			continue
		}
		t.parts[i].first, t.parts[i].area = min(t.parts[i].first, id), t.parts[i].area+each
	}
}

// taskColour is the colour of a task on the CPU.
func (t *Timeline) taskColour(id trace.TaskID) uint32 {
	task := &t.source.Log.Tasks[id]
	tone := t.source.whoTone(task)
	switch t.look.Mode {
	case ByState:
		tone = Running
	case ByWait:
		tone = Line3
	}
	if t.faded(task.Request) {
		return t.paint.faint[tone]
	}
	return t.paint.solid[tone]
}

func (t *Timeline) faded(request trace.RequestID) bool {
	return t.look.Picked.Kind == PickedRequest && t.look.Picked.ID != int32(request)
}

// byArrival puts parts in the order in which they came. There are few of them, and this is done for each
// column that is painted.
func byArrival(parts []part) {
	for i := range parts {
		for k := i; k > 0 && parts[k].first < parts[k-1].first; k-- {
			parts[k], parts[k-1] = parts[k-1], parts[k]
		}
	}
}

// stack paints columns with the parts on top of each other, those that came first on top. A part has at least
// three CSS pixels; if they do not all fit, the columns have the load colour.
func (t *Timeline) stack(r *lineRow, from, to int) {
	byArrival(t.parts)
	least := t.device(3)
	if least*len(t.parts) > r.ink {
		t.fill(area{from, to, r.y, r.y + r.ink}, t.paint.solid[load(len(t.parts))])
		return
	}
	length := min(t.column, t.source.Log.End-t.time(from))
	total := sim.Time(0)
	for _, p := range t.parts {
		total += p.area
	}
	if 2*total < length && t.alone(r, from) {
		t.fill(area{from, to, r.y, r.y + r.ink}, t.paint.solid[Ink3])
		return
	}
	y, spare := r.y, r.ink-least*len(t.parts)
	for i, p := range t.parts {
		high := int((sim.Time(r.ink)*p.area + length/2) / length)
		if i == len(t.parts)-1 && total*100 >= length*99 {
			high = r.y + r.ink - y // rounding leaves no gap on a busy CPU
		}
		high = min(max(high, least), least+spare)
		spare -= high - least
		t.fill(area{from, to, y, y + high}, p.colour)
		y += high
	}
}

// alone says whether the columns beside one are idle or nearly so.
func (t *Timeline) alone(r *lineRow, column int) bool {
	runs := t.loads(t.order[r.first], column-1, column+2)
	for i := range runs {
		if runs[i].from <= column && column < runs[i].to {
			return t.rounded(column, runs[i].area) == 0 && !t.beside(runs, i)
		}
	}
	return true
}
