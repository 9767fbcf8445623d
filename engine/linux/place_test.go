package linux_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/linux"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
)

// once is a thread that works once.
func once(start, work sim.Time, lanes ...int) life {
	return life{start: start, phases: []phase{{work: work}}, lanes: lanes}
}

// twice is one that works, sleeps and works again.
func twice(work, sleep, again sim.Time) life {
	return life{phases: []phase{{work: work, sleep: sleep}, {work: again}}}
}

// Where threads run, by hand: the slices of each lane in ms. The slice is 4 ms.
var placed = []struct {
	name  string
	shape topology.Shape
	lives []life
	lanes []string
}{
	{"new threads go to idle CPUs, one each", cores(3), []life{once(0, 2*ms), once(0, 2*ms), once(0, 2*ms)},
		[]string{"0:0-2 ", "1:0-2 ", "2:0-2 "}},
	{"a thread comes back to its last CPU", cores(3),
		[]life{twice(ms, ms, ms), twice(2*ms, 2*ms, ms), once(0, ms)},
		[]string{"0:0-1 0:2-3 ", "1:0-2 1:4-5 ", "2:0-1 "}},
	{"to an idle one if that is taken", cores(2), []life{twice(ms, ms, ms), once(0, ms), once(ms, 3*ms, 0)},
		[]string{"0:0-1 2:1-4 ", "1:0-1 0:2-3 "}},
	{"near first", topology.Shape{Packages: 2, CoresPerNode: 2},
		[]life{twice(ms, ms, ms), once(ms, 3*ms, 0)},
		[]string{"0:0-1 1:1-4 ", "0:2-3 ", "", ""}},
	{"then another node", topology.Shape{Packages: 2, CoresPerNode: 2},
		[]life{twice(ms, ms, ms), once(ms, 3*ms, 0), once(ms, 3*ms, 1)},
		[]string{"0:0-1 1:1-4 ", "2:1-4 ", "0:2-3 ", ""}},
	{"an idle core before the sibling of a busy one", topology.Shape{CoresPerNode: 2, ThreadsPerCore: 2},
		// The siblings of lanes 0 and 1 are 2 and 3. Lane 0 is taken when the thread comes back; of the idle
		// ones only 1 and 3 are of an idle core.
		[]life{twice(ms, ms, ms), once(ms, 3*ms, 0), once(ms, 3*ms, 2)},
		[]string{"0:0-1 1:1-4 ", "0:2-3 ", "2:1-4 ", ""}},
	{"a sibling before nothing", topology.Shape{CoresPerNode: 1, ThreadsPerCore: 2},
		[]life{once(0, 3*ms), once(0, 2*ms)}, []string{"0:0-3 ", "1:0-2 "}},
	{"else the shortest queue, the last CPU among equals", cores(2),
		[]life{once(0, 3*ms, 0), once(0, 3*ms, 1), once(0, 3*ms, 0), once(ms, ms)},
		[]string{"0:0-3 2:3-6 ", "1:0-3 3:3-4 "}},
	{"an idle CPU takes what waits in the longest queue", cores(3),
		[]life{once(0, 4*ms, 0), once(0, 3*ms, 1), once(0, 2*ms, 2), once(0, 4*ms, 0), once(0, 4*ms, 1),
			once(0, 4*ms, 0, 2)},
		[]string{"0:0-4 3:4-8 ", "1:0-3 4:3-7 ", "2:0-2 5:2-6 "}},
	{"and what has waited longest there", cores(2),
		[]life{once(0, 10*ms), once(0, 5*ms), once(0, 4*ms), once(0, ms), once(0, 2*ms), once(0, ms)},
		// Each goes where fewest are. At 4 ms the slices of 0 and 1 end; at 7 ms all of lane 1 are over,
		// and 4 waits before 0.
		[]string{"0:0-4 2:4-8 0:8-14 ", "1:0-4 3:4-5 5:5-6 1:6-7 4:7-9 "}},
	{"a mask keeps a thread from an idle CPU", cores(2), []life{once(0, 3*ms, 0), once(0, 3*ms, 0)},
		[]string{"0:0-3 1:3-6 ", ""}},
}

func TestThreadsRunWhereTheKernelPutsThem(t *testing.T) {
	for _, c := range placed {
		for name, plain := range map[string]bool{"leap": false, "plain": true} {
			w := newWorld(setup{c.shape, linux.Rules{Slice: 4 * ms}, plain}, c.lives).run(40 * ms)
			require.Empty(t, w.log.Ledger.Laws(), "%s: %s", name, c.name)
			var lanes []string
			for lane := range c.lanes {
				lanes = append(lanes, w.slices(lane))
				require.Zero(t, w.os.Length(lane), "%s: %s", name, c.name)
				require.False(t, w.cpus[lane].busy)
			}
			require.Equal(t, c.lanes, lanes, "%s: %s", name, c.name)
		}
	}
}

func TestThreadsAreCounted(t *testing.T) {
	lives := []life{twice(ms, ms, ms), once(ms, 3*ms, 0), once(ms, 6*ms, 1), once(2*ms, 3*ms)}
	// Thread 0 comes back at 2 ms behind 1, whose queue is as short as that of 2, and 3 is put behind 2. At
	// 4 ms the work of 1 has ended: 0 goes on, and ends at 5 ms, when CPU 0 takes 3, which waits behind 2.
	w := newWorld(setup{cores(2), linux.Rules{}, false}, lives).run(20 * ms)
	require.Equal(t, "0:0-1 1:1-4 0:4-5 3:5-8 ", w.slices(0))
	require.Equal(t, "2:1-7 ", w.slices(1))
	require.Equal(t, linux.Counts{Wakes: 2}, w.os.Counts(w.threads[0]))
	require.Equal(t, int64(1), w.os.Counts(w.threads[3]).Pulls)
	require.Zero(t, w.os.Lane(w.threads[3]))
}

// A CPU that stands still is no idle CPU, and nobody knows that it stands still: what waits on it waits, what
// comes is put behind it where its queue is shortest, and an idle CPU may take it away.
func TestACPUThatStandsStillLooksLikeAnother(t *testing.T) {
	lives := []life{once(0, 2*ms), once(0, 3*ms), once(ms, ms, 0), once(ms, ms, 1)}
	stands := []change{{at: ms, cpu: 0, speed: 0}, {at: 9 * ms, cpu: 0, speed: host.Full}}
	w := newWorld(setup{cores(2), linux.Rules{Slice: 4 * ms}, false}, lives, stands...).run(40 * ms)
	// Its slice is over when the CPU comes back at 9 ms, so 0 lets 2 go first.
	require.Equal(t, "0:0-9 2:9-10 0:10-11 ", w.slices(0))
	require.Equal(t, "1:0-3 3:3-4 ", w.slices(1))
	free := newWorld(setup{cores(2), linux.Rules{Slice: 4 * ms}, false}, []life{once(0, 2*ms), once(0, 3*ms),
		once(ms, ms), once(ms, ms)}, stands...).run(40 * ms)
	require.Equal(t, "0:0-10 ", free.slices(0), "what waits is taken away")
	require.Equal(t, "1:0-3 3:3-4 2:4-5 ", free.slices(1))
}

func TestAKilledThreadMakesRoom(t *testing.T) {
	lives := []life{once(0, 9*ms), once(0, 2*ms), once(0, 3*ms), twice(ms, 5*ms, ms)}
	w := newWorld(setup{cores(1), linux.Rules{}, false}, lives,
		change{at: ms, kill: 1}, change{at: 2 * ms, kill: 3}, change{at: 5 * ms, kill: 4}).run(20 * ms)
	require.Empty(t, w.log.Ledger.Laws())
	require.Equal(t, "0:0-1 1:1-3 3:3-4 ", w.slices(0), "on the CPU, in the queue, asleep")
	require.Zero(t, w.os.Length(0))
}

func TestNumbersOfThreadsAreUsedAgain(t *testing.T) {
	w := newWorld(setup{cores(1), linux.Rules{}, false}, []life{once(0, ms)}).run(2 * ms)
	first := w.threads[0]
	w.os.Exit(first)
	require.Equal(t, first, w.os.Fork(nil))
	require.NotEqual(t, first, w.os.Fork(nil))
	require.PanicsWithValue(t, "linux: a thread may run on no lane", func() { w.os.Fork(linux.MaskOf(1)) })
}

func TestMasksBeyondAWord(t *testing.T) {
	m := linux.MaskOf(3, 64, 130)
	for lane, allowed := range map[int32]bool{0: false, 3: true, 63: false, 64: true, 65: false, 130: true,
		131: false, 500: false} {
		require.Equal(t, allowed, m.Allows(lane), lane)
		require.True(t, linux.Mask(nil).Allows(lane))
	}
}
