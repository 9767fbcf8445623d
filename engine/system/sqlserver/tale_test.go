package sqlserver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// tale is a log that is told by hand: what the product would say of it is known from elsewhere.
type tale struct {
	t      *testing.T
	log    *trace.Log
	values setting.Values
	ranges int32
}

// Positions of the series of a tale; then those of devices follow.
const (
	taleDirty = iota
	taleRecovery
	taleDevices
)

// taleOf has one database and one scheduler, and of the server's own workers the one that keeps targets,
// unless it is told otherwise.
func taleOf(t *testing.T, own setting.Values) *tale {
	tl := &tale{t: t, log: &trace.Log{}, values: valuesOf(own)}
	layout := trace.Layout{Name: "db", Waits: waitCount, Yield: sosSchedulerYield, Ranges: rangeKinds(),
		Groups: []trace.Group{{Level: trace.MemoryNode, Parent: -1}, {Level: trace.Node}},
		Lanes:  []trace.Lane{{Group: 1}},
		Series: []trace.Series{{Metric: "buffer.dirty_pages", Label: "d", Thing: 5, Unit: trace.Pages},
			{Metric: "recovery.estimate", Label: "d", Thing: 5, Group: -1, Unit: trace.Span, Largest: true}}}
	layout.Series = append(layout.Series, deviceSeries...)
	for _, c := range causes() {
		layout.Causes = append(layout.Causes, c.Name)
	}
	tl.log.Declare(layout)
	return tl
}

// begin opens a range of a database.
func (tl *tale) begin(at sim.Time, why trace.Reason, of int64) int32 {
	id := tl.ranges
	tl.ranges++
	tl.record(trace.Event{At: at, Kind: trace.RangeBegin, Thing: trace.RangeThing, Who: id, Why: why,
		Value: of})
	return id
}

// facts notes facts of a range, given in turn as why and value.
func (tl *tale) facts(at sim.Time, id int32, facts ...int64) {
	for i := 0; i < len(facts); i += 2 {
		tl.record(trace.Event{At: at, Kind: trace.Note, Thing: trace.RangeThing, Who: id,
			Why: trace.Reason(facts[i]), Value: facts[i+1]})
	}
}

func (tl *tale) end(at sim.Time, id int32) {
	tl.record(trace.Event{At: at, Kind: trace.RangeEnd, Thing: trace.RangeThing, Who: id})
}

// amount tells the value of a series.
func (tl *tale) amount(at sim.Time, series int, value int64) {
	tl.record(trace.Event{At: at, Kind: trace.Counter, Thing: trace.SeriesThing, Who: int32(series),
		Value: value})
}

// amountOf tells the value of a device's series.
func (tl *tale) amountOf(at sim.Time, metric string, value int64) {
	for i := range deviceSeries {
		if deviceSeries[i].Metric == metric {
			tl.amount(at, taleDevices+i, value)
			return
		}
	}
	require.Fail(tl.t, "no series "+metric)
}

func (tl *tale) record(e trace.Event) {
	e.Where = trace.NoLane
	tl.log.Record(e)
}

// sleeper opens one of the server's own workers and puts it to sleep.
func (tl *tale) sleeper(role, idle trace.Reason) trace.TaskID {
	id := tl.log.Open(trace.Task{Request: trace.NoRequest, Role: role})
	tl.log.Record(trace.Event{Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
		From: trace.None,
		To:   trace.Runnable, Why: trace.NoReason})
	tl.log.Record(trace.Event{Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
		From: trace.Runnable, To: trace.Suspended, Why: idle})
	return id
}

// wake makes it runnable.
func (tl *tale) wake(at sim.Time, id trace.TaskID) {
	tl.log.Record(trace.Event{At: at, Kind: trace.Transition, Thing: trace.TaskThing, Who: int32(id),
		From: trace.Suspended, To: trace.Runnable, Why: trace.NoReason})
}

// over ends the run and gives its reading then.
func (tl *tale) over(at sim.Time) system.Reading {
	tl.log.Close(at)
	return tl.reading(at)
}

func (tl *tale) reading(at sim.Time) system.Reading {
	return system.Reading{Log: tl.log, Ledger: tl.log.At(at), At: at, Machine: grid(1, 1), Values: tl.values,
		Workload: &workload.Workload{}}
}

// published is what a published FlushCache message tells, in the order of its fields, with what it prints.
type published struct {
	bufs, writes, ms, avoided, db         int64
	perSecond, throughput                 string
	saturation, switches, target, latency int64
	perWrite                              string
}

// checkpoint tells a checkpoint with such facts that begins at the start of the run.
func (tl *tale) checkpoint(p published) (end sim.Time) {
	end = sim.Time(p.ms) * sim.Millisecond
	id := tl.begin(0, automatic, p.db)
	tl.facts(end, id, int64(factPages), p.bufs, int64(factWrites), p.writes, int64(factElapsed), p.ms,
		int64(factAvoided), p.avoided, int64(factSaturation), p.saturation, int64(factSwitches), p.switches,
		int64(factTarget), p.target, int64(factLatency), p.latency, int64(flushLogged), 1)
	tl.end(end, id)
	return end
}

// taleReading is the reading of a bench's run at its end.
func taleReading(b *bench) system.Reading {
	tl := tale{t: b.t, log: b.log, values: valuesOf(nil)}
	return tl.reading(b.log.End)
}
