package scenario

import (
	"math/big"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// numbers are all plain numbers of documents with their limits as a person is told them, and the digits that
// may stand after the point.
var numbers = []struct {
	path, low, high, unit string
	digits                int
}{
	{"seed", "0", "9,007,199,254,740,992", "", 0},
	{"duration_ms", "0.001", "86,400,000", " ms", 6},
	{"measure.from_ms", "0", "86,400,000", " ms", 6},
	{"measure.to_ms", "0", "86,400,000", " ms", 6},
	{"machines[0].packages", "1", "256", "", 0},
	{"machines[0].nodes_per_package", "1", "256", "", 0},
	{"machines[0].cores_per_node", "1", "4,096", "", 0},
	{"machines[0].threads_per_core", "1", "8", "", 0},
	{"machines[0].memory_gb_per_node", "0", "1,048,576", " GB", 0},
	{"machines[0].remote_distance", "10", "255", "", 0},
	{"machines[0].smt_speed_pct", "1", "100", " %", 1},
	{"machines[1].smt_speed_pct", "1", "100", " %", 1},
	{"machines[1].nodes[0].id", "0", "65,535", "", 0},
	{"machines[1].nodes[0].package", "0", "65,535", "", 0},
	{"machines[1].nodes[0].memory_mb", "0", "1,073,741,824", " MB", 0},
	{"machines[1].nodes[0].memory_bytes", "0", "1,125,899,906,842,624", " bytes", 0},
	{"machines[1].nodes[1].cores[0].id", "0", "65,535", "", 0},
	{"machines[1].nodes[1].cores[0].package", "0", "65,535", "", 0},
	{"machines[1].groups[0].id", "0", "65,535", "", 0},
	{"machines[1].nics[0].node", "0", "65,535", "", 0},
	{"machines[1].nics[0].speed_mbit_s", "0", "10,000,000", " Mbit/s", 6},
	{"machines[1].nics[0].queues", "0", "4,096", "", 0},
	{"guests[0].vcpus", "1", "4,096", "", 0},
	{"guests[0].memory_mb", "0", "1,073,741,824", " MB", 0},
	{"network[0].latency_us", "0", "1,000,000,000", " µs", 3},
	{"network[0].speed_mbit_s", "0", "10,000,000", " Mbit/s", 0},
	{"systems[0].settings.max_dop", "0", "64", "", 0},
	{"workload.classes[0].cost", "0", "1,000,000,000,000", " units", 3},
	{"workload.classes[0].dop", "0", "4,096", "", 0},
	{"workload.classes[0].branches", "1", "64", "", 0},
	{"workload.classes[0].skew_pct", "0", "10,000", " %", 1},
	{"workload.classes[0].coordinator_us", "0", "3,600,000,000", " µs", 3},
	{"workload.classes[0].reads", "0", "1,000,000", " pages", 0},
	{"workload.classes[0].yield_every_us", "0", "3,600,000,000", " µs", 3},
	{"workload.classes[0].phases", "1", "100", "", 0},
	{"workload.classes[0].dirty_pages", "0", "1,000,000", " pages", 0},
	{"workload.classes[0].log_kb", "0", "1,000,000", " KB", 3},
	{"workload.classes[0].log_records", "0", "1,000,000,000", " records", 0},
	{"workload.classes[0].cpu_ms.sigma", "0", "4", "", 3},
	{"workload.sessions[0].count", "1", "10,000", "", 0},
	{"workload.sessions[0].start_ms", "0", "86,400,000", " ms", 6},
	{"workload.sessions[0].every_ms", "0", "86,400,000", " ms", 6},
	{"workload.sessions[0].node", "0", "4,095", "", 0},
	{"workload.sessions[0].run[0].times", "1", "1,000,000,000", "", 0},
	{"workload.arrivals[0].per_s", "0.001", "10,000,000", " per second", 3},
	{"workload.arrivals[0].from_ms", "0", "86,400,000", " ms", 6},
	{"workload.arrivals[0].to_ms", "0", "86,400,000", " ms", 6},
	{"workload.arrivals[0].connections", "1", "10,000", "", 0},
	{"actions[0].at_ms", "0", "86,400,000", " ms", 6},
	{"actions[0].member", "0", "10,000", "", 0},
	{"actions[1].duration_s", "0", "86,400", " s", 3},
	{"actions[0].duration_s", "0", "86,400", " s", 3},
	{"systems[0].settings.stores[0].target_s", "0", "600", " s", 0},
	{"systems[0].settings.stores[0].run_pages", "1", "128", " pages", 3},
}

// laws are the numbers in whose place a distribution may stand.
var laws = []struct{ path, low string }{
	{"workload.classes[0].wait_ms", "0"},
	{"workload.classes[0].cpu_ms", "0.001"}, {"workload.sessions[0].run[0].think_ms", "0"}}

// written puts a literal into the printed full document, at the place of a number that stands nowhere else,
// and gives line and column of that place by counting.
func written(t *testing.T, path, literal string) (d Document, line, column int) {
	t.Helper()
	const mark = "777777777"
	text := string(set(t, parsed(t, full), path, Tree{Kind: Number, Text: mark}).Bytes())
	require.Equal(t, 1, strings.Count(text, mark))
	before, after, _ := strings.Cut(text, mark)
	line = 1 + strings.Count(before, "\n")
	column = 1 + utf8.RuneCountInString(before[strings.LastIndex(before, "\n")+1:])
	return parsed(t, before+literal+after), line, column
}

// spot is a literal at a path of the full document.
type spot struct{ path, literal string }

// requireOnly checks that a literal makes one problem, which has the literal's place.
func requireOnly(t *testing.T, at spot, message, hint string) {
	t.Helper()
	d, line, column := written(t, at.path, at.literal)
	want := Problem{Path: at.path, Message: message, Hint: hint, Line: line, Column: column}
	require.Equal(t, []Problem{want}, problemsAt(t, d), at)
}

// beside is a number as people write it plus some last digits of it.
func beside(t *testing.T, number string, steps int64, digits int) string {
	t.Helper()
	value, ok := new(big.Rat).SetString(strings.ReplaceAll(number, ",", ""))
	require.True(t, ok)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	value.Add(value, new(big.Rat).SetFrac(big.NewInt(steps), power))
	return value.FloatString(digits)
}

func TestEachNumberTellsItsOwnLimits(t *testing.T) {
	for _, n := range numbers {
		hint := "from " + n.low + " to " + n.high + n.unit
		small, large := beside(t, n.low, -1, n.digits), beside(t, n.high, 1, n.digits)
		requireOnly(t, spot{n.path, small}, small+" is too small; at least "+n.low+n.unit, hint)
		requireOnly(t, spot{n.path, large}, large+" is too large; at most "+n.high+n.unit, hint)
		requireOnly(t, spot{n.path, "1e99"}, "1e99 is too large; at most "+n.high+n.unit, hint)
		requireOnly(t, spot{n.path, "-1e99"}, "-1e99 is too small; at least "+n.low+n.unit, hint)
	}
}

func TestEachNumberSaysHowFineItMayBe(t *testing.T) {
	fine := map[int]string{0: "1.5", 1: "1.25", 3: "1.0625", 6: "1.0000005"}
	for _, n := range numbers {
		if n.digits == 0 {
			requireOnly(t, spot{n.path, "1.5"}, "expected a whole number, got 1.5",
				"from "+n.low+" to "+n.high+n.unit)
			continue
		}
		requireOnly(t, spot{n.path, fine[n.digits]}, fine[n.digits]+" has more than "+
			map[int]string{1: "1", 3: "3", 6: "6"}[n.digits]+" digits after the point", "")
	}
}

// others are a value of each kind and the kind in words.
var others = map[string]string{"null": "nothing (null)", "true": "true or false", "false": "true or false",
	"42": "a number", `"42"`: "text", "[42]": "a list", `{ "a": 42 }`: "an object"}

func TestEachNumberRefusesEachOtherKind(t *testing.T) {
	for _, n := range numbers {
		wanted := "a number"
		if n.digits == 0 {
			wanted = "a whole number"
		}
		for literal, kind := range others {
			counts := n.path == "machines[0].packages" && literal == "[42]" // a list makes the form explicit
			if literal != "42" && !counts {
				requireOnly(t, spot{n.path, literal}, "expected "+wanted+", got "+kind, "")
			}
		}
	}
}

func TestEveryPlainNumberStandsInTheTable(t *testing.T) {
	told := map[string]bool{"version": true, "expect[0].reported": true, "expect[0].low": true,
		"expect[0].high": true, "workload.classes[0].cpu_ms.mean_ms": true}
	for _, n := range numbers {
		told[n.path] = true
	}
	for _, law := range laws {
		told[law.path] = true
	}
	eachField(func(path string, f Field) {
		if f.Kind == 0 {
			assert.True(t, told[path], path)
		}
	})
}

func TestLawsHaveTheLimitsOfTheirNumbers(t *testing.T) {
	const high = "86,400,000"
	for _, law := range laws {
		hint := "from " + law.low + " to " + high + " ms"
		small := beside(t, law.low, -1, 6)
		requireOnly(t, spot{law.path, small}, small+" is too small; at least "+law.low+" ms", hint)
		requireOnly(t, spot{law.path, "86400000.000001"},
			"86400000.000001 is too large; at most "+high+" ms", hint)
		for literal, kind := range map[string]string{"null": "nothing (null)", "true": "true or false",
			"[42]": "a list"} {
			requireOnly(t, spot{law.path, literal}, "expected a number or a law, got "+kind,
				`for example 2.5 or { "law": "exponential", "mean_ms": 2.5 }`)
		}
	}
}

// The mean inside a law has the limits of the number in whose place the law stands.
func TestMeansOfLawsAreToldOnce(t *testing.T) {
	const path = "workload.classes[0].cpu_ms.mean_ms"
	for _, c := range []struct{ literal, message, hint string }{
		{"0", "0 is too small; at least 0.001 ms", "from 0.001 to 86,400,000 ms"},
		{"0.000999", "0.000999 is too small; at least 0.001 ms", "from 0.001 to 86,400,000 ms"},
		{"-1", "-1 is too small; at least 0.001 ms", "from 0.001 to 86,400,000 ms"},
		{"86400001", "86400001 is too large; at most 86,400,000 ms", "from 0.001 to 86,400,000 ms"},
		{"0.0000001", "0.0000001 has more than 6 digits after the point", ""},
		{`"2"`, "expected a number, got text", ""},
		{"null", "expected a number, got nothing (null)", ""},
	} {
		requireOnly(t, spot{path, c.literal}, c.message, c.hint)
	}
	d := set(t, parsed(t, full), path, Decimal(1, 3))
	assert.Empty(t, lines(problemsAt(t, d)), "the least mean is 1 µs")
}

func TestThinkingMayHaveAMeanOfNothing(t *testing.T) {
	for _, law := range []string{"fixed", "exponential", "lognormal"} {
		d := set(t, parsed(t, full), "workload.sessions[0].run[0].think_ms",
			Fields(Member{Name: "law", Value: Words(law)}, Member{Name: "mean_ms", Value: Int(0)}))
		assert.Empty(t, lines(problemsAt(t, d)), law)
	}
}

func TestFiguresOfClaimsMayHaveAnySign(t *testing.T) {
	for _, path := range []string{"expect[0].reported", "expect[0].low", "expect[0].high"} {
		for literal, kind := range others {
			if literal != "42" {
				requireOnly(t, spot{path, literal}, "expected a number, got "+kind, "")
			}
		}
		requireOnly(t, spot{path, "1e19"}, "1e19 is too large", "")
		requireOnly(t, spot{path, "-1e400"}, "-1e400 is too large", "")
	}
	for _, c := range []struct {
		set       []string
		low, high float64
	}{
		{[]string{"expect[0].reported=-2.5e-3"}, -0.0025, -0.0025},
		{[]string{"expect[0].reported=-1e18"}, -1e18, -1e18},
		{[]string{"expect[0].reported=0", "expect[0].low=-1"}, -1, 0},
		{[]string{"expect[0].reported=0", "expect[0].high=1"}, 0, 1},
		{[]string{"expect[0].reported=5", "expect[0].low=5", "expect[0].high=5"}, 5, 5},
	} {
		s, problems := Read(with(t, c.set...), products())
		require.Empty(t, lines(problems), c.set)
		assert.Equal(t, [2]float64{c.low, c.high}, [2]float64{s.Expect[0].Low, s.Expect[0].High}, c.set)
	}
}
