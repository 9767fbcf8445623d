package workload_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/workload"
)

// group is a workload of one session group and one class of 2 ms.
func group(s workload.Session, actions ...workload.Action) workload.Workload {
	return workload.Workload{Classes: []workload.Class{classOf(2 * ms), classOf(5 * ms)},
		Sessions: []workload.Session{s}, Actions: actions}
}

// asked counts what was told that holds a text.
func asked(told []string, text string) int {
	n := 0
	for _, line := range told {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}

func TestTimesAreCountedForEachConnection(t *testing.T) {
	for _, times := range []int{1, 2, 7} {
		for _, count := range []int{1, 3} {
			told := play(group(workload.Session{Count: count, Runs: []workload.Run{{Times: times}}}),
				sim.Second)
			assert.Equal(t, times*count, asked(told, "asks"), "%d times of %d", times, count)
			assert.Equal(t, count, asked(told, "connect"))
			assert.Equal(t, count, asked(told, "leave"))
			assert.Equal(t, fmt.Sprintf("%v leave %d", sim.Time(times)*2*ms, count-1), told[len(told)-1])
		}
	}
}

func TestThinkingFollowsEachAnswer(t *testing.T) {
	// Of 8 ms of thinking and 2 of work, repeated: one every 10 ms, ten in 100, the eleventh at 100 itself.
	w := group(workload.Session{Count: 1, Repeat: true, Runs: []workload.Run{{Times: 3,
		Think: fixed(8 * ms)}}})
	assert.Equal(t, 10, asked(play(w, 100*ms), "asks"))
	assert.Equal(t, 11, asked(play(w, 100*ms+1), "asks"))
	// The thinking after the last answer of a list comes before leaving.
	w.Sessions[0].Repeat = false
	told := play(w, sim.Second)
	assert.Equal(t, "30ms leave 0", told[len(told)-1])
}

func TestExponentialThinkingHasItsMean(t *testing.T) {
	w := group(workload.Session{Count: 40, Repeat: true, Runs: []workload.Run{{Times: 1,
		Think: workload.Law{Shape: workload.Exponential, Mean: 18 * ms}}}})
	// 40 clients of 20 ms a round for 10 s: 20,000 rounds. The deviation of a round is 18 ms, so that of the
	// count is about √20,000 · 0.9 = 127.
	assert.InDelta(t, 20_000, asked(play(w, 10*sim.Second), "asks"), 5*127)
}

func TestAListOfSeveralEntriesStartsOver(t *testing.T) {
	w := group(workload.Session{Count: 1, Repeat: true, Runs: []workload.Run{{Class: 1, Times: 2},
		{Class: 0, Times: 1}}})
	var classes []string
	for _, line := range play(w, 36*ms)[1:] {
		classes = append(classes, line[len(line)-1:])
	}
	// A round takes 5 + 5 + 2 = 12 ms; three of them fit.
	assert.Equal(t, "1 1 0 1 1 0 1 1 0", strings.Join(classes, " "))
}

func TestRequestsSayWhoAsksForWhat(t *testing.T) {
	class := classOf(2 * ms)
	class.System, class.Cost, class.DOP, class.Endless = 1, 5000, 4, true
	class.Database = "sales"
	other := classOf(ms)
	w := workload.Workload{Classes: []workload.Class{other, class},
		Sessions: []workload.Session{{Count: 2, System: 1, Pool: "p", Node: 3, Runs: []workload.Run{{Class: 1,
			Times: 1}}}},
		Arrivals: []workload.Arrivals{{Class: 0, Process: workload.FixedGap, Rate: 1_000_000, To: ms + 1,
			Connections: 2, Pool: "q"}}}
	k := sim.NewKernel(1)
	r := &recorded{}
	d := workload.NewDriver(k, w, r)
	d.Begin()
	k.Step(1000, 10*ms)
	assert.Equal(t, []workload.Connection{{ID: 0, Session: 0, System: 1, Pool: "p", Node: 3},
		{ID: 1, Session: 0, Member: 1, System: 1, Pool: "p", Node: 3},
		{ID: 2, Session: -1, Pool: "q", Node: -1}, {ID: 3, Session: -1, Member: 1, Pool: "q", Node: -1}},
		d.Connections())
	assert.Equal(t, []workload.Request{
		{ID: 0, Session: 0, Class: 1, System: 1, Cost: 5000, DOP: 4, Pool: "p", Endless: true,
			Database: "sales", Steps: class.Steps},
		{ID: 1, Session: 1, Class: 1, System: 1, Cost: 5000, DOP: 4, Pool: "p", Endless: true,
			Database: "sales", Steps: class.Steps},
		{ID: 2, Session: 2, At: ms, Pool: "q", Steps: other.Steps},
	}, r.requests)
	assert.Equal(t, d.Connections()[:3], r.connected, "the fourth has not been needed")
}

// recorded keeps what it is asked and never answers.
type recorded struct {
	requests  []workload.Request
	connected []workload.Connection
}

func (r *recorded) Connect(c workload.Connection)  { r.connected = append(r.connected, c) }
func (r *recorded) Submit(q workload.Request)      { r.requests = append(r.requests, q) }
func (r *recorded) Cancel(workload.RequestID)      {}
func (r *recorded) Disconnect(workload.Connection) {}
func (r *recorded) Perform(workload.Action)        {}

func TestFixedArrivalsAreCountedExactly(t *testing.T) {
	for _, c := range []struct {
		rate     int64 // per 1,000 s
		from, to sim.Time
		want     int
	}{
		{1000, 0, 10 * sim.Second, 9}, // at 1, 2, … 9 s
		{1000, 0, 10*sim.Second + 1, 10},
		{1000, 500 * ms, 10 * sim.Second, 9}, // at 1.5, … 9.5 s
		{500, 0, 10 * sim.Second, 4},
		{1, 0, 10 * sim.Second, 0},
		{0, 0, 10 * sim.Second, 0},
		{3_000_000, 0, sim.Second, 3000}, // 333,333 ns apart, one more than thirds of a ms
		{1_000_000_000, 0, ms, 999},
	} {
		w := workload.Workload{Classes: []workload.Class{classOf(ms)}, Arrivals: []workload.Arrivals{{
			Process: workload.FixedGap, Rate: c.rate, From: c.from, To: c.to, Connections: 7}}}
		assert.Equal(t, c.want, asked(play(w, 20*sim.Second), "asks"), "%d from %v to %v", c.rate, c.from,
			c.to)
	}
}

func TestArrivalsTakeTheConnectionsInTurn(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(ms)}, Arrivals: []workload.Arrivals{{
		Process: workload.FixedGap, Rate: 1_000_000, To: 8 * ms, Connections: 3}}}
	var who []string
	for _, line := range play(w, sim.Second) {
		if words := strings.Fields(line); words[2] == "asks" {
			who = append(who, words[1])
		}
	}
	assert.Equal(t, "0 1 2 0 1 2 0", strings.Join(who, " "))
}

func TestPoissonArrivalsVaryAsTheyShould(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(ms)}, Arrivals: []workload.Arrivals{{
		Rate: 1_000_000, To: 20 * sim.Second, Connections: 1}}}
	counts := map[int]int{} // arrivals of each 100 ms
	for _, line := range play(w, 20*sim.Second)[1:] {
		var at sim.Time
		var text string
		_, err := fmt.Sscan(line, &text)
		require.NoError(t, err)
		at = parseTime(t, text)
		counts[int(at/(100*ms))]++
	}
	mean, square := 0.0, 0.0
	for i := range 200 {
		mean += float64(counts[i]) / 200
		square += float64(counts[i]) * float64(counts[i]) / 200
	}
	// Mean and variance are both 100; the error of the mean is √(100/200) = 0.7, that of the variance 10.
	assert.InDelta(t, 100, mean, 4)
	assert.InDelta(t, 100, square-mean*mean, 50)
}

// parseTime reads what a time prints.
func parseTime(t *testing.T, text string) sim.Time {
	t.Helper()
	var value float64
	var unit string
	_, err := fmt.Sscanf(text, "%f%s", &value, &unit)
	require.NoError(t, err, text)
	units := map[string]sim.Time{"ns": 1, "µs": sim.Microsecond, "ms": ms, "s": sim.Second}
	require.Contains(t, units, unit, text)
	return sim.Time(value * float64(units[unit]))
}

func TestStreamsOfArrivalsAreIndependent(t *testing.T) {
	one := workload.Arrivals{Rate: 100_000, To: sim.Second, Connections: 1}
	w := workload.Workload{Classes: []workload.Class{classOf(ms)}, Arrivals: []workload.Arrivals{one}}
	alone := play(w, sim.Second)
	w.Arrivals = append(w.Arrivals, one)
	var first, second []string
	for _, line := range play(w, sim.Second) {
		words := strings.Fields(line)
		if words[2] == "asks" && words[1] == "0" {
			first = append(first, words[0])
		} else if words[2] == "asks" {
			second = append(second, words[0])
		}
	}
	var want []string
	for _, line := range alone[1:] {
		want = append(want, strings.Fields(line)[0])
	}
	assert.Equal(t, want, first, "a second stream does not disturb the first")
	assert.NotEqual(t, first, second)
}

func TestActionsOnMembers(t *testing.T) {
	s := workload.Session{Count: 3, Every: 10 * ms, Repeat: true, Runs: []workload.Run{{Times: 1,
		Think: fixed(100 * ms)}}}
	for name, c := range map[string]struct {
		action workload.Action
		want   []string
	}{
		"one that works": {workload.Action{At: ms, Do: workload.Kill, Member: 0}, []string{"0s connect 0",
			"0s 0 asks 0 of class 0", "1ms cancel 0", "1ms leave 0", "10ms connect 1",
			"10ms 1 asks 1 of class 0",
			"20ms connect 2", "20ms 2 asks 2 of class 0"}},
		"one that thinks": {workload.Action{At: 15 * ms, Do: workload.Kill, Member: 1},
			[]string{"0s connect 0",
				"0s 0 asks 0 of class 0", "10ms connect 1", "10ms 1 asks 1 of class 0", "15ms leave 1",
				"20ms connect 2", "20ms 2 asks 2 of class 0"}},
		"one that has not come": {workload.Action{At: 15 * ms, Do: workload.Kill, Member: 2},
			[]string{"0s connect 0", "0s 0 asks 0 of class 0", "10ms connect 1", "10ms 1 asks 1 of class 0"}},
		"all": {workload.Action{At: 11 * ms, Do: workload.Kill, Member: -1}, []string{"0s connect 0",
			"0s 0 asks 0 of class 0", "10ms connect 1", "10ms 1 asks 1 of class 0", "11ms leave 0",
			"11ms cancel 1", "11ms leave 1"}},
		"one is started, the others wait": {workload.Action{At: 30 * ms, Do: workload.Start, Member: 1},
			[]string{"40ms connect 1", "40ms 1 asks 0 of class 0"}},
	} {
		assert.Equal(t, c.want, play(group(s, c.action), 90*ms), name)
	}
}

func TestStartingTwiceStartsOnce(t *testing.T) {
	s := workload.Session{Count: 1, Runs: []workload.Run{{Times: 1}}}
	start := workload.Action{At: ms, Do: workload.Start, Member: -1}
	again := start
	again.At = 20 * ms
	assert.Equal(t, []string{"1ms connect 0", "1ms 0 asks 0 of class 0", "3ms leave 0"},
		play(group(s, start, again), 90*ms))
	kill := workload.Action{At: 2 * ms, Do: workload.Kill, Member: -1}
	assert.Equal(t, []string{"1ms connect 0", "1ms 0 asks 0 of class 0", "2ms cancel 0", "2ms leave 0"},
		play(group(s, start, kill, again), 90*ms), "what was killed does not come back")
}

func TestLawsDraw(t *testing.T) {
	k := sim.NewKernel(7)
	s := k.Rand("a")
	for range 10 {
		assert.Equal(t, 3*ms, workload.Law{Mean: 3 * ms, Sigma: 900}.Draw(s), "fixed")
		assert.Zero(t, workload.Law{}.Draw(s))
	}
	below := 0
	const draws = 20_000
	for range draws {
		if (workload.Law{Shape: workload.Exponential, Mean: 1000 * ms}).Draw(s) < 693*ms {
			below++
		}
	}
	// Half of all exponential times are below ln 2 of the mean; the deviation of the count is 71.
	assert.InDelta(t, draws/2, below, 5*71)
}
