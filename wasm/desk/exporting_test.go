package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/wasm/proto"
	"schedlab/wasm/share"
	"schedlab/wasm/view"
)

// fileAsked is what the maker was asked to make last.
func fileAsked(t *testing.T, s *State) proto.Export {
	t.Helper()
	require.NotEmpty(t, s.Effect.Maker.Send)
	last := s.Effect.Maker.Send[len(s.Effect.Maker.Send)-1]
	require.NotNil(t, last.Export)
	require.Equal(t, s.Maker.opened, last.Generation)
	return *last.Export
}

func answers(s *State, e proto.Exported) {
	MakerSaid{proto.ToPage{Generation: s.RunOf, Exported: &e}}.Apply(s)
}

func TestAFileIsPutTogetherAndSaved(t *testing.T) {
	s := fixture(t)
	s.Supplies.Version, s.Supplies.Base = "v9", "https://lab.example/"
	do(s, "export", "report")
	ask := fileAsked(t, s)
	require.Equal(t, "report", ask.Kind)
	require.Equal(t, "https://lab.example/#two", ask.Link)
	require.Equal(t, "v9", ask.Version)
	require.Equal(t, "waits", ask.Draw.Tab)
	answers(s, proto.Exported{Number: ask.Number, Kind: "report", Part: "a", Share: .5})
	require.Equal(t, .5, s.Export.Share)
	require.Equal(t, "report", s.Export.Kind)
	answers(s, proto.Exported{Number: ask.Number, Kind: "report", Part: "b", Share: 1, Done: true})
	require.Equal(t, "", s.Export.Kind)
	require.Equal(t, []SavedFile{{Name: "two-sessions-report.html", Type: "text/html", Text: "ab"}},
		s.Effect.Export.Files)
}

func TestAnEditedScenarioHasItsOwnLink(t *testing.T) {
	s := fixture(t)
	s.Supplies.Base = "https://lab.example/"
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	opened(s)
	do(s, "export", "picture")
	require.True(t, strings.HasPrefix(fileAsked(t, s).Link, "https://lab.example/#1."))
}

func TestAFileOfARunIsNotNamedForWhatHasNotRun(t *testing.T) {
	s := fixture(t)
	s.Supplies.Base = "https://lab.example/"
	Edit{Path: "machine.packages", Text: "0"}.Apply(s)
	Source{Text: mine("Mine")}.Apply(s)
	do(s, "export", "picture")
	ask := fileAsked(t, s)
	require.Equal(t, "https://lab.example/#two", ask.Link)
	answers(s, proto.Exported{Number: ask.Number, Kind: "picture", Done: true})
	require.Equal(t, "two-sessions.svg", s.Effect.Export.Files[0].Name)
	opened(s)
	do(s, "export", "picture")
	require.NotEqual(t, "https://lab.example/#two", fileAsked(t, s).Link)
}

func TestFilesHaveNamesOfWhatTheyAre(t *testing.T) {
	s := fixture(t)
	for kind, name := range map[string]string{"picture": "two-sessions.svg", "png": "two-sessions.png",
		"table": "two-sessions-waits.csv", "series": "two-sessions-charts.csv",
		"trace": "two-sessions-trace.json"} {
		s.Effect = Effects{}
		do(s, "export", kind)
		ask := fileAsked(t, s)
		answers(s, proto.Exported{Number: ask.Number, Kind: ask.Kind, Done: true})
		require.Equal(t, name, s.Effect.Export.Files[0].Name)
		require.Equal(t, kind == "png", s.Effect.Export.Files[0].AsPixels)
	}
	require.Equal(t, "a-b-é9", slug("  A/../b: É9!?"))
	require.LessOrEqual(t, len(slug(string(make([]byte, 900))+"x")), longestSlug)
	require.Panics(t, func() { do(s, "export", "nonsense") })
}

func TestTheScenarioIsSavedAsItIsNow(t *testing.T) {
	s := fixture(t)
	Edit{Path: "machine.packages", Text: "none"}.Apply(s)
	do(s, "export", "scenario")
	require.Contains(t, s.Effect.Export.Files[0].Text, `"packages": "none"`)
}

func TestAFileIsGivenUp(t *testing.T) {
	s := fixture(t)
	do(s, "export", "trace")
	first := fileAsked(t, s)
	do(s, "export.cancel", "")
	require.Equal(t, "", s.Export.Kind)
	require.Equal(t, "", fileAsked(t, s).Kind)
	require.Greater(t, fileAsked(t, s).Number, first.Number)
	answers(s, proto.Exported{Number: first.Number, Kind: "trace", Part: "late", Done: true})
	require.Empty(t, s.Effect.Export.Files)

	do(s, "export", "trace")
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	opened(s)
	require.Equal(t, "", s.Export.Kind, "the run has changed")
	require.Equal(t, "", fileAsked(t, s).Kind)
}

func TestNothingIsMadeOfNoRun(t *testing.T) {
	s := New(fixture(t).Supplies)
	do(s, "export", "picture")
	require.Empty(t, s.Effect.Maker.Send)
	require.NotEmpty(t, s.Notice)
}

func TestFilesAreOpenedAsAStepOfTheHistory(t *testing.T) {
	carried := `<svg><metadata id="schedlab-scenario">` + view.Escape(mine("From a file")) +
		`</metadata></svg>`
	for name, text := range map[string]string{
		"json": mine("From a file"), "bom": "\ufeff" + mine("From a file"),
		"picture": carried, "report": "<!doctype html>\n<p>" + carried} {
		s := fixture(t)
		OpenFile{Name: "a.x", Text: text}.Apply(s)
		require.Nil(t, s.Export.Fault, name)
		require.Equal(t, "From a file", s.Title(), name)
		require.Equal(t, "", s.Name)
		require.Empty(t, s.Problems)
		do(s, "undo", "")
		require.Equal(t, "Two sessions", s.Title())
		require.Equal(t, "two", s.Name)
	}
}

func TestAShippedScenarioKeepsItsName(t *testing.T) {
	s := fixture(t)
	OpenFile{Name: "a.json", Text: mine("Other")}.Apply(s)
	require.Equal(t, "other", s.Name)
}

func TestABadFileIsToldAndChangesNothing(t *testing.T) {
	for text, key := range map[string]string{
		"{\n\"version\": 1,\n": "export.unread", "": "export.unread", "[1]": "export.unread",
		"<svg/>": "export.carriesNone", `{"a":1}`: "export.noScenario",
		`<metadata id="schedlab-scenario"><b></metadata>`: "export.carriesNone",
	} {
		s := fixture(t)
		OpenFile{Name: "bad.json", Text: text}.Apply(s)
		require.NotNil(t, s.Export.Fault, text)
		require.Equal(t, key, s.Export.Fault.Key, text)
		require.Equal(t, "Two sessions", s.Title())
		require.False(t, s.CanUndo())
		if key == "export.unread" {
			require.NotEmpty(t, s.Export.Fault.Problems, text)
		}
		OpenFile{Name: "good.json", Text: mine("Good")}.Apply(s)
		require.Nil(t, s.Export.Fault)
	}
}

// A document that cannot be run is opened with all its problems, and taken back.
func TestAFileWithProblemsIsOpenedWithThem(t *testing.T) {
	s := fixture(t)
	text := `{"version":1,"duration_ms":-1,"machine":{"packages":0},"workload":{}}`
	OpenFile{Name: "a.json", Text: text}.Apply(s)
	require.Greater(t, len(s.Problems), 2)
	require.Nil(t, s.Export.Fault)
	do(s, "undo", "")
	require.Empty(t, s.Problems)
	require.Equal(t, "Two sessions", s.Title())
}

func TestALibraryGoesToTheSavedScenarios(t *testing.T) {
	s := shelved(t)
	record := share.Record{ID: "x", Revision: 1, Title: "Theirs", Document: mine("Theirs"),
		View: share.Whole()}
	OpenFile{Name: "all.json", Text: share.Library([]share.Record{record})}.Apply(s)
	require.Equal(t, "library", s.Effect.Dialog)
	require.Equal(t, "Theirs", s.Shelf.Records["x"].Title)
	require.False(t, s.CanUndo())
}
