package engine

import (
	"math"

	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
)

// Row is a claim with what was simulated for it.
type Row struct {
	scenario.Claim
	Simulated float64 // NaN if the run has no such metric
	Low, High float64 // the accepted range
	OK        bool    // inside the range, or declared as a disagreement
}

// Title is what the row is about: its own label or its metric's.
func (r Row) Title() string {
	if r.Label != "" {
		return r.Label
	}
	return metrics.Title(r.Metric)
}

// SimulatedText writes the simulated figure. A row about a change is in per cent. "" = there is none.
func (r Row) SimulatedText() string {
	switch {
	case math.IsNaN(r.Simulated):
		return ""
	case r.RelativeTo != "":
		return metrics.Text("change_pct", r.Simulated)
	}
	return metrics.Text(r.Metric, r.Simulated)
}

// Numbers are the metrics of a finished run over the scenario's window.
func (r *Run) Numbers() metrics.Numbers {
	var classes []string
	for _, c := range r.Scenario.Workload.Classes {
		classes = append(classes, c.Name)
	}
	window := metrics.Window{From: r.Scenario.Measure.From, To: r.Scenario.Measure.To}
	return metrics.Measure(r.Log, classes, window)
}

// Claims judges a document's claims. A claim about a variant, or about other settings, runs that variation;
// each is run once. The base's metrics are passed in, since its run exists.
func Claims(d scenario.Document, s scenario.Scenario, base metrics.Numbers) []Row {
	return Judge(s, base, func(set []scenario.Assignment) metrics.Numbers { return Variation(d, set) })
}

// Judge is Claims with the metrics of variations from elsewhere: it asks for each one once. Without metrics a
// claim has no figure (NaN).
func Judge(s scenario.Scenario, base metrics.Numbers,
	variation func([]scenario.Assignment) metrics.Numbers) []Row {
	j := judge{scenario: s, variation: variation, known: map[string]metrics.Numbers{"": base}}
	var rows []Row
	for _, c := range s.Expect {
		row := Row{Claim: c, Low: c.Low, High: c.High, Simulated: j.value(c.Of, c.Set, c.Metric)}
		if c.RelativeTo != "" {
			row.Simulated = 100 * (row.Simulated/j.value(c.RelativeTo, nil, c.Metric) - 1)
		}
		inside := row.Simulated >= c.Low && row.Simulated <= c.High
		row.OK = inside || c.Kind == scenario.Disagrees
		rows = append(rows, row)
	}
	return rows
}

// judge asks for variations of a document as claims need them.
type judge struct {
	scenario  scenario.Scenario
	variation func([]scenario.Assignment) metrics.Numbers
	known     map[string]metrics.Numbers
}

func (j *judge) value(of string, set []scenario.Assignment, metric string) float64 {
	all := append(j.changes(of), set...)
	key := VariationKey(all)
	numbers, ok := j.known[key]
	if !ok {
		numbers = j.variation(all)
		j.known[key] = numbers
	}
	if value, ok := numbers[metric]; ok {
		return value
	}
	return math.NaN()
}

// VariationKey is the same for equal sets of changes, and empty for none.
func VariationKey(set []scenario.Assignment) string {
	key := ""
	for _, a := range set {
		key += a.Path + "=" + a.Value.String() + "\n"
	}
	return key
}

func (j *judge) changes(of string) []scenario.Assignment {
	for _, v := range j.scenario.Variants {
		if v.Name == of {
			return append([]scenario.Assignment(nil), v.Set...)
		}
	}
	return nil
}

// Variation gives the metrics of a document with changes; nil if the changed document has problems.
func Variation(d scenario.Document, set []scenario.Assignment) metrics.Numbers {
	changed, problems := d.Run(set)
	if len(problems) > 0 {
		return nil
	}
	s, problems := scenario.Read(changed, Products())
	if len(problems) > 0 {
		return nil
	}
	return New(s, Options{}).Finish().Numbers()
}
