package desk

import (
	"schedlab/wasm/share"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
	"schedlab/wasm/proto"
)

// storage is the product of the other tests, with databases.
func storage() scenario.Product {
	p := product
	p.Settings = append(append([]setting.Setting{}, p.Settings...), setting.Setting{Name: "databases",
		Title: "Databases", Kind: setting.List, Group: "Databases", Fields: []setting.Setting{
			{Name: "name", Title: "Name", Kind: setting.Text},
			{Name: "count", Title: "How many", Min: 1, Max: 100, Default: setting.Value{Number: 1}},
			{Name: "run_pages", Title: "Run", Unit: "pages", Decimals: 3, Min: 1000, Max: 128_000,
				Default: setting.Value{Number: 1400}, Origin: setting.Inferred, Source: "two log lines"}}})
	listed := func(list string) func(setting.Values) []string {
		return func(v setting.Values) []string {
			var names []string
			for _, record := range v.Records(list) {
				names = append(names, record.Text("name"))
			}
			return names
		}
	}
	p.Databases, p.Pools = listed("databases"), listed("pools")
	return p
}

const shopText = `{ "version": 1, "duration_ms": 10000, "machine": { "cores_per_node": 4 },
  "systems": [
    { "name": "one", "product": "base", "settings": { "databases": [ { "name": "sales" },
      { "name": "db 19", "count": 19, "run_pages": 2.5 } ], "pools": [ { "name": "etl" } ] } },
    { "name": "two", "product": "base", "settings": { "databases": [ { "name": "other" } ] } } ],
  "workload": {
    "classes": [ { "name": "order", "database": "db 19", "dirty_pages": 4 },
      { "name": "far", "system": "two" } ],
    "sessions": [ { "name": "clients", "run": [ { "class": "order" } ] },
      { "name": "others", "run": [ { "class": "far" } ] } ],
    "arrivals": [ { "class": "order", "per_s": 1 } ] },
  "actions": [ { "at_ms": 10, "do": "kill", "session": "clients", "member": 0 },
    { "at_ms": 20, "do": "checkpoint", "database": "sales", "duration_s": 2.5 },
    { "at_ms": 30, "do": "backup", "system": "two" } ] }`

func shop(t *testing.T, text string) *State {
	t.Helper()
	s := New(Supplies{Products: []scenario.Product{storage()}, Say: catalogue(t),
		Scenarios: []share.Shipped{share.NewShipped("shop", []byte(text))}})
	Received{proto.ToPage{Ready: &proto.Ready{}}}.Apply(s)
	s.Show("shop")
	require.Empty(t, s.Problems)
	return s
}

// choices are the names that a field offers, with its title for the empty one.
func choices(t *testing.T, s *State, path string) []string {
	t.Helper()
	f, found := s.Field(path)
	require.True(t, found, path)
	var names []string
	for _, o := range f.Options {
		if o.Name == "" {
			names = append(names, "("+o.Title+")")
			continue
		}
		names = append(names, o.Name)
	}
	return names
}

func TestDatabasesAndPoolsAreChosenFromTheSystems(t *testing.T) {
	s := shop(t, shopText)
	for path, want := range map[string][]string{
		"workload.classes[0].database": {"(the first one)", "sales", "db 19"},
		"workload.classes[1].database": {"(the first one)", "other"},
		"actions[1].database":          {"(the first one)", "sales", "db 19"},
		"actions[2].database":          {"(the first one)", "other"},
		"workload.sessions[0].pool":    {"(as the product decides)", "etl"},
		"workload.sessions[1].pool":    nil, // the other system lists none
		"workload.arrivals[0].pool":    {"(as the product decides)", "etl"},
		"actions[0].session":           {"clients", "others"},
	} {
		require.Equal(t, want, choices(t, s, path), path)
	}
	do(s, "remove", "systems[0].settings.databases[1]")
	require.Len(t, s.Problems, 1)
	require.Equal(t, []string{"(the first one)", "sales", "db 19"}, choices(t, s,
		"workload.classes[0].database"), "what stands there by mistake can be seen")
	Edit{Path: "workload.classes[0].database", Text: "sales"}.Apply(s)
	require.Empty(t, s.Problems)
	require.Equal(t, []string{"(the first one)", "sales"}, choices(t, s, "workload.classes[0].database"))
	Edit{Path: "workload.classes[0].database", Text: ""}.Apply(s)
	require.Equal(t, "", value(s, "workload.classes[0].database"))
}

func TestAProductWithoutListsTakesAnyName(t *testing.T) {
	s := fixture(t)
	require.Empty(t, choices(t, s, "workload.classes[0].database"), "a text is typed")
	Edit{Path: "workload.classes[0].database", Text: "any"}.Apply(s)
	require.Empty(t, s.Problems)
	require.Empty(t, choices(t, s, "workload.classes[0].database"))
}

// names are the last parts of the paths of a record's fields.
func fieldNames(r Record) []string {
	var names []string
	for _, item := range r.Items {
		names = append(names, item.Field.Path[len(r.Path)+1:])
	}
	return names
}

func TestActionsShowTheFieldsThatTheyHave(t *testing.T) {
	s := shop(t, shopText)
	records := section(t, s, "actions").Items[0].List.Records
	require.Len(t, records, 3)
	for i, want := range []struct {
		title  string
		fields []string
	}{
		{"kill clients", []string{"at_ms", "do", "session", "member"}},
		{"checkpoint sales", []string{"at_ms", "do", "system", "database", "duration_s"}},
		{"backup", []string{"at_ms", "do", "system", "database"}},
	} {
		require.Equal(t, want.title, records[i].Title)
		require.Equal(t, want.fields, fieldNames(records[i]))
	}
	require.Equal(t, "20 ms", records[1].Note)
	// In a document of one system there is nothing to choose.
	s = fixture(t)
	do(s, "add", "actions")
	Edit{Path: "actions[0].do", Text: "backup"}.Apply(s)
	require.Equal(t, []string{"at_ms", "do", "database"},
		fieldNames(section(t, s, "actions").Items[0].List.Records[0]))
}

func TestAnActionThatDoesSomethingElseCanBeRun(t *testing.T) {
	s := shop(t, shopText)
	for _, c := range []struct{ path, do, want string }{
		{"actions[0]", "backup", `{ "at_ms": 10, "do": "backup" }`},
		{"actions[1]", "backup", `{ "at_ms": 20, "do": "backup", "database": "sales" }`},
		{"actions[1]", "start", `{ "at_ms": 20, "do": "start", "session": "clients" }`},
		{"actions[2]", "checkpoint", `{ "at_ms": 30, "do": "checkpoint", "system": "two" }`},
	} {
		s.Effect = Effects{}
		Edit{Path: c.path + ".do", Text: c.do}.Apply(s)
		require.Equal(t, c.want, value(s, c.path))
		require.Empty(t, s.Problems, c.path)
		require.NotEmpty(t, s.Effect.Send, "it runs")
	}
	for range 4 {
		do(s, "undo", "")
	}
	require.Equal(t, `{ "at_ms": 10, "do": "kill", "session": "clients", "member": 0 }`,
		value(s, "actions[0]"), "each was one step")
	require.False(t, s.CanUndo())
}

func TestWhatAnActionDoesNotHaveIsShownWhileItStandsThere(t *testing.T) {
	s := shop(t, shopText)
	Source{Text: `{ "version": 1, "duration_ms": 1000, "machine": {}, "system": { "product": "base" },
		"workload": {}, "actions": [ { "at_ms": 1, "do": "checkpoint", "session": "clients" } ] }`}.Apply(s)
	require.Len(t, s.Problems, 2, "there are no sessions, and a checkpoint has none")
	f, found := s.Field("actions[0].session")
	require.True(t, found)
	require.NotNil(t, f.Problem)
	Edit{Path: "actions[0].session", Text: ""}.Apply(s)
	require.Empty(t, s.Problems)
	_, found = s.Field("actions[0].session")
	require.False(t, found)
}

func TestAnAddedActionOfADocumentWithoutSessionsIsACheckpoint(t *testing.T) {
	s := shop(t, mine("empty"))
	do(s, "add", "actions")
	require.Empty(t, s.Problems)
	require.Equal(t, `{ "at_ms": 0, "do": "checkpoint" }`, value(s, "actions[0]"))
}

func TestDatabasesAreRecordsOfTheForm(t *testing.T) {
	s := shop(t, shopText)
	const path = "systems[0].settings.databases"
	list := func() *List {
		for _, item := range section(t, s, "system").Items {
			if item.Fold != nil && item.Fold.Name == "systems[0].settings/Databases" {
				require.Equal(t, "changed", item.Fold.Sum)
				return item.Fold.Items[0].List
			}
		}
		t.Fatal("the list has no fold")
		return nil
	}
	require.Equal(t, "Databases", list().Add)
	var titles []string
	for _, r := range list().Records {
		titles = append(titles, r.Title+r.Note)
		require.Equal(t, []string{"name", "count", "run_pages"}, fieldNames(r))
	}
	require.Equal(t, []string{"sales", "db 19× 19"}, titles)

	do(s, "add", path)
	require.Equal(t, `{ "name": "database-3" }`, value(s, path+"[2]"))
	require.Equal(t, path+"[2]", s.Effect.Focus)
	do(s, "copy", path+"[1]")
	require.Equal(t, `{ "name": "db 2", "count": 19, "run_pages": 2.5 }`, value(s, path+"[2]"))
	do(s, "remove", path+"[0]")
	require.Len(t, list().Records, 3)
	Edit{Path: path + "[0].name", Text: ""}.Apply(s)
	require.Equal(t, "Databases 1", list().Records[0].Title, "one without a name")
}

func TestDecimalsOfSettingsAreShownAndTyped(t *testing.T) {
	s := shop(t, shopText)
	const path = "systems[0].settings.databases[0].run_pages"
	f, _ := s.Field(path)
	require.Equal(t, "1.4", f.Text, "the default")
	require.False(t, f.Changed)
	require.Equal(t, "inferred", f.Origin)
	name, _ := s.Field("systems[0].settings.databases[0].name")
	require.Empty(t, name.Origin, "nobody says where a name comes from")
	Edit{Path: path, Text: "3.25"}.Apply(s)
	require.Empty(t, s.Problems)
	require.Equal(t, "3.25", value(s, path))
	require.Equal(t, int64(3250), s.reading.Systems[0].Values.Records("databases")[0].Number("run_pages"))
	f, _ = s.Field(path)
	require.True(t, f.Changed)
	Edit{Path: path, Text: "0.5"}.Apply(s)
	require.Len(t, s.Problems, 1)
	require.Equal(t, "0.5 is too small; at least 1 pages", s.Problems[0].Message)
}

func TestAVariantOfAllDatabasesIsOneEdit(t *testing.T) {
	s := shop(t, shopText)
	const set = `"variants": [ { "name": "long runs",
		"set": { "systems[0].settings.databases[*].run_pages": 8 } } ]`
	Source{Text: shopText[:len(shopText)-1] + ", " + set + "}"}.Apply(s)
	require.Empty(t, s.Problems)
	do(s, "try", "0")
	require.Equal(t, "8", value(s, "systems[0].settings.databases[0].run_pages"))
	require.Equal(t, "8", value(s, "systems[0].settings.databases[name=db 19].run_pages"))
	do(s, "undo", "")
	require.Equal(t, "2.5", value(s, "systems[0].settings.databases[1].run_pages"))
}
