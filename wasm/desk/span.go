package desk

// Span is a part of simulated time.
type Span struct{ From, To int64 }

// Length of the span.
func (w Span) Length() int64 { return w.To - w.From }

// Holds says whether an instant is inside.
func (w Span) Holds(at int64) bool { return at >= w.From && at <= w.To }

// within moves and, if it must, cuts the span so that it lies in 0 to duration.
func (w Span) within(duration int64) Span {
	length := min(w.Length(), duration)
	from := max(0, min(w.From, duration-length))
	return Span{From: from, To: from + length}
}

// scaled zooms at an instant, which keeps its place: a factor below 1 zooms in. The span is never shorter
// than least.
func (w Span) scaled(at int64, factor float64, least int64) Span {
	length := max(least, int64(float64(w.Length())*factor))
	if w.Length() <= 0 {
		return w
	}
	share := float64(at-w.From) / float64(w.Length())
	from := at - int64(share*float64(length))
	return Span{From: from, To: from + length}
}

// moved pans.
func (w Span) moved(by int64) Span { return Span{From: w.From + by, To: w.To + by} }

// following gives the span of the same length that shows an instant which has left it: the instant stands a
// tenth from the left.
func (w Span) following(at int64) Span {
	if w.Holds(at) {
		return w
	}
	from := at - w.Length()/10
	return Span{From: from, To: from + w.Length()}
}

// Gutter is the width of the labels left of timeline and charts, in CSS pixels.
const Gutter = 72

// leastPerPixel is the finest zoom.
const leastPerPixel = microsecond

// Axis is the timeline's width and span: pixels ⇄ instants.
type Axis struct {
	Window Span
	Width  int // with the gutter
}

// Axis is the one of the timeline as it is.
func (s *State) Axis() Axis { return Axis{Window: s.Window, Width: s.Sizes.Line} }

// At is the instant at a place.
func (a Axis) At(x float64) int64 {
	width := float64(max(1, a.Width-Gutter))
	return a.Window.From + int64((x-Gutter)/width*float64(a.Window.Length()))
}

// X is the place of an instant.
func (a Axis) X(at int64) float64 {
	if a.Window.Length() <= 0 {
		return Gutter
	}
	width := float64(max(1, a.Width-Gutter))
	return Gutter + float64(at-a.Window.From)/float64(a.Window.Length())*width
}

// Step is the time that a pixel stands for.
func (a Axis) Step() int64 { return a.Window.Length() / int64(max(1, a.Width-Gutter)) }

func (a Axis) least() int64 { return int64(max(1, a.Width-Gutter)) * leastPerPixel }
