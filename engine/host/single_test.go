package host_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Each case is one lane by hand: what is done to it, when each task ends, and the slices "task:from-to" in
// µs, with y where a slice ends although there is work left: the quantum is 4 ms.
var singles = []struct {
	name   string
	rules  host.Rules
	script []operation
	ended  []string
	slices string
}{
	{"work of less than a quantum", host.Rules{}, []operation{{work: 3 * ms}},
		[]string{"0 3ms"}, "0:0-3000"},
	{"work of exactly a quantum ends with it", host.Rules{}, []operation{{work: 4 * ms}, {work: ms}},
		[]string{"0 4ms", "1 5ms"}, "0:0-4000 1:4000-5000"},
	{"a nanosecond more takes another turn", host.Rules{}, []operation{{work: 4*ms + 1000}, {work: ms}},
		[]string{"1 5ms", "0 5.001ms"}, "0:0-4000y 1:4000-5000 0:5000-5001"},
	{"alone, a worker yields to itself", host.Rules{}, []operation{{work: 9 * ms}},
		[]string{"0 9ms"}, "0:0-4000y 0:4000-8000y 0:8000-9000"},
	{"alone, one that others would preempt goes on", host.Rules{Preempts: true}, []operation{{work: 9 * ms}},
		[]string{"0 9ms"}, "0:0-9000"},
	{"until the end of the quantum in which another comes", host.Rules{Preempts: true},
		[]operation{{work: 14 * ms}, {at: 5 * ms, work: ms}},
		[]string{"1 9ms", "0 15ms"}, "0:0-8000y 1:8000-9000 0:9000-15000"},
	{"one who comes waits for the quantum, not for the work", host.Rules{},
		[]operation{{work: 9 * ms}, {at: 5 * ms, work: ms}},
		[]string{"1 9ms", "0 10ms"}, "0:0-4000y 0:4000-8000y 1:8000-9000 0:9000-10000"},
	{"one who comes at the end of a quantum takes the next", host.Rules{},
		[]operation{{work: 9 * ms}, {at: 4 * ms, work: ms}},
		[]string{"1 9ms", "0 10ms"}, "0:0-4000y 0:4000-8000y 1:8000-9000 0:9000-10000"},
	{"the head is taken away", host.Rules{},
		[]operation{{work: 9 * ms}, {work: 5 * ms}, {at: ms, kind: remove, task: 0}},
		[]string{"1 6ms"}, "0:0-1000 1:1000-5000y 1:5000-6000"},
	{"a queued one is taken away", host.Rules{},
		[]operation{{work: 6 * ms}, {work: 5 * ms}, {work: 2 * ms}, {at: ms, kind: remove, task: 1}},
		[]string{"2 6ms", "0 8ms"}, "0:0-4000y 2:4000-6000 0:6000-8000"},
	{"the last is taken away", host.Rules{},
		[]operation{{work: 6 * ms}, {work: 5 * ms}, {work: 2 * ms}, {at: ms, kind: remove, task: 2}},
		[]string{"0 10ms", "1 11ms"}, "0:0-4000y 1:4000-8000y 0:8000-10000 1:10000-11000"},
	{"the only one is taken away, and another comes later", host.Rules{},
		[]operation{{work: 6 * ms}, {at: ms, kind: remove, task: 0}, {at: 3 * ms, work: ms}},
		[]string{"1 4ms"}, "0:0-1000 1:3000-4000"},
	{"half speed from the middle of a slice", host.Rules{},
		[]operation{{work: 6 * ms}, {at: 2 * ms, kind: speed, speed: 500}},
		[]string{"0 10ms"}, "0:0-4000y 0:4000-8000y 0:8000-10000"},
	{"half speed for two: quanta are of time, not of work", host.Rules{},
		[]operation{{work: 6 * ms}, {work: 3 * ms}, {at: 2 * ms, kind: speed, speed: 500}},
		// 0 has done 3 by 4; 1 does 2 by 8; 0 does 2 more by 12 and has one left; 1 ends at 14, 0 at 16.
		[]string{"1 14ms", "0 16ms"}, "0:0-4000y 1:4000-8000y 0:8000-12000y 1:12000-14000 0:14000-16000"},
	{"double speed", host.Rules{},
		[]operation{{work: 6 * ms}, {at: 2 * ms, kind: speed, speed: 2000}},
		[]string{"0 4ms"}, "0:0-4000"},
	{"a standstill inside a quantum", host.Rules{},
		[]operation{{work: 3 * ms}, {work: ms}, {at: ms, kind: speed, speed: 0},
			{at: 2 * ms, kind: speed, speed: host.Full}},
		[]string{"0 4ms", "1 5ms"}, "0:0-4000 1:4000-5000"},
	{"a switch costs time before the first slice too", host.Rules{Switch: ms}, []operation{{work: 3 * ms}},
		[]string{"0 4ms"}, "0:0-4000"},
	{"a switch before every turn of two", host.Rules{Switch: ms}, []operation{{work: 6 * ms}, {work: 2 * ms}},
		// 0: switch until 1, works until 5; 1: switch until 6, works until 8; 0: switch until 9, ends at 11.
		[]string{"1 8ms", "0 11ms"}, "0:0-5000y 1:5000-8000 0:8000-11000"},
	{"no switch to oneself", host.Rules{Switch: ms}, []operation{{work: 10 * ms}},
		[]string{"0 11ms"}, "0:0-5000y 0:5000-9000y 0:9000-11000"},
	{"taken away during its switch", host.Rules{Switch: ms},
		[]operation{{work: 6 * ms}, {work: 2 * ms}, {at: ms / 2, kind: remove, task: 0}},
		[]string{"1 3.5ms"}, "0:0-500 1:500-3500"},
	{"early turns go to the tail", host.Rules{},
		[]operation{{work: 3 * ms, turn: ms}, {work: 5 * ms}},
		[]string{"1 7ms", "0 8ms"}, "0:0-1000y 1:1000-5000y 0:5000-6000y 1:6000-7000 0:7000-8000"},
	{"early turns are repeated up to a share of the quantum", host.Rules{Reclaim: 500},
		[]operation{{work: 3 * ms, turn: ms}, {work: 4 * ms}},
		[]string{"1 6ms", "0 7ms"}, "0:0-1000y 0:1000-2000y 1:2000-6000 0:6000-7000"},
	{"by ticks a slice is short that begins between two", host.Rules{Tick: 4 * ms},
		[]operation{{at: ms, work: 6 * ms}, {at: ms, work: 2 * ms}},
		[]string{"1 6ms", "0 9ms"}, "0:1000-4000y 1:4000-6000 0:6000-8000y 0:8000-9000"},
	{"by ticks a quantum of two", host.Rules{Tick: 2 * ms},
		[]operation{{at: ms, work: 5 * ms}, {at: ms, work: ms}},
		[]string{"1 5ms", "0 7ms"}, "0:1000-4000y 1:4000-5000 0:5000-7000"},
	{"by ticks at half speed from the middle of a short slice", host.Rules{Tick: 4 * ms},
		[]operation{{at: ms, work: 6 * ms}, {at: ms, work: 2 * ms}, {at: 2 * ms, kind: speed, speed: 500}},
		// 0 does 1 by 2 and another by 4; 1 takes 4 to 8 for its 2; 0 has 4 left, which take 8.
		[]string{"1 8ms", "0 16ms"}, "0:1000-4000y 1:4000-8000 0:8000-12000y 0:12000-16000"},
	{"by ticks nobody yields early and no switch costs anything",
		host.Rules{Tick: 4 * ms, Switch: ms, Reclaim: 500}, []operation{{work: 5 * ms, turn: ms}, {work: ms}},
		[]string{"1 5ms", "0 6ms"}, "0:0-4000y 1:4000-5000 0:5000-6000"},
	{"a turn of a quantum and more is a whole one", host.Rules{},
		[]operation{{work: 6 * ms, turn: 9 * ms}, {work: ms}},
		[]string{"1 5ms", "0 7ms"}, "0:0-4000y 1:4000-5000 0:5000-7000"},
}

// inWords are the slices of a lane in µs.
func inWords(b *bench, lane int) string {
	text := ""
	b.log.Expand(trace.LaneID(lane), 0, b.log.End, func(s trace.Slice) {
		if text != "" {
			text += " "
		}
		text += fmt.Sprintf("%d:%d-%d", s.Task, s.From/sim.Microsecond, s.To/sim.Microsecond)
		if s.Yield {
			text += "y"
		}
	})
	return text
}

func TestSingleLanesByHand(t *testing.T) {
	for _, c := range singles {
		c.rules.Quantum = 4 * ms
		for name, plain := range map[string]bool{"rotations": false, "steps": true} {
			b := newBench(c.rules, 1, c.script, plain).run(40 * ms)
			require.Empty(t, b.log.Ledger.Laws(), "%s: %s", name, c.name)
			require.Equal(t, c.ended, b.ended, "%s: %s", name, c.name)
			require.Equal(t, c.slices, inWords(b, 0), "%s: %s", name, c.name)
			require.False(t, b.cpus[0].busy, "nothing is left")
		}
	}
}

// A lane that leaps sets a timer for each end of a task, not for each quantum.
func TestALeapCostsWhatChanges(t *testing.T) {
	script := []operation{{work: sim.Hour}, {work: sim.Hour}, {work: sim.Hour}}
	leap := newBench(host.Rules{Quantum: 4 * ms}, 1, script, false).run(4 * sim.Hour)
	require.Equal(t, []string{"0 10799.992s", "1 10799.996s", "2 10800s"}, leap.ended)
	require.Less(t, leap.kernel.Fired(), int64(10), "three arrivals and three ends")
	require.Equal(t, int64(3*900_000-3), leap.log.Ledger.Lanes[0].Yields,
		"900,000 quanta each, the last one ends")
}

func TestPlacesOfWorkersAreUsedAgain(t *testing.T) {
	var script []operation
	for i := range 50 {
		script = append(script, operation{at: sim.Time(i) * 2 * ms, work: ms})
	}
	b := newBench(host.Rules{Quantum: 4 * ms}, 1, script, false)
	seen := map[host.Worker]bool{}
	for done := false; !done; {
		_, done = b.kernel.Step(1, sim.Second)
		for _, w := range b.workers {
			seen[w] = true
		}
	}
	require.Len(t, b.ended, 50)
	require.Len(t, seen, 1, "there is never more than one at a time")
}
