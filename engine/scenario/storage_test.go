package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/workload"
)

func TestCommitsAreOfDatabases(t *testing.T) {
	s, problems := Parse(fixture(t, "storage.json"), products())
	require.Empty(t, lines(problems))
	var databases []string
	var commits []workload.Step
	for _, c := range s.Workload.Classes {
		require.Len(t, c.Steps, 2, c.Name)
		databases, commits = append(databases, c.Database), append(commits, c.Steps[1])
	}
	assert.Equal(t, []string{"db 19", "", "sales"}, databases)
	assert.Equal(t, []workload.Step{
		{Kind: workload.Commit, Dirty: 4, Log: 2560, Records: 12},
		{Kind: workload.Commit, Records: 3},
		{Kind: workload.Commit, Dirty: 2, Records: 3}}, commits, "a record a page and one for the commit")
}

func TestActionsAreOfSessionsOrDatabases(t *testing.T) {
	s, problems := Parse(fixture(t, "storage.json"), products())
	require.Empty(t, lines(problems))
	const ms = sim.Millisecond
	assert.Equal(t, []workload.Action{
		{At: 100 * ms, Do: workload.Checkpoint, Session: -1, Member: -1},
		{At: 200 * ms, Do: workload.Checkpoint, Session: -1, Member: -1, Database: "db 19",
			Duration: 2500 * ms},
		{At: 300 * ms, Do: workload.Backup, Session: -1, Member: -1, Database: "sales"},
		{At: 400 * ms, Do: workload.Kill, Member: -1}}, s.Workload.Actions)
}

func TestActionsAndClassesNameTheirSystem(t *testing.T) {
	text := strings.Replace(string(fixture(t, "storage.json")), `"system": { "product": "toy",`,
		`"systems": [{ "name": "a", "product": "toy" }, { "name": "b", "product": "toy",`, 1)
	text = strings.Replace(text, `"target_s": 0 }] } },`, `"target_s": 0 }] } }],`, 1)
	d := parsed(t, text)
	for _, gone := range []string{"variants", "sweep"} {
		d, _ = d.Remove(gone)
	}
	d = set(t, d, "workload.classes[*].system", Words("b"))
	d = set(t, d, "actions[1].system", Words("b"))
	s, problems := Read(d, products())
	require.Empty(t, lines(problems), "the system a lists no databases, so that any name will do")
	assert.Equal(t, []int{0, 1, 0}, []int{s.Workload.Actions[0].System, s.Workload.Actions[1].System,
		s.Workload.Actions[2].System})
	_, problems = Read(set(t, set(t, d, "workload.classes[0].database", Words("db 18")),
		"actions[1].database", Words("x")), products())
	assert.Equal(t, []string{`workload.classes[0].database: database "db 18" does not exist ` +
		`(did you mean "db 19"? The databases are "sales", "db 19")`,
		`actions[1].database: database "x" does not exist (the databases are "sales", "db 19")`},
		lines(problems))
}

func TestAProductThatListsNoDatabasesTakesEveryName(t *testing.T) {
	product := toy()
	for _, databases := range []func(setting.Values) []string{nil, func(setting.Values) []string {
		return nil
	}} {
		product.Databases = databases
		_, problems := Parse(fixture(t, "storage.json"), []Product{product})
		assert.Empty(t, lines(problems))
		_, problems = Read(with(t, "workload.classes[0].database=any"), []Product{product})
		assert.Empty(t, lines(problems))
	}
}

func TestProductsAreAskedWithCompleteValues(t *testing.T) {
	product := toy()
	product.Databases = func(v setting.Values) []string {
		return []string{v.Text("mode"), v.Records("stores")[0].Text("name")}
	}
	d := with(t, `system.settings={"stores":[{}]}`, "workload.classes[0].database=slow")
	_, problems := Read(d, []Product{product})
	assert.Empty(t, lines(problems))
	// Of a system with problems nothing can be said.
	_, problems = Read(set(t, set(t, d, "system.settings.max_dop", Int(99)), "workload.classes[0].database",
		Words("none")), []Product{product})
	assert.Equal(t, []string{`system.settings.max_dop: 99 is too large; at most 64 (from 0 to 64)`},
		lines(problems))
}

func TestLogRecordsTellOfEachPage(t *testing.T) {
	hint := ` (at least 11: one for each page and one for the commit)`
	for value, want := range map[string]string{"0": "", "11": "", "1000000": "",
		"10": `workload.classes[0].log_records: 10 records cannot tell of 10 changed pages` + hint,
		"1":  `workload.classes[0].log_records: 1 record cannot tell of 10 changed pages` + hint} {
		got := problemsOf(t, "workload.classes[0].dirty_pages=10", "workload.classes[0].log_records="+value)
		assert.Equal(t, want, strings.Join(got, "\n"), value)
	}
}

// Each case is an action in the place of the base document's, and all problems that it makes.
func TestEachActionHasItsOwnFields(t *testing.T) {
	const missing = `actions[0].session: is missing (Name or position of the sessions that are killed or ` +
		`started.)`
	remove := func(do, field, why string) string {
		return `actions[0].` + field + `: "` + do + `" has no "` + field + `" (remove it: ` + why + `)`
	}
	const database, session = "it is about a database", "it is about a session"
	for action, want := range map[string][]string{
		`{"at_ms":1,"do":"kill"}`:                                      {missing},
		`{"at_ms":1,"do":"start"}`:                                     {missing},
		`{"at_ms":1,"do":"checkpoint"}`:                                nil,
		`{"at_ms":1,"do":"backup"}`:                                    nil,
		`{"at_ms":1,"do":"checkpoint","duration_s":0.001}`:             nil,
		`{"at_ms":1,"do":"backup","system":"","duration_s":0}`:         nil,
		`{"at_ms":1,"do":"kill","session":0,"system":"","member":3}`:   nil,
		`{"at_ms":1,"do":"kill","session":0,"duration_s":0}`:           nil,
		`{"at_ms":1,"do":"checkpoint","database":"any"}`:               nil,
		`{"at_ms":1,"do":"checkpoint","system":"toy","database":"d1"}`: nil,
		`{"at_ms":1,"do":"backup","duration_s":5}`: {
			remove("backup", "duration_s", "only a checkpoint can be asked to take some time")},
		`{"at_ms":1,"do":"checkpoint","session":"procs","member":2}`: {
			remove("checkpoint", "session", database), remove("checkpoint", "member", database)},
		`{"at_ms":1,"do":"start","system":"toy","database":"d","duration_s":1}`: {missing,
			remove("start", "system", session), remove("start", "database", session),
			remove("start", "duration_s", "only a checkpoint can be asked to take some time")},
		`{"at_ms":1,"do":"shrink","system":"toi","session":"procz"}`: {
			`actions[0].do: "shrink" is no choice (one of "kill", "start", "checkpoint", "backup")`,
			`actions[0].session: session "procz" does not exist (did you mean "procs"? The sessions are ` +
				`"procs")`,
			`actions[0].system: system "toi" does not exist (did you mean "toy"? The systems are "toy")`},
		`{"at_ms":90000,"do":"checkpoint","duration_s":-1}`: {
			`actions[0].duration_s: -1 is too small; at least 0 s (from 0 to 86,400 s)`,
			`actions[0].at_ms: is after the end of the run`},
		`{}`: {`actions[0].at_ms: is missing (When it is done.)`,
			`actions[0].do: is missing (What is done.)`},
	} {
		assert.ElementsMatch(t, want, problemsOf(t, "actions=["+action+"]"), action)
	}
}

func TestFormsAskWhichFieldsAnActionHas(t *testing.T) {
	has := func(do string) string {
		var names []string
		for _, f := range ActionFields {
			if ActionHas(do, f.Name) {
				names = append(names, f.Name)
			}
		}
		return strings.Join(names, " ")
	}
	for do, want := range map[string]string{
		"kill": "at_ms do session member", "start": "at_ms do session member",
		"checkpoint": "at_ms do system database duration_s", "backup": "at_ms do system database",
		"": "at_ms do session member system database duration_s"} {
		assert.Equal(t, want, has(do), do)
	}
	do, _ := actionSchema.field("do")
	assert.Len(t, doings, len(do.Choices))
	for _, choice := range do.Choices {
		assert.Contains(t, doings, choice.Name)
	}
}

func TestSettingsMayHaveDecimals(t *testing.T) {
	for literal, want := range map[string]int64{"1": 1000, "1.4": 1400, "1.40": 1400, "14e-1": 1400,
		"127.999": 127_999, "128": 128_000} {
		d := set(t, shop(t), "system.settings.stores[0].run_pages", Tree{Kind: Number, Text: literal})
		s, problems := Read(d, products())
		require.Empty(t, lines(problems), literal)
		assert.Equal(t, want, s.Systems[0].Values.Records("stores")[0].Number("run_pages"), literal)
	}
	s, _ := Read(shop(t), products())
	stored := s.Systems[0].Complete(products()).Records("stores")
	assert.Equal(t, int64(1400), stored[1].Number("run_pages"), "the default counts the same")
	f, ok := shop(t).Field("system.settings.stores[0].run_pages", products())
	require.True(t, ok)
	assert.Equal(t, "1.4", f.Format(f.Default).String())
	list := Field{Setting: toy().Settings[5]}
	assert.Equal(t, `[{ "name": "sales", "run_pages": 1.4 }, { "name": "db 19", "target_s": 0 }]`,
		list.Format(s.Systems[0].Values["stores"]).String())
}

// Paths name records, so that their names must be able to stand in paths.
func TestNamesOfRecordsAreNames(t *testing.T) {
	for literal, want := range map[string]string{`""`: "a name must not be empty",
		`"a]"`: `a name must not contain ']'`, `" a"`: "a name must not begin or end with a space",
		`"db 19"`: "", `"a=b.c"`: ""} {
		require.Equal(t, want, first(t, "systems[0].settings.stores[0].name", literal), literal)
	}
	for _, name := range []string{"db 19", "a=b.c", "ж \"x\"", "*"} {
		d := set(t, shop(t), "system.settings.stores[1].name", Words(name))
		d, problems := d.Set("system.settings.stores[name="+name+"].target_s", Int(5))
		require.Empty(t, lines(problems), name)
		target, _ := d.Get("system.settings.stores[1].target_s")
		assert.Equal(t, "5", target.Text, name)
	}
	checked := toy()
	checked.Settings[5].Fields[0].Check = func(string) string { return "" }
	checked.Settings[5].Fields[0].Max = 3
	_, problems := Read(set(t, shop(t), "system.settings.stores[0].name", Words("a]bc")), []Product{checked})
	assert.Equal(t, "4 characters; at most 3", problems[0].Message, "the product's own limits stand")
}

func TestStorageSurvivesEveryForm(t *testing.T) {
	d := shop(t)
	want, _ := Read(d, products())
	for _, text := range [][]byte{d.Bytes(), d.Compact(), parsed(t, string(d.Compact())).Bytes()} {
		got, problems := Parse(text, products())
		require.Empty(t, lines(problems))
		assert.Equal(t, want.Systems, got.Systems)
		assert.Equal(t, want.Workload, got.Workload)
	}
	d, problems := d.Copy("system.settings.stores[name=db 19]")
	require.Empty(t, problems)
	name, _ := d.Get("system.settings.stores[2].name")
	assert.Equal(t, "db 2", name.Text, "the first number that no database has")
	d, problems = d.Add("system.settings.stores", Fields(Member{Name: "name", Value: Words("hr")}))
	require.Empty(t, problems)
	d, problems = d.Remove("system.settings.stores[name=sales]")
	require.Empty(t, problems)
	_, problems = Read(d, products())
	assert.Contains(t, strings.Join(lines(problems), "\n"), `workload.classes[2].database: database "sales" `+
		`does not exist (the databases are "db 19", "db 2", "hr")`)
}
