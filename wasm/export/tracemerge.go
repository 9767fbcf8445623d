package export

import (
	"slices"
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// merging writes a lane whose slices are too many: what takes turns on it is one slice as long as nobody
// comes or goes, and such slices that are shorter than a cell are one with those that begin in the same cell.
// A slice is as long as its parts together, so that nothing is lost or counted twice; the pauses between them
// are behind it.
type merging struct {
	*laneFile
	of       []int32 // rotations of the lane
	next     int
	length   sim.Time // of a cell
	is       bool     // there is a slice under way
	from, to sim.Time // from its begin to the end of its last part
	busy     sim.Time
	tasks    []trace.TaskID // in order of numbers
	more     bool           // tasks are more than those
}

// mostTasks is how many tasks a merged slice names.
const mostTasks = 16

func newMerging(l *laneFile) *merging {
	return &merging{laneFile: l, of: l.log.Lane(l.lane), length: l.cell(),
		next: max(l.log.RotationAt(l.lane, l.traceFile.from), 0)}
}

func (m *merging) write(f *File) (more bool) {
	window := m.traceFile
	for range perStep {
		if m.next >= len(m.of) || m.log.Rotations[m.of[m.next]].At >= window.to {
			m.flush(f)
			return false
		}
		r := &m.log.Rotations[m.of[m.next]]
		m.next++
		end := m.log.End
		if m.next < len(m.of) {
			end = m.log.Rotations[m.of[m.next]].At
		}
		if from, to := max(r.At, window.from), min(end, window.to); from < to && len(r.Ring) > 0 {
			m.part(f, r, from, to)
		}
	}
	return true
}

// part adds a rotation to the slice under way, or begins another one.
func (m *merging) part(f *File, r *trace.Rotation, from, to sim.Time) {
	tasks := slices.Clone(r.Ring)
	slices.Sort(tasks)
	cell := func(at sim.Time) sim.Time { return (at - m.traceFile.from) / m.length }
	isShort := m.to-m.from < m.length && to-from < m.length
	switch {
	case m.is && m.to == from && !m.more && slices.Equal(m.tasks, tasks):
	case m.is && isShort && cell(m.from) == cell(from):
		m.tasks = slices.Compact(sorted(append(m.tasks, tasks...)))
	default:
		m.flush(f)
		m.is, m.from, m.busy, m.tasks, m.more = true, from, 0, tasks, false
	}
	if len(m.tasks) > mostTasks {
		m.tasks, m.more = m.tasks[:mostTasks], true
	}
	m.to = to
	m.busy += to - from
}

func sorted(tasks []trace.TaskID) []trace.TaskID {
	slices.Sort(tasks)
	return tasks
}

func (m *merging) flush(f *File) {
	if !m.is {
		return
	}
	m.is = false
	name, workers := m.titleOf(m.tasks[0]).whose, ""
	for i, id := range m.tasks {
		t := m.titleOf(id)
		if i > 0 {
			workers += ", "
		}
		workers += t.whose
		if t.which != "" {
			workers += " " + t.which
		}
	}
	if m.more {
		workers += ", …"
		name = "more than " + strconv.Itoa(mostTasks) + " workers"
	} else if len(m.tasks) > 1 {
		name = strconv.Itoa(len(m.tasks)) + " workers in turn"
	}
	r := m.begin(f, "X", name)
	r.at(m.place).micros("ts", m.from).micros("dur", m.busy).arguments().words("workers", workers).end()
}
