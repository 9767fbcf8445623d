package scenario

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
)

// exact reads a number with the standard library's rationals.
func exact(t *testing.T, literal string, decimals int) (n int64, fault numberFault) {
	t.Helper()
	value, ok := new(big.Rat).SetString(literal)
	require.True(t, ok, literal)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	value.Mul(value, new(big.Rat).SetInt(power))
	limit := new(big.Rat).SetInt64(math.MaxInt64)
	if new(big.Rat).Abs(value).Cmp(limit) > 0 {
		return int64(value.Sign()) * math.MaxInt64, tooLarge
	}
	if !value.IsInt() {
		return 0, tooFine
	}
	return value.Num().Int64(), noFault
}

func TestNumbersAreReadExactly(t *testing.T) {
	check := func(literal string, decimals int) {
		want, fault := exact(t, literal, decimals)
		got, gotFault := parseDecimal(literal, decimals)
		assert.Equal(t, want, got, "%s with %d decimals", literal, decimals)
		assert.Equal(t, fault, gotFault, "%s with %d decimals", literal, decimals)
	}
	for _, literal := range []string{"0", "-0", "1", "-1", "0.000001", "1e6", "1E-6", "2.5e+3", "0.1e1",
		"9223372036854775807",
		"9223372036854775808", "-9223372036854775807", "1.0000000", "10e-1", "100", "123456.789", "1e18",
		"1e19", "0e99"} {
		for _, decimals := range []int{0, 1, 3, 6} {
			check(literal, decimals)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		literal := strconv.Itoa(r.IntN(1_000_000))
		if r.IntN(2) == 0 {
			literal += "." + strconv.Itoa(r.IntN(100_000))
		}
		if r.IntN(3) == 0 {
			literal += "e" + strconv.Itoa(r.IntN(30)-15)
		}
		check(literal, r.IntN(7))
	}
}

func TestAbsurdNumbersTakeNoTime(t *testing.T) {
	for _, literal := range []string{"1e999999999999999999999", "1e2147483647", strings.Repeat("9",
		100_000)} {
		n, fault := parseDecimal(literal, 6)
		assert.Equal(t, tooLarge, fault)
		assert.Equal(t, int64(math.MaxInt64), n)
	}
	_, fault := parseDecimal("1e-999999999999999999999", 6)
	assert.Equal(t, tooFine, fault)
}

func TestDecimalsAreWrittenAsTheyAreRead(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 10, 1500, -2_000_001, math.MaxInt64} {
		for decimals := range 8 {
			got, fault := parseDecimal(formatDecimal(n, decimals), decimals)
			assert.Equal(t, noFault, fault)
			assert.Equal(t, n, got)
		}
	}
	assert.Equal(t, "86,400,000", shown(86_400_000_000_000, 6))
	assert.Equal(t, "0.001", shown(1000, 6))
}

// tables are all tables of fields, by what they describe.
var tables = map[string][]Field{"scenario": ScenarioFields, "measure": MeasureFields,
	"machine":  MachineFields,
	"explicit": ExplicitFields, "node": NodeFields, "core": CoreFields, "group": GroupFields,
	"card": CardFields, "hypervisor": HypervisorFields,
	"class": ClassFields, "law": LawFields, "session": SessionFields, "run": RunFields,
	"arrivals": ArrivalFields,
	"action":   ActionFields, "system": SystemFields, "guest": GuestFields, "link": LinkFields,
	"variant": VariantFields, "claim": ClaimFields}

func TestFieldsAreDescribed(t *testing.T) {
	for table, fields := range tables {
		names := map[string]bool{}
		for _, f := range fields {
			at := table + "." + f.Name
			assert.False(t, names[f.Name], at)
			names[f.Name] = true
			assert.NotEmpty(t, f.Title, at)
			if !f.Reserved && f.Name != "unit" && f.Name != "kind" && f.Name != "evidence" {
				assert.NotEmpty(t, f.Help, at)
			}
			checkSuffix(t, at, f)
			checkDefault(t, at, f)
		}
	}
}

// checkSuffix checks that a name's last part tells the unit, and that nanoseconds can be written.
func checkSuffix(t *testing.T, at string, f Field) {
	units := map[string]string{"_ms": "ms", "_us": "µs", "_pct": "%", "_mb": "MB", "_kb": "KB"}
	decimals := map[string]int{"_ms": 6, "_us": 3}
	for suffix, unit := range units {
		if strings.HasSuffix(f.Name, suffix) {
			assert.Equal(t, unit, f.Unit, at)
			assert.GreaterOrEqual(t, f.Decimals, decimals[suffix], at)
		}
	}
}

// checkDefault checks that a form may show the default, -1 apart, which stands for what is not told.
func checkDefault(t *testing.T, at string, f Field) {
	switch f.Kind {
	case setting.Number:
		if f.Reserved {
			return
		}
		assert.Greater(t, f.Max, f.Min, at)
		if n := f.Default.Number; n != -1 && !f.Required {
			assert.GreaterOrEqual(t, n, f.Min, at)
			assert.LessOrEqual(t, n, f.Max, at)
		}
	case setting.Choice:
		names := []string{}
		for _, option := range f.Choices {
			names = append(names, option.Name)
			assert.NotEmpty(t, option.Title, at)
		}
		if !f.Required {
			assert.Contains(t, names, f.Default.Text, at)
		}
	}
}

func TestValuesAreWrittenAsDocumentsHaveThem(t *testing.T) {
	cpu, _ := classSchema.field("cpu_ms")
	assert.Equal(t, "0.25", cpu.Format(setting.Value{Number: 250_000}).String())
	repeat, _ := sessionSchema.field("repeat")
	assert.Equal(t, "true", repeat.Format(setting.Value{Number: 1}).String())
	pools := Field{Setting: toy().Settings[4]}
	assert.Equal(t, `[{ "name": "gold", "percent": 40 }]`, pools.Format(setting.Value{
		Records: []setting.Values{{"percent": {Number: 40}, "name": {Text: "gold"}}}}).String())
}

// farApart counts edits by trying everything: the last letters are kept, removed, added, replaced or swapped.
func farApart(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	m, n := len(a)-1, len(b)-1
	replaced := farApart(a[:m], b[:n])
	if a[m] != b[n] {
		replaced++
	}
	best := min(replaced, farApart(a[:m], b)+1, farApart(a, b[:n])+1)
	if m > 0 && n > 0 && a[m] == b[n-1] && a[m-1] == b[n] {
		best = min(best, farApart(a[:m-1], b[:n-1])+1)
	}
	return best
}

func TestDistanceCountsEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	word := func() string {
		b := make([]byte, r.IntN(7))
		for i := range b {
			b[i] = "abc"[r.IntN(3)]
		}
		return string(b)
	}
	for range 500 {
		a, b := word(), word()
		assert.Equal(t, farApart(a, b), distance(a, b, 20), "%q %q", a, b)
	}
}

func TestHintsAtNearNames(t *testing.T) {
	known := []string{"max_dop", "cost_threshold", "auto_soft_numa"}
	for name, want := range map[string]string{"maxdop": "max_dop", "max_dpo": "max_dop",
		"cost":              "cost_threshold",
		"auto_soft_numa_ms": "auto_soft_numa", "zebra": "", "": "", strings.Repeat("x", 1000): ""} {
		assert.Equal(t, want, nearest(name, known), name)
	}
	assert.Equal(t, `known are "max_dop", "cost_threshold", "auto_soft_numa"`, didYouMean("zebra", known))
	assert.Empty(t, didYouMean("zebra", nil))
}
