package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/trace"
)

// schedulers prints the account of each scheduler that ever had a task; all of them with all.
func schedulers(s *story, d *datadriven.TestData) (string, error) {
	var out strings.Builder
	s.instances(func(_ trace.InstanceID, in *trace.Instance, name string) {
		for at := range in.Layout.Lanes {
			l := &s.run.Log.Ledger.Lanes[int(in.First)+at]
			if l.Opened == 0 && !d.HasArg("all") {
				continue
			}
			fmt.Fprintf(&out, "%s%d: busy %v, yields %d, switches %d, tasks %d of %d, pending %d\n", name,
				in.Layout.Lanes[at].Number, l.Busy, l.Yields, l.Switches, l.Load, l.Opened, l.Pending)
		}
	})
	return out.String(), nil
}
