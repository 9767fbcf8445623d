package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// storages gives so many random scenarios about storage: every tenth seed is one.
func storages(t *testing.T, from uint64, count int) []scenario.Scenario {
	var all []scenario.Scenario
	for seed := from + 1; len(all) < count; seed += 10 {
		if s, problems := enginetest.Build(enginetest.Random(seed)).Scenario(); len(problems) == 0 {
			all = append(all, s)
		}
	}
	require.Len(t, all, count)
	return all
}

func TestStorageInStepsOfAnySizeMakesTheSameRun(t *testing.T) {
	for i, s := range storages(t, 200_000, 80) {
		whole, stepped := finish(s), engine.New(s, engine.Options{})
		for !stepped.Step(1 + i%11) {
		}
		require.Empty(t, stepped.Broken)
		require.Equal(t, whole.Log.Hash(), stepped.Log.Hash())
		require.Equal(t, whole.Log.Ledger.Totals, stepped.Log.Ledger.Totals)
	}
}

// amounts are an instance's series at its last sample, by metric.
func amounts(in *trace.Instance) map[string]int64 {
	all := map[string]int64{}
	for i, s := range in.Layout.Series {
		all[s.Metric] += in.Amounts[i]
	}
	return all
}

// What is counted in different places agrees: pages with bytes, log with what commits and checkpoints write,
// in whole sectors and in writes of 60 KB at most.
func TestAmountsOfStorageAgree(t *testing.T) {
	written := 0
	for i, s := range storages(t, 210_000, 150) {
		run := finish(s)
		for id := range run.Log.Ledger.Instances {
			in := &run.Log.Ledger.Instances[id]
			a := amounts(in)
			require.Equal(t, a["buffer.pages_dirtied"]-a["buffer.pages_written"], a["buffer.dirty_pages"])
			require.Equal(t, a["buffer.pages_written"]<<13, a["data.written_bytes"])
			log := a["log.written_bytes"]
			require.Zero(t, log%512)
			require.LessOrEqual(t, log, a["log.flushes"]*(60<<10))
			require.LessOrEqual(t, log, logOf(run, id), "scenario %d", i)
			if log > 0 {
				written++
			}
		}
	}
	require.Greater(t, written, 80)
}

// logOf is the most log that an instance can have written: that of its requests and of its checkpoints, each
// rounded up to sectors.
func logOf(run *engine.Run, instance int) (bytes int64) {
	for _, r := range run.Log.Requests {
		if int(r.Instance) != instance {
			continue
		}
		for _, step := range run.Scenario.Workload.Classes[r.Class].Steps {
			if step.Kind == workload.Commit {
				bytes += int64(step.Log+511) / 512 * 512
			}
		}
	}
	return bytes + 512*int64(len(run.Log.Ranges(trace.InstanceID(instance))))
}

// storageRun is a run with a busy database and whatever else is told.
func storageRun(t *testing.T, more ...string) *engine.Run {
	lines := append([]string{"machine packages=2 cores_per_node=4",
		"system max_dop=1 buffer_pool_mb=16384 redo_us=20000",
		"databases name=busy size_mb=2000 target_recovery_s=0"}, more...)
	lines = append(lines, "class name=c cpu_ms=exponential:2 log_kb=8 dirty_pages=30",
		"class name=r cpu_ms=exponential:3 reads=2",
		"arrivals class=c per_s=200", "arrivals class=r per_s=300", "run duration_ms=6000 seed=3")
	s, problems := enginetest.Build(lines).Scenario()
	require.Empty(t, problems)
	run := finish(s)
	require.Empty(t, run.Broken)
	return run
}

// Databases that nobody changes cost nothing, however many there are and however they are set.
func TestIdleDatabasesChangeNothing(t *testing.T) {
	alone := storageRun(t)
	for _, target := range []int{0, 60} {
		many := storageRun(t,
			fmt.Sprintf("databases name=idle count=3000 size_mb=1 target_recovery_s=%d", target))
		require.Equal(t, alone.Log.Ledger.Totals, many.Log.Ledger.Totals)
		require.Equal(t, alone.Log.Ledger.Instances[0].Waits, many.Log.Ledger.Instances[0].Waits)
		require.Equal(t, alone.Log.Ranges(0), many.Log.Ranges(0))
		require.Positive(t, len(alone.Log.Ranges(0)))
	}
}

// A target recovery time trades memory of what is dirty for writes: the longer, the fewer pages are written
// and the longer is a recovery.
func TestLongerTargetsWriteLessAndRecoverLater(t *testing.T) {
	before := map[string]int64{}
	for _, target := range []int{1, 2, 3, 5} {
		run := storageRun(t, fmt.Sprintf("databases name=other target_recovery_s=%d", target))
		s := run.Scenario
		s.Workload.Classes = append([]workload.Class(nil), s.Workload.Classes...)
		s.Workload.Classes[0].Database = "other"
		run = finish(s)
		require.Empty(t, run.Broken)
		now := amounts(&run.Log.Ledger.Instances[0])
		require.Positive(t, now["buffer.pages_written"])
		if len(before) > 0 {
			require.Less(t, now["buffer.pages_written"], before["buffer.pages_written"])
			require.Greater(t, now["recovery.estimate"], before["recovery.estimate"])
			require.Less(t, sim.Time(now["recovery.estimate"]), sim.Time(target)*sim.Second+sim.Second)
		}
		before = now
	}
}
