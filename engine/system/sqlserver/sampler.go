package sqlserver

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// counters are the amounts that a run tells of, sampled at the environment's resolution while they change.
// They change millions of times a run: told one by one, they would be most of the log.
type counters struct {
	timer sim.TimerID
	armed bool
	told  []int64 // the last values, by series

	spun                                                         sim.Time // of workers that waited for lists
	requests                                                     int64    // to the data device
	dirtied, cleaned, readBytes, writtenBytes, logBytes, flushes int64
}

// The series after those of records and nodes, in this order.
var deviceSeries = []trace.Series{
	{Metric: "data.outstanding", Group: -1},
	{Metric: "data.latency", Group: -1, Unit: trace.Span, Largest: true},
	{Metric: "data.requests", Group: -1, Sum: true},
	{Metric: "data.read_bytes", Group: -1, Unit: trace.Bytes, Sum: true},
	{Metric: "data.written_bytes", Group: -1, Unit: trace.Bytes, Sum: true},
	{Metric: "log.outstanding", Group: -1},
	{Metric: "log.latency", Group: -1, Unit: trace.Span, Largest: true},
	{Metric: "log.written_bytes", Group: -1, Unit: trace.Bytes, Sum: true},
	{Metric: "log.flushes", Group: -1, Sum: true},
	{Metric: "buffer.pages_dirtied", Group: -1, Unit: trace.Pages, Sum: true},
	{Metric: "buffer.pages_written", Group: -1, Unit: trace.Pages, Sum: true},
	{Metric: "buffer.list_longest", Group: -1, Unit: trace.Pages, Largest: true},
	{Metric: "buffer.list_spin", Group: -1, Unit: trace.Span, Sum: true},
}

// declare lists the series, the law that holds between them, the ranges and the counted notes.
func (st *storage) declare(layout *trace.Layout) {
	if len(st.records) == 0 {
		return
	}
	add := func(s trace.Series) int {
		layout.Series = append(layout.Series, s)
		return len(layout.Series) - 1
	}
	parts := make([][]int, len(st.pool.nodes))
	for _, r := range st.records {
		for n := range st.pool.nodes {
			parts[n] = append(parts[n], add(trace.Series{Metric: "buffer.dirty_pages", Label: r.name,
				Thing: r.id, Group: st.pool.nodes[n].group, Unit: trace.Pages}))
		}
	}
	for _, metric := range []string{"buffer.clean_pages", "buffer.free_pages"} {
		for n := range st.pool.nodes {
			parts[n] = append(parts[n], add(trace.Series{Metric: metric, Group: st.pool.nodes[n].group,
				Unit: trace.Pages}))
		}
	}
	for n := range st.pool.nodes {
		layout.Wholes = append(layout.Wholes, trace.Whole{Name: "dirty + clean + free = pool",
			Parts: parts[n], Total: st.pool.nodes[n].total})
	}
	for _, r := range st.records {
		add(trace.Series{Metric: "recovery.estimate", Label: r.name, Thing: r.id, Group: -1, Unit: trace.Span,
			Largest: true})
	}
	for _, s := range deviceSeries {
		add(s)
	}
	layout.Ranges, layout.Counted = rangeKinds(), countedNotes()
}

// begin tells the first values.
func (c *counters) begin(st *storage) {
	if len(st.records) == 0 {
		return
	}
	c.timer = st.instance.env.Kernel.NewTimer(st.instance, sampleTimer, 0)
	c.told = make([]int64, len(st.records)*(len(st.pool.nodes)+1)+2*len(st.pool.nodes)+len(deviceSeries))
	c.sample(st)
}

// stir asks for a sample at the next full step of the resolution.
func (c *counters) stir(st *storage) {
	if c.armed || len(c.told) == 0 {
		return
	}
	c.armed = true
	step := max(st.instance.env.Resolution, sim.Millisecond)
	st.instance.env.Kernel.Set(c.timer, (st.now()/step+1)*step, sim.Sample)
}

// fire takes a sample; as long as something changes, another follows.
func (c *counters) fire(st *storage) {
	c.armed = false
	st.check.tell(st)
	if c.sample(st) {
		c.stir(st)
	}
}

// sample tells what has changed.
func (c *counters) sample(st *storage) (changed bool) {
	next := 0
	tell := func(value int64) {
		at := next
		next++
		if c.told[at] == value {
			return
		}
		c.told[at], changed = value, true
		st.record(trace.Event{Kind: trace.Counter, Thing: trace.SeriesThing, Who: int32(at),
			Where: trace.NoLane, Why: trace.NoReason, Value: value})
	}
	for _, r := range st.records {
		for n := range st.pool.nodes {
			tell(st.dirtyIn(r, n))
		}
	}
	for n := range st.pool.nodes {
		tell(st.pool.nodes[n].clean)
	}
	for n := range st.pool.nodes {
		tell(st.pool.nodes[n].free)
	}
	for _, r := range st.records {
		tell(int64(st.recoveryOf(r)))
	}
	c.devices(st, tell)
	return changed
}

func (c *counters) devices(st *storage, tell func(int64)) {
	data := st.data.Take(st.now())
	log := data
	if st.log != st.data {
		log = st.log.Take(st.now())
	}
	device := func(u host.Usage, sums ...int64) {
		tell(u.Outstanding())
		tell(int64(u.Mean()))
		for _, sum := range sums {
			tell(sum)
		}
	}
	c.requests += data.Requests
	device(data, c.requests, c.readBytes, c.writtenBytes)
	device(log, c.logBytes)
	tell(c.flushes)
	tell(c.dirtied)
	tell(c.cleaned)
	tell(st.longestList())
	tell(int64(c.spun))
}

// dirtyIn counts the dirty pages of a record's databases in a node.
func (st *storage) dirtyIn(r databaseRecord, node int) (pages int64) {
	for i := range r.count {
		pages += st.databases[r.first+i].dirty[node]
	}
	return pages
}

// recoveryOf is how long the recovery after a crash of now would take for the slowest of a record's
// databases: its dirty pages have to be read and redone.
// assumed: databases recover side by side, and redo is what takes time.
func (st *storage) recoveryOf(r databaseRecord) (longest sim.Time) {
	for i := range r.count {
		if db := &st.databases[r.first+i]; !db.temp {
			longest = max(longest, sim.Time(db.total)*sim.Second/sim.Time(st.rules.pageRedo))
		}
	}
	return longest
}

// longestList is the longest list of dirty pages.
func (st *storage) longestList() (longest int64) {
	for _, db := range st.recovery.live {
		longest = max(longest, db.lists.longestOf(db.total))
	}
	return longest
}
