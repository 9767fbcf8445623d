package host_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
)

// twoSets are run queues of which the lanes from split on are a set of their own.
type twoSets struct {
	sets  [2]host.RunQueues
	split int
}

func (s twoSets) Enqueue(lane int, job host.Job) host.Worker {
	which := lane / s.split
	return 2*s.sets[which].Enqueue(lane%s.split, job) + host.Worker(which)
}
func (s twoSets) Remove(w host.Worker) { s.sets[w%2].Remove(w / 2) }
func (s twoSets) Move(w host.Worker, to int) {
	if to/s.split != int(w%2) {
		panic("host_test: a worker cannot change sets")
	}
	s.sets[w%2].Move(w/2, to%s.split)
}
func (s twoSets) Waiting(lane int, into []host.Worker) []host.Worker {
	which := lane / s.split
	for _, w := range s.sets[which].Waiting(lane%s.split, nil) {
		into = append(into, 2*w+host.Worker(which))
	}
	return into
}
func (s twoSets) Lane(w host.Worker) int { return s.sets[w%2].Lane(w/2) + int(w%2)*s.split }

// newPairs is a bench whose lane cpus + i is the urgent half of the processor of lane i.
func newPairs(rules host.Rules, cpus int, script []operation, how string) *bench {
	b, q := prepare(rules, 2*cpus, script)
	var ordinary, urgent []host.Processor
	for _, c := range b.scripted(cpus) {
		one, other := host.Pair(c)
		ordinary, urgent = append(ordinary, one), append(urgent, other)
	}
	hidden := q
	q.CPUs, hidden.CPUs, hidden.First = ordinary, urgent, q.First+trace.LaneID(cpus)
	how, goingOn := strings.CutSuffix(how, ", going on")
	if goingOn {
		q.More = more{b, map[trace.TaskID]int{}}
	}
	switch how {
	case "plain":
		q.CPUs = append(ordinary, urgent...)
		b.queues = host.NewSteps(q)
	case "leap":
		q.CPUs = append(ordinary, urgent...)
		b.queues = host.NewRotations(q)
	case "two sets":
		b.queues = twoSets{[2]host.RunQueues{host.NewRotations(q), host.NewRotations(hidden)}, cpus}
	}
	return b
}

var pairHands = []struct {
	name             string
	script           []operation
	ended            []string
	ordinary, urgent string // slices as in inWords
}{
	{"an urgent burst takes the CPU in the midst of a quantum", []operation{{work: 3 * ms},
		{at: ms, lane: 1, work: ms}},
		[]string{"1 2ms", "0 4ms"}, "0:0-4000", "1:1000-2000"},
	{"the quantum is of time: it passes during the burst", []operation{{work: 3 * ms}, {work: ms},
		{at: ms, lane: 1, work: 2 * ms}},
		[]string{"2 3ms", "1 5ms", "0 6ms"}, "0:0-4000y 1:4000-5000 0:5000-6000", "2:1000-3000"},
	{"a worker that is overdue after the burst yields at once", []operation{{work: 3 * ms}, {work: ms},
		{at: 2 * ms, lane: 1, work: 3 * ms}},
		[]string{"2 5ms", "1 6ms", "0 7ms"}, "0:0-5000y 1:5000-6000 0:6000-7000", "2:2000-5000"},
	{"who comes during the burst waits for its end", []operation{{lane: 1, work: ms},
		{at: ms / 2, work: ms}},
		[]string{"0 1ms", "1 2ms"}, "1:500-2000", "0:0-1000"},
	{"a burst goes on with the next urgent task", []operation{{work: 2 * ms}, {at: ms, lane: 1, work: ms},
		{at: 2 * ms, lane: 1, work: ms / 2}},
		[]string{"1 2ms", "2 2.5ms", "0 3.5ms"}, "0:0-3500", "1:1000-2000 2:2000-2500"},
	{"the base's speed reaches the urgent half, and later the ordinary one", []operation{{work: 2 * ms},
		{at: ms, lane: 1, work: ms}, {at: ms, kind: speed, speed: 500}},
		[]string{"1 3ms", "0 5ms"}, "0:0-4000y 0:4000-5000", "1:1000-3000"},
	{"a change of speed while the ordinary half stands still", []operation{{work: 3 * ms},
		{at: ms, lane: 1, work: 2 * ms}, {at: 2 * ms, kind: speed, speed: 2000}},
		[]string{"1 2.5ms", "0 3.5ms"}, "0:0-3500", "1:1000-2500"},
	{"an urgent task is taken away", []operation{{work: 2 * ms}, {at: ms, lane: 1, work: sim.Second},
		{at: 2 * ms, kind: remove, task: 1}},
		[]string{"0 3ms"}, "0:0-3000", "1:1000-2000"},
}

func TestPairsByHand(t *testing.T) {
	for _, c := range pairHands {
		for _, how := range []string{"plain", "leap", "two sets"} {
			b := newPairs(host.Rules{Quantum: 4 * ms}, 1, c.script, how).run(40 * ms)
			require.Empty(t, b.log.Ledger.Laws(), "%s: %s", how, c.name)
			require.Equal(t, c.ended, b.ended, "%s: %s", how, c.name)
			require.Equal(t, c.ordinary, inWords(b, 0), "%s: %s", how, c.name)
			require.Equal(t, c.urgent, inWords(b, 1), "%s: %s", how, c.name)
			require.False(t, b.cpus[0].busy, "%s: %s", how, c.name)
		}
	}
}

// Both halves of both threads of a core, each thread half as fast beside the other.
func TestAPairHasWorkWhileEitherHalfHas(t *testing.T) {
	threads := host.Bare(topology.Shape{ThreadsPerCore: 2}.Machine(), 500)
	ordinary, urgent := host.Pair(threads[0])
	other, _ := host.Pair(threads[1])
	cpus := []host.Processor{ordinary, urgent, other}
	told := watchAll(cpus)
	for _, c := range []struct {
		cpu    int
		busy   bool
		speeds []host.Speed
		told   []string
	}{
		{0, true, []host.Speed{1000, 1000, 1000}, nil},
		{2, true, []host.Speed{500, 500, 500}, []string{"1", "0", "2"}},
		{1, true, []host.Speed{0, 500, 500}, []string{"0"}},
		{1, true, []host.Speed{0, 500, 500}, nil},
		{0, false, []host.Speed{0, 500, 500}, nil},
		{1, false, []host.Speed{1000, 1000, 1000}, []string{"1", "0", "2"}},
		{1, true, []host.Speed{0, 500, 500}, []string{"1", "0", "2"}},
		{2, false, []host.Speed{0, 1000, 1000}, []string{"1", "2"}},
		{1, false, []host.Speed{1000, 1000, 1000}, []string{"0"}},
	} {
		*told = nil
		cpus[c.cpu].Load(c.busy)
		require.Equal(t, c.speeds, speeds(cpus), "half %d busy: %v", c.cpu, c.busy)
		require.ElementsMatch(t, c.told, *told, "half %d busy: %v", c.cpu, c.busy)
	}
}

// urgentScript is a random script with short bursts of urgent work on top, often at the same instants.
func urgentScript(r *rand.Rand, cpus int) []operation {
	script := randomScript(r, cpus)
	for range r.IntN(60) {
		o := operation{at: script[r.IntN(len(script))].at, lane: cpus + r.IntN(cpus)}
		o.work = []sim.Time{1, ms / 4, ms, 333_333, 4 * ms, 9 * ms}[r.IntN(6)]
		if r.IntN(2) == 0 {
			o.at += sim.Time(r.Int64N(int64(5 * ms)))
			o.work = sim.Time(1 + r.Int64N(300_000))
		}
		script = append(script, o)
	}
	return script
}

// manyScripts is how many random scripts a test plays: the host decides nothing by platform, and random
// scenarios run in the browser too.
func manyScripts(n uint64) uint64 {
	if runtime.GOOS == "js" {
		return n / 10
	}
	return n
}

func randomRules(r *rand.Rand) host.Rules {
	rules := host.Rules{Quantum: 4 * ms, Reclaim: []int64{0, 200, 1000}[r.IntN(3)]}
	if r.IntN(3) == 0 {
		rules.Switch = sim.Time(r.IntN(3000))
	}
	rules.Preempts = r.IntN(3) == 0
	if r.IntN(4) == 0 {
		rules.Tick = []sim.Time{ms, 4 * ms, 250_000}[r.IntN(3)]
	}
	return rules
}

func TestRotationsEqualStepsOnPairs(t *testing.T) {
	for seed := range manyScripts(3000) {
		r := rand.New(rand.NewPCG(seed, 2))
		cpus, rules := 1+r.IntN(2), randomRules(r)
		script := urgentScript(r, cpus)
		until := script[len(script)-1].at + 1 + sim.Time(r.Int64N(int64(200*ms)))
		oracle := newPairs(rules, cpus, script, "plain").run(until)
		leap := newPairs(rules, cpus, script, "leap").run(until)
		require.NoError(t, equal(oracle, leap), "seed %d", seed)
	}
}

// more lets two tasks of three go on, up to four times each, by their numbers and the time.
type more struct {
	b     *bench
	times map[trace.TaskID]int
}

func (m more) Extend(_ host.Worker, task trace.TaskID) host.Work {
	m.times[task]++
	if task%3 == 0 || m.times[task] > 4 {
		return 0
	}
	now := m.b.kernel.Now()
	if m.times[task] == 2 {
		return host.Work(4*ms) * host.Work(host.Full) // a whole quantum
	}
	return host.Work(1 + now*7919%sim.Time(9*ms)*sim.Time(host.Full))
}

func TestWorkersThatGoOnEqualSteps(t *testing.T) {
	for seed := range manyScripts(1000) {
		r := rand.New(rand.NewPCG(seed, 5))
		cpus, rules := 1+r.IntN(2), randomRules(r)
		script := urgentScript(r, cpus)
		until := script[len(script)-1].at + 1 + sim.Time(r.Int64N(int64(200*ms)))
		oracle := newPairs(rules, cpus, script, "plain, going on").run(until)
		leap := newPairs(rules, cpus, script, "leap, going on").run(until)
		require.NoError(t, equal(oracle, leap), "seed %d", seed)
	}
}

func TestHalvesInSetsOfTheirOwn(t *testing.T) {
	for seed := range manyScripts(1000) {
		r := rand.New(rand.NewPCG(seed, 4))
		cpus, rules := 1+r.IntN(2), randomRules(r)
		script := slices.DeleteFunc(urgentScript(r, cpus), func(o operation) bool { return o.kind == speed })
		until := script[len(script)-1].at + 1 + sim.Time(r.Int64N(int64(200*ms)))
		one := newPairs(rules, cpus, script, "leap").run(until)
		two := newPairs(rules, cpus, script, "two sets").run(until)
		require.NoError(t, equal(one, two), "seed %d", seed)
	}
}

// Second opinion: urgent lanes are as if there were no others, and an ordinary lane is one whose processor
// stands still by script while its urgent lane is busy.
func TestAPairIsAStandstillByScript(t *testing.T) {
	for seed := range manyScripts(1000) {
		r := rand.New(rand.NewPCG(seed, 3))
		cpus, rules := 1+r.IntN(2), randomRules(r)
		var script, ordinary, urgent []operation
		for _, o := range urgentScript(r, cpus) {
			switch {
			case o.kind != enqueue:
				continue
			case o.lane < cpus:
				ordinary = append(ordinary, o)
			default:
				o.lane -= cpus
				urgent = append(urgent, o)
				o.lane += cpus
			}
			script = append(script, o)
		}
		until := script[len(script)-1].at + 1 + sim.Time(r.Int64N(int64(200*ms)))
		pairs := newPairs(rules, cpus, script, "leap").run(until)
		alone := newBench(rules, cpus, urgent, false).run(until)
		for lane := range cpus {
			ordinary = append(ordinary, standstills(alone, lane)...)
		}
		stood := newBench(rules, cpus, ordinary, false).run(until)
		for lane := range cpus {
			require.Equal(t, times(alone, lane), times(pairs, cpus+lane), "seed %d lane %d", seed, lane)
			require.Equal(t, times(stood, lane), times(pairs, lane), "seed %d lane %d", seed, lane)
		}
	}
}

// standstills stop a processor while a lane of the bench is busy.
func standstills(b *bench, lane int) []operation {
	var all []operation
	b.log.Expand(trace.LaneID(lane), 0, b.log.End, func(s trace.Slice) {
		if n := len(all); n > 0 && all[n-1].at == s.From {
			all = all[:n-1]
		} else {
			all = append(all, operation{at: s.From, kind: speed, lane: lane, speed: 0})
		}
		all = append(all, operation{at: s.To, kind: speed, lane: lane, speed: host.Full})
	})
	return all
}

// times are the slices of a lane whatever lane and tasks they are of.
func times(b *bench, lane int) []trace.Slice {
	all := b.slices(lane)
	for i := range all {
		all[i].Lane, all[i].Task = 0, 0
	}
	return all
}
