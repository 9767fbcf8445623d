package trace

import "schedlab/engine/sim"

// Slice is one stay of a task on a CPU. Yield says that it ends because the quantum was used and work is
// left.
type Slice struct {
	Lane     LaneID
	Task     TaskID
	From, To sim.Time
	Yield    bool
}

// Expand calls visit for each slice of a lane that overlaps the window [from, to), in order of time. Slices
// are whole: the first may begin before the window and the last end after it. They are derived, never stored.
func (l *Log) Expand(lane LaneID, from, to sim.Time, visit func(Slice)) {
	if from >= to {
		return
	}
	of := l.Lane(lane)
	goesOn := false
	for i := max(l.RotationAt(lane, from), 0); i < len(of); i++ {
		if l.Rotations[of[i]].At >= to && !goesOn {
			return
		}
		end := l.End
		if i+1 < len(of) {
			end = l.Rotations[of[i+1]].At
		}
		goesOn = l.expandOne(lane, i, window{from, to, end}, visit)
	}
}

type window struct{ from, to, end sim.Time }

// expandOne visits the slices of one rotation. If the next rotation goes on with the last one, that is left
// to it, so that the slice is visited whole.
func (l *Log) expandOne(lane LaneID, i int, w window, visit func(Slice)) (goesOn bool) {
	r := &l.Rotations[l.Lane(lane)[i]]
	n := int64(len(r.Ring))
	if n == 0 {
		return false
	}
	j := int64(0)
	if r.Next <= w.from {
		j = int64((w.from-r.Next)/r.Slice) + 1
	}
	for ; ; j++ {
		s := r.slice(j)
		if j > 0 && (s.From >= w.to || s.From >= w.end) {
			return false
		}
		if s.To >= w.end {
			s.To, s.Yield = w.end, l.staysAt(lane, i)
			if l.continues(lane, i, s) {
				return true
			}
		}
		if s.To > w.from && s.To > s.From && s.From < w.to {
			visit(s)
		}
		if s.To >= w.end {
			return false
		}
	}
}

// slice is the j-th slice of a rotation, as if nothing ended it.
func (r *Rotation) slice(j int64) Slice {
	s := Slice{Lane: r.Lane, Task: r.Ring[j%int64(len(r.Ring))], From: r.Start, To: r.Next, Yield: true}
	if j > 0 {
		s.From = r.Next + sim.Time(j-1)*r.Slice
		s.To = s.From + r.Slice
	}
	return s
}

// continues says whether the rotation after the i-th goes on with the slice.
func (l *Log) continues(lane LaneID, i int, s Slice) bool {
	if !l.staysAt(lane, i) {
		return false
	}
	next := &l.Rotations[l.Lane(lane)[i+1]]
	return len(next.Ring) > 0 && next.Ring[0] == s.Task && next.Start == s.From
}

// staysAt says whether the task on the CPU at the end of the i-th rotation is still on the lane after it.
func (l *Log) staysAt(lane LaneID, i int) bool {
	of := l.Lane(lane)
	return i+1 < len(of) && !l.Rotations[of[i+1]].Left
}
