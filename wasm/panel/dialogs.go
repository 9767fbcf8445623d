//go:build js

package panel

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Dialog is a window above the page. The browser keeps the focus inside, and Escape closes it.
type Dialog struct{ Root *widget.Element }

// newDialog makes a dialog with a title and a button to close it.
func newDialog(hands Hands, class, id, title string) Dialog {
	heading := widget.New("h1", "").With("id", id).Say(title)
	d := Dialog{Root: widget.New("dialog", class, widget.New("header", "", heading,
		widget.IconButton("btn square", "close", hands.Text("dialog.close")).Does("close", ""))).
		With("aria-labelledby", id)}
	// A click outside of the dialog is one on the dialog itself: all that is inside lies in children.
	d.Root.Listen("click", func(event js.Value) {
		if event.Get("target").Equal(d.Root.Value) {
			hands.Act(desk.Command{Name: "close"})
		}
	})
	return d
}

// Keys lists the keys.
type Keys struct {
	Dialog
	letters *widget.Element
}

// NewKeys makes the dialog.
func NewKeys(hands Hands) *Keys {
	k := &Keys{Dialog: newDialog(hands, "keys-dialog", "keys-title", hands.Text("keys.title"))}
	list := widget.New("ul", "body")
	for _, line := range desk.KeyList {
		keys := widget.New("span", "")
		for i, name := range line.Keys {
			if i > 0 {
				keys.Add(widget.Span("", " "))
			}
			keys.Add(widget.New("kbd", "").Say(name))
		}
		list.Add(widget.New("li", "", keys, widget.Span("", hands.Text(line.Text))))
	}
	k.letters = widget.New("input", "").With("type", "checkbox").With("id", "letters").Does("letters", "")
	k.Root.Add(list, widget.New("footer", "letters", k.letters,
		widget.New("label", "").With("for", "letters").Say(hands.Text("keys.letters")),
		widget.New("span", "grow"), manual("manual", "", hands.Text("manual.open"))))
	return k
}

// Show shows the state.
func (k *Keys) Show(s *desk.State) {
	if k.Root.Get("open").Bool() {
		k.letters.Set("checked", !s.LettersOff)
	}
}
