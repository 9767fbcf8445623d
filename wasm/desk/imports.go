package desk

import (
	"schedlab/engine/importer"
	"schedlab/engine/scenario"
)

// Import is the dialog in which a person pastes what their system prints.
type Import struct {
	Text   string
	Result importer.Result
	Read   int // grows with every text that was read
}

// Paste is the text as it is now.
type Paste struct{ Text string }

// Apply reads it.
func (p Paste) Apply(s *State) {
	if p.Text == s.Import.Text && s.Import.Read > 0 {
		return
	}
	s.Import.Text = p.Text
	s.Import.Result = importer.Result{}
	if p.Text != "" {
		s.Import.Result = importer.Parse(p.Text)
	}
	s.Import.Read++
}

// imported are settings of products that a text can tell, by the importer's names for them.
var imported = []string{importer.SettingSoftNUMA}

// useImport replaces the first machine by the one that was read, and the settings that the text told.
func (s *State) useImport() {
	result := s.Import.Result
	if !result.Usable {
		return
	}
	machine, system := "machine", "system"
	if _, isLong := s.Document.Get("machines"); isLong {
		machine = item("machines", 0)
	}
	if _, isLong := s.Document.Get("systems"); isLong {
		system = item("systems", 0)
	}
	done := s.change("", func(d scenario.Document) (scenario.Document, []scenario.Problem) {
		next, problems := withoutMachine(d).Set(machine, scenario.FormatMachine(result.Machine))
		for _, name := range imported {
			path := system + ".settings." + name
			if value, told := result.Settings[name]; told && len(problems) == 0 && s.offers(path) {
				next, problems = next.Set(path, scenario.Flag(value == "true"))
			}
		}
		return next, problems
	})
	if done {
		s.Effect.Close = true
		s.Notice = s.Supplies.Say.Text("notice.imported", len(result.Machine.CPUs))
	}
}

// offers says whether the product has the setting.
func (s *State) offers(path string) bool {
	_, ok := s.declared(path)
	return ok
}
