package trace_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// half is a log in the middle of everything: task 0 on the CPU, 1 in the queue, 2 suspended, 3 without a
// worker.
func half() script {
	s := newScript()
	for range 4 {
		s.task(0, trace.NoRequest)
	}
	for id := range trace.TaskID(3) {
		s.moves(id, 0, trace.NoReason, from(trace.None, trace.Runnable))
	}
	s.moves(3, 0, worker, from(trace.None, trace.Pending))
	s.runs(0, 2, 0, 1)
	s.moves(2, 5, read, from(trace.Running, trace.Suspended))
	s.runs(5, 0, 1)
	s.Close(20)
	return s
}

func TestEachLawIsNamedWhenItIsBroken(t *testing.T) {
	require.Empty(t, half().Ledger.Laws())
	for _, c := range []struct {
		told string
		harm func(l *trace.Ledger)
	}{
		{"lane 0: busy longer than the run", func(l *trace.Ledger) { l.Lanes[0].Busy = 21 }},
		{"lane 1: its load is not its tasks", func(l *trace.Ledger) { l.Lanes[1].Load = 1 }},
		{"lane 0: its load is not its tasks", func(l *trace.Ledger) { l.Lanes[0].Load-- }},
		{"task 0: running + runnable + suspended + pending is not its age",
			func(l *trace.Ledger) { l.Tasks[0].CPU++ }},
		{"task 2: running + runnable + suspended + pending is not its age",
			func(l *trace.Ledger) { l.Tasks[2].Since-- }},
		{"task 1: in a ring although suspended",
			func(l *trace.Ledger) { l.Tasks[1].State = trace.Suspended }},
		{"task 3: in a ring although runnable", func(l *trace.Ledger) { l.Tasks[3].State = trace.Runnable }},
		{"task 1: in a ring although runnable",
			func(l *trace.Ledger) { l.Lanes[0].Ring = l.Lanes[0].Ring[:1] }},
		{"tasks opened − closed is not those alive", func(l *trace.Ledger) { l.Totals.Opened++ }},
		{"tasks opened − closed is not those alive", func(l *trace.Ledger) { l.Totals.Alive-- }},
		{"Little's law", func(l *trace.Ledger) { l.Totals.Area++ }},
		{"Little's law", func(l *trace.Ledger) { l.Totals.Response++ }},
		{"the waits in runnable queues are not the signal waits and the first ones",
			func(l *trace.Ledger) { l.Totals.FirstRun++ }},
		{"the waits in runnable queues are not the signal waits and the first ones",
			func(l *trace.Ledger) { l.Instances[0].Waits[read].Signal++ }},
	} {
		log := half()
		c.harm(&log.Ledger)
		broken := strings.Join(log.Ledger.Laws(), "\n")
		require.Contains(t, broken, c.told)
	}
}

// A product without a wait after a yield cannot be asked for the sum of its signal waits.
func TestQueuesOfAProductWithoutYieldWaits(t *testing.T) {
	log := &trace.Log{}
	log.Declare(trace.Layout{Yield: trace.NoReason, Lanes: make([]trace.Lane, 1)})
	for range 2 {
		id := log.Open(trace.Task{Request: trace.NoRequest})
		move(log, id, 0, from(trace.None, trace.Runnable))
	}
	log.Rotate(trace.Rotation{Next: 4, Slice: 4, Ring: []trace.TaskID{0, 1}})
	log.Close(20)
	require.Empty(t, log.Ledger.Laws())
	require.Equal(t, int64(4), log.Ledger.Lanes[0].Yields, "at 4, 8, 12 and 16")
	require.Equal(t, int64(4+4+4+4), log.Ledger.Totals.Runnable, "task 1 0-4 and 8-12, task 0 4-8 and 12-16")
}

func TestMistakesOfTheRecordAreTold(t *testing.T) {
	for _, c := range []struct {
		told string
		play func(s script, id trace.TaskID)
	}{
		{"task 0 goes from done to runnable while none", func(s script, id trace.TaskID) {
			s.moves(id, 0, trace.NoReason, from(trace.Done, trace.Runnable))
		}},
		{"task 0 goes from running to done while suspended", func(s script, id trace.TaskID) {
			s.moves(id, 0, trace.NoReason, from(trace.None, trace.Runnable))
			s.runs(0, id)
			s.moves(id, 1, read, from(trace.Running, trace.Suspended))
			s.moves(id, 2, trace.NoReason, from(trace.Running, trace.Done))
		}},
		{"a task that is not in a ring leaves it", func(s script, id trace.TaskID) {
			s.moves(id, 0, worker, from(trace.None, trace.Pending))
			s.moves(id, 2, trace.NoReason, from(trace.Running, trace.Done))
		}},
		{"task 0 is put on the CPU while suspended", func(s script, id trace.TaskID) {
			s.moves(id, 0, trace.NoReason, from(trace.None, trace.Runnable))
			s.runs(0, id)
			s.moves(id, 1, read, from(trace.Running, trace.Suspended))
			s.runs(2, id)
		}},
		{"time goes back from 7ns to 3ns", func(s script, id trace.TaskID) {
			s.moves(id, 7, trace.NoReason, from(trace.None, trace.Runnable))
			s.Record(trace.Event{At: 3, Kind: trace.Note})
		}},
		{"lane 0: a rotation that is not under way", func(s script, id trace.TaskID) {
			s.moves(id, 0, trace.NoReason, from(trace.None, trace.Runnable))
			s.Rotate(trace.Rotation{At: 1, Start: 2, Next: 9, Slice: 5, Ring: []trace.TaskID{id}})
		}},
		{"lane 0: not exactly the first of the ring runs", func(s script, id trace.TaskID) {
			s.moves(id, 0, trace.NoReason, from(trace.None, trace.Runnable))
			s.runs(0, id)
			other := s.task(1, trace.NoRequest)
			s.moves(other, 1, trace.NoReason, from(trace.None, trace.Runnable))
			s.runs(1, other) // without saying what became of the first
			s.runs(2, other, id)
		}},
	} {
		s := newScript()
		c.play(s, s.task(0, trace.NoRequest))
		require.Contains(t, strings.Join(s.Ledger.Broken, "\n"), c.told)
	}
}

func TestFewMistakesAreTold(t *testing.T) {
	s := newScript()
	id := s.task(0, trace.NoRequest)
	for range 100 {
		s.moves(id, 0, read, from(trace.None, trace.Suspended))
	}
	require.Len(t, s.Ledger.Broken, 20)
}

// long is a log with some snapshots: a task that comes and goes every 10 ns.
func long(rounds int, limit int64) script {
	s := newScript()
	s.Limit = limit
	for i := range rounds {
		at := sim.Time(10 * i)
		id := s.task(at, trace.NoRequest)
		s.moves(id, at, trace.NoReason, from(trace.None, trace.Runnable))
		s.runs(at+1, id)
		s.moves(id, at+8, trace.NoReason, from(trace.Running, trace.Done))
		s.runs(at + 8)
	}
	s.Close(sim.Time(10 * rounds))
	return s
}

func TestSeekingBesideSnapshots(t *testing.T) {
	const every = 8192 // events between snapshots
	log := long(7000, 0)
	require.Greater(t, len(log.Events), 4*every)
	for i := range log.Events {
		if near := (i + 3) % every; near > 6 || i < every/2 {
			continue
		}
		round := sim.Time(i / 5) // five events each
		for at := 10*round - 1; at <= 10*round+10; at++ {
			// By hand: of each round, 8 ns alive and 7 busy.
			done, inside := int64(at)/10, int64(at)%10
			before := log.Before(at)
			require.Equal(t, 8*done+min(inside, 8), before.Totals.Area, "at %d", at)
			require.Equal(t, sim.Time(7*done+max(0, min(inside, 8)-1)), before.Lanes[0].Busy, "at %d", at)
			after := log.At(at)
			require.Equal(t, done+1, after.Totals.Opened, "at %d", at)
			require.Equal(t, inside < 8, after.Totals.Alive == 1, "at %d", at)
		}
	}
}

func TestAFullLogGoesOnCounting(t *testing.T) {
	const rounds = 60_000 // of 5 events, 2 rotations and a task
	whole, cut := long(rounds, 0), long(rounds, 1<<20)
	require.False(t, whole.Full)
	require.True(t, cut.Full)
	require.Equal(t, whole.Ledger.Totals, cut.Ledger.Totals)
	require.Equal(t, whole.Ledger.Lanes[0].Busy, cut.Ledger.Lanes[0].Busy)
	require.Less(t, len(cut.Events), len(whole.Events)/2)
	// A megabyte, four more until the run should have stopped, and the tasks, which later events name.
	require.Less(t, cut.Bytes(), int64(5<<20+rounds*28+64))
	require.Greater(t, whole.Bytes(), 2*cut.Bytes())
}

func TestResetForgetsEverything(t *testing.T) {
	log := lived().Log
	hash := log.Hash()
	log.Reset()
	require.Empty(t, log.Events)
	require.Zero(t, log.Hash())
	require.Zero(t, log.Bytes())
	require.Zero(t, log.Ledger.Totals)
	fresh := lived()
	require.Equal(t, hash, fresh.Hash(), "the same log again")
	require.NotEqual(t, hash, half().Hash())
}

func TestClonesGoOnByThemselves(t *testing.T) {
	log := half()
	before := log.Before(20)
	copied := before.Clone()
	copied.Settle(500)
	copied.Instances[0].Waits[read].Count = 9
	copied.Instances[0].Done[1] = 1
	copied.Lanes[0].Ring[0] = 7
	require.Equal(t, log.Before(20), before)
	require.NotEqual(t, before.Totals.Area, copied.Totals.Area)
}
