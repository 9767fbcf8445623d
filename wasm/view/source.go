package view

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/topology"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

// Source is a finished run with the facts that do not change while one looks at it. It must not be copied
// once it is used: what is derived from it is kept.
type Source struct {
	Log         *trace.Log
	Machine     topology.Machine
	Values      setting.Values
	Workload    workload.Workload
	Connections []workload.Connection
	Description system.Description
	Measure     [2]sim.Time // the window of measurement, from and to
	Quantum     sim.Time
	// Others are the instances after the first, whose machine, values and description stand above.
	Others []Part

	floor   *Floor
	colours *Colours
	deepest int           // 1 + the longest ring
	before  *trace.Ledger // at the begin of the window of measurement
	until   *trace.Ledger // at its end
	ends    []sim.Time    // of the requests; sim.Never while they run
	shorts  map[string]string
	figures *Figures
	virtual []trace.TaskID // by lane: the virtual CPU that it is
	stood   map[trace.TaskID][]standing
}

// Part is what an instance of a run is: a database or a hypervisor, and what it runs on.
type Part struct {
	Machine     topology.Machine
	Values      setting.Values
	Description system.Description
}

// Part is what an instance is.
func (s *Source) Part(in trace.InstanceID) Part {
	if in == 0 {
		return Part{s.Machine, s.Values, s.Description}
	}
	return s.Others[in-1]
}

// Floor is the order of places.
func (s *Source) Floor() *Floor {
	if s.floor == nil {
		s.floor = newFloor(s.Log, func(in trace.InstanceID) topology.Machine { return s.Part(in).Machine })
	}
	return s.floor
}

// Colours says which request has which colour.
func (s *Source) Colours() *Colours {
	if s.colours == nil {
		s.colours = newColours(s)
	}
	return s.colours
}

// Deepest is the largest number of tasks that a scheduler ever had, running or runnable.
func (s *Source) Deepest() int {
	if s.deepest == 0 {
		s.deepest = 1
		for i := range s.Log.Rotations {
			if r := &s.Log.Rotations[i]; !s.Floor().Lanes[r.Lane].Hidden {
				s.deepest = max(s.deepest, 1+len(r.Ring))
			}
		}
	}
	return s.deepest - 1
}

// Ended is when a request was finished; sim.Never if it never was.
func (s *Source) Ended(r trace.RequestID) sim.Time {
	if s.ends == nil {
		s.ends = make([]sim.Time, len(s.Log.Requests))
		for i := range s.ends {
			s.ends[i] = sim.Never
		}
		for i := range s.Log.Events {
			e := &s.Log.Events[i]
			if e.Thing == trace.RequestThing && e.To == trace.Done {
				s.ends[e.Who] = e.At
			}
		}
	}
	return s.ends[r]
}

// reading is what the description's functions are given.
func (s *Source) reading(ledger *trace.Ledger, instance trace.InstanceID) system.Reading {
	part := s.Part(instance)
	return system.Reading{Log: s.Log, Ledger: ledger, Instance: instance, At: ledger.At,
		Machine: part.Machine, Values: part.Values, Workload: &s.Workload, Connections: s.Connections}
}

// cause is the name of a reason.
func (s *Source) cause(in trace.InstanceID, why trace.Reason) string {
	causes := s.Log.Ledger.Instances[in].Layout.Causes
	if int(why) < len(causes) {
		return causes[why]
	}
	return "–"
}

// yieldOf is the wait type of workers that used their quantum.
func (s *Source) yieldOf(in trace.InstanceID) trace.Reason {
	return s.Log.Ledger.Instances[in].Layout.Yield
}

// class is the query class of a request; an empty one if the workload does not know it.
func (s *Source) class(r trace.RequestID) workload.Class {
	if r >= 0 {
		if c := int(s.Log.Requests[r].Class); c >= 0 && c < len(s.Workload.Classes) {
			return s.Workload.Classes[c]
		}
	}
	return workload.Class{}
}

// nouns are an instance's own words, with general ones where it has none.
func (s *Source) nouns(in trace.InstanceID) system.Nouns {
	n := s.Part(in).Description.Nouns
	return system.Nouns{MemoryNode: or(n.MemoryNode, "memory node"), Node: or(n.Node, "node"),
		Scheduler: or(n.Scheduler, "scheduler"), Worker: or(n.Worker, "worker"),
		Request: or(n.Request, "request")}
}

// nounsAt are the words of the instance that a lane belongs to.
func (s *Source) nounsAt(lane trace.LaneID) system.Nouns {
	return s.nouns(s.Floor().Lanes[lane].Instance)
}

// The first product's words.
func (s *Source) memoryNoun() string    { return s.nouns(0).MemoryNode }
func (s *Source) schedulerNoun() string { return s.nouns(0).Scheduler }
func (s *Source) workerNoun() string    { return s.nouns(0).Worker }
func (s *Source) requestNoun() string   { return s.nouns(0).Request }

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// sentence begins a text with a capital letter.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// lowered begins a text with a small letter.
func lowered(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// number writes a small number; the texts of the first hundred cost nothing.
func number(n int) string { return Number(int64(n)) }

// Cursor gives the state at one instant after another; going on from the last one is cheap.
type Cursor struct {
	log    *trace.Log
	ledger *trace.Ledger
	next   int
}

// NewCursor makes a cursor for a log that is complete.
func NewCursor(log *trace.Log) *Cursor { return &Cursor{log: log} }

// At gives the state at an instant, everything that happened then included. It is valid until the next call.
func (c *Cursor) At(t sim.Time) *trace.Ledger {
	t = min(max(t, 0), c.log.End)
	if c.ledger == nil || t < c.ledger.At || t > c.ledger.At+leap {
		c.ledger, c.next = c.log.At(t), c.log.EventAfter(t)
		return c.ledger
	}
	c.next = c.log.Play(c.ledger, c.next, t+1)
	c.ledger.SettleAfter(t)
	return c.ledger
}

// Now is the instant of the last state given; 0 before the first.
func (c *Cursor) Now() sim.Time {
	if c.ledger == nil {
		return 0
	}
	return c.ledger.At
}

// leap is how far a cursor goes on event by event before it asks the log for a snapshot.
const leap = 2 * sim.Second

// Look is how pictures are to be drawn.
type Look struct {
	Theme   Theme
	Mode    Mode
	Picked  Picked
	Reduced bool  // motion
	Speed   int64 // permille of real time
	Spots   bool  // places with texts for screen readers are wanted
}

// Mode is what colours stand for.
type Mode uint8

// The modes.
const (
	ByRequest Mode = iota
	ByState
	ByWait
	ByLoad
)

// ModeNamed is the mode of a name of the page: request, state, wait or load.
func ModeNamed(name string) Mode {
	for m, n := range modeNames {
		if n == name {
			return Mode(m)
		}
	}
	return ByRequest
}

var modeNames = [...]string{ByRequest: "request", ByState: "state", ByWait: "wait", ByLoad: "load"}
