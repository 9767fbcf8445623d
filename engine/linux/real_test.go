package linux_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/linux"
	"schedlab/engine/sim"
)

// Measured on a real kernel: a virtual machine with two CPUs, Linux 6.18, tick 4 ms, SCHED_RR with a slice of
// one tick and SCHED_FIFO, medians of at least three runs. What the slices are counted in differs: the
// kernel's own count ticks, a cooperative scheduler's go from dispatch to dispatch.
var (
	byTick = linux.Rules{Slice: 4 * ms, Tick: 4 * ms}
	byTime = linux.Rules{Slice: 4 * ms}
	fifo   = linux.Rules{}
)

func spinning(n int) []life {
	lives := make([]life, n)
	for i := range lives {
		lives[i] = life{phases: []phase{{endless: true}}}
	}
	return lives
}

// Equal threads that never block, 5 s: shares and waits, and the median wait for the next slice; all waits
// are alike here. Measured shares are 1/n, waits (n-1)·4 ms and 6 to 9 µs, which a switch takes.
func TestEqualThreadsShareACPU(t *testing.T) {
	measured := map[int]float64{2: 4.008, 3: 8.009, 4: 12.009, 6: 20.008, 8: 28.007}
	for n, median := range measured {
		for _, rules := range []linux.Rules{byTick, byTime} {
			w := newWorld(setup{cores(1), rules, false}, spinning(n)).run(5 * sim.Second)
			require.Empty(t, w.log.Ledger.Laws())
			for i := range n {
				task := w.log.Ledger.Tasks[i]
				require.InDelta(t, 1/float64(n), share(task.CPU, 5*sim.Second), 0.001)
				waited := w.log.Ledger.At - task.CPU
				require.InDelta(t, float64(n-1)/float64(n), share(waited, 5*sim.Second), 0.001)
			}
			requireWait(t, median, w)
		}
	}
}

func requireWait(t *testing.T, median float64, w *world) {
	account := w.log.Ledger.Instances[0].Waits[yield]
	mean := milli(account.Signal) / float64(account.Count)
	require.InEpsilon(t, median, mean, 0.005)
	require.InEpsilon(t, median, mean+0.008, 0.001, "a switch takes 8 µs")
	require.InDelta(t, mean, milli(account.Max), 1e-9, "all waits are alike")
}

// Four spinning threads, 4 s, by the length of the slice: measured waits of 24.007, 60.013 and 300.015 ms and
// 126.2, 51.0 and 11.0 switches a second.
func TestLongerSlicesAreLongerWaits(t *testing.T) {
	for _, c := range []struct {
		slice          sim.Time
		wait, switches float64
	}{{8 * ms, 24.007, 126.2}, {20 * ms, 60.013, 51}, {100 * ms, 300.015, 11}} {
		for _, tick := range []sim.Time{0, 4 * ms} {
			w := newWorld(setup{cores(1), linux.Rules{Slice: c.slice, Tick: tick}, false}, spinning(4)).
				run(4 * sim.Second)
			account := w.log.Ledger.Instances[0].Waits[yield]
			require.InEpsilon(t, c.wait, milli(account.Signal)/float64(account.Count), 0.005)
			require.InDelta(t, c.switches, float64(w.log.Ledger.Lanes[0].Switches)/4, 2)
		}
	}
}

// working makes threads that work once; they start every so often from a time on.
func working(start, every sim.Time, work ...int) []life {
	var lives []life
	for i, w := range work {
		lives = append(lives, life{start: start + sim.Time(i)*every,
			phases: []phase{{work: sim.Time(w) * ms}}})
	}
	return lives
}

// offset is where between two ticks the threads of a case start: anywhere but on one, as on a real machine.
const offset = 1500 * sim.Microsecond

// Work of 100, 200, 400 and 800 ms at once, and of 1500, 1000, 500 and 1200 ms every 700 ms. A thread that is
// put on the CPU in the middle of a tick gets the rest of it only: that is the difference of 12 ms between
// the two kinds of slices, and the kernel shows it.
func TestUnequalWorkEndsWhenItDidOnARealKernel(t *testing.T) {
	for _, c := range []struct {
		name     string
		rules    linux.Rules
		every    sim.Time
		work     []int
		measured []float64
		within   float64
	}{
		{"unequal, by tick", byTick, 0, unequal, []float64{400.1, 700.1, 1100.1, 1500.2}, 1},
		{"unequal, by time", byTime, 0, unequal, []float64{388, 692, 1096, 1500}, 0},
		{"unequal, FIFO", fifo, 0, unequal, []float64{100.1, 300.2, 700.2, 1500.4}, 1},
		{"staggered, by tick", byTick, 700 * ms, staggered, staggeredEnds, 3},
		// Each start falls on the end of a slice, where the kernel had the thread that starts in the
		// queue before the one that ran; what ends comes before what arrives here, so the starts are
		// 1 µs earlier.
		{"staggered, by time", byTime, 700*ms - 1000, staggered, staggeredEnds, 10},
		{"staggered, FIFO", fifo, 700 * ms, staggered, []float64{1500.3, 2500.4, 3000.6, 4200.9}, 1},
	} {
		lives := working(offset, c.every, c.work...)
		w := newWorld(setup{cores(1), c.rules, false}, lives).run(5 * sim.Second)
		require.InDeltaSlice(t, c.measured, w.finishes(offset), c.within+1e-9, c.name)
	}
	near := []float64{400.1, 700.1, 1100.1, 1500.2}
	for i, by := range []float64{388, 692, 1096, 1500} {
		require.InEpsilon(t, near[i], by, 0.031, "a ring by time is within 3 % of the kernel")
	}
}

var (
	unequal   = []int{100, 200, 400, 800}
	staggered = []int{1500, 1000, 500, 1200}

	staggeredEnds = []float64{2964.2, 3417.7, 3120.2, 4200.8}
)

// bursts are threads that compute 2.007 ms and sleep 6.005 ms, all from the same moment on.
func bursts(n int) []life {
	lives := make([]life, n)
	for i := range lives {
		lives[i] = life{start: offset, again: true, phases: []phase{{work: 2007 * sim.Microsecond,
			sleep: 6005 * sim.Microsecond}}}
	}
	return lives
}

// cycles are the phases that ended, a second.
func (w *world) cycles() float64 {
	sum := 0
	for _, n := range w.done {
		sum += n
	}
	return float64(sum) / (milli(w.log.End) / 1000)
}

// The best single case that there is: with four such threads the work just exceeds the machine, a burst of
// 2 ms is cut by the tick of 4 ms, and the system locks into a cycle in which the CPU idles a sixth of the
// time: 416.7 cycles a second, CPU use 0.836. Slices by time never cut such a burst.
func TestBlockingThreadsMakeAsManyCyclesAsOnARealKernel(t *testing.T) {
	for _, c := range []struct {
		n        int
		rules    linux.Rules
		measured float64
	}{{1, byTick, 124.7}, {2, byTick, 248.7}, {3, byTick, 372.7}, {6, byTick, 498}, {8, byTick, 497.7},
		{1, byTime, 124.7}, {2, byTime, 248.7}, {3, byTime, 372.7}, {6, byTime, 498}, {8, byTime, 497.7},
		{4, byTick, 416.7}, {4, byTime, 498}} {
		w := newWorld(setup{cores(1), c.rules, false}, bursts(c.n)).run(3 * sim.Second)
		require.InEpsilon(t, c.measured, w.cycles(), 0.01, "%d threads, %+v", c.n, c.rules)
		if c.n == 4 && c.rules == byTick {
			require.InEpsilon(t, 0.836, share(w.log.Ledger.Lanes[0].Busy, 3*sim.Second), 0.01)
		}
	}
}

// One thread that runs 0.5 ms and sleeps 10 ms beside 1, 3 and 7 busy ones: what it waits after it wakes up.
// A ring makes it wait most of a round.
func TestAShortThreadAmongLongOnes(t *testing.T) {
	for _, c := range []struct {
		busy                     int
		measured, cycles, byTime float64
	}{{1, 1.499, 83.3, 1.99}, {3, 9.505, 50.0, 9.99}, {7, 25.501, 27.7, 25.98}} {
		lives := append(spinning(c.busy), life{again: true, start: offset,
			phases: []phase{{work: ms / 2, sleep: 10 * ms}}})
		w := newWorld(setup{cores(1), byTick, false}, lives).run(4 * sim.Second)
		require.InDelta(t, c.measured, w.meanWait(c.busy), 0.05)
		require.InDelta(t, c.cycles, float64(w.done[c.busy])/4, 0.3)
		w = newWorld(setup{cores(1), byTime, false}, lives).run(4 * sim.Second)
		require.InDelta(t, c.byTime, w.meanWait(c.busy), 0.05)
		require.InDelta(t, c.measured, w.meanWait(c.busy), 0.51, "0.5 ms, and the edges of the run")
	}
}

// meanWait is what a thread waited for the CPU after it woke up, in ms.
func (w *world) meanWait(thread int) float64 {
	return milli(w.waited[thread]) / float64(w.done[thread])
}

// Three workers on one CPU and two on the other, 400 ms of work each. Pinned, the slower CPU decides:
// measured ends at 1200.0, 1200.2 and 1200.3 ms, and at 800.2 and 802.1. Free, both CPUs work until all
// is done: measured 1004.0 (1001.5 to 1006.3).
func TestFiveWorkersOnTwoCPUs(t *testing.T) {
	lives := working(offset, 0, 400, 400, 400, 400, 400)
	for i := range lives {
		lives[i].lanes = []int{i % 2}
	}
	for _, rules := range []linux.Rules{byTick, byTime} {
		pinned := newWorld(setup{cores(2), rules, false}, lives).run(2 * sim.Second).finishes(offset)
		for i, measured := range []float64{1200, 800.2, 1200.2, 802.1, 1200.3} {
			require.InEpsilon(t, measured, pinned[i], 0.01)
		}
		free := newWorld(setup{cores(2), rules, false}, working(offset, 0, 400, 400, 400, 400, 400)).
			run(2 * sim.Second)
		last := 0.0
		for _, at := range free.finishes(offset) {
			last = max(last, at)
		}
		require.InEpsilon(t, 1004, last, 0.01)
		require.GreaterOrEqual(t, last, 1000.0, "the sum of the work, shared by two")
		require.Equal(t, 2000*ms, free.log.Ledger.Lanes[0].Busy+free.log.Ledger.Lanes[1].Busy)
	}
}

func share(part, of sim.Time) float64 { return float64(part) / float64(of) }
