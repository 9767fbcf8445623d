package scenario

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// spoiler replaces values at random places by others of any kind.
type spoiler struct{ *rand.Rand }

func (s spoiler) value() Tree {
	values := []Tree{{}, Int(0), Int(-1), Int(1 << 60), Decimal(15, 1), Flag(true), Flag(false), Words(""),
		Words("x"),
		Words("0-7"), Words("toy"), Words("sales"), Words("checkpoint"), Items(), Items(Int(1), Words("a")),
		Fields(),
		Fields(Member{Name: "name", Value: Words("x")}), Fields(Member{Name: "id", Value: Int(3)})}
	return values[s.IntN(len(values))]
}

// spoil changes about one value in rate.
func (s spoiler) spoil(t Tree, rate int) Tree {
	if s.IntN(rate) == 0 {
		return s.value()
	}
	items, members := make([]Tree, 0, len(t.Items)), make([]Member, 0, len(t.Members))
	for _, item := range t.Items {
		items = append(items, s.spoil(item, rate))
	}
	for _, m := range t.Members {
		if m.Name != "version" && s.IntN(rate) == 0 {
			continue
		}
		if m.Name != "version" {
			m.Value = s.spoil(m.Value, rate)
		}
		members = append(members, m)
	}
	t.Items, t.Members = items, members
	return t
}

func TestSpoiledDocumentsGiveProblemsWithPlaces(t *testing.T) {
	spoiled := 0
	for seed := range uint64(250) {
		s := spoiler{rand.New(rand.NewPCG(seed, 5))}
		text := [...]string{base, full, string(fixture(t, "short.json")), string(fixture(t, "long.json")),
			string(fixture(t, "storage.json"))}[seed%5]
		root := s.spoil(parsed(t, text).Root, 10+s.IntN(60))
		if root.Kind != Object {
			continue
		}
		d := parsed(t, string(Document{Root: root}.Bytes()))
		_, problems := Read(d, products())
		if len(problems) > 0 {
			spoiled++
		}
		for _, p := range problems {
			requirePlace(t, d, p)
		}
		_, again := Read(d, products())
		assert.Equal(t, problems, again, "the order is always the same")
	}
	assert.Greater(t, spoiled, 180)
}

// requirePlace checks that a problem's path is there, or would be a member of something that is there.
func requirePlace(t *testing.T, d Document, problem Problem) {
	t.Helper()
	p, err := parsePath(problem.Path)
	require.NoError(t, err, problem.String())
	_, ok := d.at(p)
	for len(p) > 1 && !ok {
		p = p[:len(p)-1]
		_, ok = d.at(p)
	}
	assert.True(t, ok || len(p) == 1, problem.String())
	assert.NotEmpty(t, problem.Message)
	if problem.Line == 0 {
		assert.Equal(t, "version", problem.Path)
	}
}

func TestEditsCanBeTakenBack(t *testing.T) {
	for _, text := range []string{base, full, string(fixture(t, "long.json")), string(fixture(t,
		"storage.json"))} {
		d := parsed(t, text)
		want := string(d.Bytes())
		for _, list := range []string{"workload.classes", "workload.sessions", "workload.sessions[0].run",
			"actions", "system.settings.stores", "variants", "expect"} {
			old, ok := d.Get(list)
			if !ok {
				continue // its fields are tested in another document
			}
			first := list + "[0]"
			copied, problems := d.Copy(first)
			require.Empty(t, problems)
			grown, _ := copied.Get(list)
			assert.Len(t, grown.Items, len(old.Items)+1)
			back, problems := copied.Remove(list + "[1]")
			require.Empty(t, problems)
			assert.Equal(t, want, string(back.Bytes()))
			added, problems := d.Add(list, old.Items[0])
			require.Empty(t, problems)
			back, problems = added.Set(list, old)
			require.Empty(t, problems)
			assert.Equal(t, want, string(back.Bytes()))
		}
	}
}

func TestCopiesOfNamedThingsCanBeRun(t *testing.T) {
	for _, path := range []string{"workload.classes[0]", "workload.sessions[0]", "workload.arrivals[0]",
		"variants[0]",
		"expect[0]", "actions[0]", "workload.classes[name=long]"} {
		d, problems := parsed(t, base).Copy(path)
		require.Empty(t, problems)
		_, problems = Read(d, products())
		assert.Empty(t, lines(problems), path)
	}
}

func TestBothFormsSayTheSame(t *testing.T) {
	short := parsed(t, base)
	long := strings.Replace(base, `"machine": { "packages": 4, "cores_per_node": 24 }`,
		`"machines": [{ "name": "machine", "packages": 4, "cores_per_node": 24 }]`, 1)
	long = strings.Replace(long, `"system": { "product": "toy" }`,
		`"systems": [{ "name": "toy", "product": "toy" }]`, 1)
	want, problems := Read(short, products())
	require.Empty(t, problems)
	got, problems := Parse([]byte(long), products())
	require.Empty(t, lines(problems))
	want.Machines[0].Hardware.Name = "machine"
	assert.Equal(t, want.Machines, got.Machines)
	assert.Equal(t, want.Systems, got.Systems)
	assert.Equal(t, want.Workload, got.Workload)
	assert.Equal(t, want.Headline, got.Headline)
}

func TestVariantsRunAsDocumentsOfTheirOwn(t *testing.T) {
	d := parsed(t, string(fixture(t, "long.json")))
	s, problems := Read(d, products())
	require.Empty(t, problems)
	variant, problems := d.Run(s.Variants[0].Set)
	require.Empty(t, problems)
	run, problems := Read(variant, products())
	require.Empty(t, lines(problems))
	assert.Empty(t, run.Variants)
	assert.Empty(t, run.Sweep)
	assert.Empty(t, run.Expect)
	assert.Equal(t, int64(1), run.Systems[0].Values.Number("max_dop"))
	assert.Equal(t, int64(0), run.Workload.Classes[0].Steps[0].Reads)
	assert.Equal(t, s.Machines, run.Machines)
	for _, point := range Points(s.Sweep) {
		variant, problems := d.Run(point)
		require.Empty(t, problems)
		run, problems := Read(variant, products())
		require.Empty(t, problems)
		assert.Equal(t, point[0].Value.Text, formatDecimal(run.Systems[1].Values.Number("max_dop"), 0))
		assert.Equal(t, point[1].Value.Text, formatDecimal(int64(run.Workload.Sessions[0].Count), 0))
	}
	assert.Len(t, Points(s.Sweep), 6)
}
