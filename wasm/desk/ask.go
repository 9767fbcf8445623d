package desk

import (
	"slices"

	"schedlab/wasm/proto"
)

// Wall-clock milliseconds between what is asked for less often than each frame.
const (
	rowsEvery = 200.0
	twinEvery = 500.0
)

// rowsAsked is how many rows of a table are asked for at once.
const rowsAsked = 200

// asked is what the runner was asked to draw, so that it is asked only for what is new, and for one picture
// at a time.
type asked struct {
	drawing  bool
	sequence int
	last     proto.Draw
	of       int // generation of last
	any      bool
	series   seriesKey
	rowsAt   float64
	twinAt   float64
	owesTwin bool // the tables for screen readers are older than the picture
	stepped  float64
	form     *Form
	formOf   int
	formRun  string
	keyed    *proto.Opened // the run of key
	key      string
}

// seriesKey is what the charts depend on.
type seriesKey struct {
	of, width int
	window    Span
}

// fresh forgets what was drawn of the run before. A picture of it that was asked for and has not come will
// not come any more: the runner answers in order, and drops what is about a run that it does not show.
func (a *asked) fresh() {
	a.any, a.drawing = false, false
	a.series = seriesKey{}
	a.rowsAt, a.twinAt = 0, 0
}

// Draw is the picture to ask for now; ok is false if there is nothing new, or one is still being painted.
func (s *State) Draw(now float64) (m proto.ToRunner, ok bool) {
	a := &s.asked
	if s.Run == nil || !s.Ready || a.drawing || s.Sizes.Plan <= 0 {
		return m, false
	}
	draw := s.wanted()
	s.framed(&draw)
	isNew := !a.any || a.of != s.RunOf || !equal(draw, a.last)
	draw.Twin = (isNew || a.owesTwin) && now-a.twinAt >= twinEvery
	if !isNew && !draw.Twin {
		return m, false
	}
	a.any, a.of, a.last, a.drawing = true, s.RunOf, draw, true
	a.sequence++
	draw.Sequence = a.sequence
	key := seriesKey{of: s.RunOf, width: s.Sizes.Line, window: s.Window}
	if draw.Series = key != a.series && s.Embedded == nil; draw.Series {
		a.series = key
	}
	if a.owesTwin = !draw.Twin; draw.Twin {
		a.twinAt = now
	}
	if s.Playing && now-a.rowsAt < rowsEvery {
		draw.Tab = ""
	} else {
		a.rowsAt = now
	}
	return proto.ToRunner{Generation: s.RunOf, Draw: &draw}, true
}

// Owes says whether something is still to be asked for, some time after the picture.
func (s *State) Owes() bool {
	return s.asked.owesTwin && s.Run != nil && s.Sizes.Plan > 0 || s.Embedded != nil && s.Embedded.owes ||
		s.Tab == SweepTab && s.Sweep.isExpecting()
}

func (s *State) wanted() proto.Draw {
	theme := "light"
	if s.Dark {
		theme = "dark"
	}
	opened := slices.Clone(s.Opened)
	if group := int32(s.group()); group >= 0 && !slices.Contains(opened, group) {
		opened = append(opened, group)
	}
	count, lines := rowsAsked, proto.Lines{}
	if s.Tab == Log {
		count, lines = 0, s.Lines // its rows differ in height: all are there
	}
	return proto.Draw{
		At: s.At, Playing: s.Playing, Speed: s.Speed, Theme: theme, Reduced: s.Reduced,
		Picked: s.Picked, Hovered: s.Hovered, Colour: s.Colour,
		Plan: proto.Canvas{Width: s.Sizes.Plan, Height: s.planLimit(), Ratio: s.Sizes.Ratio},
		Line: proto.Canvas{Width: s.Sizes.Line, Height: s.lineLimit(), Ratio: s.Sizes.Ratio},
		From: s.Window.From, To: s.Window.To, Scroll: s.Scroll, Open: opened, Zoom: s.Zoom,
		Tab: string(s.Tab), Table: s.Table, First: s.First, Count: count, Sort: s.Order.signed(),
		Lines: lines,
	}
}

// signed is the order as messages write it.
func (o Order) signed() int {
	if o.Down {
		return -o.Column
	}
	return o.Column
}

func equal(a, b proto.Draw) bool {
	if !slices.Equal(a.Open, b.Open) {
		return false
	}
	a.Open, b.Open = nil, nil
	return keyOf(a) == keyOf(b)
}

// drawKey is a Draw without its list.
type drawKey struct {
	at, from, to, speed          int64
	playing, reduced             bool
	theme, colour, tab, table    string
	picked, hovered              proto.Picked
	plan, line                   proto.Canvas
	scroll, first, count, sorted int
	lines                        proto.Lines
	zoom                         int32
}

func keyOf(d proto.Draw) drawKey {
	return drawKey{d.At, d.From, d.To, d.Speed, d.Playing, d.Reduced, d.Theme, d.Colour, d.Tab, d.Table,
		d.Picked,
		d.Hovered, d.Plan, d.Line, d.Scroll, d.First, d.Count, d.Sort, d.Lines, d.Zoom}
}

// Heights of the parts of the stage that do not give way, CSS pixels, as the style sheets have them.
const (
	captionHeight = 70
	headsHeight   = 68
	chartsHeight  = 3 * 37
	tabsHeight    = 116
	mostLanes     = 320
	mostPlan      = 420
	// leastLanes lets 96 lanes in 12 nodes have two pixels each, CSS pixels; the tables stay in view below.
	leastLanes = 240
	// fewLanes is for low screens and beside figures, phoneLanes for phones.
	fewLanes   = 200
	lowScreen  = 640
	phoneLanes = 180
	phoneWidth = 560
)

func (s *State) planLimit() int { return mostPlan }

// lineLimit gives the timeline what the other parts of the stage leave, so that on a usual screen nothing has
// to be scrolled.
func (s *State) lineLimit() int {
	plan := 0
	if s.Drawn != nil {
		plan = s.Drawn.Plan.Height + s.Drawn.Strip.Height + s.Drawn.Figures.Height
	}
	left := s.Sizes.Stage - captionHeight - headsHeight - plan - chartsHeight - tabsHeight
	least := leastLanes
	switch {
	case len(s.Opened) > 0:
		least = mostLanes // an opened node may push the tables down
	case s.Sizes.Plan < phoneWidth:
		least = phoneLanes
	case s.Sizes.Stage < lowScreen || s.HasFigures():
		least = fewLanes
	}
	return max(least, min(mostLanes, left))
}

// HasFigures says whether the run has pictures of amounts.
func (s *State) HasFigures() bool {
	return s.Drawn != nil && s.Drawn.Strip.Height+s.Drawn.Figures.Height > 0
}
