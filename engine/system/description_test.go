package system_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// shared is a log of three databases with two, none and three lanes; the last lane of the last one works
// from 2 on, and a lane of the first from 5 on.
func shared() *trace.Log {
	log := &trace.Log{}
	for i, lanes := range []int{2, 0, 3} {
		log.Declare(trace.Layout{Name: string(rune('a' + i)), Lanes: make([]trace.Lane, lanes),
			Yield: trace.NoReason})
	}
	for _, c := range []struct {
		at   sim.Time
		lane trace.LaneID
	}{{2, 4}, {5, 1}} {
		id := log.Open(trace.Task{At: c.at, Request: trace.NoRequest, Lane: c.lane})
		log.Record(trace.Event{At: c.at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
			Where: c.lane, Why: trace.NoReason, To: trace.Runnable})
		log.Rotate(trace.Rotation{At: c.at, Start: c.at, Next: sim.Never, Lane: c.lane,
			Ring: []trace.TaskID{id}})
	}
	log.Close(20)
	return log
}

func TestAReadingSeesItsOwnInstance(t *testing.T) {
	log := shared()
	for _, c := range []struct {
		instance trace.InstanceID
		name     string
		at       sim.Time
		busy     []sim.Time
	}{
		{0, "a", 4, []sim.Time{0, 0}}, {0, "a", 9, []sim.Time{0, 4}}, {0, "a", 20, []sim.Time{0, 15}},
		{1, "b", 20, nil}, {2, "c", 1, []sim.Time{0, 0, 0}}, {2, "c", 20, []sim.Time{0, 0, 18}},
	} {
		r := system.Reading{Log: log, Ledger: log.At(c.at), Instance: c.instance, At: c.at}
		assert.Equal(t, c.name, r.Layout().Name)
		var busy []sim.Time
		for _, lane := range r.Lanes() {
			busy = append(busy, lane.Busy)
		}
		assert.Equal(t, c.busy, busy, "%s at %d", c.name, c.at)
		assert.Len(t, r.Lanes(), len(r.Layout().Lanes))
	}
}
