package scenario

import (
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
)

// maxName and maxProse bound texts, in characters.
const (
	maxName  = 60
	maxTitle = 200
	maxProse = 2000
)

// defaultSMTSpeed is in permille. Two busy threads of a core do 1.24 times the work of one.
const defaultSMTSpeed = 620 // assumed: gains of 20 to 30 % are usual for database work

// described marks the origin of defaults that no source is given for.
func described(fields ...Field) []Field {
	for i := range fields {
		if fields[i].Source == "" {
			fields[i].Origin = setting.Assumed
		}
	}
	return fields
}

func number(n int64) setting.Value { return setting.Value{Number: n} }

func name(help string) Field {
	return Field{Setting: setting.Setting{Name: "name", Title: "Name", Kind: setting.Text, Max: maxName,
		Help: help, Check: checkName}}
}

func required(f Field) Field {
	f.Required = true
	return f
}

// ScenarioFields describe the head of a document.
var ScenarioFields = described(
	Field{Setting: setting.Setting{Name: "version", Title: "Version", Max: Version, Min: 1}, Required: true,
		Reserved: true},
	Field{Setting: setting.Setting{Name: "title", Title: "Title", Kind: setting.Text, Max: maxTitle,
		Help: "What the scenario is, in a few words."}},
	Field{Setting: setting.Setting{Name: "summary", Title: "Summary", Kind: setting.Text, Max: maxProse,
		Help: "What happens and why it matters, in some sentences."}},
	Field{Setting: setting.Setting{Name: "look", Title: "What to watch", Kind: setting.Text, Max: maxProse,
		Help: "Where to look while it plays."}},
	Field{Setting: setting.Setting{Name: "seed", Title: "Seed", Max: 1 << 53, Default: number(1),
		Help: "Start of all random numbers: the same seed gives the same run."}},
	Field{Setting: setting.Setting{Name: "duration_ms", Title: "Duration", Unit: "ms", Min: 1000,
		Max: int64(MaxDuration), Default: number(int64(10 * sim.Second)),
		Help: "Simulated time from the start to the end of the run.", Decimals: 6}, Required: true},
	Field{Setting: setting.Setting{Name: "headline", Title: "Headline metric", Kind: setting.Text,
		Max:  maxName,
		Help: "Metric by which variants are compared; the product's if empty."}},
)

// MeasureFields describe the window of metrics.
var MeasureFields = described(
	Field{Setting: setting.Setting{Name: "from_ms", Title: "Measure from", Unit: "ms",
		Max:  int64(MaxDuration),
		Help: "Metrics count from here, for example when all sessions have started.", Decimals: 6}},
	Field{Setting: setting.Setting{Name: "to_ms", Title: "Measure to", Unit: "ms", Max: int64(MaxDuration),
		Default: number(int64(MaxDuration)), Help: "Metrics count until here; the end of the run if not " +
			"given.",
		Decimals: 6}},
)

var smtField = Field{Setting: setting.Setting{Name: "smt_speed_pct", Title: "Speed beside a busy sibling",
	Unit: "%", Min: 10, Max: 1000, Default: number(defaultSMTSpeed), Origin: setting.Assumed,
	Help: "Speed of each thread of a core while its sibling is busy too.", Decimals: 1}}

// MachineFields describe a machine in its short form: all nodes alike.
var MachineFields = described(
	name("Name of the machine, by which systems and paths name it."),
	Field{Setting: setting.Setting{Name: "packages", Title: "Packages", Min: 1, Max: topology.MaxPackages,
		Default: number(1), Help: "Physical processors, one a socket."}},
	Field{Setting: setting.Setting{Name: "nodes_per_package", Title: "NUMA nodes per package", Min: 1,
		Max: topology.MaxNodes, Default: number(1), Help: "Nodes of memory inside one package."}},
	Field{Setting: setting.Setting{Name: "cores_per_node", Title: "Cores per node", Min: 1,
		Max: topology.MaxCPUs, Default: number(1), Help: "Physical cores of each NUMA node."}},
	Field{Setting: setting.Setting{Name: "threads_per_core", Title: "Threads per core", Min: 1, Max: 8,
		Default: number(1), Help: "CPUs of each core: 2 with hyper-threading, 1 without."}},
	Field{Setting: setting.Setting{Name: "memory_gb_per_node", Title: "Memory per node", Unit: "GB",
		Max: 1 << 20, Help: "Installed memory of each NUMA node; 0 if not known."}},
	Field{Setting: setting.Setting{Name: "remote_distance", Title: "Distance to other nodes",
		Min: topology.MinDistance, Max: topology.MaxDistance, Default: number(topology.RemoteDistance),
		Help: "Relative cost of memory of another node, where local memory costs 10."}},
	smtField,
)

// ExplicitFields describe a machine in its explicit form, as importers produce it, besides its lists.
var ExplicitFields = described(
	name("Name of the machine, by which systems and paths name it."),
	Field{Setting: setting.Setting{Name: "packages", Title: "Packages", Kind: setting.List,
		Help: "Ids of the packages; those that the nodes name if not given."}, Reserved: true},
	Field{Setting: setting.Setting{Name: "offline", Title: "Off-line CPUs", Kind: setting.Text, Max: maxProse,
		Help: "Ids of CPUs that the operating system does not use, as in 4-7,12."}, Reserved: true},
	Field{Setting: setting.Setting{Name: "distances", Title: "Distances", Kind: setting.List,
		Help: "One row of numbers a node, 10 for local memory; not known if not given."}, Reserved: true},
	smtField,
)

// NodeFields describe a NUMA node of an explicit machine. One without id holds the CPUs of no known node.
var NodeFields = described(
	Field{Setting: setting.Setting{Name: "id", Title: "Id", Max: maxID,
		Help: "Number that the system prints."},
		Required: true},
	Field{Setting: setting.Setting{Name: "package", Title: "Package", Max: maxID,
		Default: number(topology.Unknown),
		Help:    "Id of its package; not known, or several, if not given."}},
	Field{Setting: setting.Setting{Name: "memory_mb", Title: "Memory", Unit: "MB", Max: 1 << 30,
		Default: number(topology.Unknown), Help: "Installed memory; not known if not given."}},
	Field{Setting: setting.Setting{Name: "memory_bytes", Title: "Memory", Unit: "bytes", Max: 1 << 50,
		Default: number(topology.Unknown), Help: "Installed memory, where it is no whole number of MB."}},
	Field{Setting: setting.Setting{Name: "cpus", Title: "CPUs", Kind: setting.Text,
		Help: "Ids as in 0-23: one CPU a core; or a list of such texts of equal length, one a thread of " +
			"the cores."},
		Reserved: true},
	Field{Setting: setting.Setting{Name: "cores", Title: "Cores", Kind: setting.Text,
		Help: "Ids of the cores as in 0-23, in the order of their CPUs; or a list of objects with id, " +
			"cpus, package."},
		Reserved: true},
)

// CoreFields describe a core of an explicit machine.
var CoreFields = described(
	Field{Setting: setting.Setting{Name: "id", Title: "Id", Max: maxID,
		Help: "Number of the core inside its package."}, Required: true},
	Field{Setting: setting.Setting{Name: "cpus", Title: "CPUs", Kind: setting.Text, Max: maxProse,
		Help: "Ids as in 0,48, or a list of numbers."}, Reserved: true},
	Field{Setting: setting.Setting{Name: "package", Title: "Package", Max: maxID,
		Default: number(topology.Unknown),
		Help:    "Id of its package; that of the node if not given."}},
)

// GroupFields describe a processor group of an explicit machine.
var GroupFields = described(
	Field{Setting: setting.Setting{Name: "id", Title: "Id", Max: maxID, Help: "Number of the group."},
		Required: true},
	Field{Setting: setting.Setting{Name: "cpus", Title: "CPUs", Kind: setting.Text, Max: maxProse,
		Help: "Ids as in 0-63."}, Required: true, Reserved: true},
	Field{Setting: setting.Setting{Name: "bits", Title: "Bits", Kind: setting.Text, Max: maxProse,
		Help: "Places of these CPUs in the mask, as in 0-63; from 0 on if not given."}, Reserved: true},
)

// CardFields describe a network card of an explicit machine.
var CardFields = described(
	Field{Setting: setting.Setting{Name: "name", Title: "Name", Kind: setting.Text, Max: maxName,
		Help: "Name that the system prints."}, Required: true},
	Field{Setting: setting.Setting{Name: "node", Title: "NUMA node", Max: maxID,
		Default: number(topology.Unknown), Help: "Id of the node that it is attached to."}},
	Field{Setting: setting.Setting{Name: "speed_mbit_s", Title: "Speed", Unit: "Mbit/s", Max: 1e13,
		Help: "0 if not known.", Decimals: 6}},
	Field{Setting: setting.Setting{Name: "queues", Title: "Receive queues", Max: topology.MaxCPUs,
		Help: "0 if not known."}},
)

// maxID is the largest number of a node, core or CPU that a list can hold.
const maxID = 1<<16 - 1
