package scenario

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
)

// full is a document in which every kind of object occurs.
const full = `{ "version": 1, "duration_ms": 86400000, "measure": { "from_ms": 1 },
  "machines": [
    { "name": "plain", "packages": 1, "cores_per_node": 64,
      "hypervisor": { "product": "visor", "settings": { "load": 3 } } },
    { "name": "listed", "packages": [0], "hypervisor": { "product": "visor" },
      "nodes": [{ "id": 0, "package": 0, "cpus": "0-7" },
      { "id": 1, "cores": [{ "id": 50, "cpus": "8" }] }],
      "groups": [{ "id": 0, "cpus": "0-8" }], "nics": [{ "name": "eth0" }] } ],
  "guests": [{ "name": "vm1", "vcpus": 8, "settings": { "shares": 5 } }],
  "network": [{ "from": "plain", "to": "listed" }],
  "systems": [{ "name": "db", "product": "toy", "on": "vm1",
    "settings": { "stores": [{ "name": "sales" }] } }],
  "workload": {
    "classes": [{ "name": "query", "cpu_ms": { "law": "lognormal", "mean_ms": 60000 } }],
    "sessions": [{ "name": "user", "run": [{ "class": "query" }] }],
    "arrivals": [{ "class": "query", "per_s": 0.001 }] },
  "actions": [{ "at_ms": 1, "do": "kill", "session": "user" }, { "at_ms": 2, "do": "checkpoint" }],
  "variants": [{ "name": "v", "set": {} }],
  "expect": [{ "metric": "m", "reported": 1 }] }`

// objects are the places of the full document at which each table's fields stand.
var objects = map[string][]Field{
	"": ScenarioFields, "measure": MeasureFields, "machines[0]": MachineFields, "machines[1]": ExplicitFields,
	"machines[1].nodes[0]": NodeFields, "machines[1].nodes[1].cores[0]": CoreFields,
	"machines[0].hypervisor": HypervisorFields,
	"machines[1].groups[0]":  GroupFields, "machines[1].nics[0]": CardFields, "guests[0]": GuestFields,
	"network[0]": LinkFields, "systems[0]": SystemFields, "workload.classes[0]": ClassFields,
	"workload.classes[0].cpu_ms": LawFields, "workload.sessions[0]": SessionFields,
	"workload.sessions[0].run[0]": RunFields, "workload.arrivals[0]": ArrivalFields,
	"actions[0]":  ActionFields,
	"variants[0]": VariantFields, "expect[0]": ClaimFields,
}

// problemsAt are the problems that are not about guests and networks as such.
func problemsAt(t *testing.T, d Document) []Problem {
	t.Helper()
	_, problems := Read(d, products())
	var rest []Problem
	for _, p := range problems {
		if !strings.HasSuffix(p.Message, "not simulated yet") {
			rest = append(rest, p)
		}
	}
	return rest
}

func join(object, name string) string {
	if object == "" {
		return name
	}
	return object + "." + name
}

func set(t *testing.T, d Document, path string, value Tree) Document {
	t.Helper()
	d, problems := d.Set(path, value)
	require.Empty(t, lines(problems))
	return d
}

func paths(problems []Problem) []string {
	all := []string{}
	for _, p := range problems {
		all = append(all, p.Path)
	}
	return all
}

func TestFullDocumentOfTheTestsIsWhole(t *testing.T) {
	assert.Empty(t, lines(problemsAt(t, parsed(t, full))))
	assert.Len(t, objects, len(tables), "each table occurs")
}

// eachField visits every field of every table with its path in the full document.
func eachField(visit func(path string, f Field)) {
	for object, fields := range objects {
		for _, f := range fields {
			visit(join(object, f.Name), f)
		}
	}
}

func TestEveryFieldRefusesAnotherType(t *testing.T) {
	d := parsed(t, full)
	eachField(func(path string, f Field) {
		wrong := Flag(true)
		if f.Kind == setting.Switch {
			wrong = Int(1)
		}
		problems := problemsAt(t, set(t, d, path, wrong))
		at := slices.Index(paths(problems), path)
		require.GreaterOrEqual(t, at, 0, path)
		assert.Contains(t, problems[at].Message, "expected ", path)
		told := strings.Count(strings.Join(paths(problems), " ")+" ", path+" ")
		assert.Equal(t, 1, told, "%s is told once", path)
	})
}

func TestEveryNumberHasLimits(t *testing.T) {
	d := parsed(t, full)
	eachField(func(path string, f Field) {
		if f.Kind != setting.Number || f.Reserved {
			return
		}
		for _, n := range []int64{f.Min - 1, f.Max + 1} {
			problems := problemsAt(t, set(t, d, path, Decimal(n, f.Decimals)))
			require.Contains(t, paths(problems), path)
			assert.Regexp(t, `is too (small; at least|large; at most) [0-9]`, problems[0].Message, path)
		}
		if f.Name == "mean_ms" {
			return // its least value is that of the field whose law it is
		}
		for _, n := range []int64{f.Min, f.Max} {
			all := strings.Join(lines(problemsAt(t, set(t, d, path, Decimal(n, f.Decimals)))), "\n")
			assert.NotContains(t, all, "is too", path)
		}
	})
}

func TestEveryTextHasALimit(t *testing.T) {
	d := parsed(t, full)
	for object, fields := range objects {
		for _, f := range fields {
			if f.Kind != setting.Text || f.Reserved {
				continue
			}
			path := join(object, f.Name)
			problems := problemsAt(t, set(t, d, path, Words(strings.Repeat("7", 5000))))
			require.Contains(t, paths(problems), path)
			assert.Contains(t, lines(problems)[0], "5,000 characters; at most ", path)
		}
	}
}

func TestEveryRequiredFieldIsMissed(t *testing.T) {
	d := parsed(t, full)
	for object, fields := range objects {
		for _, f := range fields {
			if !f.Required {
				continue
			}
			path := join(object, f.Name)
			without, problems := d.Remove(path)
			if len(problems) > 0 {
				continue // it is not there: see the next test
			}
			found := problemsAt(t, without)
			require.Contains(t, paths(found), path)
			assert.Contains(t, strings.Join(lines(found), "\n"), path+": is missing")
		}
	}
}

func TestEveryRequiredFieldStandsInTheFullDocument(t *testing.T) {
	d := parsed(t, full)
	for object, fields := range objects {
		for _, f := range fields {
			if _, ok := d.Get(join(object, f.Name)); f.Required {
				assert.True(t, ok, join(object, f.Name))
			}
		}
	}
}

func TestEveryObjectRefusesUnknownMembers(t *testing.T) {
	for object := range objects {
		d := parsed(t, full)
		tree := d.Root
		if object != "" {
			tree, _ = d.Get(object)
		}
		tree.Members = append(append([]Member{}, tree.Members...), Member{Name: "zzz", Value: Int(1)})
		if object == "" {
			d = Document{Root: tree}
		} else {
			d = set(t, d, object, tree)
		}
		problems := problemsAt(t, d)
		assert.Equal(t, []string{join(object, "zzz")}, paths(problems))
		assert.Contains(t, problems[0].Message, `has no "zzz"`)
	}
}

func TestDefaultsMayBeWrittenOut(t *testing.T) {
	d := parsed(t, full)
	want, _ := Read(d, products())
	for object, fields := range objects {
		for _, f := range fields {
			path := join(object, f.Name)
			_, there := d.Get(path)
			untold := f.Kind == setting.Number && f.Default.Number < f.Min || f.Name == "to_ms"
			if there || f.Required || f.Reserved || untold || f.Kind == setting.Text {
				continue
			}
			got, problems := Read(set(t, d, path, f.Format(f.Default)), products())
			for _, p := range problems {
				assert.Contains(t, p.Message, "not simulated yet", path)
			}
			assert.Equal(t, want, got, path)
		}
	}
}

func TestFieldsOfTheTablesAreFoundByPath(t *testing.T) {
	d := parsed(t, full)
	for object, fields := range objects {
		for _, f := range fields {
			got, ok := d.Field(join(object, f.Name), products())
			assert.True(t, ok, join(object, f.Name))
			assert.Equal(t, f.Name, got.Name)
		}
	}
}
