package desk

import (
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
	"schedlab/wasm/share"
)

// Edit is what somebody typed or chose in a field. It stays as it is typed, also if it cannot be run.
type Edit struct {
	Path string
	Text string
	Done bool // the field was left: the next edit of it is another one
}

// Apply makes the edit and runs the document.
func (e Edit) Apply(s *State) {
	if e.Done {
		s.history.typing = ""
		s.Effect.Rewrite = e.Path // the field shows its value in its own way again
		return
	}
	if strings.HasSuffix(e.Path, lawMark) {
		s.setLaw(e.Path, e.Text)
		return
	}
	field, known := s.field(e.Path)
	if !known || field.Text == e.Text {
		return
	}
	if e.Text == "" && !field.Required {
		s.change(e.Path, func(d scenario.Document) (scenario.Document,
			[]scenario.Problem) {
			return d.Remove(e.Path)
		})
		return
	}
	value := valueOf(field, e.Text)
	s.change(e.Path, func(d scenario.Document) (scenario.Document, []scenario.Problem) {
		next, problems := d.Set(e.Path, value)
		if len(problems) == 0 && isDoing(e.Path) {
			next = s.redone(next, strings.TrimSuffix(e.Path, ".do"))
		}
		return next, problems
	})
}

// change makes one step of the history. A change that leads nowhere is told as a notice.
func (s *State) change(path string, edit func(scenario.Document) (scenario.Document,
	[]scenario.Problem)) bool {
	if s.isLocked() {
		return false
	}
	next, problems := edit(s.Document)
	if len(problems) > 0 {
		s.Notice = problems[0].String()
		return false
	}
	s.history.note(s.now(), path)
	s.isTyped = false
	s.accept(next)
	return true
}

// accept makes a document the one of the page and runs it if it can be run.
func (s *State) accept(document scenario.Document) {
	if s.isLocked() {
		return
	}
	s.Document = document
	s.Unparsed = false
	s.Version++
	s.Notice = ""
	s.read()
	if len(s.Problems) == 0 {
		s.sent, s.basis, s.unfit = document, document, nil
		s.open()
	}
}

// variations are the parts of a document that are read by reading it again for each of them. That takes ten
// times as long as all the rest, so the page leaves it to the runner, which tells their problems too.
var variations = []string{"variants", "sweep", "expect"}

func (s *State) read() {
	var problems []scenario.Problem
	s.reading, problems = s.readingOf(s.Document)
	s.Problems = told(problems)
}

func (s *State) readingOf(document scenario.Document) (scenario.Scenario, []scenario.Problem) {
	for _, part := range variations {
		if _, isThere := document.Get(part); isThere {
			document, _ = document.Remove(part)
		}
	}
	return scenario.Read(document, s.Supplies.Products)
}

func told(problems []scenario.Problem) []proto.Problem {
	var all []proto.Problem
	for _, p := range problems {
		all = append(all, proto.Problem{Path: p.Path, Message: p.Message, Hint: p.Hint, Line: p.Line})
	}
	return all
}

// open asks for a run. What was said of older documents is out of date from now on.
func (s *State) open() {
	s.Generation++
	s.Failed = nil
	s.Waiting = Waiting{On: true}
	s.sendOpen()
}

func (s *State) sendOpen() {
	if s.Ready {
		s.send(proto.ToRunner{Open: &proto.Open{Document: string(s.sent.Compact())}})
	}
}

// Show opens a shipped scenario; an unknown name is told.
func (s *State) Show(name string) {
	if document, isThere := s.parentOf(name); isThere {
		s.begin(name, document)
		return
	}
	s.Stray = name
}

// begin puts another document in the place of the one that is there, as a step of the history, and looks at
// it from the beginning.
func (s *State) begin(name string, document scenario.Document) {
	if s.isLocked() {
		return
	}
	if s.Version > 0 {
		s.history.note(s.now(), "")
		s.stepOn()
	}
	s.leave()
	s.Stray, s.Sharing.Broken = "", nil
	s.Name = name
	s.readdress(s.addressOf(name, document, share.Whole()))
	s.Picked, s.Hovered, s.Tip, s.Opened, s.Zoom = proto.Picked{}, proto.Picked{}, nil, nil, -1
	s.Poster, s.Playing, s.At, s.Window, s.Marker = true, false, 0, Span{}, -1
	s.isPaced, s.isTyped = false, false
	s.Effect.Overtaken = true
	s.trail.linked = ""
	s.accept(document)
}

// Begin opens what the page's address says, or the first scenario: if it says nothing, or what cannot be
// opened, which is told.
func (s *State) Begin(fragment, first string) {
	if fragment != "" && s.OpenLink(fragment) {
		return
	}
	stray, broken := s.Stray, s.Sharing.Broken
	s.Show(first)
	s.Stray, s.Sharing.Broken = stray, broken
}

// Source is the whole document as somebody typed it.
type Source struct{ Text string }

// Apply takes the text if it is a document at all; otherwise its problems are listed and nothing changes.
func (e Source) Apply(s *State) {
	document, problems := scenario.ParseDocument([]byte(e.Text))
	if len(problems) > 0 {
		s.Problems = told(problems)
		s.Unparsed = true
		s.Version++
		return
	}
	if formatted, none := scenario.ParseDocument(document.Bytes()); len(none) == 0 {
		document = formatted // as the text shows it from now on, so that its lines are those of problems
	}
	s.history.note(s.now(), "")
	s.isTyped = true
	s.accept(document)
}

// tryVariant makes the changes of one of the document's variants.
func (s *State) tryVariant(position int) {
	variants := s.variants()
	if position < 0 || position >= len(variants) {
		return
	}
	s.change("", func(d scenario.Document) (scenario.Document, []scenario.Problem) {
		set, _ := variants[position].Member("set")
		for _, member := range set.Members {
			next, problems := d.Set(member.Name, member.Value)
			if len(problems) > 0 {
				return d, problems
			}
			d = next
		}
		return d, nil
	})
}

func (s *State) variants() []scenario.Tree {
	list, _ := s.Document.Get("variants")
	return list.Items
}
