package share

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
)

// renamed is an upgrader after which a member has another name.
func renamed(from, to string) func(scenario.Tree) scenario.Tree {
	return func(t scenario.Tree) scenario.Tree {
		members := []scenario.Member{}
		for _, m := range t.Members {
			if m.Name == from {
				m.Name = to
			}
			members = append(members, m)
		}
		return scenario.Fields(members...)
	}
}

// later is the package as it will be two versions from now: names were called labels and captions before.
func later(t *testing.T, of *upgraders, first, last string) {
	before := *of
	t.Cleanup(func() { *of = before })
	*of = upgraders{renamed(first, "between"), renamed("between", last)}
}

func TestThereIsAnUpgraderForEachOlderVersion(t *testing.T) {
	require.Equal(t, Version, recordUpgraders.newest())
	require.Equal(t, Version, linkUpgraders.newest())
}

func TestARecordOfAnOlderVersionIsUpgradedAStepAtATime(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "record-1.json"))
	require.NoError(t, err)
	later(t, &recordUpgraders, "label", "title")
	written := map[string]string{"1": "label", "2": "between", "3": "title"}
	for version, name := range written {
		old := strings.Replace(string(text), `"title":`, `"`+name+`":`, 1)
		old = strings.Replace(old, `"version":1`, `"version":`+version, 1)
		found, bad := ReadRecord(old)
		require.Nil(t, bad, version)
		require.Equal(t, mine(), found, version)
	}
	_, bad := ReadRecord(`{"schedlab":"scenario","version":4}`)
	require.Equal(t, fileNew, bad.Key)

	old := strings.Replace(strings.TrimSpace(string(text)), `"title":`, `"label":`, 1)
	tooNew := strings.Replace(mine().Text(), `"version":1`, `"version":4`, 1)
	library := `{"schedlab":"library","version":1,"records":[` + old + `,` + tooNew + `]}`
	records, aside, bad := ReadLibrary(library)
	require.Nil(t, bad)
	require.Equal(t, []Record{mine()}, records, "each record has a version of its own")
	require.Equal(t, []Aside{{ID: "r1", Text: tooNew, Reason: fileNew}}, aside, "and is kept as it was")
}

func TestALinkOfAnOlderVersionIsUpgraded(t *testing.T) {
	link, err := os.ReadFile(filepath.Join("testdata", "link-1-whole.txt"))
	require.NoError(t, err)
	tree, bad := unpack(strings.TrimSpace(string(link)))
	require.Nil(t, bad)
	document, isThere := tree.Member(linkDocument)
	require.True(t, isThere)
	later(t, &linkUpgraders, linkDocument, "whole")
	tree, bad = unpack(strings.TrimSpace(string(link)))
	require.Nil(t, bad)
	upgraded, isThere := tree.Member("whole")
	require.True(t, isThere)
	require.Equal(t, document, upgraded)
	_, bad = unpack("4.AAAA")
	require.Equal(t, fault(linkNew, 4, 3), bad)
}
