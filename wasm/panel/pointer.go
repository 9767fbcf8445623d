//go:build js

package panel

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// tipAfter is how long a pointer rests before it is told what is there, in milliseconds.
const tipAfter = 80

// pointer asks what is below the pointer, not more often than needed.
type pointer struct {
	picture string
	act     func(desk.Action)
	element *widget.Element
	last    js.Value
	cancel  func()
}

func (p *pointer) listen(element *widget.Element) {
	p.element = element
	element.Listen("pointermove", func(event js.Value) {
		if event.Get("buttons").Int() != 0 {
			p.stop()
			return
		}
		p.last = event
		if p.cancel == nil {
			p.cancel = widget.After(tipAfter, p.ask)
		}
	})
	element.Listen("pointerleave", func(js.Value) {
		p.stop()
		p.act(desk.Leave{})
	})
}

func (p *pointer) ask() {
	p.cancel = nil
	x, y := p.place(p.last)
	window := desk.Spot{X: p.last.Get("clientX").Float(), Y: p.last.Get("clientY").Float()}
	p.act(desk.Point{Picture: p.picture, X: x, Y: y, Window: window})
}

func (p *pointer) stop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// place is where an event happened, in the picture.
func (p *pointer) place(event js.Value) (x, y float64) {
	left, top := p.element.Corner()
	return event.Get("clientX").Float() - left, event.Get("clientY").Float() - top
}
