package desk

import "schedlab/wasm/share"

// Clash says that a record was not written, because another page has written it since.
type Clash struct {
	Put    Put
	Theirs *share.Record
}

// Apply takes theirs up and lets the person choose. A new name or picture is put on whatever is there.
func (c Clash) Apply(s *State) {
	h, mine := &s.Shelf, c.Put.Record
	delete(h.flying, mine.ID)
	later, isMore := h.next[mine.ID]
	delete(h.next, mine.ID)
	h.take(c.Theirs)
	if isMore {
		mine = later.Record
	}
	if c.Put.Light && (!isMore || later.Light) {
		r := *c.Theirs
		r.Title, r.Tags, r.Picture = mine.Title, mine.Tags, mine.Picture
		s.put(Put{Record: &r, Base: c.Theirs.Revision, Light: true})
		return
	}
	h.Conflict = &Conflict{Mine: mine, Theirs: c.Theirs}
	s.Notice = ""
}

// Stored says that a record was written, or is held in memory where nothing can be written.
type Stored struct{ Record *share.Record }

// Apply goes on with what waited for that.
func (a Stored) Apply(s *State) {
	h, id := &s.Shelf, a.Record.ID
	delete(h.flying, id)
	if h.Open.ID == id {
		h.hold(a.Record)
	}
	later, isMore := h.next[id]
	delete(h.next, id)
	if isMore {
		later.Base = a.Record.Revision
		s.put(later)
		return
	}
	h.take(a.Record)
}

// Heard says that another page has written a record, or deleted it.
type Heard struct {
	ID     string
	Record *share.Record // nil = deleted
}

// Apply takes the change up. If it is of the document in view, the person chooses.
func (h Heard) Apply(s *State) {
	shelf := &s.Shelf
	if h.Record == nil {
		delete(shelf.Records, h.ID)
		if shelf.Open.ID == h.ID {
			shelf.Open = Held{}
			s.Notice = s.Supplies.Say.Text("keep.deletedElsewhere")
		}
		shelf.changed()
		return
	}
	shelf.take(h.Record)
	if shelf.Open.ID == h.ID {
		s.compare(h.Record)
	}
}

// compare looks what a change of the open record means for the document in view.
func (s *State) compare(theirs *share.Record) {
	open := s.Shelf.Open
	if theirs.Revision <= open.Revision {
		return
	}
	mine := string(s.Document.Compact())
	if theirs.Document == open.Document || theirs.Document == mine {
		s.Shelf.hold(theirs)
		return
	}
	s.Shelf.Conflict = &Conflict{Mine: s.recordOf(open.ID, open.Title, open.Tags), Theirs: theirs}
}

// take takes a record of another page up.
func (h *Shelf) take(r *share.Record) {
	if h.Records == nil {
		h.Records = map[string]*share.Record{}
	}
	if h.Deleted != nil && h.Deleted.ID == r.ID {
		h.Deleted = nil // somebody still works with it
	}
	h.Records[r.ID] = r
	h.changed()
}

// keepBoth saves what is in view as a copy.
func (s *State) keepBoth() {
	c := s.Shelf.Conflict
	if c == nil {
		return
	}
	s.Shelf.Open = Held{}
	s.write(s.Shelf.Means.ID(), s.copyTitle(c.Mine.Title), c.Mine.Tags)
}

// takeTheirs puts the other page's document in the place of the one in view; undo brings it back.
func (s *State) takeTheirs() {
	c := s.Shelf.Conflict
	if c == nil {
		return
	}
	s.Shelf.Conflict = nil
	if s.showRecord(c.Theirs) {
		s.Shelf.hold(c.Theirs)
	}
}

// overwriteTheirs saves what is in view in the place of what the other page wrote.
func (s *State) overwriteTheirs() {
	c := s.Shelf.Conflict
	if c == nil {
		return
	}
	s.Shelf.hold(c.Theirs)
	s.write(c.Theirs.ID, c.Mine.Title, c.Mine.Tags)
}

// Stood says how storage stands now.
type Stood struct {
	Fault  StorageFault
	Reason string
}

// Apply tells a fault that is a new one.
func (a Stood) Apply(s *State) {
	if s.Shelf.Fault != a.Fault {
		s.Shelf.Fault, s.Shelf.Told = a.Fault, false
		s.Shelf.changed()
	}
}

// Weighed says how much storage is used.
type Weighed struct{ Weight Weight }

// Apply takes it up.
func (a Weighed) Apply(s *State) { s.Shelf.Weight = a.Weight; s.Shelf.changed() }
