package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// swept is the fixture with a sweep of two fields, and its tab open.
func swept(t *testing.T) *State {
	t.Helper()
	s := fixture(t)
	s.change("", func(d scenario.Document) (scenario.Document, []scenario.Problem) {
		tree, problem := scenario.ParseTree(`{"machine.packages":[1,2,3],
			"system.settings.splits":[true,false]}`)
		require.Nil(t, problem)
		return d.Set("sweep", tree)
	})
	opened(s)
	do(s, "tab", "sweep")
	Tick{}.Apply(s)
	return s
}

// measures gives every job that was sent the same figure of its own: its point's number.
func measures(s *State, jobs []proto.ToRunner) {
	for _, job := range jobs {
		Measured{proto.ToPage{Generation: job.Generation, Measured: &proto.Measured{Point: job.Measure.Point,
			Metrics: map[string]float64{"cpu.busy_pct": float64(job.Measure.Point)}}}}.Apply(s)
	}
}

func TestASweepThatIsLookedAtIsRun(t *testing.T) {
	s := swept(t)
	w := &s.Sweep
	require.Len(t, w.Points, 6)
	assert.Equal(t, []string{"Packages", "Splits nodes"}, []string{w.Axes[0].Title, w.Axes[1].Title})
	jobs := s.Effect.Sweep.Jobs
	require.Len(t, jobs, 6)
	assert.True(t, w.On)
	for _, want := range []struct {
		point int
		texts []string
	}{{0, []string{`"packages":1`, `"splits":true`}}, {5, []string{`"packages":3`, `"splits":false`}}} {
		for _, text := range want.texts {
			assert.Contains(t, jobs[want.point].Measure.Document, text)
		}
		assert.NotContains(t, jobs[want.point].Measure.Document, "variants")
	}
	measures(s, jobs[:5])
	assert.Equal(t, 5, w.Done())
	assert.True(t, w.On)
	measures(s, jobs[5:])
	assert.False(t, w.On)
	assert.Equal(t, []string{"cpu.busy_pct"}, w.SweepMetrics())
	s.Effect = Effects{}
	Tick{}.Apply(s)
	assert.Empty(t, s.Effect.Sweep.Jobs, "all is known")
}

func TestAPointIsOpenedAsAStepThatCanBeTakenBack(t *testing.T) {
	s := swept(t)
	measures(s, s.Effect.Sweep.Jobs)
	do(s, "sweep.open", "5")
	assert.Equal(t, "3", value(s, "machine.packages"))
	assert.Equal(t, "false", value(s, "system.settings.splits"))
	opened(s)
	Tick{}.Apply(s)
	assert.Equal(t, 6, s.Sweep.Done(), "the points are those of before")
	do(s, "undo", "")
	assert.Equal(t, "2", value(s, "machine.packages"))
	for _, wrong := range []string{"", "-1", "6", "x"} {
		do(s, "sweep.open", wrong)
	}
	assert.Equal(t, "2", value(s, "machine.packages"))
}

func TestTheTableOfASweepIsCopied(t *testing.T) {
	s := swept(t)
	measures(s, s.Effect.Sweep.Jobs[:3])
	do(s, "table.copy", "")
	assert.Equal(t, "Packages\tcpu.busy_pct, Splits nodes true\tcpu.busy_pct, Splits nodes false\n"+
		"1\t0\t1\n2\t2\t\n3\t\t\n", s.Effect.Clipboard)
	do(s, "sweep.path1", "")
	do(s, "sweep.path0", "")
	Tick{}.Apply(s)
	do(s, "table.copy", "")
	assert.Empty(t, s.Effect.Clipboard, "nothing is swept")
}

func TestAnEditEndsASweepAndWhatWasSaidOfTheOldOneIsDropped(t *testing.T) {
	s := swept(t)
	jobs := s.Effect.Sweep.Jobs
	measures(s, jobs[:2])
	s.Effect = Effects{}
	Edit{Path: "machine.cores_per_node", Text: "5"}.Apply(s)
	Tick{}.Apply(s)
	assert.True(t, s.Effect.Sweep.Stop)
	assert.False(t, s.Sweep.On)
	measures(s, jobs[2:])
	assert.Equal(t, 0, s.Sweep.Done())
	opened(s)
	Tick{}.Apply(s)
	assert.Len(t, s.Effect.Sweep.Jobs, 6, "the new one begins by itself")
	do(s, "undo", "")
	opened(s)
	Tick{}.Apply(s)
	assert.Equal(t, 2, s.Sweep.Done(), "what was known of the old document still is")
	assert.Len(t, s.Effect.Sweep.Jobs, 4)
}

func TestACancelledSweepGoesOnWithTheRest(t *testing.T) {
	s := swept(t)
	measures(s, s.Effect.Sweep.Jobs[:4])
	do(s, "sweep.cancel", "")
	assert.True(t, s.Effect.Sweep.Stop)
	s.Effect = Effects{}
	Tick{}.Apply(s)
	assert.Empty(t, s.Effect.Sweep.Jobs, "not by itself")
	do(s, "sweep.run", "")
	assert.Len(t, s.Effect.Sweep.Jobs, 2)
}

func TestAPointWithoutFigureSaysWhyAndIsTriedAgainOnRequest(t *testing.T) {
	s := swept(t)
	jobs := s.Effect.Sweep.Jobs
	died := proto.ToPage{Generation: jobs[0].Generation, Measured: &proto.Measured{Fault: "it died"}}
	Measured{died}.Apply(s)
	measures(s, jobs[1:])
	assert.Equal(t, 6, s.Sweep.Done())
	assert.Equal(t, "it died", s.Sweep.Points[0].Fault)
	assert.False(t, s.Sweep.On)
}

func TestFieldsAndValuesOfASweepAreEdits(t *testing.T) {
	s := fixture(t)
	do(s, "tab", "sweep")
	Tick{}.Apply(s)
	assert.Empty(t, s.Sweep.Points)
	do(s, "sweep.path0", "machine.cores_per_node")
	assert.Equal(t, `{ "machine.cores_per_node": [2, 4, 8, 16] }`, value(s, "sweep"))
	Tick{}.Apply(s)
	do(s, "sweep.list0", "1..3, 8, 20..40/10")
	assert.Equal(t, `{ "machine.cores_per_node": [1, 2, 3, 8, 20, 30, 40] }`, value(s, "sweep"))
	Tick{}.Apply(s)
	do(s, "sweep.path1", "system.settings.policy")
	Tick{}.Apply(s)
	assert.Equal(t, `["fair", "greedy"]`, value(s, `sweep["system.settings.policy"]`))
	do(s, "sweep.path0", "")
	Tick{}.Apply(s)
	do(s, "sweep.path0", "")
	assert.NotContains(t, value(s, "sweep"), "cores_per_node")
	for s.CanUndo() {
		do(s, "undo", "")
	}
	assert.Empty(t, value(s, "sweep"))
}

func TestRangesAreWholeNumbersWithALimit(t *testing.T) {
	for text, want := range map[string]string{
		"1..3": "1 2 3", " 5 .. 9 / 2 ": "5 7 9", "3..1": "3..1", "1..2/0": "1..2/0", "a..b": "a..b",
		"1..1000": "1..1000", "true, false": "true false", "": "", ",,": "",
	} {
		assert.Equal(t, want, strings.Join(splitValues(text), " "), text)
	}
}

func TestTooManyPointsAreNotBegun(t *testing.T) {
	s := fixture(t)
	do(s, "tab", "sweep")
	do(s, "sweep.path0", "seed")
	do(s, "sweep.list0", "1..90")
	Tick{}.Apply(s)
	do(s, "sweep.path1", "machine.cores_per_node")
	do(s, "sweep.list1", "1..90")
	s.Effect = Effects{}
	Tick{}.Apply(s)
	assert.Contains(t, s.Sweep.Problem, "1,000")
	assert.Empty(t, s.Effect.Sweep.Jobs)
}
