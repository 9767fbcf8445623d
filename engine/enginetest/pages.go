package enginetest

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/datadriven"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// pages prints a row every step_ms: what the pages of the buffer pool are at that moment, dirty ones by
// database, and how long the recovery after a crash would take. With nodes it prints a row a memory node.
func pages(s *story, d *datadriven.TestData) (string, error) {
	from, to := s.window(d)
	step := milliArg(d, "step_ms", (to-from)/10)
	var out strings.Builder
	for at := from; at <= to; at += step {
		ledger := s.run.Log.At(at)
		s.instances(func(id trace.InstanceID, in *trace.Instance, name string) {
			p := poolRow{layout: &in.Layout, amounts: ledger.Instances[id].Amounts}
			if !d.HasArg("nodes") {
				fmt.Fprintf(&out, "%s%v: %s, crash now %v\n", name, at, p.text(-1), p.recovery())
				return
			}
			for group, g := range in.Layout.Groups {
				if g.Level == trace.MemoryNode {
					fmt.Fprintf(&out, "%s%v node %d: %s\n", name, at, g.Number, p.text(group))
				}
			}
		})
	}
	return out.String(), nil
}

// poolRow is an instance's amounts at an instant.
type poolRow struct {
	layout  *trace.Layout
	amounts []int64
}

// text tells the pages of a group; of all of them for -1.
func (p *poolRow) text(group int) string {
	var words []string
	for i := range p.layout.Series {
		if s := &p.layout.Series[i]; s.Metric == "buffer.dirty_pages" && s.Group == 0 {
			words = append(words, fmt.Sprintf("%s %d", s.Label, p.sum(s.Metric, s.Label, group)))
		}
	}
	return fmt.Sprintf("dirty %s, clean %d, free %d", strings.Join(words, " + "),
		p.sum("buffer.clean_pages", "", group), p.sum("buffer.free_pages", "", group))
}

func (p *poolRow) sum(metric, label string, group int) (sum int64) {
	for i := range p.layout.Series {
		s := &p.layout.Series[i]
		if s.Metric == metric && s.Label == label && (group < 0 || s.Group == group) {
			sum += p.amounts[i]
		}
	}
	return sum
}

// recovery is the longest of the databases'.
func (p *poolRow) recovery() (longest sim.Time) {
	for i := range p.layout.Series {
		if p.layout.Series[i].Metric == "recovery.estimate" {
			longest = max(longest, sim.Time(p.amounts[i]))
		}
	}
	return longest
}
