package sqlserver_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// reading is what the waits table says of a wait type.
func reading(t *testing.T, r system.Reading, name string) string {
	for i, cause := range engine.Systems()[0].Describe().Causes {
		if cause.Name == name {
			return cause.Explain(r, r.Ledger.Instances[r.Instance].Waits[i])
		}
	}
	require.Fail(t, "no wait type "+name)
	return ""
}

// TestReadingsOfTheArticle: a coordinator started every 2.5 s waits since then, so that 12 of them at 92.4276
// s have waited for 12 × 92.4276 - 2.5 × 66 = 944.1 s, less the few ms of the cheap queries before.
func TestReadingsOfTheArticle(t *testing.T) {
	run := article(t, "")
	r := at(run, moment)
	require.Regexp(t, `^12 coordinators wait for rows, (943\.[5-9]|944\.[01]) s so far$`,
		reading(t, r, "CXCONSUMER"))
	require.Equal(t, "108 of 3,456 workers in use", reading(t, r, "THREADPOOL"))
	require.Equal(t, "0 tasks wait for a page", reading(t, r, "PAGEIOLATCH_SH"))
	require.Regexp(t, "^all signal: no resource is missing, mean 1[.]7 quanta$",
		reading(t, r, "SOS_SCHEDULER_YIELD"))
	require.Equal(t, "no wait after a yield is over", reading(t, at(run, 0), "SOS_SCHEDULER_YIELD"))
	require.Equal(t, "no coordinator has waited for rows", reading(t, at(run, 0), "CXCONSUMER"))
	old := at(article(t, "version=2016"), moment)
	require.Equal(t, "not in this version: counted as CXPACKET", reading(t, old, "CXCONSUMER"))
	require.Regexp(t, `^12 coordinators wait for rows, `, reading(t, old, "CXPACKET"))
}

// TestMeanWaitInQuanta: n workers on a scheduler wait n - 1 quanta a yield.
func TestMeanWaitInQuanta(t *testing.T) {
	for n, want := range []string{1: ", nobody else wants the CPU", 2: ", mean 1 quantum",
		3: ", mean 2 quanta",
		5: ", mean 4 quanta"} {
		if want == "" {
			continue
		}
		run := runOf(t, "machine", "system", "class name=loop cpu_ms=endless dop=1",
			"session run=loop count="+string(rune('0'+n)), "run duration_ms=10000")
		// The wait that is going on is not over: whole quanta are the mean of those that are.
		require.Equal(t, "all signal: no resource is missing"+want, reading(t, at(run, 9*sim.Second),
			"SOS_SCHEDULER_YIELD"), "%d workers", n)
	}
}

func TestReadingsOfDevicesAndWorkers(t *testing.T) {
	run := runOf(t, "machine cores_per_node=4", "system data_latency_us=500 log_latency_us=200",
		"class name=a cpu_ms=2 reads=1 dop=1 log_kb=4", "session run=a*3", "run duration_ms=100")
	end := at(run, 90*sim.Millisecond)
	require.Equal(t, "0.5 ms for the page, then 0 ms for the CPU", reading(t, end, "PAGEIOLATCH_SH"))
	// The log writer needs 10 µs of CPU before the device takes 200 µs.
	require.Equal(t, "0.21 ms for the log write, then 0 ms for the CPU", reading(t, end, "WRITELOG"))
	require.Equal(t, "0 of 512 workers in use", reading(t, end, "THREADPOOL"))

	skewed := runOf(t, "machine cores_per_node=4", "system", "class name=a cpu_ms=10 skew_pct=100 dop=4",
		"session run=a", "run duration_ms=100")
	require.Regexp(t, `^1 worker waits for slower ones, 0\.0 s so far$`,
		reading(t, at(skewed, 12*sim.Millisecond), "CXPACKET"))
	// The workers take 10, 13.3, 16.7 and 20 ms: three waits, 20 ms together.
	require.Regexp(t, `^3 waits for slower workers, mean 6\.66\d ms$`,
		reading(t, at(skewed, 90*sim.Millisecond), "CXPACKET"))
	require.Equal(t, "normal: coordinators wait while their workers work",
		reading(t, at(skewed, 90*sim.Millisecond), "CXCONSUMER"))

	starved := runOf(t, "machine cores_per_node=2", "system max_workers=2", "class name=a cpu_ms=50 dop=1",
		"session count=5 run=a", "run duration_ms=400")
	require.Equal(t, "2 of 2 workers in use; 3 tasks wait for one",
		reading(t, at(starved, sim.Millisecond), "THREADPOOL"))
}

// TestReadingsOfStorage: eight commits of one moment go to the log in one write; a checkpoint of 1,000 pages
// under a cap of 1 MB/s holds its writes back; without one, nothing is held back.
func TestReadingsOfStorage(t *testing.T) {
	group := runOf(t, "machine cores_per_node=8", "system version=2014 log_latency_us=5000",
		"class name=a cpu_ms=1 dop=1 log_kb=4", "session count=8 run=a", "run duration_ms=100")
	end := at(group, 90*sim.Millisecond)
	require.Equal(t, "5.01 ms for the log write, then 0 ms for the CPU; 8 commits a write",
		reading(t, end, "WRITELOG"))
	require.Equal(t, "idle: 1 of 1 log writers", reading(t, end, "LOGMGR_QUEUE"))
	require.Equal(t, "no checkpoint has held writes back", reading(t, end, "SLEEP_BPOOL_FLUSH"))
	require.Equal(t, "no checkpoint has issued all its writes", reading(t, end, "IO_COMPLETION"))
	require.Equal(t, "no scan was shared by several tasks", reading(t, end, "BUFFERPOOL_SCAN"))
	require.Equal(t, "idle: no database is over its target recovery time", reading(t, end, "DIRTY_PAGE_POLL"))
	require.Equal(t, "idle: 1 of 1 lazy writers; buffers are free", reading(t, end, "LAZYWRITER_SLEEP"))

	capped := scanned(t, "1", "checkpoint_mb_s=1")
	require.Equal(t, "a checkpoint is under way, nobody waits for the next",
		reading(t, at(capped, 5*sim.Second), "CHECKPOINT_QUEUE"))
	end = at(capped, capped.Log.End)
	require.Equal(t, "idle: no checkpoint is due", reading(t, end, "CHECKPOINT_QUEUE"))
	// Ten chunks of 100 writes, nine pauses: 900 pages at 128 a second are 7.03 s, so that each
	// lasts 0.78125 s less the 10 ms of issuing.
	require.Regexp(t, `^held writes back 9 times, mean 771\.\d+ ms$`, reading(t, end, "SLEEP_BPOOL_FLUSH"))
	// The last write of 0.5 ms was issued 0.1 ms before the worker had nothing more to issue.
	require.Equal(t, "last answers for 1 checkpoint, mean 0.4 ms", reading(t, end, "IO_COMPLETION"))
	shared := scanned(t, "1000", "version=2022 scan_tasks=8")
	require.Equal(t, "7 tasks still scan a part of the buffer pool",
		reading(t, at(shared, 2*sim.Second), "BUFFERPOOL_SCAN"))
}

// TestReadingsNeverFail on random runs, and are short enough for a column.
func TestReadingsNeverFail(t *testing.T) {
	for seed := uint64(3000); seed < 3060; seed++ {
		run, story := randomRun(seed)
		if run == nil {
			continue
		}
		for i := range sim.Time(4) {
			r := at(run, run.Log.End*i/3)
			for _, name := range r.Layout().Causes[:r.Layout().Waits] {
				said := reading(t, r, name)
				require.NotEmpty(t, said, story)
				require.LessOrEqual(t, len(said), 72, said)
				require.NotRegexp(t, `\b1 (workers|tasks|coordinators)\b|-\d`, said)
			}
			require.GreaterOrEqual(t, len(logText(r)), 2, story)
		}
	}
}

// logText is the start-up log without its prose.
func logText(r system.Reading) []string {
	var texts []string
	for _, line := range engine.Systems()[0].Describe().LogLines(r) {
		texts = append(texts, line.Source+" "+line.Text)
	}
	return texts
}

// TestLogOfTheDocumentation is its error log of two sockets of 12 cores with SMT, word for word.
func TestLogOfTheDocumentation(t *testing.T) {
	run := runOf(t, "machine packages=2 cores_per_node=12 threads_per_core=2", "system", "class name=a",
		"session run=a", "run duration_ms=10")
	node := func(n, mask string) string {
		return "Server Node configuration: node " + n + ": CPU mask: " + mask + " Active CPU mask: " + mask +
			". This message provides a description of the NUMA configuration for this computer. " +
			"This is an informational message only. No user action is required."
	}
	require.Equal(t, []string{
		"Server SQL Server detected 2 sockets with 12 cores per socket and 24 logical processors " +
			"per socket, 48 total logical processors; using 48 logical processors " +
			"based on SQL Server licensing. This is an informational message; no user action is required.",
		"Server Automatic soft-NUMA was enabled because SQL Server has detected hardware NUMA nodes " +
			"with greater than 8 physical cores.",
		node("0", "0x0000000000555555:0"), node("1", "0x0000000000aaaaaa:0"), node("2",
			"0x0000555555000000:0"),
		node("3", "0x0000aaaaaa000000:0"),
	}, logText(at(run, 0)))
}

// TestWhenSoftNUMAIsLogged: only where automatic soft-NUMA has cut a node.
func TestWhenSoftNUMAIsLogged(t *testing.T) {
	for _, c := range []struct {
		machine, system string
		detected        string
		soft            bool
	}{
		// A virtual machine of 4 sockets in one hardware node; a container of 2 cores.
		{"cores_per_node=16", "", "1 sockets with 16 cores per socket and 16 logical", true},
		{"cores_per_node=2 threads_per_core=2", "",
			"1 sockets with 2 cores per socket and 4 logical processors per socket, " +
				"4 total logical processors; using 4", false},
		{"packages=4 cores_per_node=24", "auto_soft_numa=false", "4 sockets with 24 cores per socket and 24",
			false},
		{"packages=2 cores_per_node=8 threads_per_core=2", "", "2 sockets with 8 cores per socket and 16",
			false},
		{"packages=2 cores_per_node=8 threads_per_core=2", "smt_visible=false",
			"2 sockets with 16 cores per socket and 16", true},
		{"packages=2 cores_per_node=12", "affinity=0-7", "2 sockets with 12 cores per socket and 12", false},
	} {
		run := runOf(t, "machine "+c.machine, "system "+c.system, "class name=a", "session run=a",
			"run duration_ms=10")
		texts := logText(at(run, 0))
		require.Contains(t, texts[0], c.detected)
		require.Equal(t, c.soft, strings.Contains(texts[1], "Automatic soft-NUMA was enabled"), "%+v", c)
	}
	s, problems := enginetest.Build([]string{"machine cores_per_node=18", "system", "soft_nodes cpus=0-5",
		"soft_nodes cpus=6-11", "class name=a", "session run=a", "run duration_ms=10"}).Scenario()
	require.Empty(t, problems)
	texts := logText(at(engine.New(s, engine.Options{}).Finish(), 0))
	require.Len(t, texts, 4)
	require.Contains(t, texts[2], "node 1: CPU mask: 0x0000000000000fc0:0")
}
