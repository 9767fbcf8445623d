package desk

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/engine/setting"
	"schedlab/scenarios"
	"schedlab/wasm/share"
)

// room is what the address of a site takes of a link's characters.
const room = 40

// fullView has something in each part of a view.
var fullView = share.View{At: 92_412_345_678, From: 61_234_567_890, To: 93_456_789_012,
	Kind: "scheduler", ID: 1043, Zoom: 12, Opened: []int32{4, 5, 6, 17, 29},
	Colour: "load", Tab: "tables", Table: "sys.dm_os_workers", Speed: 250}

// other is another value of a field than the one that it has.
func other(f *Field) scenario.Tree {
	switch f.Kind {
	case setting.Number:
		if f.Text == "1234567" {
			return scenario.Int(7)
		}
		return scenario.Int(1_234_567)
	case setting.Switch:
		return scenario.Flag(!f.On)
	case setting.Choice:
		for _, o := range f.Options {
			if o.Name != f.Text {
				return scenario.Words(o.Name)
			}
		}
	}
	return scenario.Words("something quite different")
}

// opens checks that a link opens as what it was made of.
func opens(t *testing.T, s *State, document scenario.Document) int {
	t.Helper()
	fragment := share.Encode(s.linkOf(s.Name, document, fullView))
	l, bad := share.Decode(fragment, s.parentOf)
	require.Nil(t, bad)
	require.Equal(t, string(document.Compact()), string(l.Document.Compact()))
	require.Equal(t, fullView, l.View)
	return room + len(fragment)
}

func TestLinksOfEveryShippedScenarioAreShort(t *testing.T) {
	var shipped []share.Shipped
	for _, s := range scenarios.All() {
		shipped = append(shipped, share.NewShipped(s.Name, s.Text))
	}
	for _, one := range shipped {
		s := New(Supplies{Products: engine.Products(), Scenarios: shipped, Say: catalogue(t)})
		s.Show(one.Name)
		require.LessOrEqual(t, opens(t, s, s.Document), 400, "%s as it is", one.Name)
		all, changed := s.Document, 0
		paths := make([]string, 0, len(s.Form().fields))
		for path := range s.Form().fields {
			paths = append(paths, path)
		}
		slices.Sort(paths)
		for _, path := range paths {
			value := other(s.Form().fields[path])
			next, problems := s.Document.Set(path, value)
			if len(problems) > 0 {
				continue // of the form's own: no member of the document
			}
			changed++
			require.LessOrEqual(t, opens(t, s, next), 600, "%s with another %s", one.Name, path)
			all, _ = all.Set(path, value)
		}
		require.Greater(t, changed, 15, one.Name)
		require.LessOrEqual(t, opens(t, s, all), GoodLink, "%s with %d fields changed", one.Name, changed)
		t.Log(one.Name, changed, opens(t, s, all))
	}
}

// TestTypicalEditsStayShort makes the edits of which a scenario is usually made another one.
func TestTypicalEditsStayShort(t *testing.T) {
	for _, one := range scenarios.All() {
		s := New(Supplies{Products: engine.Products(), Say: catalogue(t),
			Scenarios: []share.Shipped{share.NewShipped(one.Name, one.Text)}})
		s.Show(one.Name)
		do(s, "copy", "workload.classes[0]")
		do(s, "add", "workload.sessions")
		do(s, "remove", "expect[0]")
		for i := range s.VariantNames() {
			do(s, "try", string(rune('0'+i)))
		}
		Edit{Path: "title", Text: "Another title, as somebody wrote it for a course"}.Apply(s)
		Edit{Path: "summary", Text: "What if each of these queries has twice as many workers?"}.Apply(s)
		require.LessOrEqual(t, opens(t, s, s.Document), 1000, one.Name)
		whole := share.Encode(share.Link{Document: s.Document, View: fullView})
		t.Log(one.Name, opens(t, s, s.Document), len(whole))
	}
}
