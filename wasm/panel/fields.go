//go:build js

package panel

import (
	"schedlab/engine/setting"
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// field is a field's elements.
type field struct {
	path    string
	root    *widget.Element
	control *widget.Element
	state   *widget.Element // of a switch: the word on or off
	problem *widget.Element
	message *widget.Element
	hint    *widget.Element
	hands   Hands
}

// maker makes the elements of a section.
type maker struct {
	hands   Hands
	section *section
	open    map[string]bool
}

func (m *maker) items(items []desk.Item) []*widget.Element {
	var all []*widget.Element
	for _, item := range items {
		switch {
		case item.Field != nil:
			all = append(all, m.field(item.Field).root)
		case item.List != nil:
			all = append(all, m.list(item.List)...)
		case item.Chips != nil:
			swatches := widget.New("div", "swatches")
			for _, c := range item.Chips {
				swatches.Add(pickChip(c))
			}
			all = append(all, swatches)
		case item.Fold != nil:
			all = append(all, m.fold(item.Fold).root)
		default:
			all = append(all, widget.New("h3", "group").Say(item.Heading))
		}
	}
	return all
}

// longText is from how many characters a text may have its own line.
const longText = 61

func (m *maker) field(f *desk.Field) *field {
	v := &field{path: f.Path, hands: m.hands, problem: widget.New("p", "problem").Hide(true)}
	id := "field-" + f.Path
	label := widget.New("label", "").With("for", id).Say(f.Title)
	name := widget.New("span", "name", label)
	if f.Help != "" || f.Origin != "" {
		word := f.Origin
		if word == "" {
			word = "?"
		}
		name.Add(widget.Button("src", word).With("id", "help-"+f.Path).
			With("aria-label", m.hands.Text("form.about", f.Title, word)).Does("help", f.Path))
	}
	v.message, v.hint = widget.New("span", ""), widget.New("span", "more")
	v.problem.With("id", "problem-"+f.Path).With("role", "alert").Add(widget.Icon("bad"),
		widget.New("span", "", v.message, widget.Span("", " "), v.hint))
	v.root = widget.New("div", "field", name)
	v.root.Classed("broad", isBroad(f))
	v.control = v.make(f, id)
	v.root.Add(v.problem)
	m.section.fields = append(m.section.fields, v)
	return v
}

// isBroad says that a field needs the whole width: texts and choices of many words.
func isBroad(f *desk.Field) bool {
	if f.Kind == setting.Text && len(f.Options) == 0 {
		return f.Max == 0 || f.Max >= longText || f.Reserved
	}
	for _, o := range f.Options {
		if len(o.Title) > 8 {
			return true
		}
	}
	return false
}

// make makes what the field is edited with, and adds it.
func (v *field) make(f *desk.Field, id string) *widget.Element {
	switch {
	case f.Kind == setting.Switch:
		v.state = widget.New("span", "")
		control := widget.New("button", "switch", v.state, widget.New("i", "")).With("type", "button").
			With("role", "switch").
			With("id", id).Does("toggle", f.Path)
		v.root.Add(control)
		return control
	case len(f.Options) > 0:
		control := widget.New("select", "").With("id", id).Edits(f.Path)
		for _, o := range f.Options {
			control.Add(widget.New("option", "").With("value", o.Name).Say(o.Title))
		}
		v.root.Add(control)
		return control
	}
	control := widget.New("input", "").With("type", "text").With("id", id).With("autocomplete", "off").
		With("spellcheck", "false").Edits(f.Path)
	box := widget.New("span", "in", control)
	if f.Kind == setting.Number {
		control.With("inputmode", "decimal")
	} else {
		box.Classed("text", true)
	}
	if f.Unit != "" {
		box.Add(widget.Span("u", f.Unit))
	}
	v.root.Add(box)
	return control
}

func (v *field) show(f *desk.Field) {
	v.root.Classed("changed", f.Changed)
	v.root.Classed("bad", f.Problem != nil)
	v.problem.Hide(f.Problem == nil)
	if f.Problem != nil {
		v.message.Say(capital(f.Problem.Message) + ".")
		v.hint.Say(capital(f.Problem.Hint))
		v.control.With("aria-invalid", "true").With("aria-describedby", "problem-"+v.path)
	} else {
		v.control.Without("aria-invalid").Without("aria-describedby")
	}
	if v.state == nil {
		v.control.Written(f.Text)
		return
	}
	v.control.With("aria-checked", claim(f.On))
	word := v.hands.Text("form.off")
	if f.On {
		word = v.hands.Text("form.on")
	}
	v.state.Say(word)
}
