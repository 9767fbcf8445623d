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
	colour  *widget.Element
	note    *widget.Element
	legend  legend
	picture *widget.Element
	places  *places
	canvas  *widget.Element
	back    *widget.Element
	outline outline
	shown   *proto.Drawn
}

// NewPlan makes the figure.
func NewPlan(hands Hands) *Plan {
	p := &Plan{hands: hands, colours: map[string]string{}, note: widget.New("span", "note")}
	p.legend.root = widget.New("div", "legend")
	p.colour = widget.New("select", "quiet-select").With("data-choose", "colour").With("aria-label",
		hands.Text("plan.colour"))
	for _, mode := range []struct{ value, text string }{
		{"request", hands.Text("plan.byRequest")}, {"state", hands.Text("plan.byState")},
		{"wait", hands.Text("plan.byWait")}, {"load", hands.Text("plan.byLoad")},
	} {
		p.colours[mode.value] = mode.text
		p.colour.Add(widget.New("option", "").With("value", mode.value).Say(mode.text))
	}
	p.back = widget.Button("btn small line", hands.Text("plan.back")).Does("escape", "").Hide(true)
	head := widget.New("div", "fig-head", heading(hands.Text("plan.title")), p.colour, p.note,
		p.back,
		widget.New("span", "grow"), p.legend.root)
	p.places = newPlaces(hands, "plan", hands.Text("plan.grid"))
	p.places.picks()
	p.outline = newOutline()
	p.picture = widget.New("div", "picture", p.outline.root, p.places.root)
	p.Root = widget.New("figure", "fig plan-fig", head, p.picture).With("aria-label",
		hands.Text("plan.title"))
	return p
}

// Canvas puts a new canvas in place, for a new runner, and gives what the runner needs.
func (p *Plan) Canvas() js.Value {
	var offscreen js.Value
	p.canvas, offscreen = putCanvas(p.canvas, p.picture)
	return offscreen
}

// Width is what the picture may use.
func (p *Plan) Width() int { return p.picture.Width() }

// Show shows the state.
func (p *Plan) Show(s *desk.State) {
	p.Root.Classed("stale", s.Stale()).Hide(s.Failed != nil)
	p.back.Hide(s.Zoom < 0)
	p.colour.Written(s.Colour)
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
	p.places.show(d.Plan.Spots, s.Picked)
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
