//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Offline are the bars about the service worker and the network.
type Offline struct {
	hands         Hands
	renewal, text *widget.Element
	fragile       *widget.Element
}

// NewOffline adds to the page's place for messages.
func NewOffline(root *widget.Element, hands Hands) *Offline {
	o := &Offline{hands: hands, text: widget.New("p", "")}
	o.renewal = bar("", "info", o.text,
		widget.Button("btn line small", hands.Text("offline.reload")).Does("renew", ""),
		widget.Button("btn small", hands.Text("offline.later")).Does("renew.later", "")).
		With("role", "status")
	o.fragile = bar("warn", "warn", widget.New("p", "").Say(hands.Text("offline.fragile"))).
		With("role", "status")
	root.Add(o.fragile, o.renewal)
	return o
}

// Show shows the state.
func (o *Offline) Show(s *desk.State) {
	key := "offline.waiting"
	if s.Service.Replaced {
		key = "offline.replaced"
	}
	o.text.Say(o.hands.Text(key))
	o.renewal.Hide(!s.Service.Renewal())
	o.fragile.Hide(!s.Service.Fragile())
}
