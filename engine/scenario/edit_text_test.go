package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// small is a document whose text after an edit can be seen at a glance.
const small = `{"version":1,"seed":2,"machine":{"packages":2},"system":{"product":"toy"},` +
	`"workload":{"classes":[{"name":"a"},{"name":"b2","dop":2}],` +
	`"sessions":[{"run":[{"class":"a"},{"class":"b2"}]}]}}`

// edited says what one edit makes of the small document: the first text becomes the second.
type edited struct{ path, value, before, after string }

func (e edited) want(t *testing.T) string {
	t.Helper()
	require.Equal(t, 1, strings.Count(small, e.before), "%s stands in the small document once", e.before)
	return strings.Replace(small, e.before, e.after, 1)
}

func TestSetWritesWhatAPersonWouldWrite(t *testing.T) {
	for _, c := range []edited{
		{"seed", "3", `"seed":2`, `"seed":3`},
		{"seed", "[1]", `"seed":2`, `"seed":[1]`},
		{"title", `"T"`, `"b2"}]}]}}`, `"b2"}]}]},"title":"T"}`},
		{`["title"]`, `"T"`, `"b2"}]}]}}`, `"b2"}]}]},"title":"T"}`},
		{"machine", `{}`, `{"packages":2}`, `{}`},
		{"machines[0]", `{}`, `{"packages":2}`, `{}`},
		{"machines[name=machine]", `{}`, `{"packages":2}`, `{}`},
		{"machine.packages", "4", `"packages":2`, `"packages":4`},
		{"machines[0].packages", "4", `"packages":2`, `"packages":4`},
		{"machine.cores_per_node", "8", `"packages":2`, `"packages":2,"cores_per_node":8`},
		{"machine.nodes", "[]", `"packages":2`, `"packages":2,"nodes":[]`},
		{"machine.elsewhere.cpus", `"0-3"`, `"packages":2`, `"packages":2,"elsewhere":{"cpus":"0-3"}`},
		{"system.settings.max_dop", "8", `"product":"toy"`, `"product":"toy","settings":{"max_dop":8}`},
		{"systems[name=toy].settings.x.y", "8", `"product":"toy"`,
			`"product":"toy","settings":{"x":{"y":8}}`},
		{`system.settings["a.b"]`, "null", `"product":"toy"`, `"product":"toy","settings":{"a.b":null}`},
		{`system.settings[""]`, "1", `"product":"toy"`, `"product":"toy","settings":{"":1}`},
		{"measure.from_ms", "0.5", `"b2"}]}]}}`, `"b2"}]}]},"measure":{"from_ms":0.5}}`},
		{"sweep.seed", "[1,2]", `"b2"}]}]}}`, `"b2"}]}]},"sweep":{"seed":[1,2]}}`},
		{"workload.classes[0].cpu_ms", `"endless"`, `{"name":"a"}`, `{"name":"a","cpu_ms":"endless"}`},
		{"workload.classes[name=b2].dop", "0", `"dop":2`, `"dop":0`},
		{"workload.classes[dop=2].name", `"c"`, `{"name":"b2"`, `{"name":"c"`},
		{"workload.classes[1]", `{"name":"c"}`, `{"name":"b2","dop":2}`, `{"name":"c"}`},
		{"workload.classes[0].cpu_ms.law", `"fixed"`, `{"name":"a"}`,
			`{"name":"a","cpu_ms":{"law":"fixed"}}`},
		{"workload.sessions[0].run[class=b2].times", "7", `{"class":"b2"}`, `{"class":"b2","times":7}`},
		{"workload.arrivals", "[]", `"b2"}]}]}}`, `"b2"}]}],"arrivals":[]}}`},
		{"workload.sessions[0].run", `[]`, `"run":[{"class":"a"},{"class":"b2"}]`, `"run":[]`},
	} {
		value, problem := ParseTree(c.value)
		require.Nil(t, problem)
		d, problems := parsed(t, small).Set(c.path, value)
		require.Empty(t, lines(problems), c.path)
		assert.Equal(t, c.want(t), string(d.Compact()), c.path)
	}
}

func TestAddWritesTheItemAfterTheLastOne(t *testing.T) {
	for _, c := range []edited{
		{"workload.classes", `{"name":"c"}`, `"dop":2}]`, `"dop":2},{"name":"c"}]`},
		{"workload.sessions[0].run", `{"class":"a"}`, `{"class":"b2"}]`, `{"class":"b2"},{"class":"a"}]`},
		{"workload.arrivals", `5`, `"b2"}]}]}}`, `"b2"}]}],"arrivals":[5]}}`},
		{"variants", `{}`, `"b2"}]}]}}`, `"b2"}]}]},"variants":[{}]}`},
		{"machine.distances", "[10]", `"packages":2`, `"packages":2,"distances":[[10]]`},
		{"system.settings.pools", "1", `"product":"toy"`, `"product":"toy","settings":{"pools":[1]}`},
		{"systems[0].settings.pools", "1", `"product":"toy"`, `"product":"toy","settings":{"pools":[1]}`},
		{"sweep.seed", "1", `"b2"}]}]}}`, `"b2"}]}]},"sweep":{"seed":[1]}}`},
	} {
		value, problem := ParseTree(c.value)
		require.Nil(t, problem)
		d, problems := parsed(t, small).Add(c.path, value)
		require.Empty(t, lines(problems), c.path)
		assert.Equal(t, c.want(t), string(d.Compact()), c.path)
	}
}

func TestCopyWritesTheItemAgainRightAfterIt(t *testing.T) {
	for _, c := range []edited{
		{"workload.classes[0]", "", `[{"name":"a"}`, `[{"name":"a"},{"name":"a-2"}`},
		{"workload.classes[1]", "", `{"name":"b2","dop":2}`, `{"name":"b2","dop":2},{"name":"b3","dop":2}`},
		{"workload.classes[dop=2]", "", `{"name":"b2","dop":2}`,
			`{"name":"b2","dop":2},{"name":"b3","dop":2}`},
		{"workload.sessions[0].run[0]", "", `{"class":"a"}`, `{"class":"a"},{"class":"a"}`},
		{"workload.sessions[0]", "", `"sessions":[{"run":[{"class":"a"},{"class":"b2"}]}]`,
			`"sessions":[{"run":[{"class":"a"},{"class":"b2"}]},{"run":[{"class":"a"},{"class":"b2"}]}]`},
	} {
		d, problems := parsed(t, small).Copy(c.path)
		require.Empty(t, lines(problems), c.path)
		assert.Equal(t, c.want(t), string(d.Compact()), c.path)
	}
}

func TestRemoveTakesOutOneThing(t *testing.T) {
	for _, c := range []edited{
		{"seed", "", `"seed":2,`, ``},
		{"machine", "", `"machine":{"packages":2},`, ``},
		{"machines[0]", "", `"machine":{"packages":2},`, ``},
		{"machine.packages", "", `"packages":2`, ``},
		{"system.product", "", `"product":"toy"`, ``},
		{"workload.classes", "", `"classes":[{"name":"a"},{"name":"b2","dop":2}],`, ``},
		{"workload.classes[0]", "", `{"name":"a"},`, ``},
		{"workload.classes[name=b2]", "", `,{"name":"b2","dop":2}`, ``},
		{"workload.classes[1].name", "", `"name":"b2",`, ``},
		{"workload.sessions[0]", "", `{"run":[{"class":"a"},{"class":"b2"}]}`, ``},
		{"workload.sessions[0].run[0].class", "", `"class":"a"`, ``},
	} {
		d, problems := parsed(t, small).Remove(c.path)
		require.Empty(t, lines(problems), c.path)
		assert.Equal(t, c.want(t), string(d.Compact()), c.path)
	}
}

func TestEditsTellWhyTheyCannotBeDone(t *testing.T) {
	const missing = "there is no such thing"
	for _, c := range []struct{ verb, path, want string }{
		{"add", "seed", "seed: is not a list"},
		{"add", "machine", "machine: is not a list"},
		{"add", "workload.classes[0].dops",
			`workload.classes[0].dops: there is no "dops" (did you mean "dop"?)`},
		{"add", "workload.arrivals[0].x", `workload.arrivals: there is no such list yet (add to it first)`},
		{"copy", "seed", "seed: is not in a list"},
		{"copy", "machines[0]", "machines[0]: is not in a list"},
		{"copy", "workload.classes[2]", "workload.classes[2]: " + missing},
		{"copy", "workload.classes[name=x]", "workload.classes[name=x]: " + missing},
		{"copy", "workload.classes[name=]", "workload.classes[name=]: " + missing},
		{"copy", "", ` "" is not a path`},
		{"remove", "title", "title: " + missing},
		{"remove", "machines[1]", "machines[1]: " + missing},
		{"remove", "machines[name=box]", "machines[name=box]: " + missing},
		{"remove", "workload.classes.name", "workload.classes.name: " + missing},
		{"remove", "seed.x", "seed.x: " + missing},
		{"remove", "seed[0]", "seed[0]: " + missing},
		{"remove", "[0]", "[0]: " + missing},
		{"remove", "a..b", `a..b: a name is missing before ".b"`},
		{"remove", "a[x]", "a[x]: [x] is neither a position nor [name=…] nor [*]"},
		{"remove", `a["b`, `a["b: the name in "\"b" is not a text in double quotes`},
		{"remove", `a["b"`, `a["b": a ] is missing after "b"`},
		{"remove", "a[0", `a[0: a ] is missing after "0"`},
		{"remove", "a[0]b", `a[0]b: a . is missing before "b"`},
		{"add", "workload.sessions[*].run",
			"workload.sessions[*].run: means several things (name one of them)"},
		{"copy", "workload.classes[*]", "workload.classes[*]: means several things (name one of them)"},
		{"remove", "workload.classes[*].dop",
			"workload.classes[*].dop: means several things (name one of them)"},
		{"remove", "a.", `a.: a name is missing at the end`},
	} {
		d := parsed(t, small)
		edits := map[string]func(string) (Document, []Problem){"copy": d.Copy, "remove": d.Remove,
			"add": func(path string) (Document, []Problem) { return d.Add(path, Int(1)) }}
		after, problems := edits[c.verb](c.path)
		assert.Equal(t, []string{strings.TrimSpace(c.want)}, lines(problems), c.verb+" "+c.path)
		assert.Equal(t, small, string(after.Compact()), c.verb+" "+c.path)
	}
}

func TestPathsAreBounded(t *testing.T) {
	d := parsed(t, small)
	_, problems := d.Set("system.settings."+strings.Repeat("x", 1000), Int(1))
	require.Len(t, problems, 1)
	assert.Equal(t, "the path is longer than 1000 characters", problems[0].Message)
	deep := "system.settings" + strings.Repeat(".x", MaxDepth-2)
	after, problems := d.Set(deep, Int(1))
	require.Empty(t, problems)
	value, ok := after.Get(deep)
	assert.True(t, ok)
	assert.Equal(t, "1", value.Text)
	_, problems = d.Set(deep+".x", Int(1))
	require.Len(t, problems, 1)
	assert.Contains(t, problems[0].Message, "is not a path")
}

// A copy's name is free, and short enough to be a name.
func TestNamesOfCopiesAreNames(t *testing.T) {
	for name, want := range map[string]string{
		"a": "a-2", "a1": "a2", "a9": "a2", "7": "2", "vm-1": "vm-2", "ä": "ä-2",
		strings.Repeat("x", 60):       strings.Repeat("x", 58) + "-2",
		strings.Repeat("ж", 59) + "1": strings.Repeat("ж", 59) + "2",
	} {
		d := set(t, parsed(t, full), "workload.classes[0].name", Words(name))
		d, problems := d.Copy("workload.classes[0]")
		require.Empty(t, problems)
		got, _ := d.Get("workload.classes[1].name")
		assert.Equal(t, want, got.Text, name)
		assert.Empty(t, checkName(got.Text))
	}
	d := parsed(t, base)
	names := []string{"cheap"}
	for range 12 {
		var problems []Problem
		d, problems = d.Copy("workload.classes[name=cheap]")
		require.Empty(t, problems)
		copied, _ := d.Get("workload.classes[1].name")
		require.NotContains(t, names, copied.Text)
		names = append(names, copied.Text)
	}
	_, problems := Read(d, products())
	assert.Empty(t, lines(problems))
}

func TestOldDocumentsStayWhenListsAreShared(t *testing.T) {
	d := parsed(t, small)
	one, _ := d.Add("workload.classes", Words("one"))
	two, _ := d.Add("workload.classes", Words("two"))
	again, _ := one.Add("workload.classes", Words("three"))
	other, _ := one.Add("workload.classes", Words("four"))
	for _, c := range []struct {
		d    Document
		want string
	}{{d, ""}, {one, `,"one"`}, {two, `,"two"`}, {again, `,"one","three"`}, {other, `,"one","four"`}} {
		assert.Equal(t, strings.Replace(small, `"dop":2}]`, `"dop":2}`+c.want+`]`, 1), string(c.d.Compact()))
	}
}
