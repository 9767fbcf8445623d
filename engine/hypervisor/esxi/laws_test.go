package esxi

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// restless is a guest that wakes and halts its processors as it likes, whatever state they are in.
type restless struct {
	kernel *sim.Kernel
	random *rand.Rand
	cpus   []host.Processor
	busy   []bool
	timer  sim.TimerID
	pace   sim.Time
	at     int
}

func (r *restless) Fire(_, _ int32) {
	r.at = r.random.IntN(len(r.cpus))
	r.kernel.AtDispatch(r)
	r.kernel.Set(r.timer, r.kernel.Now()+1+sim.Time(r.random.Int64N(int64(r.pace))), sim.Arrive)
}

func (r *restless) Dispatch() {
	for range 1 + r.random.IntN(3) {
		r.busy[r.at] = !r.busy[r.at]
		r.cpus[r.at].Load(r.busy[r.at])
		r.at = (r.at + 1) % len(r.cpus)
	}
}

func randomPlan(random *rand.Rand) plan {
	modes := []string{"relaxed", "relaxed", "strict", "off"}
	p := plan{seed: random.Uint64(), smt: host.Speed(500 + random.IntN(500)),
		shape: topology.Shape{Packages: 1 + random.IntN(3), CoresPerNode: 1 + random.IntN(4),
			ThreadsPerCore: 1 + random.IntN(3)},
		values: setting.Values{"coscheduling": text(modes[random.IntN(len(modes))]),
			"version":         text(versions[random.IntN(len(versions))].name),
			"search_width":    number(int64(random.IntN(6))),
			"system_load_pct": number(int64(random.IntN(3) * 40)), "hand_off": number(int64(random.IntN(2)))}}
	whole := p.shape.Packages * p.shape.CoresPerNode * p.shape.ThreadsPerCore
	for at := 1; at < whole; at++ { // CPU 0 stays
		if random.IntN(6) == 0 {
			p.offline = append(p.offline, at)
		}
	}
	whole -= len(p.offline)
	for range 1 + random.IntN(4) {
		g := guestPlan{vcpus: 1 + random.IntN(whole), load: rate(1 + random.IntN(5)), values: setting.Values{
			"shares":           number([]int64{500, 1000, 2000}[random.IntN(3)]),
			"memory_stall_pct": number(int64(random.IntN(300))),
			"talks_to":         text([]string{"", "", "each other"}[random.IntN(3)])}}
		if random.IntN(3) == 0 {
			g.values["limit_mhz"] = number(1 + int64(random.IntN(8000)))
		}
		if random.IntN(3) == 0 {
			g.values["reservation_mhz"] = number(1 + int64(random.IntN(2000)))
		}
		p.guests = append(p.guests, g)
	}
	return p
}

// stir puts something into each guest that does as it likes: run queues with random work, or nothing but
// processors that wake and halt.
func stir(b *bench, random *rand.Rand) {
	for i, h := range b.Guests() {
		if random.IntN(2) == 0 {
			b.settles(i, randomJobs(random, len(h.CPUs)))
			continue
		}
		r := &restless{kernel: b.Kernel, random: random, cpus: h.CPUs, busy: make([]bool, len(h.CPUs)),
			pace: sim.Time(1+random.IntN(40)) * sim.Millisecond / 10}
		r.timer = b.NewTimer(r, 0, int32(i))
		b.Set(r.timer, 1, sim.Arrive)
	}
}

func randomJobs(random *rand.Rand, cpus int) (all []job) {
	at := sim.Time(1)
	for range 20 + random.IntN(200) {
		at += sim.Time(random.Int64N(int64(20 * sim.Millisecond)))
		all = append(all, job{at: at, lane: random.IntN(cpus),
			work: sim.Time(1 + random.Int64N(int64(30*sim.Millisecond)))})
	}
	return all
}

func TestLawsHoldInRandomWorlds(t *testing.T) {
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 7))
		p := randomPlan(random)
		isWild := seed%2 == 0
		if isWild {
			for i := range p.guests {
				p.guests[i].load.sessions = 0
			}
		}
		b := newBench(p)
		if isWild {
			stir(b, random)
		}
		end := sim.Time(1+seed%5) * sim.Second
		for now := sim.Time(0); now <= end; now += 37 * sim.Millisecond {
			b.run(now)
			b.requireSound(t, seed)
		}
		b.run(end)
		b.log.Close(end)
		require.Empty(t, b.log.Ledger.Laws(), "seed %d", seed)
		b.requireWhole(t, end)
	}
}

// requireWhole checks that a virtual CPU is always in exactly one state and a CPU busy or idle.
func (b *bench) requireWhole(t *testing.T, end sim.Time) {
	t.Helper()
	for i := range b.guests {
		for _, v := range b.log.Ledger.VirtualCPUs(b.in, i) {
			sum := sim.Time(0)
			for _, part := range spent(v, end) {
				sum += part
			}
			require.Equal(t, end, sum)
		}
	}
	busy, idle := sim.Time(0), sim.Time(0)
	for lane := range b.log.Ledger.Lanes {
		b.log.Expand(trace.LaneID(lane), 0, end, func(s trace.Slice) { busy += min(s.To, end) - s.From })
		account := &b.log.Ledger.Lanes[lane]
		require.LessOrEqual(t, account.Busy, end)
		idle += end - account.Busy
	}
	require.Equal(t, end*sim.Time(len(b.log.Ledger.Lanes)), busy+idle)
}

// requireSound compares what the hypervisor keeps of its state with what follows from the virtual CPUs'.
func (b *bench) requireSound(t *testing.T, seed uint64) {
	t.Helper()
	k := b.vmkernel
	runs, waits := map[int32]int32{}, map[int32]int32{}
	for i := range k.vcpus {
		v := &k.vcpus[i]
		switch v.state {
		case trace.Running:
			require.NotContains(t, runs, v.lane, "seed %d: one runs on a CPU", seed)
			runs[v.lane] = v.id
		case trace.Runnable:
			waits[v.lane]++
		}
		require.Equal(t, v.wants, v.state != trace.Suspended, "seed %d", seed)
		require.Equal(t, v.state == trace.Running && !k.pcpus[v.lane].cut, v.speed > 0, "seed %d", seed)
	}
	for at := range k.pcpus {
		p := &k.pcpus[at]
		run, isRun := runs[int32(at)]
		require.Equal(t, isRun, p.run != none)
		require.True(t, !isRun || run == p.run)
		require.Equal(t, waits[int32(at)], p.n, "seed %d: CPU %d", seed, at)
		require.Equal(t, isRun || p.world, p.told)
		isIdle := !p.told && !p.cut && p.n == 0 && p.held == none
		require.Equal(t, p.world || p.cut, k.env.Kernel.When(p.burst) != sim.Never)
		require.False(t, p.world && p.cut)
		require.Equal(t, isIdle, p.place != none, "seed %d: CPU %d", seed, at)
		require.False(t, !p.told && p.n > 0, "seed %d: nobody waits for a CPU on which nothing runs", seed)
	}
	for n := range k.nodes {
		b.requireSoundNode(t, &k.nodes[n])
	}
	b.requireFair(t)
}

func (b *bench) requireSoundNode(t *testing.T, n *node) {
	t.Helper()
	var ready, idleCores, shared int32
	for _, at := range n.cpus {
		ready += b.pcpus[at].n
	}
	for _, c := range n.cores {
		busy := int32(0)
		for _, at := range b.cores[c].threads {
			if b.pcpus[at].told {
				busy++
			}
		}
		require.Equal(t, busy, b.cores[c].busy)
		if busy == 0 {
			idleCores++
		} else if busy > 1 {
			shared++
		}
	}
	require.Equal(t, [3]int32{ready, idleCores, shared}, [3]int32{n.ready, n.idleCores, n.shared})
}

// requireFair checks what no guest may suffer: strictly co-scheduled, either none of its virtual CPUs run or
// none is stopped; and with one virtual CPU it is never ahead of a sibling.
func (b *bench) requireFair(t *testing.T) {
	t.Helper()
	for i := range b.guests {
		g := &b.guests[i]
		count := map[trace.State]int{}
		for id := g.from; id < g.to; id++ {
			count[b.vcpus[id].state]++
		}
		switch {
		case b.rules.mode == strict:
			require.False(t, count[trace.Running] > 0 && count[trace.CoStop] > 0)
		case b.rules.mode == off || g.to-g.from == 1:
			require.Zero(t, count[trace.CoStop])
		}
		require.False(t, count[trace.Limited] > 0 && count[trace.Running]+count[trace.Runnable] > 0)
	}
}

func TestAVersionThatThereIsNotIsOurMistake(t *testing.T) {
	require.PanicsWithValue(t, "esxi: no version 5.1", func() { versionOf("5.1") })
}

func TestEqualRunsLeaveEqualLogs(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 8 {
		p := randomPlan(random)
		var hashes [3]uint64
		for i, slice := range []sim.Time{sim.Second, sim.Second, 13 * sim.Millisecond} {
			b := newBench(p)
			for now := slice; now < sim.Second+slice; now += slice {
				b.run(min(now, sim.Second))
			}
			hashes[i] = b.log.Hash()
		}
		require.Equal(t, hashes[0], hashes[1])
		require.Equal(t, hashes[0], hashes[2])
	}
}
