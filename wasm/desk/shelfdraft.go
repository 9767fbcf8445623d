package desk

import (
	"slices"
	"sort"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/share"
)

// LeftMark begins the IDs of drafts that somebody turned away from: they wait in the library, and no page
// begins with them.
const LeftMark = "left-"

// DraftDue says whether the document is another than the one whose draft is kept.
func (s *State) DraftDue() bool { return s.Shelf.kept != s.Version }

// Draft is what is to be kept of the document in view; ok is false if there is no work in it that could be
// lost. A saved scenario that is open counts, so that a reload goes on with it.
func (s *State) Draft(id string) (r *share.Record, ok bool) {
	if s.Shelf.Means.Now == nil {
		return r, false
	}
	open := s.Shelf.Open
	_, isPristine := s.stands()
	r = s.recordOf(id, s.Called(), open.Tags)
	r.IsDraft, r.Of, r.Revision = true, open.ID, open.Revision
	return r, open.ID != "" || !isPristine
}

// DraftKept says that the draft of a version of the document was kept, or that there was none to keep.
type DraftKept struct{ Version int }

// Apply lets go of the draft of a gone page that this one has taken over.
func (a DraftKept) Apply(s *State) {
	s.Shelf.kept = a.Version
	if id := s.Shelf.adopted; id != "" {
		s.Shelf.adopted = ""
		s.dropDraft(id)
	}
}

// leave keeps unsaved work that is about to be replaced as a draft in the library, and forgets which saved
// scenario was open.
func (s *State) leave() {
	h := &s.Shelf
	s.Effect.Left = h.Open.ID
	if s.Version > 0 && h.Means.ID != nil && s.IsUnsaved() {
		if r, ok := s.Draft(LeftMark + h.Means.ID()); ok {
			h.addDraft(r)
			s.Effect.Shelf.Leave = append(s.Effect.Shelf.Leave, r)
			s.Effect.Left = r.ID
		}
	}
	h.turn()
}

func (h *Shelf) addDraft(r *share.Record) {
	h.Drafts = append([]*share.Record{r}, h.Drafts...)
	h.changed()
}

// Found is what a page finds in storage when it begins.
type Found struct {
	Own     *share.Record   // the draft that this tab kept before it was loaded again
	IsHere  bool            // the address is the one under which Own was kept
	Gone    []*share.Record // drafts of tabs that are gone
	Saved   map[string]*share.Record
	IsBare  bool   // the address names nothing
	Address string // the page's, after #
}

// Begun opens what a page has to begin with: after a reload its own draft, without an address the newest
// draft of a page that is gone. ok is false if there is neither.
func (s *State) Begun(f Found) (ok bool) {
	s.Shelf.Drafts = s.worth(f.Gone, f.Saved)
	if f.Own != nil {
		if f.IsHere && s.resumeFirst(f.Own, f) {
			s.readdress(f.Address) // the draft is an edit of what stands there
			return true
		}
		s.leaveOwn(f)
	}
	if newest := s.newestGone(f); newest != nil && s.resumeFirst(newest, f) {
		s.Shelf.Restored, s.Shelf.adopted = newest, newest.ID
		s.Shelf.Drafts = slices.DeleteFunc(s.Shelf.Drafts, func(r *share.Record) bool { return r == newest })
		return true
	}
	return false
}

// leaveOwn keeps the draft of this tab, with which the page does not begin, beside the one to come.
func (s *State) leaveOwn(f Found) *share.Record {
	left := *f.Own
	left.ID = LeftMark + s.Shelf.Means.ID()
	if len(s.worth([]*share.Record{&left}, f.Saved)) == 0 {
		return nil // it is kept elsewhere
	}
	s.Shelf.addDraft(&left)
	s.Effect.Shelf.Leave = append(s.Effect.Shelf.Leave, &left)
	return &left
}

// resumeFirst opens a draft that the page begins with. It is an edit of what was saved, of what the address
// says, or of what was shipped: undo goes back to that.
func (s *State) resumeFirst(r *share.Record, f Found) bool {
	if !s.resume(r) {
		return false
	}
	before := s.now()
	before.address = f.Address
	if !f.IsHere {
		before.address = r.Parent
	}
	if r.Of != "" {
		there, isThere := f.Saved[r.Of]
		if !isThere || there.Revision != r.Revision {
			return true
		}
		s.Shelf.Open.Document = there.Document
		before.document, _ = scenario.ParseDocument([]byte(there.Document))
	} else {
		l, _ := share.Decode(before.address, s.parentOf)
		before.name, before.document = l.Name, l.Document
	}
	text := string(before.document.Compact())
	if before.document.Root.Kind == scenario.Object && text != string(s.Document.Compact()) {
		s.history.note(before, "")
	}
	return true
}

// Late is what was found when the page had begun already.
type Late struct{ Found Found }

// Apply offers the draft that the page would have begun with.
func (l Late) Apply(s *State) {
	f := l.Found
	if f.Own != nil {
		left := s.leaveOwn(f) // or the next draft of this tab would be written over it
		if f.IsHere {
			s.Shelf.Waiting = left
			return
		}
	}
	s.Shelf.Waiting = s.newestGone(f)
}

func (s *State) newestGone(f Found) *share.Record {
	if !f.IsBare {
		return nil
	}
	for _, r := range s.worth(f.Gone, f.Saved) {
		if !strings.HasPrefix(r.ID, LeftMark) {
			return r
		}
	}
	return nil
}

// resume opens a draft as it was left.
func (s *State) resume(r *share.Record) bool {
	if !s.showRecord(r) {
		return false
	}
	if r.Of != "" {
		s.Shelf.Open = Held{ID: r.Of, Title: r.Title, Tags: r.Tags, Revision: r.Revision}
		if saved, isThere := s.Shelf.Records[r.Of]; isThere && saved.Revision == r.Revision {
			s.Shelf.Open.Document = saved.Document
		}
	}
	return true
}

// worth are the drafts that hold work which is nowhere else, the newest first.
func (s *State) worth(drafts []*share.Record, saved map[string]*share.Record) []*share.Record {
	all := slices.Clone(drafts)
	sort.SliceStable(all, func(a, b int) bool { return all[a].Changed > all[b].Changed })
	var kept []*share.Record
	seen := map[string]bool{}
	for _, r := range all {
		there, isThere := saved[r.Of]
		isSaved := isThere && there.Document == r.Document
		isShipped := r.Of == "" && r.Document == s.shippedText(r.Parent)
		if key := r.Of + "\n" + r.Document; !isSaved && !isShipped && !seen[key] {
			seen[key] = true
			kept = append(kept, r)
		}
	}
	return kept
}

// Loaded is the whole library as it is kept.
type Loaded struct {
	Records []*share.Record
	Drafts  []*share.Record // of pages that are gone
	Asides  []share.Aside
}

// Apply takes it over. Drafts whose work is saved anyway go; all others stay, however many they are.
func (l Loaded) Apply(s *State) {
	h := &s.Shelf
	before := h.Records
	h.Records = map[string]*share.Record{}
	for _, r := range l.Records {
		h.Records[r.ID] = r
	}
	for id := range h.flying {
		if r, isThere := before[id]; isThere {
			h.Records[id] = r // it is newer than what was read
		}
	}
	if h.Deleted != nil {
		delete(h.Records, h.Deleted.ID)
	}
	h.Drafts, h.Asides = s.worth(l.Drafts, h.Records), l.Asides
	s.dropWorthless(l.Drafts)
	h.changed()
	if r, isThere := h.Records[h.Open.ID]; isThere && !h.flying[h.Open.ID] {
		s.meet(r)
	}
}

// meet compares the open record with the one that is kept.
func (s *State) meet(r *share.Record) {
	if open := &s.Shelf.Open; r.Revision == open.Revision {
		open.Document, open.Title, open.Tags = r.Document, r.Title, r.Tags
		s.Shelf.standing.known = false
		return
	}
	s.compare(r)
}

func (s *State) dropWorthless(drafts []*share.Record) {
	for _, r := range drafts {
		isKept := slices.ContainsFunc(s.Shelf.Drafts, func(d *share.Record) bool { return d.ID == r.ID })
		if !isKept && r.ID != s.Shelf.adopted {
			s.Effect.Shelf.DropDraft = append(s.Effect.Shelf.DropDraft, r.ID)
		}
	}
}

// openDraft goes on with a draft; it leaves the library when this page has kept its own.
func (s *State) openDraft(id string) {
	for _, r := range s.Shelf.Drafts {
		if r.ID == id && s.resume(r) {
			s.Shelf.adopted = id
			s.Shelf.kept = -1 // even the very same document is to be kept anew, as this page's
			s.Effect.Close = true
			return
		}
	}
}

func (s *State) dropDraft(id string) {
	s.Effect.Shelf.DropDraft = append(s.Effect.Shelf.DropDraft, id)
	s.Shelf.Drafts = slices.DeleteFunc(s.Shelf.Drafts, func(r *share.Record) bool { return r.ID == id })
	s.Shelf.changed()
}

// startFresh leaves the draft that the page began with in the library, and opens the first scenario.
func (s *State) startFresh() {
	s.Shelf.Restored = nil
	if len(s.Supplies.Scenarios) > 0 {
		s.Show(s.Supplies.Scenarios[0].Name)
	}
}

// resumeLate opens the draft that was found too late to begin with.
func (s *State) resumeLate() {
	if r := s.Shelf.Waiting; r != nil {
		s.Shelf.Waiting = nil
		if s.resume(r) {
			s.Shelf.adopted, s.Shelf.kept = r.ID, -1
		}
	}
}
