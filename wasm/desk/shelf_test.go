package desk

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/wasm/proto"
	"schedlab/wasm/share"
)

// shelved is a page with a library whose IDs count up and whose clock does too.
func shelved(t *testing.T) *State {
	t.Helper()
	s := fixture(t)
	ids, now := 0, int64(1000)
	s.Shelf.Means = Means{
		ID:   func() string { ids++; return "id" + strconv.Itoa(ids) },
		Now:  func() int64 { now++; return now },
		Date: func(at int64) string { return strconv.FormatInt(at, 10) },
	}
	return s
}

// stored answers all puts as storage does that takes everything.
func stored(s *State) {
	for len(s.Effect.Shelf.Puts) > 0 {
		puts := s.Effect.Shelf.Puts
		s.Effect.Shelf.Puts = nil
		for _, p := range puts {
			Stored{Record: p.Record}.Apply(s)
		}
	}
}

// saveAs saves what is in view under a name.
func saveAs(s *State, name, tags string) {
	do(s, "saveAs", "")
	do(s, "naming.name", name)
	do(s, "naming.tags", tags)
	do(s, "naming.done", "")
	stored(s)
}

func edit(s *State, cores string) { Edit{Path: "machine.cores_per_node", Text: cores}.Apply(s) }

func titles(records []*share.Record) []string {
	all := []string{}
	for _, r := range records {
		all = append(all, r.Title)
	}
	return all
}

func TestTheFirstSaveAsksForANameAndLaterOnesDoNot(t *testing.T) {
	s := shelved(t)
	assert.Empty(t, s.Keeping(), "a scenario as shipped needs no saving")
	edit(s, "2")
	assert.Equal(t, "keep.saving", s.Keeping())
	DraftKept{Version: s.Version}.Apply(s)
	assert.Equal(t, "keep.draft", s.Keeping())
	do(s, "save", "")
	assert.Equal(t, "naming", s.Effect.Dialog)
	assert.Equal(t, "Two sessions", s.Shelf.Naming.Name, "the title is offered")
	do(s, "naming.name", "  My   machine ")
	do(s, "naming.tags", "numa, small, NUMA,,")
	do(s, "naming.done", "")
	require.Len(t, s.Effect.Shelf.Puts, 1)
	first := s.Effect.Shelf.Puts[0]
	assert.Equal(t, "My machine", first.Record.Title)
	assert.Equal(t, []string{"numa", "small"}, first.Record.Tags)
	assert.Equal(t, int64(0), first.Base)
	assert.Equal(t, "two", first.Record.Parent)
	assert.True(t, s.Effect.Shelf.Persist && s.Effect.Shelf.Shut)
	stored(s)
	assert.Equal(t, "keep.saved", s.Keeping())
	assert.Equal(t, "My machine", s.Called())
	edit(s, "3")
	s.Effect = Effects{}
	do(s, "save", "")
	assert.Empty(t, s.Effect.Dialog)
	require.Len(t, s.Effect.Shelf.Puts, 1)
	assert.Equal(t, int64(1), s.Effect.Shelf.Puts[0].Base)
	assert.Contains(t, s.Effect.Shelf.Puts[0].Record.Document, `"cores_per_node":3`)
}

func TestANameIsNeeded(t *testing.T) {
	s := shelved(t)
	do(s, "save", "")
	do(s, "naming.name", "   ")
	do(s, "naming.done", "")
	assert.Empty(t, s.Effect.Shelf.Puts)
}

func TestSavesOfOneRecordGoOneAfterTheOther(t *testing.T) {
	s := shelved(t)
	saveAs(s, "a", "")
	edit(s, "2")
	do(s, "save", "")
	edit(s, "3")
	do(s, "save", "")
	puts := s.Effect.Shelf.Puts
	require.Len(t, puts, 1, "the second waits for the first")
	s.Effect.Shelf.Puts = nil
	Stored{Record: puts[0].Record}.Apply(s)
	require.Len(t, s.Effect.Shelf.Puts, 1)
	assert.Equal(t, int64(2), s.Effect.Shelf.Puts[0].Base)
	assert.Equal(t, int64(3), s.Effect.Shelf.Puts[0].Record.Revision)
	assert.Contains(t, s.Effect.Shelf.Puts[0].Record.Document, `"cores_per_node":3`)
}

// clashing is a page that saves what another one has changed, and what that one wrote.
func clashing(t *testing.T) (*State, *share.Record) {
	s := shelved(t)
	saveAs(s, "a", "mine")
	edit(s, "2")
	do(s, "save", "")
	require.Len(t, s.Effect.Shelf.Puts, 1)
	p := s.Effect.Shelf.Puts[0]
	s.Effect.Shelf.Puts = nil
	theirs := *p.Record
	theirs.Document = strings.Replace(document, `"cores_per_node": 4`, `"cores_per_node": 8`, 1)
	Clash{Put: p, Theirs: &theirs}.Apply(s)
	return s, &theirs
}

func cores(t *testing.T, s *State) string {
	t.Helper()
	tree, ok := s.Document.Get("machine.cores_per_node")
	require.True(t, ok)
	return tree.Text
}

func TestAnOlderEditIsNotWrittenOverAnotherPages(t *testing.T) {
	s, theirs := clashing(t)
	require.NotNil(t, s.Shelf.Conflict)
	assert.Equal(t, "2", cores(t, s), "what is in view stays")
	assert.Equal(t, theirs.Document, s.Shelf.Records["id1"].Document, "the list shows theirs")
	do(s, "save", "")
	require.Len(t, s.Effect.Shelf.Puts, 1)
	assert.Equal(t, int64(1), s.Effect.Shelf.Puts[0].Base, "saving again still builds on the old one")
}

func TestKeepBothSavesMineAsACopy(t *testing.T) {
	s, theirs := clashing(t)
	do(s, "keep.both", "")
	stored(s)
	assert.Nil(t, s.Shelf.Conflict)
	assert.Equal(t, theirs.Document, s.Shelf.Records["id1"].Document)
	assert.Equal(t, "a, copy", s.Called())
	assert.Contains(t, s.Shelf.Records[s.Shelf.Open.ID].Document, `"cores_per_node":2`)
	assert.Len(t, s.Shelf.Records, 2)
}

func TestTakeTheirsCanBeUndone(t *testing.T) {
	s, _ := clashing(t)
	do(s, "keep.theirs", "")
	assert.Equal(t, "8", cores(t, s))
	assert.Equal(t, int64(2), s.Shelf.Open.Revision)
	assert.Nil(t, s.Shelf.Conflict)
	do(s, "undo", "")
	assert.Equal(t, "2", cores(t, s))
}

func TestOverwriteTheirsBuildsOnTheirs(t *testing.T) {
	s, _ := clashing(t)
	do(s, "keep.mine", "")
	require.Len(t, s.Effect.Shelf.Puts, 1)
	assert.Equal(t, int64(2), s.Effect.Shelf.Puts[0].Base)
	stored(s)
	assert.Contains(t, s.Shelf.Records["id1"].Document, `"cores_per_node":2`)
	assert.Equal(t, "keep.saved", s.Keeping())
}

func TestANewNameIsPutOnWhatAnotherPageWrote(t *testing.T) {
	s := shelved(t)
	saveAs(s, "a", "")
	do(s, "shelf.rename", "id1")
	do(s, "naming.name", "b")
	do(s, "naming.done", "")
	p := s.Effect.Shelf.Puts[0]
	s.Effect.Shelf.Puts = nil
	theirs := *p.Record
	theirs.Title, theirs.Document, theirs.Revision = "a", "{}", 7
	Clash{Put: p, Theirs: &theirs}.Apply(s)
	assert.Nil(t, s.Shelf.Conflict)
	require.Len(t, s.Effect.Shelf.Puts, 1)
	again := s.Effect.Shelf.Puts[0]
	assert.Equal(t, "b", again.Record.Title)
	assert.Equal(t, "{}", again.Record.Document)
	assert.Equal(t, int64(7), again.Base)
}

func TestWhatAnotherPageWritesIsSeen(t *testing.T) {
	s := shelved(t)
	saveAs(s, "a", "")
	newer := *s.Shelf.Records["id1"]
	newer.Revision, newer.Title = 2, "renamed"
	Heard{ID: "id1", Record: &newer}.Apply(s)
	assert.Nil(t, s.Shelf.Conflict, "the document is the same")
	assert.Equal(t, "renamed", s.Called())
	edited := newer
	edited.Revision, edited.Document = 3, mine("Theirs")
	Heard{ID: "id1", Record: &edited}.Apply(s)
	require.NotNil(t, s.Shelf.Conflict)
	assert.Equal(t, int64(2), s.Shelf.Open.Revision)
	Heard{ID: "id1"}.Apply(s)
	assert.Empty(t, s.Shelf.Records)
	assert.Empty(t, s.Shelf.Open.ID)
}

func TestUndoGoesBackToWhatWasOpenWithItsLatestRevision(t *testing.T) {
	s := shelved(t)
	edit(s, "2")
	saveAs(s, "a", "")
	edit(s, "3")
	do(s, "save", "")
	stored(s)
	s.Show("other")
	assert.Empty(t, s.Shelf.Open.ID)
	do(s, "undo", "")
	assert.Equal(t, Held{ID: "id1", Title: "a", Revision: 2, Document: s.Shelf.Records["id1"].Document},
		s.Shelf.Open)
	assert.Equal(t, "keep.saved", s.Keeping())
	do(s, "undo", "")
	assert.Equal(t, "id1", s.Shelf.Open.ID, "an edit before the save is of the same scenario")
	do(s, "redo", "")
	do(s, "redo", "")
	assert.Empty(t, s.Shelf.Open.ID)
}

func TestDeletingIsFinalOnlyLater(t *testing.T) {
	s := shelved(t)
	saveAs(s, "a", "")
	saveAs(s, "b", "")
	do(s, "shelf.delete", "id1")
	assert.Equal(t, []string{"b"}, titles(s.Shelved()))
	assert.Empty(t, s.Effect.Shelf.Drops)
	do(s, "shelf.undelete", "")
	assert.Equal(t, []string{"b", "a"}, titles(s.Shelved()))
	Doomed{}.Apply(s)
	assert.Empty(t, s.Effect.Shelf.Drops)
	do(s, "shelf.delete", "id1")
	do(s, "shelf.delete", "id2")
	assert.Equal(t, []string{"id1"}, s.Effect.Shelf.Drops, "the next deletion makes the one before final")
	Doomed{}.Apply(s)
	assert.Equal(t, []string{"id1", "id2"}, s.Effect.Shelf.Drops)
	assert.Empty(t, s.Shelf.Open.ID)
}

func TestThePictureComesInPartsAndChangesNothingElse(t *testing.T) {
	s := shelved(t)
	saveAs(s, "a", "")
	var asked *proto.Export
	for _, m := range s.Effect.Send {
		if m.Export != nil {
			asked = m.Export
		}
	}
	require.NotNil(t, asked)
	assert.Equal(t, "thumbnail", asked.Kind)
	tell := func(number int, part string, done bool) {
		Received{proto.ToPage{Generation: s.RunOf, Exported: &proto.Exported{Number: number,
			Kind: "thumbnail", Part: part, Done: done}}}.Apply(s)
	}
	tell(asked.Number+1, "of another request", true)
	tell(asked.Number, "<svg>", false)
	tell(asked.Number, "</svg>", true)
	require.Len(t, s.Effect.Shelf.Puts, 1)
	assert.True(t, s.Effect.Shelf.Puts[0].Light)
	stored(s)
	assert.Equal(t, "<svg></svg>", s.Shelf.Records["id1"].Picture)
	assert.Equal(t, "keep.saved", s.Keeping())
}

func TestFaultsAreToldOnceAndWorkGoesOn(t *testing.T) {
	s := shelved(t)
	for fault, key := range refusals {
		Stood{Fault: fault}.Apply(s)
		assert.Equal(t, key, s.Keeping())
		assert.NotEqual(t, key, s.Supplies.Say.Text(key), "there is a text")
	}
	Stood{Fault: StorageFull}.Apply(s)
	do(s, "keep.told", "")
	Stood{Fault: StorageFull}.Apply(s)
	assert.True(t, s.Shelf.Told)
	Stood{}.Apply(s)
	Stood{Fault: StorageFull}.Apply(s)
	assert.False(t, s.Shelf.Told, "a new fault is told anew")
	do(s, "export", "scenario")
	require.Len(t, s.Effect.Export.Files, 1)
	assert.Equal(t, "two-sessions.json", s.Effect.Export.Files[0].Name)
}
