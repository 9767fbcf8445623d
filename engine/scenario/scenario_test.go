package scenario

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/topology"
	"schedlab/engine/workload"
)

// toy is a product with a setting of each kind.
func toy() Product {
	return Product{Name: "toy", Title: "Toy", Headline: "cpu.busy_pct", Settings: []setting.Setting{
		{Name: "auto", Kind: setting.Switch, Default: setting.Value{Number: 1}},
		{Name: "max_dop", Max: 64, Default: setting.Value{Number: 4}},
		{Name: "mode", Kind: setting.Choice, Choices: []setting.Option{{Name: "slow"}, {Name: "fast"}},
			Default: setting.Value{Text: "slow"}},
		{Name: "mask", Kind: setting.Text, Max: 20, Check: func(text string) string {
			if strings.Trim(text, "0123456789-,") != "" {
				return "a mask has digits, - and , only"
			}
			return ""
		}},
		{Name: "pools", Kind: setting.List, Fields: []setting.Setting{
			{Name: "name", Kind: setting.Text, Max: 10}, {Name: "percent", Min: 1, Max: 100}}},
		{Name: "stores", Kind: setting.List, Fields: []setting.Setting{
			{Name: "name", Kind: setting.Text}, {Name: "target_s", Unit: "s", Max: 600},
			{Name: "run_pages", Unit: "pages", Decimals: 3, Min: 1000, Max: 128_000,
				Default: setting.Value{Number: 1400}}}},
	}, Databases: stores, ClassFields: everything(),
		Check: func(m topology.Machine, v setting.Values) []setting.Fault {
			if int(v.Number("max_dop")) > len(m.CPUs) {
				return []setting.Fault{{Path: "max_dop", Message: "more than CPUs", Hint: "fewer"}}
			}
			return nil
		}}
}

// everything is the names of all members of a query class.
func everything() (names []string) {
	for _, f := range ClassFields {
		names = append(names, f.Name)
	}
	return names
}

// stores are the toy's databases.
func stores(v setting.Values) []string {
	var names []string
	for _, record := range v.Records("stores") {
		names = append(names, record.Text("name"))
	}
	return names
}

// visor is a hypervisor: guests see as many single CPUs as they have, on one node.
func visor() Product {
	return Product{Name: "visor", Title: "Visor",
		Settings: []setting.Setting{{Name: "load", Max: 10, Default: setting.Value{Number: 1}}},
		Hosting: &Hosting{Settings: []setting.Setting{{Name: "shares", Min: 1, Max: 9,
			Default: setting.Value{Number: 2}}}, Check: crowded,
			Virtual: func(_ topology.Machine, _ setting.Values, g Guest) topology.Machine {
				return topology.Shape{Packages: 1, NodesPerPackage: 1, CoresPerNode: g.VCPUs,
					ThreadsPerCore: 1}.Machine()
			}}}
}

// crowded finds guests that are wider than the machine, and a load that has no room beside them.
func crowded(m topology.Machine, v setting.Values, guests []Guest) (faults []setting.Fault) {
	for i, g := range guests {
		if g.VCPUs > len(m.CPUs) {
			faults = append(faults, setting.Fault{Path: "guests[" + strconv.Itoa(i) + "].vcpus",
				Message: "wider than the host", Hint: "fewer"})
		}
		if g.Values.Number("shares")+v.Number("load") > 12 {
			faults = append(faults, setting.Fault{Path: "settings.load", Message: "no room", Hint: "less"})
		}
	}
	return faults
}

func products() []Product { return []Product{toy(), visor()} }

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/v1/" + name)
	require.NoError(t, err)
	return text
}

// base is a small document without problems.
const base = `{ "version": 1, "duration_ms": 10000,
  "machine": { "packages": 4, "cores_per_node": 24 },
  "system": { "product": "toy" },
  "workload": {
    "classes": [{ "name": "cheap" }, { "name": "long", "cpu_ms": "endless" }],
    "sessions": [{ "name": "procs", "count": 12, "run": [{ "class": "cheap", "times": 2 },
	{ "class": "long" }] }],
    "arrivals": [{ "class": "cheap", "per_s": 10 }]
  },
  "actions": [{ "at_ms": 500, "do": "kill", "session": "procs" }],
  "variants": [{ "name": "serial", "set": { "system.settings.max_dop": 1 } }],
  "sweep": { "system.settings.max_dop": [1, 2] },
  "expect": [{ "metric": "cpu.busy_pct", "reported": 33 }] }`

func parsed(t testing.TB, text string) Document {
	t.Helper()
	d, problems := ParseDocument([]byte(text))
	require.Empty(t, problems)
	return d
}

// with is the base document with assignments, each "path=value", applied.
func with(t testing.TB, assignments ...string) Document {
	t.Helper()
	d := parsed(t, base)
	for _, text := range assignments {
		a, problems := ParseAssignment(text)
		require.Empty(t, problems)
		d, problems = d.Set(a.Path, a.Value)
		require.Empty(t, problems)
	}
	return d
}

func lines(problems []Problem) []string {
	texts := []string{}
	for _, p := range problems {
		texts = append(texts, p.String())
	}
	return texts
}

func TestFixturesOfVersionOneLoadForEver(t *testing.T) {
	files, err := os.ReadDir("testdata/v1")
	require.NoError(t, err)
	assert.NotEmpty(t, files)
	for _, file := range files {
		s, problems := Parse(fixture(t, file.Name()), products())
		assert.Empty(t, lines(problems), file.Name())
		assert.Equal(t, 1, s.Version)
	}
}

func TestShortFormIsReadIntoTheLongOne(t *testing.T) {
	s, problems := Parse(fixture(t, "short.json"), products())
	require.Empty(t, problems)
	assert.Equal(t, uint64(7), s.Seed)
	assert.Equal(t, 147_500*sim.Millisecond, s.Duration)
	assert.Equal(t, Window{From: 27_500 * sim.Millisecond, To: 147_500 * sim.Millisecond}, s.Measure)
	require.Len(t, s.Machines, 1)
	assert.Equal(t, "machine", s.Machines[0].Name)
	assert.Equal(t, int64(620), s.Machines[0].SMTSpeed)
	assert.Equal(t, topology.Shape{Packages: 4, CoresPerNode: 24}.Machine(), s.Machines[0].Hardware)
	require.Len(t, s.Systems, 1)
	assert.Equal(t, System{Name: "toy", Product: "toy", Guest: -1,
		Values: setting.Values{"auto": {Number: 1}, "max_dop": {Number: 8}}}, s.Systems[0])
	complete := s.Systems[0].Complete(products())
	assert.Equal(t, "slow", complete.Text("mode"))
	assert.Equal(t, int64(8), complete.Number("max_dop"))
	assert.Equal(t, "cpu.busy_pct", s.Headline, "the product's")
	assert.Equal(t, []workload.Action{{At: 41_200 * sim.Millisecond, Do: workload.Kill, Member: 3}},
		s.Workload.Actions)
	assert.Equal(t, []workload.Session{{Name: "procs", Count: 12, Every: 2500 * sim.Millisecond, Node: -1,
		Runs: []workload.Run{{Class: 0, Times: 2}, {Class: 1, Times: 1}}}}, s.Workload.Sessions)
	long := s.Workload.Classes[1]
	assert.True(t, long.Endless)
	assert.Equal(t, int64(12_500), long.Cost)
	assert.Equal(t, []workload.Step{{Kind: workload.Compute, Branches: 1,
		Coordinator: 100 * sim.Microsecond}}, long.Steps)
}

func TestLongFormNamesSeveralOfEach(t *testing.T) {
	s, problems := Parse(fixture(t, "long.json"), products())
	require.Empty(t, problems)
	assert.Equal(t, 10_000_500*sim.Microsecond, s.Duration)
	assert.Equal(t, "response.p95_ms", s.Headline)
	assert.Equal(t, int64(615), s.Machines[0].SMTSpeed)
	assert.Equal(t, 1, s.Systems[1].On)
	assert.Equal(t, []setting.Values{{"name": {Text: "gold"}, "percent": {Number: 40}}},
		s.Systems[0].Values.Records("pools"))
	w := s.Workload
	assert.Equal(t, 1, w.Classes[0].System)
	assert.Equal(t, []workload.Step{
		{Kind: workload.Compute, Branches: 1, CPU: workload.Law{Shape: workload.Exponential,
			Mean: 2 * sim.Millisecond},
			Skew: 125, Coordinator: 100 * sim.Microsecond, Reads: 3, Turn: 1500},
		{Kind: workload.Commit, Dirty: 4, Log: 512, Records: 5}}, w.Classes[0].Steps)
	assert.Equal(t, workload.Law{Shape: workload.LogNormal, Mean: 200 * sim.Millisecond, Sigma: 750},
		w.Classes[1].Steps[0].CPU)
	assert.Equal(t, workload.Session{Name: "clerks", Count: 50, Start: 10 * sim.Millisecond, Every: 1,
		Repeat: true,
		Pool:   "gold", Node: 1, Runs: []workload.Run{
			{Class: 1, Times: 1, Think: workload.Law{Shape: workload.Exponential,
				Mean: 100 * sim.Millisecond}},
			{Class: 2, Times: 1, Think: workload.Law{Mean: 5 * sim.Millisecond}}}}, w.Sessions[0])
	assert.Equal(t, 1, w.Sessions[1].System, "that of the class that it runs")
	assert.Equal(t, []workload.Arrivals{
		{Class: 0, Rate: 200_500, From: 500 * sim.Millisecond, To: s.Duration, Connections: 20, Pool: "gold"},
		{Class: 0, Process: workload.FixedGap, Rate: 10_000, To: 5 * sim.Second, Connections: 100}},
		w.Arrivals)
	assert.Equal(t, []workload.Action{{At: 500 * sim.Millisecond, Do: workload.Start, Session: 1,
		Member: -1}}, w.Actions)
}

func TestVariantsSweepAndClaims(t *testing.T) {
	s, problems := Parse(fixture(t, "short.json"), products())
	require.Empty(t, problems)
	require.Len(t, s.Variants, 1)
	assert.Equal(t, "soft-NUMA off", s.Variants[0].Name)
	assert.Equal(t, "system.settings.auto", s.Variants[0].Set[0].Path)
	assert.Equal(t, "false", s.Variants[0].Set[0].Value.String())
	require.Len(t, s.Sweep, 1)
	assert.Len(t, s.Sweep[0].Values, 5)
	require.Len(t, s.Expect, 2)
	assert.Equal(t, Claim{Metric: "cpu.busy_pct", Of: Base, Reported: 33, Text: "33", Unit: "%", Low: 31,
		High: 35,
		Kind: Predicted, Evidence: Published, Source: "an article"}, s.Expect[0])
	assert.Equal(t, Claim{Metric: "cpu.busy_pct", Of: "soft-NUMA off", RelativeTo: Base, Reported: 178.5,
		Text: "178.5", Low: 150, High: 200, Kind: Disagrees, Evidence: Measured, Why: "it is a fixture",
		Label: "busier"}, s.Expect[1])
	long, problems := Parse(fixture(t, "long.json"), products())
	require.Empty(t, problems)
	claim := long.Expect[0]
	assert.Equal(t, "12.50", claim.Text, "as it is written")
	assert.Equal(t, []float64{12.5, 12.5, 12.5}, []float64{claim.Reported, claim.Low, claim.High})
	assert.Equal(t, "calibrated", claim.Kind.String())
	assert.Equal(t, "published", claim.Evidence.String())
}
