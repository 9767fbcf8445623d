package enginetest_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
	"schedlab/engine/trace"
)

// randomScenarios is how many scenarios the leap is compared on with the plain engine.
func randomScenarios() uint64 {
	if runtime.GOOS == "js" {
		return 1000
	}
	return 20_000
}

func TestLeapEqualsPlainOnRandomScenarios(t *testing.T) {
	before := debug.SetGCPercent(800) // much garbage, little of it alive at a time
	t.Cleanup(func() { debug.SetGCPercent(before) })
	const parts = 8
	for part := range uint64(parts) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for run, seed := uint64(0), part; run < randomScenarios()/parts; seed += parts {
				if compareRandom(t, seed) {
					run++
				}
			}
		})
	}
}

// compareRandom says whether the seed gives a scenario without problems.
func compareRandom(t *testing.T, seed uint64) bool {
	lines := enginetest.Random(seed)
	s, problems := enginetest.Build(lines).Scenario()
	if len(problems) > 0 {
		return false
	}
	leap := engine.New(s, engine.Options{}).Finish()
	plain := engine.New(s, engine.Options{Plain: true}).Finish()
	broken := append(leap.Broken, enginetest.Compare(leap, plain)...)
	require.Empty(t, broken, "seed %d\n%s", seed, enginetest.Story(lines))
	return true
}

// What is never drawn is not compared: each wait type, each kind of note, changes of speed, kills in each
// state, several systems occur.
func TestRandomScenariosHaveEverything(t *testing.T) {
	waits, notes := map[string]int64{}, map[string]int{}
	killed := map[trace.State]int{}
	several, drawn := 0, 0
	for seed := range uint64(1000) {
		s, problems := enginetest.Build(enginetest.Random(seed)).Scenario()
		if len(problems) > 0 {
			continue
		}
		drawn++
		run := engine.New(s, engine.Options{}).Finish()
		if len(s.Systems) > 1 {
			several++
		}
		in := run.Log.Ledger.Instances[0]
		for i, w := range in.Waits {
			waits[in.Layout.Causes[i]] += w.Count
		}
		for _, e := range run.Log.Events {
			switch {
			case e.Kind == trace.Note:
				notes[in.Layout.Causes[e.Why]]++
			case e.Thing == trace.TaskThing && e.To == trace.Done && e.Why != trace.NoReason:
				killed[e.From]++
			}
		}
	}
	require.Greater(t, drawn, 500, "most seeds give a scenario without problems")
	require.Greater(t, several, 20)
	for _, c := range engine.Systems()[0].Describe().Causes {
		enough := waits[c.Name] > 50 || notes[c.Name] > 10
		require.True(t, enough || c.Name == "killed", "%s is rare", c.Name)
	}
	for _, state := range []trace.State{trace.Runnable, trace.Suspended, trace.Pending} {
		require.Greater(t, killed[state], 10, "%v tasks that are killed", state)
	}
}
