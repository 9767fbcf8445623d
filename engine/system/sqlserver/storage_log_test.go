package sqlserver_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/sim"
)

// hidden gives the CPUs of the hidden schedulers of a run, and their numbers must follow each other.
func hidden(t *testing.T, run *engine.Run) (cpus []int32) {
	for _, l := range run.Log.Ledger.Instances[0].Layout.Lanes {
		if l.Hidden {
			require.EqualValues(t, 1_048_576+len(cpus), l.Number)
			cpus = append(cpus, l.CPUID)
		}
	}
	return cpus
}

// Log writers by version and nodes. One and four, on the CPUs 1 to 4, were seen on 32 cores of one socket
// with 2016; from 2017 on the published formula is min(2 × nodes, CPUs of a node, 4), from 2019 on 8.
func TestHowManyLogWritersThereAreAndWhere(t *testing.T) {
	const one, two = "machine cores_per_node=32", "machine packages=2 cores_per_node=4"
	for _, c := range []struct {
		machine, settings string
		cpus              []int32
	}{
		{one, "version=2016 auto_soft_numa=off", []int32{1}},
		{one, "version=2016", []int32{1, 2, 3, 4}},
		{one, "version=2014", []int32{1}},
		{one, "version=2017 auto_soft_numa=off", []int32{1, 2}},
		{one, "version=2017", []int32{1, 9, 17, 25}},
		{one, "version=2019 auto_soft_numa=off", []int32{1, 2}},
		{one, "version=2019", []int32{1, 9, 17, 25, 2, 10, 18, 26}},
		{one, "version=2022", []int32{1, 9, 17, 25, 2, 10, 18, 26}},
		{one, "version=2022 log_writers=3", []int32{1, 9, 17}},
		{two, "version=2016", []int32{1, 2}},
		{two, "version=2017", []int32{1, 5, 2, 6}},
		{two, "version=2019", []int32{1, 5, 2, 6}},
		{"machine packages=8 cores_per_node=4", "version=2016", []int32{1, 2, 3, 0}},
		{"machine packages=8 cores_per_node=4", "version=2019", []int32{1, 5, 9, 13}},
		{"machine", "version=2022", []int32{0}},
	} {
		run := runOf(t, c.machine, "system "+c.settings, "class name=c cpu_ms=1 log_kb=4", "session run=(c)",
			"run duration_ms=10")
		require.Equal(t, c.cpus, hidden(t, run), "%s, %s", c.machine, c.settings)
	}
}

// Commits that come together go out together, up to 60 KB in a write: of 4 KB 15. What is larger than 60 KB
// takes several writes.
func TestGroupCommit(t *testing.T) {
	for _, c := range []struct {
		commits, kb int
		flushes     int64
	}{{1, 4, 1}, {15, 4, 1}, {16, 4, 2}, {32, 4, 3}, {2, 30, 1}, {2, 31, 2}, {1, 60, 1}, {1, 61, 2},
		{3, 200, 12}} {
		run := runOf(t, "machine cores_per_node=32", "system version=2014 max_dop=1 data_latency_us=100",
			"databases name=d target_recovery_s=0",
			fmt.Sprintf("class name=c cpu_ms=1 coordinator_us=0 log_kb=%d", c.kb),
			fmt.Sprintf("session count=%d run=(c)", c.commits), "run duration_ms=100")
		require.Len(t, took(run, "c"), c.commits)
		require.Equal(t, c.flushes, amount(run, "log.flushes", 100*ms), "%+v", c)
		require.EqualValues(t, c.commits*c.kb<<10, amount(run, "log.written_bytes", 100*ms))
	}
}

// All wait for what goes out in their write: 1 ms of work, 10 µs of the log writer for each write up to
// theirs, 200 µs of the device, and the last 1 µs.
func TestACommitWaitsForItsWrite(t *testing.T) {
	run := runOf(t, "machine cores_per_node=32", "system version=2014 max_dop=1 log_parallel=100000",
		"databases name=d target_recovery_s=0", "class name=c cpu_ms=1 coordinator_us=0 log_kb=4",
		"session count=32 run=(c)", "run duration_ms=100")
	counts := map[sim.Time]int{}
	for _, took := range took(run, "c") {
		counts[(took+500)/sim.Microsecond]++
	}
	require.Equal(t, map[sim.Time]int{1211: 15, 1221: 15, 1231: 2}, counts)
}

// Log writers work one beside the other: databases are shared out among them by their numbers. Of 8
// databases that all commit at once each of 4 writers writes for two, of which one waits.
func TestLogWritersShareTheDatabases(t *testing.T) {
	for _, c := range []struct {
		writers int
		flushes int64
	}{{1, 8}, {2, 8}, {4, 8}, {8, 8}} {
		run := runOf(t, "machine cores_per_node=32",
			fmt.Sprintf("system max_dop=1 log_writers=%d", c.writers),
			"databases name=d count=8 target_recovery_s=0",
			"class name=c cpu_ms=1 coordinator_us=0 log_kb=60",
			"session count=8 run=(c)", "run duration_ms=100")
		require.Equal(t, c.flushes, amount(run, "log.flushes", 100*ms))
		cpu, lanes := worked(run, "LOG WRITER")
		require.Equal(t, 8*10*sim.Microsecond, cpu)
		require.Equal(t, c.writers, lanes)
		most := sim.Time(0)
		for _, took := range took(run, "c") {
			most = max(most, took)
		}
		slowest := ms + (201+sim.Time(8/c.writers)*10)*sim.Microsecond
		require.InDelta(t, float64(slowest), float64(most), float64(60*sim.Microsecond))
	}
}

// A log writer takes the CPU from the scheduler that is on it too: a worker there that only computes ends
// later by the log writer's CPU time, 10 µs for each of 20 commits, and by nothing else. On another CPU it
// loses nothing.
func TestALogWriterTakesItsCPUFromTheSchedulerThere(t *testing.T) {
	for scheduler, late := range []sim.Time{0, 200 * sim.Microsecond, 0} {
		run := runOf(t, "machine cores_per_node=4", "system version=2016 max_dop=1",
			fmt.Sprintf("pools name=compute schedulers=%d", scheduler), "pools name=commit schedulers=3",
			"databases name=d target_recovery_s=0",
			"class name=long cpu_ms=100 coordinator_us=0", "class name=c cpu_ms=1 coordinator_us=0 log_kb=4",
			"session pool=compute run=(long)", "session pool=commit run=(c*20)", "run duration_ms=200")
		require.Equal(t, []int32{1}, hidden(t, run))
		require.Equal(t, []sim.Time{100*ms + late}, took(run, "long"), "on scheduler %d", scheduler)
	}
}
