package desk

import (
	"schedlab/engine/scenario"
)

// Port is the line to the page that frames this one. Requests arrive and answers leave as JSON texts; they
// are answered one after the other, in order, but for what needs no run.
type Port struct {
	isOpen bool
	queue  []*request
	told   hostTold
}

// PortEffects are the JSON texts that the host is to be sent, in order.
type PortEffects struct{ Tell []string }

// PortOpened says that a host has taken the line, perhaps another one than before.
type PortOpened struct{}

// Apply forgets what the host before was told and has not been answered.
func (PortOpened) Apply(s *State) {
	if s.Embedded != nil {
		s.Embedded.Port = Port{isOpen: true}
	}
}

// PortAsked is a request of the host.
type PortAsked struct {
	Text string
	ID   string // of the request, as JSON, also if the request cannot be read
}

// Apply answers the request at once if it can, or keeps it until it can.
func (a PortAsked) Apply(s *State) {
	if s.Embedded == nil {
		return
	}
	r, fault := s.readRequest(a.Text)
	switch {
	case fault != nil:
		if r.id.Kind == scenario.Null {
			r.id, _ = scenario.ParseTree(a.ID)
		}
		s.answer(r.id, scenario.Tree{}, fault)
	case r.do == "get" && r.what == "state":
		s.answer(r.id, s.stateOf(), nil)
	default:
		s.enqueue(r)
	}
}

// mostWaiting is how many requests may wait for an answer. The frame's script bounds them too: see port.js.
const mostWaiting = 64

func (s *State) enqueue(r *request) {
	p := &s.Embedded.Port
	if r.do == "load" {
		for _, older := range p.queue {
			s.answer(older.id, scenario.Tree{}, s.fault("superseded", "port.superseded"))
		}
		p.queue = nil
	}
	if len(p.queue) >= mostWaiting {
		s.answer(r.id, scenario.Tree{}, s.fault("busy", "port.busy"))
		return
	}
	p.queue = append(p.queue, r)
}

// serve answers what can be answered now.
func (s *State) serve(now float64) {
	p := &s.Embedded.Port
	for len(p.queue) > 0 {
		r := p.queue[0]
		if r.since == 0 {
			r.since = now
		}
		value, fault, isDone := s.attempt(r, now)
		if !isDone {
			s.Embedded.owes = r.what == "caption"
			return
		}
		p.queue = p.queue[1:]
		s.answer(r.id, value, fault)
	}
}

// attempt does a request, or goes on with it. A load or an edit is done when its run is there; everything
// else waits for the run under way, if there is one.
func (s *State) attempt(r *request, now float64) (value scenario.Tree, fault *portFault, isDone bool) {
	if r.isUnderWay {
		return s.outcome(r)
	}
	if opens := opening[r.do]; opens != nil {
		if fault := opens(s, r); fault != nil {
			return value, fault, true
		}
		r.isUnderWay, r.generation = true, s.Generation
		return s.outcome(r)
	}
	switch {
	case s.Waiting.On:
		return value, nil, false
	case s.Run == nil:
		return value, s.noRun(), true
	case r.what == "caption" && !s.isPictured() && now-r.since < captionPatience:
		return value, nil, false
	}
	value, fault = answering[r.do](s, r)
	return value, fault, true
}

// captionPatience is how long a caption is waited for, in milliseconds: a frame that is not shown has none.
const captionPatience = 3000

// isPictured says whether the last picture is of the run and the instant in view.
func (s *State) isPictured() bool {
	a := &s.asked
	return s.Drawn != nil && a.any && a.of == s.RunOf && !a.drawing && (s.Playing || s.Drawn.At == s.At)
}

// outcome is how the run of a load or an edit ended.
func (s *State) outcome(r *request) (value scenario.Tree, fault *portFault, isDone bool) {
	switch {
	case s.Run != nil && s.RunOf >= r.generation:
		return fields("title", scenario.Words(s.Title()),
			"duration_s", seconds(s.Duration())), nil, true
	case s.Waiting.On:
		return value, nil, false
	}
	return value, s.noRun(), true
}

// noRun says why there is no run.
func (s *State) noRun() *portFault {
	switch {
	case s.Failed != nil:
		return s.fault("failed", "port.failed")
	case len(s.Problems) > 0:
		return s.problemFault(s.Problems)
	}
	return s.fault("cancelled", "port.cancelled")
}

// answer queues what the host gets for a request.
func (s *State) answer(id, value scenario.Tree, fault *portFault) {
	message := fields("id", id, "ok", scenario.Flag(fault == nil))
	if fault != nil {
		message.Members = append(message.Members, scenario.Member{Name: "error", Value: fault.tree()})
	} else {
		message.Members = append(message.Members, scenario.Member{Name: "value", Value: value})
	}
	s.tellHost(message)
}

func (s *State) tellHost(message scenario.Tree) {
	s.Effect.Port.Tell = append(s.Effect.Port.Tell, message.String())
}
