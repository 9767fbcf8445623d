package desk

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

func section(t *testing.T, s *State, name string) Section {
	t.Helper()
	for _, section := range s.Form().Sections {
		if section.Name == name {
			return section
		}
	}
	t.Fatalf("there is no section %s", name)
	return Section{}
}

func TestTheFormHasAFieldForEverythingThatADocumentOfOneMachineCanHold(t *testing.T) {
	s := fixture(t)
	expect := func(parent string, schemes []scenario.Field, without ...string) {
		for _, scheme := range schemes {
			isLeftOut := false
			for _, name := range without {
				isLeftOut = isLeftOut || name == scheme.Name
			}
			path := parent + scheme.Name
			_, found := s.Field(path)
			_, isLaw := s.Field(path + lawMark)
			require.Equal(t, !isLeftOut, found || isLaw, path)
		}
	}
	expect("machine.", scenario.MachineFields, "name")
	expect("system.", scenario.SystemFields, "name", "on")
	expect("workload.classes[0].", scenario.ClassFields, "system", "wait_ms", "phases")
	expect("workload.sessions[0].", scenario.SessionFields, "system")
	expect("workload.sessions[0].run[0].", scenario.RunFields)
	expect("measure.", scenario.MeasureFields)
	expect("", scenario.ScenarioFields, "version")
	for _, declared := range product.Settings[:3] {
		_, found := s.Field("system.settings." + declared.Name)
		require.True(t, found, declared.Name)
	}
}

// Members of a class that mean nothing to its product have no field, unless they are there and have to go.
func TestClassesHaveTheFieldsThatTheirProductUnderstands(t *testing.T) {
	s := fixture(t)
	has := func(name string) bool {
		s.Version++
		_, found := s.Field("workload.classes[0]." + name)
		_, isLaw := s.Field("workload.classes[0]." + name + lawMark)
		return found || isLaw
	}
	require.False(t, has("wait_ms"))
	require.True(t, has("branches"))
	d, problems := s.Document.Set("workload.classes[0].wait_ms", scenario.Int(5))
	require.Empty(t, problems)
	s.Document = d
	require.True(t, has("wait_ms"))

	s = fixture(t)
	other := s.Supplies.Products[0]
	other.ClassFields = []string{"wait_ms"}
	s.Supplies.Products = []scenario.Product{other}
	require.True(t, has("wait_ms"))
	require.False(t, has("branches"))
	require.True(t, has("cpu_ms"))
}

func TestSummariesOfTheSections(t *testing.T) {
	s := fixture(t)
	require.Equal(t, "8 CPUs", section(t, s, "machine").Sum)
	require.Equal(t, "Base 1", section(t, s, "system").Sum)
	require.Equal(t, "0:02 to 0:10", section(t, s, "measure").Sum)
	require.Equal(t, "none", section(t, s, "actions").Sum)
}

func TestClassesHaveTheColoursOfThePictures(t *testing.T) {
	s := fixture(t)
	run := *s.Run
	run.Classes = []proto.Class{{Name: "short", Colour: 3}, {Name: "long"}}
	run.Chips = []proto.Chip{{Text: "Q1", Colour: 1}}
	s.Run = &run
	s.Version++
	items := section(t, s, "workload").Items
	list := items[1].List
	require.Equal(t, "short", list.Records[0].Title)
	require.Equal(t, 3, list.Records[0].Colour)
	require.Equal(t, "Long query", list.Records[1].Title)
	require.Equal(t, "DOP 4", list.Records[1].Note)
	require.Equal(t, 0, list.Records[1].Colour)
	require.Equal(t, "Q1", items[2].Chips[0].Text)
}

func TestAddedRecordsCanBeRun(t *testing.T) {
	for _, path := range []string{"workload.classes", "workload.sessions", "workload.arrivals", "actions",
		"workload.sessions[0].run", "system.settings.pools"} {
		s := fixture(t)
		do(s, "add", path)
		require.Empty(t, s.Problems, path)
		list, _ := s.Document.Get(path)
		require.Equal(t, item(path, len(list.Items)-1), s.Effect.Focus)
		do(s, "undo", "")
		require.False(t, s.CanUndo())
	}
}

func TestRecordsAreCopiedAndRemoved(t *testing.T) {
	s := fixture(t)
	do(s, "copy", "workload.classes[0]")
	require.Empty(t, s.Problems)
	require.Equal(t, `"short-2"`, value(s, "workload.classes[1].name"))
	do(s, "remove", "workload.classes[0]")
	require.Equal(t, `"short-2"`, value(s, "workload.classes[0].name"))
	require.NotEmpty(t, s.Problems, "the session still runs the class that is gone")
	require.Equal(t, "workload.sessions[0].run[0].class", s.nearestField(s.Problems[0].Path))
}

func TestADistributionIsChosen(t *testing.T) {
	s := fixture(t)
	const path = "workload.classes[0].cpu_ms"
	Edit{Path: path + lawMark, Text: "lognormal"}.Apply(s)
	require.Equal(t, `{ "law": "lognormal", "mean_ms": 5 }`, value(s, path))
	require.Empty(t, s.Problems)
	Edit{Path: path + ".mean_ms", Text: "7.5"}.Apply(s)
	Edit{Path: path + ".sigma", Text: "1.5"}.Apply(s)
	require.Equal(t, `{ "law": "lognormal", "mean_ms": 7.5, "sigma": 1.5 }`, value(s, path))
	Edit{Path: path + lawMark, Text: "endless"}.Apply(s)
	require.Equal(t, `"endless"`, value(s, path))
	Edit{Path: path + lawMark, Text: "fixed"}.Apply(s)
	require.Equal(t, "1", value(s, path), "the default of the field")
	require.Empty(t, s.Problems)
}

func TestAProblemBelongsToTheFieldThatItsPathLeadsTo(t *testing.T) {
	s := fixture(t)
	Edit{Path: "system.settings.quantum_us", Text: "5"}.Apply(s)
	require.Len(t, s.Problems, 1)
	require.Equal(t, "Quantum", s.FieldTitle(s.Problems[0].Path))
	do(s, "field", s.Problems[0].Path)
	require.Equal(t, "system.settings.quantum_us", s.Effect.Focus)
	require.Equal(t, ScenarioScreen, s.Screen)
	require.Equal(t, "the document", s.FieldTitle(""))
}

func TestArrowsCountInANumber(t *testing.T) {
	s := fixture(t)
	Nudge{Path: "machine.packages", By: 1}.Apply(s)
	require.Equal(t, "3", value(s, "machine.packages"))
	for range 5 {
		Nudge{Path: "machine.packages", By: -1}.Apply(s)
	}
	require.Equal(t, "1", value(s, "machine.packages"), "not below the least that is allowed")
}

const numactl = `available: 2 nodes (0-1)
node 0 cpus: 0 1 2 3
node 0 size: 16000 MB
node 1 cpus: 4 5 6 7
node 1 size: 16000 MB
node distances:
node   0   1
  0:  10  21
  1:  21  10
`

func TestAnImportedMachineReplacesTheOneThatIsThere(t *testing.T) {
	s := fixture(t)
	Paste{Text: numactl}.Apply(s)
	answered(s)
	require.True(t, s.Import.Result.Usable)
	do(s, "import", "")
	require.Empty(t, s.Problems)
	require.Empty(t, s.VariantNames(), "the variant was about packages that the machine no longer counts")
	require.True(t, s.Effect.Close)
	require.Equal(t, "8 CPUs", section(t, s, "machine").Sum)
	_, isShort := s.Document.Get("machine.packages")
	require.True(t, isShort, "packages are listed by id")
	nodes, _ := s.Document.Get("machine.nodes")
	require.Len(t, nodes.Items, 2)
	do(s, "undo", "")
	require.Equal(t, "4", value(s, "machine.cores_per_node"))

	Paste{Text: "nothing of use"}.Apply(s)
	answered(s)
	do(s, "import", "")
	require.Equal(t, "4", value(s, "machine.cores_per_node"))
}
