package sqlserver

import (
	"math"

	"schedlab/engine/setting"
)

// Names of the settings, as documents spell them.
const (
	versionName    = "version"
	autoSoftName   = "auto_soft_numa"
	legacyName     = "legacy_range"
	smtVisibleName = "smt_visible"
	affinityName   = "affinity"
	manualName     = "soft_nodes"
	maxDOPName     = "max_dop"
	thresholdName  = "cost_threshold"
	maxWorkersName = "max_workers"
	placementName  = "placement"
	cursorName     = "placement_cursor"
	tieName        = "tie"
	marginName     = "load_margin_pct"
	poolsName      = "pools"
	policyName     = "scheduling"
	quantumName    = "quantum_us"
	switchName     = "switch_ns"
	firstNodeName  = "first_connection_node"
)

const (
	softNUMAPage   = "sql-docs, configure-windows/soft-numa-sql-server.md"
	placementPost  = "SQL Server Parallel Query Placement Decision Logic, PSS SQL blog 2016-03-04"
	schedulingPost = "How It Works: SQL Server 2012 Database Engine Task Scheduling, PSS SQL blog"
	threadGuide    = "sql-docs, thread-and-task-architecture-guide.md"
	darlingPost    = "Automatic Soft-NUMA and SOS_SCHEDULER_YIELD Waits, erikdarling.com 2018"
	dorrPost       = "SQL 2016 - It Just Runs Faster: Updated Scheduling Algorithms, bobsql"
)

// settings are grouped as the form shows them; the most asked for come first.
func settings() []setting.Setting {
	all := mainSettings()
	all = append(all, databaseSettings()...)
	all = append(all, checkpointSettings()...)
	all = append(all, deviceSettings()...)
	all = append(all, topologySettings()...)
	all = append(all, placementSettings()...)
	return append(all, schedulerSettings()...)
}

func mainSettings() []setting.Setting {
	return []setting.Setting{
		{Name: versionName, Title: "Version", Kind: setting.Choice, Default: setting.Value{Text: "2017"},
			Help:   "Decides how schedulers choose and which wait types exist.",
			Origin: setting.Published, Source: darlingPost, Choices: versionOptions()},
		{Name: autoSoftName, Title: "Automatic soft-NUMA", Kind: setting.Switch, Default: on,
			Help: "Splits hardware NUMA nodes of more than 8 cores into nodes of about 8 schedulers. " +
				"2014 SP2 does it with trace flag 8079 only: there, on means that the flag is set.",
			Origin: setting.Documented, Source: softNUMAPage},
		{Name: maxDOPName, Title: "Max degree of parallelism", Kind: setting.Number, Max: 32767,
			Help:   "Parallel workers of a branch of a query, at most. 0 = as many as schedulers, up to 64.",
			Origin: setting.Documented, Source: "sql-docs, configure-the-max-degree-of-parallelism"},
		{Name: thresholdName, Title: "Cost threshold for parallelism", Kind: setting.Number, Max: 32767,
			Default: number(5),
			Help: "A query whose estimated cost is lower runs serially, " +
				"and does not move the placement cursor.",
			Origin: setting.Published, Source: "sql-server-performance.com, max degree of parallelism"},
		{Name: maxWorkersName, Title: "Max worker threads", Kind: setting.Number, Max: 32767,
			Help: "Workers of the whole instance, shared evenly by its schedulers. " +
				"0 = by the published formula: " +
				"512 up to 4 CPUs, 16 more for each further CPU, 32 more for each beyond 64.",
			Origin: setting.Documented, Source: "sql-docs, configure-the-max-worker-threads"},
	}
}

func topologySettings() []setting.Setting {
	const group = "Nodes and CPUs"
	return []setting.Setting{
		{Name: affinityName, Title: "Process affinity", Kind: setting.Text, Group: group, Check: checkCPUs,
			Help:   "CPUs that it may use, for example 0 TO 63, 72. Empty = all.",
			Origin: setting.Documented, Source: "sql-docs, ALTER SERVER CONFIGURATION"},
		{Name: smtVisibleName, Title: "SMT siblings recognised", Kind: setting.Switch, Default: on,
			Group: group,
			Help: "Whether it can tell which CPUs share a core; many virtual machines hide it. " +
				"If it can, siblings go into different soft-NUMA nodes.",
			Origin: setting.Documented, Source: softNUMAPage},
		{Name: legacyName, Title: "Older range of node sizes", Kind: setting.Switch, Group: group,
			Help:   "Nodes of 5 to 9 schedulers, as documented until 2020: 9 cores stay one node.",
			Origin: setting.Inferred, Source: softNUMAPage + ", versions of 2018 to 2020", Fixed: true},
		{Name: manualName, Title: "Manual soft-NUMA nodes", Kind: setting.List, Group: group,
			Help:   "Nodes set in the registry. If there are any, nothing is split automatically.",
			Origin: setting.Documented, Source: softNUMAPage,
			Fields: []setting.Setting{{Name: "cpus", Title: "CPUs", Kind: setting.Text, Check: checkCPUs,
				Help: "For example 0 TO 5. CPUs that no node names stay in nodes of their own."}}},
		{Name: poolsName, Title: "Resource pools", Kind: setting.List, Group: group,
			Help:   "Pools of the Resource Governor. Sessions that name none are in the default one.",
			Origin: setting.Documented, Source: "sql-docs, CREATE RESOURCE POOL", Fields: poolFields()},
	}
}

func poolFields() []setting.Setting {
	return []setting.Setting{
		{Name: "name", Title: "Name", Kind: setting.Text, Help: "By which sessions name the pool."},
		{Name: "max_dop", Title: "MAX_DOP of its workload group", Kind: setting.Number, Max: 64,
			Help: "Caps the degree of parallelism, hints included. 0 = no cap."},
		{Name: "schedulers", Title: "AFFINITY SCHEDULER", Kind: setting.Text, Check: checkCPUs,
			Help: "Scheduler ids, for example 0 TO 7, 16. Empty = AUTO."},
		{Name: "numa_nodes", Title: "AFFINITY NUMANODE", Kind: setting.Text, Check: checkCPUs,
			Help: "Hardware NUMA nodes (memory nodes), for example 0, 1. Empty = AUTO."},
	}
}

func placementSettings() []setting.Setting {
	const group = "Placement"
	return []setting.Setting{
		{Name: placementName, Title: "Parallel placement", Kind: setting.Choice, Group: group,
			Default: setting.Value{Text: "spread"}, Choices: placementOptions(),
			Help:   "On which node the workers of a parallel query are put.",
			Origin: setting.Published, Source: placementPost},
		{Name: cursorName, Title: "Unit of the placement cursor", Kind: setting.Choice, Group: group,
			Default: setting.Value{Text: "slots"}, Fixed: true,
			Choices: []setting.Option{{Name: "slots", Title: "scheduler slots"},
				{Name: "nodes", Title: "one node a query"}},
			Help: "Spread goes on where the last parallel query ended. " +
				"Slots reproduce the published examples; " +
				"one node a query is the other reading of the text.",
			Origin: setting.Inferred, Source: darlingPost},
		{Name: tieName, Title: "Among equally loaded schedulers", Kind: setting.Choice, Group: group,
			Default: setting.Value{Text: "highest"}, Fixed: true,
			Choices: []setting.Option{{Name: "highest", Title: "highest id"},
				{Name: "lowest", Title: "lowest id"}},
			Help:   "Which one is taken when a node is only partly needed.",
			Origin: setting.Inferred, Source: darlingPost + ": scheduler 22 is one of the doubled"},
		{Name: marginName, Title: "Load margin of the preferred scheduler", Kind: setting.Number, Unit: "%",
			Group: group,
			Max:   1000, Default: number(20), Fixed: true,
			Help: "A batch leaves its session's scheduler if that carries so much more load " +
				"than the node's others.",
			Origin: setting.Published, Source: schedulingPost},
		{Name: firstNodeName, Title: "Node of the first connection", Kind: setting.Number, Group: group,
			Max:    255,
			Help:   "Connections take nodes in turn; where the turn stands after a start is not known.",
			Origin: setting.Assumed, Source: "assumed: node 0", Fixed: true},
	}
}

func schedulerSettings() []setting.Setting {
	const group = "Schedulers"
	return []setting.Setting{
		{Name: quantumName, Title: "Quantum", Kind: setting.Number, Unit: "µs", Group: group, Min: 100,
			Max:     1_000_000,
			Default: number(4000), Fixed: true,
			Help:   "CPU time after which a worker yields. Not configurable in the product.",
			Origin: setting.Documented, Source: threadGuide},
		{Name: policyName, Title: "Scheduling policy", Kind: setting.Choice, Group: group, Fixed: true,
			Default: setting.Value{Text: "version"},
			Choices: []setting.Option{{Name: "version", Title: "as the version does"},
				{Name: "rr", Title: "first come, first served"},
				{Name: "percentile", Title: "percentile (2012 to 2014)"},
				{Name: "ldf", Title: "large deficit first (2016 and later)"}},
			Help:   "Matters only for workers that yield before their quantum is used.",
			Origin: setting.Published, Source: dorrPost},
		{Name: switchName, Title: "Cost of a context switch", Kind: setting.Number, Unit: "ns", Group: group,
			Max:   100_000,
			Fixed: true, Help: "CPU time lost when another worker is put on the CPU.",
			Origin: setting.Assumed,
			Source: "assumed: 0, so that figures are those of the quantum alone; 2,000 is a usual cost"},
	}
}

var on = setting.Value{Number: 1}

func number(n int64) setting.Value { return setting.Value{Number: n} }

// version is what a release does in its own way.
type version struct {
	option   setting.Option
	reclaim  int64 // permille of the quantum that early yielders may claim back
	consumer bool  // CXCONSUMER exists
	storage  storageRules
}

// versions, oldest first. CXCONSUMER came with 2016 SP2 and 2017 CU3 (sys.dm_os_wait_stats).
func versions() []version {
	return []version{
		{setting.Option{Name: "2014", Title: "2014 SP2"}, percentileReclaim, false, rules2014},
		{setting.Option{Name: "2016", Title: "2016"}, deficitReclaim, false, rules2016},
		{setting.Option{Name: "2016sp2", Title: "2016 SP2"}, deficitReclaim, true, rules2016},
		{setting.Option{Name: "2017", Title: "2017"}, deficitReclaim, true, rules2017},
		{setting.Option{Name: "2019", Title: "2019"}, deficitReclaim, true, rules2019},
		{setting.Option{Name: "2022", Title: "2022"}, deficitReclaim, true, rules2022},
	}
}

// Shares of an unused quantum that a worker which yields early gets back at once. The first makes the
// published 5:1 of 2012 to 2014 (calibrated), the second the published 1:1 of 2016.
const (
	percentileReclaim = 200
	deficitReclaim    = 1000
)

func versionOptions() []setting.Option {
	var options []setting.Option
	for _, v := range versions() {
		options = append(options, v.option)
	}
	return options
}

func versionNamed(name string) version {
	for _, v := range versions() {
		if v.option.Name == name {
			return v
		}
	}
	panic("sqlserver: no version " + name)
}

// reclaimOf is the policy in force.
func reclaimOf(values setting.Values) int64 {
	switch values.Text(policyName) {
	case "rr":
		return 0
	case "percentile":
		return percentileReclaim
	case "ldf":
		return deficitReclaim
	}
	return versionNamed(values.Text(versionName)).reclaim
}

// checkCPUs says what is wrong with a text such as "0 TO 3, 8".
func checkCPUs(text string) string {
	_, wrong := parseRanges(text)
	return wrong
}

// parseRanges reads numbers and ranges in the product's spelling: "0 TO 3, 8" or "0-3,8".
func parseRanges(text string) (numbers []int, wrong string) {
	for _, part := range splitRanges(text) {
		first, last, ok := parseRange(part)
		if !ok {
			return nil, "\"" + part + "\" is neither a number nor a range such as 0 TO 7"
		}
		if last < first || last-first > math.MaxInt16 {
			return nil, "the range \"" + part + "\" does not go up"
		}
		for n := first; n <= last; n++ {
			numbers = append(numbers, n)
		}
	}
	return numbers, ""
}
