package trace

import (
	"maps"
	"sort"

	"schedlab/engine/sim"
)

// At gives the state at an instant as a person sees it: everything that happened then has happened.
func (l *Log) At(t sim.Time) *Ledger {
	ledger := l.replay(t + 1)
	ledger.SettleAfter(t)
	return ledger
}

// Before gives the state just before an instant: what a window of measurement that begins or ends there
// counts. It is only to be read: of a closed log, whoever asks again gets the same one.
func (l *Log) Before(t sim.Time) *Ledger {
	for _, known := range l.before {
		if known != nil && known.At == t {
			return known
		}
	}
	ledger := l.replay(t)
	ledger.Settle(t)
	if l.End > 0 {
		copy(l.before[1:], l.before[:])
		l.before[0] = ledger
	}
	return ledger
}

// mostBefore is how many states are kept: those at the ends of the window of measurement, and at the
// beginning of the one that is looked at.
const mostBefore = 3

// replay gives the ledger after all events earlier than the bound.
func (l *Log) replay(bound sim.Time) *Ledger {
	if bound > l.Ledger.At && l.Ledger.At < l.End {
		ledger := l.Ledger.Clone()
		return &ledger
	}
	i := sort.Search(len(l.snapshots), func(i int) bool { return l.snapshots[i].ledger.At >= bound })
	ledger, from := l.begin(), 0
	if i > 0 {
		ledger, from = l.snapshots[i-1].ledger.Clone(), l.snapshots[i-1].event
	}
	l.Play(&ledger, from, bound)
	return &ledger
}

// begin is the ledger before the first event.
func (l *Log) begin() Ledger {
	var ledger Ledger
	for _, in := range l.Ledger.Instances {
		ledger.declare(in.Layout)
	}
	return ledger
}

// Play folds the kept events from a position on that are earlier than the bound; it gives the next position.
func (l *Log) Play(ledger *Ledger, from int, bound sim.Time) int {
	for ; from < len(l.Events) && l.Events[from].At < bound; from++ {
		e := l.Events[from]
		switch {
		case e.Kind == Rotated:
			r := l.Rotations[e.Value]
			ledger.rotate(r, l.slots(r.Ring))
		case e.Kind == RangeBegin && e.Thing == TaskThing:
			id := TaskID(e.Who)
			ledger.open(l.Tasks[id], id, l.slotOfRequest(l.Tasks[id].Request))
		case e.Kind == Transition && e.Thing == RequestThing && e.From == None:
			ledger.submit(l.Requests[e.Who], RequestID(e.Who))
		default:
			ledger.record(e, l.slotOf(e), l.slotOfRequest(l.requestOf(e)))
		}
	}
	return from
}

// laneIndex finds the rotations of each lane. It is made when it is first asked for.
type laneIndex struct {
	of      [][]int32
	indexed int // rotations
}

// Lane gives the positions of a lane's rotations in order of time.
func (l *Log) Lane(lane LaneID) []int32 {
	if index := &l.lanes; index.indexed != len(l.Rotations) || len(index.of) != len(l.Ledger.Lanes) {
		*index = laneIndex{make([][]int32, len(l.Ledger.Lanes)), len(l.Rotations)}
		counts := make([]int32, len(l.Ledger.Lanes))
		for i := range l.Rotations {
			counts[l.Rotations[i].Lane]++
		}
		all := make([]int32, len(l.Rotations))
		for at, n := range counts {
			index.of[at], all = all[:0:n], all[n:]
		}
		for i := range l.Rotations {
			at := l.Rotations[i].Lane
			index.of[at] = append(index.of[at], int32(i))
		}
	}
	return l.lanes.of[lane]
}

// RotationAt gives the position, within Lane, of the rotation in force at an instant; -1 before the first.
func (l *Log) RotationAt(lane LaneID, t sim.Time) int {
	of := l.Lane(lane)
	return sort.Search(len(of), func(i int) bool { return l.Rotations[of[i]].At > t }) - 1
}

// EventAfter gives the position of the first event later than t.
func (l *Log) EventAfter(t sim.Time) int {
	return sort.Search(len(l.Events), func(i int) bool { return l.Events[i].At > t })
}

// Clone copies a ledger so that both can go on by themselves.
func (l *Ledger) Clone() Ledger {
	c := *l
	c.Lanes = append([]LaneAccount(nil), l.Lanes...)
	total := 0
	for i := range l.Lanes {
		total += len(l.Lanes[i].Ring)
	}
	rings := make([]int32, 0, total)
	for i := range c.Lanes {
		from := len(rings)
		rings = append(rings, l.Lanes[i].Ring...)
		c.Lanes[i].Ring = rings[from:len(rings):len(rings)]
	}
	c.Cores = append([]CoreAccount(nil), l.Cores...)
	c.Tasks = append([]TaskAccount(nil), l.Tasks...)
	c.Requests = append([]RequestAccount(nil), l.Requests...)
	c.freeTasks = append([]int32(nil), l.freeTasks...)
	c.freeRequests = append([]int32(nil), l.freeRequests...)
	c.Broken = append([]string(nil), l.Broken...)
	c.changed = append([]wholeRef(nil), l.changed...)
	c.Instances = append([]Instance(nil), l.Instances...)
	for i := range c.Instances {
		in := &c.Instances[i]
		in.Waits = append([]WaitAccount(nil), in.Waits...)
		in.Done, in.CPU = maps.Clone(in.Done), maps.Clone(in.CPU)
		in.Amounts = append([]int64(nil), in.Amounts...)
		in.wholes.sums = append([]wholeSum(nil), in.wholes.sums...)
		in.ended = append(endedRanges(nil), in.ended...)
	}
	return c
}
