package desk

import (
	"slices"
	"strings"

	"schedlab/engine/scenario"
)

// differing is what the document differs in from the shipped scenario that it was opened as, found out once
// for each change.
type differing struct {
	of    int // version of the document
	name  string
	parts []string
}

// tellings are the parts of a document that say something about a run and do not change it.
var tellings = []string{"version", "title", "summary", "look", "headline", "variants", "sweep", "expect"}

// Differences names what the document differs in from the scenario as shipped, in the order of the document.
// Figures that were reported for that one say nothing of a document that differs.
func (s *State) Differences() []string {
	d := &s.differs
	if d.of == s.Version && d.name == s.Name {
		return d.parts
	}
	*d = differing{of: s.Version, name: s.Name}
	if shipped, ok := s.shipped(); ok && claimsOf(shipped, s.Document.Root) {
		c := comparison{state: s}
		c.objects("", shipped, s.Document.Root)
		d.parts = c.parts
	}
	return d.parts
}

// claimsOf says whether all claims of a document are the shipped scenario's: other ones are about the
// document itself.
func claimsOf(shipped, document scenario.Tree) bool {
	theirs, _ := shipped.Member("expect")
	ours, _ := document.Member("expect")
	for _, claim := range ours.Items {
		text := claim.String()
		isTheirs := func(t scenario.Tree) bool { return t.String() == text }
		if !slices.ContainsFunc(theirs.Items, isTheirs) {
			return false
		}
	}
	return true
}

func (s *State) shipped() (scenario.Tree, bool) {
	for _, shipped := range s.Supplies.Scenarios {
		if shipped.Name == s.Name {
			document, problems := scenario.ParseDocument(shipped.Text)
			return document.Root, len(problems) == 0
		}
	}
	return scenario.Tree{}, false
}

// comparison collects the names of what differs.
type comparison struct {
	state *State
	parts []string
}

func (c *comparison) note(path string) {
	if name := c.state.partTitle(path); !slices.Contains(c.parts, name) {
		c.parts = append(c.parts, name)
	}
}

func (c *comparison) objects(path string, a, b scenario.Tree) {
	for _, name := range memberNames(a, b) {
		if path == "" && slices.Contains(tellings, name) {
			continue
		}
		inner := strings.TrimPrefix(path+"."+name, ".")
		x, inA := a.Member(name)
		y, inB := b.Member(name)
		switch {
		case inA && inB:
			c.values(inner, x, y)
		case !c.isDefault(inner, x, y):
			c.note(inner)
		}
	}
}

func (c *comparison) values(path string, a, b scenario.Tree) {
	switch {
	case a.Kind == scenario.Object && b.Kind == scenario.Object:
		c.objects(path, a, b)
	case a.Kind == scenario.List && b.Kind == scenario.List && len(a.Items) == len(b.Items):
		for i := range a.Items {
			c.values(item(path, i), a.Items[i], b.Items[i])
		}
	case a.String() != b.String():
		c.note(path)
	}
}

// isDefault says whether a value that only one of both documents states is what the other means without it.
func (c *comparison) isDefault(path string, a, b scenario.Tree) bool {
	stated := a
	if a.Kind == scenario.Null {
		stated = b
	}
	if len(stated.Members)+len(stated.Items) == 0 && (stated.Kind == scenario.Object ||
		stated.Kind == scenario.List) {
		return true
	}
	f, known := c.state.field(path)
	return known && textOf(stated) == textOf(f.Format(f.Default))
}

func memberNames(a, b scenario.Tree) []string {
	var names []string
	for _, t := range []scenario.Tree{a, b} {
		for _, m := range t.Members {
			if !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
	}
	return names
}

// partTitles are the words for parts of the document that are no fields.
var partTitles = map[string]string{
	"machine": "section.machine", "machines": "section.machine", "guests": "section.guests",
	"system": "section.system", "systems": "section.system", "network": "section.machine",
	"workload": "section.workload", "workload.classes": "form.classes", "workload.sessions": "form.sessions",
	"workload.arrivals": "form.arrivals", "actions": "section.actions", "measure": "section.measure",
	"variants": "whatif.title", "expect": "claims.title",
}

// partTitle is how people call a part of the document: the title of its field, or of what it lies in.
func (s *State) partTitle(path string) string {
	for at := path; at != ""; at = shorter(at) {
		if f, ok := s.field(at); ok && f.Title != "" {
			return f.Title
		}
		if key, ok := partTitles[at]; ok {
			return s.Supplies.Say.Text(key)
		}
	}
	return path
}
