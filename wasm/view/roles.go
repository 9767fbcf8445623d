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

// who is whose work a task is: its request's name, or its role.
func (s *Source) who(t *trace.Task) string { return or(s.role(t), s.Colours().Name(t.Request)) }

// whoFull says which task it is too: "Q7, worker 3"; a role says it already.
func (s *Source) whoFull(t *trace.Task, between string) string {
	if name := s.role(t); name != "" {
		return name
	}
	return s.Colours().Name(t.Request) + between + s.taskName(t)
}

// whoShort is the name where there is little room: "Q7", or "CP" for CHECKPOINT.
func (s *Source) whoShort(t *trace.Task) string {
	if name := s.role(t); name != "" {
		return s.roleShort(name)
	}
	return s.Colours().Short(t.Request)
}

// whoTone is a task's colour as a tone.
func (s *Source) whoTone(t *trace.Task) Tone {
	if s.role(t) != "" {
		return Checkpoint
	}
	return s.Colours().Tone(t.Request)
}

// whoColour is a task's colour, 1 to 12; 0 = other, SystemColour = the product's own.
func (s *Source) whoColour(t *trace.Task) int {
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

// party is who uses a CPU: a request, or, below −1, a role: −2 less the role's number.
type party int32

func partyOf(t *trace.Task) party {
	if t.Request >= 0 {
		return party(t.Request)
	}
	return -2 - party(t.Role)
}

// partyTask is a task as the names of a party's need it.
// simplified: a role's number means the same in all instances, since they have one description.
func partyTask(p party) *trace.Task {
	if p >= 0 {
		return &trace.Task{Request: trace.RequestID(p)}
	}
	return &trace.Task{Request: trace.NoRequest, Role: trace.Reason(-2 - p)}
}

func (s *Source) partyName(p party) string { return s.who(partyTask(p)) }

func (s *Source) partyColour(p party) int { return s.whoColour(partyTask(p)) }
