//go:build js

package panel

import (
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// outline frames what is pointed at, in each picture where it is.
type outline struct {
	root  *widget.Element
	boxes []*widget.Element
}

// mostOutlines is how many frames are drawn: a request may have as many workers as there are lanes.
const mostOutlines = 64

func newOutline() outline {
	return outline{root: widget.New("div", "outlines").With("aria-hidden", "true")}
}

func (o *outline) show(spots []proto.Spot) {
	spots = spots[:min(len(spots), mostOutlines)]
	for len(o.boxes) < len(spots) {
		box := widget.New("div", "")
		o.boxes = append(o.boxes, box)
		o.root.Add(box)
	}
	for i, box := range o.boxes {
		box.Hide(i >= len(spots))
		if i < len(spots) {
			s := spots[i]
			box.Styled("transform", moved(s.X, s.Y))
			box.Styled("width", pixels(s.Width))
			box.Styled("height", pixels(s.Height))
		}
	}
}
