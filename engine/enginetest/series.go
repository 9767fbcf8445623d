package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// series prints a row every step_ms: the share of CPU time used since the last row, the yields in it, and
// how many tasks run, wait for a CPU, are suspended and pending at that moment. With of=(metric, …) it
// prints amounts instead: those that only grow as what came since the last row, others as they are then.
func series(s *story, d *datadriven.TestData) (string, error) {
	if arg, ok := d.Arg("of"); ok {
		return s.amounts(d, arg.Vals), nil
	}
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

func (s *story) amounts(d *datadriven.TestData, metrics []string) string {
	from, to := s.window(d)
	step := milliArg(d, "step_ms", (to-from)/10)
	var out strings.Builder
	before := make([]map[string]int64, len(s.run.Systems))
	for at := from; at <= to; at += step {
		ledger := s.run.Log.At(at)
		s.instances(func(id trace.InstanceID, in *trace.Instance, name string) {
			now := amountsOf(&ledger.Instances[id])
			if at > from {
				fmt.Fprintf(&out, "%s%v:%s\n", name, at, amountsText(&in.Layout, metrics, now, before[id]))
			}
			before[id] = now
		})
	}
	return out.String()
}

// amountsOf adds up the series of each metric, or takes their largest.
func amountsOf(in *trace.Instance) map[string]int64 {
	all := map[string]int64{}
	for i, s := range in.Layout.Series {
		if s.Largest {
			all[s.Metric] = max(all[s.Metric], in.Amounts[i])
		} else {
			all[s.Metric] += in.Amounts[i]
		}
	}
	return all
}

func amountsText(layout *trace.Layout, metrics []string, now, before map[string]int64) (text string) {
	for _, m := range metrics {
		m = strings.TrimSpace(m)
		text += " " + m + " " + amountText(layout, m, now[m], before[m])
	}
	return text
}

func amountText(layout *trace.Layout, metric string, now, before int64) string {
	for _, s := range layout.Series {
		if s.Metric != metric {
			continue
		}
		if s.Sum {
			now -= before
		}
		if s.Unit == trace.Span {
			return fmt.Sprint(sim.Time(now))
		}
		return fmt.Sprint(now)
	}
	return "?"
}
