//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// record is one of a list: it opens to its fields.
type record struct {
	path                string
	root, summary       *widget.Element
	title, note, swatch *widget.Element
}

// list makes the records of a list, and the button that adds one.
func (m *maker) list(l *desk.List) []*widget.Element {
	var all []*widget.Element
	for _, r := range l.Records {
		all = append(all, m.record(l, r).root)
	}
	if l.Add != "" {
		all = append(all, widget.New("div", "adder", widget.WordButton("btn small", "plus", l.Add).
			Does("add", l.Path)))
	}
	return all
}

func (m *maker) record(l *desk.List, r desk.Record) *record {
	v := &record{path: r.Path, title: widget.New("span", "what"), note: widget.New("span", "dim")}
	v.summary = widget.New("summary", "", widget.Icon("right").With("class", "icon turn"))
	if l.Path == "workload.classes" {
		v.swatch = widget.New("i", "chip").With("aria-hidden", "true")
		v.summary.Add(v.swatch)
	}
	v.summary.Add(v.title, v.note)
	v.root = widget.New("details", "record", v.summary)
	v.root.Is("open", m.open[r.Path])
	m.section.records = append(m.section.records, v)
	v.root.Add(m.items(r.Items)...)
	if l.Add != "" {
		v.root.Add(widget.New("div", "acts",
			widget.WordButton("btn small", "copy", m.hands.Text("form.copy")).Does("copy", r.Path),
			widget.WordButton("btn small", "close", m.hands.Text("form.remove")).Does("remove", r.Path)))
	}
	return v
}

// fold is a part of a section that is closed at first.
type fold struct {
	name      string
	root, sum *widget.Element
}

func (m *maker) fold(f *desk.Fold) *fold {
	v := &fold{name: f.Name, sum: widget.New("span", "dim")}
	v.root = widget.New("details", "fold", widget.New("summary", "", widget.Icon("right"),
		widget.Span("what", f.Title), v.sum))
	v.root.Is("open", m.open[f.Name])
	m.section.folds = append(m.section.folds, v)
	v.root.Add(m.items(f.Items)...)
	return v
}

func (v *record) show(r desk.Record) {
	v.title.Say(r.Title)
	v.note.Say(r.Note)
	v.root.Classed("bad", r.Bad)
	if v.swatch != nil {
		v.swatch.Hide(r.Colour == 0)
		v.swatch.With("class", classes("chip", colourClass(r.Colour)))
	}
}

// updater brings existing elements to the form's state; it meets fields and records in the order in which
// they were made.
type updater struct {
	section               *section
	fields, record, folds int
}

func (u *updater) update(items []desk.Item) {
	for _, item := range items {
		switch {
		case item.Field != nil:
			u.section.fields[u.fields].show(item.Field)
			u.fields++
		case item.Fold != nil:
			u.section.folds[u.folds].sum.Say(item.Fold.Sum)
			u.folds++
			u.update(item.Fold.Items)
		case item.List != nil:
			for _, r := range item.List.Records {
				u.section.records[u.record].show(r)
				u.record++
				u.update(r.Items)
			}
		}
	}
}
