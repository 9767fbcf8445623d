package desk

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/wasm/share"
)

func TestARestoredDraftIsAnEditThatCanBeTakenBack(t *testing.T) {
	s := unopened(t)
	require.True(t, s.Begun(Found{Own: draft("me", 1, "Mine"), IsHere: true, Address: "two"}))
	require.True(t, s.CanUndo())
	assert.Equal(t, "two", s.Effect.Address, "edits do not change it")
	do(s, "undo", "")
	assert.Equal(t, "Two sessions", s.Title(), "the scenario as it was shipped")
	assert.Equal(t, "two", s.Effect.Address)
	do(s, "redo", "")
	assert.Equal(t, "Mine", s.Title())

	own := draft("me", 1, "Mine")
	own.Of, own.Revision, own.Title = "r", 4, "Named"
	document, problems := scenario.ParseDocument([]byte(mine("Before")))
	require.Empty(t, problems)
	kept := string(document.Compact())
	saved := map[string]*share.Record{"r": {ID: "r", Revision: 4, Document: kept}}
	s = unopened(t)
	require.True(t, s.Begun(Found{Own: own, IsHere: true, Saved: saved}))
	do(s, "undo", "")
	assert.Equal(t, "Before", s.Title(), "the scenario as it was saved")
	assert.Equal(t, "keep.saved", s.Keeping())
	assert.Equal(t, "Named", s.Called())

	own.Document = kept
	s = unopened(t)
	require.True(t, s.Begun(Found{Own: own, IsHere: true, Saved: saved}))
	assert.False(t, s.CanUndo(), "nothing was edited")

	other := shelved(t)
	edit(other, "3")
	s = unopened(t)
	require.True(t, s.Begun(Found{Own: draft("me", 1, "Mine"), IsHere: true, Address: other.Fragment()}))
	do(s, "undo", "")
	assert.Equal(t, "3", value(s, "machine.cores_per_node"), "the scenario of the link that was open")
	assert.Equal(t, other.Fragment(), s.Effect.Address)

	s = unopened(t)
	require.True(t, s.Begun(Found{IsBare: true, Gone: []*share.Record{draft("gone", 1, "Work")}}))
	do(s, "undo", "")
	assert.Equal(t, "Two sessions", s.Title(), "the same for the draft of a page that is gone")
	orphan := draft("me", 1, "Mine")
	orphan.Parent = ""
	s = unopened(t)
	require.True(t, s.Begun(Found{Own: orphan, IsHere: true}))
	assert.False(t, s.CanUndo(), "nobody knows what was before")
}

func TestALateDraftIsNeverWrittenOver(t *testing.T) {
	s := shelved(t)
	Late{Found{Own: draft("me", 1, "Work")}}.Apply(s)
	require.Len(t, s.Effect.Shelf.Leave, 1, "the address was another, so the library has it")
	assert.Nil(t, s.Shelf.Waiting)

	s = shelved(t)
	Late{Found{Own: draft("me", 1, "Work"), IsHere: true}}.Apply(s)
	require.Len(t, s.Effect.Shelf.Leave, 1, "the page keeps its own under the same ID")
	require.NotNil(t, s.Shelf.Waiting)
	do(s, "keep.resume", "")
	assert.Equal(t, "Work", s.Title())
	s.Effect = Effects{}
	DraftKept{Version: s.Version}.Apply(s)
	assert.Equal(t, []string{LeftMark + "id1"}, s.Effect.Shelf.DropDraft, "never the one just kept")

	shipped := draft("me", 1, "")
	shipped.Document = s.shippedText("two")
	s = shelved(t)
	Late{Found{Own: shipped, IsHere: true}}.Apply(s)
	assert.Empty(t, s.Effect.Shelf.Leave)
	assert.Nil(t, s.Shelf.Waiting)
}

func TestAnotherDocumentTakesOverTheFieldThatSomebodyIsIn(t *testing.T) {
	for name, other := range map[string]func(s *State){
		"a scenario": func(s *State) { s.Show("other") },
		"a link":     func(s *State) { s.OpenLink("other") },
		"undo":       func(s *State) { do(s, "undo", "") },
	} {
		s := shelved(t)
		s.Effect = Effects{}
		edit(s, "2")
		assert.False(t, s.Effect.Overtaken, "who types is not disturbed")
		other(s)
		assert.True(t, s.Effect.Overtaken, name)
	}
}

func TestALinkThatIsOnlyReadIsNoWork(t *testing.T) {
	other := shelved(t)
	edit(other, "3")
	s := shelved(t)
	require.True(t, s.OpenLink(other.Fragment()))
	assert.False(t, s.IsUnsaved())
	_, isDraft := s.Draft("me")
	assert.False(t, isDraft, "the address has it")
	edit(s, "2")
	assert.True(t, s.IsUnsaved())
	edit(s, "3")
	assert.False(t, s.IsUnsaved())
	s.Effect = Effects{}
	s.Show("other")
	assert.Empty(t, s.Effect.Shelf.Leave)
	require.True(t, s.OpenLink(other.Fragment()))
	edit(s, "2")
	s.Effect = Effects{}
	s.Show("other")
	assert.Len(t, s.Effect.Shelf.Leave, 1)
}

func TestBackKnowsWhichSavedScenarioWasOpen(t *testing.T) {
	s, b := begun(t, "two")
	s.Shelf.Means = shelved(t).Shelf.Means
	saveAs(s, "Named", "")
	edit(s, "2")
	b.follow(s)
	do(s, "show", "other")
	b.follow(s)
	assert.Equal(t, "Other", s.Called())
	b.goes(s, -1)
	assert.Equal(t, "Named", s.Called())
	assert.True(t, s.IsUnsaved())
	do(s, "save", "")
	assert.Empty(t, s.Effect.Dialog, "it has a name")
	require.Len(t, s.Effect.Shelf.Puts, 1)
	assert.Equal(t, int64(1), s.Effect.Shelf.Puts[0].Base)
}

func TestBackAfterAReloadFindsWhatTheStepHasLeft(t *testing.T) {
	s := shelved(t)
	edit(s, "2")
	s.Effect = Effects{}
	s.Show("other")
	left := s.Effect.Left
	require.NotEmpty(t, left)
	drafts := s.Effect.Shelf.Leave

	next := unopened(t)
	require.False(t, next.Begun(Found{Gone: drafts}))
	next.Begin("other", "two")
	Popped{Number: -1, Fragment: "two", Left: left}.Apply(next)
	assert.Equal(t, "2", value(next, "machine.cores_per_node"))
	assert.Equal(t, "two", next.Effect.Address, "the step keeps its address")
	assert.False(t, next.Effect.Push)

	Popped{Number: -1, Fragment: "two", Left: "deleted since"}.Apply(next)
	assert.Equal(t, "4", value(next, "machine.cores_per_node"), "then by its address")

	s.Show("two")
	saveAs(s, "Named", "")
	s.Effect = Effects{}
	s.Show("other")
	assert.Equal(t, "Named", s.Shelf.Records[s.Effect.Left].Title)
	Popped{Number: -1, Fragment: "two", Left: s.Effect.Left}.Apply(s)
	assert.Equal(t, "Named", s.Called())
}
