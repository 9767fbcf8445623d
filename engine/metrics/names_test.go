package metrics_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/metrics"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

func TestTitlesOfMetrics(t *testing.T) {
	for name, want := range map[string]string{
		"cpu.busy_pct": "CPU busy", "cpu.busy_s": "CPU time used",
		"cpu.class.oltp.busy_s":   "CPU time of oltp",
		"cpu.class.a.b.share_pct": "CPU time of a.b",
		"tasks.runnable":          "Tasks in runnable queues",
		"yields.count":            "Yields", "yields.per_s": "Yields",
		"context_switches.per_s": "Context switches",
		"node.3.busy_pct":        "Node 3", "memory_node.0.busy_pct": "Memory node 0",
		"wait.CXPACKET.total_s":     "CXPACKET",
		"wait.first_slice.total_s":  "first_slice",
		"topology.soft_nodes":       "Nodes",
		"placement.schedulers_idle": "Idle CPUs at the end",
		"throughput.per_s":          "Throughput",
		"throughput.oltp.per_s":     "Throughput of oltp",
		"requests.finished":         "Finished requests", "requests.last_end_s": "Last request ends at",
		"requests.oltp.finished":    "Finished oltp",
		"response.p95_ms":           "Response time",
		"response.new order.p95_ms": "Response time of new order",
		"cpu.busiest_node_times":    "Busiest against quietest node",
		"vm.db.ready_pct":           "Ready time, db",
		"vm.a.b.guest_busy_pct":     "CPU busy as the guest sees it, a.b",
		"host.usage_pct":            "Host: CPU usage", "host.left.core_util_pct": "left: cores busy",
		"vm.db.something": "vm.db.something", "host.something": "host.something",
		"something.else":                  "something.else",
		"":                                "",
		"cpu.busy_pct.x":                  "cpu.busy_pct.x",
		"placement.schedulers_doubledish": "placement.schedulers_doubledish",
		"cpu.hidden_s":                    "CPU time used by hidden schedulers",
		"buffer.dirty_pages_max":          "Dirty pages, at most",
		"buffer.free_pages_mean":          "Free pages, mean",
		"buffer.clean_pages_end":          "Clean pages, at the end",
		"buffer.dirty_pages":              "buffer.dirty_pages",
		"buffer.list_longest_max":         "Longest dirty page list, at most",
		"recovery.estimate_max_s":         "Estimated recovery time, at most",
		"recovery.estimate_mean_s":        "Estimated recovery time, mean",
		"data.written_bytes_total":        "Written to data files",
		"data.written_bytes_per_s":        "Written to data files",
		"log.latency_end_s":               "Log I/O latency, at the end",
		"log.flushes_per_s":               "Log flushes",
		"other.thing_max":                 "other.thing_max",
		"checkpoint.count":                "Checkpoints",
		"checkpoint.mean_s":               "Checkpoint, mean",
		"checkpoint.max_s":                "Longest checkpoint",
		"checkpoint.total_s":              "Checkpoints, in all",
		"checkpoint.pages_written":        "Checkpoints: pages written",
		"checkpoint.elapsed_ms":           "Checkpoints: elapsed",
		"checkpoint.longest.elapsed_ms":   "Longest checkpoint: elapsed",
		"checkpoint":                      "checkpoint",
		"checkpoint_due.count":            "Waits for a checkpoint",
		"checkpoint_due.mean_s":           "Wait for a checkpoint, mean",
		"checkpoint_due.max_s":            "Longest wait for a checkpoint",
		"log.flushcache_lines":            "FlushCache lines",
		"log.scan_messages":               "Messages about long scans",
		"log.slow_io_messages":            "Messages about slow I/O",
	} {
		assert.Equal(t, want, metrics.Title(name), name)
	}
}

func TestEveryMetricHasATitle(t *testing.T) {
	for _, log := range []*trace.Log{twoNodes(), withHidden(), stored()} {
		for name := range metrics.Measure(log, []string{"a", "b"}, metrics.Window{To: 20 * ms}) {
			if strings.HasPrefix(name, "data.busy") {
				continue // a name that no product has
			}
			title := metrics.Title(name)
			assert.NotEmpty(t, title, name)
			assert.NotEqual(t, name, title)
		}
	}
}

func TestTextsOfMetrics(t *testing.T) {
	for _, c := range []struct {
		name  string
		value float64
		want  string
	}{
		{"cpu.busy_pct", 0, "0.0 %"}, {"cpu.busy_pct", 33.349, "33.3 %"}, {"cpu.busy_pct", 99.94, "99.9 %"},
		{"cpu.busy_pct", 99.95, "100 %"}, {"cpu.busy_pct", 178.5, "178 %"}, {"a_pct", 12345.6, "12,346 %"},
		{"a_pct", -16.25, "−16.2 %"},
		{"yields.per_s", 50, "50 a second"}, {"yields.per_s", 1234.5, "1,234 a second"},
		{"yields.per_s", 12.25, "12.2 a second"}, {"yields.per_s", 0.125, "0.12 a second"},
		{"cpu.busy_s", 0.009, "0.01 s"}, {"cpu.busy_s", 59.96, "60.0 s"}, {"cpu.busy_s", 3599.4, "3,599 s"},
		{"cpu.busy_s", 3600, "1.00 h"}, {"wait.X.total_s", 9_000_000, "2,500.00 h"},
		{"response.p95_ms", 3, "3.00 ms"}, {"response.p95_ms", 12345.678, "12,345.68 ms"},
		{"yields.count", 930192, "930,192"}, {"yields.count", 0, "0"}, {"tasks.alive", 7, "7"},
		{"x_times", 2.5, "2.50"}, {"x_times", math.NaN(), "n/a"}, {"x", 1e6 + 0.5, "1,000,000"},
		{"buffer.dirty_pages_max", 1234567, "1,234,567 pages"}, {"checkpoint.pages_written", 1, "1 page"},
		{"buffer.free_pages_mean", 12.25, "12.2 pages"}, {"read_pages_per_s", 8, "8 pages a second"},
		{"requests.pages.finished", 8, "8"},
		{"data.read_bytes_total", 1023, "1,023 bytes"}, {"data.read_bytes_total", 1536, "1.50 KB"},
		{"data.read_bytes_total", 3 << 20, "3 MB"}, {"data.read_bytes_total", 5 << 29, "2.50 GB"},
		{"data.read_bytes_total", 2048 << 40, "2,048 TB"},
		{"data.read_bytes_per_s", 3 << 20, "3 MB a second"},
		{"recovery.estimate_max_s", 61.5, "61.5 s"}, {"checkpoint.elapsed_ms", 66_000, "66,000 ms"},
		{"x", -1234567, "−1,234,567"}, {"x", -0.5, "−0.50"}, {"x", 999.96, "1,000.0"},
	} {
		assert.Equal(t, c.want, metrics.Text(c.name, c.value), "%s %v", c.name, c.value)
	}
}

// one gives the metrics of a whole log whose scenario has the classes a and b.
func one(t *testing.T) metrics.Numbers { return measured(t, 0, 20*ms) }

// By hand, of the log of two nodes: scheduler 0 works for all 20 ms and its slices end at 4, 8, 12, 16 and,
// not yet seen, 20; scheduler 1 works for 10 ms.
func TestFiguresOfTwoNodesByHand(t *testing.T) {
	n := one(t)
	for name, want := range map[string]float64{
		"cpu.busy_pct": 75, "cpu.busy_s": 0.03, "cpu.busiest_scheduler_pct": 100,
		"node.0.busy_pct": 100, "node.1.busy_pct": 50, "memory_node.0.busy_pct": 75,
		"yields.count": 4, "yields.per_s": 200,
		// Task 0, 1, 0, 1, 0 on the first scheduler and task 2 on the second.
		"context_switches.per_s": 300,
		"topology.memory_nodes":  1, "topology.soft_nodes": 2, "topology.schedulers": 2,
		// Task 1 is the only worker above context 0; scheduler 1 has a task without a worker.
		"placement.nodes_used": 1, "placement.schedulers_used": 1, "placement.workers_per_scheduler_max": 1,
		"placement.schedulers_doubled": 0, "placement.schedulers_untouched": 0,
		"placement.schedulers_idle": 1,
		// Task 0 waits 4-8 and 12-16, task 1 8-12; task 1 waits 0-4 for its first slice.
		"wait.YIELD.count": 3, "wait.YIELD.total_s": 0.012, "wait.YIELD.signal_s": 0.012,
		"wait.YIELD.resource_s": 0, "wait.YIELD.mean_ms": 4, "wait.YIELD.max_ms": 4,
		"wait.first_slice.total_s": 0.004, "wait.WORKER.count": 0, "wait.WORKER.mean_ms": 0,
		// One request of class b ends at 10, after 10 ms.
		"requests.finished": 1, "requests.a.finished": 0, "requests.b.finished": 1,
		"throughput.per_s": 50, "throughput.a.per_s": 0, "throughput.b.per_s": 50,
		"response.mean_ms": 10, "response.b.max_ms": 10, "response.b.p50_ms": 10, "response.b.p99_ms": 10,
	} {
		require.Contains(t, n, name)
		require.InDelta(t, want, n[name], 1e-9, name)
	}
	require.NotContains(t, n, "response.a.mean_ms", "nothing of class a has ended")
}

func TestWindowsAreCutByTheRun(t *testing.T) {
	whole := one(t)
	require.Equal(t, whole, measured(t, 0, sim.Second), "the run ends at 20 ms")
	empty := measured(t, 20*ms, sim.Second)
	for name, value := range empty {
		if strings.HasPrefix(name, "cpu.") || strings.HasPrefix(name, "yields") ||
			strings.HasPrefix(name, "requests.") {
			require.Zero(t, value, name)
		}
	}
	require.InDelta(t, 0.008, metrics.Window{From: 6 * ms, To: 14 * ms}.Seconds(), 1e-12)
}

// What is counted in neighbouring windows adds up to what is counted in both.
func TestWindowsAddUp(t *testing.T) {
	whole := one(t)
	for cut := sim.Time(0); cut <= 20*ms; cut += ms {
		first, second := measured(t, 0, cut), measured(t, cut, 20*ms)
		for _, name := range []string{"cpu.busy_s", "yields.count", "wait.YIELD.count", "wait.YIELD.total_s",
			"requests.finished", "cpu.class.a.busy_s", "cpu.class.b.busy_s", "wait.first_slice.total_s"} {
			require.InDelta(t, whole[name], first[name]+second[name], 1e-12, "%s cut at %v", name, cut)
		}
	}
}
