package desk

import (
	"os"
	"path/filepath"
	"schedlab/wasm/share"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
	"schedlab/wasm/proto"
)

// product is a database with one setting of each kind.
var product = scenario.Product{Name: "base", Title: "Base 1", Headline: "cpu.busy_pct",
	Settings: []setting.Setting{
		{Name: "quantum_us", Title: "Quantum", Kind: setting.Number, Unit: "µs", Min: 100, Max: 1_000_000,
			Default: setting.Value{Number: 4000}, Help: "How long a worker runs.", Source: "its manual"},
		{Name: "splits", Title: "Splits nodes", Kind: setting.Switch, Default: setting.Value{Number: 1}},
		{Name: "policy", Title: "Policy", Kind: setting.Choice, Group: "Advanced", Origin: setting.Assumed,
			Choices: []setting.Option{{Name: "fair", Title: "fair"}, {Name: "greedy", Title: "greedy"}},
			Default: setting.Value{Text: "fair"}},
		{Name: "pools", Title: "Pools", Kind: setting.List, Fields: []setting.Setting{
			{Name: "name", Title: "Name", Kind: setting.Text, Max: 20},
			{Name: "share", Title: "Share", Kind: setting.Number, Max: 100,
				Default: setting.Value{Number: 10}}}},
	}}

const document = `{
  "version": 1, "title": "Two sessions", "summary": "They share.", "seed": 1, "duration_ms": 10000,
  "measure": { "from_ms": 2000, "to_ms": 10000 },
  "machine": { "packages": 2, "nodes_per_package": 1, "cores_per_node": 4, "threads_per_core": 1 },
  "system": { "product": "base", "settings": { "splits": false } },
  "workload": {
    "classes": [ { "name": "short", "cpu_ms": 5 },
      { "name": "long", "title": "Long query", "dop": 4, "cpu_ms": "endless" } ],
    "sessions": [ { "name": "clients", "count": 2, "run": [ { "class": "short", "times": 3 } ] } ]
  },
  "variants": [ { "name": "Split", "set": { "system.settings.splits": true, "machine.packages": 4 } } ]
}`

// mine is a small document.
func mine(title string) string {
	return `{"version":1,"title":"` + title + `","duration_ms":1000,"machine":{},"system":{"product":"base"},
		"workload":{}}`
}

// fixture is a page with the document open and its run there.
func fixture(t *testing.T) *State {
	t.Helper()
	s := New(Supplies{Products: []scenario.Product{product}, Say: catalogue(t),
		Scenarios: []share.Shipped{share.NewShipped("two", []byte(document)), share.NewShipped("other",
			[]byte(mine("Other")))}})
	Received{proto.ToPage{Ready: &proto.Ready{}}}.Apply(s)
	s.Show("two")
	require.Empty(t, s.Problems)
	opened(s)
	Resized{Sizes{Plan: 800, Line: 1072, Stage: 800, Ratio: 1}}.Apply(s)
	return s
}

// opened answers the page's last Open as the runner does.
func opened(s *State) {
	s.Effect = Effects{}
	Received{proto.ToPage{Generation: s.Generation, Opened: &proto.Opened{
		Duration: 10 * second, Ended: 10 * second, From: 2 * second, To: 10 * second, Schedulers: 8,
		Quantum: 4 * millisecond,
		Groups: []proto.Group{{Level: 0, Label: "memory 0", Lanes: []int32{0, 1, 2, 3}},
			{Level: 0, Label: "memory 1", Lanes: []int32{4, 5, 6, 7}},
			{Level: 1, Label: "node 0", Lanes: []int32{0, 1, 2, 3}}, {Level: 1, Parent: 1, Label: "node 1",
				Lanes: []int32{4, 5, 6, 7}}},
		Tables: []proto.Table{{Name: "schedulers"}, {Name: "waits"}},
	}}}.Apply(s)
}

func catalogue(t *testing.T) Catalogue {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "site", "locales", "en.json"))
	require.NoError(t, err)
	c, err := ReadCatalogue(text)
	require.NoError(t, err)
	return c
}

func do(s *State, name, argument string) { Command{Name: name, Argument: argument}.Apply(s) }

// value is what the document holds at a path, as JSON; "" = nothing.
func value(s *State, path string) string {
	tree, ok := s.Document.Get(path)
	if !ok {
		return ""
	}
	return tree.String()
}

func TestAnEditRunsAtOnceAndCanBeTakenBack(t *testing.T) {
	s := fixture(t)
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	require.Equal(t, "3", value(s, "machine.packages"))
	require.Len(t, s.Effect.Send, 1)
	require.Contains(t, s.Effect.Send[0].Open.Document, `"packages":3`)
	require.Equal(t, s.Generation, s.Effect.Send[0].Generation)
	require.True(t, s.CanUndo())

	do(s, "undo", "")
	require.Equal(t, "2", value(s, "machine.packages"))
	require.False(t, s.CanUndo())
	do(s, "redo", "")
	require.Equal(t, "3", value(s, "machine.packages"))
	require.False(t, s.CanRedo())
}

func TestTypingInOneFieldIsOneStepOfTheHistory(t *testing.T) {
	s := fixture(t)
	for _, text := range []string{"1", "12", "128"} {
		Edit{Path: "machine.cores_per_node", Text: text}.Apply(s)
	}
	do(s, "undo", "")
	require.Equal(t, "4", value(s, "machine.cores_per_node"))

	Edit{Path: "machine.cores_per_node", Text: "5"}.Apply(s)
	Edit{Path: "machine.cores_per_node", Done: true}.Apply(s)
	Edit{Path: "machine.cores_per_node", Text: "6"}.Apply(s)
	do(s, "undo", "")
	require.Equal(t, "5", value(s, "machine.cores_per_node"))
}

func TestWhatCannotBeRunStaysAsItWasTyped(t *testing.T) {
	s := fixture(t)
	run := s.Run
	Edit{Path: "machine.cores_per_node", Text: "24o0"}.Apply(s)
	require.Equal(t, `"24o0"`, value(s, "machine.cores_per_node"))
	require.Empty(t, s.Effect.Send)
	require.Len(t, s.Problems, 1)
	f, _ := s.Field("machine.cores_per_node")
	require.Equal(t, "24o0", f.Text)
	require.Equal(t, "machine.cores_per_node", f.Problem.Path)
	require.True(t, s.Stale())
	require.Same(t, run, s.Run)

	do(s, "valid", "")
	require.Empty(t, s.Problems)
	require.Equal(t, "4", value(s, "machine.cores_per_node"))
	do(s, "undo", "")
	require.Equal(t, `"24o0"`, value(s, "machine.cores_per_node"))
}

func TestAnEmptyFieldHasItsDefaultAgain(t *testing.T) {
	s := fixture(t)
	Edit{Path: "system.settings.quantum_us", Text: "2,000"}.Apply(s)
	require.Equal(t, "2000", value(s, "system.settings.quantum_us"))
	f, _ := s.Field("system.settings.quantum_us")
	require.True(t, f.Changed)
	require.Equal(t, "doc", f.Origin)
	Edit{Path: "system.settings.quantum_us", Text: ""}.Apply(s)
	require.Equal(t, "", value(s, "system.settings.quantum_us"))
	f, _ = s.Field("system.settings.quantum_us")
	require.Equal(t, "4000", f.Text)
	require.False(t, f.Changed)
}

func TestASwitchIsTurned(t *testing.T) {
	s := fixture(t)
	f, _ := s.Field("system.settings.splits")
	require.False(t, f.On)
	do(s, "toggle", "system.settings.splits")
	require.Equal(t, "true", value(s, "system.settings.splits"))
}

func TestAVariantIsOneEdit(t *testing.T) {
	s := fixture(t)
	require.Equal(t, []string{"Split"}, s.VariantNames())
	do(s, "try", "0")
	require.Equal(t, "true", value(s, "system.settings.splits"))
	require.Equal(t, "4", value(s, "machine.packages"))
	do(s, "undo", "")
	require.Equal(t, "false", value(s, "system.settings.splits"))
	require.Equal(t, "2", value(s, "machine.packages"))
}

func TestOpeningAScenarioCanBeTakenBack(t *testing.T) {
	s := fixture(t)
	do(s, "show", "other")
	require.Equal(t, "other", s.Name)
	require.Equal(t, "other", s.Effect.Address)
	do(s, "undo", "")
	require.Equal(t, "two", s.Name)
	require.Equal(t, "two", s.Effect.Address)
	s.Show("nothing")
	require.Equal(t, "nothing", s.Stray)
	require.Equal(t, "two", s.Name)
}

func TestASourceThatIsNoDocumentChangesNothing(t *testing.T) {
	s := fixture(t)
	Source{Text: "{\n  \"version\": 1,\n}"}.Apply(s)
	require.NotEmpty(t, s.Problems)
	require.Equal(t, 3, s.Problems[0].Line)
	require.True(t, s.Unparsed)
	require.Equal(t, `"Two sessions"`, value(s, "title"))

	Source{Text: mine("Mine")}.Apply(s)
	require.Empty(t, s.Problems)
	require.Equal(t, `"Mine"`, value(s, "title"))
	do(s, "undo", "")
	require.Equal(t, `"Two sessions"`, value(s, "title"))
}

func TestEveryCommandOfAKeyIsThere(t *testing.T) {
	for _, table := range []map[string]Command{everywhere, elsewhere, letters} {
		for chord, command := range table {
			require.Contains(t, commands, command.Name, chord)
		}
	}
	require.Panics(t, func() { do(fixture(t), "nonsense", "") })
}

func TestThePageBeginsWithWhatItsAddressNames(t *testing.T) {
	for named, want := range map[string][2]string{"": {"two", ""}, "other": {"other", ""}, "no": {"two",
		"no"}} {
		s := New(fixture(t).Supplies)
		s.Begin(named, "two")
		require.Equal(t, want, [2]string{s.Name, s.Stray})
		require.False(t, s.CanUndo())
	}
}
