package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// many is a JSON list of n texts made from a pattern with its position.
func many(n int, pattern string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strings.ReplaceAll(pattern, "#", fmt.Sprint(i)))
	}
	return "[" + b.String() + "]"
}

func TestCountsHaveLimits(t *testing.T) {
	for _, c := range []struct {
		path, pattern string
		limit         int
	}{
		{"workload.classes", `{"name":"c#"}`, MaxClasses},
		{"workload.sessions[0].run", `{"class":"cheap"}`, MaxRuns},
		{"workload.arrivals", `{"class":"cheap","per_s":1,"connections":1}`, MaxArrivals},
		{"actions", `{"at_ms":1,"do":"start","session":0}`, MaxActions},
		{"variants", `{"name":"v#","set":{}}`, MaxVariants},
		{"expect", `{"metric":"m","reported":1}`, MaxClaims},
		{"system.settings.pools", `{"name":"p#","percent":1}`, MaxRecords},
		{"system.settings.stores", `{"name":"d#"}`, MaxRecords},
	} {
		base := []string{"variants=[]", "expect=[]"}
		if c.path == "workload.classes" {
			base = append(base, "workload.sessions=[]", "workload.arrivals=[]", "actions=[]")
		}
		_, problems := Read(with(t, append(base, c.path+"="+many(c.limit, c.pattern))...), products())
		assert.Empty(t, lines(problems), c.path)
		_, problems = Read(with(t, append(base, c.path+"="+many(c.limit+1, c.pattern))...), products())
		assert.Equal(t, []string{fmt.Sprintf("%s: %s entries; at most %s", c.path, grouped(int64(c.limit+1)),
			grouped(int64(c.limit)))}, lines(problems))
	}
}

func TestPartsOfTheLongFormHaveLimits(t *testing.T) {
	text := strings.Replace(base, `"machine": { "packages": 4, "cores_per_node": 24 }`, `"machines": `+
		many(MaxMachines, `{"name":"m#","cores_per_node":8}`), 1)
	text = strings.Replace(text, `"system": { "product": "toy" }`, `"systems": `+
		many(MaxSystems, `{"name":"s#","product":"toy","on":"m#"}`), 1)
	text = strings.ReplaceAll(text, "system.settings", "systems[0].settings")
	s, problems := Parse([]byte(text), products())
	require.Empty(t, lines(problems))
	assert.Equal(t, 15, s.Systems[15].On)
	text = strings.Replace(text, `"machines": [`, `"machines": [{"name":"m"},`, 1)
	text = strings.Replace(text, `"systems": [`, `"systems": [{"name":"s","product":"toy"},`, 1)
	d := parsed(t, text)
	d, problems = d.Apply([]Assignment{{"guests", parsedTree(t, many(MaxGuests+1, `{"name":"g#"}`))},
		{"network", parsedTree(t, many(MaxLinks+1, `{"from":"m0","to":"m1"}`))}})
	require.Empty(t, problems)
	_, problems = Read(d, products())
	all := strings.Join(lines(problems), "\n")
	assert.Contains(t, all, "machines: 17 entries; at most 16")
	assert.Contains(t, all, "systems: 17 entries; at most 16")
	assert.Contains(t, all, "guests: 65 entries; at most 64")
	assert.Contains(t, all, "network: 65 entries; at most 64")
}

func parsedTree(t *testing.T, text string) Tree {
	t.Helper()
	tree, problem := ParseTree(text)
	require.Nil(t, problem)
	return tree
}

func TestConnectionsHaveALimitTogether(t *testing.T) {
	_, problems := Read(with(t, "workload.sessions[0].count=9900"), products())
	assert.Empty(t, lines(problems), "and 100 of the arrivals")
	_, problems = Read(with(t, "workload.sessions[0].count=9901"), products())
	assert.Equal(t, []string{"workload: 10,001 connections of sessions and arrivals; at most 10,000 " +
		"(lower count or connections)"}, lines(problems))
}

func TestTextsHaveLimits(t *testing.T) {
	for path, limit := range map[string]int{"title": 200, "summary": 2000, "look": 2000,
		"workload.classes[0].title": 200, "machine.name": 60, "system.name": 60,
		"workload.sessions[0].pool": 60, "variants[0].summary": 2000} {
		_, problems := Read(with(t, path+"="+strings.Repeat("ö", limit)), products())
		assert.Empty(t, lines(problems), path)
		_, problems = Read(with(t, path+"="+strings.Repeat("ö", limit+1)), products())
		assert.Equal(t, []string{fmt.Sprintf("%s: %s characters; at most %s", path, grouped(int64(limit+1)),
			grouped(int64(limit)))}, lines(problems))
	}
}

func TestSweepsHaveLimits(t *testing.T) {
	axis := func(n int) string { return many(n, "1") }
	sweep := func(axes ...string) []string {
		_, problems := Read(with(t, "sweep={"+strings.Join(axes, ",")+"}"), products())
		return lines(problems)
	}
	assert.Empty(t, sweep(`"seed":`+axis(40), `"system.settings.max_dop":`+axis(25)))
	assert.Equal(t, []string{"sweep: the sweep has too many runs; at most 1,000 (leave out some values)"},
		sweep(`"seed":`+axis(1001)))
	assert.Equal(t, []string{"sweep: the sweep has too many runs; at most 1,000 (leave out some values)"},
		sweep(`"seed":`+axis(40), `"system.settings.max_dop":`+axis(26)))
	var axes []string
	for i := range MaxAxes + 1 {
		axes = append(axes, fmt.Sprintf(`"workload.classes[%d].dop":[1]`, i))
	}
	assert.Equal(t, []string{"sweep: 9 axes; at most 8"}, sweep(axes...))
}

func TestVariantsSetAtMostSomePaths(t *testing.T) {
	var set []string
	for i := range MaxAssignments + 1 {
		set = append(set, fmt.Sprintf(`"a%d":1`, i))
	}
	_, problems := Read(with(t, "variants[0].set={"+strings.Join(set, ",")+"}"), products())
	assert.Equal(t, []string{"variants[0].set: 101 paths; at most 100"}, lines(problems))
}

func TestLargeDocumentsAreReadInBoundedWork(t *testing.T) {
	// 1,000 runs of a sweep over 9,000 sessions would read nine million entries; only a part is tried
	// beforehand.
	d := with(t, "workload.sessions="+many(2_000, `{"name":"s#","run":[{"class":"long"}]}`), "actions=[]",
		`sweep={"seed":`+many(500, "#")+`}`)
	r := newReader(d, products())
	r.built, r.work = map[string]builtMachine{}, new(int64)
	r.body()
	once := *r.work
	r.variations(len(r.problems) == 0)
	assert.Empty(t, lines(r.problems))
	assert.Less(t, *r.work, maxTrials+2*once)
}

func TestEstimateFollowsTheWork(t *testing.T) {
	for _, c := range []struct {
		changes []string
		low     int64
		high    int64
		path    string
	}{
		// Endless queries leap: a few events for each.
		{[]string{"workload.arrivals=[]", "duration_ms=86400000"}, 12 * 3 * 4, 12 * 3 * 20,
			"workload.sessions[0].run[0]"},
		// 10 requests a second for 10 s, each of 8 events.
		{[]string{"workload.sessions=[]", "actions=[]"}, 100 * 8, 102 * 8, "workload.arrivals[0]"},
		// With 5 reads of 3 events, each of 4 workers: 4 + 4 × (4 + 15).
		{[]string{"workload.sessions=[]", "actions=[]", "workload.classes[0].reads=5",
			"workload.classes[0].dop=4"},
			100 * 80, 102 * 80, "workload.arrivals[0]"},
		// One session that repeats a request of 1 ms and a second of thinking: about 10 rounds.
		{[]string{"workload.arrivals=[]", "workload.sessions[0].count=1", "workload.sessions[0].repeat=true",
			`workload.sessions[0].run=[{"class":"cheap","think_ms":999}]`}, 10 * 8, 12 * 8,
			"workload.sessions[0].run[0]"},
		// A billion requests that one connection can run ten thousand of.
		{[]string{"workload.arrivals=[]", "workload.sessions[0].count=1",
			`workload.sessions[0].run=[{"class":"cheap","times":1000000000}]`}, 10_000 * 8, 10_002 * 8,
			"workload.sessions[0].run[0]"},
		// 9,000 connections that share one CPU can run ten thousand together, and one each that is cut off.
		{[]string{"workload.arrivals=[]", "workload.sessions[0].count=9000", `machine={"cores_per_node":1}`,
			"system.settings.max_dop=1", "variants=[]", "sweep={}",
			`workload.sessions[0].run=[{"class":"cheap","times":1000}]`}, 10_000 * 8, 19_001 * 8,
			"workload.sessions[0].run[0]"},
		// Yields every 10 µs of 1 ms.
		{[]string{"workload.sessions=[]", "actions=[]", "workload.classes[0].yield_every_us=10"},
			100 * 108, 102 * 108,
			"workload.arrivals[0]"},
		// Commits have ten more, which log writers make: whatever the number of pages.
		{[]string{"workload.sessions=[]", "actions=[]", "workload.classes[0].dirty_pages=10"}, 100 * 18,
			102 * 18,
			"workload.arrivals[0]"},
		{[]string{"workload.sessions=[]", "actions=[]", "workload.classes[0].log_records=9"}, 100 * 18,
			102 * 18,
			"workload.arrivals[0]"},
		{[]string{"workload.sessions[0].start_ms=10000", "workload.arrivals=[]", "actions=[]"}, 0, 0, ""},
		// Actions have a few, however long what they begin goes on.
		{[]string{"workload.sessions=[]", "workload.arrivals=[]",
			"actions=" + many(100, `{"at_ms":#,"do":"checkpoint"}`)}, 100, 1000, "actions"},
	} {
		s, problems := Read(with(t, c.changes...), products())
		require.Empty(t, lines(problems))
		events, path := EstimateEvents(s)
		assert.GreaterOrEqual(t, events, c.low, c.changes)
		assert.LessOrEqual(t, events, c.high, c.changes)
		assert.Equal(t, c.path, path)
	}
}

func TestTooMuchWorkIsAProblem(t *testing.T) {
	_, problems := Read(with(t, "workload.arrivals[0].per_s=1000000"), products())
	assert.Equal(t, []string{"workload.arrivals[0]: the run needs about 80 million events; at most 50 " +
		"million " +
		"(this makes 80 million of them: lower per_s or shorten duration_ms)"}, lines(problems))
	_, problems = Read(with(t, "workload.arrivals[0].per_s=600000"), products())
	assert.Empty(t, lines(problems))
	_, problems = Read(with(t, "duration_ms=86400000", "workload.arrivals[0].per_s=10000000",
		"workload.classes[0].reads=1000000", "workload.classes[0].dop=4096"), products())
	require.NotEmpty(t, problems)
	assert.Contains(t, problems[0].Message, "countless events")
	_, problems = Read(with(t, `sweep={"workload.arrivals[0].per_s":[1,1000000]}`), products())
	require.Len(t, problems, 1)
	assert.Equal(t, `sweep["workload.arrivals[0].per_s"]`, problems[0].Path)
}
