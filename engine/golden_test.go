package engine_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/scenarios"
)

// The harness of the stories has a flag of this name already, where it is linked in.
func init() {
	if flag.Lookup("rewrite") == nil {
		flag.Bool("rewrite", false, "write the goldens anew")
	}
}

// maxGolden is how long a golden may be and still be read, in lines.
const maxGolden = 60

// A shipped scenario gives the same tables and the same log for ever, on every platform. Where a change is
// meant, `go test ./engine -run Golden -rewrite` writes them anew.
func TestGoldensOfShippedScenarios(t *testing.T) {
	rewrite := flag.Lookup("rewrite").Value.String() == "true"
	for _, file := range scenarios.All() {
		t.Run(file.Name, func(t *testing.T) {
			got := summary(t, file)
			assert.LessOrEqual(t, strings.Count(got, "\n"), maxGolden)
			name := filepath.Join("testdata", "golden", file.Name+".txt")
			if rewrite {
				require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
				require.NoError(t, os.WriteFile(name, []byte(got), 0o644))
			}
			want, err := os.ReadFile(name)
			require.NoError(t, err)
			assert.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), got)
		})
	}
}

// summary is what a golden holds: set-up, hash, figures, waits, and reported beside simulated.
func summary(t *testing.T, file scenarios.Scenario) string {
	d, problems := scenario.ParseDocument(file.Text)
	require.Empty(t, problems)
	s, problems := scenario.Read(d, engine.Products())
	require.Empty(t, problems)
	run := engine.New(s, engine.Options{}).Finish()
	numbers := run.Numbers()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\nhash %016x, %d timers, %d events, measured %v to %v\n\n", s.Title,
		s.Machines[0].Hardware.String(), run.Log.Hash(), run.Kernel.Fired(), len(run.Log.Events),
		s.Measure.From, s.Measure.To)
	for _, name := range numbers.Names() {
		if shown(name) {
			fmt.Fprintf(&b, "%-40s %s\n", name, digits(numbers[name]))
		}
	}
	fmt.Fprintln(&b)
	layout := run.Log.Ledger.Instances[0].Layout
	for _, name := range layout.Causes[:layout.Waits] {
		if count := numbers["wait."+name+".count"]; count > 0 {
			fmt.Fprintf(&b, "%-20s %s waits, %s s, signal %s s\n", name, digits(count),
				digits(numbers["wait."+name+".total_s"]), digits(numbers["wait."+name+".signal_s"]))
		}
	}
	fmt.Fprintln(&b)
	for _, r := range engine.Claims(d, s, numbers) {
		fmt.Fprintf(&b, "%s: %s, %s, %s\n", r.Label, r.Text, digits(r.Simulated), r.Kind)
	}
	return b.String()
}

// shown says whether a metric is one that a golden lists.
func shown(name string) bool {
	for _, prefix := range []string{"cpu.", "yields.count", "placement.", "tasks.", "topology.",
		"requests."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// digits are fewer than a platform's own way to add would show.
func digits(f float64) string { return strconv.FormatFloat(f, 'g', 8, 64) }
