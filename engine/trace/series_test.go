package trace_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

func TestSamplesAreTheSteps(t *testing.T) {
	log := swept()
	require.Equal(t, []trace.Sample{{At: 0, Value: 0}, {At: 10, Value: 30}, {At: 25, Value: 50},
		{At: 55, Value: 30}, {At: 70, Value: 0}}, log.Samples(0, int(dirty)))
	require.Equal(t, []trace.Sample{{At: 55, Value: 20 << 40}, {At: 70, Value: 50 << 40}},
		log.Samples(0, int(written)))
}

func TestRangesAreWhatLasts(t *testing.T) {
	require.Equal(t, []trace.Range{
		{Begin: 30, End: 40, Of: 5, Where: trace.NoLane, Why: waiting},
		{Begin: 40, End: 70, Of: 5, Where: trace.NoLane, Why: sweeping,
			Facts: []trace.RangeFact{{At: 55, Why: pages, Value: 20}, {At: 70, Why: pages, Value: 50}}},
		{Begin: 90, End: sim.Never, Of: 6, Where: trace.NoLane, Why: sweeping}}, swept().Ranges(0))
}

func TestFactsBecomeKnown(t *testing.T) {
	sweep := swept().Ranges(0)[1]
	for at, want := range map[sim.Time]int64{55: 20, 69: 20, 70: 50, sim.Never: 50} {
		value, known := sweep.Fact(pages, at)
		require.True(t, known)
		require.Equal(t, want, value, "at %d", at)
	}
	_, known := sweep.Fact(pages, 54)
	require.False(t, known)
	_, known = sweep.Fact(waiting, sim.Never)
	require.False(t, known)
}

func TestTheLastOfAnInstantCounts(t *testing.T) {
	s := pool()
	s.amount(3, written, 4)
	s.amount(3, written, 7)
	s.amount(8, written, 7)
	require.Equal(t, []trace.Sample{{At: 3, Value: 7}, {At: 8, Value: 7}}, s.Samples(0, int(written)))
	require.Empty(t, s.Samples(0, int(dirty)))
	require.Empty(t, s.Ranges(0))
}

func TestTheIndexGrowsWithTheLogAndForgetsWithIt(t *testing.T) {
	s := pool()
	s.amount(3, written, 4)
	s.begins(4, 0, sweeping, 9)
	require.Equal(t, []trace.Sample{{At: 3, Value: 4}}, s.Samples(0, int(written)))
	require.Equal(t, sim.Never, s.Ranges(0)[0].End)
	s.amount(3, written, 5)
	s.amount(5, written, 6)
	s.ends(6, 0, sweeping)
	require.Equal(t, []trace.Sample{{At: 3, Value: 5}, {At: 5, Value: 6}}, s.Samples(0, int(written)))
	require.Equal(t, sim.Time(6), s.Ranges(0)[0].End)
	other := s.declarePool("other")
	require.Empty(t, s.Samples(other, int(written)))

	s.Reset()
	s.declarePool("toy")
	require.Empty(t, s.Samples(0, int(written)))
	require.Empty(t, s.Ranges(0))
	s.amount(1, written, 2)
	require.Equal(t, []trace.Sample{{At: 1, Value: 2}}, s.Samples(0, int(written)))
}

// What the ledger tells as a mistake is left out; reading goes on.
func TestMistakesAreNotIndexed(t *testing.T) {
	s := pool()
	s.amount(1, -1, 5)
	s.amount(1, 99, 5)
	s.ends(1, 0, sweeping)
	s.fact(1, 0, 0)
	s.begins(1, 7, sweeping, 0)
	s.begins(2, 0, sweeping, 0)
	s.ends(3, 0, sweeping)
	s.ends(4, 0, sweeping)
	s.fact(4, -1, 0)
	require.Equal(t, []trace.Range{{Begin: 2, End: 3, Where: trace.NoLane, Why: sweeping}}, s.Ranges(0))
	require.Len(t, s.Ledger.Broken, 7)
}

func TestEverythingToldIsInTheHash(t *testing.T) {
	hashes := map[uint64]trace.Event{}
	base := trace.Event{At: 3, Kind: trace.Counter, Thing: trace.SeriesThing, Who: written, Value: 1}
	for _, change := range []func(e *trace.Event){
		func(*trace.Event) {},
		func(e *trace.Event) { e.At = 4 },
		func(e *trace.Event) { e.Who = dirty },
		func(e *trace.Event) { e.Instance = 1 },
		func(e *trace.Event) { e.Value = 2 },
		func(e *trace.Event) { e.Value = 1 + 1<<32 },
		func(e *trace.Event) { e.Value = 1 + 1<<62 },
		func(e *trace.Event) { e.Kind, e.Thing = trace.RangeBegin, trace.RangeThing },
		func(e *trace.Event) { e.Kind, e.Thing = trace.RangeEnd, trace.RangeThing },
		func(e *trace.Event) { e.Kind, e.Thing = trace.Note, trace.RangeThing },
		func(e *trace.Event) { e.Kind, e.Thing, e.Why = trace.RangeBegin, trace.RangeThing, waiting },
		func(e *trace.Event) { e.Kind, e.Thing, e.Where = trace.RangeBegin, trace.RangeThing, 1 },
	} {
		s := pool()
		s.declarePool("other")
		e := base
		change(&e)
		s.Record(e)
		require.NotContains(t, hashes, s.Hash(), "%+v", e)
		hashes[s.Hash()] = e
	}
}

func TestAmountsAreRecordedWithoutNewMemory(t *testing.T) {
	const events = 500
	s := pool()
	for range 3 * events * 4 {
		s.amount(1, written, 1)
	}
	s.Reset()
	s.declarePool("toy")
	at := sim.Time(0)
	record := func() {
		for range events {
			at++
			s.amounts(at, int64(at)%100, 100-int64(at)%100, 0, int64(at))
		}
	}
	record() // room for what changes in an instant
	require.Zero(t, testing.AllocsPerRun(1, record))
	require.Empty(t, s.Ledger.Laws())
}

// dumb keeps what a random log tells the plain way: every value of every instant, and ranges as they are
// told.
type dumb struct {
	now     sim.Time
	amounts [2][][4]int64 // by instance and instant
	ranges  [2][]trace.Range
}

// chance writes a log of two databases with tasks, amounts and ranges.
func chance(r *rand.Rand, instants int) (script, *dumb) {
	s, d := pool(), &dumb{}
	s.declarePool("other")
	for at := range sim.Time(instants) {
		d.now = at
		for in := range d.amounts {
			var now [4]int64
			if at > 0 {
				now = d.amounts[in][at-1]
			}
			d.amounts[in] = append(d.amounts[in], now)
			for range r.IntN(3) {
				d.step(s, r, in)
			}
			d.last(s, in)
		}
		if r.IntN(3) == 0 {
			id := s.task(at, trace.NoRequest)
			s.moves(id, at, trace.NoReason, from(trace.None, trace.Pending))
			s.moves(id, at, trace.NoReason, from(trace.Pending, trace.Done))
		}
	}
	s.Close(sim.Time(instants))
	return s, d
}

// step tells something about an instance.
func (d *dumb) step(s script, r *rand.Rand, in int) {
	now, ranges := &d.amounts[in][d.now], d.ranges[in]
	e := trace.Event{At: d.now, Instance: trace.InstanceID(in), Where: trace.LaneID(in)}
	if what := r.IntN(10); what < 4 {
		e.Kind, e.Thing, e.Who = trace.Counter, trace.SeriesThing, int32(r.IntN(4))
		e.Value = int64(r.IntN(40))
		if e.Who == written {
			e.Value += now[written]
		}
		now[e.Who] = e.Value
		s.Record(e)
		return
	} else if what < 6 {
		e.Kind, e.Thing, e.Who = trace.RangeBegin, trace.RangeThing, int32(len(ranges))
		e.Why, e.Value = trace.Reason(r.IntN(2)), r.Int64N(9)
		d.ranges[in] = append(ranges, trace.Range{Begin: d.now, End: sim.Never, Of: e.Value, Where: e.Where,
			Why: e.Why})
		s.Record(e)
		return
	}
	if len(ranges) == 0 {
		return
	}
	e.Kind, e.Thing, e.Who = trace.Note, trace.RangeThing, int32(max(0, len(ranges)-1-r.IntN(80)))
	e.Why, e.Value = pages, r.Int64()
	of := &ranges[e.Who]
	if r.IntN(2) == 0 && of.End == sim.Never {
		e.Kind, e.Why, of.End = trace.RangeEnd, of.Why, d.now
	} else {
		of.Facts = append(of.Facts, trace.RangeFact{At: d.now, Why: pages, Value: e.Value})
	}
	s.Record(e)
}

// last makes the pool whole before the instant ends.
func (d *dumb) last(s script, in int) {
	now := &d.amounts[in][d.now]
	now[free] = 100 - now[dirty] - now[clean]
	s.Record(trace.Event{At: d.now, Kind: trace.Counter, Thing: trace.SeriesThing, Who: free,
		Value: now[free], Instance: trace.InstanceID(in), Where: trace.NoLane})
}

// open counts the ranges that have begun and go on when an instant has ended.
func (d *dumb) open(in int, at sim.Time) (begun, open int32) {
	for _, r := range d.ranges[in] {
		if r.Begin <= at {
			begun++
			if r.End > at {
				open++
			}
		}
	}
	return begun, open
}

func TestRandomLogsEqualADumbImplementation(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 7))
		s, d := chance(r, 8000)
		require.Greater(t, len(s.Events), 3*8192, "with snapshots")
		require.Empty(t, s.Ledger.Laws(), "seed %d", seed)
		require.Equal(t, s.Hash(), again(s.Log, sim.Never).Hash())
		for in := range d.amounts {
			require.Equal(t, d.ranges[in], s.Ranges(trace.InstanceID(in)), "seed %d", seed)
			for series := range 4 {
				d.compareSamples(t, s, in, series)
			}
		}
		for range 40 {
			at := sim.Time(r.IntN(8000))
			ledger := s.At(at)
			require.Empty(t, ledger.Laws())
			for in, account := range ledger.Instances {
				require.Equal(t, d.amounts[in][at][:], account.Amounts, "seed %d at %d", seed, at)
				begun, open := d.open(in, at)
				require.Equal(t, [2]int32{begun, open}, [2]int32{account.Ranges, account.Open})
			}
		}
	}
}

// compareSamples compares the steps of a series with its value at every instant.
func (d *dumb) compareSamples(t *testing.T, s script, in, series int) {
	samples, next, value := s.Samples(trace.InstanceID(in), series), 0, int64(0)
	var want, got []int64
	for at, amounts := range d.amounts[in] {
		if next < len(samples) && samples[next].At == sim.Time(at) {
			value = samples[next].Value
			next++
		}
		want, got = append(want, amounts[series]), append(got, value)
	}
	require.Equal(t, want, got, "series %d of %d", series, in)
	require.Len(t, samples, next, "in order, one an instant")
}
