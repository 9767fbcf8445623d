// Package proto is the messages between the page, which owns the document and the DOM, and the runner, which
// owns the run, its log and the canvases; or the maker, a runner without canvases that makes files and reads
// pasted texts. All ends are of the same build; a message travels as text that only they read (codec.go).
package proto

// Picked is what is selected or pointed at. ID is a position or number of the kind's own: of a group in the
// layout for memory nodes and nodes, of a lane, task, request, session or wait type.
type Picked struct {
	Kind string // "", memory, node, scheduler, worker, request, session, wait
	ID   int32
}

// ToRunner is one message of the page to the runner or the maker; exactly one field besides Generation is
// set. The generation counts the page's documents: what is said of an older one is out of date and dropped.
type ToRunner struct {
	Generation int
	Open       *Open
	Draw       *Draw
	Point      *Point
	Seek       *Seek
	Copy       *Copy
	Cancel     *Cancel
	Export     *Export
	Import     *Import
	Explain    *Explain
	Measure    *Measure
}

// Open asks for a run of a document.
type Open struct {
	Document string // JSON text
}

// Cancel stops the run under way; the previous one stays.
type Cancel struct{}

// Draw asks for the pictures at an instant and what the open panels show. Times are nanoseconds.
type Draw struct {
	Sequence int
	At       int64
	Playing  bool
	Speed    int64  // permille of real time
	Theme    string // light, dark
	Reduced  bool   // motion
	Picked   Picked
	Hovered  Picked
	Colour   string // request, state, wait, load
	Plan     Canvas
	Line     Canvas
	From     int64 // the timeline's span
	To       int64
	Scroll   int     // of the timeline's lanes, CSS pixels
	Open     []int32 // groups opened in the timeline
	Zoom     int32   // group that the floor plan is zoomed to; -1 = the machine
	Tab      string  // waits, placement, tables, log, "" = none
	Table    string  // name of the product's table
	First    int     // row of the tab's table from which rows are wanted
	Count    int     // how many; 0 = all
	// position + 1 of the column that orders the rows, negative = downwards, 0 = none
	Sort   int
	Lines  Lines
	Series bool // the charts' series for From..To are wanted
	Twin   bool // the tables for screen readers are wanted
}

// Canvas is the size of a picture in CSS pixels; a width of 0 leaves it unpainted.
type Canvas struct {
	Width  int
	Height int     // the most it may use
	Ratio  float64 // device pixels a CSS pixel
	Fits   bool    // drawn more simply where it would be higher
	Fills  bool    // drawn larger where it would be lower
}

// Point asks what is at a place of a picture, in CSS pixels.
type Point struct {
	Picture string // plan, line, strip, figures
	X       float64
	Y       float64
	Pick    bool // a click: the answer becomes the selection
}

// Seek asks for the instant of the next or previous thing of a kind.
type Seek struct {
	At     int64
	What   string // event, quantum, yield, placement, completion, block (of the picked worker)
	Back   bool
	Picked Picked
}

// Copy asks for a table as tab-separated text.
type Copy struct {
	Tab   string
	Table string
	At    int64
	Lines Lines
}

// ToPage is one message of the runner or the maker; exactly one field besides Generation is set.
type ToPage struct {
	Generation int
	Ready      *Ready
	Progress   *Progress
	Opened     *Opened
	Refused    *Refused
	Variant    *Variant
	Judged     *Judged
	Drawn      *Drawn
	Tip        *Tip
	Sought     *Sought
	Copied     *Copied
	Exported   *Exported
	Imported   *Imported
	Explained  *Explained
	Measured   *Measured
	Failed     *Failed
}

// Ready says that the runner takes messages.
type Ready struct{}

// Progress says how far a run is.
type Progress struct {
	At         int64
	Duration   int64
	Events     int64
	Schedulers int
}

// Refused lists the problems of a document that cannot be run.
type Refused struct {
	Problems []Problem
}

// Problem is one thing wrong with a document.
type Problem struct {
	Path    string
	Message string
	Hint    string
	Line    int
}

// Opened says that a run is complete, and what does not depend on the playhead.
type Opened struct {
	Title      string
	Duration   int64
	From       int64 // the window of measurement
	To         int64
	Ended      int64 // when it stopped by a limit before Duration; else Duration
	Hash       string
	Seed       uint64
	Metrics    map[string]float64
	Claims     []Claim
	Headline   Value    // the metric that variants are compared by
	Broken     []string // laws
	Groups     []Group
	Schedulers int
	Classes    []Class
	Requests   int
	// requests with a colour of their own, in order, at most 12
	Chips []Chip
	// on the scrub bar
	Marks  []Mark
	Tables []Table
	// the product's words: memory, node, scheduler, worker, request
	Nouns       map[string]string
	ProductName string
	Quantum     int64
}

// Claim is a row of reported beside simulated.
type Claim struct {
	Label     string
	Metric    string
	Reported  string // as the document says it, with its unit
	Simulated string
	Low       float64 // range that the claim allows, and where both stand on a bar, 0..1
	High      float64
	Mark      float64
	Kind      string // predicted, calibrated, disagrees
	Evidence  string
	Why       string
	Source    string
	Holds     bool
	Of        string // variant that it is about
	Pending   bool   // its variation has not been run yet
}

// Judged replaces the claims once the variations that they speak of have been run.
type Judged struct {
	Claims []Claim
}

// Value is a number with its name, as it is shown.
type Value struct {
	Name string
	Text string
}

// Group is a memory node or node: Level 0 or 1.
type Group struct {
	Level  int
	Number int32
	Parent int
	Label  string
	Lanes  []int32
}

// Class is a query class with its colour: the number of a request colour, 1..12; 0 = other.
type Class struct {
	Name     string
	Title    string
	Colour   int
	Requests int
}

// Mark is something on the scrub bar.
type Mark struct {
	At    int64
	Label string
}

// Table is the name of one of the product's tables.
type Table struct {
	Name  string
	Title string
}

// Variant is the headline of one of the document's variants, run in the background.
type Variant struct {
	Index int
	Text  string
	Error string
}

// Drawn answers Draw: the canvases have been painted, and this is the rest.
type Drawn struct {
	Sequence int
	At       int64
	Headline string // the caption
	Why      string
	Plan     Picture
	Line     Picture
	Strip    Picture // of memory; without height if the run has none
	Figures  Picture // of amounts over time, on the timeline's axis; the same
	Now      Now
	Series   *Series
	Rows     *Rows // of the open tab
	Inspect  *Inspect
	Twin     [][]string // node, scheduler, running, runnable, wait
	Micros   int64      // work of this frame
}

// Picture is what the page must know of a painted picture.
type Picture struct {
	Height  int    // used, CSS pixels
	Title   string // of figures
	Note    string // what is shown and how it is merged
	Legend  []Legend
	Spots   []Spot // focusable places: nodes and schedulers
	Outline []Spot // of the selection and of what is pointed at
	// height of all lanes, for scrolling
	Inner  int
	Tables []Rows // what figures show, for who cannot see them; Table is the title of each
}

// Legend is an entry of a picture's legend: a mark (running, runnable, suspended, idle, yield, h1..h6,
// q1..q12).
type Legend struct {
	Mark string
	Text string
}

// Spot is a rectangle of a picture in CSS pixels with what is there, and what a screen reader says of it.
type Spot struct {
	Picked Picked
	X      float64
	Y      float64
	Width  float64
	Height float64
	Text   string
}

// Now is the values at the playhead.
type Now struct {
	Busy     float64 // percent of the CPUs
	Running  int
	Runnable int
	Waiting  int // suspended tasks
	Pending  int
	Yields   float64   // a second, over all lanes
	Nodes    []float64 // busy percent by node
}

// Series are the charts' lines: one value a column of the timeline's width.
type Series struct {
	From     int64
	To       int64
	At       []float64 // seconds
	Busy     []float64
	Running  []float64
	Runnable []float64
	Nodes    [][]float64 // busy percent, by node
	Waits    []Wait      // waiting tasks by wait type, the busiest first
}

// Wait is one wait type's line.
type Wait struct {
	Name   string
	Values []float64
}

// Rows are the rows of the open tab.
type Rows struct {
	Tab     string
	Table   string
	Note    string
	First   int // number of the first row in Cells; those asked for, of Total
	Total   int
	Columns []Column
	Cells   [][]string
	Picked  []Picked  // what each row is about
	Shares  []float64 // 0..1: the bar of each row
	Chart   *Placement
	Here    int       // of the log: so many rows are not after the playhead
	Fields  [][]Field // of the log: parts of each row's last cell that can be explained
}

// Column is a column of a table.
type Column struct {
	Name    string
	Numeric bool
}

// Placement is parallel requests in order of start against the nodes they landed on.
type Placement struct {
	Nodes []string
	Items []Placed
	Text  string // what the pattern says
}

// Placed is one parallel request.
type Placed struct {
	Picked Picked
	Name   string
	Colour int
	Long   bool
	Nodes  []int32 // positions in Placement.Nodes
}

// Inspect is what the inspector says of the selection.
type Inspect struct {
	Title   string
	Sub     string
	Facts   []Value
	Chips   []Chip
	Columns []Column
	Cells   [][]string
	Colours []int // of the rows' first cell
}

// Chip is a request's name in its colour.
type Chip struct {
	Picked Picked
	Text   string
	Colour int
}

// Tip answers Point.
type Tip struct {
	Picture string
	Pick    bool
	Picked  Picked
	Spot    Spot
	Title   string
	Colour  int
	Facts   []Value
	At      int64 // the instant at the place, timeline only
}

// Sought answers Seek.
type Sought struct {
	At     int64
	Found  bool
	Picked Picked
	Text   string
}

// Copied answers Copy.
type Copied struct {
	Text string
	Rows int
}

// Failed says that the runner met a mistake of ours and is about to end.
type Failed struct {
	Message string
	Stack   string
}
