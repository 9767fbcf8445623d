package desk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/wasm/share"
)

// library is a page with four saved scenarios.
func library(t *testing.T) *State {
	s := shelved(t)
	Loaded{Records: []*share.Record{
		{ID: "1", Title: "beta", Tags: []string{"course"}, Created: 1, Changed: 40, Document: mine("x")},
		{ID: "2", Title: "Alpha", Tags: []string{"course", "numa"}, Created: 2, Changed: 30,
			Document: mine("Zebra")},
		{ID: "3", Title: "gamma", Created: 4, Changed: 10, Document: mine("y")},
		{ID: "4", Title: "Delta", Created: 3, Changed: 20, Document: mine("z")},
	}}.Apply(s)
	return s
}

func TestTheListIsSearchedSortedAndFiltered(t *testing.T) {
	for _, c := range []struct {
		search, tag string
		sort        ShelfSort
		want        string
	}{
		{"", "", "", "beta Alpha Delta gamma"},
		{"", "", ByName, "Alpha beta Delta gamma"},
		{"", "", ByCreation, "gamma Delta Alpha beta"},
		{"ALP", "", "", "Alpha"},
		{"zebra numa", "", "", "Alpha"},
		{"zebra beta", "", "", ""},
		{"", "course", ByName, "Alpha beta"},
		{"a", "numa", "", "Alpha"},
	} {
		s := library(t)
		do(s, "shelf.search", c.search)
		do(s, "shelf.tag", c.tag)
		do(s, "shelf.sort", string(c.sort))
		assert.Equal(t, c.want, strings.Join(titles(s.Shelved()), " "), "%+v", c)
	}
	assert.Equal(t, []string{"course", "numa"}, library(t).ShelfTags())
	assert.Equal(t, []string{"beta", "Alpha"}, titles(library(t).Recent(2)))
}

func TestACopyIsARecordOfItsOwn(t *testing.T) {
	s := library(t)
	do(s, "shelf.duplicate", "1")
	stored(s)
	copied := s.Shelf.Records["id1"]
	assert.Equal(t, "beta, copy", copied.Title)
	assert.Equal(t, int64(1), copied.Revision)
	assert.Equal(t, "beta", s.Shelf.Records["1"].Title)
}

func TestALibraryComesBackFromItsFile(t *testing.T) {
	s := library(t)
	do(s, "shelf.exportAll", "")
	require.Len(t, s.Effect.Export.Files, 1)
	file := Imported{Name: "l.json", Text: s.Effect.Export.Files[0].Text}
	file.Apply(s)
	assert.Empty(t, s.Effect.Shelf.Puts, "all of it is there")
	assert.Equal(t, "0 scenarios were imported. 4 were there already.", s.Shelf.List.Said)

	edited := *s.Shelf.Records["1"]
	edited.Document = mine("another")
	s.Shelf.Records["1"] = &edited
	delete(s.Shelf.Records, "2")
	file.Apply(s)
	stored(s)
	assert.Equal(t, "2 scenarios were imported. 2 were there already.", s.Shelf.List.Said)
	assert.Equal(t, mine("another"), s.Shelf.Records["1"].Document, "what is there is not overwritten")
	assert.Equal(t, "Alpha", s.Shelf.Records["2"].Title)
	assert.Len(t, s.Shelf.Records, 5)

	fresh := shelved(t)
	file.Apply(fresh)
	stored(fresh)
	assert.ElementsMatch(t, []string{"beta", "Alpha", "gamma", "Delta"}, titles(fresh.Shelved()))
	assert.Equal(t, []string{"course", "numa"}, fresh.Shelf.Records["2"].Tags)
}

func TestOneScenarioIsExportedAsPeopleWriteItAndImportedAgain(t *testing.T) {
	s := library(t)
	do(s, "shelf.export", "2")
	d := s.Effect.Export.Files[0]
	assert.Equal(t, "alpha.json", d.Name)
	assert.True(t, strings.HasPrefix(d.Text, "{\n  \"version\": 1"), d.Text)
	Imported{Name: d.Name, Text: d.Text}.Apply(s)
	stored(s)
	assert.Equal(t, "Zebra", s.Shelf.Records["id1"].Title, "named as its title says")
}

func TestFilesThatAreNoScenariosAreTold(t *testing.T) {
	for text, want := range map[string]string{
		"{":        "bad.json was not imported: 1:2:",
		`{"a": 1}`: "bad.json was not imported: it is no scenario",
		"\x00":     "bad.json was not imported: ",
		"[1]":      "bad.json was not imported: ",
	} {
		s := library(t)
		Imported{Name: "bad.json", Text: text}.Apply(s)
		assert.Contains(t, s.Shelf.List.Said, want)
		assert.Empty(t, s.Effect.Shelf.Puts)
	}
	s := library(t)
	Imported{Name: "big.json", IsLarge: true}.Apply(s)
	assert.Equal(t, "big.json was not imported: it is too large", s.Shelf.List.Said)
}

func TestNamesOfFiles(t *testing.T) {
	for title, want := range map[string]string{"Two sessions!": "two-sessions", "../../etc": "etc", "": "",
		"Größe 12": "größe-12", `a"b\c`: "a-b-c"} {
		assert.Equal(t, want, slug(title))
	}
}

func TestWhatCannotBeReadCanBeDownloadedAsItIs(t *testing.T) {
	s := library(t)
	Loaded{Asides: []share.Aside{{ID: "x", Text: "garbage", Reason: "why"}}}.Apply(s)
	do(s, "shelf.aside", "x")
	assert.Equal(t, "garbage", s.Effect.Export.Files[0].Text)
}

func TestAmountsOfStorage(t *testing.T) {
	for n, want := range map[int64]string{12: "12 bytes", 2048: "2 kB", 3 << 20: "3 MB", 10 << 30: "10 GB"} {
		assert.Equal(t, want, Bytes(n))
	}
}

func TestManyDraftsAreAllThereButNotAllShown(t *testing.T) {
	s := shelved(t)
	var drafts []*share.Record
	for i := range 25 {
		drafts = append(drafts, &share.Record{ID: fmt.Sprint("left-", i), IsDraft: true, Changed: int64(i),
			Document: mine(fmt.Sprint(i))})
	}
	Loaded{Drafts: drafts}.Apply(s)
	shown, more := s.ShelvedDrafts()
	assert.Len(t, shown, 20)
	assert.Equal(t, "left-24", shown[0].ID)
	assert.Equal(t, 5, more)
	do(s, "shelf.moreDrafts", "")
	shown, more = s.ShelvedDrafts()
	assert.Len(t, shown, 25)
	assert.Zero(t, more)
	assert.Empty(t, s.Effect.Shelf.DropDraft, "no work is dropped")
}
