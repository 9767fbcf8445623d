package esxi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// wideAndNarrow is a machine of four virtual CPUs, one of which works, on a host of four CPUs; and a small
// one that comes at 10 ms.
func wideAndNarrow(mode string) *bench {
	b := newBench(plan{shape: plain(4), values: quiet(setting.Values{"coscheduling": text(mode)}),
		guests: []guestPlan{{vcpus: 4}, {vcpus: 1}}})
	b.beats(0, 0, pulse{sim.Millisecond, 0, 0})
	b.beats(1, 0, pulse{10 * sim.Millisecond, 0, 0})
	return b
}

// stateAt is what the only virtual CPU at work of a guest does at an instant.
func (b *bench) stateAt(guest int, at sim.Time) trace.State {
	return b.log.At(at).VirtualCPUs(b.in, guest)[0].State
}

// TestStrictCoScheduling: all of a machine's CPUs must be free at once, those of idle virtual CPUs too, and
// machines take turns of a quantum. Source: VMware, "Co-scheduling SMP VMs in VMware ESX Server".
func TestStrictCoScheduling(t *testing.T) {
	const ms = sim.Millisecond
	b := wideAndNarrow("strict")
	b.run(300 * ms)
	b.log.Close(300 * ms)
	for _, c := range []struct {
		at        sim.Time
		one, many trace.State
	}{
		{30 * ms, trace.CoStop, trace.Running}, // three CPUs stand idle
		{60 * ms, trace.Running, trace.CoStop}, // the wide one needs four, three are free
		{120 * ms, trace.CoStop, trace.Running},
		{170 * ms, trace.Running, trace.CoStop},
	} {
		require.Equal(t, c.one, b.stateAt(1, c.at), "at %v", c.at)
		require.Equal(t, c.many, b.stateAt(0, c.at), "at %v", c.at)
	}
	require.Empty(t, b.log.Ledger.Laws())
	for _, mode := range []string{"relaxed", "off"} {
		b := wideAndNarrow(mode)
		b.run(300 * ms)
		b.log.Close(300 * ms)
		for at := 11 * ms; at < 300*ms; at += 7 * ms {
			require.Equal(t, trace.Running, b.stateAt(0, at), "%s at %v", mode, at)
			require.Equal(t, trace.Running, b.stateAt(1, at), "%s at %v", mode, at)
		}
	}
}

// TestAStrictTurnEndsWithTheWork: a machine with nothing to do makes room at once, and one that is woken
// while it has its turn runs on the CPU that was kept for it.
func TestAStrictTurnEndsWithTheWork(t *testing.T) {
	const ms = sim.Millisecond
	b := newBench(plan{shape: plain(3), values: quiet(setting.Values{"coscheduling": text("strict")}),
		guests: []guestPlan{{vcpus: 3}, {vcpus: 2}}})
	b.beats(0, 0, pulse{ms, 9 * ms, sim.Second})
	b.beats(0, 1, pulse{4 * ms, 3 * ms, sim.Second})
	b.beats(1, 0, pulse{2 * ms, 20 * ms, sim.Second})
	b.run(100 * ms)
	b.log.Close(100 * ms)
	require.Equal(t, trace.Running, b.log.At(5*ms).VirtualCPUs(b.in, 0)[1].State)
	require.Equal(t, trace.CoStop, b.stateAt(1, 9*ms))
	require.Equal(t, trace.Running, b.stateAt(1, 10*ms))
	one, two := b.log.Ledger.VirtualCPUs(b.in, 0), b.log.Ledger.VirtualCPUs(b.in, 1)
	require.Equal(t, [3]sim.Time{9 * ms, 3 * ms, 0}, [3]sim.Time{one[0].CPU, one[1].CPU, one[2].CPU})
	require.Equal(t, [2]sim.Time{8 * ms, 12 * ms}, [2]sim.Time{two[0].CoStop, two[0].CPU},
		"it wanted 20 ms from 2 on, and stood for 8")
}

// skewed is a machine of two virtual CPUs on two CPUs, one of which it must share with a small one that goes
// first: so one falls behind while the other runs.
func skewedPair(mode string, adapt func(*vmkernel)) *bench {
	b := newBench(plan{shape: plain(2), values: quiet(setting.Values{"coscheduling": text(mode),
		"search_width": number(1), "hand_off": number(0)}), guests: []guestPlan{{vcpus: 2}, {vcpus: 1,
		values: setting.Values{"reservation_mhz": number(2500)}}}, adapt: adapt})
	b.busy(0, 2)
	b.beats(1, 0, pulse{10 * sim.Millisecond, 20 * sim.Millisecond, sim.Hour})
	return b
}

// TestALeaderIsHeldBack: the sibling of one that has not run for 3 ms stops at the next look, and goes on
// when less than 2 ms are left. Source: Cpu.CoschedCostopThreshold, …CostartThreshold, …PollUsec.
func TestALeaderIsHeldBack(t *testing.T) {
	const ms = sim.Millisecond
	b := skewedPair("relaxed", nil)
	b.run(100 * ms)
	b.log.Close(100 * ms)
	var stops, starts []sim.Time
	for _, e := range b.log.Events {
		if e.Kind == trace.Transition && e.To == trace.CoStop {
			stops = append(stops, e.At)
		}
		if e.Kind == trace.Transition && e.From == trace.CoStop {
			starts = append(starts, e.At)
		}
	}
	require.NotEmpty(t, stops)
	require.Equal(t, 14*ms, stops[0], "behind since 10 ms: at 13 the lead is 3 ms, not more")
	require.Len(t, starts, len(stops))
	for i := range stops {
		require.Zero(t, stops[i]%ms)
		require.Zero(t, starts[i]%ms)
		require.Less(t, stops[i], starts[i])
	}
	require.Empty(t, b.log.Ledger.Laws())
	off := skewedPair("off", nil)
	off.run(100 * ms)
	require.Zero(t, off.log.Ledger.VirtualCPUs(off.in, 0)[0].CoStop)
}

// TestLooksAtSkewThatFindNothingAreLeftOut: looking each millisecond gives the same.
func TestLooksAtSkewThatFindNothingAreLeftOut(t *testing.T) {
	random := plan{shape: quarter, guests: guests(12, 12, 8)}
	lazy := newBench(random)
	lazy.run(2 * sim.Second)
	eager := newBench(random)
	for now := sim.Millisecond; now <= 2*sim.Second; now += sim.Millisecond {
		eager.run(now)
		for i := range eager.guests {
			if g := &eager.guests[i]; g.standing > 0 {
				eager.Set(g.poll, now, sim.Arrive)
			}
		}
	}
	eager.run(2 * sim.Second)
	require.Equal(t, lazy.log.Rotations, eager.log.Rotations)
	for i := range lazy.guests {
		require.Equal(t, lazy.log.Ledger.VirtualCPUs(lazy.in, i), eager.log.Ledger.VirtualCPUs(eager.in, i))
	}
	require.Less(t, lazy.Fired(), eager.Fired())
}

// TestAHandOffGoesToTheFurthestBehind of the siblings that wait on the node, not to a stranger.
func TestAHandOffGoesToTheFurthestBehind(t *testing.T) {
	b := newBench(plan{shape: plain(4), values: quiet(setting.Values{"quantum_ms": number(1000)}),
		guests: []guestPlan{{vcpus: 4}, {vcpus: 1}, {vcpus: 3}}})
	seats := []int32{0, 1, 2, 3, 0, 1, 2, 3}
	for i, lane := range seats {
		b.vcpus[i].lane = lane
	}
	for i := range 3 { // strangers hold three CPUs
		b.beats(2, i, pulse{from: 1})
	}
	b.beats(0, 0, pulse{from: 2 * ms})
	b.run(3 * ms)
	require.Equal(t, trace.Running, b.vcpus[0].state)
	for cpu := 1; cpu < 4; cpu++ {
		b.beats(0, cpu, pulse{from: sim.Time(2+cpu) * ms})
	}
	b.beats(1, 0, pulse{from: 4 * ms})
	b.run(6*ms + 1)
	for i := 1; i < 5; i++ {
		require.Equal(t, trace.Runnable, b.vcpus[i].state)
	}
	b.run(7*ms + 1)
	require.Equal(t, trace.CoStop, b.vcpus[0].state, "since 3 ms the sibling has waited longer than 3 ms")
	require.Equal(t, trace.Running, b.vcpus[1].state, "which has waited longest")
	require.Equal(t, int32(0), b.vcpus[1].lane)
}

// TestAHomeChangesBetweenTurns: a strictly co-scheduled machine moves when it starts again.
func TestAHomeChangesBetweenTurns(t *testing.T) {
	b := newBench(plan{shape: twoNodes(2), values: quiet(setting.Values{"coscheduling": text("strict")}),
		guests: []guestPlan{{vcpus: 2}}})
	b.beats(0, 0, pulse{from: ms, works: 9 * ms, rests: 10 * ms})
	b.run(5 * ms)
	b.rehome(&b.homes[0], 1)
	b.run(6 * ms)
	require.Zero(t, b.pcpus[b.vcpus[0].lane].node)
	b.run(25 * ms)
	require.Equal(t, int32(1), b.pcpus[b.vcpus[0].lane].node)
	require.Equal(t, trace.Running, b.vcpus[0].state)
}

// TestTheFirstThatDoesNotFitMakesOthersWait, although there is room for them.
func TestTheFirstThatDoesNotFitMakesOthersWait(t *testing.T) {
	b := newBench(plan{shape: plain(4), values: quiet(setting.Values{"coscheduling": text("strict")}),
		guests: []guestPlan{{vcpus: 3}, {vcpus: 4}, {vcpus: 1}}})
	for i := range 3 {
		b.beats(i, 0, pulse{from: sim.Time(1+10*i) * ms})
	}
	for _, c := range []struct {
		at    sim.Time
		works [3]bool
	}{{40 * ms, [3]bool{true, false, false}}, {70 * ms, [3]bool{false, true, false}},
		{120 * ms, [3]bool{true, false, true}}, {170 * ms, [3]bool{false, true, false}}} {
		b.run(c.at)
		for i := range 3 {
			require.Equal(t, c.works[i], b.guests[i].gang.works, "guest %d at %v", i, c.at)
		}
	}
}
