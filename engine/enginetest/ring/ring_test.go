package ring_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/enginetest/ring"
	"schedlab/engine/sim"
)

// The totals are those of the performance study, on which a textbook engine, a heap of packed keys, a ring and
// three kinds of leaps agreed, and so did programs on seven other simulators.
var references = []struct {
	workload  func() ring.Workload
	yieldWait sim.Time
	firstRun  sim.Time
	done      int64
	slices    int64
	busy      float64 // per cent
}{
	{ring.R, 6_479_488_000_000, 384_000_000, 192, 930_192, 32.293},
	{ring.R2, 4_872_853_636, 11_131_159_664, 200_103, 231_307, 3.892},
	{ring.R4, 0, 0, 39_696, 46_004, 0},
	{ring.RL, 0, 0, 8192, 109_801_488, 89.35},
}

func TestReferenceWorkloads(t *testing.T) {
	for _, want := range references {
		w := want.workload()
		t.Run(w.Name, func(t *testing.T) {
			run := ring.New(w, false, 0).Finish()
			require.Empty(t, run.Log.Ledger.Laws())
			got := run.Totals()
			t.Log(got)
			require.Equal(t, want.done, got.Done)
			require.Equal(t, want.slices, got.Slices)
		})
	}
}

func BenchmarkLeap(b *testing.B) {
	for _, want := range references {
		w := want.workload()
		b.Run(w.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ring.New(w, false, 0).Finish()
			}
		})
	}
}
