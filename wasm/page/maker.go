//go:build js

package page

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// toMaker sends the maker what is asked of it; the first message starts one.
func (p *Page) toMaker(e desk.MakerEffects) {
	if e.Drop && p.maker != nil {
		p.maker.End()
		p.maker = nil
	}
	for _, message := range e.Send {
		if p.maker == nil {
			p.maker = widget.NewMaker(p.hearMaker,
				func(share float64) { p.act(desk.MakerFetched{Share: share}) },
				func(reason string, isUnreached bool) {
					p.act(desk.MakerLost{Reason: reason, IsUnreached: isUnreached})
				})
		}
		p.maker.Send(proto.Encode(message))
	}
}

func (p *Page) hearMaker(text string) {
	message, err := proto.DecodeToPage(text)
	if err != nil {
		p.act(desk.MakerLost{Reason: "a message could not be read: " + err.Error()})
		return
	}
	p.act(desk.MakerSaid{Message: message})
}
