package trace_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Series and causes of the pool.
const (
	dirty int32 = iota
	clean
	free
	written
)

const (
	sweeping trace.Reason = iota
	waiting
	pages
)

// pool is a log of a database with a buffer pool of 100 pages, a sum that only grows, and two kinds of
// ranges.
func pool() script {
	s := script{&trace.Log{}}
	s.declarePool("toy")
	return s
}

func (s script) declarePool(name string) trace.InstanceID {
	in, _ := s.Declare(trace.Layout{Name: name, Causes: []string{"sweep", "wait", "pages"},
		Yield: trace.NoReason, Lanes: make([]trace.Lane, 1),
		Series: []trace.Series{{Metric: "pool.dirty", Label: "sales", Unit: trace.Pages, Group: -1},
			{Metric: "pool.clean", Unit: trace.Pages}, {Metric: "pool.free", Unit: trace.Pages},
			{Metric: "file.written", Unit: trace.Bytes, Sum: true}},
		Wholes: []trace.Whole{{Name: "pool", Parts: []int{0, 1, 2}, Total: 100}},
		Ranges: []trace.RangeKind{{Why: sweeping, Metric: "sweep",
			Facts: []trace.Fact{{Why: pages, Name: "pages", Unit: trace.Pages}}}, {Why: waiting}}})
	return in
}

func (s script) amounts(at sim.Time, values ...int64) {
	for i, v := range values {
		s.amount(at, int32(i), v)
	}
}

func (s script) amount(at sim.Time, series int32, value int64) {
	s.Record(trace.Event{At: at, Kind: trace.Counter, Thing: trace.SeriesThing, Who: series, Value: value,
		Where: trace.NoLane, Why: trace.NoReason})
}

func (s script) begins(at sim.Time, id int32, why trace.Reason, of int64) {
	s.tells(trace.Event{At: at, Kind: trace.RangeBegin, Who: id, Why: why, Value: of})
}

func (s script) ends(at sim.Time, id int32, why trace.Reason) {
	s.tells(trace.Event{At: at, Kind: trace.RangeEnd, Who: id, Why: why})
}

func (s script) fact(at sim.Time, id int32, value int64) {
	s.tells(trace.Event{At: at, Kind: trace.Note, Who: id, Why: pages, Value: value})
}

// tells records an event about a range.
func (s script) tells(e trace.Event) {
	e.Thing, e.Where = trace.RangeThing, trace.NoLane
	s.Record(e)
}

// swept is a pool of which 30 pages become dirty at 10, 20 more at 25, and all are written from 40 to 70.
func swept() script {
	s := pool()
	s.amounts(0, 0, 60, 40)
	s.amounts(10, 30, 40, 30)
	s.amounts(25, 50, 30, 20)
	s.begins(30, 0, waiting, 5)
	s.ends(40, 0, waiting)
	s.begins(40, 1, sweeping, 5)
	s.fact(55, 1, 20)
	s.amounts(55, 30, 50, 20, 20<<40)
	s.fact(70, 1, 50)
	s.ends(70, 1, sweeping)
	s.amounts(70, 0, 80, 20, 50<<40)
	s.begins(90, 2, sweeping, 6)
	s.Close(100)
	return s
}

func TestAmountsAreThoseOfTheInstant(t *testing.T) {
	log := swept()
	require.Empty(t, log.Ledger.Laws())
	for _, c := range []struct {
		at           sim.Time
		amounts      []int64
		ranges, open int32
	}{
		{0, []int64{0, 60, 40, 0}, 0, 0}, {9, []int64{0, 60, 40, 0}, 0, 0},
		{10, []int64{30, 40, 30, 0}, 0, 0},
		{24, []int64{30, 40, 30, 0}, 0, 0}, {30, []int64{50, 30, 20, 0}, 1, 1},
		{39, []int64{50, 30, 20, 0}, 1, 1},
		{40, []int64{50, 30, 20, 0}, 2, 1}, {55, []int64{30, 50, 20, 20 << 40}, 2, 1},
		{70, []int64{0, 80, 20, 50 << 40}, 2, 0}, {89, []int64{0, 80, 20, 50 << 40}, 2, 0},
		{90, []int64{0, 80, 20, 50 << 40}, 3, 1}, {100, []int64{0, 80, 20, 50 << 40}, 3, 1},
	} {
		in := log.At(c.at).Instances[0]
		require.Equal(t, c.amounts, in.Amounts, "at %d", c.at)
		require.Equal(t, [2]int32{c.ranges, c.open}, [2]int32{in.Ranges, in.Open}, "at %d", c.at)
		require.Empty(t, log.At(c.at).Laws())
		require.Empty(t, log.Before(c.at).Laws())
	}
	require.Equal(t, []int64{0, 0, 0, 0}, log.Before(0).Instances[0].Amounts)
	require.Equal(t, []int64{50, 30, 20, 0}, log.Before(55).Instances[0].Amounts)
}

func TestAmountsOfClonesGoOnByThemselves(t *testing.T) {
	log := swept()
	before := log.Before(30)
	copied := before.Clone()
	log.Play(&copied, log.EventAfter(29), 100)
	require.Equal(t, []int64{0, 80, 20, 50 << 40}, copied.Instances[0].Amounts)
	require.Equal(t, log.Before(30), before)
	require.Empty(t, copied.Laws())
}

func TestMistakesAboutAmountsAndRangesAreTold(t *testing.T) {
	for _, c := range []struct {
		told string
		play func(s script)
	}{
		{"toy: pool.dirty (sales) is -7 at 3ns", func(s script) { s.amounts(3, -7, 0, 107) }},
		{"toy: file.written is -9223372036854775808 at 3ns", func(s script) { s.amount(3, written, -1<<63) }},
		{"toy: file.written goes down from 80 to 79 at 5ns", func(s script) {
			s.amount(4, written, 80)
			s.amount(5, written, 79)
		}},
		{"toy: an amount of series 4, which it has not", func(s script) { s.amount(3, 4, 1) }},
		{"toy: an amount of series -1, which it has not", func(s script) { s.amount(3, -1, 1) }},
		{"toy: pool: 10 pool.dirty (sales) + 60 pool.clean + 31 pool.free = 101 is not 100 at 3ns",
			func(s script) {
				s.amounts(3, 10, 60, 31)
				s.amount(4, free, 30)
			}},
		{"toy: pool: 0 is not 100 at 3ns", func(s script) {
			s.amount(3, free, 0)
			s.amount(4, free, 100)
		}},
		{"toy: pool: 99 pool.free = 99 is not 100 at 8ns", func(s script) {
			s.amount(3, free, 100)
			s.amount(8, free, 99)
			s.Close(8) // the instant has not ended: the law is checked for the ledger's own
		}},
		{"toy: range 0 ends, but does not go on, at 3ns", func(s script) {
			s.ends(3, 0, sweeping)
		}},
		{"toy: range 0 ends, but does not go on, at 5ns", func(s script) {
			s.begins(3, 0, sweeping, 0)
			s.ends(4, 0, sweeping)
			s.ends(5, 0, sweeping)
		}},
		{"toy: range -1 ends, but does not go on", func(s script) {
			s.ends(3, -1, sweeping)
		}},
		{"toy: range 1 begins, although 0 is next, at 3ns", func(s script) {
			s.begins(3, 1, sweeping, 0)
		}},
		{"toy: range 0 begins, although 1 is next, at 4ns", func(s script) {
			s.begins(3, 0, sweeping, 0)
			s.begins(4, 0, sweeping, 0)
		}},
		{"toy: range 0 is of a kind that is not declared, at 3ns", func(s script) {
			s.begins(3, 0, pages, 0)
		}},
		{"toy: range 0 has a fact before it begins, at 3ns", func(s script) {
			s.fact(3, 0, 1)
		}},
	} {
		s := pool()
		c.play(s)
		broken := s.Ledger.Laws()
		require.Len(t, broken, 1, c.told)
		require.Contains(t, broken[0], c.told)
		if s.Log.End > 0 {
			require.Empty(t, s.Ledger.Broken, c.told)
		}
	}
}

// A law that stays broken is told once, and again after it has held; what is broken inside an instant only is
// not.
func TestWholesAreJudgedAtTheEndOfEachInstant(t *testing.T) {
	s := pool()
	s.amount(1, written, 9) // is no part
	s.amounts(2, 50, 50, 50)
	s.amounts(2, 50, 40, 10)
	require.Empty(t, s.Ledger.Laws())
	s.amount(3, dirty, 51)
	s.amount(4, dirty, 52)
	require.Len(t, s.Ledger.Laws(), 1)
	s.amount(5, dirty, 50)
	s.amount(6, dirty, 49)
	s.amount(7, dirty, 50)
	s.Close(9)
	require.Equal(t, []string{
		"toy: pool: 51 pool.dirty (sales) + 40 pool.clean + 10 pool.free = 101 is not 100 at 3ns",
		"toy: pool: 49 pool.dirty (sales) + 40 pool.clean + 10 pool.free = 99 is not 100 at 6ns"},
		s.Ledger.Laws())
}

func TestAWholeOfManyPartsIsToldShortly(t *testing.T) {
	layout := trace.Layout{Name: "toy", Wholes: []trace.Whole{{Name: "all", Total: 1},
		{Name: "twice", Parts: []int{0, 0}, Total: 6}}}
	for i := range 12 {
		layout.Series = append(layout.Series, trace.Series{Metric: "s"})
		layout.Wholes[0].Parts = append(layout.Wholes[0].Parts, i)
	}
	s := script{&trace.Log{}}
	s.Declare(layout)
	s.amounts(0, 3, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	s.Close(1)
	require.Equal(t, []string{"toy: all: 3 s" + strings.Repeat(" + 1 s", 7) +
		" + 3 more = 13 is not 1 at 0s"}, s.Ledger.Laws())
}
