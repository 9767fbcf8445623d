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
	Quantum func(setting.Values) sim.Time
	// Databases names what classes may change; nil, or none = any name.
	Databases func(setting.Values) []string
	// ClassFields names the members of a query class that it understands; see scenario.Product.
	ClassFields []string
	// Plain says that requests do their steps one after another on CPUs that any of them may use, and that
	// the product does nothing else that counts: closed forms describe it. See analytic.Chain.
	Plain    bool
	Headline string // the metric by which variants are compared unless the scenario says another
	Tables   []Table
	// Caption reads the picture aloud: a sentence with the numbers in it, then one that says why.
	Caption func(Reading) Caption
	// Figures are pictures of amounts and ranges, besides the schedulers', in the order in which they are
	// drawn.
	Figures []Figure
	// Laws checks what only the product can: it gives the laws that a finished run does not keep. nil = none.
	Laws func(Reading) []string
	// LogLines are the lines that the product would have written into its own log until the reading's time.
	LogLines func(Reading) []LogLine
}

// FigureKind is the shape of a figure.
type FigureKind uint8

// Figure kinds. All but the strip share the timeline's axis of time.
const (
	// Strip is a row a memory node: what of its memory the series make up now, with a head where a range is.
	Strip FigureKind = iota
	Areas            // stacked series that add up
	Bars             // a row a thing: ranges as bars
	Line             // one series, or the rate of one that only grows
)

// Figure is a picture of some series or ranges of an instance. It is drawn only if the run has any of them.
type Figure struct {
	Kind  FigureKind
	Title string
	Of    string // Metric of the series, or of the ranges
	Note  string // beside the title: what a mark stands for
	// Limit gives a value that is marked in the picture, with its name; nil = none.
	Limit func(setting.Values) (value int64, name string)
	Parts []FigurePart
}

// FigurePart is how ranges with the reason are drawn inside a Bars figure or as heads of a Strip.
type FigurePart struct {
	Why  trace.Reason
	Name string // for the legend
	Look FigureLook
}

// FigureLook is how a bar looks.
type FigureLook uint8

// Looks.
const (
	Due   FigureLook = iota // dashed: waits for its turn
	Light                   // outlined, light
	Full                    // solid
)

// Nouns are the product's own words, singular, for things that have general names here.
type Nouns struct{ MemoryNode, Node, Scheduler, Worker, Request string }

// Cause is a wait type or another named reason.
type Cause struct {
	Name string // as the product prints it
	Wait bool
	Idle bool   // a wait in which a worker of the server's own has nothing to do: no load, shown last
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
	// Fields explain parts of the text, in the order of the text.
	Fields []LogField
}

// LogField is a part of a line, from the byte From to before the byte To, and what it means.
type LogField struct {
	From, To int
	Name     string
	Help     string
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
