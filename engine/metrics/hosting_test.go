package metrics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/metrics"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// vcpu is a step of a virtual CPU: from then on it is in the state.
type vcpu struct {
	at   sim.Time
	who  trace.TaskID
	from trace.State
	to   trace.State
}

// hosted is a log of a host of one core with two threads, and two guests of one virtual CPU each, on a thread
// of its own; what they do is given.
func hosted(clock int64, steps []vcpu) *trace.Log {
	log := &trace.Log{}
	log.Declare(trace.Layout{Name: "host", Waits: 4, Causes: []string{"READY", "IDLE", "CO-STOP", "LIMIT"},
		Lanes: []trace.Lane{{Core: 1}, {Core: 1}}, Series: []trace.Series{{Metric: "overlap", Sum: true},
			{Metric: "system", Sum: true}},
		Host: &trace.HostLayout{Name: "esx", Role: 1, Clock: clock, Credit: 625,
			Guests: []trace.GuestLayout{{Name: "a", CPUs: 1, Overlap: 0, System: 1},
				{Name: "b", CPUs: 1, Overlap: -1, System: -1}}}})
	for i := range 2 {
		id := log.Open(trace.Task{Request: trace.NoRequest, Lane: trace.LaneID(i), Branch: int16(i),
			Role: 1})
		goes(log, vcpu{0, id, trace.None, trace.Suspended})
	}
	for _, s := range steps {
		goes(log, s)
	}
	log.Close(20 * ms)
	return log
}

func goes(log *trace.Log, s vcpu) {
	lane := trace.LaneID(s.who)
	if s.to != trace.Running {
		log.Record(trace.Event{At: s.at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(s.who),
			Where: lane, Why: 1, From: s.from, To: s.to})
	}
	r := trace.Rotation{At: s.at, Start: s.at, Next: sim.Never, Lane: lane}
	switch {
	case s.to == trace.Running:
		r.Ring = []trace.TaskID{s.who}
		log.Rotate(r)
	case s.from == trace.Running:
		log.Rotate(r)
	}
}

// Two machines share a core. Each runs half the time, and a quarter of the time both do: each has then used
// 40.625 %. Source: the operations guide's example of a shared core.
func TestTwoMachinesThatShareACore(t *testing.T) {
	log := hosted(1000, []vcpu{
		{0, 0, trace.Suspended, trace.Runnable}, {0, 0, trace.Runnable, trace.Running},
		{5 * ms, 1, trace.Suspended, trace.Runnable}, {5 * ms, 1, trace.Runnable, trace.Running},
		{10 * ms, 0, trace.Running, trace.Suspended}, {15 * ms, 1, trace.Running, trace.Suspended},
	})
	require.Empty(t, log.Ledger.Laws())
	compare(t, log, metrics.Window{To: 20 * ms}, metrics.Numbers{
		"vm.a.run_pct": 50, "vm.b.run_pct": 50, "vm.a.used_pct": 40.625, "vm.b.used_pct": 40.625,
		"vm.a.idle_pct": 50, "vm.a.ready_pct": 0, "vm.a.costop_pct": 0, "vm.a.guest_busy_pct": 50,
		"vm.a.latency_pct": 100 * 5 * 0.375 / 20,
		"host.util_pct":    50, "host.core_util_pct": 75, "host.usage_pct": 75})
	compare(t, log, metrics.Window{From: 5 * ms, To: 10 * ms}, metrics.Numbers{
		"vm.a.run_pct": 100, "vm.a.used_pct": 62.5, "vm.a.latency_pct": 37.5, "vm.a.ready_pct": 0,
		"vm.a.guest_busy_pct": 100, "host.core_util_pct": 100})
	numbers := metrics.Measure(log, nil, metrics.Window{To: 20 * ms})
	assert.NotContains(t, numbers, "vm.a.throughput", "no database is in it")
	assert.NotContains(t, numbers, "cpu.busy_pct", "there is no database")
}

// A turbo makes a half busy core look like a full one, and no more.
func TestUsageFollowsTheClockUpToTheTop(t *testing.T) {
	steps := []vcpu{{4 * ms, 0, trace.Suspended, trace.Runnable}, {4 * ms, 0, trace.Runnable, trace.Running}}
	compare(t, hosted(1118, steps), metrics.Window{To: 20 * ms}, metrics.Numbers{
		"host.core_util_pct": 80, "host.usage_pct": 80 * 1.118, "vm.a.used_pct": 80 * 1.118,
		"host.util_pct": 40})
	compare(t, hosted(1500, steps), metrics.Window{To: 20 * ms}, metrics.Numbers{"host.usage_pct": 100})
}

// What keeps a virtual CPU from running is told apart, also while it goes on at the window's ends.
func TestEachKindOfStandingStill(t *testing.T) {
	log := hosted(1000, []vcpu{
		{2 * ms, 0, trace.Suspended, trace.Runnable}, {6 * ms, 0, trace.Runnable, trace.CoStop},
		{12 * ms, 0, trace.CoStop, trace.Limited},
	})
	compare(t, log, metrics.Window{To: 20 * ms}, metrics.Numbers{"vm.a.idle_pct": 10, "vm.a.ready_pct": 60,
		"vm.a.costop_pct": 30, "vm.a.mlmtd_pct": 40, "vm.a.run_pct": 0, "vm.a.latency_pct": 20 + 30,
		"vm.a.guest_busy_pct": 0})
	compare(t, log, metrics.Window{From: 4 * ms, To: 14 * ms}, metrics.Numbers{"vm.a.ready_pct": 40,
		"vm.a.costop_pct": 60, "vm.a.mlmtd_pct": 20, "vm.a.idle_pct": 0})
}

// In 30 s a guest is busy for the whole of one sample of 5 s, and not elsewhere; a shorter window has none.
func TestThePeakIsThatOfTheBusiestSample(t *testing.T) {
	log := hosted(1000, nil)
	for _, s := range []vcpu{{sim.Second, 0, trace.Suspended, trace.Runnable},
		{sim.Second, 0, trace.Runnable, trace.Running}, {2 * sim.Second, 0, trace.Running, trace.Suspended},
		{11 * sim.Second, 0, trace.Suspended, trace.Runnable},
		{11 * sim.Second, 0, trace.Runnable, trace.Running},
		{14 * sim.Second, 0, trace.Running, trace.Suspended}} {
		goes(log, s)
	}
	log.Close(30 * sim.Second)
	compare(t, log, metrics.Window{To: 30 * sim.Second}, metrics.Numbers{"vm.a.guest_peak_pct": 60,
		"vm.b.guest_peak_pct": 0})
	compare(t, log, metrics.Window{From: 2 * sim.Second, To: 12 * sim.Second}, metrics.Numbers{
		"vm.a.guest_peak_pct": 20})
	short := metrics.Measure(log, nil, metrics.Window{To: 4 * sim.Second})
	assert.NotContains(t, short, "vm.a.guest_peak_pct")
}
