//go:build js

package page

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// keepSite lets the browser keep the site, once the first picture is there.
func (p *Page) keepSite() {
	p.service = widget.KeepSite(func(what string) { p.act(desk.Serviced{What: what}) })
}

// renew takes a new version when the draft is kept, with which the page goes on then. Where nothing can be
// kept, its address holds the document: see the command.
func (p *Page) renew(e desk.ServiceEffects) {
	if e.Renew && p.service != nil {
		p.keepDraft(func() { p.service.Renew(e.Replaced) })
	}
}
