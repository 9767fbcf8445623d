package sqlserver

import (
	"schedlab/engine/host"
	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// instance is a started SQL Server.
type instance struct {
	env      system.Environment
	queues   host.RunQueues
	id       trace.InstanceID
	first    trace.LaneID
	nodes    []node
	lanes    []lane
	online   int // schedulers that take user work; they come first among the lanes
	pools    []*pool
	sessions []session
	requests requests
	tasks    tasks
	byWorker []int32 // slots of tasks by host.Worker

	kind       kind
	oneNode    bool // the placement cursor counts nodes, not slots
	highest    bool // ties go to the highest scheduler id
	nextNode   int  // of Use Next Node
	connection int  // whose turn it is to take a new connection
	margin     int64
	maxDOP     int
	threshold  int64
	maxWorkers int
	perLane    int32 // workers of one scheduler
	reserved   int   // workers reserved by parallel queries, and main workers of all requests
	consumer   trace.Reason
	storage    *storage
	quantum    sim.Time
	cpu        *sim.Stream

	chosen []int64 // by lane: the round in which it was taken last
	round  int64
}

// node is a scheduling node.
type node struct {
	hardware int
	lanes    []int32
}

// lane is a scheduler. Load is the load factor: raised when a task is enqueued, lowered when it completes.
// Source: sys.dm_os_schedulers.
type lane struct {
	node    int
	load    int32
	workers int32
	pending []int32 // tasks without a worker, first come first served
}

// session is a connection.
type session struct {
	pool *pool
	home int32 // preferred scheduler
}

// Start implements system.System.
func (product) Start(env system.Environment, values setting.Values) system.Instance {
	s := &instance{env: env, cpu: env.Kernel.Rand("cpu of " + env.Name), round: 1}
	layout := s.build(values)
	s.configure(values)
	s.storage = &storage{}
	s.storage.prepare(s, values, &layout)
	s.id, s.first = env.Trace.Declare(layout)
	cpus := make([]host.Processor, s.online)
	for i := range cpus {
		cpus[i] = env.Host.CPUs[layout.Lanes[i].CPU]
	}
	rules := host.Rules{Quantum: s.quantum, Switch: sim.Time(values.Number(switchName)),
		Reclaim: reclaimOf(values)}
	s.storage.writers.split(s, &layout, cpus, rules)
	s.queues = env.Queues(host.Queues{Kernel: env.Kernel, Trace: env.Trace, CPUs: cpus, First: s.first,
		Ender: s, More: s, Rules: rules})
	s.storage.start()
	return s
}

// build makes nodes and lanes, and the layout that tells others of them.
func (s *instance) build(values setting.Values) trace.Layout {
	m := s.env.Host.Machine
	parts := partition(m, values)
	layout := newLayout(s.env.Name, m, parts)
	for n, part := range parts {
		made := node{hardware: part.hardware}
		for range part.cpus {
			made.lanes = append(made.lanes, int32(len(s.lanes)))
			s.lanes = append(s.lanes, lane{node: n})
		}
		s.nodes = append(s.nodes, made)
	}
	s.online = len(s.lanes)
	s.chosen = make([]int64, s.online)
	s.pools = []*pool{newPool(s, "", func(int32) bool { return true })}
	for _, record := range values.Records(poolsName) {
		s.pools = append(s.pools, poolOf(s, record))
	}
	return layout
}

func (s *instance) configure(values setting.Values) {
	s.kind = kindNamed(values.Text(placementName))
	s.oneNode = values.Text(cursorName) == "nodes"
	s.highest = values.Text(tieName) == "highest"
	s.connection = int(values.Number(firstNodeName)) % len(s.nodes)
	s.margin = values.Number(marginName)
	s.maxDOP = int(values.Number(maxDOPName))
	s.threshold = values.Number(thresholdName) * 1000
	s.maxWorkers = maxWorkers(values.Number(maxWorkersName), s.online)
	s.perLane = max(int32(s.maxWorkers/s.online), 1)
	s.quantum = sim.Time(values.Number(quantumName)) * sim.Microsecond
	s.consumer = cxPacket
	if versionNamed(values.Text(versionName)).consumer {
		s.consumer = cxConsumer
	}
}

// Connect implements system.Instance: nodes take new connections in turn; inside the node the scheduler with
// the smallest load factor becomes the connection's preferred one.
// Source: How It Works: SQL Server 2012 Database Engine Task Scheduling, PSS SQL.
func (s *instance) Connect(c workload.Connection) {
	for int(c.ID) >= len(s.sessions) {
		s.sessions = append(s.sessions, session{home: -1})
	}
	p := s.poolNamed(c.Pool)
	node := c.Node
	if node < 0 || len(p.lanes[node]) == 0 {
		node = s.turnOf(p)
	}
	s.sessions[c.ID] = session{pool: p, home: s.least(p.lanes[node])}
}

// turnOf gives the node of a new connection: the next in turn that the pool has schedulers in.
func (s *instance) turnOf(p *pool) int {
	for {
		node := s.connection
		s.connection = (s.connection + 1) % len(s.nodes)
		if len(p.lanes[node]) > 0 {
			return node
		}
	}
}

func (s *instance) poolNamed(name string) *pool {
	for _, p := range s.pools {
		if p.name == name {
			return p
		}
	}
	return s.pools[0]
}

// least is the least loaded of some lanes.
func (s *instance) least(lanes []int32) int32 {
	best := lanes[0]
	for _, lane := range lanes[1:] {
		if s.lighter(lane, best) {
			best = lane
		}
	}
	return best
}

// laneFor is the scheduler of a session's next batch: the preferred one, unless it carries more load than the
// others of the node by the margin; then the node's least loaded. The node is never left.
// Source: the same post.
func (s *instance) laneFor(c *session) int32 {
	lanes := c.pool.lanes[s.lanes[c.home].node]
	if len(lanes) == 1 {
		return c.home
	}
	var others int64
	for _, lane := range lanes {
		others += int64(s.lanes[lane].load)
	}
	own := int64(s.lanes[c.home].load)
	others -= own
	if own*100*int64(len(lanes)-1) <= others*(100+s.margin) {
		return c.home
	}
	return s.least(lanes)
}

// Disconnect implements system.Instance.
func (s *instance) Disconnect(workload.Connection) {}

// Perform implements system.Instance.
func (s *instance) Perform(a workload.Action) { s.storage.perform(a) }
