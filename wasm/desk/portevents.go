package desk

import (
	"math"
	"strconv"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// hostTold is what the host knows, so that it is told only what is new.
type hostTold struct {
	ready    bool
	state    string
	at       int64
	atOnce   float64 // wall clock of the last time event
	isTimed  bool
	finding  int // generation of the run whose claims were told, plus 1
	running  bool
	needed   int
	faults   int
	failed   *proto.Failed
	problems int // version of the document whose problems were told, plus 1
}

// timeEvery is the least time between two events of the playhead, in milliseconds.
const timeEvery = 250

// tell sends the events that are due.
func (s *State) tell(now float64) {
	if !s.Embedded.Port.isOpen {
		return
	}
	s.tellErrors()
	if s.Run == nil || s.Drawn == nil {
		return
	}
	t := &s.Embedded.Port.told
	if !t.ready {
		t.ready = true
		s.event("ready", "version", scenario.Int(portVersion), "build", scenario.Words(s.Supplies.Version),
			"state", s.stateOf())
	}
	s.tellState()
	s.tellTime(now)
	s.tellFinding()
	s.tellEnd()
	if room := s.Embedded.Room; room.Needed > 0 && room.Needed != t.needed {
		t.needed = room.Needed
		s.event("resize", "height", scenario.Int(int64(room.Needed)))
	}
}

// portVersion is the version of the messages.
const portVersion = 1

func (s *State) event(name string, values ...any) {
	message := fields(append([]any{"event", scenario.Words(name)}, values...)...)
	s.tellHost(message)
}

// tellState sends the state when something other than the playhead changed in it.
func (s *State) tellState() {
	t := &s.Embedded.Port.told
	state := s.stateOf()
	at := state.Members[stateInstant].Value
	state.Members[stateInstant].Value = scenario.Tree{}
	key := state.String()
	if key == t.state {
		return
	}
	t.state = key
	state.Members[stateInstant].Value = at
	s.event("state", "state", state)
}

// stateInstant is the place of the playhead among the members of stateOf.
const stateInstant = 3

func (s *State) tellTime(now float64) {
	t := &s.Embedded.Port.told
	if t.isTimed && t.at == s.At {
		return
	}
	if t.isTimed && now-t.atOnce < timeEvery {
		s.Embedded.owes = true
		return
	}
	t.isTimed, t.at, t.atOnce = true, s.At, now
	s.event("time", "t", seconds(s.At))
}

// tellFinding sends what was claimed of the run and what came out, when all of it is known.
func (s *State) tellFinding() {
	t := &s.Embedded.Port.told
	if t.finding == s.RunOf+1 {
		return
	}
	for _, c := range s.Claims {
		if c.Pending {
			return
		}
	}
	t.finding = s.RunOf + 1
	broken := scenario.Tree{Kind: scenario.List}
	for _, law := range s.Run.Broken {
		broken.Items = append(broken.Items, scenario.Words(law))
	}
	s.event("finding", "claims", s.claimTrees(), "laws", broken,
		"headline", fields("name", scenario.Words(s.Run.Headline.Name),
			"text", scenario.Words(s.Run.Headline.Text)))
}

func (s *State) tellEnd() {
	t := &s.Embedded.Port.told
	if t.running && !s.Playing && s.At >= s.Run.Ended {
		s.event("end", "t", seconds(s.At))
	}
	t.running = s.Playing
}

// tellErrors sends what is wrong with the frame's address, a document that cannot be run, and a mistake of
// ours.
func (s *State) tellErrors() {
	e := s.Embedded
	t := &e.Port.told
	for ; t.faults < len(e.Faults); t.faults++ {
		m := e.Faults[t.faults]
		s.event("error", "error", (&portFault{code: m.Code, message: m.Text}).tree())
	}
	if s.Failed != t.failed {
		if t.failed = s.Failed; s.Failed != nil {
			s.event("error", "error", s.fault("failed", "port.failed").tree())
		}
	}
	if len(s.Problems) > 0 && t.problems != s.Version+1 {
		t.problems = s.Version + 1
		s.event("error", "error", s.problemFault(s.Problems).tree())
	}
}

// fields makes an object of names and values in turn.
func fields(values ...any) scenario.Tree {
	t := scenario.Tree{Kind: scenario.Object}
	for i := 0; i+1 < len(values); i += 2 {
		t.Members = append(t.Members, scenario.Member{Name: values[i].(string),
			Value: values[i+1].(scenario.Tree)})
	}
	return t
}

// figure is a number, or nothing where there is none.
func figure(v float64) scenario.Tree {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return scenario.Tree{}
	}
	return scenario.Tree{Kind: scenario.Number, Text: strconv.FormatFloat(v, 'g', -1, 64)}
}

func seconds(at int64) scenario.Tree { return scenario.Decimal(at, 9) }
