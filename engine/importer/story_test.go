package importer

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"schedlab/engine/topology"
)

// TestStories reads whole texts as people paste them; what came of each stands below it. With "as=" the text
// first goes through a disguise; "cores" adds the CPUs of every core.
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd != "parse" {
				d.Fatalf(t, "importer: story command %q", d.Cmd)
			}
			text := d.Input
			if d.HasArg("as") {
				var name string
				d.ScanArgs(t, "as", &name)
				disguise := disguises[name]
				require.NotNil(t, disguise, "no disguise %q", name)
				text = disguise(text)
			}
			r := Parse(text)
			out := told(r)
			if d.HasArg("cores") {
				out += "cores: " + coreList(r.Machine) + "\n"
			}
			return out
		})
	})
}

func told(r Result) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s\n", strings.Join(r.Formats, ", "), r.Machine)
	for i, n := range r.Machine.Nodes {
		fmt.Fprintf(&out, "node %d: package %d, %s, CPUs %s", n.ID, n.Package, mebibytes(n.Memory),
			cpuNumbers(r.Machine, n.CPUs))
		if r.Machine.Distance != nil {
			fmt.Fprintf(&out, ", distances %v", r.Machine.Distance[i])
		}
		out.WriteByte('\n')
	}
	if len(r.Machine.Cores) > 0 {
		fmt.Fprintf(&out, "first core: %s\n", cpuNumbers(r.Machine, r.Machine.Cores[0].CPUs))
	}
	for part := range strings.SplitSeq(softList(r.SoftNodes), " | ") {
		if part != "" {
			fmt.Fprintf(&out, "scheduling node %s\n", part)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Settings)) {
		fmt.Fprintf(&out, "%s = %s\n", name, r.Settings[name])
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&out, "%s %d-%d: %s\n", n.Level, n.First, n.Last, n.Text)
	}
	if len(r.IgnoredLines) > 0 {
		fmt.Fprintf(&out, "ignored: %v\n", r.IgnoredLines)
	}
	return out.String()
}

func mebibytes(size topology.Bytes) string {
	if size == topology.NoBytes {
		return "memory unknown"
	}
	return fmt.Sprintf("%d MiB", size>>20)
}
