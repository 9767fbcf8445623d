package share

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mine is a record with something in each field.
func mine() Record {
	return Record{ID: "r1", Revision: 3, Title: "Mine", Tags: []string{"a", "b"}, Created: 1_700_000_000_000,
		Changed: 1_700_000_001_000, Parent: "parent", Document: "{ \"version\": 1 }\n", Picture: "<svg/>",
		View: View{At: 92_400_000_000, From: 1, To: 3, Kind: "scheduler", ID: 43, Zoom: 2,
			Opened: []int32{5, 7}, Colour: "load", Tab: "tables", Table: "waits", Speed: 500}}
}

func draft() Record {
	return Record{ID: "r2", Revision: 1, IsDraft: true, Of: "r1", Title: "Draft", Document: "{",
		View: Whole()}
}

func TestARecordIsReadAsItWasWritten(t *testing.T) {
	for _, r := range []Record{mine(), draft()} {
		found, bad := ReadRecord(r.Text())
		require.Nil(t, bad)
		require.Equal(t, r, found)
	}
}

func TestRecordsOfVersion1AreReadForEver(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "record-1.json"))
	require.NoError(t, err)
	found, bad := ReadRecord(string(text))
	require.Nil(t, bad)
	require.Equal(t, mine(), found)
	text, err = os.ReadFile(filepath.Join("testdata", "library-1.json"))
	require.NoError(t, err)
	records, aside, bad := ReadLibrary(string(text))
	require.Nil(t, bad)
	require.Empty(t, aside)
	require.Equal(t, []Record{mine(), draft()}, records)
}

func TestEveryFaultOfARecordIsTold(t *testing.T) {
	for text, want := range map[string]string{
		"": fileDamaged, "[]": fileForeign, "{}": fileForeign,
		`{"version":1,"title":"a scenario"}`:                               fileForeign,
		`{"schedlab":"library","version":1}`:                               fileForeign,
		`{"schedlab":"scenario","version":2}`:                              fileNew,
		`{"schedlab":"scenario","version":0}`:                              fileDamaged,
		`{"schedlab":"scenario","version":1}`:                              fileDamaged,
		strings.Replace(mine().Text(), `"revision":3`, `"revision":-3`, 1): fileDamaged,
		strings.Replace(mine().Text(), `["a","b"]`, `["a",5]`, 1):          fileDamaged,
		strings.Replace(mine().Text(), `"title":"Mine"`, `"title":5`, 1):   fileDamaged,
		mine().Text()[:100]:                                                fileDamaged,
		strings.Repeat(" ", MaxRecord+1):                                   fileLarge,
	} {
		_, bad := ReadRecord(text)
		require.NotNil(t, bad, text[:min(60, len(text))])
		require.Equal(t, want, bad.Key, text[:min(60, len(text))])
	}
}

func TestALibraryKeepsWhatItCannotReadAside(t *testing.T) {
	newer := strings.Replace(draft().Text(), `"version":1`, `"version":9`, 1)
	whole := Library([]Record{mine(), draft(), mine()})
	text := strings.Replace(whole, draft().Text(), newer, 1)
	records, aside, bad := ReadLibrary(text)
	require.Nil(t, bad)
	require.Len(t, records, 2)
	require.Equal(t, []Aside{{ID: "r2", Text: newer, Reason: fileNew}}, aside)

	garbage := `{"id": "x", broken "]" ] }`
	records, aside, bad = ReadLibrary(strings.Replace(whole, draft().Text(), garbage, 1))
	require.Nil(t, bad)
	require.Len(t, records, 2)
	require.Equal(t, []Aside{{Text: garbage, Reason: fileDamaged}}, aside)
}

func TestALibraryThatLostItsEndGivesTheRest(t *testing.T) {
	whole := Library([]Record{mine(), draft()})
	cut := whole[:len(whole)-30]
	records, aside, bad := ReadLibrary(cut)
	require.Nil(t, bad)
	require.Equal(t, []Record{mine()}, records)
	require.Len(t, aside, 1)
	require.True(t, strings.HasSuffix(cut, aside[0].Text))
	for n := range whole { // nothing panics, whatever is missing
		records, aside, bad = ReadLibrary(whole[:n])
		require.True(t, bad != nil || len(records)+len(aside) <= 2, "%d", n)
	}
}

func TestALibraryCanBeOneRecordAndOthersAreForeign(t *testing.T) {
	records, aside, bad := ReadLibrary("\ufeff" + mine().Text())
	require.Nil(t, bad)
	require.Empty(t, aside)
	require.Equal(t, []Record{mine()}, records)
	records, aside, bad = ReadLibrary(Library(nil))
	require.Nil(t, bad)
	require.Empty(t, records)
	require.Empty(t, aside)
	for text, want := range map[string]string{
		`{"records":[]}`: fileForeign, `{"schedlab":"library","version":2,"records":[]}`: fileNew,
		`{"schedlab":"library","version":1,"records":5}`: fileForeign,
		`{"schedlab":"library","version":1,"records":[]`: "",
		strings.Repeat(" ", MaxLibrary+1):                fileLarge,
	} {
		_, _, bad := ReadLibrary(text)
		require.Equal(t, want == "", bad == nil, text[:min(60, len(text))])
		if bad != nil {
			require.Equal(t, want, bad.Key)
		}
	}
}

func TestAsideKnowsWhoseTextItIs(t *testing.T) {
	_, bad := ReadRecord(`{"schedlab":"scenario","version":7,"id":"r9"}`)
	require.Equal(t, Aside{ID: "r9", Text: `{"id":"r9"}`, Reason: fileNew}, SetAside(`{"id":"r9"}`, bad))
}

func FuzzRecord(f *testing.F) {
	f.Add(mine().Text())
	f.Add(draft().Text())
	f.Add(`{"schedlab":"scenario","version":1,"document":"{}"}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, bad := ReadRecord(text)
		if bad != nil {
			require.Contains(t, bad.Key, "file.fault.")
			return
		}
		found, bad := ReadRecord(r.Text())
		require.Nil(t, bad)
		require.Equal(t, r, found)
	})
}

func FuzzLibrary(f *testing.F) {
	f.Add(Library([]Record{mine(), draft()}))
	f.Add(`{"schedlab":"library","version":1,"records":[{"a":"]"},,"x"`)
	f.Fuzz(func(t *testing.T, text string) {
		records, aside, bad := ReadLibrary(text)
		if bad != nil {
			require.Empty(t, records)
			return
		}
		for _, a := range aside {
			require.Contains(t, text, a.Text)
		}
		found, none, bad := ReadLibrary(Library(records))
		require.Nil(t, bad)
		require.Empty(t, none)
		require.Equal(t, records, found)
	})
}
