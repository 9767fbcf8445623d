package esxi

import (
	"testing"

	"schedlab/engine/sim"
)

// BenchmarkTwoMonsters is two machines of 24 virtual CPUs at three times the base load for a minute.
func BenchmarkTwoMonsters(b *testing.B) {
	for b.Loop() {
		two := guestPlan{vcpus: 24, load: rate(30)}
		w := newBench(plan{guests: []guestPlan{two, two}})
		w.run(sim.Minute)
		b.ReportMetric(float64(w.log.Bytes())/(1<<20), "MB")
		b.ReportMetric(float64(w.Fired()), "timers")
	}
}
