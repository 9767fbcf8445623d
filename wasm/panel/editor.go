//go:build js

package panel

import (
	"strings"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Editor is the form of the document, made from descriptions.
type Editor struct {
	hands    Hands
	root     *widget.Element
	summary  *widget.Element
	look     *widget.Element
	sections map[string]*section
	whatIf   *WhatIf
	source   *Source
	help     *widget.Element
	helped   string
	form     *desk.Form
}

// section is a part of the form that opens and closes.
type section struct {
	root, sum, body *widget.Element
	shape           string
	fields          []*field
	records         []*record
	folds           []*fold
}

// firstOpen are the sections that are open at the beginning.
var firstOpen = map[string]bool{"machine": true, "guests": true, "system": true, "workload": true}

// NewEditor takes the place of what the column said before.
func NewEditor(root *widget.Element, hands Hands, form *desk.Form) *Editor {
	e := &Editor{hands: hands, root: root, sections: map[string]*section{}}
	e.whatIf, e.source = NewWhatIf(hands), NewSource(hands)
	e.summary, e.look = widget.New("p", ""), widget.New("p", "dim")
	root.Fill()
	root.Add(sectionRoot(hands.Text("story.title"), widget.New("span", "sum"),
		widget.New("div", "lead-in", e.summary, e.look)).Is("open", true))
	for _, s := range form.Sections {
		if s.Name == "actions" {
			root.Add(e.whatIf.Root)
		}
		root.Add(e.add(s).root)
	}
	imports := widget.WordButton("btn line wide", "paste", hands.Text("import.open")).Does("dialog", "import")
	explain := widget.Button("btn small wide", hands.Text("explain.open")).Does("dialog", "explain")
	root.Add(e.source.Root, widget.New("div", "editor-foot", imports, explain))
	e.help = widget.New("div", "popover").With("role", "note").Hide(true)
	root.Add(e.help)
	return e
}

func (e *Editor) add(s desk.Section) *section {
	view := &section{sum: widget.New("span", "sum"), body: widget.New("div", "sec-body")}
	view.root = sectionRoot(s.Title, view.sum, view.body)
	view.root.Is("open", firstOpen[s.Name])
	e.sections[s.Name] = view
	return view
}

// Show shows the state.
func (e *Editor) Show(s *desk.State) {
	e.whatIf.Show(s)
	e.source.Show(s)
	e.showHelp(s)
	e.summary.Say(s.Words("summary"))
	e.look.Say(s.Words("look"))
	if form := s.Form(); e.form != form {
		e.form = form
		for _, section := range form.Sections {
			e.sections[section.Name].show(e.hands, section)
		}
	}
}

// show brings a section to the form's state. Elements are made anew only if other fields are there.
func (v *section) show(hands Hands, s desk.Section) {
	v.root.Hide(len(s.Items) == 0)
	v.sum.Say(s.Sum)
	shape := shapeOfItems(s.Items)
	if shape != v.shape {
		v.shape = shape
		v.build(hands, s.Items)
	}
	b := updater{section: v}
	b.update(s.Items)
}

func (v *section) build(hands Hands, items []desk.Item) {
	focused := widget.FocusedID()
	open := v.openRecords()
	v.fields, v.records, v.folds = nil, nil, nil
	m := maker{hands: hands, section: v, open: open}
	v.body.Fill(m.items(items)...)
	widget.FocusID(focused)
}

// openRecords are the records and folds that are open, which stay open.
func (v *section) openRecords() map[string]bool {
	open := map[string]bool{}
	for _, r := range v.records {
		if r.root.Get("open").Bool() {
			open[r.path] = true
		}
	}
	for _, f := range v.folds {
		if f.root.Get("open").Bool() {
			open[f.name] = true
		}
	}
	return open
}

// Reveal opens what a field lies in and gives it the focus.
func (e *Editor) Reveal(path string) {
	for _, s := range e.sections {
		for _, f := range s.fields {
			if f.path == path {
				widget.Uncover(f.control)
				return
			}
		}
		for _, r := range s.records {
			if r.path == path {
				r.root.Set("open", true)
				widget.Uncover(r.summary)
				return
			}
		}
	}
	widget.Uncover(e.source.area)
}

// Rewrite shows a field's value though it has the focus.
func (e *Editor) Rewrite(s *desk.State, path string) {
	known, ok := s.Field(path)
	for _, section := range e.sections {
		for _, f := range section.fields {
			if ok && f.path == path {
				f.control.Overwritten(known.Text)
			}
		}
	}
}

func (e *Editor) showHelp(s *desk.State) {
	if s.Help == e.helped {
		return
	}
	e.helped = s.Help
	f, ok := s.Field(s.Help)
	e.help.Hide(!ok)
	if !ok {
		return
	}
	e.help.Fill()
	if f.Help != "" {
		e.help.Add(widget.New("p", "").Say(f.Help))
	}
	if f.Origin != "" {
		e.help.Add(widget.New("p", "from", widget.New("b", "").Say(e.origin(f.Origin)+" "),
			widget.Span("", f.Source)))
	}
	if f.Fixed {
		e.help.Add(widget.New("p", "from").Say(e.hands.Text("form.fixed")))
	}
	e.help.Add(widget.New("p", "from mono").Say(f.Path))
	e.placeHelp(s.Help)
}

func (e *Editor) origin(origin string) string {
	return map[string]string{"doc": e.hands.Text("origin.doc"), "blog": e.hands.Text("origin.blog"),
		"inferred": e.hands.Text("origin.inferred"), "assumed": e.hands.Text("origin.assumed")}[origin]
}

func (e *Editor) placeHelp(path string) {
	anchor := widget.FindMaybe("help-" + path)
	if anchor == nil {
		return
	}
	x, y := anchor.Corner()
	width, height := widget.ViewSize()
	h := e.help.Get("offsetHeight").Float()
	w := e.help.Get("offsetWidth").Float()
	top := y + 18
	if top+h > height-8 {
		top = max(8, y-h-6)
	}
	e.help.Styled("transform", moved(max(8, min(x, width-w-8)), top))
}

// shapeOfItems is what decides whether a section's elements can stay.
func shapeOfItems(items []desk.Item) string {
	var b strings.Builder
	writeShape(&b, items)
	return b.String()
}

func writeShape(b *strings.Builder, items []desk.Item) {
	for _, item := range items {
		switch {
		case item.Field != nil:
			b.WriteString("f" + item.Field.Path)
			for _, o := range item.Field.Options {
				b.WriteString("|" + o.Name + "=" + o.Title)
			}
		case item.List != nil:
			b.WriteString("l" + item.List.Path)
			for _, r := range item.List.Records {
				b.WriteString("r" + r.Path)
				writeShape(b, r.Items)
			}
		case item.Fold != nil:
			b.WriteString("d" + item.Fold.Name)
			writeShape(b, item.Fold.Items)
		case item.Chips != nil:
			for _, c := range item.Chips {
				b.WriteString("c" + c.Text + desk.PickedText(c.Picked))
			}
		default:
			b.WriteString("h" + item.Heading)
		}
		b.WriteByte('\n')
	}
}
