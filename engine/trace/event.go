// Package trace is what happened in a run: events, the rotations of lanes, the ledger that folds them into
// accounts and checks the laws, and the log that keeps them to be read at any instant.
package trace

import "schedlab/engine/sim"

// Numbers by which a log names things. Tasks, requests and sessions are numbered from 0 in the order in
// which they appear in a run, lanes in the order in which instances declare them.
type (
	// InstanceID numbers the started databases of a run.
	InstanceID uint16
	// LaneID numbers the schedulers of a run, over all instances.
	LaneID int32
	// TaskID numbers the tasks of a run; a number is never used twice.
	TaskID int32
	// RequestID numbers the requests of a run.
	RequestID int32
	// SessionID numbers the sessions of a run.
	SessionID int32
	// Reason is a wait type or another named cause: an index into the causes of the instance's description.
	Reason uint16
)

// Absence of a thing.
const (
	NoLane    LaneID    = -1
	NoTask    TaskID    = -1
	NoRequest RequestID = -1
	NoReason  Reason    = 0xffff
)

// Kind says what sort of event it is.
type Kind uint8

// Kinds of events.
const (
	// Transition is a change of state of Who: From → To because of Why, on the lane Where. A task that
	// becomes Runnable on another lane than its own lives there from then on; rotations of the lanes that
	// it leaves and enters follow in the same instant.
	Transition Kind = iota
	// Rotated points at a Rotation; Value is its position among the log's rotations.
	Rotated
	// Counter is an amount: Value is the new value of the instance's series at position Who.
	Counter
	// RangeBegin and RangeEnd bracket something that lasts: Why says what, Value whose it is (a database's
	// number, for example), Who numbers the ranges of the instance from 0 in the order in which they begin.
	RangeBegin
	// RangeEnd closes the range that RangeBegin of the same Who opened.
	RangeEnd
	// Note is something worth a line in the log, such as a downgrade of DOP; Why says what, Value how much.
	// A note about a RangeThing is a fact of that range.
	Note
)

// Thing says what a number names.
type Thing uint8

// Things that events speak of.
const (
	NoThing Thing = iota
	TaskThing
	RequestThing
	SessionThing
	LaneThing
	NodeThing
	WorkerThing
	SeriesThing
	RangeThing
)

// Event is something that happened. It is small because a run has many.
type Event struct {
	At       sim.Time
	Value    int64
	Who      int32 // number of the thing
	Where    LaneID
	Why      Reason
	Instance InstanceID
	Kind     Kind
	Thing    Thing
	From, To State
}

// Ref names a thing of one instance: two guests may both have a CPU 0.
type Ref struct {
	Instance InstanceID
	Thing    Thing
	ID       int32
}

// Ref is the thing that the event is about.
func (e Event) Ref() Ref { return Ref{e.Instance, e.Thing, e.Who} }

// State is what a task is doing. A virtual CPU is a task on the host's lanes: Running is its run time,
// Runnable its ready time, Suspended its idle time.
type State uint8

// States of a task. The last two are of virtual CPUs only.
const (
	None State = iota
	Pending
	Runnable
	Running
	Suspended
	Done
	CoStop  // held back until its siblings have caught up
	Limited // held back because its guest has used up what it may
)

var stateNames = [...]string{"none", "pending", "runnable", "running", "suspended", "done", "co-stop",
	"limited"}

// String is the word of DESIGN's list for the state.
func (s State) String() string { return stateNames[s] }

// Waits says that a task waits outside the lanes' queues.
func (s State) Waits() bool {
	return s == Suspended || s == Pending || s == CoStop || s == Limited
}

// legal lists, for each state of a task, the states that may follow. Runnable ↔ Running is implied by
// rotations and therefore not recorded one by one; a task that leaves a lane is recorded as it was there.
// A task goes from Runnable to Runnable when it is taken to another lane's queue.
var legal = [...][]State{
	None:      {Pending, Runnable, Suspended},
	Pending:   {Runnable, Done},
	Runnable:  {Running, Runnable, Suspended, Done, CoStop, Limited},
	Running:   {Runnable, Suspended, Done, CoStop, Limited},
	Suspended: {Runnable, Done, Limited},
	Done:      nil,
	CoStop:    {Runnable, Done, Limited},
	Limited:   {Runnable, Done, CoStop},
}

// Legal says whether a task may go from one state to the other.
func Legal(from, to State) bool {
	for _, s := range legal[from] {
		if s == to {
			return true
		}
	}
	return false
}

// Task is what is known of a task when it is made.
type Task struct {
	At      sim.Time
	Request RequestID
	Lane    LaneID
	// Context is the execution context: 0 coordinates or is the whole serial request, 1… are parallel
	// workers. Of a virtual CPU it is its number in its guest.
	Context int32
	// Branch is that of the plan, from 0. Of a virtual CPU it is the position of its guest in the layout.
	Branch int16
	// Role names a worker of the product's own, one of the instance's causes, such as CHECKPOINT: of a task
	// of no request. It means nothing for a task of a request, where it is NoReason or whatever it is left
	// as.
	Role Reason
}

// Request is what is known of a request when it is submitted.
type Request struct {
	At       sim.Time
	Session  SessionID
	Class    int32 // position in the workload's query classes
	Ordinal  int32 // among the requests of its class, from 0
	Instance InstanceID
}

// Range is something that lasts, as the log keeps it: a checkpoint, one of its phases, a database that is
// due.
type Range struct {
	Begin, End sim.Time // End is sim.Never while it goes on
	Of         int64    // whose it is, by the product's number
	Where      LaneID   // of the worker that does it; NoLane = of none
	Why        Reason
	Facts      []RangeFact // in the order in which they became known
}

// RangeFact is a fact of a range and when it became known.
type RangeFact struct {
	At    sim.Time
	Why   Reason
	Value int64
}

// Fact gives the last value that a fact of the range had at an instant.
func (r *Range) Fact(why Reason, at sim.Time) (value int64, known bool) {
	for _, f := range r.Facts {
		if f.Why == why && f.At <= at {
			value, known = f.Value, true
		}
	}
	return value, known
}

// Rotation says how a lane goes on from At until the lane's next rotation. Ring holds the tasks in order;
// the first has been on the CPU since Start and leaves it at Next. From then on a slice ends every Slice,
// and at each end the task on the CPU yields to the next of the ring. Next may be sim.Never: then nothing
// but another rotation ends the slice. An empty Ring is an idle lane.
type Rotation struct {
	At, Start, Next, Slice sim.Time
	Lane                   LaneID
	// Left says that whoever was on the CPU until At has left the lane, even if it is in the ring again;
	// the log finds it out.
	Left bool
	Ring []TaskID
}

// Recorder receives each event as it happens, in the order of time.
type Recorder interface {
	// Declare makes an instance's lanes known before anything happens on them; it gives the first lane's
	// number.
	Declare(Layout) (InstanceID, LaneID)
	// Submit notes a request and gives its number.
	Submit(Request) RequestID
	// Open notes a task and gives its number. Its first transition follows.
	Open(Task) TaskID
	// Record notes an event.
	Record(Event)
	// Rotate notes how a lane goes on. The ring is only valid during the call.
	Rotate(Rotation)
}
