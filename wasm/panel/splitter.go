//go:build js

package panel

import (
	"strconv"
	"syscall/js"

	"schedlab/wasm/widget"
)

// Splitter is the divider between stage and results.
type Splitter struct {
	frame, root *widget.Element
	width       int
	isHeld      bool
}

// Widths of the results, CSS pixels.
const (
	resultsWidth = 308
	leastWidth   = 240
	mostWidth    = 420
	widthKey     = 12 // of an arrow key
)

// NewSplitter puts the divider at the left edge of the results.
func NewSplitter(frame, stage *widget.Element, hands Hands) *Splitter {
	s := &Splitter{frame: frame, width: resultsWidth}
	s.root = widget.New("div", "splitter").With("role", "separator").With("tabindex", "0").
		With("aria-orientation", "vertical").With("aria-label", hands.Text("results.width")).
		With("aria-valuemin", strconv.Itoa(leastWidth)).With("aria-valuemax", strconv.Itoa(mostWidth))
	stage.Add(s.root)
	s.set(resultsWidth)
	s.root.Listen("pointerdown", func(event js.Value) {
		s.isHeld = true
		s.root.Capture(event)
		event.Call("preventDefault")
	})
	s.root.Listen("pointermove", func(event js.Value) {
		if width, _ := widget.ViewSize(); s.isHeld {
			s.set(int(width - event.Get("clientX").Float()))
		}
	})
	for _, end := range []string{"pointerup", "pointercancel"} {
		s.root.Listen(end, func(js.Value) { s.isHeld = false })
	}
	s.root.Listen("keydown", s.key)
	return s
}

func (s *Splitter) key(event js.Value) {
	by := map[string]int{"ArrowLeft": widthKey, "ArrowRight": -widthKey}[event.Get("key").String()]
	if by != 0 {
		event.Call("preventDefault")
		s.set(s.width + by)
	}
}

func (s *Splitter) set(width int) {
	s.width = max(leastWidth, min(mostWidth, width))
	s.frame.Styled("--aside-w", strconv.Itoa(s.width)+"px")
	s.root.With("aria-valuenow", strconv.Itoa(s.width))
}
