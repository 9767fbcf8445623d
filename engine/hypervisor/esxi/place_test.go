package esxi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// exhaustive looks at every CPU and leaves virtual CPUs where they have been put.
func exhaustive() setting.Values {
	return quiet(setting.Values{"search_width": number(64), "ht_balance": number(0)})
}

// single is so many guests of one virtual CPU.
func single(n int) (all []guestPlan) {
	for range n {
		all = append(all, guestPlan{vcpus: 1})
	}
	return all
}

// told is the reason of the last transition of a virtual CPU to runnable, and where.
func (b *bench) told(id int32) (why trace.Reason, where trace.LaneID) {
	for _, e := range b.log.Events {
		if e.Kind == trace.Transition && e.Who == int32(b.vcpus[id].task) && e.To == trace.Runnable {
			why, where = e.Why, e.Where
		}
	}
	return why, where
}

// TestWhereAVirtualCPUWakes: where it ran last if that is idle; else on an idle core; else beside a busy
// thread; else it waits.
func TestWhereAVirtualCPUWakes(t *testing.T) {
	for _, c := range []struct {
		busy  []int // threads; 0 and 1 are a core, 2 and 3 another one
		why   trace.Reason
		where []trace.LaneID
	}{
		{nil, whyLast, []trace.LaneID{0}},
		{[]int{1}, whyLast, []trace.LaneID{0}}, // the same CPU goes before another core
		{[]int{0}, whyCore, []trace.LaneID{2, 3}},
		{[]int{0, 1}, whyCore, []trace.LaneID{2, 3}},
		{[]int{0, 2}, whyThread, []trace.LaneID{1, 3}},
		{[]int{0, 1, 2}, whyThread, []trace.LaneID{3}},
		{[]int{0, 1, 2, 3}, whyQueue, []trace.LaneID{0}},
	} {
		for seed := range uint64(8) {
			b := newBench(plan{seed: seed, shape: topology.Shape{CoresPerNode: 2, ThreadsPerCore: 2},
				values: exhaustive(), guests: single(5)})
			for i, thread := range c.busy {
				b.vcpus[i+1].lane = int32(thread)
				b.beats(i+1, 0, pulse{from: 1})
			}
			b.beats(0, 0, pulse{from: ms})
			b.run(2 * ms)
			why, where := b.told(0)
			require.Equal(t, c.why, why, "%v", c.busy)
			require.Contains(t, c.where, where, "%v", c.busy)
		}
	}
}

// TestAThreadBesideOneThatIsToBeAlone is taken when there is no other.
func TestAThreadBesideOneThatIsToBeAlone(t *testing.T) {
	for seed := range uint64(8) {
		b := newBench(plan{seed: seed, shape: topology.Shape{CoresPerNode: 3, ThreadsPerCore: 2},
			values: exhaustive(), guests: single(6)})
		for i, thread := range []int32{0, 2, 4, 1, 1, 1} {
			b.vcpus[i].lane = thread
		}
		for i := range 3 {
			b.beats(i, 0, pulse{from: 1})
		}
		b.run(2)
		b.cores[0].whole = 0
		for i, want := range [][]int32{{3, 5}, {3, 5}, {1}} {
			b.beats(3+i, 0, pulse{from: sim.Time(1+i) * ms / 10})
			b.run(sim.Time(1+i)*ms/10 + 1)
			require.Contains(t, want, b.vcpus[3+i].lane)
		}
	}
}

// TestACoreIsAloneForAWhile: until who has it leaves it, or is no longer behind.
func TestACoreIsAloneForAWhile(t *testing.T) {
	alone := func(lead sim.Time, works sim.Time) bool {
		b := newBench(plan{shape: topology.Shape{CoresPerNode: 3, ThreadsPerCore: 2}, values: exhaustive(),
			guests: single(4)})
		b.vcpus[3].lane = 3 // keeps the node's balance going: it shares a core
		b.beats(0, 0, pulse{from: 1, works: works, rests: sim.Hour})
		for i := 1; i < 4; i++ {
			b.vcpus[i].vtime = int64(lead)
			b.beats(i, 0, pulse{from: 1})
		}
		b.run(2)
		require.Zero(t, b.vcpus[0].lane)
		b.cores[0].whole = 0
		b.run(100 * ms)
		return b.cores[0].whole == 0
	}
	require.True(t, alone(150*ms, 0))
	require.False(t, alone(50*ms, 0), "half of the threshold of 200 ms")
	require.False(t, alone(150*ms, 50*ms), "it is idle")
}

// TestWhoHasHadLeastIsMoved to an idle core.
func TestWhoHasHadLeastIsMoved(t *testing.T) {
	for behind := range 2 {
		b := newBench(plan{shape: topology.Shape{CoresPerNode: 2, ThreadsPerCore: 2},
			values: quiet(setting.Values{"search_width": number(64)}), guests: single(2)})
		for i := range 2 {
			b.vcpus[i].lane = int32(i)
			b.vcpus[i].vtime = 10 * int64(ms)
			b.beats(i, 0, pulse{from: 1})
		}
		b.vcpus[behind].vtime = 0
		b.run(10 * ms)
		require.Equal(t, int32(1), b.pcpus[b.vcpus[behind].lane].core)
		require.Equal(t, int32(0), b.pcpus[b.vcpus[1-behind].lane].core)
	}
}

// TestWhoHaltsWithItsQuantumHasNotYielded: what ends in an instant has ended before anybody chooses.
func TestWhoHaltsWithItsQuantumHasNotYielded(t *testing.T) {
	b := newBench(plan{shape: plain(1), values: quiet(nil), guests: single(2)})
	b.beats(0, 0, pulse{from: ms, works: 50 * ms, rests: sim.Hour})
	b.beats(1, 0, pulse{from: 2 * ms})
	b.run(100 * ms)
	require.Zero(t, b.log.Ledger.Lanes[0].Yields)
	require.Equal(t, trace.Running, b.vcpus[1].state)
	require.Equal(t, 51*ms, b.vcpus[1].since)
}

// TestFewAreLookedAt: of many idle CPUs as few are looked at as the version does, so that a virtual CPU whose
// own is busy may wait although another one is idle; but not for long.
func TestFewAreLookedAt(t *testing.T) {
	waited := func(width int64) (n int) {
		for seed := range uint64(40) {
			b := newBench(plan{seed: seed, shape: plain(24), guests: single(24),
				values: quiet(setting.Values{"search_width": number(width)})})
			for i := range 23 {
				b.vcpus[i].lane = int32(i)
				b.beats(i, 0, pulse{from: 1})
			}
			b.vcpus[23].lane = 0
			b.beats(23, 0, pulse{from: 10*sim.Millisecond + 1})
			b.run(11 * sim.Millisecond)
			if b.vcpus[23].state == trace.Runnable {
				n++
			}
			b.run(11*sim.Millisecond + 1)
			require.Equal(t, trace.Running, b.vcpus[23].state, "it is pulled at the next look")
		}
		return n
	}
	require.Zero(t, waited(24))
	require.InDelta(t, 40*(1-4.0/24), waited(4), 7)
}

// TestWhoIsFarBehindDoesNotWait for the end of the other's quantum.
func TestWhoIsFarBehindDoesNotWait(t *testing.T) {
	for lead, want := range map[sim.Time]trace.State{30 * sim.Millisecond: trace.Runnable,
		300 * sim.Millisecond: trace.Running} {
		b := newBench(plan{shape: plain(1), values: quiet(nil), guests: single(2)})
		b.beats(0, 0, pulse{from: 1})
		b.vcpus[0].vtime = int64(lead)
		b.beats(1, 0, pulse{from: 10 * sim.Millisecond})
		b.run(11 * sim.Millisecond)
		require.Equal(t, want, b.vcpus[1].state, "behind by %v", lead)
		b.run(51 * sim.Millisecond)
		require.Equal(t, trace.Running, b.vcpus[1].state, "a quantum of 50 ms is over")
	}
}

// TestQueuesAreMadeEven: where all CPUs are busy, those that wait are spread over their queues.
func TestQueuesAreMadeEven(t *testing.T) {
	b := newBench(plan{shape: plain(2), values: quiet(setting.Values{"quantum_ms": number(1000)}),
		guests: single(6)})
	for i := range 6 {
		b.beats(i, 0, pulse{from: 1})
	}
	b.run(2)
	for b.pcpus[0].n > 0 { // all of them wait for one
		b.now = 1
		b.enter(b.pick(&b.pcpus[0]), 1, whyPull)
	}
	b.settleLater()
	require.Equal(t, int32(4), b.pcpus[1].n)
	b.run(100 * sim.Millisecond)
	require.Equal(t, [2]int32{2, 2}, [2]int32{b.pcpus[0].n, b.pcpus[1].n})
}

// TestABurstIsNotWorthAMove: who waits for the hypervisor's own work is not taken to another CPU.
func TestABurstIsNotWorthAMove(t *testing.T) {
	b := newBench(plan{shape: plain(2), values: quiet(setting.Values{"system_burst_us": number(5000)}),
		guests: single(1)})
	b.beats(0, 0, pulse{from: 1})
	b.run(sim.Millisecond)
	b.now = b.Now()
	b.serve(0, 0)
	b.settleLater()
	b.run(3 * sim.Millisecond)
	require.Equal(t, trace.Runnable, b.vcpus[0].state)
	require.True(t, b.pcpus[0].told)
	b.run(10 * sim.Millisecond)
	require.Equal(t, trace.Running, b.vcpus[0].state)
	b.log.Close(10 * sim.Millisecond)
	account := b.log.Ledger.VirtualCPUs(b.in, 0)[0]
	require.Equal(t, 5*sim.Millisecond, account.Runnable)
	require.Equal(t, b.log.Ledger.Lanes[0].Busy, account.CPU+account.Runnable)
	require.Empty(t, b.log.Ledger.Laws())
}

// TestAnInterruptIsOverlap: the virtual CPU runs and gets nothing done.
func TestAnInterruptIsOverlap(t *testing.T) {
	b := newBench(plan{shape: plain(1), values: quiet(setting.Values{"system_burst_us": number(2000)}),
		guests: single(1)})
	b.beats(0, 0, pulse{from: 1})
	b.run(sim.Millisecond)
	b.now = b.Now()
	b.interrupt(0, 0)
	b.settleLater()
	cpu := b.Guests()[0].CPUs[0]
	for _, c := range []struct {
		at    sim.Time
		speed int64
	}{{2 * sim.Millisecond, 0}, {4 * sim.Millisecond, 1000}} {
		b.run(c.at)
		require.Equal(t, trace.Running, b.vcpus[0].state)
		require.Equal(t, c.speed, int64(cpu.Speed()))
	}
	require.Equal(t, 2*sim.Millisecond, b.guests[0].overlap.now)
	require.Equal(t, 2*sim.Millisecond, b.guests[0].system.now)
}

// TestWorkOfTheHypervisorSlowsItsSibling: it is done on an idle thread, beside a busy one.
func TestWorkOfTheHypervisorSlowsItsSibling(t *testing.T) {
	b := newBench(plan{shape: topology.Shape{CoresPerNode: 1, ThreadsPerCore: 2}, smt: 600,
		values: quiet(setting.Values{"system_load_pct": number(100)}), guests: single(1)})
	b.beats(0, 0, pulse{from: 1})
	slow, at := sim.Time(0), sim.Time(0)
	for ; at < sim.Second; at += 50 * sim.Microsecond {
		b.run(at + 1)
		if b.Guests()[0].CPUs[0].Speed() == 600 {
			slow += 50 * sim.Microsecond
		}
	}
	require.InEpsilon(t, 0.1*(1-1.0/interrupts/2)*float64(at), float64(slow), 0.1,
		"a tenth of its time, but for half of the interrupts, which hit the busy thread")
}
