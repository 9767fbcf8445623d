package sqlserver

import (
	"schedlab/engine/host"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// pageBytes is the size of a page and of a buffer. Source: sql-docs, pages-and-extents-architecture-guide.md.
const pageBytes = 8 << 10

// storage is what an instance keeps pages and log in: the buffer pool, the databases, the devices, and the
// workers that write. Pages are counted, never kept one by one.
type storage struct {
	instance  *instance
	rules     storageRules
	pool      bufferPool
	databases []database
	records   []databaseRecord
	data, log *host.Disk
	workers   []background
	check     checkpointer
	recovery  recoveryWriter
	lazy      []lazyWriter
	writers   logWriters
	counters  counters
	ranges    int32 // begun so far
}

// storageRules are the constants that version and settings decide.
type storageRules struct {
	cap        int64    // pages of the largest write
	limit      sim.Time // latency above which a checkpoint throttles itself
	scanTask   int64    // buffers for each task of a scan; 0 = one task for all
	writers    int64    // log writers, at most
	perNode    int64    // log writers a node
	nodeZero   bool     // log writers are bound to node 0
	interval   sim.Time
	scan       sim.Time // of a buffer
	issue      sim.Time // of a write
	redo       sim.Time // of a log record
	pageRedo   int64    // pages a second
	throughput int64    // -k, bytes a second; 0 = no cap
	all        bool     // trace flag 3504
	messages   bool     // 898
}

// What the versions do differently. Sources: Changes in SQL Server 2016 Checkpoint Behavior, Mike Ruthruff;
// SQL Server Log Writer Workers, Bob Dorr; buffer pool parallel scan of 2022.
// assumed: the cap of log writers became 8 with 2019; a scan task for each 8 million buffers.
var (
	rules2014 = storageRules{cap: 32, limit: 20 * sim.Millisecond, writers: 1, perNode: 1, nodeZero: true}
	rules2016 = storageRules{cap: 128, limit: 50 * sim.Millisecond, writers: 4, perNode: 1, nodeZero: true}
	rules2017 = storageRules{cap: 128, limit: 50 * sim.Millisecond, writers: 4, perNode: 2}
	rules2019 = storageRules{cap: 128, limit: 50 * sim.Millisecond, writers: 8, perNode: 2}
	rules2022 = storageRules{cap: 128, limit: 50 * sim.Millisecond, writers: 8, perNode: 2,
		scanTask: 8_000_000}
)

// rulesOf are the rules of the version with what the settings change.
func rulesOf(values setting.Values, buffers int64) storageRules {
	r := versionNamed(values.Text(versionName)).storage
	if kb := values.Number(writeCapName); kb > 0 {
		r.cap = max(kb<<10/pageBytes, 1)
	}
	if ms := values.Number(latencyLimitName); ms > 0 {
		r.limit = sim.Time(ms) * sim.Millisecond
	}
	if tasks := values.Number(scanTasksName); tasks > 0 {
		r.scanTask = (buffers + tasks - 1) / tasks
	}
	r.interval = sim.Time(max(values.Number(intervalName), 1)) * sim.Minute
	r.scan = sim.Time(values.Number(scanCostName))
	r.issue = sim.Time(values.Number(issueCostName)) * sim.Microsecond
	r.redo = sim.Time(values.Number(redoCostName)) * sim.Microsecond
	r.pageRedo = values.Number(pageRedoName)
	r.throughput = values.Number(throughputCapName) << 20
	r.all, r.messages = values.On(traceName), values.On(scanMessagesName)
	return r
}

// sheetOf is a device as the settings describe it.
func sheetOf(values setting.Values, name string) host.Sheet {
	return host.Sheet{Latency: sim.Time(values.Number(name+"_latency_us")) * sim.Microsecond,
		Parallel: values.Number(name + "_parallel"), IOPS: values.Number(name + "_iops"),
		BytesPerSecond: values.Number(name+"_mb_s") << 20}
}

// prepare reads the settings and declares in the layout what there will be to tell. Nothing runs yet.
func (st *storage) prepare(s *instance, values setting.Values, layout *trace.Layout) {
	st.instance = s
	st.pool = newBufferPool(s.env.Host.Machine, values, layout)
	st.rules = rulesOf(values, st.pool.buffers)
	st.makeDatabases(values)
	st.data, st.log = host.NewDisk(sheetOf(values, "data")), host.NewDisk(sheetOf(values, "log"))
	if values.On(logOnDataName) {
		st.log = st.data
	}
	st.pool.warm(st.databases)
	st.declare(layout)
	st.writers.place(s, values, layout)
}

// start makes the workers, once the layout is known to the trace.
func (st *storage) start() {
	s := st.instance
	st.counters.begin(st)
	if !s.env.Writes && len(st.records) == 0 {
		return
	}
	st.writers.start(s)
	st.check.worker = st.work(roleCheckpoint, checkpointQueue, s.nodes[0].lanes)
	st.recovery.worker = st.work(roleRecovery, dirtyPagePoll, s.nodes[0].lanes)
	for n := range st.pool.nodes {
		lanes := s.lanesOf(st.pool.nodes[n].hardware)
		st.lazy = append(st.lazy, lazyWriter{node: n, worker: -1})
		if len(lanes) > 0 {
			st.lazy[n].worker = st.work(roleLazy, lazyWriterSleep, lanes)
		}
	}
}

// lanesOf are the schedulers on a hardware node.
func (s *instance) lanesOf(hardware int) []int32 {
	var lanes []int32
	for _, n := range s.nodes {
		if n.hardware == hardware {
			lanes = append(lanes, n.lanes...)
		}
	}
	return lanes
}

// note records a fact of a range.
func (st *storage) note(id int32, why trace.Reason, value int64) {
	st.record(trace.Event{Kind: trace.Note, Thing: trace.RangeThing, Who: id, Where: trace.NoLane, Why: why,
		Value: value})
}

// begin opens a range of a database.
func (st *storage) begin(why trace.Reason, db *database, where trace.LaneID) int32 {
	id := st.ranges
	st.ranges++
	st.record(trace.Event{Kind: trace.RangeBegin, Thing: trace.RangeThing, Who: id, Where: where, Why: why,
		Value: int64(db.id)})
	return id
}

func (st *storage) end(id int32, why trace.Reason, db *database) {
	st.record(trace.Event{Kind: trace.RangeEnd, Thing: trace.RangeThing, Who: id, Where: trace.NoLane,
		Why: why, Value: int64(db.id)})
}

func (st *storage) record(e trace.Event) {
	e.At, e.Instance = st.now(), st.instance.id
	st.instance.env.Trace.Record(e)
}

func (st *storage) now() sim.Time { return st.instance.env.Kernel.Now() }

// change makes a commit's changes: pages become dirty in the memory of the scheduler that changes them, log
// records are counted, and checkpoints may come due.
// simplified: all changes of a request are made when it commits.
func (st *storage) change(db *database, lane int32, step *workload.Step) {
	node := st.pool.of[st.instance.nodes[st.instance.lanes[lane].node].hardware]
	made := db.touch(&st.pool, node, int64(step.Dirty))
	db.settle(st.now())
	db.total += made
	st.counters.dirtied += made
	db.records += max(step.Records, int64(step.Dirty)+1)
	db.logged += int64(step.Log)
	isDue := db.isLogFull()
	if db.target > 0 {
		db.remember(st.now(), made)
		db.lists.add(lane, made)
		st.recovery.stir(st, db)
	} else if !db.temp && sim.Time(db.records) >= st.rules.interval/st.rules.redo {
		isDue = true
	}
	if isDue {
		st.check.due(st, db)
	}
	for i := range st.lazy {
		st.lazy[i].stir(st)
	}
	st.counters.stir(st)
}

// read reads a page from the data device for a worker on a scheduler; it gives when the page is there.
func (st *storage) read(lane int32) (done sim.Time) {
	at := st.pool.of[st.instance.nodes[st.instance.lanes[lane].node].hardware]
	st.pool.read(at)
	st.counters.readBytes += pageBytes
	st.counters.stir(st)
	if len(st.lazy) > 0 {
		st.lazy[at].stir(st)
	}
	return st.data.Send(st.now(), pageBytes)
}
