package scenario

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// reader makes a scenario of a document and collects what is wrong.
type reader struct {
	document Document
	products []Product
	problems []Problem
	scenario Scenario
	machines names
	guests   names
	systems  names
	classes  names
	sessions names
	variants names
	// sound tells of the systems whose machine and settings are free of problems.
	sound []bool
	// complete keeps the values of sound systems with all defaults, by position.
	complete map[int]setting.Values
	// built keeps the scenario's own machines by their text, since variants seldom change them.
	built map[string]builtMachine
	trial bool       // the document is a variant
	tried []Document // the variants', by position
	work  *int64     // values read, of all variants too
}

type builtMachine struct {
	hardware topology.Machine
	speed    int64
}

// place is a value of the document with its path; absent values have the place of their parent.
type place struct {
	tree  Tree
	path  string
	there bool
}

func (p place) member(name string) place {
	m := place{path: p.path + step{name: name, member: true}.text(p.path == ""), tree: Tree{at: p.tree.at}}
	if i := p.tree.position(name); i >= 0 {
		m.tree, m.there = p.tree.Members[i].Value, true
	}
	return m
}

func (p place) item(i int) place {
	return place{tree: p.tree.Items[i], path: fmt.Sprintf("%s[%d]", p.path, i), there: true}
}

func (r *reader) add(p place, message, hint string) {
	if len(r.problems) >= MaxProblems {
		return
	}
	line, column := r.document.place(p.tree.at)
	r.problems = append(r.problems, Problem{Path: p.path, Message: message, Hint: hint, Line: line,
		Column: column})
}

// is checks the kind of a value that is there; wanted is told if it is another one.
func (r *reader) is(p place, kind Kind, wanted string) bool {
	if p.tree.Kind == kind {
		return true
	}
	r.add(p, "expected "+wanted+", got "+p.tree.Kind.String(), "")
	return false
}

// items are the values of a list that may be absent, at most limit of them.
func (r *reader) items(p place, limit int) []place {
	if !p.there || !r.is(p, List, "a list") {
		return nil
	}
	if n := len(p.tree.Items); n > limit {
		r.add(p, fmt.Sprintf("%s entries; at most %s", grouped(int64(n)), grouped(int64(limit))), "")
	}
	items := make([]place, min(len(p.tree.Items), limit))
	for i := range items {
		items[i] = p.item(i)
	}
	return items
}

// values reads the members of an object that are plain fields, complete with defaults, and tells of members
// that such an object does not have.
func (r *reader) values(p place, s *schema) setting.Values {
	values := r.present(p, s)
	for i := range s.fields {
		f := &s.fields[i]
		if _, ok := values[f.Name]; ok {
			continue
		}
		if f.Required && p.tree.Kind == Object && p.tree.position(f.Name) < 0 {
			r.add(p.member(f.Name), "is missing", f.Help)
		}
		values[f.Name] = f.Default
	}
	return values
}

// present reads only what is there. Laws and reserved fields are left to their own readers.
func (r *reader) present(p place, s *schema) setting.Values {
	values := setting.Values{}
	if !p.there || !r.is(p, Object, "an object") {
		return values
	}
	*r.work += int64(len(p.tree.Members)) + 1
	for i := range p.tree.Members {
		name := p.tree.Members[i].Name
		if f, ok := s.field(name); ok {
			if !f.Law && !f.Reserved {
				values[f.Name] = r.value(p.member(f.Name), f)
			}
			continue
		}
		if _, ok := s.part(name); !ok {
			at := p.member(name)
			at.tree.at = p.tree.Members[i].at
			r.add(at, fmt.Sprintf("%s has no %q", s.noun, clip(name)), didYouMean(name, s.names()))
		}
	}
	return values
}

// value reads a plain field; what is wrong is replaced by the default.
func (r *reader) value(p place, f *Field) setting.Value {
	var value setting.Value
	ok := false
	switch f.Kind {
	case setting.Number:
		value.Number, ok = r.number(p, f)
	case setting.Switch:
		ok = r.is(p, Bool, "true or false")
		value.Number = map[string]int64{"true": 1}[p.tree.Text]
	case setting.Choice:
		value.Text, ok = p.tree.Text, r.choice(p, f)
	case setting.Text:
		value.Text, ok = p.tree.Text, r.text(p, f)
	case setting.List:
		value.Records, ok = r.records(p, f)
	}
	if !ok {
		return f.Default
	}
	return value
}

func (r *reader) number(p place, f *Field) (int64, bool) {
	wanted := "a whole number"
	if f.Decimals > 0 {
		wanted = "a number"
	}
	if !r.is(p, Number, wanted) {
		return 0, false
	}
	n, fault := parseDecimal(p.tree.Text, f.Decimals)
	if fault == noFault && n >= f.Min && n <= f.Max {
		return n, true
	}
	r.notNumber(p, f, n, fault)
	return 0, false
}

// notNumber tells what is wrong with a number, and the limits.
func (r *reader) notNumber(p place, f *Field, n int64, fault numberFault) {
	unit := ""
	if f.Unit != "" {
		unit = " " + f.Unit
	}
	text, low, high := clip(p.tree.Text), shown(f.Min, f.Decimals), shown(f.Max, f.Decimals)
	between := "from " + low + " to " + high + unit
	switch {
	case fault == tooFine && f.Decimals == 0:
		r.add(p, "expected a whole number, got "+text, between)
	case fault == tooFine:
		r.add(p, fmt.Sprintf("%s has more than %d digits after the point", text, f.Decimals), "")
	case n > f.Max:
		r.add(p, text+" is too large; at most "+high+unit, between)
	default:
		r.add(p, text+" is too small; at least "+low+unit, between)
	}
}

// shown writes a limit, with commas between thousands.
func shown(n int64, decimals int) string {
	whole, fraction, _ := strings.Cut(formatDecimal(n, decimals), ".")
	if fraction != "" {
		return whole + "." + fraction
	}
	n, _ = parseDecimal(whole, 0)
	return grouped(n)
}

func (r *reader) choice(p place, f *Field) bool {
	var names []string
	for _, option := range f.Choices {
		if names = append(names, option.Name); p.tree.Kind == Text && option.Name == p.tree.Text {
			return true
		}
	}
	if r.is(p, Text, "text") {
		r.add(p, fmt.Sprintf("%q is no choice", clip(p.tree.Text)), "one of "+quoted(names))
	}
	return false
}

func (r *reader) text(p place, f *Field) bool {
	if !r.is(p, Text, "text") {
		return false
	}
	limit := f.Max
	if limit == 0 {
		limit = maxProse
	}
	if n := utf8.RuneCountInString(p.tree.Text); int64(n) > limit {
		r.add(p, fmt.Sprintf("%s characters; at most %s", grouped(int64(n)), grouped(limit)), "")
		return false
	}
	if f.Check == nil {
		return true
	}
	fault := f.Check(p.tree.Text)
	if fault != "" {
		r.add(p, fault, "")
	}
	return fault == ""
}

func (r *reader) records(p place, f *Field) ([]setting.Values, bool) {
	if p.tree.Kind != List {
		return nil, r.is(p, List, "a list")
	}
	s := declared("a record", f.Fields)
	if name, ok := s.field("name"); ok && name.Kind == setting.Text {
		nameable(name)
	}
	var records []setting.Values
	for _, item := range r.items(p, MaxRecords) {
		records = append(records, r.present(item, s))
	}
	return records, true
}

// declared is the schema of settings.
func declared(noun string, settings []setting.Setting) *schema {
	s := &schema{noun: noun, fields: make([]Field, len(settings))}
	for i := range settings {
		s.fields[i].Setting = settings[i]
	}
	return s
}

// nameable makes a field one that holds a name, unless the product checks it itself.
func nameable(f *Field) {
	if f.Check == nil {
		f.Check = checkName
	}
	if f.Max == 0 {
		f.Max = maxName
	}
}

// checkName tells why a text cannot be a name, which paths must be able to hold.
func checkName(text string) string {
	if text == "" {
		return "a name must not be empty"
	}
	if strings.TrimSpace(text) != text {
		return "a name must not begin or end with a space"
	}
	for _, c := range text {
		if c == '[' || c == ']' || unicode.IsControl(c) || c == utf8.RuneError {
			return fmt.Sprintf("a name must not contain %q", c)
		}
	}
	return ""
}

// names are the names of one kind of things, by which others refer to them.
type names struct {
	noun, plural string
	order        []string
	at           map[string]int
}

// named takes down a name, also one with faults, since others refer to it; an empty one they cannot.
func (r *reader) named(n *names, p place, name string) {
	if p.tree.Kind == Text {
		name = p.tree.Text
	}
	at := len(n.order)
	n.order = append(n.order, name)
	if n.at == nil {
		n.at = map[string]int{}
	}
	if name == "" {
		return
	}
	if _, twice := n.at[name]; twice {
		r.add(p, fmt.Sprintf("there are two %s named %q", n.plural, clip(name)),
			"give one of them another name")
		return
	}
	n.at[name] = at
}

// refer gives the position of a name; -1, with a problem, if nothing has it.
func (r *reader) refer(p place, name string, n *names) int {
	if at, ok := n.at[name]; ok {
		return at
	}
	hint := fmt.Sprintf("there are no %s", n.plural)
	var known []string
	for _, k := range n.order {
		if k != "" {
			known = append(known, k)
		}
	}
	if len(known) > 0 {
		hint = fmt.Sprintf("the %s are %s", n.plural, quoted(known))
	}
	if near := nearest(name, known); near != "" {
		hint = fmt.Sprintf("did you mean %q? %s%s", near, strings.ToUpper(hint[:1]), hint[1:])
	}
	r.add(p, fmt.Sprintf("%s %q does not exist", n.noun, clip(name)), hint)
	return -1
}
