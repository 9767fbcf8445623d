package view

import "schedlab/engine/sim"

// Value is a fact with its name, as it is shown.
type Value struct{ Name, Text string }

// Column is a column of a table.
type Column struct {
	Name    string
	Numeric bool
}

// Rows are a table's rows.
type Rows struct {
	Note    string
	Columns []Column
	Cells   [][]string
	Picked  []Picked  // what each row is about
	Shares  []float64 // 0..1: the bar of each row; nil = no bars
	Here    int       // of the log: so many rows are not after the instant
	Own     int       // of the log: so many rows at the begin are the product's own lines
	Fields  [][]Field // of the log: parts of each row's last cell that can be explained
	Chart   *Placement
}

// Field is a part of a text, from the byte From to before the byte To, and what it means.
type Field struct {
	From, To   int
	Name, Help string
}

// add appends a row.
func (r *Rows) add(about Picked, cells ...string) {
	r.Cells = append(r.Cells, cells)
	r.Picked = append(r.Picked, about)
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
	Colour int // 1 to 12; 0 = other
	Long   bool
	Nodes  []int32 // positions in Placement.Nodes
}

// SystemColour stands for a colour number of things that the product does by itself: the tone Checkpoint.
const SystemColour = -1

// Chip is a request's name in its colour.
type Chip struct {
	Picked Picked
	Text   string
	Colour int
}

// Inspect is what there is to say of one thing.
type Inspect struct {
	Title, Sub string
	Facts      []Value
	Chips      []Chip
	Columns    []Column
	Cells      [][]string
	Colours    []int // of the rows' first cell
}

func (i *Inspect) fact(name, text string) { i.Facts = append(i.Facts, Value{name, text}) }

// Tip is what is at a point of a picture.
type Tip struct {
	Picked Picked
	Spot   Spot
	Title  string
	Colour int
	Facts  []Value
	At     sim.Time // of the place; timeline only
}

func (t *Tip) fact(name, text string) { t.Facts = append(t.Facts, Value{name, text}) }

// Now is the values at the instant.
type Now struct {
	Busy     float64 // percent of the CPUs that take work
	Running  int
	Runnable int
	Waiting  int // suspended tasks
	Pending  int
	Yields   float64   // a second, over all lanes
	Nodes    []float64 // busy percent, in the order of Floor.Nodes
}

// Series are the charts' lines: one value a column.
type Series struct {
	From, To sim.Time
	At       []float64 // seconds, where the columns begin
	Busy     []float64 // percent
	Running  []float64
	Runnable []float64
	Nodes    [][]float64 // busy percent, in the order of Floor.Nodes
	Waits    []Wait      // tasks that wait for a resource or for a worker, by wait type, the busiest first
}

// Wait is one wait type's line.
type Wait struct {
	Name   string
	Values []float64
}
