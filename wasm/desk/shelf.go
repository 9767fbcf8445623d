package desk

import (
	"schedlab/engine/scenario"
	"schedlab/wasm/share"
)

// Shelf is the library of saved scenarios, and how the document in view stands to it. What the storage of the
// browser answers arrives as actions; what it is to do goes out as ShelfEffects.
type Shelf struct {
	Means   Means
	Records map[string]*share.Record // saved, by ID
	Drafts  []*share.Record          // of pages that are gone, the newest first
	Asides  []share.Aside            // what is kept and cannot be read
	Changes int                      // grows whenever something of the library is another
	List    ShelfList

	Fault  StorageFault
	Told   bool // the message about Fault was closed
	Weight Weight

	Open     Held // the record that the document in view is
	Naming   Naming
	Conflict *Conflict
	Deleted  *share.Record // can still be taken back
	Restored *share.Record // the draft that the page began with, until the message is closed
	Waiting  *share.Record // a draft that was found too late to begin with

	subject  int             // counts what was opened, so that undo knows what it goes back to
	opens    map[int]Held    // what Open was of each
	flying   map[string]bool // IDs of records that are being written
	next     map[string]Put  // what is to be written after that
	kept     int             // version of the document whose draft is kept
	adopted  string          // ID of a draft of a page that is gone; it goes when the page has kept its own
	pictures picturing
	standing standing
	pristine map[string]string // shipped scenarios as Compact writes them
}

// Means are what the library takes from the world; the page has them, tests have their own.
type Means struct {
	ID   func() string // a new one
	Now  func() int64  // milliseconds since 1970
	Date func(milliseconds int64) string
}

// StorageFault is why nothing, or not everything, can be kept in this browser.
type StorageFault string

// Faults of storage.
const (
	StorageGood    StorageFault = ""
	StorageBlocked StorageFault = "blocked" // another page holds an older version of the database
	StorageNewer   StorageFault = "newer"   // the database is of a newer Schedlab
	StorageFull    StorageFault = "full"
	StorageRefused StorageFault = "refused" // a private window, a foreign frame, a setting
	StorageBroken  StorageFault = "broken"  // anything else
)

// Weight is how much storage is used, and how much the browser offers, in bytes; 0 = unknown.
type Weight struct{ Used, Offered int64 }

// Held is the record that the document in view is, as it was last read or written; ID "" = none.
type Held struct {
	ID, Title string
	Tags      []string
	Revision  int64
	Document  string
}

// Conflict is an edit that another page was faster than.
type Conflict struct{ Mine, Theirs *share.Record }

// Naming is the small dialog that asks for a name and tags.
type Naming struct {
	For        NamingFor
	ID         string // of the record
	Name, Tags string
	Opened     int // grows each time it is opened
}

// NamingFor is what a name is asked for.
type NamingFor string

// Reasons to ask for a name.
const (
	ForSave   NamingFor = "save"
	ForRename NamingFor = "rename"
)

// ShelfEffects are what the page must do for the library.
type ShelfEffects struct {
	Puts      []Put
	Drops     []string        // IDs of records to delete
	DropDraft []string        // IDs of drafts to delete
	Leave     []*share.Record // drafts to be kept beside the page's own
	Load      bool            // the whole library is to be read
	Persist   bool            // the browser is to be asked not to throw away what is kept
	Shut      bool            // the naming dialog
	Doom      bool            // what was deleted is to be deleted for good, some time from now
}

// Put is a record to be written in place of the one with revision Base; 0 = there is none.
type Put struct {
	Record *share.Record
	Base   int64
	Light  bool // only its name, tags or picture are others: they may be put on whatever is there
}

// standing is what is known of the document in view, so that not every frame compares texts.
type standing struct {
	known               bool
	version             int
	held                string
	revision            int64
	isSaved, isPristine bool
}

// stands says whether the document is as it was saved, or as it was shipped or brought by a link.
func (s *State) stands() (isSaved, isPristine bool) {
	open, k := s.Shelf.Open, &s.Shelf.standing
	if !k.known || k.version != s.Version || k.held != open.ID || k.revision != open.Revision {
		text := string(s.Document.Compact())
		*k = standing{known: true, version: s.Version, held: open.ID, revision: open.Revision,
			isSaved:    open.ID != "" && text == open.Document,
			isPristine: text == s.shippedText(s.Name) || text == s.trail.linked}
	}
	return k.isSaved, k.isPristine
}

// shippedText is a shipped scenario as Compact writes it, or empty.
func (s *State) shippedText(name string) string {
	if text, known := s.Shelf.pristine[name]; known {
		return text
	}
	text := ""
	for _, shipped := range s.Supplies.Scenarios {
		if shipped.Name == name {
			document, _ := scenario.ParseDocument(shipped.Text)
			text = string(document.Compact())
		}
	}
	if s.Shelf.pristine == nil {
		s.Shelf.pristine = map[string]string{}
	}
	s.Shelf.pristine[name] = text
	return text
}

// IsUnsaved says whether the document holds work that no saved or shipped scenario holds.
func (s *State) IsUnsaved() bool {
	isSaved, isPristine := s.stands()
	return !isSaved && (s.Shelf.Open.ID != "" || !isPristine)
}

var refusals = map[StorageFault]string{StorageBlocked: "keep.notBlocked", StorageNewer: "keep.notNewer",
	StorageFull: "keep.notFull", StorageRefused: "keep.notRefused", StorageBroken: "keep.notBroken"}

// Keeping is how the document is kept, as a key of the catalogue; empty if there is nothing to keep.
func (s *State) Keeping() string {
	isSaved, isPristine := s.stands()
	switch {
	case s.Shelf.Fault != StorageGood:
		return refusals[s.Shelf.Fault]
	case isSaved:
		return "keep.saved"
	case isPristine && s.Shelf.Open.ID == "":
		return ""
	case s.Shelf.kept != s.Version:
		return "keep.saving"
	case len(s.Problems) > 0:
		return "keep.draftNotRun"
	}
	return "keep.draft"
}

// Called is the name of what is in view: that of the saved scenario, or the document's title.
func (s *State) Called() string {
	if s.Shelf.Open.ID != "" {
		return s.Shelf.Open.Title
	}
	return s.Title()
}

// changed tells the panels that the library is another.
func (h *Shelf) changed() { h.Changes++ }

// put takes a record up and has it written. While one of the same record is under way, the next one waits:
// it builds on the revision that the answer brings.
func (s *State) put(p Put) {
	h, id := &s.Shelf, p.Record.ID
	h.take(p.Record)
	if h.flying[id] {
		if before, isThere := h.next[id]; isThere {
			p.Light = p.Light && before.Light
		}
		h.next[id] = p
		return
	}
	if h.flying == nil {
		h.flying, h.next = map[string]bool{}, map[string]Put{}
	}
	h.flying[id] = true
	next := *p.Record
	next.Revision = p.Base + 1
	p.Record = &next
	s.Effect.Shelf.Puts = append(s.Effect.Shelf.Puts, p)
}

// turnTo goes back to something that was open before.
func (h *Shelf) turnTo(subject int) {
	if subject == h.subject {
		return
	}
	h.opens[h.subject], h.subject = h.Open, subject
	h.Open, h.Conflict = h.opens[subject], nil
}

// turn goes on to something else.
func (h *Shelf) turn() {
	if h.opens == nil {
		h.opens = map[int]Held{}
	}
	last := 0
	for subject := range h.opens {
		last = max(last, subject)
	}
	h.turnTo(max(last, h.subject) + 1)
}

// hold makes a record the one that the document in view is.
func (h *Shelf) hold(r *share.Record) {
	h.Open = Held{ID: r.ID, Title: r.Title, Tags: r.Tags, Revision: r.Revision, Document: r.Document}
}
