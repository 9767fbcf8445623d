package desk

import (
	"maps"
	"slices"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
	"schedlab/wasm/share"
)

// opening are the requests that end in a run of another document.
var opening = map[string]func(*State, *request) *portFault{"load": (*State).portLoad, "set": (*State).portSet}

// answering are those that read the run, or move in it.
var answering = map[string]func(*State, *request) (scenario.Tree, *portFault){
	"play": func(s *State, r *request) (scenario.Tree, *portFault) {
		if r.hasSpeed {
			s.Speed = r.speed
		}
		s.start()
		return s.stateOf(), nil
	},
	"pause": func(s *State, _ *request) (scenario.Tree, *portFault) {
		s.pause()
		return s.stateOf(), nil
	},
	"seek": func(s *State, r *request) (scenario.Tree, *portFault) {
		Seek{At: r.at}.Apply(s)
		return s.stateOf(), nil
	},
	"get": func(s *State, r *request) (scenario.Tree, *portFault) { return gettable[r.what](s), nil },
}

// gettable is what can be asked for by name.
var gettable = map[string]func(*State) scenario.Tree{
	"state": (*State).stateOf, "metrics": (*State).metricsOf, "claims": (*State).claimTrees,
	"document": func(s *State) scenario.Tree { return s.Document.Root },
	"caption": func(s *State) scenario.Tree {
		if s.Drawn == nil {
			return fields("headline", scenario.Words(s.Title()), "why", scenario.Words(""))
		}
		return fields("headline", scenario.Words(s.Drawn.Headline), "why", scenario.Words(s.Drawn.Why))
	},
}

// portLoad puts another scenario in place, if it can be run.
func (s *State) portLoad(r *request) *portFault {
	e := s.Embedded
	e.isOpening = true
	defer func() { e.isOpening = false }()
	switch {
	case r.name != "":
		if !s.isShipped(r.name) {
			return s.fault("no-scenario", "embed.noScenario", share.Excerpt(r.name))
		}
		s.Show(r.name)
	case r.link != "":
		if !s.OpenLink(share.Fragment(r.link)) {
			s.Stray = ""
			if bad := s.takeBroken(); bad != nil {
				return s.fault("link", bad.Key, bad.Values...)
			}
			return s.fault("link", "port.link")
		}
	default:
		if fault := s.tried(r.document); fault != nil {
			return fault
		}
		s.begin("", r.document)
	}
	s.history = history{}
	return nil
}

// portSet edits the document by paths: all of them, or, if the document could not be run then, none.
func (s *State) portSet(r *request) *portFault {
	if s.isLocked() {
		return s.fault("readonly", "port.readonly")
	}
	next := s.Document
	for _, m := range r.set {
		var problems []scenario.Problem
		if next, problems = next.Set(m.Name, m.Value); len(problems) > 0 {
			return s.problemFault(told(problems))
		}
	}
	if fault := s.tried(next); fault != nil {
		return fault
	}
	s.change("", func(scenario.Document) (scenario.Document, []scenario.Problem) { return next, nil })
	return nil
}

// tried tells what keeps a document from being run, but for its variations.
func (s *State) tried(document scenario.Document) *portFault {
	if _, problems := s.readingOf(document); len(problems) > 0 {
		return s.problemFault(told(problems))
	}
	return nil
}

func (s *State) stateOf() scenario.Tree {
	e := s.Embedded
	return fields(
		"loaded", scenario.Flag(s.Run != nil), "simulating", scenario.Flag(s.Waiting.On),
		"playing", scenario.Flag(s.Playing || e.held), "t", seconds(s.At),
		"duration_s", seconds(s.Duration()),
		"speed", figure(float64(s.Speed)/float64(RealTime)), "scenario", scenario.Words(s.Name),
		"title", scenario.Words(s.Title()), "mode", scenario.Words(string(e.Mode)),
		"readonly", scenario.Flag(e.Readonly), "problems", scenario.Int(int64(len(s.Problems))))
}

func (s *State) metricsOf() scenario.Tree {
	t := scenario.Tree{Kind: scenario.Object}
	for _, name := range slices.Sorted(maps.Keys(s.Run.Metrics)) {
		t.Members = append(t.Members, scenario.Member{Name: name, Value: figure(s.Run.Metrics[name])})
	}
	return t
}

func (s *State) claimTrees() scenario.Tree {
	t := scenario.Tree{Kind: scenario.List}
	for _, c := range s.Claims {
		t.Items = append(t.Items, fields("label", scenario.Words(c.Label), "metric", scenario.Words(c.Metric),
			"reported", scenario.Words(c.Reported), "simulated", scenario.Words(c.Simulated),
			"kind", scenario.Words(c.Kind), "holds", scenario.Flag(c.Holds && !c.Pending),
			"pending", scenario.Flag(c.Pending), "source", scenario.Words(c.Source)))
	}
	return t
}

func problemTrees(problems []proto.Problem) scenario.Tree {
	t := scenario.Tree{Kind: scenario.List}
	for _, p := range problems {
		t.Items = append(t.Items, fields("path", scenario.Words(p.Path),
			"message", scenario.Words(strings.TrimSpace(p.Message)), "hint", scenario.Words(p.Hint)))
	}
	return t
}
