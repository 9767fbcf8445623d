package view

import (
	"slices"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// LinePort is the room for a timeline and what it shows. Sizes are CSS pixels.
type LinePort struct {
	Width, Height int      // the most it may use
	Ratio         float64  // device pixels a CSS pixel
	From, To      sim.Time // the span
	Scroll        int      // of the lanes
	Open          []int32  // groups whose lanes are opened
	At            sim.Time // the playhead: no tick label stands under it
	Fills         bool     // what is left of the height goes between the nodes
}

// Sizes of the timeline, in CSS pixels, from the design.
const (
	Gutter     = 72 // labels at the left; charts have the same
	axisHeight = 18
	openHeight = 11 // least lane with stacked shares, names and ticks
	quantaOpen = 18 // opened lane where single quanta are seen
	foldHeight = 12
	blockLeast = 3  // least lane with blocks
	mostHeight = 22 // largest lane
	mostSpread = 10 // added between two nodes of a timeline that fills its room
)

// Pixels a quantum from which on the picture shows quanta, ticks at yields, and names.
const (
	quantaFrom = 3
	ticksFrom  = 8
	namesFrom  = 18
)

// Timeline paints lanes of schedulers over time into pixels, and the text that belongs to them into a frame.
// Columns of pixels stand at multiples of their own length, so that a picture that has only moved to the
// right is shifted and only its new columns are painted.
type Timeline struct {
	Pixels        []uint32 // rows of Width words: RGBA as ImageData has it, red in the lowest byte
	Width, Height int      // in device pixels
	Left, Top     int      // where the pixels belong on the canvas, in device pixels
	Inner         int      // height of all lanes, CSS pixels: for scrolling

	source  *Source
	port    LinePort
	look    Look
	column  sim.Time // length of a column
	first   int64    // number of the first column, counted from the run's begin
	rows    []lineRow
	heads   []lineHead
	spare   []lineRow
	order   []trace.LaneID // lanes in the order of the floor plan
	clip    [2]int         // columns that may be painted now
	paint   paints
	runs    []run
	sums    []sim.Time
	peaks   []sim.Time
	parts   []part
	ticks   []int
	frame   Frame
	scratch []bool
}

// Painted says what a call has changed: columns First to Last−1; the ones before are those of the last call,
// moved by Shift.
type Painted struct {
	First, Last, Shift int
	Full               bool
}

// rowKind is how a row of the timeline is painted.
type rowKind uint8

const (
	loadRow    rowKind = iota // load colour
	shareRow                  // CPU share by request, stacked
	blockRow                  // slices with the queue below
	severalRow                // several schedulers: mean load, and a mark of the maximum
	foldedRow                 // idle nodes
)

// lineRow is a row of pixels of one scheduler or several.
type lineRow struct {
	kind         rowKind
	open         bool // at least 11 CSS pixels
	first, count int  // in order
	y, height    int  // device pixels, before scrolling
	ink          int  // of the height that is painted
}

// lineHead is a label of the gutter: a node or a run of folded ones.
type lineHead struct {
	from, to  int // positions in Floor.Nodes
	row, rows int
	y, height int
	folded    bool
	open      bool
}

// Paint brings the pixels up to date.
func (t *Timeline) Paint(s *Source, port LinePort, look Look) Painted {
	port.Ratio = max(port.Ratio, 0.5)
	port.To = max(port.To, port.From+1)
	width := max(int(float64(port.Width-Gutter)*port.Ratio+.5), 16)
	column := max((port.To-port.From)/sim.Time(width), 1)
	first := floorDiv(int64(port.From), int64(column))
	same := t.source == s && t.column == column && t.Width == width && sameLook(t.look, look) &&
		t.port.Height == port.Height && t.port.Scroll == port.Scroll && t.port.Ratio == port.Ratio
	was := t.first
	t.source, t.port, t.look, t.column, t.first = s, port, look, column, first
	t.Width = width
	same = !t.lay() && same
	shift := int(min(max(first-was, int64(-width)), int64(width)))
	if !same || shift >= width || shift <= -width {
		t.prepare()
		t.columns(0, width)
		return Painted{First: 0, Last: width, Full: true}
	}
	p := Painted{Shift: shift}
	switch {
	case shift > 0:
		t.move(shift)
		p.First, p.Last = width-shift, width
	case shift < 0:
		t.move(shift)
		p.First, p.Last = 0, -shift
	}
	t.columns(p.First, p.Last)
	return p
}

func sameLook(a, b Look) bool { return a.Theme == b.Theme && a.Mode == b.Mode && a.Picked == b.Picked }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// prepare makes room for the pixels and the colours of the look.
func (t *Timeline) prepare() {
	n := t.Width * t.Height
	if cap(t.Pixels) < n {
		t.Pixels = make([]uint32, n)
	}
	t.Pixels = t.Pixels[:n]
	t.Left, t.Top = int(Gutter*t.port.Ratio+.5), t.device(axisHeight)
	t.paint = newPaints(t.look)
}

// device is a length in whole device pixels, at least one.
func (t *Timeline) device(css float64) int { return max(1, int(css*t.port.Ratio+.5)) }

// move shifts the picture to the left by columns; a negative number shifts it to the right.
func (t *Timeline) move(by int) {
	for y := range t.Height {
		row := t.Pixels[y*t.Width : (y+1)*t.Width]
		if by > 0 {
			copy(row, row[by:])
		} else {
			copy(row[-by:], row)
		}
	}
}

// columns paints the columns from a to b−1.
func (t *Timeline) columns(a, b int) {
	if a >= b {
		return
	}
	t.clip = [2]int{a, b}
	t.fill(area{a, b, 0, t.Height}, t.paint.solid[Surface])
	t.tickLines()
	scroll := int(float64(t.port.Scroll) * t.port.Ratio)
	for i := range t.rows {
		r := t.rows[i]
		r.y -= scroll
		if r.y+r.height > 0 && r.y < t.Height {
			t.row(&r)
		}
	}
}

func (t *Timeline) row(r *lineRow) {
	t.ground(r)
	switch r.kind {
	case loadRow:
		t.loadLane(r)
	case shareRow:
		t.shareLane(r)
	case blockRow:
		t.blockLane(r)
	case severalRow:
		t.severalLanes(r)
	}
	if r.kind == shareRow || r.kind == blockRow || r.kind == loadRow {
		t.heldLane(r)
	}
}

// ground paints the empty lane, as far as the run goes.
func (t *Timeline) ground(r *lineRow) {
	a := area{t.x(0), t.x(t.source.Log.End-1) + 1, r.y, r.y + r.ink}
	tone := Surface2
	if r.count == 1 && t.look.Picked == (Picked{PickedScheduler, int32(t.order[r.first])}) {
		tone, a.y1 = AccentWash, r.y+r.height
	}
	t.fill(a, t.paint.solid[tone])
}

// x is the column of an instant; it may lie outside the picture.
func (t *Timeline) x(at sim.Time) int { return int(floorDiv(int64(at), int64(t.column)) - t.first) }

// time is when a column begins.
func (t *Timeline) time(x int) sim.Time { return sim.Time(t.first+int64(x)) * t.column }

// area is a rectangle of device pixels, ends excluded.
type area struct{ x0, x1, y0, y1 int }

// fill paints a rectangle as far as it is in the columns that may be painted.
func (t *Timeline) fill(a area, colour uint32) {
	a.x0, a.x1 = max(a.x0, t.clip[0]), min(a.x1, t.clip[1])
	a.y0, a.y1 = max(a.y0, 0), min(a.y1, t.Height)
	if a.x0 >= a.x1 {
		return
	}
	for y := a.y0; y < a.y1; y++ {
		row := t.Pixels[y*t.Width+a.x0 : y*t.Width+a.x1]
		for i := range row {
			row[i] = colour
		}
	}
}

// paints are the colours of a look as pixels: plain, of things that are not selected, and of queue strips.
type paints struct {
	solid, faint, strip, faintStrip [tones]uint32
}

// Opacities of queue strips, in permille.
const (
	stripInk      = 620
	faintStripInk = 220
)

func newPaints(look Look) paints {
	var p paints
	for tone := Tone(1); tone < tones; tone++ {
		p.solid[tone] = look.Theme.RGBA(tone)
		p.faint[tone] = look.Theme.mix(tone, Surface, 350)
		p.strip[tone] = look.Theme.mix(tone, Surface, stripInk)
		p.faintStrip[tone] = look.Theme.mix(tone, Surface, faintStripInk)
	}
	return p
}

// Quanta is how many CSS pixels a quantum is long.
func (t *Timeline) quanta() float64 {
	return float64(t.source.Quantum) / float64(t.column) / t.port.Ratio
}

// opened says whether a node is opened by itself or with its memory node.
func (t *Timeline) opened(node int32) bool {
	return slices.Contains(t.port.Open, node) || slices.Contains(t.port.Open,
		t.source.Floor().Groups[node].Memory)
}
