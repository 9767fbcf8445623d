//go:build js

package page

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/panel"
	"schedlab/wasm/widget"
)

// beginAddress opens what this tab or a page that is gone has left, or what the page's address says.
func (p *Page) beginAddress() {
	p.state.Supplies.Base = widget.Base()
	if !p.beginKept() {
		p.state.Begin(widget.Address(), firstScenario)
	}
}

// buildSharing makes the dialogs around links.
func (p *Page) buildSharing(hands panel.Hands) {
	p.topbar.Acts.Add(panel.ShareButton(hands), panel.ManualLink(hands))
	share, paste := panel.NewShare(hands), panel.NewPaste(hands)
	widget.Body().Add(share.Root, paste.Root)
	p.dialogs["share"], p.dialogs["paste"] = share.Dialog, paste.Dialog
	p.panels = append(p.panels, share, paste)
}

// followAddress opens what the address says when it changes. A link to a part of the page is none of ours: it
// moves the focus, and the address stays.
func (p *Page) followAddress() {
	widget.OnAddress(func(number int64, fragment, left string) {
		p.act(desk.Popped{Number: number, Fragment: fragment, Left: left})
	})
	widget.Body().Listen("click", func(event js.Value) {
		link, isLink := closest(event, `href^="#"`)
		if !isLink {
			return
		}
		if part := widget.FindMaybe(attribute(link, "href")[1:]); part != nil {
			event.Call("preventDefault")
			part.Focused()
		}
	})
}

// share does what the state asks for around links.
func (p *Page) share(e desk.Effects) {
	if e.Addressed && e.Push && e.Left != "" {
		widget.MarkStep(e.Left)
	}
	if e.Addressed {
		widget.SetAddress(e.Address, p.state.Step(), e.Push)
	}
	if e.Offer {
		widget.Offer(p.state.Title(), p.state.Link())
	}
}
