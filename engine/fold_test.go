package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// dumbFold counts a run anew from its slices and transitions, one by one, without any closed form.
type dumbFold struct {
	log      *trace.Log
	waits    []trace.WaitAccount
	firstRun sim.Time
	first    int64
	state    map[trace.TaskID]*dumbTask
}

type dumbTask struct {
	why      trace.Reason // for which it was last in the queue; NoReason = its first time
	since    sim.Time     // in the queue or suspended
	resource sim.Time
	slices   int
}

// run takes the slices and events of each lane in the order in which they count.
func (f *dumbFold) run() {
	next := make([]int, len(f.log.Ledger.Lanes))
	slices := make([][]trace.Slice, len(next))
	for lane := range slices {
		slices[lane] = enginetest.Slices(f.log, trace.LaneID(lane), 0, f.log.End)
	}
	for _, e := range f.log.Events {
		if e.Kind != trace.Transition || e.Thing != trace.TaskThing {
			continue
		}
		lane := e.Where
		for ; next[lane] < len(slices[lane]) && slices[lane][next[lane]].From < e.At; next[lane]++ {
			f.slice(slices[lane][next[lane]])
		}
		f.event(e)
	}
	for lane := range slices {
		for _, s := range slices[lane][next[lane]:] {
			f.slice(s)
		}
	}
}

func (f *dumbFold) slice(s trace.Slice) {
	t := f.state[s.Task]
	f.served(t, s.From)
	t.slices++
	if s.Yield {
		t.why, t.since = f.log.Ledger.Instances[0].Layout.Yield, s.To
	} else {
		t.why = trace.NoReason
	}
}

// served ends a wait in the runnable queue.
func (f *dumbFold) served(t *dumbTask, at sim.Time) {
	if t.slices == 0 && t.why == trace.NoReason {
		f.first++
		f.firstRun += at - t.since
		return
	}
	f.count(t.why, t.resource, at-t.since)
	t.resource = 0
}

func (f *dumbFold) count(why trace.Reason, resource, signal sim.Time) {
	w := &f.waits[why]
	w.Count++
	w.Resource += resource
	w.Signal += signal
	w.Max = max(w.Max, resource+signal)
}

func (f *dumbFold) event(e trace.Event) {
	id := trace.TaskID(e.Who)
	if f.state[id] == nil {
		f.state[id] = &dumbTask{}
	}
	t := f.state[id]
	switch {
	case e.From == trace.None:
		t.why, t.since = trace.NoReason, e.At
		if e.To == trace.Pending {
			t.resource = e.At // when it began
			t.why = e.Why
		}
	case e.From == trace.Pending:
		f.count(t.why, e.At-t.resource, 0)
		t.why, t.since, t.resource = trace.NoReason, e.At, 0
	case e.To == trace.Suspended:
		t.why, t.since = e.Why, e.At
		t.resource = -1
	case e.From == trace.Suspended && e.To == trace.Runnable:
		t.resource, t.since = e.At-t.since, e.At
	case e.From == trace.Suspended:
		f.count(t.why, e.At-t.since, 0)
	case e.To == trace.Done && queued(t):
		f.served(t, e.At)
	}
}

// queued says whether a task that ends stood in the queue: it has yielded or come since its last slice.
func queued(t *dumbTask) bool {
	return t.why != trace.NoReason || t.slices == 0
}

func TestAccountsEqualADumbFold(t *testing.T) {
	for i, s := range randoms(t, 160_000, 300) {
		if len(s.Systems) > 1 {
			continue // the fold keeps one set of waits
		}
		run := engine.New(s, engine.Options{}).Finish()
		in := &run.Log.Ledger.Instances[0]
		f := dumbFold{log: run.Log, waits: make([]trace.WaitAccount, len(in.Waits)),
			state: map[trace.TaskID]*dumbTask{}}
		f.run()
		require.Equal(t, in.Waits, f.waits, "scenario %d", i)
		require.Equal(t, run.Log.Ledger.Totals.FirstRun, int64(f.firstRun), "scenario %d", i)
		for lane := range run.Log.Ledger.Lanes {
			l := &run.Log.Ledger.Lanes[lane]
			busy, yields := sums(enginetest.Slices(run.Log, trace.LaneID(lane), 0, run.Log.End))
			require.Equal(t, l.Busy, busy, "scenario %d lane %d", i, lane)
			require.Equal(t, l.Yields, yields, "scenario %d lane %d", i, lane)
		}
	}
}

func sums(slices []trace.Slice) (busy sim.Time, yields int64) {
	for _, slice := range slices {
		busy += slice.To - slice.From
		if slice.Yield {
			yields++
		}
	}
	return busy, yields
}
