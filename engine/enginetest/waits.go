package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/trace"
)

// waits prints the finished waits by type, with the first waits of new tasks last.
func waits(s *story, _ *datadriven.TestData) (string, error) {
	var out strings.Builder
	s.instances(func(_ trace.InstanceID, in *trace.Instance, name string) {
		for why, w := range in.Waits {
			if w.Count > 0 {
				fmt.Fprintf(&out, "%s%s %d: resource %v, signal %v, longest %v\n", name,
					in.Layout.Causes[why], w.Count, w.Resource, w.Signal, w.Max)
			}
		}
	})
	totals := s.run.Log.Ledger.Totals
	fmt.Fprintf(&out, "first slices %d: %dns\n", totals.FirstRunNo, totals.FirstRun)
	return out.String(), nil
}
