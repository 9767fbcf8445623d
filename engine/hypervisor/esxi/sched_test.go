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

// quarter is a host of six cores of two threads, in one node.
var quarter = topology.Shape{CoresPerNode: 6, ThreadsPerCore: 2}

// plain is a host of so many CPUs that share nothing.
func plain(cpus int) topology.Shape { return topology.Shape{CoresPerNode: cpus} }

// shares are guests of one virtual CPU that always wants to run.
func shares(each ...int64) (all []guestPlan) {
	for _, n := range each {
		all = append(all, guestPlan{vcpus: 1, values: setting.Values{"shares": number(n)}})
	}
	return all
}

// crowd runs guests whose virtual CPUs all want to run, and reads them.
func crowd(p plan, from, to sim.Time) ([]figures, *bench) {
	b := newBench(p)
	for i, g := range p.guests {
		b.busy(i, g.vcpus)
	}
	f, _ := b.measured(from, to)
	return f, b
}

func TestCPUTimeIsGivenByShares(t *testing.T) {
	f, _ := crowd(plan{shape: plain(1), values: quiet(nil), guests: shares(500, 1000, 2000)},
		sim.Second, 61*sim.Second)
	for i, want := range []float64{100.0 / 7, 200.0 / 7, 400.0 / 7} {
		require.InDelta(t, want, f[i].run, 0.5)
		require.InDelta(t, 100-want, f[i].ready, 0.5)
	}
}

func TestAReservationIsMetFirst(t *testing.T) {
	all := shares(2000, 500)
	all[1].values["reservation_mhz"] = number(1250)
	f, _ := crowd(plan{shape: plain(1), values: quiet(nil), guests: all}, sim.Second, 61*sim.Second)
	require.InDelta(t, 50, f[1].run, 1, "1250 of 2500 MHz; its shares are a fifth")
}

func TestWhatIsReservedAndNotUsedIsGivenToOthers(t *testing.T) {
	all := shares(1000, 1000)
	all[1].values["reservation_mhz"] = number(2000)
	b := newBench(plan{shape: plain(1), values: quiet(nil), guests: all})
	b.busy(0, 1)
	b.beats(1, 0, pulse{sim.Millisecond, sim.Millisecond, 9 * sim.Millisecond})
	f, _ := b.measured(sim.Second, 21*sim.Second)
	require.InDelta(t, 10, f[1].run, 0.1)
	require.InDelta(t, 90, f[0].run, 0.1)
	require.Less(t, f[1].ready, 0.1, "it does not wait for the other's quantum")
}

// TestAReservationIsNotSavedUp for longer than a period.
func TestAReservationIsNotSavedUp(t *testing.T) {
	all := shares(1000, 1000)
	all[1].values["reservation_mhz"] = number(1500)
	b := newBench(plan{shape: plain(1), values: quiet(nil), guests: all,
		adapt: func(k *vmkernel) { k.rules.boundLag = 0 }})
	b.busy(0, 1)
	b.beats(1, 0, pulse{from: 10 * sim.Second})
	f, _ := b.measured(10*sim.Second, 12*sim.Second)
	require.InDelta(t, 60+100.0/2000*60, f[1].run, 3, "1500 of 2500 MHz, and 100 ms of that from before")
}

// TestTheQuantumIsTheVersions: two that always want to run take turns of a quantum.
func TestTheQuantumIsTheVersions(t *testing.T) {
	for version, want := range map[string]sim.Time{"6.0": 50 * sim.Millisecond,
		"6.5": 200 * sim.Millisecond} {
		_, b := crowd(plan{shape: plain(1), guests: shares(1000, 1000),
			values: quiet(setting.Values{"version": text(version)})}, 1, 4*sim.Second)
		b.log.Expand(b.first, sim.Second, 3*sim.Second, func(s trace.Slice) {
			require.Equal(t, want, s.To-s.From, version)
		})
	}
}

// TestNobodyBanksMoreThanTheBound: one that has slept for long gets so many quanta ahead of the other, not
// more.
func TestNobodyBanksMoreThanTheBound(t *testing.T) {
	b := newBench(plan{shape: plain(1), values: quiet(nil), guests: shares(1000, 1000)})
	b.busy(0, 1)
	b.beats(1, 0, pulse{10 * sim.Second, 0, 0})
	f, _ := b.measured(10*sim.Second, 11*sim.Second)
	require.InDelta(t, 40+30, f[1].run, 2.6, "400 ms alone, then half of the rest; to a quantum")
}

// TestAloneOnACoreInTurns: of three that want to run on two cores of two threads, two share one. Who shares
// falls behind, until it gets a core for itself; so none is behind by much more than the threshold.
func TestAloneOnACoreInTurns(t *testing.T) {
	for version, threshold := range map[string]sim.Time{"6.0": 200 * sim.Millisecond,
		"8.0": 800 * sim.Millisecond} {
		p := plan{shape: topology.Shape{CoresPerNode: 2, ThreadsPerCore: 2}, guests: shares(1000, 1000, 1000),
			values: quiet(setting.Values{"version": text(version)})}
		f, b := crowd(p, sim.Second, 61*sim.Second)
		for i := range f {
			require.InDelta(t, 100, f[i].run, 0.01)
			require.InDelta(t, 75, f[i].used, 1, "(100 + 62.5 + 62.5) / 3")
		}
		least, most := b.vcpus[0].vtime, b.vcpus[0].vtime
		for i := range b.vcpus {
			least, most = min(least, b.vcpus[i].vtime), max(most, b.vcpus[i].vtime)
		}
		require.Less(t, sim.Time(most-least), threshold+100*sim.Millisecond)
		p.adapt = func(k *vmkernel) { k.rules.wholeCore = sim.Hour }
		f, _ = crowd(p, sim.Second, 61*sim.Second)
		require.InDelta(t, 100, max(f[0].used, f[1].used, f[2].used), 0.1, "one would be alone for ever")
		require.InDelta(t, 62.5, min(f[0].used, f[1].used, f[2].used), 0.1)
	}
}

// TestSharedCoresAreLeft: virtual CPUs that share a core leave it when another is idle.
func TestSharedCoresAreLeft(t *testing.T) {
	shared := func(balance int64) float64 {
		b := newBench(plan{shape: quarter, values: quiet(setting.Values{"ht_balance": number(balance)}),
			guests: []guestPlan{{vcpus: 12}}})
		for cpu := range 12 { // seats 0 to 5 are first threads, the others second ones; 1 to 5 stop
			b.beats(0, cpu, pulse{sim.Millisecond, 100 * sim.Millisecond, sim.Hour})
		}
		for _, cpu := range []int{0, 1, 2, 6, 7, 8} {
			b.beats(0, cpu, pulse{200 * sim.Millisecond, 0, 0})
		}
		f, _ := b.measured(sim.Second, 2*sim.Second)
		return f[0].run - f[0].used
	}
	require.Zero(t, shared(1))
	require.InDelta(t, 6.0/12*37.5, shared(0), 1e-6, "three cores are shared, three are idle")
}

// TestWorkOfTheHypervisor: it is the share of the guests' run time that the setting says, charged to them.
func TestWorkOfTheHypervisor(t *testing.T) {
	f, b := crowd(plan{shape: quarter, guests: []guestPlan{{vcpus: 12}, {vcpus: 3}}}, 1, 20*sim.Second)
	var overlap, system, run sim.Time
	for i, vcpus := range []float64{12, 3} {
		g := &b.guests[i]
		ran := sim.Time(f[i].run / 100 * vcpus * float64(20*sim.Second))
		require.InEpsilon(t, float64(ran)*0.02, float64(g.system.now), 0.01)
		samples := b.log.Samples(b.in, b.log.Ledger.Instances[b.in].Layout.Host.Guests[i].System)
		require.InDelta(t, float64(g.system.now), float64(samples[len(samples)-1].Value),
			0.02*vcpus*float64(100*sim.Millisecond+b.rules.burst*50), "told as often as it is sampled")
		overlap, system, run = overlap+g.overlap.now, system+g.system.now, run+ran
	}
	require.InEpsilon(t, float64(system)/interrupts, float64(overlap), 0.1, "no CPU is idle")
	var busy sim.Time
	for lane := range b.log.Ledger.Lanes {
		busy += b.log.Ledger.Lanes[lane].Busy
	}
	require.InEpsilon(t, float64(run+system-overlap), float64(busy), 0.0001,
		"what is not overlap is work of its own")
}

// TestSpeedIsThatOfTheCPU: a virtual CPU works as fast as the thread under it, and not at all while it waits.
func TestSpeedIsThatOfTheCPU(t *testing.T) {
	b := newBench(plan{shape: topology.Shape{CoresPerNode: 1, ThreadsPerCore: 2}, smt: 600,
		values: quiet(nil), guests: []guestPlan{{vcpus: 1}, {vcpus: 1}, {vcpus: 1}}})
	speeds := func() (all [3]host.Speed) {
		for i, h := range b.Guests() {
			all[i] = h.CPUs[0].Speed()
		}
		return all
	}
	require.Equal(t, [3]host.Speed{}, speeds())
	b.beats(0, 0, pulse{sim.Millisecond, 0, 0})
	b.beats(1, 0, pulse{2 * sim.Millisecond, 0, 0})
	b.beats(2, 0, pulse{3 * sim.Millisecond, 0, 0})
	for i, want := range [][3]host.Speed{{1000, 0, 0}, {600, 600, 0}, {600, 600, 0}} {
		b.run(sim.Time(i+1)*sim.Millisecond + 1)
		require.Equal(t, want, speeds())
	}
}
