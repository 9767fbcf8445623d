package tidy

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const table = "# Title\n\n" + tableHeader + `
| --- | --- |
| ` + "`sim`, `topology` | nothing |" + `
| ` + "`trace` | `sim`; it knows no host |" + `
| ` + "`host` | `trace` and what it imports, `topology` |" + `
| ` + "`system` | `host`, `trace` and what they import |" + `
| ` + "`system/<db>` | `system` and what it imports; never a sibling |" + `
| ` + "`engine` | all of the above |" + `
| ` + "`wasm/view`, `wasm/share`, `wasm/proto` | everything under `engine`: no browser |" + `
| ` + "`wasm/runner`, `wasm/store` → `panel` → `wasm` | " +
	"each the one before it, and the pure ones, `scenarios` |" + `
| ` + "`scripts/*` | everything under `scripts`, `wasm/view` |" + `
| ` + "`scripts/tidy` | nothing |" + `

More text.
`

func TestTableOfImports(t *testing.T) {
	rows, err := parseTable(strings.Split(table, "\n"))
	require.NoError(t, err)
	cases := []struct{ importer, may, mayNot string }{
		{"engine/sim", "", "engine/topology engine engine/sim"},
		{"engine/trace", "engine/sim", "engine/topology engine/host"},
		{"engine/host", "engine/trace engine/sim engine/topology", "engine/system engine"},
		{"engine/system", "engine/host engine/trace engine/sim engine/topology", "engine/system/acme"},
		{"engine/system/acme", "engine/system engine/host engine/sim", "engine/system/other engine"},
		{"engine", "engine/sim engine/system/acme", "wasm/view engine/unlisted"},
		{"wasm/view", "engine engine/unlisted/deep", "wasm/share wasm/runner scenarios"},
		{"wasm/runner", "wasm/proto engine/sim scenarios", "wasm/store wasm/panel wasm"},
		{"wasm/panel", "wasm/runner wasm/store wasm/view", "wasm"},
		{"wasm", "wasm/panel wasm/store wasm/share", "scripts/npm"},
		{"scripts/check", "scripts/npm wasm/view", "wasm/share engine"},
		{"scripts/tidy", "", "scripts/repo"},
		{"engine/unlisted", "", "engine/sim"},
	}
	for _, c := range cases {
		for imported := range strings.FieldsSeq(c.may) {
			require.True(t, importTable(rows).allows(c.importer, imported), "%s → %s", c.importer, imported)
		}
		for imported := range strings.FieldsSeq(c.mayNot) {
			require.False(t, importTable(rows).allows(c.importer, imported), "%s → %s", c.importer, imported)
		}
	}
}

func TestATableThatIsNotUnderstoodIsAnError(t *testing.T) {
	for row, want := range map[string]string{
		"| `a` | whatever |": `"whatever" is not understood`,
		"| `a` | everything under `b` and what it imports |": "is not understood",
		"| `a`, b | nothing |":                               "is no name of a package",
		"| `a` |":                                            "1 cells",
	} {
		_, err := parseTable([]string{tableHeader, "| --- | --- |", row})
		require.ErrorContains(t, err, want)
	}
	_, err := parseTable([]string{tableHeader, "| --- | --- |"})
	require.ErrorContains(t, err, "empty")
	_, err = parseTable([]string{"# Title"})
	require.ErrorContains(t, err, "has no table")
}

func TestBrokenImportsAreNamed(t *testing.T) {
	files := map[string]string{
		"README.md":                "",
		"engine/sim/a.go":          "package sim",
		"engine/sim/a_test.go":     "package sim\nimport _ \"schedlab/engine/host\"",
		"engine/trace/a.go":        "package trace\nimport _ \"schedlab/engine/sim\"",
		"engine/system/acme/a.go":  "package acme\nimport _ \"schedlab/engine/system/other\"",
		"engine/unlisted/a.go":     "package unlisted",
		"engine/system/other/a.go": "package other\nimport _ \"fmt\"",
	}
	_, err := BrokenImports(load(t, files))
	require.ErrorContains(t, err, "has no table")

	files["README.md"] = table
	broken, err := BrokenImports(load(t, files))
	require.NoError(t, err)
	require.Equal(t, []string{
		"engine/system/acme/a.go: engine/system/acme may not import engine/system/other",
		"engine/unlisted: README.md does not say what it may import",
	}, broken)
}
