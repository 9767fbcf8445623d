package desk

import (
	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// Import is the dialog in which a person pastes what their system prints.
type Import struct {
	Text    string
	Result  proto.Imported // of the last text that was read
	Reading Reading
}

// Paste is the text as it is now.
type Paste struct{ Text string }

// Apply has it read.
func (p Paste) Apply(s *State) {
	if p.Text == s.Import.Text && s.Import.Reading.Fault == "" {
		return
	}
	s.Import.Text = p.Text
	s.readImport()
}

// openImport learns what can be read, and has the maker fetched before somebody pastes.
func (s *State) openImport() {
	if i := &s.Import; len(i.Result.Formats) == 0 && !i.Reading.Waits {
		s.readImport()
	}
}

func (s *State) readImport() {
	s.toMaker(proto.ToRunner{Import: &proto.Import{Number: s.Import.Reading.ask(), Text: s.Import.Text}})
}

func (s *State) takeImported(m proto.Imported) {
	if s.Import.Reading.takes(m.Number) {
		s.Import.Result = m
	}
}

// useImport replaces the first machine by the one that was read, and the settings that the text told.
func (s *State) useImport() {
	result := s.Import.Result
	if !result.Usable || s.Import.Reading.Waits {
		return
	}
	read, problems := scenario.ParseDocument([]byte(result.Machine))
	if len(problems) > 0 {
		panic("desk: the machine that was read is no document: " + problems[0].Message)
	}
	machine, system := "machine", "system"
	if _, isLong := s.Document.Get("machines"); isLong {
		machine = item("machines", 0)
	}
	if _, isLong := s.Document.Get("systems"); isLong {
		system = item("systems", 0)
	}
	done := s.change("", func(d scenario.Document) (scenario.Document, []scenario.Problem) {
		next, problems := withoutMachine(d).Set(machine, read.Root)
		for _, told := range result.Switches {
			if path := system + ".settings." + told.Name; len(problems) == 0 && s.offers(path) {
				next, problems = next.Set(path, scenario.Flag(told.On))
			}
		}
		return next, problems
	})
	if done {
		s.Effect.Close = true
		s.Notice = s.Supplies.Say.Text("notice.imported", result.CPUs)
	}
}

// offers says whether the product has the setting.
func (s *State) offers(path string) bool {
	_, ok := s.declared(path)
	return ok
}
