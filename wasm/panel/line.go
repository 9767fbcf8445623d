//go:build js

package panel

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Line is the timeline with the charts below it, on one scale, and the playhead across all.
type Line struct {
	hands     Hands
	Root      *widget.Element
	Figures   *Figure
	head      *widget.Element
	zoom      *widget.Element
	box       *widget.Element // of the lanes
	note      *widget.Element
	legend    legend
	axis      *widget.Element
	lanes     *widget.Element
	inner     *widget.Element
	canvas    *widget.Element
	playhead  *widget.Element
	marker    *widget.Element
	span      *widget.Element
	spanText  *widget.Element
	slow      *widget.Element
	hint      *widget.Element
	isHinted  bool
	outline   outline
	charts    *Charts
	shown     *proto.Drawn
	isBelow   bool // the lanes stand below figures
	pointer   pointer
	canScroll func() bool
}

// NewLine makes the figure. canScroll tells whether the stage can be scrolled: then the wheel is the stage's.
func NewLine(hands Hands, canScroll func() bool) *Line {
	l := &Line{hands: hands, canScroll: canScroll, note: widget.New("span", "note")}
	l.legend.root = widget.New("div", "legend")
	l.slow = widget.Button("btn small line", hands.Text("line.slow")).Does("slow", "").Hide(true)
	l.Figures = newFigure(hands, "figures")
	l.zoom = widget.New("span", "zoom",
		widget.IconButton("btn small square", "minus", hands.Text("line.out")).Does("zoom", "out"),
		widget.IconButton("btn small square", "plus", hands.Text("line.in")).Does("zoom", "in"),
		widget.IconButton("btn small square", "fit", hands.Text("line.whole")).Does("zoom", "whole"))
	l.head = widget.New("div", "fig-head", heading(hands.Text("line.title")), l.note,
		widget.New("span", "grow"), l.slow, l.legend.root, l.zoom)
	l.inner = widget.New("div", "inner")
	l.outline = newOutline()
	l.lanes = widget.New("div", "lanes", l.inner).With("tabindex", "0").With("role", "group").
		With("aria-label", hands.Text("line.label"))
	l.playhead = widget.New("div", "playhead outside")
	l.marker = widget.New("div", "marker").Hide(true)
	l.span, l.spanText = widget.New("div", "span").Hide(true), widget.New("div", "span-label").Hide(true)
	l.hint = widget.New("div", "hint").Say(hands.Text("line.wheel")).Hide(true)
	l.charts = NewCharts(hands)
	l.box = widget.New("div", "lane-box", l.lanes, l.outline.root, l.hint)
	l.axis = widget.New("div", "axis", l.Figures.body, l.box, l.charts.Root, l.span, l.marker, l.playhead,
		l.spanText)
	l.Root = widget.New("figure", "fig", l.Figures.head, l.head, l.axis).
		With("aria-label", hands.Text("line.title"))
	l.listen()
	return l
}

// Canvas puts a new canvas in place, for a new runner, and gives what the runner needs.
func (l *Line) Canvas() js.Value {
	var offscreen js.Value
	l.canvas, offscreen = putCanvas(l.canvas, l.lanes)
	l.pointer.element = l.canvas
	return offscreen
}

// Width is what the picture may use.
func (l *Line) Width() int { return l.axis.Width() }

// Recolour follows the theme.
func (l *Line) Recolour() { l.charts.Recolour() }

func (l *Line) listen() {
	l.pointer = pointer{picture: "line", act: l.hands.Act}
	l.pointer.listen(l.lanes)
	l.hear(l.lanes, &l.pointer)
	l.hear(l.Figures.places.root, &l.Figures.places.pointer)
	l.lanes.Listen("scroll", func(js.Value) {
		l.hands.Act(desk.ScrollLanes{Top: l.lanes.Get("scrollTop").Int()})
	})
}

// hear lets a picture on the axis of time be dragged, zoomed and picked from.
func (l *Line) hear(on *widget.Element, p *pointer) {
	for kind, phase := range map[string]desk.Phase{"pointerdown": desk.Down, "pointermove": desk.Move,
		"pointerup": desk.Up, "pointercancel": desk.Gone} {
		on.Listen(kind, func(event js.Value) { l.gesture(event, phase, on, p) })
	}
	on.Listen("dblclick", func(event js.Value) {
		x, _ := p.place(event)
		l.hands.Act(desk.ZoomHere{X: x})
	})
	on.Listen("wheel", l.wheel)
}

const middleButton = 1

func (l *Line) gesture(event js.Value, phase desk.Phase, on *widget.Element, p *pointer) {
	if phase == desk.Move && event.Get("buttons").Int() == 0 {
		return
	}
	button := event.Get("button").Int()
	if phase == desk.Down {
		p.stop()
		if button > middleButton {
			return
		}
		if button == middleButton {
			event.Call("preventDefault")
		}
		on.Capture(event)
	}
	x, y := p.place(event)
	l.hands.Act(desk.Pointer{Picture: p.picture, Phase: phase, ID: event.Get("pointerId").Int(), X: x, Y: y,
		Finger: event.Get("pointerType").String() == "touch",
		Pans:   button == middleButton || event.Get("altKey").Bool()})
}

// notch is the zoom of one notch of a wheel.
const notch = 1.2

// wheel zooms where nothing else can be scrolled, or with Ctrl; sideways it pans.
func (l *Line) wheel(event js.Value) {
	down, across := event.Get("deltaY").Float(), event.Get("deltaX").Float()
	x, _ := l.pointer.place(event)
	isZoom := event.Get("ctrlKey").Bool() || event.Get("metaKey").Bool()
	if event.Get("shiftKey").Bool() && across == 0 {
		across, down = down, 0
	}
	switch {
	case !isZoom && across != 0 && across*across > down*down:
		event.Call("preventDefault")
		l.hands.Act(desk.PanPixels{By: across})
	case isZoom || !l.canScroll() && !l.isTall():
		event.Call("preventDefault")
		factor := notch
		if down < 0 {
			factor = 1 / notch
		}
		l.hands.Act(desk.ZoomPlace{X: x, Factor: factor})
	default:
		l.hintOnce()
	}
}

func (l *Line) isTall() bool { return l.lanes.Get("scrollHeight").Int() > l.lanes.Height()+1 }

// hintTime is how long the hint about the wheel stays, in milliseconds.
const hintTime = 2500

func (l *Line) hintOnce() {
	if l.isHinted {
		return
	}
	l.isHinted = true
	l.hint.Hide(false)
	widget.After(hintTime, func() { l.hint.Hide(true) })
}

// Show shows the state.
func (l *Line) Show(s *desk.State) {
	l.Root.Classed("stale", s.Stale()).Hide(s.Failed != nil)
	l.showPlayhead(s)
	l.showDrag(s)
	l.charts.Show(s)
	d := s.Drawn
	if d == nil || d == l.shown || l.canvas == nil {
		return
	}
	l.shown = d
	l.Figures.show(&d.Figures, s.Picked)
	l.arrange(d.Figures.Height > 0)
	l.note.Say(d.Line.Note)
	l.legend.show(d.Line.Legend)
	l.outline.show(d.Line.Outline)
	height := pixels(float64(d.Line.Height))
	l.lanes.Styled("height", height)
	l.canvas.Styled("height", height)
	l.inner.Styled("height", pixels(float64(max(d.Line.Inner, d.Line.Height))))
}

// arrange puts the lanes with their head below the figures, or the head back to the top.
func (l *Line) arrange(isBelow bool) {
	if isBelow == l.isBelow {
		return
	}
	l.isBelow = isBelow
	if isBelow {
		l.Figures.head.Add(l.zoom)
		l.axis.Call("insertBefore", l.head.Value, l.box.Value)
		return
	}
	l.head.Add(l.zoom)
	l.Root.Call("insertBefore", l.head.Value, l.axis.Value)
}

func (l *Line) showPlayhead(s *desk.State) {
	axis := s.Axis()
	l.playhead.Classed("outside", s.Run == nil || !s.Window.Holds(s.At))
	l.playhead.Styled("transform", moved(axis.X(s.At), 0))
	l.marker.Hide(s.Marker < 0 || !s.Window.Holds(s.Marker))
	l.marker.Styled("transform", moved(axis.X(s.Marker), 0))
	isClose := s.Run != nil && s.Run.Quantum > 0 && axis.Step()*3 < s.Run.Quantum
	l.slow.Hide(!isClose || s.Speed < desk.OneByOne)
}

func (l *Line) showDrag(s *desk.State) {
	isMarking := s.Drag.Mode == desk.Spanning
	l.span.Hide(!isMarking)
	l.spanText.Hide(!isMarking)
	if !isMarking {
		return
	}
	from := max(desk.Gutter, min(s.Drag.From, s.Drag.To))
	to := max(desk.Gutter, max(s.Drag.From, s.Drag.To))
	l.span.Styled("transform", moved(from, 0))
	l.span.Styled("width", pixels(to-from))
	l.spanText.Styled("transform", moved(from, 0))
	l.spanText.Say(s.SpanText())
}
