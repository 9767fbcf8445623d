package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
)

// texts are all plain texts of documents, with the characters that fit.
var texts = []struct {
	path  string
	limit int
	name  bool // others name the thing by it
}{
	{"title", 200, false}, {"summary", 2000, false}, {"look", 2000, false}, {"headline", 60, false},
	{"machines[0].name", 60, true}, {"machines[1].name", 60, true},
	{"machines[1].nics[0].name", 60, false},
	{"guests[0].name", 60, true}, {"guests[0].on", 60, false},
	{"network[0].from", 60, false}, {"network[0].to", 60, false},
	{"systems[0].name", 60, true}, {"systems[0].product", 60, false}, {"systems[0].on", 60, false},
	{"machines[0].hypervisor.product", 60, false},
	{"workload.classes[0].name", 60, true}, {"workload.classes[0].title", 200, false},
	{"workload.classes[0].system", 60, false},
	{"workload.sessions[0].name", 60, true}, {"workload.sessions[0].system", 60, false},
	{"workload.sessions[0].pool", 60, false}, {"workload.sessions[0].run[0].class", 60, false},
	{"workload.arrivals[0].class", 60, false}, {"workload.arrivals[0].pool", 60, false},
	{"workload.classes[0].database", 60, false}, {"actions[0].system", 60, false},
	{"actions[0].database", 60, false}, {"actions[1].system", 60, false}, {"actions[1].database", 60, false},
	{"systems[0].settings.stores[0].name", 60, true},
	{"variants[0].name", 60, true}, {"variants[0].summary", 2000, false},
	{"expect[0].metric", 200, false}, {"expect[0].label", 200, false}, {"expect[0].of", 60, false},
	{"expect[0].relative_to", 60, false}, {"expect[0].text", 60, false}, {"expect[0].unit", 60, false},
	{"expect[0].why", 2000, false}, {"expect[0].source", 2000, false},
}

// first gives the first problem at a path, which must have the place of the literal there.
func first(t *testing.T, path, literal string) string {
	t.Helper()
	d, line, column := written(t, path, literal)
	for _, p := range problemsAt(t, d) {
		if p.Path == path {
			require.Equal(t, [2]int{line, column}, [2]int{p.Line, p.Column}, path)
			return p.Message
		}
	}
	return ""
}

func TestEachTextTellsItsLength(t *testing.T) {
	for _, c := range texts {
		long := fmt.Sprintf("%q", strings.Repeat("ж", c.limit+1))
		want := fmt.Sprintf("%s characters; at most %s", grouped(int64(c.limit+1)), grouped(int64(c.limit)))
		require.Equal(t, want, first(t, c.path, long), c.path)
		fits := fmt.Sprintf("%q", strings.Repeat("ж", c.limit))
		require.NotContains(t, first(t, c.path, fits), "characters", c.path)
	}
}

func TestEachTextRefusesEachOtherKind(t *testing.T) {
	for _, c := range texts {
		for literal, kind := range others {
			if kind != "text" {
				require.Equal(t, "expected text, got "+kind, first(t, c.path, literal), c.path)
			}
		}
	}
}

func TestEachNameCanStandInAPath(t *testing.T) {
	for _, c := range texts {
		if !c.name {
			continue
		}
		for literal, want := range map[string]string{
			`""`:             "a name must not be empty",
			`" a"`:           "a name must not begin or end with a space",
			`"a "`:           "a name must not begin or end with a space",
			`"a\u00a0"`:      "a name must not begin or end with a space",
			`"a\tb"`:         `a name must not contain '\t'`,
			`"a\nb"`:         `a name must not contain '\n'`,
			`"a\u0000b"`:     `a name must not contain '\x00'`,
			`"a[0"`:          "a name must not contain '['",
			`"0]"`:           "a name must not contain ']'",
			`"\ud800"`:       "a name must not contain '�'",
			`"a=b.c \"d\""`:  "",
			`"\ud83d\ude00"`: "",
			`"a b"`:          "",
		} {
			require.Equal(t, want, first(t, c.path, literal), "%s: %s", c.path, literal)
		}
	}
}

func TestEveryPlainTextStandsInTheTable(t *testing.T) {
	told := map[string]bool{}
	for _, c := range texts {
		told[c.path] = true
	}
	eachField(func(path string, f Field) {
		if f.Kind == setting.Text && !f.Reserved {
			assert.True(t, told[path], path)
		}
	})
}

func TestEachChoiceTellsWhatThereIs(t *testing.T) {
	for path, names := range map[string]string{
		"workload.arrivals[0].process":   `"poisson", "fixed"`,
		"workload.classes[0].cpu_ms.law": `"fixed", "exponential", "lognormal"`,
		"actions[0].do":                  `"kill", "start", "checkpoint", "backup"`,
		"expect[0].kind":                 `"predicted", "calibrated", "disagrees"`,
		"expect[0].evidence":             `"published", "measured"`,
		"systems[0].settings.mode":       `"slow", "fast"`,
		"workload.classes[0].cpu_ms":     `"endless"`,
	} {
		for _, word := range []string{"", "Fixed", "none", strings.Repeat("w", 300)} {
			requireOnly(t, spot{path, fmt.Sprintf("%q", word)}, fmt.Sprintf("%q is no choice", clip(word)),
				"one of "+names)
		}
	}
}

func TestEachSwitchIsTrueOrFalse(t *testing.T) {
	for _, path := range []string{"workload.sessions[0].repeat", "systems[0].settings.auto"} {
		for literal, kind := range others {
			if kind != "true or false" {
				requireOnly(t, spot{path, literal}, "expected true or false, got "+kind, "")
			}
		}
	}
}

func TestReferencesNameWhatIsThere(t *testing.T) {
	for _, c := range []struct{ path, word, message, hint string }{
		{"guests[0].on", "listd", `machine "listd" does not exist`,
			`did you mean "listed"? The machines are "plain", "listed"`},
		{"guests[0].on", "vm1", `machine "vm1" does not exist`, `the machines are "plain", "listed"`},
		{"network[0].from", "plian", `machine or guest "plian" does not exist`,
			`did you mean "plain"? The machines and guests are "plain", "listed", "vm1"`},
		{"network[0].to", "", `machine or guest "" does not exist`,
			`the machines and guests are "plain", "listed", "vm1"`},
		{"systems[0].on", "vm2", `machine "vm2" does not exist`, `the machines are "plain", "listed"`},
		{"machines[0].hypervisor.product", "toy", `hypervisor "toy" does not exist`,
			`the hypervisors are "visor"`},
		{"systems[0].product", "visor", `product "visor" does not exist`, `the products are "toy"`},
		{"systems[0].on", "plain", "a hypervisor has this machine: databases run in guests",
			`the guests are "vm1"`},
		{"systems[0].product", "Toy", `product "Toy" does not exist`,
			`did you mean "toy"? The products are "toy"`},
		{"workload.classes[0].system", "bd", `system "bd" does not exist`, `did you mean "db"? ` +
			`The systems are "db"`},
		{"workload.sessions[0].system", "other", `system "other" does not exist`, `the systems are "db"`},
		{"workload.sessions[0].run[0].class", "queri", `class "queri" does not exist`,
			`did you mean "query"? The classes are "query"`},
		{"workload.arrivals[0].class", "x", `class "x" does not exist`, `the classes are "query"`},
		{"actions[0].session", "users", `session "users" does not exist`,
			`did you mean "user"? The sessions are "user"`},
		{"actions[1].system", "dbs", `system "dbs" does not exist`,
			`did you mean "db"? The systems are "db"`},
		{"actions[1].database", "sale", `database "sale" does not exist`,
			`did you mean "sales"? The databases are "sales"`},
		{"workload.classes[0].database", "buy", `database "buy" does not exist`, `the databases are "sales"`},
		{"expect[0].of", "w", `variant "w" does not exist`, `did you mean "v"? The variants are "v"`},
		{"expect[0].relative_to", "none", `variant "none" does not exist`, `the variants are "v"`},
	} {
		requireOnly(t, spot{c.path, fmt.Sprintf("%q", c.word)}, c.message, c.hint)
	}
}

func TestReferencesMayNameTheOthers(t *testing.T) {
	d := parsed(t, full)
	for path, word := range map[string]string{"guests[0].on": "listed", "network[0].to": "vm1",
		"systems[0].on": "vm1", "expect[0].of": "base", "expect[0].relative_to": "v",
		"workload.classes[0].system": "db", "workload.classes[0].database": "sales",
		"actions[1].system": "db", "actions[1].database": "sales"} {
		assert.Empty(t, lines(problemsAt(t, set(t, d, path, Words(word)))), path)
	}
	s, _ := Read(set(t, set(t, d, "guests[0].on", Words("listed")), "systems[0].on", Words("vm1")),
		products())
	assert.Equal(t, [2]int{1, 0}, [2]int{s.Systems[0].On, s.Systems[0].Guest}, "the guest and its machine")
}

// Each slip is a member that an object does not have, with what it is called and what was meant.
func TestNeighboursAreGuessed(t *testing.T) {
	for _, c := range []struct{ object, slip, noun, meant string }{
		{"", "tilte", "a scenario", "title"}, {"", "worklaod", "a scenario", "workload"},
		{"", "claims", "a scenario", ""}, {"measure", "from", "a window", "from_ms"},
		{"measure", "too_ms", "a window", "to_ms"}, {"machines[0]", "package", "a machine", "packages"},
		{"machines[0]", "threads", "a machine", "threads_per_core"},
		{"machines[0]", "memory_gb", "a machine", "memory_gb_per_node"},
		{"machines[1]", "distance", "a machine", "distances"}, {"machines[1]", "node", "a machine", "nodes"},
		{"machines[1].nodes[0]", "memory", "a NUMA node", "memory_mb"},
		{"machines[1].nodes[0]", "core", "a NUMA node", "cores"},
		{"machines[1].nodes[1].cores[0]", "pakage", "a core", "package"},
		{"machines[1].groups[0]", "cpu", "a processor group", "cpus"},
		{"machines[1].nics[0]", "speed", "a network card", "speed_mbit_s"},
		{"guests[0]", "vcpu", "a guest", "vcpus"}, {"network[0]", "latency_ms", "a link", "latency_us"},
		{"systems[0]", "setting", "a system", "settings"}, {"systems[0]", "ON", "a system", ""},
		{"workload", "session", "a workload", "sessions"},
		{"workload.classes[0]", "cpu", "a query class", "cpu_ms"},
		{"workload.classes[0]", "brnaches", "a query class", "branches"},
		{"workload.classes[0].cpu_ms", "mean", "a law", "mean_ms"},
		{"workload.sessions[0]", "runs", "a session", "run"},
		{"workload.sessions[0].run[0]", "time", "an entry of what a session runs", "times"},
		{"workload.arrivals[0]", "per_sec", "a stream of arrivals", "per_s"},
		{"actions[0]", "at", "an action", "at_ms"}, {"actions[1]", "duration", "an action", "duration_s"},
		{"workload.classes[0]", "log_record", "a query class", "log_records"},
		{"systems[0].settings.stores[0]", "run_page", "a record", "run_pages"},
		{"actions[0]", "databse", "an action", "database"}, {"variants[0]", "sets", "a variant", "set"},
		{"expect[0]", "metrics", "a claim", "metric"},
		{"systems[0].settings", "max_dop_pct", "Toy", "max_dop"},
	} {
		hint := `did you mean "` + c.meant + `"?`
		if c.meant == "" {
			hint = "known are "
		}
		d := added(t, c.object, c.slip)
		problems := problemsAt(t, d)
		require.Len(t, problems, 1, c.slip)
		assert.Equal(t, join(c.object, c.slip), problems[0].Path)
		assert.Equal(t, c.noun+` has no "`+c.slip+`"`, problems[0].Message)
		assert.Contains(t, problems[0].Hint, hint)
		row := strings.Split(string(d.text), "\n")[problems[0].Line-1]
		name := string([]rune(row)[problems[0].Column-1:])
		assert.True(t, strings.HasPrefix(name, `"`+c.slip+`"`), "the place is that of the name: %s", row)
	}
}

// added is the full document, printed, with one more member at the end of an object.
func added(t *testing.T, object, name string) Document {
	t.Helper()
	d := parsed(t, full)
	if object == "systems[0].settings" {
		d = set(t, d, object+".max_dop", Int(1))
	}
	tree, ok := d.Root, true
	if object != "" {
		tree, ok = d.Get(object)
	}
	require.True(t, ok, object)
	tree.Members = append(append([]Member{}, tree.Members...), Member{Name: name, Value: Int(1)})
	if object == "" {
		return parsed(t, string(Document{Root: tree}.Bytes()))
	}
	return parsed(t, string(set(t, d, object, tree).Bytes()))
}

func TestObjectsAndListsSayWhatTheyAre(t *testing.T) {
	for _, path := range []string{"measure", "machines[0]", "machines[1].nodes[0]", "machines[1].groups[0]",
		"machines[1].nics[0]", "guests[0]", "network[0]", "systems[0]", "workload", "workload.classes[0]",
		"workload.sessions[0]", "workload.sessions[0].run[0]", "workload.arrivals[0]", "actions[0]",
		"variants[0]", "expect[0]"} {
		for _, literal := range []string{"null", "true", "42", `"42"`, "[42]"} {
			require.Equal(t, "expected an object, got "+others[literal], first(t, path, literal), path)
		}
	}
	for _, path := range []string{"machines", "machines[1].nodes", "machines[1].groups", "machines[1].nics",
		"guests", "network", "systems", "workload.classes", "workload.sessions", "workload.sessions[0].run",
		"workload.arrivals", "actions", "variants", "expect", "systems[0].settings.pools",
		"systems[0].settings.stores"} {
		for _, literal := range []string{"null", "true", "42", `"42"`, `{ "a": 42 }`} {
			require.Equal(t, "expected a list, got "+others[literal], first(t, path, literal), path)
		}
	}
	for _, c := range [][2]string{{"sweep", "an object of paths and lists of values"},
		{"variants[0].set", "an object of paths and values"}, {"expect[0].set",
			"an object of paths and values"},
		{"systems[0].settings", "an object"}} {
		for _, literal := range []string{"null", "true", "42", `"42"`, "[42]"} {
			requireOnly(t, spot{c[0], literal}, "expected "+c[1]+", got "+others[literal], "")
		}
	}
}
