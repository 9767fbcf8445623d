package host_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Two lanes by hand: what waits on one is taken to the other with the work that it has left. Yields and the
// waits after them are those of the lane that was left.
var moves = []struct {
	name       string
	rules      host.Rules
	script     []operation
	ended      []string
	first, two string // slices as in inWords
	waited     sim.Time
	yields     int64
}{
	{"to an idle lane, where it starts at once", host.Rules{}, []operation{{work: 6 * ms}, {work: 6 * ms},
		{at: 5 * ms, kind: move, to: 1}},
		[]string{"0 7ms", "1 10ms"}, "0:0-4000y 1:4000-8000y 1:8000-10000", "0:5000-7000", ms, 2},
	{"in the instant in which its slice ends", host.Rules{}, []operation{{work: 6 * ms}, {work: 6 * ms},
		{at: 4 * ms, kind: move, to: 1}},
		[]string{"0 6ms", "1 10ms"}, "0:0-4000 1:4000-8000y 1:8000-10000", "0:4000-6000", 0, 2},
	{"to the tail of the other's queue", host.Rules{}, []operation{{work: 6 * ms}, {work: 3 * ms},
		{lane: 1, work: 5 * ms}, {at: ms, kind: move, to: 1}},
		[]string{"0 6ms", "1 7ms", "2 8ms"}, "0:0-4000y 0:4000-6000", "2:0-4000y 1:4000-7000 2:7000-8000",
		3 * ms, 2},
	{"to a slower processor", host.Rules{}, []operation{{lane: 1, kind: speed, speed: 500}, {work: 6 * ms},
		{work: 3 * ms}, {at: ms, kind: move, to: 1}},
		[]string{"0 6ms", "1 7ms"}, "0:0-4000y 0:4000-6000", "1:1000-5000y 1:5000-7000", 0, 2},
	{"to one that stands still, and from it", host.Rules{}, []operation{{lane: 1, kind: speed, speed: 0},
		{work: 2 * ms}, {work: 3 * ms}, {work: ms}, {at: ms, kind: move, to: 1},
		{at: ms, kind: move, to: 1}, {at: 2 * ms, kind: move, lane: 1, to: 0},
		{at: 3 * ms, lane: 1, kind: speed, speed: host.Full}},
		[]string{"0 2ms", "2 3ms", "1 6ms"}, "0:0-2000 2:2000-3000", "1:1000-5000y 1:5000-6000", 0, 1},
	{"by ticks: what is left of the tick is its slice", host.Rules{Tick: 4 * ms}, []operation{{work: 8 * ms},
		{work: 5 * ms}, {at: 3 * ms, kind: move, to: 1}},
		[]string{"0 8ms", "1 8ms"}, "0:0-4000y 0:4000-8000", "1:3000-4000y 1:4000-8000", 0, 2},
	{"a switch there too", host.Rules{Switch: ms}, []operation{{work: 3 * ms}, {work: 2 * ms},
		{at: 2 * ms, kind: move, to: 1}},
		[]string{"0 4ms", "1 5ms"}, "0:0-4000", "1:2000-5000", 0, 0},
}

func TestMovesByHand(t *testing.T) {
	for _, c := range moves {
		c.rules.Quantum = 4 * ms
		for name, plain := range map[string]bool{"rotations": false, "steps": true} {
			b := newBench(c.rules, 2, c.script, plain).run(40 * ms)
			require.Empty(t, b.log.Ledger.Laws(), "%s: %s", name, c.name)
			require.Equal(t, c.ended, b.ended, "%s: %s", name, c.name)
			require.Equal(t, c.first, inWords(b, 0), "%s: %s", name, c.name)
			require.Equal(t, c.two, inWords(b, 1), "%s: %s", name, c.name)
			require.Equal(t, c.waited, b.log.Ledger.Instances[0].Waits[0].Signal, "%s: %s", name, c.name)
			yields := b.log.Ledger.Lanes[0].Yields + b.log.Ledger.Lanes[1].Yields
			require.Equal(t, c.yields, yields, "%s: %s", name, c.name)
			require.Equal(t, [2]int32{}, [2]int32{b.log.Ledger.Lanes[0].Load, b.log.Ledger.Lanes[1].Load})
		}
	}
}

func TestWaitingWorkersAreToldInTheOrderOfTheirTurns(t *testing.T) {
	for _, plain := range []bool{false, true} {
		script := []operation{{work: 9 * ms}, {work: 9 * ms}, {work: 9 * ms},
			{at: 5 * ms, lane: 1, work: ms}}
		b := newBench(host.Rules{Quantum: 4 * ms}, 2, script, plain).run(5*ms + 1)
		// At 4 ms the first has gone to the tail.
		want := []host.Worker{b.workers[2], b.workers[0]}
		require.Equal(t, want, b.queues.Waiting(0, nil))
		require.Empty(t, b.queues.Waiting(1, nil))
	}
}

func TestAWorkerOnTheCPUIsNotMoved(t *testing.T) {
	for _, plain := range []bool{false, true} {
		b := newBench(host.Rules{Quantum: 4 * ms}, 2, []operation{{work: 9 * ms}}, plain).run(ms)
		require.PanicsWithValue(t, "host: worker 0 of lane 0 is moved while it is on the CPU",
			func() { b.queues.Move(b.workers[0], 1) })
	}
}

func TestAQuantumIsAWholeNumberOfTicks(t *testing.T) {
	kernel := sim.NewKernel(1)
	q := host.Queues{Kernel: kernel, Trace: &trace.Log{}, Rules: host.Rules{Quantum: 6 * ms, Tick: 4 * ms}}
	for _, make := range []func(){func() { host.NewSteps(q) }, func() { host.NewRotations(q) }} {
		require.PanicsWithValue(t, "host: a quantum of 6ms with ticks of 4ms", make)
	}
}
