//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Tip says what is below the pointer or has the focus. It holds nothing that the inspector does not hold.
type Tip struct {
	root  *widget.Element
	shown *proto.Tip
}

// NewTip makes the tooltip.
func NewTip() *Tip {
	return &Tip{root: widget.New("div", "tip").With("role", "tooltip").Hide(true)}
}

// Root is its element.
func (t *Tip) Root() *widget.Element { return t.root }

// apart is how far the tooltip stands from what it tells of, in CSS pixels.
const apart = 16

// margin is what is left free at the window's edges, in CSS pixels.
const margin = 8

// Show shows the state.
func (t *Tip) Show(s *desk.State) {
	if s.Tip == t.shown {
		return
	}
	t.shown = s.Tip
	t.root.Hide(s.Tip == nil)
	if s.Tip == nil {
		return
	}
	title := widget.New("b", "")
	if class := colourClass(s.Tip.Colour); class != "" {
		title.Add(widget.New("i", "chip "+class).Say(" "))
	}
	title.Add(widget.Span("", s.Tip.Title))
	t.root.Fill(title, facts("", s.Tip.Facts))
	x, y := t.place(s.Pointed)
	t.root.Styled("transform", moved(x, y))
}

// place is where the tooltip stands: below right of the pointer, or on another side where that is outside of
// the window or covers a legend.
func (t *Tip) place(pointed desk.Spot) (x, y float64) {
	width, height := widget.ViewSize()
	w, h := t.root.Get("offsetWidth").Float(), t.root.Get("offsetHeight").Float()
	right, left := pointed.X+apart, pointed.X-apart-w
	below, above := pointed.Y+apart, pointed.Y-apart-h
	for _, at := range [][2]float64{{right, below}, {left, below}, {right, above}, {left, above}} {
		isInside := at[0] >= margin && at[0]+w <= width-margin && at[1] >= margin && at[1]+h <= height-margin
		if isInside && !widget.Covers(widget.Box{X: at[0], Y: at[1], Width: w, Height: h}, ".legend") {
			return at[0], at[1]
		}
	}
	return max(margin, min(right, width-margin-w)), max(margin, min(below, height-margin-h))
}
