package workload_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/workload"
)

const ms = sim.Millisecond

// target answers every request after the CPU time of its class and writes down what it is asked.
type target struct {
	kernel *sim.Kernel
	driver *workload.Driver
	told   []string
}

func (t *target) say(format string, args ...any) {
	t.told = append(t.told, fmt.Sprintf("%v ", t.kernel.Now())+fmt.Sprintf(format, args...))
}

func (t *target) Connect(c workload.Connection)    { t.say("connect %d", c.ID) }
func (t *target) Disconnect(c workload.Connection) { t.say("leave %d", c.ID) }
func (t *target) Cancel(id workload.RequestID)     { t.say("cancel %d", id) }

func (t *target) Perform(a workload.Action) {
	what := map[workload.Do]string{workload.Checkpoint: "checkpoint", workload.Backup: "backup"}
	t.say("%s of %d %q in %v", what[a.Do], a.System, a.Database, a.Duration)
}

func (t *target) Submit(r workload.Request) {
	t.say("%d asks %d of class %d", r.Session, r.ID, r.Class)
	timer := t.kernel.NewTimer(t, 0, int32(r.ID))
	t.kernel.Set(timer, t.kernel.Now()+r.Steps[0].CPU.Mean, sim.Complete)
}

func (t *target) Fire(_, id int32) { t.driver.Finished(workload.RequestID(id)) }

// play runs a workload and gives what the target was told.
func play(w workload.Workload, until sim.Time) []string {
	t := &target{kernel: sim.NewKernel(1)}
	t.driver = workload.NewDriver(t.kernel, w, t)
	t.driver.Begin()
	for done := false; !done; {
		_, done = t.kernel.Step(3, until)
	}
	return t.told
}

func classOf(cpu sim.Time) workload.Class {
	return workload.Class{Steps: []workload.Step{{CPU: workload.Law{Mean: cpu}}}}
}

func fixed(t sim.Time) workload.Law { return workload.Law{Mean: t} }

func TestASessionRunsItsListAndLeaves(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(2 * ms), classOf(3 * ms)},
		Sessions: []workload.Session{{Count: 1, Start: 5 * ms, Node: -1, Runs: []workload.Run{
			{Class: 0, Times: 2, Think: fixed(10 * ms)}, {Class: 1, Times: 1}}}}}
	// By hand: 5-7, think until 17, -19, think until 29, then class 1 until 32, and nothing is left.
	require.Equal(t, []string{"5ms connect 0", "5ms 0 asks 0 of class 0", "17ms 0 asks 1 of class 0",
		"29ms 0 asks 2 of class 1", "32ms leave 0"}, play(w, sim.Second))
}

func TestARepeatedListStartsOver(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(2 * ms), classOf(3 * ms)},
		Sessions: []workload.Session{{Count: 1, Repeat: true, Runs: []workload.Run{
			{Class: 0, Times: 1}, {Class: 1, Times: 1, Think: fixed(ms)}}}}}
	require.Equal(t, []string{"0s connect 0", "0s 0 asks 0 of class 0", "2ms 0 asks 1 of class 1",
		"6ms 0 asks 2 of class 0", "8ms 0 asks 3 of class 1", "12ms 0 asks 4 of class 0"}, play(w, 13*ms))
}

func TestConnectionsOfAGroupStartOneAfterTheOther(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(100 * ms)},
		Sessions: []workload.Session{{Count: 3, Start: ms, Every: 4 * ms, Runs: []workload.Run{{Times: 1}}}}}
	require.Equal(t, []string{"1ms connect 0", "1ms 0 asks 0 of class 0", "5ms connect 1",
		"5ms 1 asks 1 of class 0", "9ms connect 2", "9ms 2 asks 2 of class 0"}, play(w, 50*ms))
}

func TestArrivalsComeHoweverLongAnswersTake(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(500 * ms)}, Arrivals: []workload.Arrivals{{
		Process: workload.FixedGap, Rate: 100_000, From: 20 * ms, To: 55 * ms, Connections: 2}}}
	// By hand: 100 a second, one every 10 ms after 20, before 55.
	require.Equal(t, []string{"30ms connect 0", "30ms 0 asks 0 of class 0", "40ms connect 1",
		"40ms 1 asks 1 of class 0", "50ms 0 asks 2 of class 0"}, play(w, sim.Second))
}

func TestPoissonArrivalsHaveTheirRate(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(ms)}, Arrivals: []workload.Arrivals{{
		Rate: 1_000_000, To: 10 * sim.Second, Connections: 1}}}
	// 10,000 are expected, with a standard deviation of 100.
	require.InDelta(t, 10_000, len(play(w, 10*sim.Second)), 400)
}

func TestAKillEndsARequestAndTheSession(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(30 * ms)},
		Sessions: []workload.Session{{Count: 2, Repeat: true,
			Runs: []workload.Run{{Times: 1, Think: fixed(9 * ms)}}}},
		Actions: []workload.Action{{At: 10 * ms, Do: workload.Kill, Member: 1},
			{At: 35 * ms, Do: workload.Kill, Member: -1}}}
	// The second kill finds connection 0 thinking, so there is nothing to cancel, and connection 1 gone.
	require.Equal(t, []string{"0s connect 0", "0s 0 asks 0 of class 0", "0s connect 1",
		"0s 1 asks 1 of class 0", "10ms cancel 1", "10ms leave 1", "35ms leave 0"}, play(w, sim.Second))
}

func TestASessionThatIsStartedByHandWaitsForIt(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(30 * ms)},
		Sessions: []workload.Session{{Count: 2, Every: 2 * ms, Runs: []workload.Run{{Times: 1}}}},
		Actions:  []workload.Action{{At: 10 * ms, Do: workload.Start, Member: -1}}}
	require.Equal(t, []string{"10ms connect 0", "10ms 0 asks 0 of class 0", "12ms connect 1",
		"12ms 1 asks 1 of class 0", "40ms leave 0"}, play(w, 41*ms))
}

func TestAKilledSessionIsNotStarted(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(ms)},
		Sessions: []workload.Session{{Count: 1, Start: 5 * ms, Runs: []workload.Run{{Times: 1}}}},
		Actions:  []workload.Action{{At: 2 * ms, Do: workload.Kill, Member: -1}}}
	require.Empty(t, play(w, 100*ms))
}

func TestDatabasesAreActedOnAtTheTime(t *testing.T) {
	w := workload.Workload{Classes: []workload.Class{classOf(30 * ms)},
		Sessions: []workload.Session{{Count: 1, Runs: []workload.Run{{Times: 1}}}},
		Actions: []workload.Action{
			{At: 20 * ms, Do: workload.Backup, Session: -1, Member: -1, System: 1, Database: "b"},
			{At: 10 * ms, Do: workload.Checkpoint, Session: -1, Member: -1, Duration: 5 * sim.Second},
			{At: 10 * ms, Do: workload.Checkpoint, Member: -1}, // also if it names a session by mistake
			{At: sim.Second, Do: workload.Checkpoint}}}
	require.Equal(t, []string{"0s connect 0", "0s 0 asks 0 of class 0", `10ms checkpoint of 0 "" in 5s`,
		`10ms checkpoint of 0 "" in 0s`, `20ms backup of 1 "b" in 0s`, "30ms leave 0"}, play(w, 500*ms),
		"in the order of their times, and sessions go on as if nothing were")
}

func TestLawsDrawTheirMeans(t *testing.T) {
	for _, law := range []workload.Law{{Shape: workload.Fixed, Mean: 2 * ms},
		{Shape: workload.Exponential, Mean: 2 * ms}, {Shape: workload.LogNormal, Mean: 2 * ms, Sigma: 500}} {
		stream := sim.NewKernel(3).Rand("laws")
		var sum sim.Time
		const draws = 40_000
		for range draws {
			sum += law.Draw(stream)
		}
		// The relative standard error is at most 1/√40,000 = 0.5 %.
		require.InEpsilon(t, float64(2*ms), float64(sum)/draws, 0.02)
	}
}
