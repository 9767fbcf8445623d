package ring_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/enginetest/ring"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// The totals are those of the performance study, on which a textbook engine, a heap of packed keys, a ring of
// whole quanta and three kinds of leaps agreed; so did the same model on seven other simulators.
var references = []struct {
	workload func() ring.Workload
	long     bool // for benchmarks only: seconds, and hundreds of megabytes of arrivals
	ring.Totals
}{
	{ring.R, false, ring.Totals{CPU: 3_720_128_000_000, YieldWait: 6_479_488_000_000, FirstRun: 384_000_000,
		Done: 192, Slices: 930_192}},
	{ring.R2, false, ring.Totals{CPU: 398_492_035_090, YieldWait: 4_872_853_636, FirstRun: 11_131_159_664,
		Done: 200_103, Slices: 231_307}},
	{ring.R4, false, ring.Totals{CPU: 79_747_545_945, YieldWait: 2_821_538_435_208,
		FirstRun: 19_471_087_849_490, Done: 39_696, Slices: 46_004}},
	{ring.RL, false, ring.Totals{CPU: 439_177_248_000_000, YieldWait: 4_088_000_000, FirstRun: 12_264_000_000,
		Done: 8192, Slices: 109_801_488}},
	{ring.R2H, true, ring.Totals{CPU: 7_994_416_518_340, YieldWait: 4_964_334_253_275,
		FirstRun: 23_411_542_495_485, Done: 3_993_535, Slices: 4_621_629}},
	{ring.R3, true, ring.Totals{CPU: 122_880_000_000_000, YieldWait: 379_684_297_404_288,
		FirstRun: 35_322_530_920_088, Done: 2_398_340, Slices: 32_294_613}},
}

func TestReferenceWorkloads(t *testing.T) {
	for _, want := range references {
		if want.long {
			continue
		}
		w := want.workload()
		t.Run(w.Name, func(t *testing.T) {
			run := ring.New(w, &trace.Log{}, false).Finish()
			require.Empty(t, run.Log.Ledger.Laws())
			require.Equal(t, want.Totals, run.Totals())
		})
	}
}

// R by hand: the turn of nodes moves by three a client, so the endless queries are on 4 of 12 nodes. On
// each of the 8 lanes of a node, clients 0 to 3 bring the first worker, 4 to 7 the second and 8 to 11 the
// third; each of the latter adds one worker that waits, from then on. All endless workers start after two
// queries of 1 ms, and their first waits are no yield waits.
func TestWaitsOfRByHand(t *testing.T) {
	var waits sim.Time
	for client := sim.Time(4); client < 12; client++ {
		waits += 8 * (120*sim.Second - client*2500*sim.Millisecond)
	}
	late := 64 * 2 * sim.Millisecond
	got := ring.New(ring.R(), &trace.Log{}, false).Finish().Totals()
	require.Equal(t, waits-late, got.YieldWait+got.FirstRun)
}

func TestPlainEngineComesToTheSameTotals(t *testing.T) {
	w := ring.R()
	w.Until = 30 * sim.Second
	leap, plain := ring.New(w, &trace.Log{}, false).Finish(), ring.New(w, &trace.Log{}, true).Finish()
	require.Equal(t, plain.Totals(), leap.Totals())
}

func TestALogIsUsedAgain(t *testing.T) {
	log := &trace.Log{}
	first := ring.New(ring.R(), log, false).Finish().Log.Hash()
	log.Reset()
	require.Equal(t, first, ring.New(ring.R(), log, false).Finish().Log.Hash())
}

func BenchmarkLeap(b *testing.B) {
	names := []string{"R", "R2", "R4", "RL", "R2H", "R3"} // as in references: drawing arrivals takes seconds
	for i, want := range references {
		b.Run(names[i], func(b *testing.B) {
			w, log := want.workload(), &trace.Log{}
			for b.Loop() {
				log.Reset()
				require.Equal(b, want.Totals, ring.New(w, log, false).Finish().Totals())
			}
		})
	}
}
