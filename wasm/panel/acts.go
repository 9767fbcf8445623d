//go:build js

package panel

import "schedlab/wasm/widget"

// newActs makes the place in the top bar for what is done with the whole scenario: to save, export and share
// it. Its buttons have the class `act` and their word in a span of the class `word`. Where there is little
// room they are icons; on a phone they hang from a button of their own.
func (t *Topbar) newActs(hands Hands) {
	t.more = widget.IconButton("btn square more", "more", hands.Text("export.more")).Does("menu", "more").
		With("aria-haspopup", "true").With("aria-expanded", "false")
	t.Acts = widget.New("div", "acts").With("role", "group")
}

// ManualLink is the way to the documentation from the acts, where they hang from a button.
func ManualLink(hands Hands) *widget.Element {
	link := manual("btn act manual-open", "", "")
	link.Fill(widget.Icon("help"), widget.Span("word", hands.Text("manual.open")))
	return link
}

// manual is a link to a part of the documentation, in a tab of its own: what is under way here goes on.
func manual(class, section, text string) *widget.Element {
	return beside(class, "help.html"+section).Add(widget.Span("", text), widget.Icon("open"))
}

// beside is a link that opens in a tab of its own.
func beside(class, address string) *widget.Element {
	return widget.New("a", class).With("href", address).With("target", "_blank").With("rel", "noopener")
}

// More opens or closes the place on a phone.
func (t *Topbar) More() *Menu { return &Menu{root: t.Acts, button: t.more, stays: true} }
