package system

import (
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// Description is all that others need to know of a product to check documents, to make forms, and to show
// what happened in the product's own words.
type Description struct {
	Name     string // in documents
	Title    string
	Summary  string
	Settings []setting.Setting
	Causes   []Cause // by trace.Reason; wait types first
	Nouns    Nouns
	// Quantum is the CPU time after which a worker yields; nil = the product has no such thing.
	Quantum  func(setting.Values) sim.Time
	Headline string // the metric by which variants are compared unless the scenario says another
	Tables   []Table
	// Caption reads the picture aloud: a sentence with the numbers in it, then one that says why.
	Caption func(Reading) Caption
	// LogLines are the lines that the product would have written into its own log until the reading's time.
	LogLines func(Reading) []LogLine
}

// Nouns are the product's own words, singular, for things that have general names here.
type Nouns struct{ MemoryNode, Node, Scheduler, Worker, Request string }

// Cause is a wait type or another named reason.
type Cause struct {
	Name string // as the product prints it
	Wait bool
	Help string // what it means, in a sentence
	// Explain reads an account aloud for the waits table; nil = Help.
	Explain func(Reading, trace.WaitAccount) string
}

// Caption is what stands above the picture.
type Caption struct{ Headline, Why string }

// LogLine is a line of the product's own log.
type LogLine struct {
	At     sim.Time
	Source string
	Text   string
}

// Table is one of the product's own tables as it prints it.
type Table struct {
	Name    string // for example sys.dm_os_schedulers
	Title   string // what it shows, in a few words
	Columns []Column
	Rows    func(Reading) [][]string
	// Thing says what the first Column with the mark Key names, so that a row can be selected with it.
	Thing trace.Thing
}

// Column is a table's column.
type Column struct {
	Name    string
	Numeric bool
	Key     bool // the number by which a row's thing is selected: a lane's, request's or session's number
}

// Reading is what tables, captions and lines are made from: a run as it was at an instant.
type Reading struct {
	Log         *trace.Log
	Ledger      *trace.Ledger // at At
	Instance    trace.InstanceID
	At          sim.Time
	Machine     topology.Machine
	Values      setting.Values
	Workload    *workload.Workload
	Connections []workload.Connection
}

// Layout is the instance's structure.
func (r Reading) Layout() *trace.Layout { return &r.Ledger.Instances[r.Instance].Layout }

// Lanes are the accounts of the instance's lanes, by position in its layout.
func (r Reading) Lanes() []trace.LaneAccount {
	first := int(r.Ledger.Instances[r.Instance].First)
	return r.Ledger.Lanes[first : first+len(r.Layout().Lanes)]
}
