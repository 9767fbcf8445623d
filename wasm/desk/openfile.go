package desk

import (
	"slices"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/output"
	"schedlab/wasm/share"
)

// MostFile is the largest file that is read, in bytes: a report of the largest document with its pictures.
const MostFile = 24 << 20

// OpenFile is a file that somebody chose or dropped on the page: a scenario, a library of them, or a picture
// or a report that carries one.
type OpenFile struct{ Name, Text string }

// Apply opens what is in it, as a step of the history. What cannot be read changes nothing and is told.
func (o OpenFile) Apply(s *State) {
	s.Export.Fault = nil
	text := strings.TrimSpace(strings.TrimPrefix(o.Text, "\ufeff"))
	if strings.HasPrefix(text, "<") {
		carried, ok := output.FromSVG(text)
		if !ok {
			s.Export.Fault = &FileFault{Name: o.Name, Key: "export.carriesNone"}
			return
		}
		text = carried
	}
	if _, _, bad := share.ReadLibrary(text); bad == nil {
		Imported{Name: o.Name, Text: text}.Apply(s)
		s.openLibrary()
		return
	}
	document, problems := scenario.ParseDocument([]byte(text))
	if len(problems) > 0 {
		s.Export.Fault = &FileFault{Name: o.Name, Key: "export.unread", Problems: told(problems)}
		return
	}
	if !isScenario(document.Root) {
		s.Export.Fault = &FileFault{Name: o.Name, Key: "export.noScenario"}
		return
	}
	s.openDocument(document)
	s.Notice = s.Supplies.Say.Text("export.opened", o.Name)
}

// TooLarge is a file that is not read because of its size.
type TooLarge struct{ Name string }

// Apply tells it.
func (t TooLarge) Apply(s *State) { s.Export.Fault = &FileFault{Name: t.Name, Key: "export.tooLarge"} }

// openDocument puts a document in place of the one there, with all problems that it may have.
func (s *State) openDocument(document scenario.Document) {
	if formatted, none := scenario.ParseDocument(document.Bytes()); len(none) == 0 {
		document = formatted // as the text shows it from now on, so that its lines are those of problems
	}
	s.begin(s.nameOf(document), document)
	s.isTyped = true
}

// nameOf is the shipped scenario that a document is, if it is one unchanged.
func (s *State) nameOf(document scenario.Document) string {
	text := string(document.Compact())
	for _, shipped := range s.Supplies.Scenarios {
		d, problems := scenario.ParseDocument(shipped.Text)
		if len(problems) == 0 && string(d.Compact()) == text {
			return shipped.Name
		}
	}
	return ""
}

// isScenario says whether an object has any of the parts that make a scenario.
func isScenario(root scenario.Tree) bool {
	parts := []string{"machine", "machines", "system", "systems", "workload", "duration_ms"}
	return slices.ContainsFunc(root.Members, func(m scenario.Member) bool {
		return slices.Contains(parts, m.Name)
	})
}
