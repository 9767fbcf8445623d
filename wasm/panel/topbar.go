//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Topbar holds the scenarios, undo and redo, help and theme.
type Topbar struct {
	hands             Hands
	name, menu        *widget.Element
	picker            *widget.Element
	undo, redo        *widget.Element
	scenario, results *widget.Element
	theme             *widget.Element
	kept              *Kept
	entries           []*widget.Element // of the scenarios
	root              *widget.Element
	Acts, more        *widget.Element
}

// NewTopbar adds to the page's top bar.
func NewTopbar(root *widget.Element, hands Hands) *Topbar {
	t := &Topbar{hands: hands, root: root}
	t.name = widget.New("span", "")
	t.picker = widget.New("button", "btn pick", t.name, widget.Icon("down")).With("type", "button").
		With("aria-haspopup", "menu").Does("menu", "scenarios")
	t.undo = widget.IconButton("btn square", "undo", hands.Text("edit.undo")).Does("undo", "")
	t.redo = widget.IconButton("btn square", "redo", hands.Text("edit.redo")).Does("redo", "")
	t.scenario = widget.Button("btn line only-small", hands.Text("sheet.scenario")).
		Does("sheet", string(desk.EditorSheet))
	t.results = widget.Button("btn line only-narrow", hands.Text("sheet.results")).
		Does("sheet", string(desk.ResultsSheet))
	help := widget.IconButton("btn square keys-open", "help", hands.Text("keys.open")).Does("dialog", "keys")
	t.theme = widget.IconButton("btn square", "theme", "").Does("theme", "")
	t.menu = widget.New("div", "menu").With("role", "menu").With("aria-label", hands.Text("scenarios.label")).
		Hide(true)
	t.kept = newKept(hands)
	t.menu.Add(t.kept.list, beside("", "lessons/").With("role", "menuitem").
		Add(widget.New("b", "").Say(hands.Text("scenarios.lessons")),
			widget.Span("", hands.Text("scenarios.lessonsHelp"))))
	t.newActs(hands)
	t.Acts.Add(t.kept.save)
	root.Add(t.picker, t.undo, t.redo, t.kept.text, widget.New("span", "grow"), t.scenario, t.results,
		t.Acts, t.more, help, t.theme, t.menu)
	return t
}

// Show shows the state.
func (t *Topbar) Show(s *desk.State) {
	t.kept.show(s)
	name := s.Called()
	if name == "" {
		name = t.hands.Text("scenarios.untitled")
	}
	t.name.Say(name)
	t.undo.Is("disabled", !s.CanUndo())
	t.redo.Is("disabled", !s.CanRedo())
	t.scenario.With("aria-expanded", claim(s.Sheet == desk.EditorSheet))
	t.results.With("aria-expanded", claim(s.Sheet == desk.ResultsSheet))
	label := map[desk.Theme]string{desk.Auto: t.hands.Text("theme.auto"),
		desk.Light: t.hands.Text("theme.light"),
		desk.Dark:  t.hands.Text("theme.dark")}
	t.theme.With("aria-label", label[s.Theme]).With("title", label[s.Theme])
	t.list(s)
}

// list shows the scenarios; all but the first one may come later than the page.
func (t *Topbar) list(s *desk.State) {
	for i, shipped := range s.Supplies.Scenarios {
		if i == len(t.entries) {
			entry := widget.New("button", "", widget.New("b", "").Say(shipped.Title),
				widget.Span("", shipped.Summary)).
				With("type", "button").With("role", "menuitemradio").Does("show", shipped.Name)
			t.entries = append(t.entries, entry)
			t.menu.Add(entry)
		}
		t.entries[i].With("aria-checked", claim(shipped.Name == s.Name && s.Shelf.Open.ID == ""))
	}
}

// Menu opens or closes the list of scenarios.
func (t *Topbar) Menu() *Menu { return &Menu{root: t.menu, button: t.picker} }

// claim writes a boolean for an attribute.
func claim(is bool) string {
	if is {
		return "true"
	}
	return "false"
}
