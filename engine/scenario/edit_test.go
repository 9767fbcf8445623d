package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
)

func TestPathsLeadToValues(t *testing.T) {
	short, long := parsed(t, string(fixture(t, "short.json"))), parsed(t, string(fixture(t, "long.json")))
	for _, c := range []struct {
		d          Document
		path, want string
	}{
		{short, "system.settings.max_dop", "8"},
		{short, "systems[0].settings.max_dop", "8"},
		{short, "systems[name=toy].settings.max_dop", "8"},
		{short, "machines[name=machine].cores_per_node", "24"},
		{short, "machines[0].packages", "4"},
		{short, "workload.classes[name=long].dop", "8"},
		{short, "workload.classes[1].dop", "8"},
		{short, `variants[name=soft-NUMA off].set["system.settings.auto"]`, "false"},
		{short, `["title"]`, `"Short form"`},
		{long, "systems[name=b].settings.mode", `"fast"`},
		{long, "workload.classes[name=report].cpu_ms.sigma", "0.75"},
		{long, "machines[name=old].distances[1][2]", "80"},
	} {
		value, ok := c.d.Get(c.path)
		assert.True(t, ok, c.path)
		assert.Equal(t, c.want, value.String(), c.path)
	}
	for _, path := range []string{"", "system.", "system.settings.x", "workload.classes[2]", "title.x",
		"a..b", "[",
		"workload.classes[name=x]", "workload.classes[-1]", "workload.classes[x]", `["a"`, `["a]`,
		"systems[1].product",
		"systems[name=b].product", "systems.product", "workload.classes[0]name", "workload[0]"} {
		_, ok := short.Get(path)
		assert.False(t, ok, path)
	}
	_, ok := long.Get("system.settings.mode")
	assert.False(t, ok, "there are two systems")
}

func TestPathsPrintAsTheyAreRead(t *testing.T) {
	for _, text := range []string{"a", "a.b[3].c", "classes[name=long].cpu_ms", `a["b.c"].d`, `["a[0]"]`,
		`a[""]`,
		"a[name=soft-NUMA off][0]", "a[0][1]", "guests[name=a=b]"} {
		p, err := parsePath(text)
		require.NoError(t, err, text)
		assert.Equal(t, text, p.String())
	}
}

func TestSetChangesOneValueOfOneDocument(t *testing.T) {
	before := with(t)
	text := string(before.Bytes())
	for _, c := range []struct{ path, value string }{
		{"system.settings.max_dop", "2"},                // makes settings
		{"systems[0].settings.max_dop", "2"},            // in the other spelling
		{"measure.from_ms", "100"},                      // makes measure
		{"workload.classes[name=long].title", `"Long"`}, // makes a member
		{"workload.classes[0].cpu_ms", `{ "law": "exponential", "mean_ms": 2 }`},
		{"workload.sessions[0].run[1].think_ms", "2.5"},
		{"machine", `{ "cores_per_node": 12 }`},
		{"machine.name", `"box"`},
		{`variants[0].set["machine.packages"]`, "2"},
	} {
		value, problem := ParseTree(c.value)
		require.Nil(t, problem)
		after, problems := before.Set(c.path, value)
		assert.Empty(t, lines(problems), c.path)
		got, ok := after.Get(c.path)
		assert.True(t, ok, c.path)
		assert.Equal(t, c.value, got.String())
		assert.Equal(t, text, string(before.Bytes()), "the old document is as it was")
		_, problems = Read(after, products())
		assert.Empty(t, lines(problems), c.path)
	}
}

func TestSetRefusesPathsThatLeadNowhere(t *testing.T) {
	d := with(t)
	for _, c := range []struct{ path, want string }{
		{"measure.form_ms", `measure.form_ms: there is no "form_ms" (did you mean "from_ms"?)`},
		{"sistem.product", `sistem: there is no "sistem" (did you mean "system"?)`},
		{"workload.clases[0].dop", `workload.clases: there is no "clases" (did you mean "classes"?)`},
		{"workload.classes[name=lng].dop", `workload.classes[name=lng]: there is no such item (there are ` +
			`"cheap", "long")`},
		{"workload.classes[7].dop", `workload.classes[7]: there is no such item (positions go from 0 to 1)`},
		{"workload.classes.dop", `workload.classes: is a list and has no "dop"`},
		{"duration_ms.x", `duration_ms: is a number and has no "x"`},
		{"title[0]", `title: there is no such list yet (add to it first)`},
		{"system[0].product", `system: is an object, not a list`},
		{"guests[0].vcpus", `guests: there is no such list yet (add to it first)`},
		{"title.x", `title.x: there is no "x"`},
		{"", `"" is not a path (for example system.settings.max_dop)`},
	} {
		after, problems := d.Set(c.path, Int(1))
		assert.Equal(t, []string{c.want}, lines(problems), c.path)
		assert.Equal(t, string(d.Bytes()), string(after.Bytes()))
	}
	_, problems := parsed(t, string(fixture(t, "long.json"))).Set("system.product", Words("toy"))
	assert.Equal(t, []string{`system.product: there are 2 systems (name one of them: systems[name=…])`},
		lines(problems))
}

func TestListsGrowAndShrink(t *testing.T) {
	d := with(t)
	d, problems := d.Add("workload.classes", Fields(Member{Name: "name", Value: Words("third")}))
	require.Empty(t, problems)
	name, _ := d.Get("workload.classes[2].name")
	assert.Equal(t, "third", name.Text)
	d, problems = d.Add("guests", Fields(Member{Name: "name", Value: Words("vm1")}))
	require.Empty(t, problems)
	d, problems = d.Copy("workload.classes[name=cheap]")
	require.Empty(t, problems)
	name, _ = d.Get("workload.classes[1].name")
	assert.Equal(t, "cheap-2", name.Text)
	d, problems = d.Copy("workload.classes[0]")
	require.Empty(t, problems)
	name, _ = d.Get("workload.classes[1].name")
	assert.Equal(t, "cheap-3", name.Text)
	d, problems = d.Copy("guests[0]")
	require.Empty(t, problems)
	name, _ = d.Get("guests[1].name")
	assert.Equal(t, "vm2", name.Text)
	d, problems = d.Remove("workload.classes[name=cheap-3]")
	require.Empty(t, problems)
	d, problems = d.Remove("workload.sessions[0].count")
	require.Empty(t, problems)
	classes, _ := d.Get("workload.classes")
	assert.Len(t, classes.Items, 4)
	_, ok := d.Get("workload.sessions[0].count")
	assert.False(t, ok)
}

func TestListsRefuseWhatIsNotThere(t *testing.T) {
	d := with(t)
	for _, edit := range []func() (Document, []Problem){
		func() (Document, []Problem) { return d.Add("titel", Int(1)) },
		func() (Document, []Problem) { return d.Add("workload.classes[0].name", Int(1)) },
		func() (Document, []Problem) { return d.Copy("workload") },
		func() (Document, []Problem) { return d.Copy("workload.classes[9]") },
		func() (Document, []Problem) { return d.Remove("workload.classes[9]") },
		func() (Document, []Problem) { return d.Remove("x.y") },
		func() (Document, []Problem) { return d.Remove("[") },
	} {
		after, problems := edit()
		assert.Len(t, problems, 1)
		assert.Equal(t, string(d.Bytes()), string(after.Bytes()))
	}
}

func TestAssignmentsAreAppliedInOrder(t *testing.T) {
	d, problems := with(t).Apply([]Assignment{{"seed", Int(2)}, {"sed", Int(3)}, {"seed", Int(4)}, {"x",
		Int(1)}})
	assert.Len(t, problems, 2)
	seed, _ := d.Get("seed")
	assert.Equal(t, "4", seed.Text)
}

func TestAssignmentsOfACommandLine(t *testing.T) {
	for text, want := range map[string]string{
		"seed=5": "seed 5", "system.settings.mode=fast": `system.settings.mode "fast"`,
		"a[name=b].c=[1]": "a[name=b].c [1]",
		"title=a=b":       `title "a=b"`, "x=": `x ""`, "on=true": "on true",
	} {
		a, problems := ParseAssignment(text)
		require.Empty(t, problems)
		assert.Equal(t, want, a.Path+" "+a.Value.String())
	}
	_, problems := ParseAssignment("seed")
	assert.Len(t, problems, 1)
}

func TestPointsOfASweepAreEveryCombination(t *testing.T) {
	assert.Empty(t, Points(nil))
	points := Points([]Axis{{"a", []Tree{Int(1), Int(2)}}, {"b", []Tree{Int(3), Int(4), Int(5)}}})
	var got [][2]string
	for _, p := range points {
		require.Len(t, p, 2)
		got = append(got, [2]string{p[0].Path + p[0].Value.Text, p[1].Path + p[1].Value.Text})
	}
	assert.Equal(t, [][2]string{{"a1", "b3"}, {"a1", "b4"}, {"a1", "b5"}, {"a2", "b3"}, {"a2", "b4"},
		{"a2", "b5"}}, got)
}

func TestFieldsAreFoundByPath(t *testing.T) {
	d := with(t)
	for path, title := range map[string]string{
		"machine.cores_per_node": "Cores per node", "workload.classes[name=long].dop": "Degree of " +
			"parallelism",
		"workload.sessions[0].run[0].think_ms": "Think time", "workload.classes[0].cpu_ms.mean_ms": "Mean",
		"duration_ms": "Duration", "measure.from_ms": "Measure from",
	} {
		f, ok := d.Field(path, products())
		assert.True(t, ok, path)
		assert.Equal(t, title, f.Title)
	}
	f, ok := d.Field("system.settings.max_dop", products())
	assert.True(t, ok)
	assert.Equal(t, int64(64), f.Max)
	f, ok = d.Field("systems[0].settings.pools[0].percent", products())
	assert.True(t, ok)
	assert.Equal(t, int64(100), f.Max)
	for _, path := range []string{"", "workload", "workload.classes[0]", "system.settings.x",
		"system.settings.x.y",
		"x.y", "workload.classes.name", "title.x", "system.settings.auto.on.x"} {
		_, ok := d.Field(path, products())
		assert.False(t, ok, path)
	}
	_, ok = d.Field("system.settings.max_dop", nil)
	assert.False(t, ok)
	mode := Field{Setting: setting.Setting{Kind: setting.Text}}
	assert.Equal(t, `"fast"`, mode.Format(setting.Value{Text: "fast"}).String())
}
