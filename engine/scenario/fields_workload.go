package scenario

import (
	"schedlab/engine/setting"
	"schedlab/engine/sim"
)

// ClassFields describe a query class.
var ClassFields = described(
	required(name("Name of the class, by which sessions and paths name it.")),
	Field{Setting: setting.Setting{Name: "title", Title: "Title", Kind: setting.Text, Max: maxTitle,
		Help: "What the user sees; the name if empty."}},
	Field{Setting: setting.Setting{Name: "system", Title: "System", Kind: setting.Text, Max: maxName,
		Help: "System that the requests go to; the first one if empty."}, Refers: "systems"},
	Field{Setting: setting.Setting{Name: "cost", Title: "Cost", Unit: "units", Max: 1e15,
		Default:  number(100_000),
		Help:     "The optimizer's estimate, in its own units: above a threshold a plan may be parallel.",
		Decimals: 3}},
	Field{Setting: setting.Setting{Name: "dop", Title: "Degree of parallelism", Max: 4096,
		Help: "Hint of the query; 0 = as the server decides, 1 = serial."}},
	Field{Setting: setting.Setting{Name: "branches", Title: "Branches", Min: 1, Max: 64, Default: number(1),
		Help: "Zones of the parallel plan that run at the same time, each with workers of its own."}},
	Field{Setting: setting.Setting{Name: "cpu_ms", Title: "CPU time", Unit: "ms", Min: 1000,
		Max:     int64(MaxDuration),
		Default: number(int64(sim.Millisecond)),
		Choices: []setting.Option{{Name: endless, Title: "never ends"}},
		Help:    "CPU time of each worker, or of the whole serial request.", Decimals: 6}, Law: true},
	Field{Setting: setting.Setting{Name: "skew_pct", Title: "Skew", Unit: "%", Max: 100_000,
		Help:     "How much longer the last worker works than the first; those between them in equal steps.",
		Decimals: 1}},
	Field{Setting: setting.Setting{Name: "coordinator_us", Title: "CPU time of the coordinator", Unit: "µs",
		Max: int64(sim.Hour), Default: number(int64(100 * sim.Microsecond)),
		Help: "CPU time before the workers of a parallel plan start.", Decimals: 3}},
	Field{Setting: setting.Setting{Name: "reads", Title: "Page reads", Unit: "pages", Max: 1_000_000,
		Help: "Reads that miss the cache, of each worker, between equal parts of its CPU time."}},
	Field{Setting: setting.Setting{Name: "yield_every_us", Title: "Yields every", Unit: "µs",
		Max:  int64(sim.Hour),
		Help: "CPU time after which a worker yields early; 0 = it uses whole quanta.", Decimals: 3}},
	Field{Setting: setting.Setting{Name: "wait_ms", Title: "Wait", Unit: "ms", Max: int64(MaxDuration),
		Help: "Time of a request without a CPU, whatever the load: devices, journal, network. " +
			"It follows the CPU time.", Decimals: 6}, Law: true},
	Field{Setting: setting.Setting{Name: "phases", Title: "Phases", Min: 1, Max: 100, Default: number(1),
		Help: "Into how many equal parts CPU time and wait are cut, which follow each other in turn; " +
			"each part is drawn by itself. Without a wait there is one."}},
	Field{Setting: setting.Setting{Name: "database", Title: "Database", Kind: setting.Text, Max: maxName,
		Help: "What its commits change; the system's first database if empty."}, Refers: "databases"},
	Field{Setting: setting.Setting{Name: "dirty_pages", Title: "Pages dirtied", Unit: "pages", Max: 1_000_000,
		Help: "Pages that a request changes when it commits."}},
	Field{Setting: setting.Setting{Name: "log_kb", Title: "Log", Unit: "KB", Max: 1_000_000_000,
		Help: "Log that a request writes when it commits.", Decimals: 3}},
	Field{Setting: setting.Setting{Name: "log_records", Title: "Log records", Unit: "records",
		Max:  1_000_000_000,
		Help: "Log records of that; 0 = one for each page and one for the commit, which is the least."}},
)

// endless is the word for CPU time that never ends.
const endless = "endless"

// LawFields describe a distribution of times.
var LawFields = described(
	Field{Setting: setting.Setting{Name: "law", Title: "Law", Kind: setting.Choice,
		Choices: []setting.Option{{Name: "fixed", Title: "always the same"},
			{Name: "exponential", Title: "exponential"},
			{Name: "lognormal", Title: "log-normal"}},
		Help: "Form of the distribution."}, Required: true},
	Field{Setting: setting.Setting{Name: "mean_ms", Title: "Mean", Unit: "ms", Max: int64(MaxDuration),
		Help: "Mean of the times.", Decimals: 6}, Required: true},
	Field{Setting: setting.Setting{Name: "sigma", Title: "Sigma", Max: 4000, Default: number(500),
		Help: "Standard deviation of the logarithm, for log-normal times.", Decimals: 3}},
)

// SessionFields describe a group of sessions.
var SessionFields = described(
	name("Name of the sessions, by which actions and paths name them."),
	Field{Setting: setting.Setting{Name: "system", Title: "System", Kind: setting.Text, Max: maxName,
		Help: "System that they connect to; that of what they run if empty."}, Refers: "systems"},
	Field{Setting: setting.Setting{Name: "count", Title: "Connections", Min: 1, Max: MaxConnections,
		Default: number(1), Help: "Client connections that do the same."}},
	Field{Setting: setting.Setting{Name: "start_ms", Title: "First starts at", Unit: "ms",
		Max:  int64(MaxDuration),
		Help: "When the first one connects.", Decimals: 6}},
	Field{Setting: setting.Setting{Name: "every_ms", Title: "Then one every", Unit: "ms",
		Max:  int64(MaxDuration),
		Help: "Time between the starts of two.", Decimals: 6}},
	Field{Setting: setting.Setting{Name: "repeat", Title: "Repeat", Kind: setting.Switch,
		Help: "Start over after the last entry."}},
	Field{Setting: setting.Setting{Name: "pool", Title: "Resource pool", Kind: setting.Text, Max: maxName,
		Help: "Pool that the requests belong to; the default one if empty."}, Refers: "pools"},
	Field{Setting: setting.Setting{Name: "node", Title: "Node", Max: 4095, Default: number(-1),
		Help: "Node on which they connect; as the server decides if not given."}},
)

// RunFields describe an entry of what sessions run.
var RunFields = described(
	Field{Setting: setting.Setting{Name: "class", Title: "Query class", Kind: setting.Text, Max: maxName,
		Help: "What is run."}, Refers: "classes", Required: true},
	Field{Setting: setting.Setting{Name: "times", Title: "Times", Min: 1, Max: 1_000_000_000,
		Default: number(1),
		Help:    "How often, one after the other."}},
	Field{Setting: setting.Setting{Name: "think_ms", Title: "Think time", Unit: "ms", Max: int64(MaxDuration),
		Help: "Time between an answer and what comes next.", Decimals: 6}, Law: true},
)

// ArrivalFields describe a stream of requests that come by themselves.
var ArrivalFields = described(
	Field{Setting: setting.Setting{Name: "class", Title: "Query class", Kind: setting.Text, Max: maxName,
		Help: "What arrives."}, Refers: "classes", Required: true},
	Field{Setting: setting.Setting{Name: "process", Title: "Process", Kind: setting.Choice,
		Choices: []setting.Option{{Name: "poisson", Title: "independent of each other"},
			{Name: "fixed", Title: "evenly spaced"}},
		Default: setting.Value{Text: "poisson"}, Help: "How the requests follow each other."}},
	Field{Setting: setting.Setting{Name: "per_s", Title: "Requests", Unit: "per second", Min: 1,
		Max:  10_000_000_000,
		Help: "Mean rate of arrivals.", Decimals: 3}, Required: true},
	Field{Setting: setting.Setting{Name: "from_ms", Title: "From", Unit: "ms", Max: int64(MaxDuration),
		Help: "When they begin.", Decimals: 6}},
	Field{Setting: setting.Setting{Name: "to_ms", Title: "To", Unit: "ms", Max: int64(MaxDuration),
		Default: number(int64(MaxDuration)), Help: "When they stop; the end of the run if not given.",
		Decimals: 6}},
	Field{Setting: setting.Setting{Name: "connections", Title: "Connections", Min: 1, Max: MaxConnections,
		Default: number(100), Help: "Connections over which they come in turn."}},
	Field{Setting: setting.Setting{Name: "pool", Title: "Resource pool", Kind: setting.Text, Max: maxName,
		Help: "Pool that the requests belong to; the default one if empty."}, Refers: "pools"},
)
