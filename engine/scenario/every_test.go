package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shop is a document of databases in a list of settings.
func shop(t *testing.T) Document { return parsed(t, string(fixture(t, "storage.json"))) }

func TestRecordsOfSettingsAreReachedByNameAndPosition(t *testing.T) {
	for _, c := range []struct{ path, first, second string }{
		{"system.settings.stores[name=db 19].target_s", "", "42"},
		{"system.settings.stores[1].target_s", "", "42"},
		{"systems[name=toy].settings.stores[name=sales].target_s", "42", "0"},
		{"systems[0].settings.stores[0].target_s", "42", "0"},
		{"system.settings.stores[*].target_s", "42", "42"},
		{"systems[*].settings.stores[*].target_s", "42", "42"},
	} {
		a, problems := ParseAssignment(c.path + "=42")
		require.Empty(t, problems)
		d, problems := shop(t).Set(a.Path, a.Value)
		require.Empty(t, lines(problems), c.path)
		for path, want := range map[string]string{"system.settings.stores[0].target_s": c.first,
			"system.settings.stores[name=db 19].target_s": c.second} {
			got, _ := d.Get(path)
			assert.Equal(t, want, got.Text, "%s after %s", path, c.path)
		}
		_, problems = Read(d, products())
		assert.Empty(t, lines(problems), c.path)
		f, ok := d.Field(c.path, products())
		assert.True(t, ok, c.path)
		assert.Equal(t, int64(600), f.Max)
	}
	_, problems := shop(t).Set("system.settings.stores[name=db 20].target_s", Int(1))
	assert.Equal(t, []string{`system.settings.stores[name=db 20]: there is no such item ` +
		`(there are "sales", "db 19")`}, lines(problems))
}

func TestEveryItemIsSetInListsInsideLists(t *testing.T) {
	for _, c := range []edited{
		{"workload.classes[*].dop", "4", `[{"name":"a"},{"name":"b2","dop":2}]`,
			`[{"name":"a","dop":4},{"name":"b2","dop":4}]`},
		{"workload.classes[*].cpu_ms.law", `"fixed"`, `[{"name":"a"},{"name":"b2","dop":2}]`,
			`[{"name":"a","cpu_ms":{"law":"fixed"}},{"name":"b2","dop":2,"cpu_ms":{"law":"fixed"}}]`},
		{"workload.sessions[*].run[*].times", "7", `[{"class":"a"},{"class":"b2"}]`,
			`[{"class":"a","times":7},{"class":"b2","times":7}]`},
		{"workload.sessions[*].run[1].times", "7", `{"class":"b2"}`, `{"class":"b2","times":7}`},
		{"workload.sessions[*].run[*]", "null", `[{"class":"a"},{"class":"b2"}]`, `[null,null]`},
		{"machines[*].packages", "4", `"packages":2`, `"packages":4`},
	} {
		value, problem := ParseTree(c.value)
		require.Nil(t, problem)
		before := parsed(t, small)
		d, problems := before.Set(c.path, value)
		require.Empty(t, lines(problems), c.path)
		assert.Equal(t, c.want(t), string(d.Compact()), c.path)
		assert.Equal(t, small, string(before.Compact()), "the old document stays")
		got, ok := d.Get(c.path)
		assert.True(t, ok, c.path)
		assert.Equal(t, value.String(), got.String(), "all items have it")
	}
}

func TestValuesThatItemsDoNotShareAreNone(t *testing.T) {
	d := shop(t)
	for path, want := range map[string]string{"workload.classes[*].dop": "", "workload.classes[*].name": "",
		"actions[*].do": "", "variants[*].name": "", "workload.sessions[*].name": `"clerks"`,
		"workload.sessions[*].run[*].class": "", "workload.arrivals[*]": "", "title[*]": "",
		`variants[0].set["system.settings.stores[*].target_s"]`: "60"} {
		got, ok := d.Get(path)
		assert.Equal(t, want != "", ok, path)
		if ok {
			assert.Equal(t, want, got.String(), path)
		}
	}
}

func TestProblemsOfEveryNameTheConcretePlace(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"system.settings.stores[*].name.x", `system.settings.stores[0].name: is text and has no "x"`},
		{"system.settings.stores[*].run[0]",
			`system.settings.stores[0].run: there is no such list yet (add to it first)`},
		{"workload.sessions[*].run[*].tims", `workload.sessions[0].run[0].tims: there is no "tims" ` +
			`(did you mean "times"?)`},
		{"workload.sessions[*].run[3].times",
			`workload.sessions[0].run[3]: there is no such item (positions go from 0 to 2)`},
		{"workload.arrivals[*].per_s", `workload.arrivals: there is no such list yet (add to it first)`},
		{"system[*].product", `system: is an object, not a list`},
		{"system.settings.stores[**].x", `system.settings.stores[**].x: [**] is neither a position nor ` +
			`[name=…] nor [*] (for example system.settings.max_dop)`},
	} {
		d := shop(t)
		after, problems := d.Set(c.path, Int(1))
		assert.Equal(t, []string{c.want}, lines(problems), c.path)
		assert.Equal(t, string(d.Bytes()), string(after.Bytes()))
	}
	none := set(t, shop(t), "system.settings.stores", Items())
	_, problems := none.Set("system.settings.stores[*].target_s", Int(1))
	assert.Equal(t, []string{`system.settings.stores[*]: there is no such item (the list is empty)`},
		lines(problems))
	// The second item is another one than the first, which takes the value.
	mixed := set(t, shop(t), "system.settings.stores[1]", Int(7))
	after, problems := mixed.Set("system.settings.stores[*].target_s", Int(1))
	assert.Equal(t, []string{`system.settings.stores[1]: is a number and has no "target_s"`}, lines(problems))
	assert.Equal(t, string(mixed.Bytes()), string(after.Bytes()), "all or nothing")
}

func TestVariationsOfEveryTellOnceAndWhere(t *testing.T) {
	const path = "system.settings.stores[*].target_s"
	at := `["` + path + `"]: `
	large := `: 601 is too large; at most 600 s (from 0 to 600 s)`
	for place, value := range map[string]string{"variants[0].set": "601", "sweep": "[0, 601]"} {
		d := set(t, shop(t), place, Fields(Member{Name: path, Value: parsedTree(t, value)}))
		_, problems := Read(d, products())
		assert.Equal(t, []string{place + at + "system.settings.stores[0].target_s" + large}, lines(problems))
	}
	// Beside the other assignment, which is the cause of one of them.
	d := set(t, shop(t), "variants[0].set", parsedTree(t, `{"systems[*].settings.stores[*].run_pages": 0.5,
		"system.settings.stores[0].target_s": 700}`))
	_, problems := Read(d, products())
	assert.ElementsMatch(t, []string{
		`variants[0].set["system.settings.stores[0].target_s"]: 700 is too large; at most 600 s ` +
			`(from 0 to 600 s)`,
		`variants[0].set["systems[*].settings.stores[*].run_pages"]: system.settings.stores[0].run_pages: ` +
			`0.5 is too small; at least 1 pages (from 1 to 128 pages)`}, lines(problems))
}

func TestRunsSetEveryRecord(t *testing.T) {
	s, problems := Read(shop(t), products())
	require.Empty(t, lines(problems))
	variant, problems := shop(t).Run(s.Variants[0].Set)
	require.Empty(t, lines(problems))
	run, problems := Read(variant, products())
	require.Empty(t, lines(problems))
	for _, store := range run.Systems[0].Complete(products()).Records("stores") {
		assert.Equal(t, int64(60), store.Number("target_s"), store.Text("name"))
	}
	for i, point := range Points(s.Sweep) {
		d, problems := shop(t).Run(point)
		require.Empty(t, problems)
		run, problems := Read(d, products())
		require.Empty(t, problems)
		for _, store := range run.Systems[0].Values.Records("stores") {
			assert.Equal(t, []int64{1000, 1400, 128_000}[i], store.Number("run_pages"))
		}
	}
}

// Claims that set every session of thousands on top of a variant that does so too are tried only so far.
func TestEveryIsBoundedWork(t *testing.T) {
	var paths []string
	for _, field := range []string{"count", "start_ms", "every_ms", "repeat", "pool", "node"} {
		paths = append(paths, `"workload.sessions[*].`+field+`": 1`)
	}
	setAll := "{" + strings.Join(paths, ",") + "}"
	d := with(t, "workload.sessions="+many(9_000, `{"run":[{"class":"long"}]}`), "actions=[]", "sweep={}",
		"variants="+many(MaxVariants, `{"name":"v#","set":`+setAll+`}`),
		"expect="+many(MaxClaims, `{"metric":"m","reported":1,"of":"v0","set":`+setAll+`}`))
	r := newReader(d, products())
	r.built, r.work = map[string]builtMachine{}, new(int64)
	r.variations(false)
	assert.Empty(t, lines(r.problems))
	assert.Less(t, *r.work, int64(maxTrials+2*9_000+10_000))
}
