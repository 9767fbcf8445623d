package runner

import (
	"schedlab/engine"
	"schedlab/engine/metrics"
)

func metricName(name string) string { return metrics.Title(name) }

func metricText(name string, value float64) string { return metrics.Text(name, value) }

// claimText writes a claim's simulated figure. A claim about a change is in per cent.
func claimText(row engine.Row) string {
	if row.RelativeTo != "" {
		return metrics.Text("change_pct", row.Simulated)
	}
	return metrics.Text(row.Metric, row.Simulated)
}
