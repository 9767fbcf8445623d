package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// series prints a row every step_ms: the share of CPU time used since the last row, the yields in it, and how
// many tasks run, wait for a CPU, are suspended and pending at that moment.
func series(s *story, d *datadriven.TestData) (string, error) {
	from, to := s.window(d)
	step := milliArg(d, "step_ms", (to-from)/10)
	var out strings.Builder
	var busyBefore sim.Time
	var yieldsBefore int64
	for at := from; at <= to; at += step {
		ledger := s.run.Log.Before(at)
		var busy sim.Time
		var yields int64
		for i := range ledger.Lanes {
			busy += ledger.Lanes[i].Busy
			yields += ledger.Lanes[i].Yields
		}
		var states [6]int
		for i := range ledger.Tasks {
			states[ledger.Tasks[i].State]++
		}
		if at > from {
			share := int64(busy-busyBefore) * 1000 / int64(step) / int64(len(ledger.Lanes))
			fmt.Fprintf(&out, "%v: busy %d permille, yields %d", at, share, yields-yieldsBefore)
			shown := []trace.State{trace.Running, trace.Runnable, trace.Suspended, trace.Pending}
			for _, state := range shown {
				fmt.Fprintf(&out, ", %v %d", state, states[state])
			}
			fmt.Fprintln(&out)
		}
		busyBefore, yieldsBefore = busy, yields
	}
	return out.String(), nil
}
