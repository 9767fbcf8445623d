package metrics_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/metrics"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Causes of the storage log.
const (
	large trace.Reason = iota
	small
	phase
	due
	written
	elapsed
	latency
	line
)

// storage is the layout of a database that tells amounts and ranges.
func storage(name string) trace.Layout {
	return trace.Layout{Name: name, Causes: make([]string, line+1), Yield: trace.NoReason,
		Lanes: make([]trace.Lane, 1),
		Series: []trace.Series{{Metric: "buffer.dirty_pages", Label: "sales", Unit: trace.Pages},
			{Metric: "buffer.dirty_pages", Label: "hr", Unit: trace.Pages},
			{Metric: "recovery.estimate", Label: "sales", Unit: trace.Span, Largest: true},
			{Metric: "recovery.estimate", Label: "hr", Unit: trace.Span, Largest: true},
			{Metric: "data.written_bytes", Label: "C", Unit: trace.Bytes, Sum: true},
			{Metric: "data.written_bytes", Label: "D", Unit: trace.Bytes, Sum: true},
			{Metric: "data.busy", Unit: trace.Span, Sum: true}},
		Ranges: []trace.RangeKind{
			{Why: large, Metric: "checkpoint", Facts: []trace.Fact{
				{Why: written, Name: "pages_written", Unit: trace.Pages},
				{Why: elapsed, Name: "elapsed", Unit: trace.Span},
				{Why: latency, Name: "latency_ms", Unit: trace.Span}}},
			{Why: small, Metric: "checkpoint", Facts: []trace.Fact{
				{Why: written, Name: "pages_written", Unit: trace.Pages}}},
			{Why: phase, Facts: []trace.Fact{{Why: written, Name: "pages_written", Unit: trace.Pages}}},
			{Why: due, Metric: "checkpoint_due"}},
		Counted: []trace.Counted{{Why: line, Metric: "log.flushcache_lines"}}}
}

// story records amounts, ranges and notes of an instance.
type story struct {
	*trace.Log
	in trace.InstanceID
}

func (s story) amount(at sim.Time, series int32, value int64) {
	s.Record(trace.Event{At: at, Kind: trace.Counter, Thing: trace.SeriesThing, Who: series, Value: value,
		Instance: s.in, Where: trace.NoLane, Why: trace.NoReason})
}

func (s story) begins(at sim.Time, id int32, why trace.Reason) {
	s.tell(trace.Event{At: at, Kind: trace.RangeBegin, Who: id, Why: why})
}

func (s story) ends(at sim.Time, id int32, why trace.Reason) {
	s.tell(trace.Event{At: at, Kind: trace.RangeEnd, Who: id, Why: why})
}

func (s story) fact(at sim.Time, id int32, why trace.Reason, value int64) {
	s.tell(trace.Event{At: at, Kind: trace.Note, Who: id, Why: why, Value: value})
}

// tell records an event about a range.
func (s story) tell(e trace.Event) {
	e.Thing, e.Instance, e.Where = trace.RangeThing, s.in, trace.NoLane
	s.Record(e)
}

// stored is a log of 20 ms. The dirty pages of both databases together are 15 from 0, 35 from 4, 45 from 6,
// 25 from 10 and none from 15; the larger of the estimates is 3 s from 2, 5 from 6, 3 from 8 and 1 from
// 10. Of the ranges, 0 lasts from 2 to 8, 1 (a phase) from 3 to 7, 2 from 8 to 11, 3 from 11 to 17; 4 begins
// at 18.
func stored() *trace.Log {
	s := story{Log: &trace.Log{}}
	s.Declare(storage("toy"))
	s.amount(0, 0, 10)
	s.amount(0, 1, 5)
	s.amount(2*ms, 2, int64(3*sim.Second))
	s.begins(2*ms, 0, large)
	s.begins(3*ms, 1, phase)
	s.amount(4*ms, 0, 30)
	s.amount(4*ms, 4, 1000)
	s.fact(5*ms, 0, written, 10)
	s.fact(5*ms, 0, line, 0)
	s.amount(6*ms, 1, 25) // for no time there are 55 dirty pages
	s.amount(6*ms, 0, 20)
	s.amount(6*ms, 3, int64(5*sim.Second))
	s.fact(7*ms, 1, written, 99)
	s.ends(7*ms, 1, phase)
	s.amount(8*ms, 3, int64(sim.Second))
	s.amount(8*ms, 5, 500)
	s.fact(8*ms, 0, written, 40)
	s.fact(8*ms, 0, elapsed, int64(6*ms))
	s.ends(8*ms, 0, large)
	s.begins(8*ms, 2, small)
	s.fact(9*ms, 2, line, 0)
	s.fact(9*ms, 2, line, 0)
	s.amount(10*ms, 0, 0)
	s.amount(10*ms, 2, 0)
	s.amount(10*ms, 6, int64(8*ms))
	s.fact(11*ms, 2, written, 7)
	s.ends(11*ms, 2, small)
	s.begins(11*ms, 3, large)
	s.amount(15*ms, 1, 0)
	s.amount(16*ms, 4, 4000)
	s.fact(17*ms, 3, written, 2)
	s.fact(17*ms, 3, latency, int64(3*ms))
	s.ends(17*ms, 3, large)
	s.begins(18*ms, 4, small)
	s.Close(20 * ms)
	return s.Log
}

func TestAmountsByHand(t *testing.T) {
	log := stored()
	require.Empty(t, log.Ledger.Laws())
	for _, c := range []struct {
		from, to sim.Time
		want     metrics.Numbers
	}{
		{0, 20 * ms, metrics.Numbers{
			"buffer.dirty_pages_max": 45, "buffer.dirty_pages_end": 0,
			"buffer.dirty_pages_mean":  (4*15 + 2*35 + 4*45 + 5*25) / 20.0,
			"recovery.estimate_max_s":  5,
			"recovery.estimate_mean_s": (4*3 + 2*5 + 2*3 + 10*1) / 20.0, "recovery.estimate_end_s": 1,
			"data.written_bytes_total": 4500, "data.written_bytes_per_s": 225_000,
			"data.busy_total_s": 0.008, "data.busy_per_s": 0.4}},
		{5 * ms, 12 * ms, metrics.Numbers{
			"buffer.dirty_pages_max": 45, "buffer.dirty_pages_end": 25,
			"buffer.dirty_pages_mean":  (1*35 + 4*45 + 2*25) / 7.0,
			"recovery.estimate_mean_s": (1*3 + 2*5 + 2*3 + 2*1) / 7.0,
			"data.written_bytes_total": 500, "data.written_bytes_per_s": 500 / 0.007}},
		{6 * ms, 8 * ms, metrics.Numbers{
			"buffer.dirty_pages_max": 45, "buffer.dirty_pages_mean": 45, "buffer.dirty_pages_end": 45,
			"recovery.estimate_max_s": 5, "recovery.estimate_mean_s": 5, "recovery.estimate_end_s": 5,
			"data.written_bytes_total": 0, "data.written_bytes_per_s": 0}},
		{8 * ms, 9 * ms, metrics.Numbers{"recovery.estimate_max_s": 3, "recovery.estimate_mean_s": 3,
			"data.written_bytes_total": 500}},
		{12 * ms, 12 * ms, metrics.Numbers{
			"buffer.dirty_pages_max": 25, "buffer.dirty_pages_mean": 25, "buffer.dirty_pages_end": 25,
			"recovery.estimate_max_s": 1, "data.written_bytes_total": 0, "data.written_bytes_per_s": 0}},
		{15 * ms, 40 * ms, metrics.Numbers{
			"buffer.dirty_pages_max": 0, "buffer.dirty_pages_mean": 0, "data.written_bytes_total": 3000,
			"data.written_bytes_per_s": 600_000}},
	} {
		compare(t, log, metrics.Window{From: c.from, To: c.to}, c.want)
	}
	require.NotContains(t, metrics.Measure(log, nil, metrics.Window{To: 20 * ms}), "data.written_bytes_max")
}

func compare(t *testing.T, log *trace.Log, w metrics.Window, want metrics.Numbers) {
	got := metrics.Measure(log, nil, w)
	for name, value := range want {
		require.Contains(t, got, name)
		require.InDelta(t, value, got[name], 1e-9, "%s from %v to %v", name, w.From, w.To)
	}
}

func TestRangesByHand(t *testing.T) {
	log := stored()
	for _, c := range []struct {
		from, to sim.Time
		want     metrics.Numbers
	}{
		{0, 20 * ms, metrics.Numbers{
			"checkpoint.count": 3, "checkpoint.total_s": 0.015, "checkpoint.mean_s": 0.005,
			"checkpoint.max_s": 0.006, "checkpoint.pages_written": 40 + 7 + 2, "checkpoint.elapsed_s": 0.006,
			"checkpoint.latency_ms":            3,
			"checkpoint.longest.pages_written": 40, "checkpoint.longest.elapsed_s": 0.006,
			"checkpoint.longest.latency_ms": 0,
			"checkpoint_due.count":          0, "checkpoint_due.mean_s": 0, "checkpoint_due.max_s": 0,
			"checkpoint_due.total_s": 0, "log.flushcache_lines": 3}},
		{8 * ms, 12 * ms, metrics.Numbers{
			"checkpoint.count": 2, "checkpoint.mean_s": 0.0045, "checkpoint.max_s": 0.006,
			"checkpoint.pages_written": 47, "checkpoint.longest.pages_written": 40,
			"log.flushcache_lines": 2}},
		{5 * ms, 9 * ms, metrics.Numbers{"checkpoint.count": 1, "log.flushcache_lines": 1}},
		{9 * ms, 17 * ms, metrics.Numbers{"checkpoint.count": 1, "checkpoint.pages_written": 7,
			"checkpoint.elapsed_s": 0, "checkpoint.longest.pages_written": 7}},
		{0, 8 * ms, metrics.Numbers{
			"checkpoint.count": 0, "checkpoint.total_s": 0, "checkpoint.mean_s": 0, "checkpoint.max_s": 0,
			"checkpoint.pages_written": 0, "checkpoint.elapsed_s": 0, "checkpoint.latency_ms": 0}},
	} {
		compare(t, log, metrics.Window{From: c.from, To: c.to}, c.want)
	}
	none := metrics.Measure(log, nil, metrics.Window{To: 8 * ms})
	require.NotContains(t, none, "checkpoint.longest.pages_written")
	require.NotContains(t, none, ".count", "phases are not measured")
}

func TestEachSystemHasItsOwnAmounts(t *testing.T) {
	log := &trace.Log{}
	a, b := story{Log: log}, story{Log: log, in: 1}
	log.Declare(storage("a"))
	log.Declare(storage("b"))
	a.amount(0, 0, 4)
	b.amount(0, 0, 9)
	b.begins(0, 0, large)
	b.ends(5*ms, 0, large)
	b.fact(5*ms, 0, line, 0)
	log.Close(10 * ms)
	compare(t, log, metrics.Window{To: 10 * ms}, metrics.Numbers{"a.buffer.dirty_pages_mean": 4,
		"b.buffer.dirty_pages_mean": 9, "a.checkpoint.count": 0, "b.checkpoint.count": 1,
		"a.log.flushcache_lines": 0, "b.log.flushcache_lines": 1})
}

// values are what random series are at every instant, by series.
type values [][]int64

// together gives the amount of some series at an instant.
func (v values) together(series []int, at int, largest bool) int64 {
	var all int64
	for _, s := range series {
		if largest {
			all = max(all, v[s][at])
		} else {
			all += v[s][at]
		}
	}
	return all
}

// random tells random amounts of a storage layout's first four series at some of the instants.
func random(r *rand.Rand, instants int) (*trace.Log, values) {
	s, v := story{Log: &trace.Log{}}, make(values, 4)
	s.Declare(storage("toy"))
	for at := range instants {
		for series := range v {
			value := int64(0)
			if at > 0 {
				value = v[series][at-1]
			}
			for range max(0, r.IntN(6)-3) {
				value = r.Int64N(50)
				s.amount(sim.Time(at), int32(series), value)
			}
			v[series] = append(v[series], value)
		}
	}
	s.Close(sim.Time(instants))
	return s.Log, v
}

// plain measures an amount inside a window by looking at every nanosecond of it.
func (v values) plain(series []int, from, to int, largest bool) (most, mean, end float64) {
	for at := from; at < to; at++ {
		end = float64(v.together(series, at, largest))
		most = max(most, end)
		mean += end / float64(to-from)
	}
	return most, mean, end
}

func TestAmountsOfRandomLogsEqualADumbImplementation(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		log, v := random(r, 30)
		from := r.IntN(29)
		to := from + 1 + r.IntN(30-from)
		got := metrics.Measure(log, nil, metrics.Window{From: sim.Time(from), To: sim.Time(to)})
		most, mean, end := v.plain([]int{0, 1}, from, to, false)
		require.Equal(t, most, got["buffer.dirty_pages_max"], "seed %d", seed)
		require.Equal(t, end, got["buffer.dirty_pages_end"], "seed %d", seed)
		require.InDelta(t, mean, got["buffer.dirty_pages_mean"], 1e-9, "seed %d", seed)
		most, mean, end = v.plain([]int{2, 3}, from, to, true)
		const nanoseconds = 1e9
		require.InDelta(t, most, nanoseconds*got["recovery.estimate_max_s"], 1e-9, "seed %d", seed)
		require.InDelta(t, end, nanoseconds*got["recovery.estimate_end_s"], 1e-9, "seed %d", seed)
		require.InDelta(t, mean, nanoseconds*got["recovery.estimate_mean_s"], 1e-9, "seed %d", seed)
	}
}
