package desk

import "schedlab/engine/scenario"

// past is how many edits can be taken back.
const past = 200

// moment is what an edit replaces.
type moment struct {
	name     string
	address  string
	document scenario.Document
	subject  int // of Shelf
}

// history is what undo and redo go through. Documents are values that share what is the same, so keeping many
// is cheap.
type history struct {
	undo, redo []moment
	typing     string // path of the field whose edits count as one
}

// note keeps what an edit is about to replace. Edits of one field that follow each other are one.
func (h *history) note(m moment, path string) {
	h.redo = nil
	if path != "" && path == h.typing {
		return
	}
	h.typing = path
	if len(h.undo) == past {
		h.undo = h.undo[1:]
	}
	h.undo = append(h.undo, m)
}

func take(from, to *[]moment, now moment) (moment, bool) {
	if len(*from) == 0 {
		return now, false
	}
	last := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	*to = append(*to, now)
	return last, true
}

// CanUndo says whether there is an edit to take back.
func (s *State) CanUndo() bool { return len(s.history.undo) > 0 }

// CanRedo says whether an edit was taken back.
func (s *State) CanRedo() bool { return len(s.history.redo) > 0 }

func (s *State) undo() { s.restore(take(&s.history.undo, &s.history.redo, s.now())) }

func (s *State) redo() { s.restore(take(&s.history.redo, &s.history.undo, s.now())) }

func (s *State) now() moment { return moment{s.Name, s.trail.address, s.Document, s.Shelf.subject} }

func (s *State) restore(m moment, found bool) {
	if !found {
		return
	}
	s.history.typing, s.isTyped = "", false
	s.Shelf.turnTo(m.subject)
	s.Effect.Overtaken = true
	if s.Name = m.name; m.address != s.trail.address {
		s.readdress(m.address)
	}
	s.accept(m.document)
}
