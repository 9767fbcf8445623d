//go:build js

package panel

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Naming is the small dialog that asks for a name and tags. It may stand above the library.
type Naming struct {
	Dialog
	hands                     Hands
	title, name, tags, button *widget.Element
	opened                    int
}

// NewNaming makes the dialog.
func NewNaming(hands Hands) *Naming {
	n := &Naming{hands: hands, title: widget.New("h1", "").With("id", "naming-title")}
	field := func(id, label, command string) (*widget.Element, *widget.Element) {
		input := widget.New("input", "").With("id", id).With("autocomplete", "off").
			With("data-choose", command)
		return input, widget.New("p", "", widget.New("label", "").With("for", id).Say(label), input)
	}
	name, nameLine := field("naming-name", hands.Text("naming.name"), "naming.name")
	tags, tagsLine := field("naming-tags", hands.Text("naming.tags"), "naming.tags")
	n.name, n.tags = name.Is("autofocus", !widget.Embedded()).With("required", ""), tags
	n.tags.With("aria-describedby", "naming-hint")
	n.button = widget.New("button", "btn primary").With("type", "submit")
	form := widget.New("form", "", widget.New("div", "body", nameLine, tagsLine,
		widget.New("p", "dim").With("id", "naming-hint").Say(hands.Text("naming.hint"))),
		widget.New("footer", "", widget.New("span", "grow"),
			widget.Button("btn line", hands.Text("dialog.cancel")).Does("naming.close", ""), n.button)).
		Is("novalidate", true)
	form.Listen("submit", func(event js.Value) {
		event.Call("preventDefault")
		hands.Act(desk.Command{Name: "naming.done"})
	})
	n.Root = widget.New("dialog", "naming", widget.New("header", "", n.title,
		widget.IconButton("btn square", "close", hands.Text("dialog.close")).Does("naming.close", "")), form).
		With("aria-labelledby", "naming-title")
	return n
}

// Show shows the state.
func (n *Naming) Show(s *desk.State) {
	if asked := s.Shelf.Naming; asked.Opened != n.opened {
		n.opened = asked.Opened
		n.name.Overwritten(asked.Name)
		n.tags.Overwritten(asked.Tags)
		title, button := n.hands.Text("naming.saveTitle"), n.hands.Text("naming.save")
		if asked.For == desk.ForRename {
			title, button = n.hands.Text("naming.renameTitle"), n.hands.Text("naming.rename")
		}
		n.title.Say(title)
		n.button.Say(button)
		n.name.Call("select")
	}
	n.button.Is("disabled", s.Shelf.Naming.Name == "")
}
