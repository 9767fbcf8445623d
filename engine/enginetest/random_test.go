package enginetest_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
	"schedlab/engine/scenario"
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

// compareRandom says whether the seed gives a scenario without problems, whose every quantum fits into a
// log.
func compareRandom(t *testing.T, seed uint64) bool {
	lines := enginetest.Random(seed)
	s, problems := enginetest.Build(lines).Scenario()
	if len(problems) > 0 {
		return false
	}
	_, ok := runBoth(t, s, func() string { return enginetest.Story(lines) })
	return ok
}

// runBoth runs a scenario on the leaping and on the plain engine, which must agree, and keep the laws. ok is
// false if the plain one could not finish. story tells the scenario.
func runBoth(t *testing.T, s scenario.Scenario, story func() string) (leap *engine.Run, ok bool) {
	t.Helper()
	leap = engine.New(s, engine.Options{}).Finish()
	plain := engine.New(s, engine.Options{Plain: true}).Finish()
	if plain.Stopped {
		return nil, false
	}
	if broken := append(leap.Broken, enginetest.Compare(leap, plain)...); len(broken) > 0 {
		require.Empty(t, broken, "seed %d\n%s", s.Seed, story())
	}
	return leap, true
}

// drawn counts what occurs in random scenarios.
type drawn struct {
	runs, several int
	waits         map[string]int64
	others        map[string]int // notes, ranges, facts, the server's own workers
	killed        map[trace.State]int
}

func (d *drawn) add(seed uint64) {
	s, problems := enginetest.Build(enginetest.Random(seed)).Scenario()
	if len(problems) > 0 {
		return
	}
	d.runs++
	run := engine.New(s, engine.Options{}).Finish()
	if len(s.Systems) > 1 {
		d.several++
	}
	in := run.Log.Ledger.Instances[0]
	for i, w := range in.Waits {
		d.waits[in.Layout.Causes[i]] += w.Count
	}
	for _, e := range run.Log.Events {
		switch {
		case e.Kind == trace.Note, e.Kind == trace.RangeBegin && e.Thing == trace.RangeThing:
			d.others[in.Layout.Causes[e.Why]]++
		case e.Thing == trace.TaskThing && e.To == trace.Done && e.Why != trace.NoReason:
			d.killed[e.From]++
		}
	}
	for i := range run.Log.Tasks {
		if task := &run.Log.Tasks[i]; task.Request == trace.NoRequest {
			d.others[in.Layout.Causes[task.Role]]++
		}
	}
}

// What is never drawn is not compared: each wait type, each kind of note, range and background worker, kills
// in each state, several systems occur.
func TestRandomScenariosHaveEverything(t *testing.T) {
	d := drawn{waits: map[string]int64{}, others: map[string]int{}, killed: map[trace.State]int{}}
	for seed := range uint64(1000) {
		d.add(seed)
	}
	for seed := uint64(1001); seed < 7000; seed += 10 {
		d.add(seed) // about storage
	}
	require.Greater(t, d.runs, 750, "most seeds give a scenario without problems")
	require.Greater(t, d.several, 20)
	rare := map[string]bool{"killed": true, "slow I/O": true, "slow I/O logged": true,
		"scan message 898": true}
	for _, c := range engine.Systems()[0].Describe().Causes {
		enough := d.waits[c.Name] > 20 || d.others[c.Name] > 10
		require.True(t, enough || rare[c.Name], "%s is rare", c.Name)
	}
	for name := range rare {
		require.True(t, d.others[name] > 0 || name == "killed", "%s is never drawn", name)
	}
	for _, state := range []trace.State{trace.Runnable, trace.Suspended, trace.Pending} {
		require.Greater(t, d.killed[state], 10, "%v tasks that are killed", state)
	}
}
