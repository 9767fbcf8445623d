package esxi

import (
	"schedlab/engine/host"
	"schedlab/engine/hypervisor"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// vmkernel is the hypervisor at work: it decides which virtual CPU runs on which CPU, once at the end of an
// instant. Everything refers to everything by position.
type vmkernel struct {
	env    hypervisor.Environment
	rules  rules
	guests []guest
	hosts  []host.Host
	vcpus  []vcpu // of all guests, one guest after the other
	homes  []home
	pcpus  []pcpu // node by node, as the lanes of the trace
	cores  []core
	nodes  []node
	random *sim.Stream
	in     trace.InstanceID
	first  trace.LaneID

	now      sim.Time
	queued   bool // Dispatch has been asked for
	last     bool // and asked itself to be the last one of the instant
	changed  []int32
	touched  []int32 // CPUs on which something has changed in this instant
	altered  []int32 // guests of which a virtual CPU has changed its state
	retimed  []int32 // virtual CPUs whose speed may have changed
	ring     []trace.TaskID
	moving   bool     // the NUMA scheduler is due
	weighed  sim.Time // when it looked last
	wandered bool     // the balance between nodes is due
	waiting  []int32  // guests that wait for CPUs for all of theirs, strictly co-scheduled
	timers   struct{ numa, wander sim.TimerID }
}

// guest is a virtual machine.
type guest struct {
	name     string
	from, to int32 // its virtual CPUs
	homes    struct{ from, to int32 }
	shares   int64 // of each
	phi      int64 // share of its work that waits for memory, permille
	steal    bool  // its tools show ready time
	group    int32 // number of those that it talks to; 0 = nobody
	standing int32 // virtual CPUs that make no progress
	altered  bool
	polled   bool // skew is to be looked at
	poll     sim.TimerID
	most     sim.Time // most that a virtual CPU has stood still, of the waits that have ended

	limit   allowance // what it may use
	reserve allowance // what it must get

	gang gang // strictly co-scheduled

	overlap, system amount
}

// amount is a series of a guest.
type amount struct {
	now, told sim.Time
	at        sim.Time // when it was told
}

// home is a NUMA client at work: virtual CPUs of a guest that have a home node.
type home struct {
	guest   int32
	node    int32
	members []int32
	wide    bool // has more virtual CPUs than a node has CPUs: they may run on others
	running int32
	demand  sim.Time // that its members have wanted to run since the NUMA scheduler looked last
	moved   int64    // how often it got another home

	owed   int64    // work of the hypervisor for it, ns × permille
	owedAt sim.Time // counted up to here
	burst  sim.TimerID
	due    bool

	pages []int64 // by node: where its memory is
	total int64
	slow  []int64 // by node: speed there in permille, which remote memory lowers
	fixed bool    // interleaved: pages do not follow
}

// vcpu is a virtual CPU: what a guest takes for a processor.
type vcpu struct {
	of         *vmkernel
	id         int32
	guest      int32
	home       int32
	lane       int32 // CPU where it is, or was last
	next, prev int32 // in the CPU's queue
	task       trace.TaskID
	state      trace.State
	wants      bool // its guest has work for it
	changed    bool // whether it wants has changed in this instant
	retimed    bool
	since      sim.Time // of the state
	mark       sim.Time // charged up to here
	stood      sim.Time // without progress, as far as skew goes
	vtime      int64    // CPU time for its shares: ns of one alone on a core with 1000 shares
	speed      host.Speed
	watcher    host.SpeedWatcher
}

// pcpu is a hardware thread.
type pcpu struct {
	base       host.Processor
	cpu        int32 // position in the machine
	core, node int32
	run        int32 // virtual CPU that runs; none
	head, tail int32 // those that wait, in the order in which they came
	n          int32
	place      int32 // in its node's list of idle CPUs; none = it is not idle
	held       int32 // virtual CPU whose place it is, strictly co-scheduled; none
	world      bool  // work of the hypervisor runs
	cut        bool  // an interrupt stops whatever runs
	busy       bool
	told       bool // busy, as the bare CPU knows it
	touched    bool
	stale      bool     // the trace knows it as it was
	began      sim.Time // of the quantum
	worldTask  trace.TaskID
	shown      trace.TaskID // on the CPU, as the trace knows it
	shownFrom  sim.Time
	quantum    sim.TimerID
	burst      sim.TimerID
	burstFor   int32 // guest
}

// core is what threads share.
type core struct {
	threads []int32
	busy    int32
	whole   int32 // virtual CPU that is to have it for itself; none
}

// node is a NUMA node, which is a cache here.
// simplified: one last-level cache a node, as on Intel; nodes of several caches are not told apart.
type node struct {
	cpus      []int32 // in an order that changes as they are looked at
	idle      []int32 // those without anything, likewise
	cores     []int32
	ready     int32 // virtual CPUs that wait in its queues
	idleCores int32
	shared    int32 // cores with several busy threads
	due       uint8 // what it has to do
	timers    [ticks]sim.TimerID
}

// none is no position.
const none int32 = -1

// What a node does at intervals.
const (
	tickPull int32 = iota
	tickSpread
	tickEven
	ticks
)

// What a timer is about.
const (
	firePull    = tickPull
	fireSpread  = tickSpread
	fireEven    = tickEven
	fireQuantum = ticks + iota
	fireBurst
	fireOwed
	firePoll
	fireLimit
	fireGang
	fireNuma
	fireWander
)
