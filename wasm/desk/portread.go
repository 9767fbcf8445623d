package desk

import (
	"strconv"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
	"schedlab/wasm/share"
)

// request is one thing that a host asked for, read and checked.
type request struct {
	id         scenario.Tree // a text or a number, as the host wrote it
	do, what   string
	name, link string
	document   scenario.Document
	hasSpeed   bool
	speed      int64
	at         int64
	set        []scenario.Member

	since      float64 // wall clock at which it was first looked at; 0 = not yet
	isUnderWay bool
	generation int
}

// Bounds of a request.
const (
	longestID   = 64
	mostPaths   = 64
	longestPath = 200
	longestLink = 100_000
)

// portFault is why a request was not done.
type portFault struct {
	code, message string
	problems      []proto.Problem
}

func (f *portFault) tree() scenario.Tree {
	t := fields("code", scenario.Words(f.code), "message", scenario.Words(f.message))
	if len(f.problems) > 0 {
		t.Members = append(t.Members, scenario.Member{Name: "problems", Value: problemTrees(f.problems)})
	}
	return t
}

func (s *State) fault(code, key string, values ...any) *portFault {
	return &portFault{code: code, message: s.Supplies.Say.Text(key, values...)}
}

func (s *State) problemFault(problems []proto.Problem) *portFault {
	f := s.fault("problems", "port.problems", len(problems))
	f.problems = problems
	return f
}

// memberReaders read the members of a request of each kind. What stands in none is refused.
var memberReaders = map[string]map[string]func(*State, *request, scenario.Tree) *portFault{
	"load": {"scenario": readName, "link": readLink, "document": readDocument},
	"play": {"speed": readSpeed}, "pause": {}, "seek": {"t": readInstant},
	"set": {"set": readSet}, "get": {"what": readWhat},
}

// needs are the texts for what a request lacks.
var needs = map[string]string{"load": "port.load", "seek": "port.seek", "set": "port.set", "get": "port.get"}

// readRequest reads a message of the host. The request has as much of its id as could be read, also with a
// fault.
func (s *State) readRequest(text string) (*request, *portFault) {
	r := &request{}
	if len(text) > scenario.MaxText {
		return r, s.fault("too-large", "port.large")
	}
	message, problem := scenario.ParseTree(text)
	if problem != nil || message.Kind != scenario.Object {
		return r, s.fault("request", "port.request")
	}
	if r.id = member(message, "id"); !isID(r.id) {
		r.id = scenario.Tree{}
		return r, s.fault("request", "port.request")
	}
	do := member(message, "do")
	readers, known := memberReaders[do.Text]
	if r.do = do.Text; do.Kind != scenario.Text || !known {
		return r, s.fault("unknown", "port.unknown", share.Excerpt(do.Text))
	}
	return r, s.readMembers(r, message, readers)
}

func (s *State) readMembers(r *request, message scenario.Tree,
	readers map[string]func(*State, *request, scenario.Tree) *portFault) *portFault {
	read := 0
	for _, m := range message.Members {
		if m.Name == "id" || m.Name == "do" {
			continue
		}
		reader, known := readers[m.Name]
		if !known {
			return s.fault("unknown", "port.member", share.Excerpt(m.Name), r.do)
		}
		if fault := reader(s, r, m.Value); fault != nil {
			return fault
		}
		read++
	}
	if needed := len(readers) > 0 && r.do != "play"; needed && read != 1 {
		return s.fault("value", needs[r.do])
	}
	return nil
}

func isID(t scenario.Tree) bool {
	return (t.Kind == scenario.Text || t.Kind == scenario.Number) && t.Text != "" && len(t.Text) <= longestID
}

func readName(s *State, r *request, t scenario.Tree) *portFault {
	if r.name = t.Text; t.Kind != scenario.Text || t.Text == "" || len(t.Text) > longestName {
		return s.fault("value", "port.load")
	}
	return nil
}

func readLink(s *State, r *request, t scenario.Tree) *portFault {
	r.link = strings.TrimPrefix(t.Text, "#")
	if t.Kind != scenario.Text || r.link == "" || len(t.Text) > longestLink {
		return s.fault("value", "port.load")
	}
	return nil
}

// readDocument takes an object, or the text of one.
func readDocument(s *State, r *request, t scenario.Tree) *portFault {
	text := t.Text
	switch t.Kind {
	case scenario.Object:
		text = t.String()
	case scenario.Text:
	default:
		return s.fault("value", "port.load")
	}
	document, problems := scenario.ParseDocument([]byte(text))
	if len(problems) > 0 {
		return s.problemFault(told(problems))
	}
	r.document = document
	return nil
}

func readSpeed(s *State, r *request, t scenario.Tree) *portFault {
	v, ok := decimal(t)
	if r.hasSpeed, r.speed = true, speedOf(v); !ok || r.speed == 0 {
		return s.fault("value", "port.play")
	}
	return nil
}

func readInstant(s *State, r *request, t scenario.Tree) *portFault {
	v, ok := decimal(t)
	if !ok || !isSeconds(v) {
		return s.fault("value", "port.seek")
	}
	r.at = nanoseconds(v)
	return nil
}

func readSet(s *State, r *request, t scenario.Tree) *portFault {
	if r.set = t.Members; t.Kind != scenario.Object || len(r.set) == 0 || len(r.set) > mostPaths {
		return s.fault("value", "port.set")
	}
	for _, m := range r.set {
		if m.Name == "" || len(m.Name) > longestPath {
			return s.fault("value", "port.set")
		}
	}
	return nil
}

func readWhat(s *State, r *request, t scenario.Tree) *portFault {
	_, known := gettable[t.Text]
	if r.what = t.Text; t.Kind != scenario.Text || !known {
		return s.fault("value", "port.get")
	}
	return nil
}

func decimal(t scenario.Tree) (v float64, ok bool) {
	if t.Kind != scenario.Number {
		return 0, false
	}
	v, err := strconv.ParseFloat(t.Text, 64)
	return v, err == nil
}
