package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/workload"
)

const millisecond = sim.Millisecond

// waiting reads the base document after some changes of its first class.
func waiting(t *testing.T, changes ...string) []workload.Step {
	t.Helper()
	s, problems := Read(with(t, changes...), products())
	require.Empty(t, lines(problems))
	return s.Workload.Classes[0].Steps
}

func computing(cpu workload.Law) workload.Step {
	return workload.Step{Kind: workload.Compute, Branches: 1, CPU: cpu, Coordinator: 100 * sim.Microsecond}
}

func always(mean sim.Time) workload.Law { return workload.Law{Mean: mean} }

func TestAWaitFollowsTheCPUTime(t *testing.T) {
	exponential := workload.Law{Shape: workload.Exponential, Mean: 190 * millisecond}
	steps := waiting(t, "workload.classes[0].cpu_ms=60",
		`workload.classes[0].wait_ms={"law":"exponential","mean_ms":190}`)
	assert.Equal(t, []workload.Step{computing(always(60 * millisecond)),
		{Kind: workload.Wait, Pause: exponential}}, steps)
	assert.Len(t, waiting(t, "workload.classes[0].wait_ms=0", "workload.classes[0].phases=4"), 1,
		"without a wait there is one phase")
}

func TestPhasesAreEqualPartsInTurn(t *testing.T) {
	steps := waiting(t, "workload.classes[0].cpu_ms=60", "workload.classes[0].wait_ms=30",
		"workload.classes[0].phases=3", "workload.classes[0].reads=2", "workload.classes[0].log_kb=1")
	require.Len(t, steps, 7)
	for i := range 3 {
		assert.Equal(t, always(20*millisecond), steps[2*i].CPU)
		assert.Equal(t, always(10*millisecond), steps[2*i+1].Pause)
		assert.Equal(t, workload.Wait, steps[2*i+1].Kind)
	}
	assert.Equal(t, []int64{2, 0}, []int64{steps[0].Reads, steps[2].Reads}, "reads belong to the first")
	assert.Zero(t, steps[2].Coordinator)
	assert.Equal(t, workload.Commit, steps[6].Kind)
	short := waiting(t, "workload.classes[0].cpu_ms=0.001", "workload.classes[0].wait_ms=0.000001",
		"workload.classes[0].phases=100")
	assert.Equal(t, []sim.Time{10, 1}, []sim.Time{short[0].CPU.Mean, short[1].Pause.Mean},
		"a part is never nothing")
}

func TestARequestThatNeverEndsDoesNotComeToItsWait(t *testing.T) {
	_, problems := Read(with(t, "workload.classes[1].wait_ms=5"), products())
	assert.Equal(t, []string{"workload.classes[1].wait_ms: a request whose CPU time never ends does not " +
		"come to its wait (give cpu_ms a time or leave this out)"}, lines(problems))
}

// A product says which members of a class it understands. One that says nothing knows no waits.
func TestMembersThatMeanNothingToTheProductAreProblems(t *testing.T) {
	silent, plain := toy(), toy()
	silent.ClassFields, plain.ClassFields = nil, []string{"wait_ms", "phases"}
	for _, c := range []struct {
		product Product
		change  string
		want    []string
	}{
		{silent, "wait_ms=5", []string{"workload.classes[0].wait_ms: means nothing to Toy (leave it out)"}},
		{silent, `wait_ms={"law":"fixed","mean_ms":0}`,
			[]string{"workload.classes[0].wait_ms: means nothing to Toy (leave it out)"}},
		{silent, "phases=2", []string{"workload.classes[0].phases: means nothing to Toy (leave it out)"}},
		{silent, "wait_ms=0.0", nil},
		{silent, "dop=3", nil},
		{plain, "wait_ms=5", nil},
		{plain, "phases=2", nil},
		{plain, "title=x", nil},
		{plain, "system=toy", nil},
		{plain, "cpu_ms=5", nil},
		{plain, "dop=3", []string{"workload.classes[0].dop: means nothing to Toy (leave it out)"}},
		{plain, "dop=0", nil},
		{plain, "reads=1", []string{"workload.classes[0].reads: means nothing to Toy (leave it out)"}},
		{plain, "database=x", []string{"workload.classes[0].database: means nothing to Toy (leave it out)"}},
	} {
		_, problems := Read(with(t, "workload.classes[0]."+c.change), []Product{c.product})
		assert.ElementsMatch(t, c.want, lines(problems), c.change)
	}
}

// Ten sessions that work 1 ms, wait 3 ms in 4 phases and think 6 ms, for 10 s: a thousand requests each, of 4
// events, a worker's 4 and 5 a phase.
func TestWaitsAreEstimated(t *testing.T) {
	s, problems := Read(with(t, "workload.arrivals=[]", "workload.sessions[0].count=10",
		"workload.sessions[0].repeat=true", "workload.classes[0].wait_ms=3", "workload.classes[0].phases=4",
		`workload.sessions[0].run=[{"class":"cheap","think_ms":6}]`), products())
	require.Empty(t, lines(problems))
	events, path := EstimateEvents(s)
	assert.InEpsilon(t, 10_000*28, events, 0.01)
	assert.Equal(t, "workload.sessions[0].run[0]", path)
}
