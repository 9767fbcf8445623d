package esxi

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// loaded is a log by hand: a guest of two virtual CPUs for each core of a host, at work on the first threads
// from 0 on, and on the second ones too from an instant on.
func loaded(cores int, clock int64, both, end sim.Time) system.Reading {
	log := &trace.Log{}
	layout := trace.Layout{Name: "esx", Waits: waits, Yield: whyReady, Host: &trace.HostLayout{Name: "esx",
		Role: whyVCPU, Clock: clock, Credit: beside,
		Guests: []trace.GuestLayout{{Name: "db", CPUs: 2 * cores, Overlap: -1, System: -1}}}}
	for _, cause := range causes {
		layout.Causes = append(layout.Causes, cause.Name)
	}
	for thread := range 2 * cores {
		layout.Lanes = append(layout.Lanes, trace.Lane{Number: int32(thread), CPU: thread, Core: 1 +
			thread/2})
	}
	in, first := log.Declare(layout)
	record := func(at sim.Time, id trace.TaskID, from, to trace.State) {
		log.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
			Where: first + trace.LaneID(id), Why: whyIdle, From: from, To: to})
	}
	for thread := range 2 * cores {
		id := log.Open(trace.Task{Request: trace.NoRequest, Lane: first + trace.LaneID(thread),
			Context: int32(thread), Role: whyVCPU})
		record(0, id, trace.None, trace.Suspended)
	}
	for half, at := range []sim.Time{0, both} {
		for core := range cores {
			id := trace.TaskID(2*core + half)
			record(at, id, trace.Suspended, trace.Runnable)
			log.Rotate(trace.Rotation{At: at, Start: at, Next: sim.Never, Lane: first + trace.LaneID(id),
				Ring: []trace.TaskID{id}})
		}
	}
	log.Close(end)
	return system.Reading{Log: log, Ledger: log.At(end - 1), Instance: in, At: end - 1}
}

// An experiment on 12 cores with 24 threads: at half load each of 12 virtual CPUs has a core, at full load
// each of 24 shares one. In 20 s they run 240,000 and 480,000 ms and are charged 240,000 and 300,000 ms: 50 %
// and 62.5 % of 24. Source: V. Bondzio's experiment in the operations guide.
func TestFullLoadOnThreadsIsChargedAsAQuarterMore(t *testing.T) {
	const half, full = 20 * sim.Second, 40 * sim.Second
	r := loaded(12, 1000, half, full+1)
	at := func(t sim.Time) *trace.Ledger { return r.Log.Before(t) }
	for _, c := range []struct {
		from, to  sim.Time
		run, used sim.Time
		threads   sim.Time
	}{{0, half, 240_000, 240_000, 240_000}, {half, full, 480_000, 300_000, 480_000}} {
		reading := r
		reading.Ledger, reading.At = at(c.to), c.to
		all, each := guestCounters(reading, at(c.from), 0)
		assert.Equal(t, c.run*sim.Millisecond, all.run)
		assert.Equal(t, c.used*sim.Millisecond, all.used(1000))
		require.Len(t, each, 24)
		var util, core sim.Time
		for _, thread := range threadsOf(reading, at(c.from)) {
			util, core = util+thread.util, core+thread.core
		}
		assert.Equal(t, c.threads*sim.Millisecond, util)
		assert.Equal(t, 480_000*sim.Millisecond, core, "each core has a thread at work all the time")
	}
}

// A core with both threads at work is 10,000 + 10,000 ms of use in 20 s, with one it is 20,000.
// Source: the operations guide's table of a host with two cores.
func TestAThreadIsInUseForHalfOfASharedCore(t *testing.T) {
	r := loaded(2, 1000, 20*sim.Second, 40*sim.Second+1)
	alone := threadsOf(system.Reading{Log: r.Log, Ledger: r.Log.Before(20 * sim.Second),
		Instance: r.Instance},
		r.Log.Before(0))
	both := threadsOf(system.Reading{Log: r.Log, Ledger: r.Log.Before(40 * sim.Second), Instance: r.Instance},
		r.Log.Before(20*sim.Second))
	assert.Equal(t, [2]sim.Time{20 * sim.Second, 0}, [2]sim.Time{alone[0].used, alone[1].used})
	assert.Equal(t, [2]sim.Time{10 * sim.Second, 10 * sim.Second}, [2]sim.Time{both[0].used, both[1].used})
	turbo := loaded(2, 1310, 0, 10*sim.Second+1)
	full := threadsOf(system.Reading{Log: turbo.Log, Ledger: turbo.Log.Before(10 * sim.Second)},
		turbo.Log.Before(0))
	assert.Equal(t, 6550*sim.Millisecond, full[0].used, "a turbo of 131 % on half a core")
}

func TestSharesAreWrittenAsTheToolsDo(t *testing.T) {
	for _, c := range []struct {
		part, of          sim.Time
		hundreds, tenthly string
	}{{0, 0, "0.00", "0.0"}, {1, 3, "33.33", "33.3"}, {2, 3, "66.67", "66.7"}, {5, 4, "125.00", "125.0"},
		{1, 100_000, "0.00", "0.0"}, {1, 20_000, "0.01", "0.0"}} {
		assert.Equal(t, c.hundreds, hundredths(c.part, c.of))
		assert.Equal(t, c.tenthly, tenths(c.part, c.of))
	}
	assert.Equal(t, "-5.00", hundredths(-5, 100))
}

// Ready time in ms of a chart and in per cent. Source: vCenter's charts: 2,000 ms of 20 s are 10 % of a vCPU.
func TestReadyTimeIsConvertedByTheIntervalOfTheChart(t *testing.T) {
	for interval, ms := range map[sim.Time]sim.Time{20: 2000, 300: 30_000, 1800: 180_000, 7200: 720_000,
		86_400: 8_640_000} {
		assert.Equal(t, "10.00", hundredths(ms*sim.Millisecond, interval*sim.Second))
	}
}

func TestTheScreensTellWhatTheLogTells(t *testing.T) {
	r := loaded(2, 1000, 20*sim.Second, 40*sim.Second+1)
	r.Ledger, r.At = r.Log.Before(22*sim.Second), 22*sim.Second // three of the last five seconds alone
	rows := machineRows(r)
	require.Len(t, rows, 5)
	assert.Equal(t, []string{"db", "4", "220.00", "280.00", "0.00", "120.00", "0.00", "120.00", "0.00",
		"0.00",
		"0.00", "60.00"}, rows[0], "run 2·5 + 2·2 s; used 2·(3 + 2·0.625) + 2·2·0.625 s")
	assert.Equal(t, "  vmx-vcpu-1", rows[2][0])
	assert.Equal(t, "40.00", rows[2][3])
	assert.Equal(t, []string{"db", "70.0", "–", "70.0", "0.0", "0.0", "30.0", "55.0", "15.0"},
		besideRows(r)[0])
	threads := threadRows(r)
	require.Len(t, threads, 4)
	assert.Equal(t, []string{"0", "80.0", "100.0", "100.0", "db:0", "0"}, threads[0])
	assert.Equal(t, []string{"1", "20.0", "40.0", "100.0", "db:1", "0"}, threads[1])
	assert.Equal(t, []string{"db", "4", "0", "0", "0.00", "0.00"}, readyRows(r)[0])
}

func TestTheCaptionSaysWhatNoCounterOfWaitingTells(t *testing.T) {
	r := loaded(2, 1000, 20*sim.Second, 40*sim.Second+1)
	r.Ledger, r.At = r.Log.Before(30*sim.Second), 30*sim.Second
	got := caption(r)
	assert.Equal(t, "On host esx 4 of 4 threads are busy, on 2 of 2 cores.", got.Headline)
	assert.Contains(t, got.Why,
		"db waited 0.0 % of the last 5 s, but ran beside a busy sibling thread for 100.0 %")
	r.Ledger, r.At = r.Log.Before(10*sim.Second), 10*sim.Second
	assert.Contains(t, caption(r).Why, "No virtual CPU lost anything")
	r.Ledger, r.At = r.Log.Before(0), 0
	assert.Contains(t, caption(r).Why, "No virtual CPU lost anything")
}
