package desk

import "math"

// Pointer is what a mouse, a pen or a finger does over the timeline or the figures on its axis. Places are
// CSS pixels of the picture.
type Pointer struct {
	Picture string // line, figures
	Phase   Phase
	ID      int
	X, Y    float64
	Finger  bool
	Pans    bool // Alt is held, or it is the middle button
}

// Phase of a pointer.
type Phase uint8

// Phases.
const (
	Down Phase = iota
	Move
	Up
	Gone // taken away by the browser
)

// axisHeight is the strip of the timeline that shows the time: there a pointer seeks.
const axisHeight = 16

// threshold is how far a pointer moves before it drags, in CSS pixels.
const threshold = 4

// Drag is a gesture on the timeline under way.
type Drag struct {
	Mode   DragMode
	From   float64 // where it began
	To     float64 // where it is
	Scroll int
	start  Span
	points [2]finger
	count  int
}

// DragMode is what a drag does.
type DragMode uint8

// Modes of a drag.
const (
	NoDrag   DragMode = iota
	Pressed           // not moved yet
	Spanning          // marks the span to zoom to
	Panning
	Seeking
	Pinching
)

type finger struct {
	id           int
	began, stays float64
}

// Apply carries the gesture on.
func (p Pointer) Apply(s *State) {
	if s.Run == nil {
		return
	}
	switch p.Phase {
	case Down:
		s.press(p)
	case Move:
		s.drag(p)
	case Up:
		s.lift(p)
	case Gone:
		s.Drag = Drag{}
	}
}

func (s *State) press(p Pointer) {
	d := &s.Drag
	if d.count == 1 && p.Finger {
		d.points[0].began, d.points[0].stays = d.To, d.To
		d.points[1], d.count = finger{p.ID, p.X, p.X}, 2
		d.Mode, d.start = Pinching, s.Window
		return
	}
	*d = Drag{Mode: Pressed, From: p.X, To: p.X, start: s.Window, count: 1}
	d.points[0] = finger{p.ID, p.X, p.X}
	switch {
	case p.Pans:
		d.Mode = Panning
	case p.Y < axisHeight && p.X >= Gutter:
		d.Mode = Seeking
		s.Playing = false
		Seek{At: s.Axis().At(p.X)}.Apply(s)
	}
}

func (s *State) drag(p Pointer) {
	d := &s.Drag
	if d.Mode == Pinching {
		s.pinch(p)
		return
	}
	d.To = p.X
	if d.Mode == Pressed && math.Abs(d.To-d.From) >= threshold {
		d.Mode = Spanning
		if p.Finger {
			d.Mode = Panning
		}
	}
	switch d.Mode {
	case Panning:
		axis := Axis{Window: d.start, Width: s.Sizes.Line}
		s.Window = d.start.moved(axis.At(d.From) - axis.At(d.To)).within(s.Duration())
	case Seeking:
		Seek{At: s.Axis().At(max(Gutter, d.To))}.Apply(s)
	}
}

// pinch keeps the instant between both fingers where it is, and the distance of the fingers the same time.
func (s *State) pinch(p Pointer) {
	d := &s.Drag
	for i := range d.points {
		if d.points[i].id == p.ID {
			d.points[i].stays = p.X
		}
	}
	a, b := d.points[0], d.points[1]
	axis := Axis{Window: d.start, Width: s.Sizes.Line}
	middle := axis.At((a.began + b.began) / 2)
	factor := math.Max(1, math.Abs(a.began-b.began)) / math.Max(1, math.Abs(a.stays-b.stays))
	moved := (a.stays+b.stays)/2 - (a.began+b.began)/2
	window := d.start.scaled(middle, factor, axis.least())
	scaled := Axis{Window: window, Width: s.Sizes.Line}
	s.Window = window.moved(scaled.At(0) - scaled.At(moved)).within(s.Duration())
}

func (s *State) lift(p Pointer) {
	d := s.Drag
	s.Drag = Drag{}
	switch d.Mode {
	case Spanning:
		axis := s.Axis()
		ZoomTo{Window: Span{From: axis.At(max(Gutter, min(d.From, d.To))),
			To: axis.At(max(Gutter, max(d.From, d.To)))}}.Apply(s)
	case Pressed:
		Point{Picture: p.Picture, X: p.X, Y: p.Y, Pick: true}.Apply(s)
	}
}

// SpanText says what a drag marks.
func (s *State) SpanText() string {
	axis := s.Axis()
	return s.Supplies.Say.Text("line.span",
		Length(axis.At(max(s.Drag.From, s.Drag.To))-axis.At(min(s.Drag.From,
			s.Drag.To))))
}

// ZoomHere is a double click on the timeline: it zooms to the block that is there, or in.
type ZoomHere struct{ X float64 }

// Apply zooms.
func (z ZoomHere) Apply(s *State) {
	if s.Run == nil {
		return
	}
	axis := s.Axis()
	if t := s.Tip; t != nil && t.Picture != "plan" && t.Spot.Width >= 1 {
		margin := t.Spot.Width / 4
		ZoomTo{Window: Span{From: axis.At(t.Spot.X - margin),
			To: axis.At(t.Spot.X + t.Spot.Width + margin)}}.Apply(s)
		return
	}
	s.zoom(axis.At(z.X), 1.0/4)
}
