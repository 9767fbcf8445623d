package importer

import (
	"fmt"

	"schedlab/engine/scenario"
)

type tree = scenario.Tree

func field(name string, value tree) scenario.Member { return scenario.Member{Name: name, Value: value} }

func (p *flushPlan) document() tree {
	return scenario.Fields(
		field("version", scenario.Int(scenario.Version)),
		field("title", scenario.Words(p.title())),
		field("summary", scenario.Words(p.summary())),
		field("look", scenario.Words("Watch the dirty pages gather and the checkpoint take them: first "+
			"it scans the buffer pool, then it writes. The log tab has its FlushCache lines; compare "+
			"them with the pasted one. Then try indirect checkpoints.")),
		field("seed", scenario.Int(1)),
		field("duration_ms", scenario.Int(p.duration)),
		field("headline", scenario.Words("checkpoint.max_s")),
		field("machine", scenario.Fields(field("cores_per_node", scenario.Int(8)))),
		field("system", scenario.Fields(field("product", scenario.Words("sqlserver")),
			field("settings", p.settings()))),
		field("workload", p.workload()),
		field("variants", p.variants()),
		field("expect", scenario.Items(p.claim())),
	)
}

func (p *flushPlan) title() string {
	return fmt.Sprintf("A pasted checkpoint of %s: %s", p.databaseTitle(), seconds(p.f.Milliseconds))
}

func (p *flushPlan) databaseTitle() string {
	if p.f.Database == Untold {
		return "a database"
	}
	return "database " + digits(p.f.Database)
}

func (p *flushPlan) summary() string {
	text := fmt.Sprintf("Made from a FlushCache message: %s buffers with %s writes in %s. ",
		grouped(p.f.Bufs),
		grouped(p.f.Writes), seconds(p.f.Milliseconds))
	if len(p.e.Untrusted) > 0 {
		text += "The message is inconsistent; its counts are used. "
	}
	for _, s := range p.e.Statements {
		if s.Topic == TopicVerdict {
			text += s.Text
		}
	}
	return text
}

// database is its name in the document.
func (p *flushPlan) database() string {
	if p.f.Database == Untold {
		return "db"
	}
	return "db" + digits(p.f.Database)
}

func (p *flushPlan) settings() tree {
	var m []scenario.Member
	number := func(name string, n int64) { m = append(m, field(name, scenario.Int(n))) }
	if p.a.Era == Before2016 {
		m = append(m, field("version", scenario.Words("2014")))
	}
	number("buffer_pool_mb", p.poolMB)
	m = append(m, field("databases", scenario.Items(p.databaseRecord())))
	number("recovery_interval_min", p.minutes)
	number("redo_us", p.redo)
	number("scan_ns", p.a.ScanNs)
	if p.a.ScanTasks > 1 {
		number("scan_tasks", p.a.ScanTasks)
	}
	if p.f.Milliseconds <= p.minutes*60_000 {
		m = append(m, field("trace_3504", scenario.Flag(true)))
	}
	if p.onDisk {
		number("issue_us", min(max(p.perWrite/10, 1), usualIssue))
		number("data_latency_us", p.perWrite)
		number("data_parallel", 1)
		return scenario.Fields(m...)
	}
	number("issue_us", min(p.perWrite, 1_000_000))
	if p.f.LatencyMs > 0 {
		number("data_latency_us", min(p.f.LatencyMs, longestWrite/1000)*1000)
	}
	number("data_parallel", min(max(2*p.e.DepthWriting/100, usualParallel), 100_000))
	return scenario.Fields(m...)
}

// firstUserID is the first database_id after master, tempdb, model and msdb, 32,767 the last one.
const firstUserID, lastID = 5, 32767

func (p *flushPlan) databaseRecord() tree {
	m := []scenario.Member{field("name", scenario.Words(p.database()))}
	if p.f.Database >= firstUserID && p.f.Database <= lastID {
		m = append(m, field("id", scenario.Int(p.f.Database)))
	}
	run := min(max(ratio(p.f.Bufs, 1000, p.f.Writes), 1000), 1000*From2016.largestWrite())
	return scenario.Fields(append(m,
		field("size_mb", scenario.Int(2*p.workingMB)),
		field("working_set_mb", scenario.Int(p.workingMB)),
		field("run_pages", scenario.Decimal(run, 3)),
		field("target_recovery_s", scenario.Int(0)))...)
}

func (p *flushPlan) workload() tree {
	class := scenario.Fields(
		field("name", scenario.Words("change")),
		field("title", scenario.Words("Changes to "+p.database())),
		field("dop", scenario.Int(1)),
		field("cpu_ms", scenario.Int(1)),
		field("database", scenario.Words(p.database())),
		field("dirty_pages", scenario.Int(p.pages)),
		field("log_records", scenario.Int(p.records)))
	arrivals := scenario.Fields(
		field("class", scenario.Words("change")),
		field("process", scenario.Words("fixed")),
		field("per_s", scenario.Decimal(max(ratio(p.requests, 1_000_000, p.period), 1), 3)),
		field("connections", scenario.Int(10)))
	return scenario.Fields(field("classes", scenario.Items(class)), field("arrivals",
		scenario.Items(arrivals)))
}

func (p *flushPlan) variants() tree {
	target := "system.settings.databases[name=" + p.database() + "].target_recovery_s"
	all := []tree{variant("Indirect checkpoints", "No scan, and pages are written all the time.", target,
		min(p.a.TargetSeconds, 86_400))}
	if p.onDisk {
		return scenario.Items(append(all, variant("A disk ten times faster", "The throttle opens again.",
			"system.settings.data_latency_us", max(p.perWrite/10, 1)))...)
	}
	return scenario.Items(append(all, variant("Half the cost of a write", "The worker issues them faster.",
		"system.settings.issue_us", max(min(p.perWrite, 1_000_000)/2, 1)))...)
}

func variant(name, summary, path string, value int64) tree {
	return scenario.Fields(field("name", scenario.Words(name)), field("summary", scenario.Words(summary)),
		field("set", scenario.Fields(field(path, scenario.Int(value)))))
}

// claim holds the run to the message's time.
func (p *flushPlan) claim() tree {
	ms, fitted := p.f.Milliseconds, "the cost of issuing a write"
	if p.onDisk {
		fitted = "the latency of the data device"
	}
	return scenario.Fields(
		field("metric", scenario.Words("checkpoint.max_s")),
		field("label", scenario.Words("Longest checkpoint")),
		field("reported", scenario.Decimal(ms, 3)),
		field("text", scenario.Words(grouped(ms)+" ms")),
		field("unit", scenario.Words("s")),
		field("low", scenario.Decimal(ms*9/10, 3)),
		field("high", scenario.Decimal(ms*11/10, 3)),
		field("kind", scenario.Words(scenario.Calibrated.String())),
		field("why", scenario.Words(fitted+" was fitted to it")),
		field("evidence", scenario.Words(scenario.Measured.String())),
		field("source", scenario.Words("Pasted: "+p.f.String())))
}
