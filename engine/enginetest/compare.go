package enginetest

import (
	"fmt"

	"schedlab/engine"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// maxDifferences that are told.
const maxDifferences = 12

// Compare tells how two finished runs of one scenario differ; there is no difference between the leap and the
// plain engine. Everything is compared that a log tells but the rotations, which are one engine's own way to
// put it: every transition and note, every slice of every lane, every account.
func Compare(a, b *engine.Run) []string {
	c := &comparison{}
	c.same("end", a.Log.End, b.Log.End)
	c.events(a.Log, b.Log)
	c.ledgers(&a.Log.Ledger, &b.Log.Ledger)
	for lane := range a.Log.Ledger.Lanes {
		c.slices(a.Log, b.Log, trace.LaneID(lane))
	}
	return c.found
}

type comparison struct{ found []string }

// place says what is compared.
type place struct {
	what string
	at   int
}

func (c *comparison) same(what string, a, b any) {
	if a != b && len(c.found) < maxDifferences {
		c.found = append(c.found, fmt.Sprintf("%s: %v and %v", what, a, b))
	}
}

// events compares all events but rotations, in order.
func (c *comparison) events(a, b *trace.Log) {
	i, j := 0, 0
	for {
		i, j = nextOwn(a.Events, i), nextOwn(b.Events, j)
		if i == len(a.Events) || j == len(b.Events) {
			c.same("events that follow", len(a.Events)-i, len(b.Events)-j)
			return
		}
		same(c, place{"event", i}, a.Events[i], b.Events[j])
		if a.Events[i] != b.Events[j] {
			return
		}
		i, j = i+1, j+1
	}
}

// nextOwn is the position of the next event, from i on, that is no rotation.
func nextOwn(events []trace.Event, i int) int {
	for i < len(events) && events[i].Kind == trace.Rotated {
		i++
	}
	return i
}

func (c *comparison) ledgers(a, b *trace.Ledger) {
	c.same("totals", a.Totals, b.Totals)
	for i := range a.Instances {
		for why := range a.Instances[i].Waits {
			same(c, place{"waits for cause", why}, a.Instances[i].Waits[why], b.Instances[i].Waits[why])
		}
	}
	for i := range a.Lanes {
		c.lane(i, &a.Lanes[i], &b.Lanes[i])
	}
	for slot := range a.Tasks {
		if a.Tasks[slot].State != trace.None || b.Tasks[slot].State != trace.None {
			same(c, place{"task", slot}, a.Tasks[slot], b.Tasks[slot])
		}
	}
	for slot := range a.Requests {
		same(c, place{"request", slot}, a.Requests[slot], b.Requests[slot])
	}
}

// same compares without a word as long as there is no difference.
func same[T comparable](c *comparison, what place, a, b T) {
	if a != b && len(c.found) < maxDifferences {
		c.found = append(c.found, fmt.Sprintf("%s %d: %+v and %+v", what.what, what.at, a, b))
	}
}

// lane compares what both engines must agree on; Next and Slice are the leap's plans.
func (c *comparison) lane(at int, a, b *trace.LaneAccount) {
	same(c, place{"busy time of lane", at}, a.Busy, b.Busy)
	same(c, place{"idle since of lane", at}, a.Idle, b.Idle)
	same(c, place{"slice of lane", at}, a.Start, b.Start)
	same(c, place{"yields of lane", at}, a.Yields, b.Yields)
	same(c, place{"switches of lane", at}, a.Switches, b.Switches)
	same(c, place{"times idle of lane", at}, a.IdleTimes, b.IdleTimes)
	same(c, place{"load of lane", at}, a.Load, b.Load)
	same(c, place{"pending of lane", at}, a.Pending, b.Pending)
	same(c, place{"opened of lane", at}, a.Opened, b.Opened)
	same(c, place{"length of the ring of lane", at}, len(a.Ring), len(b.Ring))
	for i := range min(len(a.Ring), len(b.Ring)) {
		same(c, place{"ring of lane", at}, a.Ring[i], b.Ring[i])
	}
}

func (c *comparison) slices(a, b *trace.Log, lane trace.LaneID) {
	x, y := Slices(a, lane, 0, a.End), Slices(b, lane, 0, b.End)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			c.same(fmt.Sprintf("lane %d slice %d", lane, i), x[i], y[i])
			return
		}
	}
	c.same(fmt.Sprintf("lane %d: number of slices", lane), len(x), len(y))
}

// Slices are the slices of a lane that overlap a window.
func Slices(l *trace.Log, lane trace.LaneID, from, to sim.Time) []trace.Slice {
	var all []trace.Slice
	l.Expand(lane, from, to, func(s trace.Slice) { all = append(all, s) })
	return all
}
