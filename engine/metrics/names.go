package metrics

import (
	"math"
	"strconv"
	"strings"
)

// titles are metrics in words; those of series and ranges are in amountTitles and rangeTitles. A name is
// documented by its longest prefix and by its unit, its last part.
var titles = []struct{ name, title string }{
	{"cpu.busy_pct", "CPU busy"},
	{"cpu.busy_s", "CPU time used"},
	{"cpu.hidden_s", "CPU time used by hidden schedulers"},
	{"cpu.busiest_scheduler_pct", "Busiest scheduler"},
	{"cpu.busiest_node_pct", "Busiest node"},
	{"cpu.quietest_node_pct", "Quietest node"},
	{"cpu.busiest_node_times", "Busiest against quietest node"},
	{"cpu.class.", "CPU time of "},
	{"tasks.alive", "Tasks"},
	{"tasks.pending", "Tasks without a worker"},
	{"tasks.runnable", "Tasks in runnable queues"},
	{"tasks.running", "Tasks on a CPU"},
	{"tasks.suspended", "Suspended tasks"},
	{"tasks.parallel", "Parallel workers"},
	{"yields.", "Yields"},
	{"context_switches.", "Context switches"},
	{"node.", "Node "},
	{"memory_node.", "Memory node "},
	{"wait.", ""},
	{"topology.soft_nodes", "Nodes"},
	{"topology.memory_nodes", "Memory nodes"},
	{"topology.schedulers", "Schedulers"},
	{"topology.hidden_schedulers", "Hidden schedulers"},
	{"placement.nodes_used", "Nodes with parallel workers"},
	{"placement.schedulers_used", "Schedulers with parallel workers"},
	{"placement.workers_per_scheduler_max", "Workers on a scheduler, at most"},
	{"placement.schedulers_doubled", "Schedulers with several workers"},
	{"placement.schedulers_untouched", "Schedulers without any task"},
	{"placement.schedulers_idle", "Idle CPUs at the end"},
	{"throughput.", "Throughput of "},
	{"requests.finished", "Finished requests"},
	{"requests.last_end_s", "Last request ends at"},
	{"requests.", "Finished "},
	{"response.", "Response time of "},
	{"log.flushcache_lines", "FlushCache lines"},
	{"log.scan_messages", "Messages about long scans"},
	{"log.slow_io_messages", "Messages about slow I/O"},
}

// Title is a metric's name in words.
func Title(name string) string {
	for _, t := range titles {
		if name == t.name {
			return t.title
		}
		if rest, ok := strings.CutPrefix(name, t.name); ok && strings.HasSuffix(t.name, ".") {
			subject, _, found := cutLast(rest)
			if !found {
				return strings.TrimSuffix(t.title, " of ")
			}
			return t.title + subject
		}
	}
	if title := titleOfHosting(name); title != "" {
		return title
	}
	if title := titleOfAmount(name); title != "" {
		return title
	}
	if title := titleOfRange(name); title != "" {
		return title
	}
	return name
}

// cutLast cuts a dotted name before its last part.
func cutLast(name string) (before, last string, found bool) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return "", name, false
	}
	return name[:i], name[i+1:], true
}

// Text writes a metric's value with its unit, with as many places as a reader needs. The last part of the
// name tells the unit: _pct, per_s, _s, _ms, or what is counted: bytes, pages. Bytes are in units of 1,024.
func Text(name string, value float64) string {
	switch {
	case math.IsNaN(value):
		return "n/a"
	case strings.HasSuffix(name, "_pct"):
		return percent(value)
	case strings.HasSuffix(name, "per_s") || strings.HasSuffix(name, ".throughput"):
		return quantity(name, value) + " a second"
	case strings.HasSuffix(name, "_s"):
		return duration(value)
	case strings.HasSuffix(name, "_ms") && value == math.Trunc(value) && value >= 1000:
		return places(value, 0) + " ms"
	case strings.HasSuffix(name, "_ms"):
		return places(value, 2) + " ms"
	}
	return quantity(name, value)
}

func percent(value float64) string {
	if value >= 99.95 {
		return places(value, 0) + " %"
	}
	return places(value, 1) + " %"
}

// duration writes seconds; long ones in hours, as people report waits.
func duration(s float64) string {
	if s >= 3600 {
		return places(s/3600, 2) + " h"
	}
	return Figure(s) + " s"
}

// Figure writes a number with about four digits, and commas between thousands.
func Figure(v float64) string {
	switch {
	case v == math.Trunc(v) || math.Abs(v) >= 1000:
		return places(v, 0)
	case math.Abs(v) >= 10:
		return places(v, 1)
	}
	return places(v, 2)
}

func places(v float64, n int) string {
	text := strconv.FormatFloat(v, 'f', n, 64)
	whole, rest, _ := strings.Cut(text, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "−", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		rest = "." + rest
	}
	return sign + whole + rest
}
