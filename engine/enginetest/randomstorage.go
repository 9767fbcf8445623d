package enginetest

import (
	"fmt"
	"strconv"
)

// store makes a scenario one about storage: so long that checkpoints come due and background workers wake,
// and once in a while so long that a scan or a write can take longer than the error log tolerates.
func (g *generator) store() {
	g.storing = true
	g.grid = pick[int64](g, 1000, 1000, 500, 4000, 2000, 1333)
	g.steps = (60_000 + g.below(400_000)) / g.grid
	switch {
	case g.once(12):
		g.grid = 10_000
		g.steps = 110 + g.below(150)
	case g.once(25):
		g.long = true
		g.grid = 100_000
		g.steps = 110 + g.below(100)
	}
}

// slow are values of settings with which little work makes much happen.
var slow = map[string][]string{
	"buffer_pool_mb":        {"0", "1", "1", "2", "3", "8", "20", "64"},
	"recovery_interval_min": {"0", "0", "1", "2"},
	"scan_ns":               {"66", "1", "1000", "10000"},
	"scan_tasks":            {"0", "1", "2", "3", "7", "40"},
	"issue_us":              {"150", "1", "37", "1000", "4000", "20000"},
	"redo_us":               {"150", "100000", "1000000", "1000000", "1000000"},
	"page_redo_per_s":       {"2000", "1", "5", "40", "200"},
	"write_cap_kb":          {"0", "8", "20", "64", "1024"},
	"latency_limit_ms":      {"0", "1", "5", "100"},
	"checkpoint_mb_s":       {"0", "1", "1", "7"},
	"trace_3504":            {"on", "off"},
	"data_latency_us":       {"500", "1", "100", "4000", "20000", "150000"},
	"data_parallel":         {"64", "1", "2", "7"},
	"data_iops":             {"0", "0", "100", "1000", "3333"},
	"data_mb_s":             {"0", "0", "1", "10"},
	"log_latency_us":        {"200", "1", "1000", "30000"},
	"log_parallel":          {"32", "1", "3"},
	"log_iops":              {"0", "0", "100", "1000"},
	"log_mb_s":              {"0", "1"},
	"log_on_data":           {"on", "off", "off"},
	"log_writers":           {"0", "0", "1", "2", "5", "8"},
}

// slowly is one of the slow values; a long scenario has a pool whose scan takes 10 s, or a device that takes
// as long to answer.
func (g *generator) slowly(name string) string {
	value := pick(g, slow[name]...)
	if !g.long {
		return value
	}
	switch name {
	case "buffer_pool_mb":
		return "8192"
	case "scan_ns":
		return "10000"
	case "scan_tasks":
		return "1"
	case "data_latency_us":
		return pick(g, "500", "9000000")
	case "data_parallel":
		return "1"
	}
	return value
}

// databaseRecords are up to four databases of the last system.
func (g *generator) databaseRecords() []string {
	var lines []string
	names := &g.databases[len(g.databases)-1]
	for i := range g.below(5) {
		name := fmt.Sprintf("d%d", i)
		if i == 0 && g.once(6) {
			name = "tempdb"
		}
		lines = append(lines, g.databaseRecord(name, 100*(i+1)))
		*names = append(*names, name)
	}
	return lines
}

func (g *generator) databaseRecord(name string, id int64) string {
	size := 1 + g.below(12)
	line := fmt.Sprintf("databases name=%s size_mb=%d", name, size)
	some := func(n int64, name, value string) {
		if g.once(n) {
			line += " " + name + "=" + value
		}
	}
	some(2, "working_set_mb", strconv.FormatInt(g.below(size+1), 10))
	some(2, "run_pages", pick(g, "1", "1.05", "6.2", "40", "128"))
	some(3, "simple_recovery", "on")
	some(3, "log_mb", pick(g, "0", "1", "1", "2"))
	switch {
	case name != "tempdb" && g.once(15):
		return line + " read_only=on target_recovery_s=0"
	case name != "tempdb":
		some(3, "count", pick(g, "2", "3", "11"))
		some(6, "id", strconv.FormatInt(id, 10))
	}
	if !g.once(4) {
		line += " target_recovery_s=" + pick(g, "0", "0", "0", "1", "1", "2", "5")
	}
	return line
}

// databaseOf names a database of a system; mostly it is there.
func (g *generator) databaseOf(system int64) (arg string) {
	if names := g.databases[system]; len(names) > 0 && !g.once(5) {
		return "database=" + pick(g, names...)
	}
	return ""
}

// changes are what a class changes when it commits.
func (g *generator) changes(system int64) (args []string) {
	if g.once(5) {
		return nil
	}
	if database := g.databaseOf(system); database != "" {
		args = append(args, database)
	}
	pages := pick[int64](g, 0, 1, 7, 40, 300, 300, 2500, 2500)
	args = append(args, fmt.Sprintf("dirty_pages=%d", pages),
		"log_kb="+pick(g, "0.5", "4", "60", "61", "200", "333"))
	if g.once(4) {
		args = append(args, fmt.Sprintf("log_records=%d", pages+pick[int64](g, 1, 50, 7000, 300_000)))
	}
	return args
}

// storageAction asks for a checkpoint or a backup by hand.
func (g *generator) storageAction() {
	args := []string{"at_ms=" + g.at(g.below(g.steps))}
	system := int64(0)
	if g.systems > 1 && g.once(2) {
		system = 1
		args = append(args, "system=other")
	}
	if database := g.databaseOf(system); database != "" {
		args = append(args, database)
	}
	do := pick(g, "checkpoint", "checkpoint", "backup")
	if do == "checkpoint" && g.once(2) {
		args = append(args, "duration_s="+pick(g, "0.01", "0.2", "1", "3"))
	}
	g.add(do, args...)
}
