// Package view turns a finished run, at an instant, into what is shown of it: pictures as flat lists of
// rectangles and as pixels, and the contents of the panels. It is pure: no browser, no clock, no state but
// buffers that are used again.
package view

// Picked is what is selected or pointed at. ID is a number of the kind's own: a group's in the Floor for
// memory nodes and nodes, a lane's, task's (worker), request's, session's, a wait type's among the causes,
// with its instance's in the upper half, or a range's, counted over all instances.
type Picked struct {
	Kind string
	ID   int32
}

// Kinds of things that can be picked.
const (
	PickedNothing   = ""
	PickedMemory    = "memory"
	PickedNode      = "node"
	PickedScheduler = "scheduler"
	PickedWorker    = "worker"
	PickedRequest   = "request"
	PickedSession   = "session"
	PickedWait      = "wait"
	PickedRange     = "range" // a checkpoint, for example
)

// Pattern is how a box is filled.
type Pattern uint8

// Patterns; the state they stand for is in brackets.
const (
	Solid     Pattern = iota // [running]
	Outline                  // stroke only, a fill of the ground if there is one [idle]
	Hatch                    // stripes like / on a light wash of the fill [runnable]
	BackHatch                // stripes like \ on a light wash of the fill [ready]
	Cross                    // both [co-stop]
	Ring                     // circle in the box, stroke only [suspended]
	Dotted                   // dotted stroke only [pending]
)

// Box is a rectangle in CSS pixels. An Opacity of 0 means opaque, a StrokeWidth of 0 one pixel.
type Box struct {
	X, Y, W, H           float32
	Radius               float32
	Opacity, StrokeWidth float32
	Fill, Stroke         Tone
	Pattern              Pattern
}

// Line is a straight line. A Width of 0 means one pixel, a Dash of 0 unbroken.
type Line struct {
	X1, Y1, X2, Y2 float32
	Width          float32
	Dash           float32 // length of dashes and of the gaps between them
	Opacity        float32
	Stroke         Tone
}

// Align is where a label stands relative to its X.
type Align uint8

// Alignments.
const (
	Start Align = iota
	Middle
	End
)

// Label is text; Y is its base line.
type Label struct {
	X, Y, Size float32
	Opacity    float32
	Weight     int // 400, 500, 600
	Align      Align
	Fill       Tone
	Text       string
}

// Spot is a rectangle of a picture in CSS pixels with what is there, and what a screen reader says of it.
type Spot struct {
	Picked              Picked
	X, Y, Width, Height float64
	Text                string
}

// Legend is an entry of a picture's legend. Mark is a tone's name or a state's: running, runnable, suspended,
// idle, pending, yield; or one of figures: head, due, light, full.
type Legend struct{ Mark, Text string }

// Frame is what to draw at one moment: boxes first, then lines, then labels.
type Frame struct {
	Width, Height float32
	Boxes         []Box
	Lines         []Line
	Labels        []Label
	Spots         []Spot
	Note          string // what is shown and how it is merged
	Legend        []Legend
}

// reset empties a frame and keeps its memory.
func (f *Frame) reset(width, height float32) {
	f.Width, f.Height, f.Note = width, height, ""
	f.Boxes, f.Lines, f.Labels = f.Boxes[:0], f.Lines[:0], f.Labels[:0]
	f.Spots, f.Legend = f.Spots[:0], f.Legend[:0]
}

// Place adds what another frame draws and its spots, with its left top corner at a place.
func (f *Frame) Place(of *Frame, x, y float32) {
	for _, b := range of.Boxes {
		b.X, b.Y = b.X+x, b.Y+y
		f.box(b)
	}
	for _, l := range of.Lines {
		l.X1, l.Y1, l.X2, l.Y2 = l.X1+x, l.Y1+y, l.X2+x, l.Y2+y
		f.line(l)
	}
	for _, l := range of.Labels {
		l.X, l.Y = l.X+x, l.Y+y
		f.label(l)
	}
	for _, s := range of.Spots {
		s.X, s.Y = s.X+float64(x), s.Y+float64(y)
		f.Spots = append(f.Spots, s)
	}
}

func (f *Frame) box(b Box) { f.Boxes = append(f.Boxes, b) }

func (f *Frame) line(l Line) { f.Lines = append(f.Lines, l) }

func (f *Frame) label(l Label) { f.Labels = append(f.Labels, l) }

// Buffer is an encoded frame: numbers, and the labels' texts with a line feed between two of them.
type Buffer struct {
	Numbers []float32
	Text    []byte
}

// Encode writes a frame for a loop that paints it. The numbers are, one after the other:
//
//	width, height, boxes, lines, labels                                           (5)
//	of each box:   x, y, w, h, radius, fill, stroke, stroke width, pattern, opacity (10)
//	of each line:  x1, y1, x2, y2, width, stroke, dash, opacity                    (8)
//	of each label: x, y, size, weight, align, fill, opacity                        (7)
//
// Sizes are CSS pixels. Fill and stroke are numbers of tones, colours in Theme.CSS; 0 paints nothing. Opacity
// and widths are as they are to be used, never 0. Pattern and align are the numbers of this package's
// constants. A stroke is centred on the edge of the box; Hatch, BackHatch and Cross are stripes
// 1.6 wide every 4 pixels in the fill over 22 % of the fill; Ring is a circle of the box's width; Dotted has
// dashes of 2 and no fill. The text holds no line feed but between labels.
func Encode(f *Frame, b *Buffer) {
	n, text := b.Numbers[:0], b.Text[:0]
	n = append(n, f.Width, f.Height, float32(len(f.Boxes)), float32(len(f.Lines)), float32(len(f.Labels)))
	for i := range f.Boxes {
		o := &f.Boxes[i]
		n = append(n, o.X, o.Y, o.W, o.H, o.Radius, float32(o.Fill), float32(o.Stroke), orOne(o.StrokeWidth),
			float32(o.Pattern), orOne(o.Opacity))
	}
	for i := range f.Lines {
		o := &f.Lines[i]
		n = append(n, o.X1, o.Y1, o.X2, o.Y2, orOne(o.Width), float32(o.Stroke), o.Dash, orOne(o.Opacity))
	}
	for i := range f.Labels {
		o := &f.Labels[i]
		n = append(n, o.X, o.Y, o.Size, float32(o.Weight), float32(o.Align), float32(o.Fill),
			orOne(o.Opacity))
		if i > 0 {
			text = append(text, '\n')
		}
		text = append(text, o.Text...)
	}
	b.Numbers, b.Text = n, text
}

func orOne(v float32) float32 {
	if v == 0 {
		return 1
	}
	return v
}

// textWidth is about the width of a text in the system's face: a little more than most, so that what is
// found to fit does fit.
func textWidth(text string, size float32, weight int) float32 {
	em := float32(0)
	for _, r := range text {
		switch r {
		case ' ', '.', ',', ':', 'i', 'l', 'I', '\'', '|', 'j', 't', 'f', 'r', '(', ')':
			em += 0.34
		case 'm', 'w', 'M', 'W', '%':
			em += 0.92
		default:
			em += 0.6
		}
	}
	if weight >= 600 {
		em *= 1.07
	}
	return em * size
}
