package host_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
)

// watcher writes down that a processor has changed its speed.
type watcher struct {
	name string
	told *[]string
}

func (w watcher) SpeedChanged() { *w.told = append(*w.told, w.name) }

// watchAll tells of every change: the positions of the processors, in order.
func watchAll(cpus []host.Processor) *[]string {
	told := new([]string)
	for i, c := range cpus {
		c.Watch(watcher{fmt.Sprint(i), told})
	}
	return told
}

// speeds are those of some processors.
func speeds(cpus []host.Processor) []host.Speed {
	var all []host.Speed
	for _, c := range cpus {
		all = append(all, c.Speed())
	}
	return all
}

func TestBusySiblingsSlowEachOther(t *testing.T) {
	// Two cores of two threads: CPUs 0 and 1, 2 and 3.
	cpus := host.Bare(topology.Shape{CoresPerNode: 2, ThreadsPerCore: 2}.Machine(), 620)
	told := watchAll(cpus)
	for _, c := range []struct {
		cpu    int
		busy   bool
		speeds []host.Speed
		told   []string
	}{
		{0, true, []host.Speed{1000, 1000, 1000, 1000}, nil},
		{2, true, []host.Speed{1000, 1000, 1000, 1000}, nil},
		{0, true, []host.Speed{1000, 1000, 1000, 1000}, nil}, // twice is once
		{1, true, []host.Speed{620, 620, 1000, 1000}, []string{"0", "1"}},
		{3, true, []host.Speed{620, 620, 620, 620}, []string{"2", "3"}},
		{0, false, []host.Speed{1000, 1000, 620, 620}, []string{"0", "1"}},
		{0, false, []host.Speed{1000, 1000, 620, 620}, nil},
		{1, false, []host.Speed{1000, 1000, 620, 620}, nil},
		{2, false, []host.Speed{1000, 1000, 1000, 1000}, []string{"2", "3"}},
	} {
		*told = nil
		cpus[c.cpu].Load(c.busy)
		require.Equal(t, c.speeds, speeds(cpus), "CPU %d busy: %v", c.cpu, c.busy)
		require.Equal(t, c.told, *told, "CPU %d busy: %v", c.cpu, c.busy)
	}
}

func TestCoresWithOneThreadAreNeverSlow(t *testing.T) {
	cpus := host.Bare(topology.Shape{Packages: 2, CoresPerNode: 3}.Machine(), 10)
	for _, c := range cpus {
		c.Load(true)
	}
	require.Equal(t, []host.Speed{1000, 1000, 1000, 1000, 1000, 1000}, speeds(cpus))
}

func TestEightThreadsOfACore(t *testing.T) {
	cpus := host.Bare(topology.Shape{ThreadsPerCore: 8}.Machine(), 300)
	for n, c := range cpus {
		c.Load(true)
		want := host.Speed(1000)
		if n > 0 {
			want = 300
		}
		for _, s := range speeds(cpus) {
			require.Equal(t, want, s, "%d busy", n+1)
		}
	}
	for _, c := range cpus[1:] {
		c.Load(false)
	}
	require.Equal(t, host.Full, cpus[0].Speed())
}

// Two workers of 6 ms on the two threads of a core: alone a thread does 1 ms of work in a ms, beside the
// other one half. By hand: 0 works alone until 2, 4 left; both until 0 has ended at 10; 1 has done 4 by then
// and the last 2 alone.
func TestSiblingsEndLater(t *testing.T) {
	b := newBench(host.Rules{Quantum: 4 * ms}, 2, []operation{{work: 6 * ms}, {at: 2 * ms, lane: 1,
		work: 6 * ms}},
		false)
	cpus := host.Bare(topology.Shape{ThreadsPerCore: 2}.Machine(), 500)
	q := host.Queues{Kernel: b.kernel, Trace: b.log, Rules: host.Rules{Quantum: 4 * ms}, CPUs: cpus, Ender: b}
	b.queues = host.NewRotations(q)
	b.run(sim.Second)
	require.Equal(t, []string{"0 10ms", "1 12ms"}, b.ended)
	require.Empty(t, b.log.Ledger.Laws())
}
