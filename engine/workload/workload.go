// Package workload is what a database is asked to do: query classes, sessions that run them step by step,
// arrivals of requests, and actions at a time. A Driver turns it into requests as simulated time goes by.
package workload

import "schedlab/engine/sim"

// Bytes is an amount of data in bytes.
type Bytes int64

// Pages is a number of database pages.
type Pages int64

// Shape is the form of a distribution.
type Shape uint8

// Shapes.
const (
	Fixed Shape = iota
	Exponential
	LogNormal
)

// Law is a distribution of times.
type Law struct {
	Shape Shape
	Mean  sim.Time
	Sigma int64 // of the logarithm, permille; log-normal only
}

// Draw takes a time from the law.
func (l Law) Draw(s *sim.Stream) sim.Time {
	switch l.Shape {
	case Exponential:
		return s.Exponential(l.Mean)
	case LogNormal:
		return s.LogNormal(l.Mean, l.Sigma)
	}
	return l.Mean
}

// Class is a kind of request: what every request of it asks for.
type Class struct {
	Name    string // by which sessions and paths name it
	Title   string // shown to the user; empty = Name
	System  int    // position of the system it goes to
	Cost    int64  // the optimizer's estimate, in its cost units × 1000
	DOP     int    // hint of the query; 0 = as the server decides
	Steps   []Step
	Endless bool // a worker never ends by itself
	// Database names what its commits change; empty = the system's first.
	Database string
}

// Kind says what a step does.
type Kind uint8

// Kinds of steps.
const (
	Compute Kind = iota // CPU time, in parallel if the plan is; with reads between equal parts of it
	Commit              // pages dirtied and log written, then the wait for the log
	Wait                // time without a CPU, whatever the load: a device, a journal, the network
)

// Step is one thing that a request does. Which fields count depends on its kind.
type Step struct {
	Kind        Kind
	Branches    int      // compute: zones of the plan that run at the same time; at least 1
	CPU         Law      // compute: of each worker, or of the whole serial request
	Skew        int64    // compute: permille by which the last of several workers works longer
	Coordinator sim.Time // compute: CPU of execution context 0 before the workers start
	Reads       int64    // compute: page reads that miss the cache, of each worker
	Turn        sim.Time // compute: CPU time after which a worker yields early; 0 = it uses whole quanta
	Dirty       Pages    // commit: pages changed, drawn from the database's working set
	Log         Bytes    // commit
	Records     int64    // commit: log records; at least one a page and one for the commit
	Pause       Law      // wait: how long
}

// Run is a class that a session runs some times.
type Run struct {
	Class int // position
	Times int
	Think Law // after each
}

// Session is a group of client connections that do the same.
type Session struct {
	Name   string
	System int
	Count  int      // connections
	Start  sim.Time // of the first
	Every  sim.Time // between the starts of two
	Runs   []Run
	Repeat bool   // start over after the last run
	Pool   string // name of a resource pool; empty = the default
	Node   int    // node on which it connects; -1 = as the server decides
}

// Process is how requests arrive.
type Process uint8

// Processes.
const (
	Poisson  Process = iota // independent of each other
	FixedGap                // one every 1/rate
)

// Arrivals are requests that come by themselves, however long the answers take.
type Arrivals struct {
	Class       int
	Process     Process
	Rate        int64 // per 1,000 s
	From, To    sim.Time
	Connections int // over which they come in turn
	Pool        string
}

// Do is what an action does.
type Do uint8

// Actions.
const (
	Kill       Do = iota // cancels what the session runs; it goes on with nothing
	Start                // starts a session that has not started yet
	Checkpoint           // of a database, asked for by hand
	Backup               // of a database, which begins with an internal checkpoint
)

// Action is something done by hand at a time.
type Action struct {
	At      sim.Time
	Do      Do
	Session int // position in Workload.Sessions
	Member  int // which connection of the group; -1 = all
	System  int // position; checkpoint and backup
	// Database names whose checkpoint it is; empty = the system's first.
	Database string
	Duration sim.Time // checkpoint: that it is asked to take; 0 = as the server decides
}

// Workload is everything that a run asks of its databases.
type Workload struct {
	Classes  []Class
	Sessions []Session
	Arrivals []Arrivals
	Actions  []Action
}

// SessionID numbers connections from 0: those of the sessions in order, then those of the arrivals.
type SessionID int32

// RequestID numbers requests from 0 in the order of their submission.
type RequestID int32

// Request is one thing asked of a database. Steps belong to the class and must not be changed.
type Request struct {
	ID      RequestID
	Session SessionID
	Class   int
	System  int
	At      sim.Time
	Cost    int64
	DOP     int
	Pool    string
	Endless bool
	// Database names what its commits change; empty = the system's first.
	Database string
	Steps    []Step
}

// Connection is one client connection.
type Connection struct {
	ID      SessionID
	Session int // position of its group; -1 = it belongs to arrivals
	Member  int // place inside its group
	System  int
	Pool    string
	Node    int // -1 = as the server decides
}
