package linux_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/linux"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// draw makes a small world with many things at the same instant.
func draw(seed uint64) (topology.Shape, linux.Rules, []life, []change) {
	r := rand.New(rand.NewPCG(seed, 1))
	shape := topology.Shape{Packages: 1 + r.IntN(2), CoresPerNode: 1 + r.IntN(3),
		ThreadsPerCore: 1 + r.IntN(2)}
	cpus := shape.Packages * shape.CoresPerNode * shape.ThreadsPerCore
	rules := linux.Rules{Slice: []sim.Time{0, 4 * ms, 4 * ms, ms, 6 * ms}[r.IntN(5)]}
	if rules.Slice > 0 && r.IntN(2) == 0 {
		rules.Tick = []sim.Time{rules.Slice, rules.Slice / 2}[r.IntN(2)]
	}
	grid := []sim.Time{ms, ms / 2, 2 * ms, 333_333, 1 + sim.Time(r.Int64N(int64(ms)))}[r.IntN(5)]
	some := func(n int64) sim.Time { return sim.Time(1+r.Int64N(n)) * grid }
	pinned := r.IntN(2) // whether some threads may not run everywhere
	var lives []life
	for range 1 + r.IntN(4*cpus) {
		l := life{start: some(20) - grid, again: r.IntN(2) == 0}
		for range 1 + r.IntN(3) {
			p := phase{work: some(12), sleep: some(12) - grid}
			if r.IntN(10) == 0 {
				p.work *= 17
			}
			l.phases = append(l.phases, p)
		}
		if r.IntN(12) == 0 {
			l.phases[0].endless = true
		}
		for range pinned * (r.IntN(5) / 3) * (1 + r.IntN(3)) {
			l.lanes = append(l.lanes, r.IntN(cpus))
		}
		lives = append(lives, l)
	}
	var changes []change
	for range r.IntN(12) {
		c := change{at: some(60), cpu: r.IntN(cpus),
			speed: []host.Speed{0, 0, 500, 625, 1000, 1118}[r.IntN(6)]}
		if r.IntN(4) == 0 {
			c.kill = 1 + r.IntN(len(lives))
		}
		changes = append(changes, c)
	}
	return shape, rules, lives, changes
}

// many is how many random worlds a test plays.
func many(n uint64) uint64 {
	if runtime.GOOS == "js" {
		return n / 10
	}
	return n
}

func TestRandomWorldsKeepTheLawsHoweverTheyAreComputed(t *testing.T) {
	pulls := int64(0)
	for seed := range many(1500) {
		shape, rules, lives, changes := draw(seed)
		until := 100*ms + sim.Time(seed%7)
		leap := newWorld(setup{shape, rules, false}, lives, changes...).run(until)
		plain := newWorld(setup{shape, rules, true}, lives, changes...).run(until)
		for name, w := range map[string]*world{"leap": leap, "plain": plain} {
			require.Empty(t, w.log.Ledger.Laws(), "seed %d, %s", seed, name)
			require.NoError(t, w.conserves(), "seed %d, %s", seed, name)
		}
		require.Equal(t, plain.facts(), leap.facts(), "seed %d", seed)
		for i, thread := range leap.threads {
			if leap.begun[i] {
				pulls += leap.os.Counts(thread).Pulls
			}
		}
	}
	require.Greater(t, pulls, int64(many(1000)), "idle CPUs take threads away")
}

// facts are everything that both ways to compute a world must have the same.
func (w *world) facts() any {
	type facts struct {
		Ended  []sim.Time
		Done   []int
		Slices []string
		Counts []linux.Counts
		Busy   []bool
		Length []int
		Totals trace.Totals
		Waits  []trace.WaitAccount
	}
	f := facts{Ended: w.ended, Done: w.done, Totals: w.log.Ledger.Totals,
		Waits: w.log.Ledger.Instances[0].Waits}
	for lane, c := range w.cpus {
		f.Slices, f.Busy = append(f.Slices, w.slices(lane)), append(f.Busy, c.busy)
		f.Length = append(f.Length, w.os.Length(lane))
	}
	for i, thread := range w.threads {
		if w.begun[i] {
			f.Counts = append(f.Counts, w.os.Counts(thread))
		}
	}
	return f
}

// conserves says where, at the end of an instant, a CPU is idle although a thread waits, in a world in which
// all may run everywhere.
func (w *world) conserves() error {
	for _, l := range w.lives {
		if len(l.lanes) > 0 {
			return nil
		}
	}
	length := make([]int, len(w.cpus))
	at := sim.Time(0)
	for _, r := range w.log.Rotations {
		if r.At > at && slices.Min(length) == 0 && slices.Max(length) > 1 {
			return fmt.Errorf("at %v some of %v are idle, and some have to wait", at, length)
		}
		at, length[r.Lane] = r.At, len(r.Ring)
	}
	return nil
}

// With as many CPUs as threads nobody ever waits.
func TestNobodyWaitsOnEnoughCPUs(t *testing.T) {
	for seed := range many(300) {
		_, rules, lives, _ := draw(seed)
		for i := range lives {
			lives[i].lanes = nil
			lives[i].phases[0].endless = false
		}
		w := newWorld(setup{shape: cores(len(lives)), rules: rules}, lives).run(100 * ms)
		for i := range lives {
			require.Equal(t, lives[i].phasesUntil(w.log.End), w.done[i], "seed %d thread %d", seed, i)
		}
	}
}

// phasesUntil counts the phases of a life that end before a time if it never waits.
func (l *life) phasesUntil(end sim.Time) (done int) {
	for at := l.start; ; done++ {
		if done == len(l.phases) && !l.again {
			return done
		}
		p := l.phases[done%len(l.phases)]
		if at += p.work; at >= end {
			return done
		}
		at += p.sleep
	}
}
