package esxi

import (
	"testing"

	"schedlab/engine/sim"
	"schedlab/engine/topology"
)

// BenchmarkTwoMonsters is two machines of 24 virtual CPUs at three times the base load for a minute.
func BenchmarkTwoMonsters(b *testing.B) { minute(b, plan{guests: guests(30, 24, 24)}) }

// BenchmarkOvercommit is the same on half of the host.
func BenchmarkOvercommit(b *testing.B) {
	minute(b, plan{shape: topology.Shape{Packages: 2, CoresPerNode: 6, ThreadsPerCore: 2},
		guests: guests(30, 24, 24)})
}

func minute(b *testing.B, p plan) {
	for b.Loop() {
		w := newBench(p)
		w.run(sim.Minute)
		b.ReportMetric(float64(w.log.Bytes())/(1<<20), "MB")
		b.ReportMetric(float64(w.Fired()), "timers")
	}
}
