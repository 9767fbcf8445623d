// Package proto is the messages between the page, which owns the document and the DOM, and the runner, which
// owns the run, its log and the canvases. Both ends are Go; a message travels as JSON text.
package proto

import "encoding/json"

// Picked is what is selected or pointed at. ID is a position or number of the kind's own: of a group in the
// layout for memory nodes and nodes, of a lane, task, request, session or wait type.
type Picked struct {
	Kind string `json:"kind,omitempty"` // "", memory, node, scheduler, worker, request, session, wait
	ID   int32  `json:"id,omitempty"`
}

// ToRunner is one message of the page; exactly one field besides Generation is set. The generation counts the
// page's documents: what is said of an older one is out of date and dropped.
type ToRunner struct {
	Generation int     `json:"generation"`
	Open       *Open   `json:"open,omitempty"`
	Draw       *Draw   `json:"draw,omitempty"`
	Point      *Point  `json:"point,omitempty"`
	Seek       *Seek   `json:"seek,omitempty"`
	Copy       *Copy   `json:"copy,omitempty"`
	Cancel     *Cancel `json:"cancel,omitempty"`
}

// Open asks for a run of a document.
type Open struct {
	Document string `json:"document"` // JSON text
}

// Cancel stops the run under way; the previous one stays.
type Cancel struct{}

// Draw asks for the pictures at an instant and what the open panels show. Times are nanoseconds.
type Draw struct {
	Sequence int     `json:"sequence"`
	At       int64   `json:"at"`
	Playing  bool    `json:"playing"`
	Speed    int64   `json:"speed"`   // permille of real time
	Theme    string  `json:"theme"`   // light, dark
	Reduced  bool    `json:"reduced"` // motion
	Picked   Picked  `json:"picked"`
	Hovered  Picked  `json:"hovered"`
	Colour   string  `json:"colour"` // request, state, wait, load
	Plan     Canvas  `json:"plan"`
	Line     Canvas  `json:"line"`
	From     int64   `json:"from"` // the timeline's span
	To       int64   `json:"to"`
	Scroll   int     `json:"scroll"` // of the timeline's lanes, CSS pixels
	Open     []int32 `json:"open"`   // groups opened in the timeline
	Zoom     int32   `json:"zoom"`   // group that the floor plan is zoomed to; -1 = the machine
	Tab      string  `json:"tab"`    // waits, placement, tables, log, "" = none
	Table    string  `json:"table"`  // name of the product's table
	First    int     `json:"first"`  // row of the tab's table from which rows are wanted
	Count    int     `json:"count"`  // how many; 0 = all
	// position + 1 of the column that orders the rows, negative = downwards, 0 = none
	Sort   int  `json:"sort"`
	Series bool `json:"series"` // the charts' series for From..To are wanted
	Twin   bool `json:"twin"`   // the table of lanes for screen readers is wanted
}

// Canvas is the size of a picture in CSS pixels; a width of 0 leaves it unpainted.
type Canvas struct {
	Width  int     `json:"width"`
	Height int     `json:"height"` // the most it may use
	Ratio  float64 `json:"ratio"`  // device pixels a CSS pixel
}

// Point asks what is at a place of a picture, in CSS pixels.
type Point struct {
	Picture string  `json:"picture"` // plan, line
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	Pick    bool    `json:"pick"` // a click: the answer becomes the selection
}

// Seek asks for the instant of the next or previous thing of a kind.
type Seek struct {
	At     int64  `json:"at"`
	What   string `json:"what"` // event, quantum, yield, placement, completion, block (of the picked worker)
	Back   bool   `json:"back"`
	Picked Picked `json:"picked"`
}

// Copy asks for a table as tab-separated text.
type Copy struct {
	Tab   string `json:"tab"`
	Table string `json:"table"`
	At    int64  `json:"at"`
}

// ToPage is one message of the runner; exactly one field besides Generation is set.
type ToPage struct {
	Generation int       `json:"generation"`
	Ready      *Ready    `json:"ready,omitempty"`
	Progress   *Progress `json:"progress,omitempty"`
	Opened     *Opened   `json:"opened,omitempty"`
	Refused    *Refused  `json:"refused,omitempty"`
	Variant    *Variant  `json:"variant,omitempty"`
	Judged     *Judged   `json:"judged,omitempty"`
	Drawn      *Drawn    `json:"drawn,omitempty"`
	Tip        *Tip      `json:"tip,omitempty"`
	Sought     *Sought   `json:"sought,omitempty"`
	Copied     *Copied   `json:"copied,omitempty"`
	Failed     *Failed   `json:"failed,omitempty"`
}

// Ready says that the runner takes messages.
type Ready struct{}

// Progress says how far a run is.
type Progress struct {
	At         int64 `json:"at"`
	Duration   int64 `json:"duration"`
	Events     int64 `json:"events"`
	Schedulers int   `json:"schedulers"`
}

// Refused lists the problems of a document that cannot be run.
type Refused struct {
	Problems []Problem `json:"problems"`
}

// Problem is one thing wrong with a document.
type Problem struct {
	Path    string `json:"path"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	Line    int    `json:"line,omitempty"`
}

// Opened says that a run is complete, and what does not depend on the playhead.
type Opened struct {
	Title      string             `json:"title"`
	Duration   int64              `json:"duration"`
	From       int64              `json:"from"` // the window of measurement
	To         int64              `json:"to"`
	Ended      int64              `json:"ended"` // when it stopped by a limit before Duration; else Duration
	Hash       string             `json:"hash"`
	Seed       uint64             `json:"seed"`
	Metrics    map[string]float64 `json:"metrics"`
	Claims     []Claim            `json:"claims"`
	Headline   Value              `json:"headline"`         // the metric that variants are compared by
	Broken     []string           `json:"broken,omitempty"` // laws
	Groups     []Group            `json:"groups"`
	Schedulers int                `json:"schedulers"`
	Classes    []Class            `json:"classes"`
	Requests   int                `json:"requests"`
	// requests with a colour of their own, in order, at most 12
	Chips []Chip `json:"chips,omitempty"`
	// on the scrub bar
	Marks  []Mark  `json:"marks"`
	Tables []Table `json:"tables"`
	// the product's words: memory, node, scheduler, worker, request
	Nouns       map[string]string `json:"nouns"`
	ProductName string            `json:"product"`
	Quantum     int64             `json:"quantum"`
}

// Claim is a row of reported beside simulated.
type Claim struct {
	Label     string  `json:"label"`
	Metric    string  `json:"metric"`
	Reported  string  `json:"reported"` // as the document says it, with its unit
	Simulated string  `json:"simulated"`
	Low       float64 `json:"low"` // range that the claim allows, and where both stand on a bar, 0..1
	High      float64 `json:"high"`
	Mark      float64 `json:"mark"`
	Kind      string  `json:"kind"` // predicted, calibrated, disagrees
	Evidence  string  `json:"evidence"`
	Why       string  `json:"why,omitempty"`
	Source    string  `json:"source"`
	Holds     bool    `json:"holds"`
	Of        string  `json:"of,omitempty"`      // variant that it is about
	Pending   bool    `json:"pending,omitempty"` // its variation has not been run yet
}

// Judged replaces the claims once the variations that they speak of have been run.
type Judged struct {
	Claims []Claim `json:"claims"`
}

// Value is a number with its name, as it is shown.
type Value struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Group is a memory node or node: Level 0 or 1.
type Group struct {
	Level  int     `json:"level"`
	Number int32   `json:"number"`
	Parent int     `json:"parent"`
	Label  string  `json:"label"`
	Lanes  []int32 `json:"lanes"`
}

// Class is a query class with its colour: the number of a request colour, 1..12; 0 = other.
type Class struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Colour   int    `json:"colour"`
	Requests int    `json:"requests"`
}

// Mark is something on the scrub bar.
type Mark struct {
	At    int64  `json:"at"`
	Label string `json:"label"`
}

// Table is the name of one of the product's tables.
type Table struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// Variant is the headline of one of the document's variants, run in the background.
type Variant struct {
	Index int    `json:"index"`
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

// Drawn answers Draw: the canvases have been painted, and this is the rest.
type Drawn struct {
	Sequence int        `json:"sequence"`
	At       int64      `json:"at"`
	Headline string     `json:"headline"` // the caption
	Why      string     `json:"why"`
	Plan     Picture    `json:"plan"`
	Line     Picture    `json:"line"`
	Now      Now        `json:"now"`
	Series   *Series    `json:"series,omitempty"`
	Rows     *Rows      `json:"rows,omitempty"` // of the open tab
	Inspect  *Inspect   `json:"inspect,omitempty"`
	Twin     [][]string `json:"twin,omitempty"` // node, scheduler, running, runnable, wait
	Micros   int64      `json:"micros"`         // work of this frame
}

// Picture is what the page must know of a painted picture.
type Picture struct {
	Height  int      `json:"height"` // used, CSS pixels
	Note    string   `json:"note"`   // what is shown and how it is merged
	Legend  []Legend `json:"legend"`
	Spots   []Spot   `json:"spots,omitempty"`   // focusable places: nodes and schedulers
	Outline []Spot   `json:"outline,omitempty"` // of the selection and of what is pointed at
	// height of all lanes, for scrolling
	Inner int `json:"inner,omitempty"`
}

// Legend is an entry of a picture's legend: a mark (running, runnable, suspended, idle, yield, h1..h6,
// q1..q12).
type Legend struct {
	Mark string `json:"mark"`
	Text string `json:"text"`
}

// Spot is a rectangle of a picture in CSS pixels with what is there, and what a screen reader says of it.
type Spot struct {
	Picked Picked  `json:"picked"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Text   string  `json:"text,omitempty"`
}

// Now is the values at the playhead.
type Now struct {
	Busy     float64   `json:"busy"` // percent of the CPUs
	Running  int       `json:"running"`
	Runnable int       `json:"runnable"`
	Waiting  int       `json:"waiting"` // suspended tasks
	Pending  int       `json:"pending"`
	Yields   float64   `json:"yields"` // a second, over all lanes
	Nodes    []float64 `json:"nodes"`  // busy percent by node
}

// Series are the charts' lines: one value a column of the timeline's width.
type Series struct {
	From     int64       `json:"from"`
	To       int64       `json:"to"`
	At       []float64   `json:"at"` // seconds
	Busy     []float64   `json:"busy"`
	Running  []float64   `json:"running"`
	Runnable []float64   `json:"runnable"`
	Nodes    [][]float64 `json:"nodes"` // busy percent, by node
	Waits    []Wait      `json:"waits"` // waiting tasks by wait type, the busiest first
}

// Wait is one wait type's line.
type Wait struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
}

// Rows are the rows of the open tab.
type Rows struct {
	Tab     string     `json:"tab"`
	Table   string     `json:"table,omitempty"`
	Note    string     `json:"note"`
	First   int        `json:"first"` // number of the first row in Cells; those asked for, of Total
	Total   int        `json:"total"`
	Columns []Column   `json:"columns"`
	Cells   [][]string `json:"cells"`
	Picked  []Picked   `json:"picked,omitempty"` // what each row is about
	Shares  []float64  `json:"shares,omitempty"` // 0..1: the bar of each row
	Chart   *Placement `json:"chart,omitempty"`
}

// Column is a column of a table.
type Column struct {
	Name    string `json:"name"`
	Numeric bool   `json:"numeric"`
}

// Placement is parallel requests in order of start against the nodes they landed on.
type Placement struct {
	Nodes []string `json:"nodes"`
	Items []Placed `json:"items"`
	Text  string   `json:"text"` // what the pattern says
}

// Placed is one parallel request.
type Placed struct {
	Picked Picked  `json:"picked"`
	Name   string  `json:"name"`
	Colour int     `json:"colour"`
	Long   bool    `json:"long"`
	Nodes  []int32 `json:"nodes"` // positions in Placement.Nodes
}

// Inspect is what the inspector says of the selection.
type Inspect struct {
	Title   string     `json:"title"`
	Sub     string     `json:"sub"`
	Facts   []Value    `json:"facts"`
	Chips   []Chip     `json:"chips,omitempty"`
	Columns []Column   `json:"columns,omitempty"`
	Cells   [][]string `json:"cells,omitempty"`
	Colours []int      `json:"colours,omitempty"` // of the rows' first cell
}

// Chip is a request's name in its colour.
type Chip struct {
	Picked Picked `json:"picked"`
	Text   string `json:"text"`
	Colour int    `json:"colour"`
}

// Tip answers Point.
type Tip struct {
	Picture string  `json:"picture"`
	Pick    bool    `json:"pick"`
	Picked  Picked  `json:"picked"`
	Spot    Spot    `json:"spot"`
	Title   string  `json:"title"`
	Colour  int     `json:"colour"`
	Facts   []Value `json:"facts"`
	At      int64   `json:"at"` // the instant at the place, timeline only
}

// Sought answers Seek.
type Sought struct {
	At     int64  `json:"at"`
	Found  bool   `json:"found"`
	Picked Picked `json:"picked"`
	Text   string `json:"text"`
}

// Copied answers Copy.
type Copied struct {
	Text string `json:"text"`
	Rows int    `json:"rows"`
}

// Failed says that the runner met a mistake of ours and is about to end.
type Failed struct {
	Message string `json:"message"`
	Stack   string `json:"stack"`
}

// Encode gives a message as text.
func Encode(message any) string {
	text, err := json.Marshal(message)
	if err != nil {
		panic("proto: a message cannot be encoded: " + err.Error())
	}
	return string(text)
}

// DecodeToRunner reads a message for the runner.
func DecodeToRunner(text string) (ToRunner, error) {
	var m ToRunner
	err := json.Unmarshal([]byte(text), &m)
	return m, err
}

// DecodeToPage reads a message for the page.
func DecodeToPage(text string) (ToPage, error) {
	var m ToPage
	err := json.Unmarshal([]byte(text), &m)
	return m, err
}
