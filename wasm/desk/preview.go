package desk

import (
	"strings"

	"schedlab/engine/advice"
	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// Preview is what closed forms expect of the run under way: the scenario's headline, and how busy the CPUs
// are behind it. It is empty where they do not tell the headline.
func (s *State) Preview() []proto.Value {
	numbers := advice.Estimate(&s.reading, s.Supplies.Products)
	headline := s.headlineMetric()
	if _, isThere := numbers[headline]; !isThere {
		return nil
	}
	owner := headline[:strings.LastIndex(headline, ".")+1]
	values := []proto.Value{expectedOf(numbers, headline)}
	for _, busy := range []string{owner + "guest_busy_pct", "cpu.busy_pct"} {
		if _, isThere := numbers[busy]; isThere && busy != headline {
			return append(values, expectedOf(numbers, busy))
		}
	}
	return values
}

func expectedOf(numbers metrics.Numbers, name string) proto.Value {
	return proto.Value{Name: MetricTitle(name), Text: MetricText(name, numbers[name])}
}

// estimatesAtOnce is how many points of a sweep are estimated in one frame: reading a document is what takes
// its time.
const estimatesAtOnce = 2

// estimate goes on with the estimates of a sweep's points.
func (s *State) estimate() {
	w := &s.Sweep
	for range estimatesAtOnce {
		if !w.isExpecting() {
			return
		}
		p := &w.Points[w.expected]
		w.expected++
		document, problems := scenario.ParseDocument([]byte(p.document))
		if len(problems) > 0 {
			continue
		}
		if reading, problems := s.readingOf(document); len(problems) == 0 {
			p.Expected = advice.Estimate(&reading, s.Supplies.Products)
		}
	}
}

// Estimated counts the points of which is known whether they can be estimated.
func (w *Sweep) Estimated() int { return w.expected }

// isExpecting says whether there are points of which nobody knows yet whether they can be estimated.
func (w *Sweep) isExpecting() bool { return w.expected < len(w.Points) }
