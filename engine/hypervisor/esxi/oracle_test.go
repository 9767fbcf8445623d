package esxi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// quiet are settings of a host without work of its own whose clock is the nominal one.
func quiet(more setting.Values) setting.Values {
	all := setting.Values{"system_load_pct": number(0), "turbo_pct": number(1000)}
	for name, value := range more {
		all[name] = value
	}
	return all
}

// TestHalfAndFullLoadOfThreads is an experiment with one machine of 24 virtual CPUs on 12 cores with two
// threads each: from half to full load it runs twice as long and uses a quarter more, and the host looks full
// throughout.
// Source: VMware operations guide, quiz (V. Bondzio).
func TestHalfAndFullLoadOfThreads(t *testing.T) {
	for busy, want := range map[int]figures{12: {run: 50, used: 50}, 24: {run: 100, used: 62.5}} {
		b := newBench(plan{shape: topology.Shape{CoresPerNode: 12, ThreadsPerCore: 2}, values: quiet(nil),
			guests: []guestPlan{{vcpus: 24}}})
		b.busy(0, busy)
		f, h := b.measured(sim.Second, 21*sim.Second)
		require.InDelta(t, want.run, f[0].run, 0.01)
		require.InDelta(t, want.used, f[0].used, 0.01)
		require.InDelta(t, want.run, h.util, 0.01)
		require.InDelta(t, 100, h.core, 0.01)
		require.InDelta(t, 100, h.usage, 0.01)
		require.Zero(t, f[0].ready, "contention of threads is no ready time")
	}
}

// TestTwoShareACore: each runs half of the time, half of that beside the other.
// Source: VMware operations guide, "CPU Used".
func TestTwoShareACore(t *testing.T) {
	b := newBench(plan{shape: topology.Shape{CoresPerNode: 1, ThreadsPerCore: 2}, values: quiet(nil),
		guests: []guestPlan{{vcpus: 1}, {vcpus: 1}}})
	b.beats(0, 0, pulse{20 * sim.Millisecond, 10 * sim.Millisecond, 10 * sim.Millisecond})
	b.beats(1, 0, pulse{25 * sim.Millisecond, 10 * sim.Millisecond, 10 * sim.Millisecond})
	f, _ := b.measured(sim.Second, 21*sim.Second)
	for i := range f {
		require.InDelta(t, 50, f[i].run, 1e-9)
		require.InDelta(t, 40.625, f[i].used, 1e-9)
	}
}

// TestUsedOfThreads: what a core does is split between its busy threads.
// Source: VMware operations guide, "CPU Used" of two cores in six patterns, ms in 20 s.
func TestUsedOfThreads(t *testing.T) {
	for _, c := range []struct{ busy, used [4]int }{ // guests sit on threads 0, 2, 1, 3
		{[4]int{}, [4]int{}},
		{[4]int{1, 0, 0, 0}, [4]int{20_000, 0, 0, 0}},
		{[4]int{1, 1, 0, 0}, [4]int{10_000, 10_000, 0, 0}},
		{[4]int{1, 0, 1, 0}, [4]int{20_000, 0, 20_000, 0}},
		{[4]int{1, 1, 1, 0}, [4]int{10_000, 10_000, 20_000, 0}},
		{[4]int{1, 1, 1, 1}, [4]int{10_000, 10_000, 10_000, 10_000}},
	} {
		b := newBench(plan{shape: topology.Shape{CoresPerNode: 2, ThreadsPerCore: 2},
			values: quiet(setting.Values{"ht_balance": number(0)}),
			guests: []guestPlan{{vcpus: 1}, {vcpus: 1}, {vcpus: 1}, {vcpus: 1}},
			adapt:  func(k *vmkernel) { k.rules.wholeCore = sim.Minute }})
		for guest, thread := range [4]int{0, 2, 1, 3} {
			b.busy(guest, c.busy[thread])
		}
		const from, to = sim.Second, 21 * sim.Second
		b.run(to)
		b.log.Close(to)
		first, last := b.log.Before(from), &b.log.Ledger
		for lane := range trace.LaneID(4) {
			used := last.Lanes[lane].Busy - first.Lanes[lane].Busy
			if used > 0 {
				used -= (last.CoreOf(lane).Shared - first.CoreOf(lane).Shared) / 2
			}
			require.Equal(t, sim.Time(c.used[lane])*sim.Millisecond, used, "%v, thread %d", c.busy, lane)
		}
	}
}

// TestUseForShares: of two machines on a host of 6 GHz, one with 500 MHz used and 1000 shares goes before one
// with 2250 MHz. Source: F. Denneman, "Reservations and CPU scheduling".
func TestUseForShares(t *testing.T) {
	require.Equal(t, int64(500), perShare(500, 1000), "0.5 MHz a share")
	require.Equal(t, int64(2250), perShare(2250, 1000), "2.25 MHz a share")
	b := newBench(plan{guests: []guestPlan{{vcpus: 1}, {vcpus: 1}}})
	one, two := &b.vcpus[0], &b.vcpus[1]
	one.vtime, two.vtime = perShare(500, 1000), perShare(2250, 1000)
	require.True(t, b.before(one, two))
	require.False(t, b.before(two, one))
	b.guests[1].reserve = allowance{mhz: 2250, left: 1}
	require.True(t, b.before(two, one), "a reservation that is not met goes before shares")
}

// TestLimit is a machine of four virtual CPUs of 2.7 GHz that wants 6.6 GHz and may have 4: it uses about
// that, and what it waits for is told apart from what others make it wait for.
// Source: VMware operations guide, limit (usage 3.95 GHz, ready up to 40 %; contention 0.29 % at 15 % ready).
func TestLimit(t *testing.T) {
	b := newBench(plan{shape: topology.Shape{CoresPerNode: 4}, values: quiet(setting.Values{
		"nominal_mhz": number(2700)}),
		guests: []guestPlan{{vcpus: 4, values: setting.Values{"limit_mhz": number(4000)}}}})
	for cpu := range 4 { // each wants 61 % of the time
		b.beats(0, cpu, pulse{from: sim.Time(1+cpu) * sim.Millisecond, works: 6100 * sim.Microsecond,
			rests: 3900 * sim.Microsecond})
	}
	f, _ := b.measured(sim.Second, 21*sim.Second)
	require.InDelta(t, 4000, f[0].used/100*4*2700, 60)
	require.InDelta(t, 61-37, f[0].limited, 1)
	require.Less(t, f[0].ready+f[0].costop, 0.3)
}

// ideal is what the birth–death chain is about: every CPU is looked at, cores fill before threads do, and
// nothing holds a virtual CPU back.
func ideal(guests ...guestPlan) plan {
	return plan{shape: topology.Shape{CoresPerNode: 24, ThreadsPerCore: 2}, smt: 638,
		values: quiet(setting.Values{"search_width": number(48), "coscheduling": text("off")}),
		guests: guests,
		adapt: func(k *vmkernel) {
			k.rules.htBalance = 100 * sim.Microsecond
			k.rules.wholeCore = sim.Hour
		}}
}

// TestBirthAndDeath compares with the stationary numbers of a birth–death chain that fills cores before
// threads, solved apart from this program.
func TestBirthAndDeath(t *testing.T) {
	const from, to = 5 * sim.Second, 205 * sim.Second
	one := func(vcpus, tenths int) figures {
		f, _ := newBench(ideal(guestPlan{vcpus: vcpus, load: rate(tenths)})).measured(from, to)
		return f[0]
	}
	base := one(24, 30)
	require.InEpsilon(t, 75.6, base.guest, 0.02)
	require.InEpsilon(t, 74.9, one(36, 40).guest, 0.02)
	full := one(24, 50)
	require.InEpsilon(t, 100, full.guest, 0.02)
	require.InEpsilon(t, 250*1.69, full.response, 0.02)
	monster := guestPlan{vcpus: 24, load: rate(30)}
	two, _ := newBench(ideal(monster, monster)).measured(from, to)
	for _, f := range two {
		require.InEpsilon(t, 303*0.842, f.throughput, 0.02)
		require.InEpsilon(t, 250*1.50, f.response, 0.02)
		require.InEpsilon(t, 47, f.queue, 0.04)
	}
}
