package view

import (
	"schedlab/engine"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// NewSource takes from a finished run what pictures and panels need.
func NewSource(run *engine.Run) *Source {
	sc := &run.Scenario
	first := run.Systems[0]
	s := &Source{Log: run.Log, Machine: first.Hardware, Values: first.Values, Workload: sc.Workload,
		Connections: run.Driver.Connections(), Description: first.Description,
		Measure: [2]sim.Time{sc.Measure.From, sc.Measure.To}, Quantum: first.Quantum}
	for in := 1; in < len(run.Log.Ledger.Instances); in++ {
		other := run.Started(trace.InstanceID(in))
		s.Others = append(s.Others, Part{other.Hardware, other.Values, other.Description})
	}
	return s
}
