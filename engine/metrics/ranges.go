package metrics

import (
	"strings"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// ranges measures what has ended inside the window, ranges with the same Metric together; they may have begun
// before it:
//
//	<metric>.count           how many
//	<metric>.mean_s          how long, on average; 0 if there was none
//	<metric>.max_s           the longest
//	<metric>.total_s         all together
//	<metric>.<fact>          the sum of a fact's last values
//	<metric>.longest.<fact>  the fact of the longest, the first to begin if several are; missing if none is
func (m *measuring) ranges() {
	kinds := m.layout().Ranges
	done := map[string]bool{"": true}
	for i := range kinds {
		metric := kinds[i].Metric
		if done[metric] {
			continue
		}
		done[metric] = true
		ofMetric := map[trace.Reason][]trace.Fact{}
		for _, kind := range kinds {
			if kind.Metric == metric {
				ofMetric[kind.Why] = kind.Facts
			}
		}
		m.setRanges(metric, ofMetric)
	}
}

// setRanges measures the ranges of some kinds, which are given with their facts.
func (m *measuring) setRanges(metric string, kinds map[trace.Reason][]trace.Fact) {
	sums := map[string]float64{}
	for _, facts := range kinds {
		for _, f := range facts {
			sums[spanName(f)] = 0
		}
	}
	var count int
	var total, most sim.Time
	var longest *trace.Range
	all := m.log.Ranges(m.instance)
	for i := range all {
		r := &all[i]
		facts, ours := kinds[r.Why]
		if !ours || r.End < m.window.From || r.End >= m.window.To {
			continue
		}
		count++
		total += r.End - r.Begin
		if longest == nil || r.End-r.Begin > most {
			longest, most = r, r.End-r.Begin
		}
		for _, f := range facts {
			sums[spanName(f)] += factOf(r, f)
		}
	}
	m.set(metric+".count", float64(count))
	m.set(metric+".mean_s", ratio(seconds(total), float64(count)))
	m.set(metric+".max_s", seconds(most))
	m.set(metric+".total_s", seconds(total))
	for name, sum := range sums {
		m.set(metric+"."+name, sum)
	}
	if longest == nil {
		return
	}
	for _, f := range kinds[longest.Why] {
		m.set(metric+".longest."+spanName(f), factOf(longest, f))
	}
}

// spanName is a fact's name with its unit.
func spanName(f trace.Fact) string {
	if f.Unit == trace.Span && !strings.HasSuffix(f.Name, "_ms") && !strings.HasSuffix(f.Name, "_s") {
		return f.Name + "_s"
	}
	return f.Name
}

// factOf is the last value of a range's fact, in the unit of its name; 0 if it never became known.
func factOf(r *trace.Range, f trace.Fact) float64 {
	value, _ := r.Fact(f.Why, sim.Never)
	switch {
	case f.Unit != trace.Span:
		return float64(value)
	case strings.HasSuffix(f.Name, "_ms"):
		return 1000 * seconds(sim.Time(value))
	}
	return seconds(sim.Time(value))
}

// counted counts notes inside the window.
func (m *measuring) counted() {
	metrics := map[trace.Reason]string{}
	counts := map[string]int{}
	for _, c := range m.layout().Counted {
		metrics[c.Why] = c.Metric
		counts[c.Metric] = 0
	}
	if len(metrics) == 0 {
		return
	}
	for _, e := range m.inside() {
		if e.Kind != trace.Note || e.Instance != m.instance {
			continue
		}
		if metric, ours := metrics[e.Why]; ours {
			counts[metric]++
		}
	}
	for metric, n := range counts {
		m.set(metric, float64(n))
	}
}
