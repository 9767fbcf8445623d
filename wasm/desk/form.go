package desk

import (
	"strconv"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
	"schedlab/wasm/proto"
)

// Form is the editor's content, made from the document and the descriptions of its parts.
type Form struct {
	Sections []Section
	fields   map[string]*Field
}

// Section is a part of the editor.
type Section struct {
	Name  string // machine, guests, system, workload, actions, measure, run
	Title string
	Sum   string // what is inside, in a few words
	Items []Item // none = the section has no place in this document
}

// Item is one of: a heading, a field, a list, a fold, names in their colours.
type Item struct {
	Chips   []proto.Chip
	Heading string
	Field   *Field
	List    *List
	Fold    *Fold
}

// Fold is a part of a section that is closed at first.
type Fold struct {
	Name  string // unique in the form
	Title string
	Sum   string
	Items []Item
}

// List is a list of records that a person may add to.
type List struct {
	Path    string
	Add     string // what the button says
	Records []Record
}

// Record is one of a list.
type Record struct {
	Path   string
	Title  string
	Note   string
	Colour int // of a query class; 0 = none
	Bad    bool
	Items  []Item
}

// Field is one knob as it stands in the document.
type Field struct {
	scenario.Field
	Path    string
	Text    string // as typed, or the default
	On      bool   // of a switch
	Changed bool   // a product's setting that differs from its default
	Origin  string // doc, blog, inferred, assumed: shown beside product settings
	Options []setting.Option
	Problem *proto.Problem
}

// lawMark ends the path of the form's field that chooses a distribution: it is no member of the document.
const lawMark = "#law"

// Form gives the editor's content; it is made anew when the document or the run has changed.
func (s *State) Form() *Form {
	run := s.runKey()
	if s.asked.form != nil && s.asked.formOf == s.Version && s.asked.formRun == run {
		return s.asked.form
	}
	b := builder{state: s, form: &Form{fields: map[string]*Field{}}}
	b.build()
	s.asked.form, s.asked.formOf, s.asked.formRun = b.form, s.Version, run
	return b.form
}

// runKey is what the form takes from the run: it is seldom another one.
func (s *State) runKey() string {
	if s.Run == nil || s.asked.keyed == s.Run {
		return s.asked.key
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(s.Run.Requests))
	for _, c := range s.Run.Classes {
		b.WriteString(" " + strconv.Itoa(c.Colour))
	}
	for _, c := range s.Run.Chips {
		b.WriteString(" " + c.Text)
	}
	s.asked.keyed, s.asked.key = s.Run, b.String()
	return s.asked.key
}

func (s *State) field(path string) (*Field, bool) {
	f, ok := s.Form().fields[path]
	return f, ok
}

// nearestField is the field that a problem's path is about: itself, or the one that it lies in.
func (s *State) nearestField(path string) string {
	fields := s.Form().fields
	for at := path; at != ""; at = shorter(at) {
		if _, ok := fields[at]; ok {
			return at
		}
	}
	return path
}

func shorter(path string) string { return path[:max(0, strings.LastIndexAny(path, ".["))] }

// FieldTitle is how the message bar names the place of a problem.
func (s *State) FieldTitle(path string) string {
	if f, ok := s.field(s.nearestField(path)); ok {
		return f.Title
	}
	if path == "" {
		return s.Supplies.Say.Text("problems.document")
	}
	return s.partTitle(path)
}

// builder makes a form.
type builder struct {
	state *State
	form  *Form
	scenario.Document
	offers map[offer][]string
}

func (b *builder) say(key string, arguments ...any) string {
	return b.state.Supplies.Say.Text(key, arguments...)
}

// field makes a field of a record at a path.
func (b *builder) field(parent string, scheme scenario.Field) *Field {
	f := &Field{Field: scheme, Path: parent + "." + scheme.Name}
	if parent == "" {
		f.Path = scheme.Name
	}
	tree, isSet := b.Get(f.Path)
	standard := scheme.Format(scheme.Default)
	if !isSet {
		tree = standard
	}
	f.Text, f.On = textOf(tree), tree.Text == "true"
	if !scheme.Law { // a law's choices stand in the chooser beside it
		f.Options = scheme.Choices
	}
	if scheme.Refers != "" {
		f.Options = b.names(parent, scheme)
	}
	b.keep(f)
	return f
}

func (b *builder) keep(f *Field) {
	for i := range b.state.Problems {
		p := &b.state.Problems[i]
		if p.Path == f.Path || strings.HasPrefix(p.Path, f.Path+".") || strings.HasPrefix(p.Path,
			f.Path+"[") {
			f.Problem = p
			break
		}
	}
	b.form.fields[f.Path] = f
}

// textOf is a value as a field shows it: texts and numbers as they are, everything else as JSON.
func textOf(t scenario.Tree) string {
	switch t.Kind {
	case scenario.Text, scenario.Number, scenario.Bool:
		return t.Text
	case scenario.Null:
		return ""
	}
	return t.String()
}

// valueOf is what was typed as a value of the document. What is not what the field expects stays a text, so
// that nothing typed is lost; the reader of documents says what is wrong with it.
func valueOf(f *Field, text string) scenario.Tree {
	trimmed := strings.TrimSpace(text)
	switch {
	case f.Kind == setting.Switch && (trimmed == "true" || trimmed == "false"):
		return scenario.Flag(trimmed == "true")
	case f.Kind == setting.Number && !f.Reserved, f.Law, strings.HasPrefix(trimmed, "["),
		strings.HasPrefix(trimmed, "{"):
		if tree, problem := scenario.ParseTree(plainNumber(trimmed)); problem == nil &&
			tree.Kind != scenario.Text {
			return tree
		}
	}
	if f.Reserved && f.Kind == setting.Number {
		if tree, problem := scenario.ParseTree(trimmed); problem == nil && tree.Kind == scenario.Number {
			return tree
		}
	}
	return scenario.Words(text)
}

// plainNumber takes commas between thousands out, which people type as they read them.
func plainNumber(text string) string {
	plain := strings.ReplaceAll(text, ",", "")
	for _, r := range plain {
		if (r < '0' || r > '9') && r != '.' && r != '-' {
			return text
		}
	}
	return plain
}

// Field is the form's field of a path.
func (s *State) Field(path string) (*Field, bool) { return s.field(path) }

// VariantNames are the names of the document's variants, in order.
func (s *State) VariantNames() []string {
	var names []string
	for _, v := range s.variants() {
		name, _ := v.Member("name")
		names = append(names, name.Text)
	}
	return names
}
