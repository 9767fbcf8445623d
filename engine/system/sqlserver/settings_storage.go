package sqlserver

import (
	"strings"

	"schedlab/engine/setting"
)

// Names of the settings of storage, as documents spell them.
const (
	poolSizeName      = "buffer_pool_mb"
	databasesName     = "databases"
	intervalName      = "recovery_interval_min"
	scanCostName      = "scan_ns"
	scanTasksName     = "scan_tasks"
	issueCostName     = "issue_us"
	redoCostName      = "redo_us"
	pageRedoName      = "page_redo_per_s"
	writeCapName      = "write_cap_kb"
	latencyLimitName  = "latency_limit_ms"
	throughputCapName = "checkpoint_mb_s"
	traceName         = "trace_3504"
	scanMessagesName  = "scan_messages"
	logWritersName    = "log_writers"
	logOnDataName     = "log_on_data"
)

// Fields of a database.
const (
	sizeName       = "size_mb"
	workingSetName = "working_set_mb"
	runName        = "run_pages"
	targetName     = "target_recovery_s"
	readOnlyName   = "read_only"
	simpleName     = "simple_recovery"
	logSizeName    = "log_mb"
)

const (
	checkpointPage = "sql-docs, database-checkpoints-sql-server.md"
	ruthruffPost   = "Changes in SQL Server 2016 Checkpoint Behavior, Mike Ruthruff"
	scanArticle    = "Operations that trigger a buffer pool scan may run slowly, learn.microsoft.com"
	bertrandPost   = "From 0 to 60: switching to indirect checkpoints, Aaron Bertrand 2020"
	logWriterPost  = "SQL Server Log Writer Workers, Bob Dorr"
)

func databaseSettings() []setting.Setting {
	const group = "Databases"
	return []setting.Setting{
		{Name: poolSizeName, Title: "Buffer pool", Kind: setting.Number, Unit: "MB", Group: group,
			Max: maxPoolMB,
			Help: "Memory for pages of 8 KB. 0 = 80 % of the machine's memory where that is known, " +
				"otherwise 64 GB.",
			Origin: setting.Assumed, Source: "assumed: what is left after the operating system and other " +
				"clerks"},
		{Name: databasesName, Title: "Databases", Kind: setting.List, Group: group,
			Help:   "What classes change. If none is listed there is one, with the version's defaults.",
			Origin: setting.Documented, Source: checkpointPage, Fields: databaseFields()},
		{Name: intervalName, Title: "Recovery interval", Kind: setting.Number, Unit: "min", Group: group,
			Max: 32767,
			Help: "Of automatic checkpoints: one is due when redoing the log since the last would take " +
				"longer. 0 = 1 minute. Databases with a target recovery time ignore it.",
			Origin: setting.Documented, Source: checkpointPage},
	}
}

func databaseFields() []setting.Setting {
	return []setting.Setting{
		{Name: "name", Title: "Name", Kind: setting.Text, Help: "By which classes name the database."},
		{Name: "count", Title: "How many", Kind: setting.Number, Min: 1, Max: 10_000, Default: number(1),
			Help: "So many alike, each with a state of its own. Requests go to them in turn."},
		{Name: "id", Title: "database_id", Kind: setting.Number, Max: 32767,
			Help: "Of the first of them. 0 = the next free one from 5; tempdb has 2."},
		{Name: sizeName, Title: "Size", Kind: setting.Number, Unit: "MB", Min: 1, Max: maxPoolMB,
			Default: number(100_000), Help: "Of the data files.",
			Origin: setting.Assumed, Source: "assumed: 100 GB"},
		{Name: workingSetName, Title: "Changed part", Kind: setting.Number, Unit: "MB", Max: maxPoolMB,
			Help: "The part on which changes fall, evenly. 0 = all of it. A page that is dirty already " +
				"does not become dirtier: a small part means few dirty pages for much log."},
		{Name: runName, Title: "Neighbouring pages", Kind: setting.Number, Unit: "pages", Decimals: 3,
			Min: 1000, Max: 128_000, Default: number(1400),
			Help:   "Mean length of runs of dirty pages: one write takes a run, up to the largest write.",
			Origin: setting.Inferred, Source: "1.4 in two published FlushCache lines of random changes"},
		{Name: targetName, Title: "Target recovery time", Kind: setting.Number, Unit: "s", Max: 86_400,
			Default: number(60),
			Help:    "0 = automatic checkpoints. Otherwise indirect ones: dirty pages are kept few enough.",
			Origin:  setting.Documented, Source: checkpointPage + "; 60 s for databases made from 2016 on"},
		{Name: readOnlyName, Title: "Read-only", Kind: setting.Switch, Help: "Nothing can change it."},
		{Name: simpleName, Title: "Simple recovery", Kind: setting.Switch,
			Help:   "Log is reused after a checkpoint; one is also due when 70 % of the log is used.",
			Origin: setting.Documented, Source: checkpointPage},
		{Name: logSizeName, Title: "Log file", Kind: setting.Number, Unit: "MB", Max: maxPoolMB,
			Help: "Its size, for simple recovery. 0 = large enough."},
	}
}

// maxPoolMB is 64 TB. assumed: the largest machines on sale have half of that.
const maxPoolMB = 64 << 20

func checkpointSettings() []setting.Setting {
	const group = "Checkpoints"
	return []setting.Setting{
		{Name: scanCostName, Title: "Scan of a buffer", Kind: setting.Number, Unit: "ns", Group: group,
			Min: 1, Max: 10_000, Default: number(66), Fixed: true,
			Help:   "An automatic checkpoint of any database looks at every buffer of the pool.",
			Origin: setting.Inferred,
			Source: scanArticle + ": 204,640,239 buffers in 14 s, 19,932,814 in 1.308 s"},
		{Name: scanTasksName, Title: "Scan tasks", Kind: setting.Number, Group: group, Max: 4096, Fixed: true,
			Help:   "0 = by version: 1 before 2022, then one for each 8 million buffers.",
			Origin: setting.Published, Source: "SQL Server 2022 buffer pool parallel scan, mssql.fr 2022"},
		{Name: issueCostName, Title: "Cost of issuing a write", Kind: setting.Number, Unit: "µs",
			Group: group,
			Min:   1, Max: 1_000_000, Default: number(150), Fixed: true,
			Help:   "CPU time of the checkpoint's worker for each write.",
			Origin: setting.Inferred,
			Source: bertrandPost + ": 282,252 writes in what 65.5 s leave after the scan"},
		{Name: redoCostName, Title: "Redo of a log record", Kind: setting.Number, Unit: "µs", Group: group,
			Min: 1, Max: 1_000_000, Default: number(150), Fixed: true,
			Help: "What the server believes it takes: an automatic checkpoint is due when the records " +
				"since " +
				"the last one, times this, reach the recovery interval.",
			Origin: setting.Assumed, Source: "assumed: the product learns it; 400,000 records a minute"},
		{Name: pageRedoName, Title: "Redo of pages", Kind: setting.Number, Unit: "pages/s", Group: group,
			Min: 1, Max: 10_000_000, Default: number(2000), Fixed: true,
			Help:   "Decides how many dirty pages a target recovery time allows, and the estimated recovery.",
			Origin: setting.Assumed, Source: "assumed: one read of 0.5 ms for each page"},
		{Name: writeCapName, Title: "Largest write", Kind: setting.Number, Unit: "KB", Group: group,
			Max:   1024,
			Fixed: true, Help: "0 = by version: 256 KB before 2016, then 1 MB.",
			Origin: setting.Published, Source: ruthruffPost},
		{Name: latencyLimitName, Title: "Latency that throttles", Kind: setting.Number, Unit: "ms",
			Group: group, Max: 100_000, Fixed: true,
			Help: "An automatic checkpoint halves its outstanding writes when they take longer. " +
				"0 = by version: 20 ms before 2016, then 50 ms.",
			Origin: setting.Published, Source: ruthruffPost},
		{Name: throughputCapName, Title: "Checkpoint throughput (-k)", Kind: setting.Number, Unit: "MB/s",
			Group: group, Max: 1_000_000,
			Help:   "Start-up option that caps checkpoints. 0 = no cap.",
			Origin: setting.Documented, Source: checkpointPage},
		{Name: traceName, Title: "Trace flag 3504", Kind: setting.Switch, Group: group,
			Help:   "Every checkpoint writes its FlushCache lines, not only those longer than the interval.",
			Origin: setting.Published, Source: "How It Works: When is the FlushCache message added, CSS " +
				"blog"},
		{Name: scanMessagesName, Title: "Message 898", Kind: setting.Switch, Group: group, Default: on,
			Help: "Scans of 10 s and more are logged, from 2016 SP3, 2017 CU23 and 2019 CU9 on. " +
				"Off = older build, or trace flag 890.",
			Origin: setting.Documented, Source: scanArticle},
	}
}

func deviceSettings() []setting.Setting {
	all := device("data", 500, 64, "assumed: a fast network disk")
	all = append(all, device("log", 200, 32, "assumed: a local flash device")...)
	all = append(all, setting.Setting{Name: logOnDataName, Title: "Log on the data device",
		Kind: setting.Switch, Group: "Log device", Help: "One device serves both: commits queue behind " +
			"checkpoints."})
	return append(all, setting.Setting{Name: logWritersName, Title: "Log writers", Kind: setting.Number,
		Group: "Log device", Max: 8, Fixed: true,
		Help: "0 = by version: 1 in 2014, then as many as nodes up to 4, from 2017 two a node up to 4, " +
			"from 2019 up to 8.",
		Origin: setting.Published, Source: logWriterPost + "; the version of the cap of 8 is assumed"})
}

func device(name string, latency, parallel int64, source string) []setting.Setting {
	group := strings.ToUpper(name[:1]) + name[1:] + " device"
	return []setting.Setting{
		{Name: name + "_latency_us", Title: "Latency, unloaded", Kind: setting.Number, Unit: "µs",
			Group: group, Min: 1, Max: 10_000_000, Default: number(latency),
			Help:   "Time of one request when the device has nothing else to do.",
			Origin: setting.Assumed, Source: source},
		{Name: name + "_parallel", Title: "Requests in parallel", Kind: setting.Number, Group: group,
			Min: 1, Max: 100_000, Default: number(parallel),
			Help:   "More than so many wait for each other.",
			Origin: setting.Assumed, Source: source},
		{Name: name + "_iops", Title: "Requests a second, at most", Kind: setting.Number, Group: group,
			Max: 100_000_000, Help: "0 = no other limit.",
			Origin: setting.Assumed, Source: source},
		{Name: name + "_mb_s", Title: "Throughput, at most", Kind: setting.Number, Unit: "MB/s", Group: group,
			Max: 1_000_000, Help: "0 = no other limit.",
			Origin: setting.Assumed, Source: source},
	}
}

// isTempdb says whether a database's name is that of the system's database for temporary objects.
func isTempdb(name string) bool { return strings.EqualFold(name, "tempdb") }
