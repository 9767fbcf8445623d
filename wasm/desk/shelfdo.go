package desk

import (
	"slices"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/share"
)

var shelfCommands = map[string]func(*State, string){
	"save":             func(s *State, _ string) { s.save() },
	"saveAs":           func(s *State, _ string) { s.askName(ForSave, "") },
	"library":          func(s *State, _ string) { s.openLibrary() },
	"keep.told":        func(s *State, _ string) { s.Shelf.Told = true },
	"keep.both":        func(s *State, _ string) { s.keepBoth() },
	"keep.theirs":      func(s *State, _ string) { s.takeTheirs() },
	"keep.mine":        func(s *State, _ string) { s.overwriteTheirs() },
	"keep.fresh":       func(s *State, _ string) { s.startFresh() },
	"keep.restored":    func(s *State, _ string) { s.Shelf.Restored = nil },
	"keep.resume":      func(s *State, _ string) { s.resumeLate() },
	"keep.later":       func(s *State, _ string) { s.Shelf.Waiting = nil },
	"naming.name":      func(s *State, arg string) { s.Shelf.Naming.Name = arg },
	"naming.tags":      func(s *State, arg string) { s.Shelf.Naming.Tags = arg },
	"naming.done":      func(s *State, _ string) { s.named() },
	"naming.close":     func(s *State, _ string) { s.Effect.Shelf.Shut = true },
	"shelf.open":       func(s *State, id string) { s.openRecord(id) },
	"shelf.rename":     func(s *State, id string) { s.askName(ForRename, id) },
	"shelf.duplicate":  func(s *State, id string) { s.duplicate(id) },
	"shelf.export":     func(s *State, id string) { s.exportRecord(id) },
	"shelf.delete":     func(s *State, id string) { s.deleteRecord(id) },
	"shelf.undelete":   func(s *State, _ string) { s.undelete() },
	"shelf.exportAll":  func(s *State, _ string) { s.exportLibrary() },
	"shelf.aside":      func(s *State, id string) { s.downloadAside(id) },
	"shelf.draft":      func(s *State, id string) { s.openDraft(id) },
	"shelf.dropDraft":  func(s *State, id string) { s.deleteDraft(id) },
	"shelf.search":     func(s *State, arg string) { s.Shelf.List.Search = arg; s.Shelf.changed() },
	"shelf.sort":       func(s *State, arg string) { s.Shelf.List.Sort = ShelfSort(arg); s.Shelf.changed() },
	"shelf.tag":        func(s *State, arg string) { s.Shelf.List.Tag = arg; s.Shelf.changed() },
	"shelf.moreDrafts": func(s *State, _ string) { s.Shelf.List.AllDrafts = true; s.Shelf.changed() },
}

// save writes the record that is open, or asks for a name.
func (s *State) save() {
	if s.Embedded != nil {
		return // a frame keeps nothing
	}
	open := s.Shelf.Open
	if open.ID == "" {
		s.askName(ForSave, "")
		return
	}
	s.write(open.ID, open.Title, open.Tags)
}

// write saves the document in view as a record.
func (s *State) write(id, title string, tags []string) {
	base := int64(0)
	if s.Shelf.Open.ID == id {
		base = s.Shelf.Open.Revision
	}
	s.Shelf.Open.ID, s.Shelf.Open.Title, s.Shelf.Open.Tags = id, title, tags
	s.put(Put{Record: s.recordOf(id, title, tags), Base: base})
	s.Notice = s.Supplies.Say.Text("keep.done", title)
	s.Shelf.Conflict = nil
	s.Effect.Shelf.Persist = true
	s.askPicture(id)
}

// recordOf is the document in view as a record.
func (s *State) recordOf(id, title string, tags []string) *share.Record {
	now := s.Shelf.Means.Now()
	r := &share.Record{ID: id, Title: title, Tags: tags, Created: now, Changed: now, Parent: s.Name,
		Document: string(s.Document.Compact()), View: s.LookedAt()}
	if before, isThere := s.Shelf.Records[id]; isThere {
		r.Created, r.Picture = before.Created, before.Picture
	}
	return r
}

// askName opens the dialog that asks for a name: for the document in view, or of a record.
func (s *State) askName(reason NamingFor, id string) {
	n := Naming{For: reason, ID: id, Opened: s.Shelf.Naming.Opened + 1, Name: s.Called(),
		Tags: strings.Join(s.Shelf.Open.Tags, ", ")}
	if r, isThere := s.Shelf.Records[id]; isThere {
		n.Name, n.Tags = r.Title, strings.Join(r.Tags, ", ")
	}
	s.Shelf.Naming = n
	s.Effect.Dialog = "naming"
}

// Most characters of names and tags, and most tags. assumed: nobody reads longer ones in a list.
const (
	mostName = 120
	mostTag  = 40
	mostTags = 12
)

// named does what the name was asked for.
func (s *State) named() {
	n := s.Shelf.Naming
	name := clipped(n.Name, mostName)
	if name == "" {
		return
	}
	s.Effect.Shelf.Shut = true
	tags := readTags(n.Tags)
	if n.For == ForSave {
		s.Shelf.Open = Held{}
		s.write(s.Shelf.Means.ID(), name, tags)
		return
	}
	if before, isThere := s.Shelf.Records[n.ID]; isThere {
		r := *before
		r.Title, r.Tags = name, tags
		s.put(Put{Record: &r, Base: r.Revision, Light: true})
	}
}

// readTags reads tags between commas; each counts once.
func readTags(text string) []string {
	var tags []string
	seen := map[string]bool{}
	for _, part := range strings.Split(text, ",") {
		tag := clipped(part, mostTag)
		if key := strings.ToLower(tag); tag != "" && !seen[key] && len(tags) < mostTags {
			seen[key] = true
			tags = append(tags, tag)
		}
	}
	return tags
}

// clipped is a text in one line of at most so many characters.
func clipped(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return strings.TrimSpace(string(runes[:most]))
	}
	return text
}

func (s *State) openLibrary() {
	s.Effect.Menu = ""
	s.Effect.Dialog = "library"
	s.Effect.Shelf.Load = true
}

// openRecord puts a saved scenario in the place of the document in view.
func (s *State) openRecord(id string) {
	if r, isThere := s.Shelf.Records[id]; isThere && s.showRecord(r) {
		s.Shelf.hold(r)
		s.Effect.Close = true
	}
}

// showRecord opens a record's document; one that is no JSON is told.
func (s *State) showRecord(r *share.Record) bool {
	document, problems := scenario.ParseDocument([]byte(r.Document))
	if len(problems) > 0 {
		s.Notice = problems[0].String()
		return false
	}
	s.OpenDocument(r.Parent, document, r.View)
	return true
}

func (s *State) duplicate(id string) {
	before, isThere := s.Shelf.Records[id]
	if !isThere {
		return
	}
	r := *before
	r.ID, r.Title = s.Shelf.Means.ID(), s.copyTitle(r.Title)
	r.Created, r.Changed = s.Shelf.Means.Now(), s.Shelf.Means.Now()
	s.put(Put{Record: &r})
}

// copyTitle names a copy.
func (s *State) copyTitle(title string) string {
	return clipped(s.Supplies.Say.Text("library.copyOf", title), mostName)
}

// deleteRecord takes a record out of the list. It is deleted for good only later, so that it can come back.
func (s *State) deleteRecord(id string) {
	if r, isThere := s.Shelf.Records[id]; isThere {
		delete(s.Shelf.Records, id)
		s.deleted(r)
	}
}

func (s *State) deleteDraft(id string) {
	for i, r := range s.Shelf.Drafts {
		if r.ID == id {
			s.Shelf.Drafts = slices.Delete(slices.Clone(s.Shelf.Drafts), i, i+1)
			s.deleted(r)
			return
		}
	}
}

func (s *State) deleted(r *share.Record) {
	s.doom()
	s.Shelf.Deleted = r
	s.Shelf.List.Said = ""
	s.Shelf.changed()
	s.Effect.Shelf.Doom = true
}

func (s *State) undelete() {
	r := s.Shelf.Deleted
	if r == nil {
		return
	}
	s.Shelf.Deleted = nil
	if r.IsDraft {
		s.Shelf.addDraft(r)
		return
	}
	s.Shelf.take(r)
}

// doom deletes for good what was deleted.
func (s *State) doom() {
	r := s.Shelf.Deleted
	if r == nil {
		return
	}
	s.Shelf.Deleted = nil
	s.Shelf.changed()
	if r.IsDraft {
		s.dropDraft(r.ID)
		return
	}
	s.Effect.Shelf.Drops = append(s.Effect.Shelf.Drops, r.ID)
	if s.Shelf.Open.ID == r.ID {
		s.Shelf.Open = Held{}
	}
}

// Doomed says that what was deleted cannot be taken back any more.
type Doomed struct{}

// Apply deletes it for good.
func (Doomed) Apply(s *State) { s.doom() }
