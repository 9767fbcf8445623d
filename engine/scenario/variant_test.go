package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/workload"
)

// problemsOf gives all problems of the base document with assignments.
func problemsOf(t *testing.T, assignments ...string) []string {
	t.Helper()
	_, problems := Read(with(t, assignments...), products())
	return lines(problems)
}

func TestARunIsADocumentWithoutTheOthers(t *testing.T) {
	d, problems := parsed(t, base).Run([]Assignment{{"system.settings.max_dop", Int(3)}, {"title",
		Words("x")}})
	require.Empty(t, problems)
	for _, gone := range []string{"variants", "sweep", "expect"} {
		_, ok := d.Get(gone)
		assert.False(t, ok, gone)
	}
	for path, want := range map[string]string{"version": "1", "title": `"x"`, "system.settings.max_dop": "3",
		"actions[0].do": `"kill"`} {
		value, _ := d.Get(path)
		assert.Equal(t, want, value.String(), path)
	}
	s, problems := Read(d, products())
	require.Empty(t, lines(problems))
	assert.Empty(t, s.Variants)
	assert.Empty(t, s.Expect)
	whole, ok := parsed(t, base).Get("variants")
	assert.True(t, ok && len(whole.Items) == 1, "the document itself keeps them")
}

func TestARunTellsOfEachPathThatLeadsNowhere(t *testing.T) {
	d, problems := parsed(t, base).Run([]Assignment{{"sed", Int(1)}, {"seed", Int(9)}, {"actions[4].do",
		Int(1)}})
	assert.Equal(t, []string{`sed: there is no "sed" (did you mean "seed"?)`,
		`actions[4]: there is no such item (positions go from 0 to 0)`}, lines(problems))
	seed, _ := d.Get("seed")
	assert.Equal(t, "9", seed.Text, "the others are applied")
}

func TestVariantsCannotChangeWhatIsAboutSeveralRuns(t *testing.T) {
	for _, part := range []string{"version", "variants", "sweep", "expect", "variants[0].name", `["expect"]`,
		"sweep.seed", "expect[0].low"} {
		set := fmt.Sprintf(`{%q: 1}`, part)
		at := join("variants[0].set", part)
		if strings.ContainsAny(part, `.[]"`) {
			at = "variants[0].set[" + Words(part).String() + "]"
		}
		want := []string{at + ": only the scenario itself can set this"}
		assert.Equal(t, want, problemsOf(t, "variants[0].set="+set), part)
		want[0] = strings.Replace(want[0], "variants", "expect", 1)
		assert.Equal(t, want, problemsOf(t, "expect[0].set="+set), part)
	}
}

func TestVariantsAreReadAsTheirRunsWouldBe(t *testing.T) {
	for _, c := range []struct{ set, want string }{
		{`{}`, ``},
		{`{"machine.packages": 1}`, ``},
		{`{"system.settings.mode": "fast", "system.settings.auto": false}`, ``},
		{`{"systems[0].settings.max_dop": 65}`, `variants[0].set["systems[0].settings.max_dop"]: ` +
			`65 is too large; at most 64 (from 0 to 64)`},
		{`{"systems[name=toy].settings.max_dop": 65}`,
			`variants[0].set["systems[name=toy].settings.max_dop"]: ` +
				`65 is too large; at most 64 (from 0 to 64)`},
		{`{"workload.classes[name=cheap].dop": -1}`, `variants[0].set["workload.classes[name=cheap].dop"]: ` +
			`-1 is too small; at least 0 (from 0 to 4,096)`},
		{`{"workload.classes[name=chep].dop": 1}`, `variants[0].set["workload.classes[name=chep].dop"]: ` +
			`workload.classes[name=chep]: there is no such item (there are "cheap", "long")`},
		{`{"workload.classes": []}`, `variants[0].set["workload.classes"]: ` +
			`workload.sessions[0].run[0].class: class "cheap" does not exist (there are no classes)` + "\n" +
			`variants[0].set["workload.classes"]: workload.sessions[0].run[1].class: class "long" does not ` +
			`exist (there are no classes)` + "\n" + `variants[0].set["workload.classes"]: ` +
			`workload.arrivals[0].class: class "cheap" does not exist (there are no classes)`},
		{`{"duration_ms": 100}`,
			`variants[0].set.duration_ms: actions[0].at_ms: is after the end of the run`},
		{`{"duration_ms": 100, "actions": []}`, ``},
		{`{"machine.cores_per_node": 1, "system.settings.max_dop": 5}`,
			`variants[0].set["system.settings.max_dop"]: more than CPUs (fewer)`},
		{`{"machine.cores_per_node": 1, "machine.packages": 3}`,
			`variants[0].set: system.settings.max_dop: more than CPUs (fewer)`},
		{`{"workload.sessions[0].count": 9901}`, `variants[0].set["workload.sessions[0].count"]: workload: ` +
			`10,001 connections of sessions and arrivals; at most 10,000 (lower count or connections)`},
		{`{"seed": 1, "": 2}`,
			`variants[0].set[""]: : "" is not a path (for example system.settings.max_dop)`},
	} {
		want := []string{}
		if c.want != "" {
			want = strings.Split(c.want, "\n")
		}
		assert.Equal(t, want, problemsOf(t, "variants[0].set="+c.set, "system.settings.max_dop=4"), c.set)
	}
}

func TestVariantsHaveNamesOfTheirOwn(t *testing.T) {
	assert.Equal(t,
		[]string{`variants[1].name: there are two variants named "a" (give one of them another name)`},
		problemsOf(t, `variants=[{"name":"a","set":{}},{"name":"a","set":{}}]`))
	assert.Equal(t, []string{`variants[0].name: is missing (What is different, in a few words.)`},
		problemsOf(t, `variants=[{"set":{}}]`))
	assert.Equal(t, []string{`variants[1].name: "base" names the scenario itself`},
		problemsOf(t, `variants=[{"name":"Base"},{"name":"base"}]`))
}

func TestSweepsAreTriedValueByValue(t *testing.T) {
	const path = "system.settings.max_dop"
	assert.Equal(t, []string{`sweep["` + path + `"]: -1 is too small; at least 0 (from 0 to 64)`,
		`sweep["` + path + `"]: 99 is too large; at most 64 (from 0 to 64)`},
		problemsOf(t, `sweep={"`+path+`":[-1,0,64,99]}`))
	assert.Equal(t, []string{`sweep.version: only the scenario itself can set this`},
		problemsOf(t, `sweep={"version":[1]}`))
	assert.Equal(t, []string{`sweep: expected an object of paths and lists of values, got a list`},
		problemsOf(t, `sweep=[]`))
	assert.Equal(t, []string{`sweep.sed: sed: there is no "sed" (did you mean "seed"?)`},
		problemsOf(t, `sweep={"sed":[1]}`))
}

func TestPointsTurnTheLastAxisFastest(t *testing.T) {
	axes := []Axis{{"a", []Tree{Int(1), Int(2)}}, {"b", []Tree{Words("x")}}, {"c", []Tree{Flag(true), {},
		Int(0)}}}
	var got []string
	for _, point := range Points(axes) {
		text := ""
		for _, a := range point {
			text += a.Path + "=" + a.Value.String() + " "
		}
		got = append(got, strings.TrimSpace(text))
	}
	assert.Equal(t, []string{`a=1 b="x" c=true`, `a=1 b="x" c=null`, `a=1 b="x" c=0`,
		`a=2 b="x" c=true`, `a=2 b="x" c=null`, `a=2 b="x" c=0`}, got)
	assert.Empty(t, Points([]Axis{{"a", nil}, {"b", []Tree{Int(1)}}}), "an axis without values has no runs")
	points := Points(axes)
	points[0] = append(points[0], Assignment{Path: "d"})
	assert.Len(t, points[1], 3, "runs share no memory")
}

func TestClaimsSayWhyAndWhereFrom(t *testing.T) {
	for _, c := range []struct{ claim, want string }{
		{`{"metric":"m"}`, `expect[0].reported: is missing`},
		{`{"reported":1}`, `expect[0].metric: is missing (Dotted name of the metric.)`},
		{`{"metric":"m","reported":1,"kind":"calibrated"}`, `expect[0].why: is missing (a claim that is ` +
			`"calibrated" says why)`},
		{`{"metric":"m","reported":1,"kind":"disagrees","why":""}`,
			`expect[0].why: is missing (a claim that ` +
				`is "disagrees" says why)`},
		{`{"metric":"m","reported":1,"kind":"disagrees","why":"it does"}`, ``},
		{`{"metric":"m","reported":5,"low":6}`, `expect[0].low: is above high`},
		{`{"metric":"m","reported":5,"high":4}`, `expect[0].low: is above high`},
		{`{"metric":"m","reported":5,"low":6,"high":7}`, ``},
		{`{"metric":"m","reported":5,"of":"serial","relative_to":"base"}`, ``},
		{`{"metric":"m","reported":5,"of":"base","set":{"system.settings.max_dop":2}}`, ``},
	} {
		got := strings.Join(problemsOf(t, "expect=["+c.claim+"]"), "\n")
		assert.Equal(t, c.want, got, c.claim)
	}
	// What a claim sets comes on top of the variant that it is about.
	assert.Empty(t, problemsOf(t, `variants[0].set={"machine.cores_per_node":1,"system.settings.max_dop":1}`,
		`expect[0].of=serial`, `expect[0].set={"system.settings.max_dop":4}`))
	assert.Equal(t, []string{`expect[0].set["system.settings.max_dop"]: more than CPUs (fewer)`},
		problemsOf(t, `variants[0].set={"machine.cores_per_node":1,"system.settings.max_dop":1}`,
			`expect[0].of=serial`, `expect[0].set={"system.settings.max_dop":5}`))
}

func TestUpgradersRunInOrder(t *testing.T) {
	before := upgraders
	defer func() { upgraders = before }()
	mark := func(word string) func(Document) Document {
		return func(d Document) Document {
			title, _ := d.Get("title")
			d, _ = d.Set("title", Words(title.Text+word))
			return d
		}
	}
	upgraders = append(append([]func(Document) Document{}, before...), mark("one "), mark("two "))
	s, problems := Parse([]byte(base), products())
	require.Empty(t, lines(problems))
	assert.Equal(t, "one two ", s.Title)
}

func TestAVersionIsAWholeNumberThatWasReleased(t *testing.T) {
	for literal, want := range map[string]string{
		"-1": "there is no version -1", "1.0": "there is no version 1.0", "1e0": "there is no version 1e0",
		"0.5":  "there is no version 0.5",
		"1e99": "version 1e99 is newer than this Schedlab, which reads up to 1",
		"null": "expected a whole number, got nothing (null)", "[1]": "expected a whole number, got a list",
	} {
		_, problems := Parse([]byte(strings.Replace(base, `"version": 1`, `"version": `+literal, 1)),
			products())
		require.Len(t, problems, 1, "a document of an unknown version is not read further")
		assert.Equal(t, Problem{Path: "version", Message: want, Hint: problems[0].Hint, Line: 1, Column: 14},
			problems[0], literal)
	}
}

func TestWhatIsNotWrittenHasItsDefault(t *testing.T) {
	s, problems := Parse([]byte(`{"version":1,"duration_ms":2000,"machine":{},"system":{"product":"toy",
		"settings":{"max_dop":1}},"workload":{"classes":[{"name":"a"}],"sessions":[{"run":[{"class":"a"}]}],
		"arrivals":[{"class":"a","per_s":2}]}}`), products())
	require.Empty(t, lines(problems))
	assert.Equal(t, uint64(1), s.Seed)
	assert.Equal(t, Window{To: 2 * sim.Second}, s.Measure)
	assert.Len(t, s.Machines[0].Hardware.CPUs, 1)
	assert.Equal(t, workload.Class{Name: "a", Cost: 100_000, Steps: []workload.Step{{Branches: 1,
		CPU: workload.Law{Mean: sim.Millisecond}, Coordinator: 100 * sim.Microsecond}}},
		s.Workload.Classes[0])
	assert.Equal(t, workload.Session{Count: 1, Node: -1, Runs: []workload.Run{{Times: 1}}},
		s.Workload.Sessions[0])
	assert.Equal(t, workload.Arrivals{Rate: 2000, To: 2 * sim.Second, Connections: 100},
		s.Workload.Arrivals[0])
	assert.Equal(t, setting.Values{"auto": {Number: 1}, "max_dop": {Number: 1}, "mode": {Text: "slow"},
		"mask": {}, "pools": {Records: []setting.Values{}}, "stores": {Records: []setting.Values{}}},
		s.Systems[0].Complete(products()))
}

func TestWindowsLieInsideTheRun(t *testing.T) {
	const inside = " (the run goes from 0 to 10000 ms)"
	for _, c := range []struct{ from, to, want string }{
		{"", "", ""}, {"0", "10000", ""}, {"9999.999999", "10000", ""}, {"0", "0.000001", ""},
		{"", "10000.000001", "to_ms: is after the end of the run" + inside},
		{"10000.000001", "", "from_ms: is after the end of the run" + inside},
		{"10000", "", "from_ms: is not before to_ms" + inside},
		{"5", "5", "from_ms: is not before to_ms" + inside}, {"6", "5", "from_ms: is not before to_ms" +
			inside},
		{"0", "0", "from_ms: is not before to_ms" + inside},
	} {
		var members []string
		for name, literal := range map[string]string{"from_ms": c.from, "to_ms": c.to} {
			if literal != "" {
				members = append(members, fmt.Sprintf("%q:%s", name, literal))
			}
		}
		window := strings.Join(members, ",")
		for path, value := range map[string]string{"measure": "{" + window + "}",
			"workload.arrivals[0]": strings.TrimSuffix(`{"class":"cheap","per_s":1,`+window, ",") + "}"} {
			want := []string{}
			if c.want != "" {
				want = append(want, path+"."+c.want)
			}
			assert.Equal(t, want, problemsOf(t, path+"="+value), value)
		}
	}
}
