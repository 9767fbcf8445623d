package view

import (
	"strings"

	"schedlab/engine/trace"
)

// role is the name of what a worker of the product's own is, such as "CHECKPOINT"; empty for a request's
// task. A wait type is no role: a task that was given none has the first cause.
func (s *Source) role(t *trace.Task) string {
	if t.Request != trace.NoRequest {
		return ""
	}
	layout := &s.Log.Ledger.Instances[s.Floor().Lanes[t.Lane].Instance].Layout
	if int(t.Role) < layout.Waits || int(t.Role) >= len(layout.Causes) {
		return ""
	}
	return layout.Causes[t.Role]
}

// who is whose work a task is: its request's name, its role, or of which guest it is a virtual CPU.
func (s *Source) who(t *trace.Task) string {
	if guest := s.guestName(t); guest != "" {
		return guest
	}
	return or(s.role(t), s.Colours().Name(t.Request))
}

// whoFull says which task it is too: "Q7, worker 3"; a role says it already.
func (s *Source) whoFull(t *trace.Task, between string) string {
	if guest := s.guestName(t); guest != "" {
		return guest + between + s.vcpuName(t)
	}
	if name := s.role(t); name != "" {
		return name
	}
	return s.Colours().Name(t.Request) + between + s.taskName(t)
}

// whoShort is the name where there is little room: "Q7", or "CP" for CHECKPOINT.
func (s *Source) whoShort(t *trace.Task) string {
	if s.guest(t) >= 0 {
		return number(int(t.Context))
	}
	if name := s.role(t); name != "" {
		return s.roleShort(name)
	}
	return s.Colours().Short(t.Request)
}

// whoTone is a task's colour as a tone.
func (s *Source) whoTone(t *trace.Task) Tone {
	if guest := s.guest(t); guest >= 0 {
		return RequestTone(s.guestColour(t.Lane, guest))
	}
	if s.role(t) != "" {
		return Checkpoint
	}
	return s.Colours().Tone(t.Request)
}

// whoColour is a task's colour, 1 to 12; 0 = other, SystemColour = the product's own.
func (s *Source) whoColour(t *trace.Task) int {
	if guest := s.guest(t); guest >= 0 {
		return s.guestColour(t.Lane, guest)
	}
	if s.role(t) != "" {
		return SystemColour
	}
	return s.Colours().Of(t.Request)
}

// rests says whether a worker of the product's own waits because it has nothing to do.
func (s *Source) rests(t *trace.TaskAccount) bool {
	return t.State == trace.Suspended && t.Request == trace.NoRequest &&
		s.isIdle(s.Floor().Lanes[t.Lane].Instance, t.Why)
}

// isIdle says whether a wait type of an instance means that there is nothing to do.
func (s *Source) isIdle(in trace.InstanceID, why trace.Reason) bool {
	causes := s.Part(in).Description.Causes
	return int(why) < len(causes) && causes[why].Idle
}

// roleShort is a role's name in two letters or three: no two roles of a run have the same.
func (s *Source) roleShort(name string) string {
	if s.shorts == nil {
		s.shorts = map[string]string{}
		taken := map[string]bool{}
		for i := range s.Log.Tasks {
			role := s.role(&s.Log.Tasks[i])
			if _, known := s.shorts[role]; known || role == "" {
				continue
			}
			s.shorts[role] = firstFree(taken, role)
		}
	}
	return or(s.shorts[name], initials(name)[0])
}

func firstFree(taken map[string]bool, name string) string {
	for _, short := range initials(name) {
		if !taken[short] {
			taken[short] = true
			return short
		}
	}
	return name
}

// initials are ways to shorten a name: the first letters of its words, or of the two halves of a single word;
// then its first letters.
func initials(name string) []string {
	words := strings.Fields(strings.ToUpper(name))
	if len(words) == 0 {
		return []string{name}
	}
	letters := ""
	for _, w := range words {
		letters += string([]rune(w)[0])
	}
	first := []rune(words[0])
	if len(words) == 1 && len(first) > 3 {
		letters += string(first[(len(first)+1)/2])
	}
	short := []string{letters}
	for n := 2; n <= len(first); n++ {
		short = append(short, string(first[:n]))
	}
	return short
}

// party is who uses a CPU: a request; or, below −1, a role of the product's own or a guest.
type party struct {
	request trace.RequestID
	role    trace.Reason
	lane    trace.LaneID // any of the instance, for roles and guests
	guest   int16
}

func (s *Source) partyOf(t *trace.Task) party {
	switch guest := s.guest(t); {
	case t.Request >= 0:
		return party{request: t.Request}
	case guest >= 0:
		return party{trace.NoRequest, t.Role, s.firstLane(t.Lane), int16(guest)}
	}
	return party{trace.NoRequest, t.Role, s.firstLane(t.Lane), 0}
}

// firstLane is the first lane of the instance that a lane belongs to.
func (s *Source) firstLane(lane trace.LaneID) trace.LaneID {
	return s.Log.Ledger.Instances[s.Floor().Lanes[lane].Instance].First
}

// task is one as the names of a party's need it.
func (p party) task() *trace.Task {
	return &trace.Task{Request: p.request, Role: p.role, Lane: p.lane, Branch: p.guest}
}

func (s *Source) partyName(p party) string { return s.who(p.task()) }

func (s *Source) partyColour(p party) int { return s.whoColour(p.task()) }

// before is an order of parties: what is the products' own, then requests as they came.
func (p party) before(q party) bool {
	switch {
	case p.request != q.request:
		return p.request < q.request
	case p.role != q.role:
		return p.role > q.role
	case p.lane != q.lane:
		return p.lane < q.lane
	}
	return p.guest < q.guest
}
