package trace_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// host is a log of a host with two cores of two lanes each, played by hand.
type host struct {
	*trace.Log
	states []trace.State
	lanes  []trace.LaneID
	rings  [4][]trace.TaskID
}

func newHost(vcpus int) *host {
	h := &host{Log: &trace.Log{}}
	h.Declare(trace.Layout{Name: "host", Waits: 4, Causes: []string{"READY", "IDLE", "CO-STOP", "LIMIT"},
		Lanes: []trace.Lane{{Core: 1}, {Core: 1}, {Core: 2}, {Core: 2}}})
	for i := range vcpus {
		lane := trace.LaneID(i % 4)
		h.Open(trace.Task{Request: trace.NoRequest, Lane: lane, Context: int32(i)})
		h.states, h.lanes = append(h.states, trace.None), append(h.lanes, lane)
		h.goes(trace.TaskID(i), 0, trace.Suspended, lane)
	}
	return h
}

var whyHeld = map[trace.State]trace.Reason{trace.Runnable: 0, trace.Suspended: 1, trace.CoStop: 2,
	trace.Limited: 3}

// goes moves a virtual CPU into a state, on a lane if it becomes runnable.
func (h *host) goes(id trace.TaskID, at sim.Time, to trace.State, lane trace.LaneID) {
	was := h.states[id]
	h.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id), Where: lane,
		Why: whyHeld[to], From: was, To: to})
	for l, ring := range h.rings {
		for i, member := range ring {
			if member == id {
				h.rings[l] = append(append([]trace.TaskID{}, ring[:i]...), ring[i+1:]...)
				h.shows(trace.LaneID(l), at)
			}
		}
	}
	h.states[id] = to
	if to == trace.Runnable {
		h.lanes[id] = lane
		h.rings[lane] = append(h.rings[lane], id)
		h.shows(lane, at)
	}
}

// shows records a lane as it is: its first runs, since it became the first.
func (h *host) shows(lane trace.LaneID, at sim.Time) {
	ring := h.rings[lane]
	r := trace.Rotation{At: at, Start: at, Next: sim.Never, Lane: lane, Ring: ring}
	for _, id := range ring {
		if h.states[id] == trace.Running {
			h.states[id] = trace.Runnable
		}
	}
	if len(ring) > 0 {
		h.states[ring[0]] = trace.Running
		if before := h.Ledger.Lanes[lane]; len(before.Ring) > 0 && before.Next == sim.Never {
			was := h.Ledger.Tasks[before.Ring[0]]
			if was.State == trace.Running && was.ID == ring[0] {
				r.Start = before.Start
			}
		}
	}
	h.Rotate(r)
}

func TestAVirtualCPUIsAlwaysInOneState(t *testing.T) {
	h := newHost(2)
	h.goes(0, 10, trace.Runnable, 0) // runs at once
	h.goes(1, 14, trace.Runnable, 0) // waits behind it
	h.goes(1, 20, trace.Runnable, 1) // is taken to the sibling and runs there
	h.goes(0, 30, trace.CoStop, 0)
	h.goes(1, 33, trace.Limited, 1)
	h.goes(0, 35, trace.Runnable, 2)
	h.goes(1, 40, trace.Runnable, 1)
	h.goes(0, 50, trace.Suspended, 0)
	h.Close(60)
	first, second := h.Ledger.Tasks[0], h.Ledger.Tasks[1]
	require.Equal(t, [4]sim.Time{20 + 15, 0, 10, 5}, [4]sim.Time{first.CPU, first.Runnable, first.Suspended,
		first.CoStop})
	require.Equal(t, [4]sim.Time{13 + 20, 6, 14, 7}, [4]sim.Time{second.CPU, second.Runnable,
		second.Suspended, second.Limited})
	require.Equal(t, sim.Time(10), first.Shared, "20 to 30, beside its sibling")
	require.Equal(t, sim.Time(10), second.Shared)
	require.Equal(t, []int32{0, 1, 1, 0}, loads(h.Log))
	require.Equal(t, [2]sim.Time{20 + 3 + 20, 10}, both(h.Log, 0))
	require.Equal(t, [2]sim.Time{15, 0}, both(h.Log, 2))
	require.Empty(t, h.Ledger.Laws())
	require.Equal(t, trace.CoStop, h.At(31).Tasks[0].State)
	require.Equal(t, trace.Limited, h.At(33).Tasks[1].State)
	require.Equal(t, trace.LaneID(0), h.Before(20).Tasks[1].Lane, "a look back finds it where it was")
}

func loads(log *trace.Log) (all []int32) {
	for i := range log.Ledger.Lanes {
		all = append(all, log.Ledger.Lanes[i].Load)
	}
	return all
}

func both(log *trace.Log, lane trace.LaneID) [2]sim.Time {
	core := log.Ledger.CoreOf(lane)
	return [2]sim.Time{core.Any, core.Shared}
}

// counted is what a dumb clock counts, nanosecond by nanosecond.
type counted struct {
	run, ready, idle, stopped, limited, shared [6]sim.Time
	any, beside                                [2]sim.Time
}

// tick counts the states as they are for a nanosecond.
func (c *counted) tick(h *host) {
	var busy [2]int
	for lane, ring := range h.rings {
		if len(ring) > 0 {
			busy[lane/2]++
		}
	}
	for core, n := range busy {
		if n > 0 {
			c.any[core]++
		}
		if n > 1 {
			c.beside[core]++
		}
	}
	in := map[trace.State]*[6]sim.Time{trace.Running: &c.run, trace.Runnable: &c.ready,
		trace.Suspended: &c.idle, trace.CoStop: &c.stopped, trace.Limited: &c.limited}
	for id, state := range h.states {
		in[state][id]++
		if state == trace.Running && busy[h.lanes[id]/2] > 1 {
			c.shared[id]++
		}
	}
}

func TestVirtualCPUsAreCountedAsADumbClockCounts(t *testing.T) {
	for seed := range int64(40) {
		random := rand.New(rand.NewSource(seed))
		h, c := newHost(6), &counted{}
		for now := sim.Time(1); now <= 400; now++ {
			c.tick(h)
			for random.Intn(3) == 0 {
				h.wander(random, now)
			}
		}
		h.Close(400)
		require.Empty(t, h.Ledger.Laws(), "seed %d", seed)
		for id := range h.states {
			account, state := h.Ledger.Tasks[id], h.states[id]
			goesOn := func(of trace.State) sim.Time { return held(account, state, of) }
			require.Equal(t, [6]sim.Time{c.run[id], c.ready[id], c.idle[id], c.stopped[id], c.limited[id],
				c.shared[id]}, [6]sim.Time{account.CPU, account.Runnable + goesOn(trace.Runnable),
				account.Suspended + goesOn(trace.Suspended), account.CoStop + goesOn(trace.CoStop),
				account.Limited + goesOn(trace.Limited), account.Shared}, "seed %d", seed)
		}
		for core := range c.any {
			require.Equal(t, [2]sim.Time{c.any[core], c.beside[core]}, both(h.Log, trace.LaneID(2*core)))
		}
	}
}

// held is what a state that goes on has lasted at the end.
func held(account trace.TaskAccount, state, of trace.State) sim.Time {
	if state != of {
		return 0
	}
	return 400 - account.Since
}

// wander lets a virtual CPU do something that it may.
func (h *host) wander(random *rand.Rand, now sim.Time) {
	id := trace.TaskID(random.Intn(len(h.states)))
	to := []trace.State{trace.Runnable, trace.Suspended, trace.CoStop, trace.Limited}[random.Intn(4)]
	lane := trace.LaneID(random.Intn(4))
	was := h.states[id]
	isHere := was == trace.Runnable && to == trace.Runnable && lane == h.lanes[id]
	if trace.Legal(was, to) && !isHere && (was != trace.Running || to != trace.Runnable) {
		h.goes(id, now, to, lane)
	}
}
