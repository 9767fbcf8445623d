//go:build js

package panel

import (
	"strings"
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Plan is the floor plan: a canvas that the runner paints, below places that can be pointed at and focused.
type Plan struct {
	hands   Hands
	colours map[string]string
	Root    *widget.Element
	note    *widget.Element
	legend  legend
	picture *widget.Element
	places  *widget.Element
	canvas  *widget.Element
	back    *widget.Element
	spots   []*spot
	shape   string
	outline outline
	shown   *proto.Drawn
	pointer pointer
	at      float64 // when the names of places were last set
}

// spot is a focusable place.
type spot struct {
	element *widget.Element
	picked  proto.Picked
}

// NewPlan makes the figure.
func NewPlan(hands Hands) *Plan {
	p := &Plan{hands: hands, colours: map[string]string{}, note: widget.New("span", "note")}
	p.legend.root = widget.New("div", "legend")
	colour := widget.New("select", "quiet-select").With("data-choose", "colour").With("aria-label",
		hands.Text("plan.colour"))
	for _, mode := range []struct{ value, text string }{
		{"request", hands.Text("plan.byRequest")}, {"state", hands.Text("plan.byState")},
		{"wait", hands.Text("plan.byWait")}, {"load", hands.Text("plan.byLoad")},
	} {
		p.colours[mode.value] = mode.text
		colour.Add(widget.New("option", "").With("value", mode.value).Say(mode.text))
	}
	p.back = widget.Button("btn small line", hands.Text("plan.back")).Does("escape", "").Hide(true)
	head := widget.New("div", "fig-head", heading(hands.Text("plan.title")), colour, p.note,
		p.back,
		widget.New("span", "grow"), p.legend.root)
	p.places = widget.New("div", "places")
	p.outline = newOutline()
	p.picture = widget.New("div", "picture", p.outline.root, p.places)
	p.Root = widget.New("figure", "fig plan-fig", head, p.picture).With("aria-label",
		hands.Text("plan.title"))
	p.listen()
	return p
}

// Canvas puts a new canvas in place, for a new runner, and gives what the runner needs.
func (p *Plan) Canvas() js.Value {
	if p.canvas != nil {
		p.canvas.Remove()
	}
	canvas, offscreen := widget.Offscreen()
	p.canvas = canvas.With("aria-hidden", "true")
	p.picture.Call("prepend", canvas.Value)
	return offscreen
}

// Width is what the picture may use.
func (p *Plan) Width() int { return p.picture.Width() }

func (p *Plan) listen() {
	p.pointer = pointer{picture: "plan", act: p.hands.Act}
	p.pointer.listen(p.places)
	p.places.Listen("click", func(event js.Value) {
		x, y := p.pointer.place(event)
		p.hands.Act(desk.Point{Picture: "plan", X: x, Y: y, Pick: true})
	})
	p.places.Listen("dblclick", func(event js.Value) {
		x, y := p.pointer.place(event)
		p.hands.Act(desk.Point{Picture: "plan", X: x, Y: y, Pick: true, Enter: true})
	})
	p.places.Listen("focusin", func(event js.Value) {
		if s := p.spotOf(event.Get("target")); s != nil {
			p.rove(s)
			p.hands.Act(desk.Hover{Picked: s.picked})
		}
	})
	p.places.Listen("keydown", p.key)
}

func (p *Plan) spotOf(target js.Value) *spot {
	for _, s := range p.spots {
		if s.element.Value.Equal(target) {
			return s
		}
	}
	return nil
}

// rove makes one place the grid's only stop of the tab key.
func (p *Plan) rove(to *spot) {
	for _, s := range p.spots {
		s.element.With("tabindex", "-1")
	}
	to.element.With("tabindex", "0")
}

// key moves the focus over the places: by rows up and down.
func (p *Plan) key(event js.Value) {
	s := p.spotOf(event.Get("target"))
	if s == nil {
		return
	}
	key := event.Get("key").String()
	switch key {
	case "Enter", " ":
		event.Call("preventDefault")
		p.hands.Act(desk.Command{Name: "pick", Argument: desk.PickedText(s.picked)})
		if key == "Enter" {
			p.hands.Act(desk.Command{Name: "enter"})
		}
	case "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End":
		event.Call("preventDefault")
		if next := p.neighbour(s, key); next != nil {
			next.element.Focused()
		}
	}
}

func (p *Plan) neighbour(from *spot, key string) *spot {
	at := 0
	for i, s := range p.spots {
		if s == from {
			at = i
		}
	}
	switch key {
	case "ArrowLeft":
		return p.spots[max(0, at-1)]
	case "ArrowRight":
		return p.spots[min(len(p.spots)-1, at+1)]
	case "Home":
		return p.spots[0]
	case "End":
		return p.spots[len(p.spots)-1]
	}
	step := 1
	if key == "ArrowUp" {
		step = -1
	}
	for i := at + step; i >= 0 && i < len(p.spots); i += step {
		if p.spots[i].picked.Kind != "scheduler" {
			return p.spots[i]
		}
	}
	return from
}

// Show shows the state.
func (p *Plan) Show(s *desk.State) {
	p.Root.Classed("stale", s.Stale()).Hide(s.Failed != nil)
	p.back.Hide(s.Zoom < 0)
	d := s.Drawn
	if d == nil || d == p.shown || p.canvas == nil {
		return
	}
	p.shown = d
	p.showNote(d.Plan.Note, s.Colour, s.Zoom >= 0)
	p.legend.show(d.Plan.Legend)
	p.outline.show(d.Plan.Outline)
	height := pixels(float64(d.Plan.Height))
	p.picture.Styled("height", height)
	p.canvas.Styled("height", height)
	p.showSpots(s, d.Plan.Spots)
}

// showNote says what the list of colours beside it does not say already.
func (p *Plan) showNote(note, colour string, isZoomed bool) {
	first, rest, _ := strings.Cut(note, "; ")
	if first == p.colours[colour] {
		note = rest
	}
	if isZoomed {
		note = "" // the picture says it itself
	}
	p.note.Say(note)
}

// mostSpots is how many places are elements; with more, only nodes are.
const mostSpots = 130

// namesEvery is how often names of places follow the picture, in milliseconds.
const namesEvery = 500

func (p *Plan) showSpots(s *desk.State, spots []proto.Spot) {
	if len(spots) == 0 {
		return // while playing none are sent: the places stay where they are
	}
	spots = few(spots)
	shape := shapeOf(spots)
	if shape != p.shape {
		p.shape = shape
		p.build(spots)
		p.at = 0
	}
	now := widget.Now()
	isDue := now-p.at >= namesEvery
	if isDue {
		p.at = now
	}
	for i, spot := range spots {
		e := p.spots[i].element
		p.spots[i].picked = spot.Picked
		e.Styled("transform", moved(spot.X, spot.Y))
		e.Styled("width", pixels(spot.Width))
		e.Styled("height", pixels(spot.Height))
		e.With("aria-selected", claim(spot.Picked == s.Picked))
		if isDue {
			e.With("aria-label", spot.Text)
		}
	}
}

func few(spots []proto.Spot) []proto.Spot {
	if len(spots) <= mostSpots {
		return spots
	}
	var groups []proto.Spot
	for _, s := range spots {
		if s.Picked.Kind != "scheduler" && len(groups) < mostSpots {
			groups = append(groups, s)
		}
	}
	return groups
}

// shapeOf is the order of kinds, which decides the rows.
func shapeOf(spots []proto.Spot) string {
	kinds := make([]byte, len(spots))
	for i, s := range spots {
		kinds[i] = (s.Picked.Kind + "-")[0]
	}
	return string(kinds)
}

// build makes a row for each node, with its name first.
func (p *Plan) build(spots []proto.Spot) {
	p.spots = nil
	p.places.Fill()
	p.places.With("role", "grid").With("aria-label", p.hands.Text("plan.grid"))
	var row *widget.Element
	for i, s := range spots {
		if s.Picked.Kind != "scheduler" || row == nil {
			row = widget.New("div", "").With("role", "row")
			p.places.Add(row)
		}
		e := widget.New("div", "").With("role", "gridcell").With("tabindex", "-1").With("aria-label", s.Text)
		if i == 0 {
			e.With("tabindex", "0")
		}
		row.Add(e)
		p.spots = append(p.spots, &spot{element: e, picked: s.Picked})
	}
}
