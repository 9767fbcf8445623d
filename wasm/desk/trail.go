package desk

import (
	"schedlab/engine/scenario"
	"schedlab/wasm/share"
)

// trail is the browser's history as far as this page has gone. Opening a scenario is a step of it, editing
// one is not. What was open at a step is kept while the page lives, with its edits; without it, the step's
// address says what to open.
type trail struct {
	at, last int64 // numbers of steps; the page's first is 0
	left     map[int64]step
	address  string // of the step that is shown
	// linked is what a link brought and the address holds, as Compact writes it: it is nobody's work here.
	linked string
}

// step is what was open when a step was left.
type step struct {
	moment
	view share.View
}

// Popped says that the browser went to another step of its history, or that somebody changed the address.
type Popped struct {
	Number   int64 // of the step, -1 = it is none of this page's
	Fragment string
	Left     string // of a step of a page that is gone: see Effects
}

// Apply shows what was open there.
func (p Popped) Apply(s *State) {
	if p.Number == s.trail.at {
		return
	}
	if kept, isKept := s.trail.left[p.Number]; isKept {
		s.begin(kept.name, kept.document)
		s.Shelf.turnTo(kept.subject)
		s.readdress(kept.address)
		s.LookAs(kept.view)
		s.trail.at, s.Effect.Push = p.Number, false
		return
	}
	if p.Number < 0 && s.openLeft(p.Left) {
		s.readdress(p.Fragment)
		s.Effect.Push = false
		return
	}
	fragment := p.Fragment
	if fragment == "" && len(s.Supplies.Scenarios) > 0 {
		fragment = s.Supplies.Scenarios[0].Name
	}
	if s.OpenLink(fragment) {
		s.Effect.Push = false // the browser has made the step
		return
	}
	s.readdress(s.trail.address)
}

// openLeft opens what a step of a page that is gone has left in the library, if it is there still.
func (s *State) openLeft(id string) bool {
	before := s.trail.at
	s.openRecord(id)
	s.openDraft(id)
	return s.trail.at != before
}

// stepOn leaves what is open for something else.
func (s *State) stepOn() {
	if s.trail.left == nil {
		s.trail.left = map[int64]step{}
	}
	s.trail.left[s.trail.at] = step{s.now(), s.LookedAt()}
	s.trail.last++
	s.trail.at = s.trail.last
	s.Effect.Push = true
}

// Step is the number of the step that is shown.
func (s *State) Step() int64 { return s.trail.at }

// readdress puts an address to the step that is shown.
func (s *State) readdress(address string) {
	s.trail.address = address
	s.Effect.Address, s.Effect.Addressed = address, true
}

// maxAddress is how long the page's own address gets. assumed: browsers show and keep as much; what would be
// longer has the scenario's name alone.
const maxAddress = 8000

// addressOf is the address of a document as it is opened, so that it is there again after a reload.
func (s *State) addressOf(name string, document scenario.Document, view share.View) string {
	address := share.Encode(s.linkOf(name, document, view))
	if len(address) > maxAddress {
		return name
	}
	return address
}

func (s *State) linkOf(name string, document scenario.Document, view share.View) share.Link {
	parent, isShipped := s.parentOf(name)
	if !isShipped {
		name = ""
	}
	return share.Link{Name: name, Parent: parent, Document: document, View: view}
}

// parentOf is the document of a scenario that comes with the page.
func (s *State) parentOf(name string) (scenario.Document, bool) {
	for _, shipped := range s.Supplies.Scenarios {
		if shipped.Name != name {
			continue
		}
		document, problems := scenario.ParseDocument(shipped.Text)
		if len(problems) > 0 {
			panic("desk: scenario " + name + " cannot be read: " + problems[0].String())
		}
		return document, true
	}
	return scenario.Document{}, false
}

// OpenDocument puts a document with a view in place of the one there, as a step of the history. The name is
// of the shipped scenario that it was made from; "" = none.
func (s *State) OpenDocument(name string, document scenario.Document, view share.View) {
	s.begin(name, document)
	s.LookAs(view)
	s.readdress(s.addressOf(name, document, view))
}

// OpenLink opens what stands after # in an address. What cannot be opened is told; then nothing else changes.
func (s *State) OpenLink(fragment string) bool {
	l, bad := share.Decode(fragment, s.parentOf)
	if bad != nil {
		s.tellBroken(bad)
		return false
	}
	s.OpenDocument(l.Name, l.Document, l.View)
	s.markLinked()
	return true
}

// markLinked notes that the document is the one of the address, if it was not too long for that.
func (s *State) markLinked() {
	text := string(s.Document.Compact())
	l, bad := share.Decode(s.trail.address, s.parentOf)
	if bad == nil && string(l.Document.Compact()) == text {
		s.trail.linked, s.Shelf.standing.known = text, false
	}
}
