//go:build js

package page

import (
	"strconv"

	"schedlab/wasm/desk"
	"schedlab/wasm/panel"
	"schedlab/wasm/widget"
)

// beginEmbedded opens what the address of a frame asks for; false = the page stands by itself.
func (p *Page) beginEmbedded() bool {
	if !widget.Embedded() {
		return false
	}
	p.state.Supplies.Base = widget.Base()
	e := desk.ReadEmbedded(widget.EmbedText(), p.state.Supplies.Say)
	p.state.BeginEmbedded(e, widget.Address(), firstScenario)
	return true
}

// buildEmbedded adds what only a frame has, and connects it with the page around it.
func (p *Page) buildEmbedded(hands panel.Hands) {
	if p.state.Embedded == nil {
		return
	}
	messages, transport := widget.Find("messages"), widget.Find("transport")
	caption := widget.Find("caption")
	p.headed = caption
	p.panels = append(p.panels, panel.NewEmbed(hands, transport, messages, caption))
	p.frame.With("data-mode", string(p.state.Embedded.Mode))
	p.frame.Classed("readonly", p.state.Embedded.Readonly)
	p.frame.Classed("bare", p.state.Embedded.Bare)
	parts := []*widget.Element{messages, caption, p.strip.Root, p.plan.Root, p.line.Root}
	widget.OnResize(func() {
		room := roomOf(caption, transport, parts)
		if !p.isShown {
			room.Needed = 0 // nobody knows yet
		}
		p.act(room)
	},
		append(parts, p.stage, transport)...)
	// Browsers do not even tell a frame that begins out of sight that it is, nor how large its parts are.
	p.frames.Hurry(true)
	p.resized()
	widget.OnSeen(func(is bool) {
		p.frames.Hurry(!is)
		p.act(desk.Seen{Is: is})
	})
	widget.ListenToHost(func() { p.act(desk.PortOpened{}) },
		func(text, id string) { p.act(desk.PortAsked{Text: text, ID: id}) })
}

// roomOf measures what the parts of a frame take.
func roomOf(caption, transport *widget.Element, parts []*widget.Element) desk.Room {
	bottom := 0
	for _, part := range parts {
		if isSeen(part) {
			bottom = max(bottom, part.Above()+part.Tall())
		}
	}
	return desk.Room{Above: caption.Above(), Caption: caption.Tall(), Needed: bottom + transport.Tall()}
}

// attend lets a frame do what it does by itself, and sends its host what it is to be told. A frame has no
// address that people see.
func (p *Page) attend() {
	s := p.state
	if s.Embedded == nil {
		return
	}
	wasBegun := s.Embedded.Begun()
	s.Attend(p.last)
	for _, text := range s.Effect.Port.Tell {
		widget.TellHost(text)
	}
	s.Effect.Addressed = false
	p.headed.Styled("min-height", strconv.Itoa(s.Embedded.Room.Caption)+"px")
	if !wasBegun && s.Embedded.Begun() && widget.Bare() {
		p.show()
		p.moves.Focused() // which the button that was pressed had
	}
}
