package view

import (
	"schedlab/engine"
	"schedlab/engine/sim"
)

// NewSource takes from a finished run what pictures and panels need.
// simplified: they show the first system of a scenario; the engine runs all of them.
func NewSource(run *engine.Run) *Source {
	sc := &run.Scenario
	first := run.Systems[0]
	return &Source{Log: run.Log, Machine: first.Hardware, Values: first.Values,
		Workload: sc.Workload, Connections: run.Driver.Connections(), Description: first.Description,
		Measure: [2]sim.Time{sc.Measure.From, sc.Measure.To}, Quantum: first.Quantum}
}
