package engine_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
)

// processes gives so many random scenarios, without problems, of a database over the operating system's run
// queues.
func processes(t *testing.T, from uint64, count int) []scenario.Scenario {
	var all []scenario.Scenario
	for seed := from; len(all) < count; seed++ {
		lines := enginetest.RandomProcesses(seed)
		if s, problems := enginetest.Build(lines).Scenario(); len(problems) == 0 {
			all = append(all, s)
		}
	}
	require.Len(t, all, count)
	return all
}

func TestProcessesRunTheSameInStepsOfAnySize(t *testing.T) {
	for i, s := range processes(t, 200_000, 100) {
		whole, stepped := finish(s), engine.New(s, engine.Options{})
		for !stepped.Step(1 + i%7) {
		}
		require.Equal(t, whole.Log.Hash(), stepped.Log.Hash())
		require.Equal(t, whole.Log.Hash(), finish(s).Log.Hash())
	}
}

// A line of the page has room for 80 characters of a headline and 110 of what stands below it.
func TestEveryReadingOfProcessesCanBeRead(t *testing.T) {
	for i, s := range processes(t, 210_000, 60) {
		run := finish(s)
		require.Empty(t, run.Broken)
		for _, at := range []sim.Time{0, s.Duration * sim.Time(i%10) / 10, s.Duration} {
			r := run.Reading(0, run.Log.At(at))
			requireReading(t, run.Systems[0].Description, r)
			c := run.Systems[0].Description.Caption(r)
			require.LessOrEqual(t, utf8.RuneCountInString(c.Headline), 80, c.Headline)
			require.LessOrEqual(t, utf8.RuneCountInString(c.Why), 110, c.Why)
		}
	}
}

// What is asked of a product that has no such thing is a problem with its place.
func TestAProductRefusesStepsThatItCannotDo(t *testing.T) {
	for product, members := range map[string]map[string]string{
		"sqlserver":    {"wait_ms=5": "wait_ms", "phases=2": "phases"},
		"intersystems": {"dop=2": "dop", "reads=1": "reads", "log_kb=4": "log_kb", "branches=2": "branches"},
	} {
		for member, name := range members {
			_, problems := enginetest.Build([]string{"machine", "system product=" + product,
				"class name=c " + member, "session run=(c)", "run duration_ms=10"}).Scenario()
			require.Len(t, problems, 1, member)
			require.Equal(t, "workload.classes[0]."+name, problems[0].Path)
			require.NotEmpty(t, problems[0].Hint)
		}
	}
}
