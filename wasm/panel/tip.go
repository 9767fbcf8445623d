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
	width, height := widget.ViewSize()
	w, h := t.root.Get("offsetWidth").Float(), t.root.Get("offsetHeight").Float()
	x, y := s.Pointed.X+apart, s.Pointed.Y+apart
	if x+w > width-8 {
		x = max(8, s.Pointed.X-apart-w)
	}
	if y+h > height-8 {
		y = max(8, s.Pointed.Y-apart-h)
	}
	t.root.Styled("transform", moved(x, y))
}
