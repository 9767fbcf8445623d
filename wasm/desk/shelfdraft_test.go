package desk

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/wasm/share"
)

// unopened is a page that has begun with nothing yet.
func unopened(t *testing.T) *State {
	s := shelved(t)
	begun := New(s.Supplies)
	begun.Shelf.Means = s.Shelf.Means
	return begun
}

func draft(id string, changed int64, title string) *share.Record {
	return &share.Record{ID: id, IsDraft: true, Changed: changed, Title: title, Parent: "two",
		Document: mine(title), View: share.Whole()}
}

func TestWhatThePageBeginsWith(t *testing.T) {
	shipped := draft("pristine", 9, "")
	shipped.Document = shelved(t).shippedText("two")
	saved := draft("saved", 8, "Kept")
	saved.Of = "r"
	for _, c := range []struct {
		name  string
		found Found
		want  string // title; "" = nothing
		told  bool
		left  int
	}{
		{"nothing", Found{IsBare: true}, "", false, 0},
		{"a reload", Found{Own: draft("me", 1, "Mine"), IsHere: true}, "Mine", false, 0},
		{"another address", Found{Own: draft("me", 1, "Mine")}, "", false, 1},
		{"a fresh start", Found{IsBare: true, Gone: []*share.Record{draft("a", 1, "Old"),
			draft("b", 2, "New")}}, "New", true, 0},
		{"a fresh start with an address", Found{Gone: []*share.Record{draft("b", 2, "New")}}, "", false, 0},
		{"turned away from", Found{IsBare: true, Gone: []*share.Record{draft(LeftMark+"b", 2, "New")}}, "",
			false, 0},
		{"drafts that hold nothing new", Found{IsBare: true, Gone: []*share.Record{shipped, saved,
			draft("a", 1, "Old")}, Saved: map[string]*share.Record{"r": {Document: mine("Kept")}}}, "Old",
			true, 0},
		{"no document", Found{Own: &share.Record{ID: "me", Document: "{"}, IsHere: true}, "", false, 1},
	} {
		s := unopened(t)
		ok := s.Begun(c.found)
		assert.Equal(t, c.want != "", ok, c.name)
		if ok {
			assert.Equal(t, c.want, s.Title(), c.name)
			assert.Equal(t, "two", s.Name, c.name)
		}
		assert.Equal(t, c.told, s.Shelf.Restored != nil, c.name)
		assert.Len(t, s.Effect.Shelf.Leave, c.left, c.name)
	}
}

func TestARestoredDraftIsTakenOverOnlyWhenItIsKeptAnew(t *testing.T) {
	s := unopened(t)
	require.True(t, s.Begun(Found{IsBare: true, Gone: []*share.Record{draft("gone", 1, "Work")}}))
	assert.Empty(t, s.Effect.Shelf.DropDraft)
	require.True(t, s.DraftDue())
	r, ok := s.Draft("me")
	require.True(t, ok)
	assert.Equal(t, "me", r.ID)
	assert.Contains(t, r.Document, "Work")
	DraftKept{Version: s.Version}.Apply(s)
	assert.Equal(t, []string{"gone"}, s.Effect.Shelf.DropDraft)
	assert.False(t, s.DraftDue())
}

func TestStartFreshLeavesTheDraftInTheLibrary(t *testing.T) {
	s := unopened(t)
	require.True(t, s.Begun(Found{IsBare: true, Gone: []*share.Record{draft("gone", 1, "Work")}}))
	do(s, "keep.fresh", "")
	assert.Equal(t, "Two sessions", s.Title())
	assert.Nil(t, s.Shelf.Restored)
	require.Len(t, s.Effect.Shelf.Leave, 1)
	assert.Equal(t, LeftMark+"id1", s.Effect.Shelf.Leave[0].ID)
	assert.Equal(t, "Work", s.Effect.Shelf.Leave[0].Title)
	assert.Equal(t, []string{"Work"}, titles(s.Shelf.Drafts))
}

func TestADraftThatHoldsNothingNewIsNotKept(t *testing.T) {
	s := shelved(t)
	_, ok := s.Draft("me")
	assert.False(t, ok)
	edit(s, "2")
	_, ok = s.Draft("me")
	assert.True(t, ok)
	edit(s, "4")
	_, ok = s.Draft("me")
	assert.False(t, ok, "it is as shipped again")
	saveAs(s, "a", "t")
	r, ok := s.Draft("me")
	assert.True(t, ok, "a reload goes on with the saved scenario")
	assert.Equal(t, "id1", r.Of)
	assert.Equal(t, int64(1), r.Revision)
}

func TestWorkThatIsReplacedStaysAsADraft(t *testing.T) {
	s := shelved(t)
	s.Show("other")
	assert.Empty(t, s.Effect.Shelf.Leave, "nothing was edited")
	s.Show("two")
	edit(s, "2")
	s.Show("other")
	require.Len(t, s.Effect.Shelf.Leave, 1)
	assert.Contains(t, s.Effect.Shelf.Leave[0].Document, `"cores_per_node":2`)
	s.Show("two")
	edit(s, "3")
	saveAs(s, "a", "")
	s.Effect = Effects{}
	s.Show("other")
	assert.Empty(t, s.Effect.Shelf.Leave, "it is saved")
}

func TestADraftOfASavedScenarioGoesOnWithIt(t *testing.T) {
	s := unopened(t)
	own := draft("me", 1, "Mine")
	own.Of, own.Revision, own.Title = "r", 4, "Named"
	require.True(t, s.Begun(Found{Own: own, IsHere: true}))
	assert.Equal(t, "Named", s.Called())
	assert.True(t, s.IsUnsaved())
	saved := &share.Record{ID: "r", Revision: 4, Title: "Named", Document: mine("Before")}
	Loaded{Records: []*share.Record{saved}}.Apply(s)
	assert.Nil(t, s.Shelf.Conflict)
	assert.True(t, s.IsUnsaved())
	do(s, "save", "")
	require.Len(t, s.Effect.Shelf.Puts, 1)
	assert.Equal(t, int64(4), s.Effect.Shelf.Puts[0].Base)

	s = unopened(t)
	require.True(t, s.Begun(Found{Own: own, IsHere: true}))
	Loaded{Records: []*share.Record{{ID: "r", Revision: 5, Document: mine("Theirs")}}}.Apply(s)
	assert.NotNil(t, s.Shelf.Conflict, "it was changed while this page was away")
}

func TestDraftsWhoseWorkIsSavedGo(t *testing.T) {
	s := shelved(t)
	saved := draft("s", 3, "Saved")
	saved.Of = "r"
	twin := draft("twin", 1, "Work")
	Loaded{Records: []*share.Record{{ID: "r", Document: mine("Saved")}},
		Drafts: []*share.Record{saved, draft("w", 2, "Work"), twin}}.Apply(s)
	assert.Equal(t, []string{"Work"}, titles(s.Shelf.Drafts))
	assert.ElementsMatch(t, []string{"s", "twin"}, s.Effect.Shelf.DropDraft)
}

func TestADraftOfTheListIsOpenedOrDeletedWithUndo(t *testing.T) {
	s := shelved(t)
	Loaded{Drafts: []*share.Record{draft("w", 2, "Work"), draft("v", 1, "Other work")}}.Apply(s)
	do(s, "shelf.draft", "w")
	assert.Equal(t, "Work", s.Title())
	assert.Empty(t, s.Effect.Shelf.DropDraft)
	DraftKept{Version: s.Version}.Apply(s)
	assert.Equal(t, []string{"w"}, s.Effect.Shelf.DropDraft)
	do(s, "shelf.dropDraft", "v")
	assert.Empty(t, s.Shelf.Drafts)
	do(s, "shelf.undelete", "")
	assert.Equal(t, []string{"Other work"}, titles(s.Shelf.Drafts))
	do(s, "shelf.dropDraft", "v")
	Doomed{}.Apply(s)
	assert.Equal(t, []string{"w", "v"}, s.Effect.Shelf.DropDraft)
}

func TestADraftThatIsFoundLateIsOffered(t *testing.T) {
	s := shelved(t)
	Late{Found{IsBare: true, Gone: []*share.Record{draft("g", 1, "Work")}}}.Apply(s)
	require.NotNil(t, s.Shelf.Waiting)
	assert.Equal(t, "Two sessions", s.Title())
	do(s, "keep.resume", "")
	assert.Equal(t, "Work", s.Title())
	assert.Nil(t, s.Shelf.Waiting)
}
