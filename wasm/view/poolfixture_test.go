package view

import (
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// Reasons of the fixtures with pages: after the wait types of newStage.
const (
	roleFlush = downgraded + 1 + iota
	roleLazy
	roleLog
	waitsForTurn
	automatic
	scanning
	writing
	pagesFact
	writesFact
	plannedFact
	elapsedFact
)

// Series of the fixtures with pages: of each database in each memory node, then these.
const (
	queueSeries = iota
	bytesSeries
	latencySeries
	otherSeries
)

// A table of the design's still picture: four databases in 3 TiB, automatic checkpoints, one at a time.
const (
	buffers  = 402_653_184
	scanTime = sim.Time(buffers) * 66 // ns a buffer
	issue    = 138 * sim.Microsecond  // a write of 1.4 pages
)

type flushed struct {
	id        int64
	perSecond int64
	due       []sim.Time
}

func drawnDatabases() []flushed {
	at := func(s ...int64) (all []sim.Time) {
		for _, t := range s {
			all = append(all, sim.Time(t)*100*ms)
		}
		return all
	}
	return []flushed{{id: 19, perSecond: 2250, due: at(1752, 3504)},
		{id: 5, perSecond: 520, due: at(1200, 3600)}, {id: 7, perSecond: 90, due: at(600, 3600)},
		{id: 12, perSecond: 1, due: at(300, 3000)}}
}

// poolStage is a stage whose product has amounts, ranges and figures of them.
func poolStage(memories int, labels []string, things []int32) *stage {
	s := newStage(memories, 1)
	l := s.Log.Ledger.Instances[0].Layout
	l.Causes = append(l.Causes, "CHECKPOINT", "LAZY WRITER", "LOG WRITER", "checkpoint due",
		"automatic checkpoint", "checkpoint scan", "checkpoint write", "pages written",
		"writes", "pages to write", "elapsed")
	for n := range memories {
		var parts []int
		for d := range labels {
			parts = append(parts, len(l.Series))
			l.Series = append(l.Series, trace.Series{Metric: "buffer.dirty_pages", Label: labels[d],
				Thing: things[d], Group: n, Unit: trace.Pages})
		}
		parts = append(parts, len(l.Series))
		l.Series = append(l.Series, trace.Series{Metric: "buffer.clean_pages", Group: n, Unit: trace.Pages})
		l.Wholes = append(l.Wholes, trace.Whole{Name: "pool", Parts: parts, Total: buffers / int64(memories)})
	}
	l.Series = append(l.Series, trace.Series{Metric: "data.outstanding", Group: -1},
		trace.Series{Metric: "data.written_bytes", Group: -1, Unit: trace.Bytes, Sum: true},
		trace.Series{Metric: "data.latency", Group: -1, Unit: trace.Span, Largest: true})
	planned := trace.Fact{Why: plannedFact, Name: "pages_to_write", Unit: trace.Pages}
	pages := trace.Fact{Why: pagesFact, Name: "pages_written", Unit: trace.Pages}
	l.Ranges = []trace.RangeKind{{Why: waitsForTurn, Metric: "checkpoint_due"},
		{Why: automatic, Metric: "checkpoint", Facts: []trace.Fact{pages, {Why: writesFact, Name: "writes"},
			{Why: elapsedFact, Name: "elapsed_ms"}}},
		{Why: scanning, Facts: []trace.Fact{planned}}, {Why: writing, Facts: []trace.Fact{planned, pages}}}
	s.Log = &trace.Log{}
	s.Log.Declare(l)
	s.Description.Figures = poolFigures()
	return s
}

func poolFigures() []system.Figure {
	parts := []system.FigurePart{{Why: waitsForTurn, Name: "due, waits for another", Look: system.Due},
		{Why: scanning, Name: "scan", Look: system.Light}, {Why: writing, Name: "write", Look: system.Full}}
	heads := []system.FigurePart{{Why: scanning, Name: "scan head", Look: system.Light},
		{Why: writing, Name: "write head", Look: system.Full}}
	limit := func(value int64, name string) func(setting.Values) (int64, string) {
		return func(setting.Values) (int64, string) { return value, name }
	}
	return []system.Figure{
		{Kind: system.Strip, Title: "Buffer pool", Of: "buffer.dirty_pages", Parts: heads,
			Note: "buffers of 8 KB in array order"},
		{Kind: system.Areas, Title: "Dirty pages", Of: "buffer.dirty_pages"},
		{Kind: system.Bars, Title: "Checkpoints", Of: "checkpoint", Parts: parts},
		{Kind: system.Line, Title: "Disk queue", Of: "data.outstanding",
			Limit: limit(64, "in parallel")},
		{Kind: system.Line, Title: "Latency", Of: "data.latency",
			Limit: limit(50*int64(sim.Millisecond), "throttle at 50 ms")},
		{Kind: system.Line, Title: "Written", Of: "data.written_bytes"},
		{Kind: system.Line, Title: "Nothing", Of: "data.nothing"}}
}

func (s *stage) count(at sim.Time, series int, value int64) {
	s.Log.Record(trace.Event{At: at, Kind: trace.Counter, Thing: trace.SeriesThing, Who: int32(series),
		Where: trace.NoLane, Why: trace.NoReason, Value: value})
}

func (s *stage) lasts(at sim.Time, kind trace.Kind, who int, why trace.Reason) {
	s.Log.Record(trace.Event{At: at, Kind: kind, Thing: trace.RangeThing, Who: int32(who),
		Where: trace.NoLane, Why: why, Value: s.of[who]})
}

func (s *stage) began(at sim.Time, why trace.Reason, of int64) int {
	s.of = append(s.of, of)
	s.lasts(at, trace.RangeBegin, len(s.of)-1, why)
	return len(s.of) - 1
}

func (s *stage) fact(at sim.Time, who int, why trace.Reason, value int64) {
	s.Log.Record(trace.Event{At: at, Kind: trace.Note, Thing: trace.RangeThing, Who: int32(who), Why: why,
		Where: trace.NoLane, Value: value})
}
