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

// twoNodes is a host of two nodes of so many CPUs that share nothing.
func twoNodes(cpus int) topology.Shape { return topology.Shape{Packages: 2, CoresPerNode: cpus} }

// homesOf are the home nodes of all NUMA clients.
func (b *bench) homesOf() (all []int32) {
	for i := range b.homes {
		all = append(all, b.homes[i].node)
	}
	return all
}

func TestClientsSettleWhereTheFewestAre(t *testing.T) {
	b := newBench(plan{shape: seedHost, guests: []guestPlan{{vcpus: 8}, {vcpus: 4}, {vcpus: 2}, {vcpus: 24}}})
	require.Equal(t, []int32{0, 1, 1, 1, 0}, b.homesOf(), "8 against 4 + 2; then 12 here and 12 there")
}

// TestVirtualCPUsStayAtHome: whatever they do, they run and wait on the CPUs of their home node.
func TestVirtualCPUsStayAtHome(t *testing.T) {
	b := newBench(plan{shape: topology.Shape{Packages: 2, CoresPerNode: 4, ThreadsPerCore: 2},
		guests: guests(10, 8, 4, 4)})
	b.run(5 * sim.Second)
	seen := 0
	for _, e := range b.log.Events {
		if e.Kind != trace.Transition || e.To != trace.Runnable || int(e.Who) >= len(b.vcpus) {
			continue
		}
		h := &b.homes[b.vcpus[e.Who].home]
		require.Zero(t, h.moved)
		require.Equal(t, h.node, b.pcpus[e.Where].node)
		seen++
	}
	require.Greater(t, seen, 100)
}

// crowdedNode is four machines, of which those that work have their homes on one node.
func crowdedNode(version string) *bench {
	b := newBench(plan{shape: twoNodes(4), values: quiet(setting.Values{"version": text(version)}),
		guests: []guestPlan{{vcpus: 4}, {vcpus: 4}, {vcpus: 4}, {vcpus: 4}}})
	b.busy(0, 4)
	b.busy(2, 4)
	return b
}

// TestABusyNodeGivesAClientAway: after a period the machines run on different nodes, and nobody waits any
// more.
func TestABusyNodeGivesAClientAway(t *testing.T) {
	for _, version := range []string{"6.0", "8.0"} {
		b := crowdedNode(version)
		require.Equal(t, []int32{0, 1, 0, 1}, b.homesOf())
		before, _ := b.measured(sim.Second, 2*sim.Second)
		require.InDelta(t, 50, before[0].ready+before[0].costop, 10)
		b.run(2*sim.Second + 1)
		require.Equal(t, int64(1), b.homes[0].moved+b.homes[2].moved)
		after := crowdedNode(version)
		f, _ := after.measured(3*sim.Second, 13*sim.Second)
		for _, i := range []int{0, 2} {
			require.InDelta(t, 100, f[i].run, 0.01)
		}
		require.Equal(t, int64(1), after.homes[0].moved+after.homes[2].moved, "and stays")
	}
}

// TestMemoryFollows: after a move memory is remote, and comes after it at the version's rate.
func TestMemoryFollows(t *testing.T) {
	for version, seconds := range map[string]int{"6.0": 17, "8.0": 33} { // 262,144 pages of 4 KB
		b := newBench(plan{shape: twoNodes(2), values: quiet(setting.Values{"version": text(version)}),
			guests: []guestPlan{{vcpus: 1, values: setting.Values{"memory_stall_pct": number(300)}}}})
		b.furnish(0, 1<<30, true)
		b.busy(0, 1)
		b.run(sim.Second)
		cpu := b.Guests()[0].CPUs[0]
		require.Equal(t, host.Full, cpu.Speed())
		b.rehome(&b.homes[0], 1)
		b.settleLater()
		b.run(sim.Second + 1)
		speed := func(remote float64) float64 { return 1000 / (1 + 0.3*remote*0.73) }
		require.InDelta(t, speed(1), float64(cpu.Speed()), 1, "all remote")
		half := sim.Time(seconds) * sim.Second / 2
		b.run(sim.Second + half)
		require.InDelta(t, speed(0.5), float64(cpu.Speed()), 15)
		b.run(sim.Second + 2*half + 2*sim.Second)
		require.Equal(t, host.Full, cpu.Speed())
	}
}

// TestAMachineThatSeesOneNode has its memory on those of all its clients, page by page, wherever it runs.
func TestAMachineThatSeesOneNode(t *testing.T) {
	b := newBench(plan{shape: twoNodes(2), values: quiet(nil), guests: []guestPlan{{vcpus: 4,
		values: setting.Values{"memory_stall_pct": number(300)}}}})
	b.furnish(0, topology.NoBytes, false)
	b.busy(0, 4)
	b.run(20 * sim.Second)
	for _, cpu := range b.Guests()[0].CPUs {
		require.InDelta(t, 1000/(1+0.3*0.5*0.73), float64(cpu.Speed()), 1)
	}
}

// TestThoseThatTalkAreDrawnTogether, on a node that is too small for them, while the other is idle.
// Source: knowledge base article 2097369.
func TestThoseThatTalkAreDrawnTogether(t *testing.T) {
	ready := func(affinity int64) float64 {
		p := plan{shape: twoNodes(4), values: quiet(setting.Values{"action_affinity": number(affinity)})}
		for range 4 {
			p.guests = append(p.guests, guestPlan{vcpus: 2, values: setting.Values{"talks_to": text("web")}})
		}
		f, b := crowd(p, 10*sim.Second, 20*sim.Second)
		if affinity == 1 {
			require.Equal(t, b.homesOf()[0], b.homesOf()[1])
		}
		return (f[0].ready + f[1].ready + f[2].ready + f[3].ready + f[0].costop + f[1].costop + f[2].costop +
			f[3].costop) / 4
	}
	require.InDelta(t, 50, ready(1), 1, "eight on four CPUs")
	require.Zero(t, ready(0))
}

// TestAClientWiderThanItsNodeSpills over to others, and comes home when there is room.
func TestAClientWiderThanItsNodeSpills(t *testing.T) {
	b := newBench(plan{shape: twoNodes(3), values: quiet(nil), guests: []guestPlan{{vcpus: 4}, {vcpus: 1}}})
	h := &b.homes[0] // one client of all four, on a node of three
	for id := range int32(4) {
		b.vcpus[id].home = 0
	}
	h.members, h.wide, h.node = []int32{0, 1, 2, 3}, true, 0
	b.homes[1].members = nil
	for i, lane := range []int32{0, 1, 2, 2} {
		b.vcpus[i].lane = lane
	}
	b.beats(0, 0, pulse{sim.Millisecond, 100 * sim.Millisecond, sim.Hour})
	for cpu := 1; cpu < 4; cpu++ {
		b.beats(0, cpu, pulse{10 * sim.Millisecond, 0, 0})
	}
	b.run(50 * sim.Millisecond)
	away := func() (n int) {
		for id := range 4 {
			v := &b.vcpus[id]
			if v.state == trace.Running && b.pcpus[v.lane].node == 1 {
				n++
			}
		}
		return n
	}
	require.Equal(t, 1, away())
	b.run(sim.Second)
	require.Zero(t, away(), "one at home has ended")
	b.log.Close(sim.Second)
	require.Empty(t, b.log.Ledger.Laws())
}
