package engine_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// randoms gives so many random scenarios that have no problems.
func randoms(t *testing.T, from uint64, count int) []scenario.Scenario {
	var all []scenario.Scenario
	for seed := from; len(all) < count; seed++ {
		if s, problems := enginetest.Build(enginetest.Random(seed)).Scenario(); len(problems) == 0 {
			all = append(all, s)
		}
	}
	require.Len(t, all, count)
	return all
}

func finish(s scenario.Scenario) *engine.Run { return engine.New(s, engine.Options{}).Finish() }

func TestStepsOfAnySizeMakeTheSameRun(t *testing.T) {
	for i, s := range randoms(t, 100_000, 100) {
		whole, stepped := finish(s), engine.New(s, engine.Options{})
		for !stepped.Step(1 + i%7) {
		}
		require.Equal(t, whole.Log.Hash(), stepped.Log.Hash())
		require.Equal(t, whole.Log.Ledger.Totals, stepped.Log.Ledger.Totals)
	}
}

func TestEqualSeedsMakeEqualRuns(t *testing.T) {
	for _, s := range randoms(t, 110_000, 5) {
		hash := finish(s).Log.Hash()
		for range 20 {
			require.Equal(t, hash, finish(s).Log.Hash())
		}
	}
}

func TestAnotherSeedMakesAnotherRunWhereThereIsChance(t *testing.T) {
	for _, s := range randoms(t, 120_000, 200) {
		if len(s.Workload.Arrivals) == 0 || s.Workload.Arrivals[0].Process != workload.Poisson {
			continue
		}
		other := s
		other.Seed += 1_000_000
		a, b := finish(s), finish(other)
		if len(a.Log.Requests) > 20 {
			require.NotEqual(t, a.Log.Hash(), b.Log.Hash())
		}
	}
}

// The names of classes and sessions are for people.
func TestNamesDecideNothing(t *testing.T) {
	for _, s := range randoms(t, 130_000, 50) {
		hash := finish(s).Log.Hash()
		renamed := s
		renamed.Workload.Classes = append([]workload.Class(nil), s.Workload.Classes...)
		for i := range renamed.Workload.Classes {
			renamed.Workload.Classes[i].Name += " of another name"
		}
		renamed.Machines = append([]scenario.Machine(nil), s.Machines...)
		renamed.Machines[0].Name = "elsewhere"
		require.Equal(t, hash, finish(renamed).Log.Hash())
	}
}

// Serial work that is pinned to nodes which are alike: whoever exchanges the nodes exchanges their
// schedulers' accounts, and nothing else. Nothing is changed: the server's own workers live on node 0.
func TestExchangedNodesExchangeTheirAccounts(t *testing.T) {
	run := func(a, b int) *trace.Ledger {
		s, problems := enginetest.Build([]string{"machine packages=2 cores_per_node=3", "system",
			"class name=x dop=1 cpu_ms=7 reads=2", "class name=y dop=1 cpu_ms=3.5 reads=1",
			fmt.Sprintf("session name=a count=5 every_ms=2 node=%d repeat run=(x~3, y)", a),
			fmt.Sprintf("session name=b count=4 start_ms=0.123 every_ms=3 node=%d repeat run=(y*2~5, x)", b),
			"run duration_ms=500"}).Scenario()
		require.Empty(t, problems)
		return &finish(s).Log.Ledger
	}
	there, back := run(0, 1), run(1, 0)
	require.Equal(t, there.Totals, back.Totals)
	require.Equal(t, there.Instances[0].Waits, back.Instances[0].Waits)
	for lane := range there.Lanes {
		a, b := &there.Lanes[lane], &back.Lanes[(lane+3)%6]
		require.Equal(t, []any{a.Busy, a.Yields, a.Switches, a.Opened},
			[]any{b.Busy, b.Yields, b.Switches, b.Opened})
	}
}

// Every duration times k, constants included, gives every time times k.
func TestScaledDurationsScaleTheRun(t *testing.T) {
	for i, s := range randoms(t, 140_000, 200) {
		k := sim.Time(2 + i%5)
		exact(&s)
		a, b := finish(s), finish(scaled(s, k))
		require.Equal(t, len(a.Log.Events), len(b.Log.Events))
		for j, e := range a.Log.Events {
			e.At *= k
			require.Equal(t, e, b.Log.Events[j])
		}
		for lane := range a.Log.Ledger.Lanes {
			x, y := &a.Log.Ledger.Lanes[lane], &b.Log.Ledger.Lanes[lane]
			require.Equal(t, []any{k * x.Busy, x.Yields, x.Switches}, []any{y.Busy, y.Yields, y.Switches})
		}
		for why, w := range a.Log.Ledger.Instances[0].Waits {
			require.Equal(t, trace.WaitAccount{Count: w.Count, Resource: k * w.Resource, Signal: k * w.Signal,
				Max: k * w.Max}, b.Log.Ledger.Instances[0].Waits[why])
		}
	}
}

// exact leaves out what is rounded to nanoseconds or does not scale: chance, plans whose last moments take a
// constant time, speeds and shares that do not divide.
func exact(s *scenario.Scenario) {
	w := &s.Workload
	w.Arrivals, w.Actions = nil, slices.DeleteFunc(slices.Clone(w.Actions), func(a workload.Action) bool {
		return a.Do == workload.Checkpoint || a.Do == workload.Backup
	})
	s.Systems = slices.Clone(s.Systems)
	for i := range s.Systems {
		values := maps.Clone(s.Systems[i].Values)
		for _, device := range []string{"data_parallel", "data_iops", "data_mb_s", "databases"} {
			delete(values, device)
		}
		if values == nil {
			values = setting.Values{}
		}
		values["data_parallel"] = setting.Value{Number: 1} // the pace of more is rounded
		s.Systems[i].Values = values
	}
	for i := range s.Machines {
		s.Machines[i].SMTSpeed = 1000
	}
	w.Classes = append([]workload.Class(nil), w.Classes...)
	for i := range w.Classes {
		c := &w.Classes[i]
		c.DOP, c.Steps = 1, append([]workload.Step(nil), c.Steps[:1]...)
		c.Steps[0].CPU.Shape = workload.Fixed
		c.Steps[0].Reads &= 1
	}
	w.Sessions = append([]workload.Session(nil), w.Sessions...)
	for i := range w.Sessions {
		w.Sessions[i].Runs = append([]workload.Run(nil), w.Sessions[i].Runs...)
		for j := range w.Sessions[i].Runs {
			w.Sessions[i].Runs[j].Think.Shape = workload.Fixed
		}
	}
}

// scaled multiplies all durations.
func scaled(s scenario.Scenario, k sim.Time) scenario.Scenario {
	s.Duration *= k
	w := &s.Workload
	w.Classes = append([]workload.Class(nil), w.Classes...)
	for i := range w.Classes {
		step := w.Classes[i].Steps[0]
		step.CPU.Mean *= k
		step.Coordinator *= k
		step.Turn *= k
		w.Classes[i].Steps = []workload.Step{step}
	}
	w.Sessions = append([]workload.Session(nil), w.Sessions...)
	for i := range w.Sessions {
		session := &w.Sessions[i]
		session.Start *= k
		session.Every *= k
		session.Runs = append([]workload.Run(nil), session.Runs...)
		for j := range session.Runs {
			session.Runs[j].Think.Mean *= k
		}
	}
	w.Actions = append([]workload.Action(nil), w.Actions...)
	for i := range w.Actions {
		w.Actions[i].At *= k
	}
	s.Systems = append([]scenario.System(nil), s.Systems...)
	for i := range s.Systems {
		s.Systems[i].Values = scaledSettings(s.Systems[i], k)
	}
	return s
}

func scaledSettings(s scenario.System, k sim.Time) setting.Values {
	values := setting.Values{}
	for name, value := range s.Complete(engine.Products()) {
		switch name {
		case "quantum_us", "switch_ns", "data_latency_us", "log_latency_us":
			value.Number *= int64(k)
		}
		values[name] = value
	}
	return values
}

// What is measured in two windows adds up to what is measured in both together.
func TestWindowsAddUp(t *testing.T) {
	for i, s := range randoms(t, 150_000, 100) {
		if len(s.Systems) > 1 {
			continue // their names begin with the systems'
		}
		run := finish(s)
		classes := make([]string, len(s.Workload.Classes))
		cut := s.Duration * sim.Time(1+i%9) / 10
		whole := metrics.Measure(run.Log, classes, metrics.Window{To: s.Duration})
		first := metrics.Measure(run.Log, classes, metrics.Window{To: cut})
		second := metrics.Measure(run.Log, classes, metrics.Window{From: cut, To: s.Duration})
		sums := []string{"cpu.busy_s", "yields.count", "wait.first_slice.total_s"}
		layout := run.Log.Ledger.Instances[0].Layout
		for _, cause := range layout.Causes[:layout.Waits] {
			sums = append(sums, "wait."+cause+".count", "wait."+cause+".total_s", "wait."+cause+".signal_s")
		}
		for _, name := range sums {
			require.InDelta(t, whole[name], first[name]+second[name], 1e-9, name)
		}
	}
}
