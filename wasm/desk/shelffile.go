package desk

import (
	"slices"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/share"
)

// download saves a text of the library as a file.
func (s *State) download(title, text string) { s.saveFile("scenario", fileName(title), text) }

// pretty writes a document for people; what is no document stays as it is.
func pretty(text string) string {
	if document, problems := scenario.ParseDocument([]byte(text)); len(problems) == 0 {
		return string(document.Bytes())
	}
	return text
}

func (s *State) exportRecord(id string) {
	if r, isThere := s.Shelf.Records[id]; isThere {
		s.download(r.Title, pretty(r.Document))
	}
}

func (s *State) exportLibrary() {
	s.download("schedlab-library", share.Library(values(s.Recent(len(s.Shelf.Records)))))
}

func (s *State) downloadAside(id string) {
	for _, a := range s.Shelf.Asides {
		if a.ID == id {
			s.download("kept-aside-"+id, a.Text)
		}
	}
}

// Imported is a file that somebody wants in the library.
type Imported struct {
	Name, Text string
	IsLarge    bool // too large to be read
}

// Apply reads it: a library, a saved scenario, or a scenario. Nothing that is there is overwritten: a record
// with the same ID and another document is kept beside it.
func (f Imported) Apply(s *State) {
	records, problem := s.readFile(f)
	if f.IsLarge {
		problem = s.Supplies.Say.Text("library.tooLarge")
	}
	if problem != "" {
		s.Shelf.List.Said = s.Supplies.Say.Text("library.unreadable", f.Name, problem)
		s.Shelf.changed()
		return
	}
	added, same := 0, 0
	for _, r := range records {
		if s.adopt(r) {
			added++
			continue
		}
		same++
	}
	text := s.Supplies.Say.Text("library.imported", added)
	if same > 0 {
		text += " " + s.Supplies.Say.Text("library.same", same)
	}
	s.Shelf.List.Said = text
	s.Shelf.changed()
}

func (s *State) readFile(f Imported) (records []*share.Record, problem string) {
	if records, asides, fault := share.ReadLibrary(f.Text); fault == nil {
		if len(asides) > 0 {
			s.Shelf.Asides = append(slices.Clone(s.Shelf.Asides), asides...)
		}
		return pointers(records), ""
	}
	if r, fault := share.ReadRecord(f.Text); fault == nil {
		return []*share.Record{&r}, ""
	}
	document, problems := scenario.ParseDocument([]byte(f.Text))
	if len(problems) > 0 {
		return nil, problems[0].String()
	}
	if _, isScenario := document.Get("workload"); !isScenario {
		return nil, s.Supplies.Say.Text("library.noScenario")
	}
	title, _ := document.Get("title")
	return []*share.Record{{Title: title.Text, Document: string(document.Compact()), View: share.Whole()}}, ""
}

// adopt puts a record of a file into the library, unless it is there already.
func (s *State) adopt(r *share.Record) bool {
	there, isThere := s.Shelf.Records[r.ID]
	if isThere && there.Document == r.Document {
		return false
	}
	now := s.Shelf.Means.Now()
	if r.ID == "" || isThere || r.IsDraft || s.Shelf.Deleted != nil && s.Shelf.Deleted.ID == r.ID {
		r.ID = s.Shelf.Means.ID()
	}
	if r.Created == 0 {
		r.Created, r.Changed = now, now
	}
	if r.Title = clipped(r.Title, mostName); r.Title == "" {
		r.Title = s.Supplies.Say.Text("scenarios.untitled")
	}
	r.Tags, r.IsDraft, r.Of = readTags(strings.Join(r.Tags, ",")), false, ""
	s.put(Put{Record: r})
	return true
}

// Bytes writes an amount of storage.
func Bytes(n int64) string {
	for _, unit := range []struct {
		of   int64
		name string
	}{{1 << 30, "GB"}, {1 << 20, "MB"}, {1 << 10, "kB"}} {
		if n >= unit.of {
			return significant(float64(n)/float64(unit.of)) + " " + unit.name
		}
	}
	return Grouped(n) + " bytes"
}

// pointers and values lead over to the codec: what is large is not copied again and again here.
func pointers(records []share.Record) []*share.Record {
	all := make([]*share.Record, len(records))
	for i := range records {
		all[i] = &records[i]
	}
	return all
}

func values(records []*share.Record) []share.Record {
	all := make([]share.Record, len(records))
	for i, r := range records {
		all[i] = *r
	}
	return all
}
