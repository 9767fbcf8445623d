//go:build js

package panel

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// places lie over a picture, so that what is there can be pointed at, focused and picked by keyboard. They
// are a grid: a row for each node or other thing, with its schedulers behind it.
type places struct {
	hands   Hands
	label   string
	root    *widget.Element
	pointer pointer
	spots   []*spot
	shape   string
	named   []proto.Spot // the names that spots have, or will have
	at      float64      // when names were last set
	isOwed  bool         // names will be set
}

// spot is a focusable place.
type spot struct {
	element *widget.Element
	picked  proto.Picked
}

func newPlaces(hands Hands, picture, label string) *places {
	p := &places{hands: hands, label: label, root: widget.New("div", "places"),
		pointer: pointer{picture: picture, act: hands.Act}}
	p.pointer.listen(p.root)
	p.root.Listen("focusin", func(event js.Value) {
		if s := p.spotOf(event.Get("target")); s != nil {
			p.rove(s)
			hands.Act(desk.Hover{Picked: s.picked})
		}
	})
	p.root.Listen("keydown", p.key)
	return p
}

// picks lets clicks select, and double clicks zoom in.
func (p *places) picks() {
	for kind, enters := range map[string]bool{"click": false, "dblclick": true} {
		p.root.Listen(kind, func(event js.Value) {
			x, y := p.pointer.place(event)
			p.hands.Act(desk.Point{Picture: p.pointer.picture, X: x, Y: y, Pick: true, Enter: enters})
		})
	}
}

func (p *places) spotOf(target js.Value) *spot {
	for _, s := range p.spots {
		if s.element.Value.Equal(target) {
			return s
		}
	}
	return nil
}

// rove makes one place the grid's only stop of the tab key.
func (p *places) rove(to *spot) {
	for _, s := range p.spots {
		s.element.With("tabindex", "-1")
	}
	to.element.With("tabindex", "0")
}

// key moves the focus over the places: by rows up and down.
func (p *places) key(event js.Value) {
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
		p.neighbour(s, key).element.Focused()
	}
}

func (p *places) neighbour(from *spot, key string) *spot {
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

// mostSpots is how many places are elements; with more, only nodes are.
const mostSpots = 130

// namesEvery is how often names of places follow the picture, in milliseconds.
const namesEvery = 500

// show puts the places where the picture has them. While playing none are sent: they stay where they are.
func (p *places) show(spots []proto.Spot, picked proto.Picked) {
	if len(spots) == 0 {
		return
	}
	spots = few(spots)
	shape := shapeOf(spots)
	if shape != p.shape {
		p.shape = shape
		p.build(spots)
	}
	for i, spot := range spots {
		e := p.spots[i].element
		p.spots[i].picked = spot.Picked
		e.Styled("transform", moved(spot.X, spot.Y))
		e.Styled("width", pixels(spot.Width))
		e.Styled("height", pixels(spot.Height))
		e.With("aria-selected", claim(spot.Picked == picked))
	}
	p.named = spots
	if p.isOwed {
		return
	}
	if rest := p.at + namesEvery - widget.Now(); rest > 0 {
		p.isOwed = true
		widget.After(int(rest), p.name)
		return
	}
	p.name()
}

// name tells what is at the places now.
func (p *places) name() {
	p.at, p.isOwed = widget.Now(), false
	for i, spot := range p.named {
		p.spots[i].element.With("aria-label", spot.Text)
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
func (p *places) build(spots []proto.Spot) {
	p.spots, p.at = nil, 0
	p.root.Fill()
	p.root.With("role", "grid").With("aria-label", p.label)
	var row *widget.Element
	for i, s := range spots {
		if s.Picked.Kind != "scheduler" || row == nil {
			row = widget.New("div", "").With("role", "row")
			p.root.Add(row)
		}
		e := widget.New("div", "").With("role", "gridcell").With("tabindex", "-1").With("aria-label", s.Text)
		if i == 0 {
			e.With("tabindex", "0")
		}
		row.Add(e)
		p.spots = append(p.spots, &spot{element: e, picked: s.Picked})
	}
}
