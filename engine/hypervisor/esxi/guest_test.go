package esxi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// inside is a database-like guest: run queues with quanta on virtual CPUs, in the same log as the host.
type inside struct {
	b      *bench
	id     trace.InstanceID
	first  trace.LaneID
	queues host.RunQueues
	ended  map[trace.TaskID]sim.Time
	timer  sim.TimerID
	jobs   []job
}

// job is work that arrives on a lane of a guest.
type job struct {
	at   sim.Time
	lane int
	work sim.Time
}

// settles starts run queues in a guest, with jobs in the order of their arrival.
func (b *bench) settles(guest int, jobs []job) *inside {
	in := &inside{b: b, ended: map[trace.TaskID]sim.Time{}, jobs: jobs}
	cpus := b.Guests()[guest].CPUs
	layout := trace.Layout{Name: "database", Guest: b.guests[guest].name, Yield: 0, Waits: 1,
		Causes: []string{"YIELD"}}
	for i := range cpus {
		layout.Lanes = append(layout.Lanes, trace.Lane{CPU: i})
	}
	in.id, in.first = b.log.Declare(layout)
	in.queues = host.NewRotations(host.Queues{Kernel: b.Kernel, Trace: b.log, CPUs: cpus, First: in.first,
		Rules: host.Rules{Quantum: 4 * sim.Millisecond}, Ender: in})
	in.timer = b.NewTimer(in, 0, 0)
	b.Set(in.timer, jobs[0].at, sim.Arrive)
	return in
}

// Fire starts the next job.
func (in *inside) Fire(_, _ int32) {
	j, now := in.jobs[0], in.b.Now()
	lane := in.first + trace.LaneID(j.lane)
	task := in.b.log.Open(trace.Task{At: now, Request: trace.NoRequest, Lane: lane})
	in.moves(task, trace.None, trace.Runnable)
	in.queues.Enqueue(j.lane, host.Job{Task: task, Work: host.Work(j.work) * 1000})
	if in.jobs = in.jobs[1:]; len(in.jobs) > 0 {
		in.b.Set(in.timer, in.jobs[0].at, sim.Arrive)
	}
}

// Ended implements host.Ender.
func (in *inside) Ended(_ host.Worker, task trace.TaskID) {
	in.ended[task] = in.b.Now()
	in.moves(task, trace.Running, trace.Done)
}

func (in *inside) moves(task trace.TaskID, from, to trace.State) {
	in.b.log.Record(trace.Event{At: in.b.Now(), Kind: trace.Transition, Thing: trace.TaskThing,
		Who: int32(task), Where: trace.NoLane, Why: trace.NoReason, Instance: in.id, From: from, To: to})
}

// when lists when a guest's jobs have ended, in the order of their arrival.
func (in *inside) when() (all []sim.Time) {
	for id := range in.b.log.Tasks {
		if at, ended := in.ended[trace.TaskID(id)]; ended {
			all = append(all, at)
		}
	}
	return all
}

const ms = sim.Millisecond

// TestAGuestLosesWhatItsVirtualCPUWaits: two guests share a CPU in turns of 50 ms.
func TestAGuestLosesWhatItsVirtualCPUWaits(t *testing.T) {
	b := newBench(plan{shape: plain(1), values: quiet(nil), guests: single(2)})
	one := b.settles(0, []job{{at: 10 * ms, work: 120 * ms}, {at: 500 * ms, work: 20 * ms}})
	b.beats(1, 0, pulse{from: 20 * ms})
	b.run(sim.Second)
	b.log.Close(sim.Second)
	// It works from 10 to 60, 110 to 160 and 210 to 230 ms, when it has nothing to do any more. At 500 ms it
	// is far behind, and takes the CPU at once.
	require.Equal(t, []sim.Time{230 * ms, 520 * ms}, one.when())
	require.Empty(t, b.log.Ledger.Laws())
	account := b.log.Ledger.VirtualCPUs(b.in, 0)[0]
	require.Equal(t, 140*ms, account.CPU)
	require.Equal(t, 100*ms, account.Runnable)
}

// TestTheGuestsClockGoesOn: a worker that is overdue when its virtual CPU comes back yields at once.
func TestTheGuestsClockGoesOn(t *testing.T) {
	b := newBench(plan{shape: plain(1), values: quiet(nil), guests: single(2)})
	b.settles(0, []job{{at: 10 * ms, work: 200 * ms}, {at: 11 * ms, work: 200 * ms}})
	b.beats(1, 0, pulse{from: 20 * ms})
	b.run(sim.Second)
	b.log.Close(sim.Second)
	in := &b.log.Ledger.Instances[1]
	var slices []trace.Slice
	b.log.Expand(in.First, 50*ms, 120*ms, func(s trace.Slice) { slices = append(slices, s) })
	longest := slices[0]
	for i, s := range slices {
		if s.To-s.From > longest.To-longest.From {
			longest = s
		}
		require.True(t, i == 0 || s.Task != slices[i-1].Task, "they take turns")
	}
	require.Equal(t, trace.Slice{Lane: in.First, Task: longest.Task, From: 58 * ms, To: 110 * ms,
		Yield: true}, longest, "its quantum was over at 62, while the virtual CPU did not run from 60 to 110")
}

// TestAGuestOnASharedCoreIsSlower while its sibling thread is busy.
func TestAGuestOnASharedCoreIsSlower(t *testing.T) {
	b := newBench(plan{shape: topology.Shape{CoresPerNode: 1, ThreadsPerCore: 2}, smt: 600,
		values: quiet(nil), guests: single(2)})
	one := b.settles(0, []job{{at: 10 * ms, work: 100 * ms}})
	b.beats(1, 0, pulse{from: 30 * ms, works: 50 * ms, rests: sim.Hour})
	b.run(sim.Second)
	require.Equal(t, []sim.Time{130 * ms}, one.when(), "20 ms, 50 at 60 %, then 50")
}

// TestALimitStopsAGuest until the next period: half a CPU is 50 ms of every 100.
func TestALimitStopsAGuest(t *testing.T) {
	b := newBench(plan{shape: plain(2), values: quiet(nil), guests: []guestPlan{{vcpus: 2,
		values: setting.Values{"limit_mhz": number(1250)}}}})
	one := b.settles(0, []job{{at: 10 * ms, work: 120 * ms}, {at: 120 * ms, lane: 1, work: 10 * ms}})
	b.run(sim.Second)
	b.log.Close(sim.Second)
	// 10 to 60; 100 to 120, then two at once, 10 ms of each, which is 40 of 50, and 5 more of each or 10 of
	// one: the second has ended at 130, so the first runs until 140. Then from 200 on: 30 ms are left.
	require.Equal(t, []sim.Time{230 * ms, 130 * ms}, one.when())
	account := b.log.Ledger.VirtualCPUs(b.in, 0)[0]
	require.Equal(t, (100-60)*ms+(200-140)*ms, account.Limited)
	require.Zero(t, account.Runnable)
	require.Equal(t, trace.Limited, b.log.At(70*ms).VirtualCPUs(b.in, 0)[0].State)
	require.Equal(t, trace.Suspended, b.log.At(70*ms).VirtualCPUs(b.in, 0)[1].State, "it has nothing to do")
	require.Empty(t, b.log.Ledger.Laws())
}

func TestWhoWakesWhileNothingIsLeftIsLimitedToo(t *testing.T) {
	b := newBench(plan{shape: plain(2), values: quiet(nil), guests: []guestPlan{{vcpus: 2,
		values: setting.Values{"limit_mhz": number(1250)}}}})
	b.beats(0, 0, pulse{from: 10 * ms})
	b.beats(0, 1, pulse{from: 70 * ms, works: 10 * ms, rests: sim.Hour})
	b.run(71 * ms)
	require.Equal(t, trace.Limited, b.vcpus[1].state)
	b.run(81 * ms)
	require.Equal(t, trace.Suspended, b.vcpus[1].state, "it does not want any more")
	b.run(101 * ms)
	require.Equal(t, trace.Running, b.vcpus[0].state)
	b.log.Close(101 * ms)
	require.Empty(t, b.log.Ledger.Laws())
}

// TestAnIdleSiblingIsNotFarAhead: one that slept while its sibling waited does not have to wait for it for as
// long.
func TestAnIdleSiblingIsNotFarAhead(t *testing.T) {
	b := newBench(plan{shape: plain(2), values: quiet(setting.Values{"hand_off": number(0)}),
		guests: []guestPlan{{vcpus: 2}, {vcpus: 1}}})
	b.vcpus[2].lane = 0
	b.vcpus[2].vtime = -int64(sim.Second)
	b.beats(1, 0, pulse{from: 10 * ms})
	b.run(11 * ms)
	b.vcpus[1].lane = 0
	b.pcpus[1].held = 0 // nobody may use the other CPU
	b.now = b.Now()
	b.weigh(1)
	b.settleLater()
	b.beats(0, 0, pulse{from: 12 * ms}) // waits
	b.run(40 * ms)
	require.Equal(t, trace.Runnable, b.vcpus[0].state)
	b.pcpus[1].held = none
	b.now = b.Now()
	b.weigh(1)
	b.beats(0, 1, pulse{from: 41 * ms})
	b.run(41*ms + 1)
	b.now = 41 * ms
	require.Equal(t, b.rules.costop, b.furthest(&b.guests[0])-b.stoodFor(&b.vcpus[1]))
}
