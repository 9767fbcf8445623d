package view

import "schedlab/engine/trace"

// groupName is what a group is called in a picture: its general name and the product's number.
func (s *Source) groupName(group int32) string {
	g := &s.Floor().Groups[group]
	name := "node "
	if g.Level == trace.MemoryNode {
		name = s.nouns(g.Instance).MemoryNode + " "
	}
	return s.prefix(g.Instance) + name + number(int(g.Number))
}

// prefix names the instance where there are several.
func (s *Source) prefix(in trace.InstanceID) string {
	if len(s.Log.Ledger.Instances) < 2 {
		return ""
	}
	return s.Log.Ledger.Instances[in].Layout.Name + ": "
}

func (b *brush) memoryName(group int32) string { return sentence(b.source.groupName(group)) }

func (b *brush) nodeName(group int32) string { return b.source.groupName(group) }

// laneName is "scheduler 43".
func (s *Source) laneName(lane trace.LaneID) string {
	return s.nounsAt(lane).Scheduler + " " + number(int(s.Floor().Lanes[lane].Number))
}

// taskName is "worker 4", or "coordinator" for execution context 0 of a parallel request.
func (s *Source) taskName(t *trace.Task) string {
	if t.Context == 0 {
		if s.class(t.Request).DOP == 1 {
			return s.nounsAt(t.Lane).Worker
		}
		return "coordinator"
	}
	return s.nounsAt(t.Lane).Worker + " " + number(int(t.Context))
}

// taskShort is "w4"; execution context 0, which has no number of its own, is told by its session: "s12".
func (s *Source) taskShort(t *trace.Task) string {
	if t.Context == 0 && t.Request >= 0 {
		return "s" + number(int(s.Log.Requests[t.Request].Session))
	}
	return "w" + number(int(t.Context))
}

// taskBelow is what stands below a task's short name.
func (s *Source) taskBelow(t *trace.Task) string {
	if s.role(t) != "" {
		return ""
	}
	return s.taskShort(t)
}

// GroupName is what a group is called in a picture.
func (s *Source) GroupName(group int32) string { return s.groupName(group) }
