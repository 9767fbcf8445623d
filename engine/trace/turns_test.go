package trace_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// ringLog is a log of one lane: n tasks come at 0 and take turns; the first slice ends at next, the others
// last slice.
func ringLog(n int, next, slice, end sim.Time) *trace.Log {
	log := &trace.Log{}
	log.Declare(trace.Layout{Waits: 1, Causes: []string{"YIELD"}, Lanes: make([]trace.Lane, 1)})
	var ring []trace.TaskID
	for range n {
		id := log.Open(trace.Task{Request: trace.NoRequest})
		move(log, id, 0, from(trace.None, trace.Runnable))
		ring = append(ring, id)
	}
	log.Rotate(trace.Rotation{Next: next, Slice: slice, Ring: ring})
	log.Close(end)
	return log
}

// slice is how long the slices after the first one are.
const slice = 4

// turns is what a dumb player counts: it moves nanosecond by nanosecond and knows nothing of slices that are
// over.
type turns struct {
	cpu, queued, yields, waits []int
	first, longest, switches   int
	on                         int
}

// played plays a ring up to an instant; a slice that ends then has ended if done says so.
func played(n, next, until int, done bool) turns {
	p := turns{cpu: make([]int, n), queued: make([]int, n), yields: make([]int, n), waits: make([]int, n)}
	waiting := make([]int, n) // of the wait that goes on
	left := next
	p.switches = 1
	for now := 0; ; now++ {
		if left == 0 && (now < until || done) {
			before := p.on
			p.yields[before]++
			p.on = (p.on + 1) % n
			left = slice
			if p.on != before {
				p.switches++
			}
			p.dispatch(waiting[p.on], before == n-1 || now >= next+(n-1)*slice)
			waiting[p.on] = 0
		}
		if now == until {
			return p
		}
		for i := range n {
			if i != p.on {
				waiting[i]++
			}
		}
		p.cpu[p.on]++
		left--
	}
}

// dispatch ends a wait; the first one of a task is not one after a yield.
func (p *turns) dispatch(wait int, yielded bool) {
	p.queued[p.on] += wait
	if !yielded {
		p.first += wait
		return
	}
	p.waits[p.on]++
	p.longest = max(p.longest, wait)
}

// requireTurns compares a ledger with the dumb player.
func requireTurns(t *testing.T, want turns, l *trace.Ledger, what string) {
	t.Helper()
	lane, wait := &l.Lanes[0], l.Instances[0].Waits[0]
	busy, yields, waits, queued := 0, 0, 0, 0
	for i := range want.cpu {
		task := &l.Tasks[i]
		require.Equal(t, sim.Time(want.cpu[i]), task.CPU, "%s: CPU time of task %d", what, i)
		require.Equal(t, sim.Time(want.queued[i]), task.Runnable, "%s: finished waits of task %d", what, i)
		require.Equal(t, int64(want.yields[i]), task.Yields, "%s: yields of task %d", what, i)
		require.Equal(t, i == want.on, task.State == trace.Running, "%s: task %d", what, i)
		busy, yields = busy+want.cpu[i], yields+want.yields[i]
		waits, queued = waits+want.waits[i], queued+want.queued[i]
	}
	require.Equal(t, sim.Time(busy), lane.Busy, what)
	require.Equal(t, int64(yields), lane.Yields, what)
	require.Equal(t, int64(want.switches), lane.Switches, what)
	require.Equal(t, int64(waits), wait.Count, what)
	require.Equal(t, sim.Time(queued-want.first), wait.Signal, what)
	require.Equal(t, sim.Time(want.longest), wait.Max, what)
	require.Equal(t, int64(want.first), l.Totals.FirstRun, what)
	require.Equal(t, want.on, int(lane.Ring[0]), what)
	require.Empty(t, l.Laws(), what)
}

func TestTurnsOfRingsEqualADumbPlayer(t *testing.T) {
	const end = 47
	for n := 1; n <= 5; n++ {
		for _, first := range []int{1, 3, 4} {
			log := ringLog(n, sim.Time(first), slice, end)
			what := fmt.Sprintf("%d tasks, first slice %d, at ", n, first)
			requireTurns(t, played(n, first, 0, true), log.At(0), what+"0")
			for until := 1; until < end; until++ {
				at, what := sim.Time(until), what+fmt.Sprint(until)
				requireTurns(t, played(n, first, until, false), log.Before(at), "before: "+what)
				requireTurns(t, played(n, first, until, true), log.At(at), what)
			}
		}
	}
}

// A ledger that is settled in steps says the same as one that is settled at once.
func TestSettlingInStepsEqualsSettlingAtOnce(t *testing.T) {
	for n := 1; n <= 5; n++ {
		log := ringLog(n, 3, 4, 100)
		for _, step := range []sim.Time{1, 2, 3, 4, 7, 13, 50} {
			steps := log.At(0)
			for at := step; at <= 90; at += step {
				steps.SettleAfter(at)
				once := log.At(at)
				require.Equal(t, once.Lanes, steps.Lanes, "%d tasks every %d at %d", n, step, at)
				require.Equal(t, once.Tasks, steps.Tasks)
				require.Equal(t, once.Instances, steps.Instances)
				require.Equal(t, once.Totals, steps.Totals)
			}
		}
	}
}

func TestASliceThatEndsAtTheInstantIsCutOrOver(t *testing.T) {
	log := ringLog(2, 4*ms, 4*ms, 20*ms)
	before, after := log.Before(4*ms), log.At(4*ms)
	require.Equal(t, []int32{0, 1}, before.Lanes[0].Ring)
	require.Equal(t, []int32{1, 0}, after.Lanes[0].Ring)
	for _, l := range []*trace.Ledger{before, after} {
		require.Equal(t, 4*ms, l.Lanes[0].Busy, "the CPU time is the same")
		require.Equal(t, 4*ms, l.Tasks[0].CPU)
	}
	require.Equal(t, int64(0), before.Lanes[0].Yields)
	require.Equal(t, int64(1), after.Lanes[0].Yields)
	require.Equal(t, int64(0), before.Totals.FirstRunNo-1, "task 0 has been put on the CPU at 0")
	require.Equal(t, int64(2), after.Totals.FirstRunNo)
	require.Equal(t, 4*ms, after.Tasks[1].Runnable)
	require.Equal(t, [2]sim.Time{4 * ms, 8 * ms}, [2]sim.Time{after.Lanes[0].Start, after.Lanes[0].Next})
	require.Equal(t, [2]sim.Time{0, 4 * ms}, [2]sim.Time{before.Lanes[0].Start, before.Lanes[0].Next})
}

// expanded are the slices of a window, in words.
func expanded(log *trace.Log, from, to sim.Time) []string {
	var got []string
	log.Expand(0, from, to, func(s trace.Slice) {
		text := fmt.Sprintf("%d:%d-%d", s.Task, s.From, s.To)
		if s.Yield {
			text += "y"
		}
		got = append(got, text)
	})
	return got
}

func TestWindowsShowTheSlicesThatOverlapThem(t *testing.T) {
	log := ringLog(3, 2, 4, 21) // 0-2, 2-6, 6-10, 10-14, 14-18, 18-21
	all := []string{"0:0-2y", "1:2-6y", "2:6-10y", "0:10-14y", "1:14-18y", "2:18-21"}
	starts, ends := []sim.Time{0, 2, 6, 10, 14, 18}, []sim.Time{2, 6, 10, 14, 18, 21}
	overlapping := func(from, to sim.Time) (want []string) {
		for i := range all {
			if starts[i] < to && ends[i] > from && from < to {
				want = append(want, all[i])
			}
		}
		return want
	}
	for from := range sim.Time(22) {
		for to := from; to <= 22; to++ {
			require.Equal(t, overlapping(from, to), expanded(log, from, to), "from %d to %d", from, to)
		}
	}
}

// By hand: task 0 is alone until task 1 comes at 6, in the middle of the slice 4-8. Task 1 works 8-12 and is
// taken away at 14, out of the queue, so that the slice 12-16 of task 0 goes on; its work ends at 17.
func TestSlicesAndWaitsAcrossRotations(t *testing.T) {
	log := ringLog(1, 4, 4, 0)
	log.End = 0
	second := log.Open(trace.Task{At: 6, Request: trace.NoRequest})
	move(log, second, 6, from(trace.None, trace.Runnable))
	log.Rotate(trace.Rotation{At: 6, Start: 4, Next: 8, Slice: 4, Ring: []trace.TaskID{0, second}})
	move(log, second, 14, from(trace.Runnable, trace.Done))
	log.Rotate(trace.Rotation{At: 14, Start: 12, Next: 16, Slice: 4, Ring: []trace.TaskID{0}})
	move(log, 0, 17, from(trace.Running, trace.Done))
	log.Rotate(trace.Rotation{At: 17, Start: 17, Next: sim.Never})
	log.Close(20)
	require.Empty(t, log.Ledger.Laws())
	require.Equal(t, []string{"0:0-4y", "0:4-8y", "1:8-12y", "0:12-16y", "0:16-17"}, expanded(log, 0, 20))
	require.Equal(t, []string{"0:4-8y"}, expanded(log, 4, 6), "whole, although a rotation ends inside it")
	require.Equal(t, []string{"0:4-8y"}, expanded(log, 6, 8), "whole, although a rotation begins inside it")
	require.Equal(t, []string{"0:12-16y"}, expanded(log, 14, 15))
	require.Empty(t, expanded(log, 17, 20))
	lane, wait := log.Ledger.Lanes[0], log.Ledger.Instances[0].Waits[0]
	require.Equal(t, sim.Time(17), lane.Busy)
	require.Equal(t, sim.Time(17), lane.Idle, "idle since then")
	require.Equal(t, int64(4), lane.Yields, "at 4, 8, 12 and 16")
	require.Equal(t, int64(3), lane.Switches, "at 0, 8 and 12")
	require.Equal(t, int64(1), lane.IdleTimes)
	// Two yields of task 0 find nobody else; it waits 8-12, and task 1 12-14 until it is taken away.
	require.Equal(t, trace.WaitAccount{Count: 4, Signal: 6, Max: 4}, wait)
	require.Equal(t, [2]int64{2, 2}, [2]int64{log.Ledger.Totals.FirstRun, log.Ledger.Totals.FirstRunNo})
	// Task 0 lived for 17 ns and task 1 for 8.
	require.Equal(t, [2]int64{25, 25}, [2]int64{log.Ledger.Totals.Area, log.Ledger.Totals.Response})
}

func TestRotationsAreFoundByInstant(t *testing.T) {
	log := ringLog(2, 4, 4, 0)
	move(log, 1, 9, from(trace.Runnable, trace.Done))
	log.Rotate(trace.Rotation{At: 9, Start: 8, Next: 12, Slice: 4, Ring: []trace.TaskID{0}})
	log.Close(30)
	require.Equal(t, []int32{0, 1}, log.Lane(0))
	for at, want := range map[sim.Time]int{-1: -1, 0: 0, 8: 0, 9: 1, 30: 1} {
		require.Equal(t, want, log.RotationAt(0, at), "at %d", at)
	}
	// Events: two openings and transitions and a rotation at 0, a transition and a rotation at 9.
	for at, want := range map[sim.Time]int{-1: 0, 0: 5, 8: 5, 9: 7, 10: 7} {
		require.Equal(t, want, log.EventAfter(at), "at %d", at)
	}
}

// In a ring of three a wait after a yield is two slices; once task 2 has ended at 22, in the middle of its
// slice, it is one. The longest of them stays the longest.
func TestTheLongestWaitStaysWhenTheRingShrinks(t *testing.T) {
	log := ringLog(3, slice, slice, 0)
	move(log, 2, 22, from(trace.Running, trace.Done))
	log.Rotate(trace.Rotation{At: 22, Start: 22, Next: 26, Slice: slice, Ring: []trace.TaskID{0, 1}})
	log.Close(60)
	require.Empty(t, log.Ledger.Laws())
	require.Equal(t, sim.Time(2*slice), log.Ledger.Instances[0].Waits[0].Max)
	require.Equal(t, []string{"2:20-22", "0:22-26y", "1:26-30y"}, expanded(log, 20, 30))
}
