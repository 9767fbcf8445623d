package view

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// mostChips is how many requests a panel names.
const mostChips = 24

// inspector writes down what there is to say of one thing.
type inspector struct {
	*Source
	ledger *trace.Ledger
	out    Inspect
}

// InspectOf says what there is to say of a thing at an instant; nil of nothing, or of what is not there.
func InspectOf(s *Source, ledger *trace.Ledger, picked Picked) *Inspect {
	i := &inspector{Source: s, ledger: ledger}
	floor, id := s.Floor(), int(picked.ID)
	if id < 0 {
		return nil
	}
	switch {
	case (picked.Kind == PickedMemory || picked.Kind == PickedNode) && id < len(floor.Groups):
		i.group(picked.ID)
	case picked.Kind == PickedScheduler && id < len(floor.Lanes):
		i.scheduler(trace.LaneID(id))
	case picked.Kind == PickedWorker && id < len(s.Log.Tasks):
		i.worker(trace.TaskID(id))
	case picked.Kind == PickedRequest && id < len(s.Log.Requests):
		i.request(trace.RequestID(id))
	case picked.Kind == PickedSession:
		i.session(trace.SessionID(id))
	case picked.Kind == PickedWait:
		i.wait(picked.ID)
	case picked.Kind == PickedRange && s.isRange(picked.ID):
		i.lasting(picked.ID)
	default:
		return nil
	}
	return &i.out
}

// TipOf is the short form of InspectOf, for a place of the floor plan.
func TipOf(s *Source, ledger *trace.Ledger, picked Picked) (Tip, bool) {
	found := InspectOf(s, ledger, picked)
	if found == nil {
		return Tip{}, false
	}
	tip := Tip{Picked: picked, Title: found.Title, Facts: found.Facts[:min(len(found.Facts), 4)],
		At: ledger.At}
	switch picked.Kind {
	case PickedWorker:
		tip.Colour = s.whoColour(&s.Log.Tasks[picked.ID])
	case PickedRequest:
		tip.Colour = s.Colours().Of(trace.RequestID(picked.ID))
	case PickedRange:
		tip.Colour = s.rangeColour(picked.ID)
	}
	return tip, true
}

// group is a memory node or node.
func (i *inspector) group(id int32) {
	g := &i.Floor().Groups[id]
	nouns := i.nouns(g.Instance)
	noun := nouns.Node
	if g.Level == trace.MemoryNode {
		noun = nouns.MemoryNode
	}
	i.out.Title = i.prefix(g.Instance) + sentence(noun) + " " + number(int(g.Number))
	if len(g.Lanes) == 0 {
		return
	}
	i.out.Sub = nouns.Scheduler + "s " + i.span(g.Lanes)
	if g.Memory != id {
		i.out.Sub = "in " + i.groupName(g.Memory) + ", " + i.out.Sub
	}
	inside := make([]bool, len(i.Floor().Lanes))
	for _, lane := range g.Lanes {
		inside[lane] = true
	}
	running, runnable, yields := 0, 0, 0.0
	var wait sim.Time
	for _, lane := range g.Lanes {
		account := &i.ledger.Lanes[lane]
		if n := len(account.Ring); n > 0 {
			running, runnable, yields = running+1, runnable+n-1, yields+rate(account)
			wait += sim.Time(n-1) * account.Slice
		}
	}
	i.out.fact("busy", number(running)+" of "+number(g.Online))
	i.out.fact(plural(2, nouns.Worker), number(running)+" running, "+number(runnable)+" runnable")
	if text := i.suspended(inside); text != "" {
		i.out.fact("suspended", text)
	}
	if yields > 0 {
		i.out.fact("yields", Fixed(yields, 0)+" a second, "+Millis(wait/sim.Time(running), 2)+" ms each")
	}
	i.requests(func(t *trace.TaskAccount) bool { return inside[t.Lane] && t.State != trace.Suspended })
}

// span is "40 to 47".
func (i *inspector) span(lanes []trace.LaneID) string {
	first, last := i.Floor().Lanes[lanes[0]], i.Floor().Lanes[lanes[len(lanes)-1]]
	if first == last {
		return number(int(first.Number))
	}
	return number(int(first.Number)) + " to " + number(int(last.Number))
}

// suspended counts the tasks that wait on some lanes, with what for: "1, on CXCONSUMER".
func (i *inspector) suspended(inside []bool) string {
	var causes []string
	count := 0
	for k := range i.ledger.Tasks {
		t := &i.ledger.Tasks[k]
		if t.State != trace.Suspended || !inside[t.Lane] || i.rests(t) {
			continue
		}
		count++
		if name := i.cause(i.Floor().Lanes[t.Lane].Instance, t.Why); !contains(causes, name) {
			causes = append(causes, name)
		}
	}
	if count == 0 {
		return ""
	}
	return number(count) + ", on " + listed(causes)
}

// spent is what a request has used and waited.
type spent struct {
	request     trace.RequestID
	cpu, signal sim.Time
	yields      int64
	tasks       int
}

// spending adds up the live requests; those that `some` accepts a task of are marked.
func (i *inspector) spending(some func(*trace.TaskAccount) bool) []spent {
	of := map[trace.RequestID]*spent{}
	for k := range i.ledger.Tasks {
		if t := &i.ledger.Tasks[k]; t.State != trace.None && t.Request >= 0 && some(t) &&
			of[t.Request] == nil {
			of[t.Request] = &spent{request: t.Request}
		}
	}
	for k := range i.ledger.Tasks {
		t := &i.ledger.Tasks[k]
		if t.State == trace.None || of[t.Request] == nil {
			continue
		}
		of[t.Request].add(t, i.ledger.At)
	}
	for k := range i.ledger.Requests {
		if r := &i.ledger.Requests[k]; r.Live && of[r.ID] != nil {
			s := of[r.ID]
			s.cpu, s.signal, s.yields = s.cpu+r.CPU, s.signal+r.YieldWait, s.yields+r.Yields
		}
	}
	all := make([]spent, 0, len(of))
	for _, s := range of {
		all = append(all, *s)
	}
	sort.Slice(all, func(a, b int) bool { return all[a].request < all[b].request })
	return all
}

func (s *spent) add(t *trace.TaskAccount, at sim.Time) {
	s.cpu += t.CPU
	s.signal += t.Runnable
	if t.State == trace.Runnable {
		s.signal += at - t.Since
	}
	s.yields += t.Yields
	s.tasks++
}

// requests lists the requests that have a task of some kind, as chips and as a table.
func (i *inspector) requests(some func(*trace.TaskAccount) bool) {
	all := i.spending(some)
	i.out.Columns = []Column{{i.requestNoun(), false}, {"since", true}, {"CPU, s", true}, {"signal wait, s",
		true}}
	for _, s := range all[:min(len(all), mostChips)] {
		name, colour := i.Colours().Name(s.request), i.Colours().Of(s.request)
		i.out.Chips = append(i.out.Chips, Chip{Picked{PickedRequest, int32(s.request)}, name, colour})
		i.out.Cells = append(i.out.Cells, []string{name, Clock(i.Log.Requests[s.request].At, 1),
			Seconds(s.cpu, 1),
			Seconds(s.signal, 1)})
		i.out.Colours = append(i.out.Colours, colour)
	}
	if len(all) == 0 {
		i.out.Columns = nil
	}
}

// scheduler is one lane with its tasks.
func (i *inspector) scheduler(lane trace.LaneID) {
	account, place := &i.ledger.Lanes[lane], i.Floor().Lanes[lane]
	i.out.Title = i.prefix(place.Instance) + sentence(i.laneName(lane))
	i.out.Sub = i.where(place)
	state := "idle"
	if n := len(account.Ring); n > 0 {
		state = "running " + i.who(&i.ledger.Tasks[account.Ring[0]].Task) + ", " +
			number(n-1) + " runnable"
	}
	i.out.fact("state", state)
	i.out.fact("load factor", number(int(account.Load)))
	i.out.fact("busy", Fixed(100*float64(account.Busy)/float64(max(i.ledger.At, 1)), 1)+" % since the start")
	i.out.fact("yields", Number(account.Yields))
	i.out.fact("switches", Number(account.Switches))
	if account.Pending > 0 {
		i.out.fact("pending tasks", number(int(account.Pending)))
	}
	i.tasks(func(t *trace.TaskAccount) bool { return t.Lane == lane })
	i.leaveOut(1)
}

// leaveOut takes a column out that says the same in each row.
func (i *inspector) leaveOut(column int) {
	if len(i.out.Columns) == 0 {
		return
	}
	i.out.Columns = append(i.out.Columns[:column], i.out.Columns[column+1:]...)
	for r, row := range i.out.Cells {
		i.out.Cells[r] = append(row[:column], row[column+1:]...)
	}
}

// where is "soft-NUMA node 5, memory node 1".
func (i *inspector) where(p Place) string {
	node := i.nouns(p.Instance).Node + " " + number(int(i.Floor().Groups[p.Node].Number))
	if p.Memory == p.Node {
		return node
	}
	return node + ", " + i.groupName(p.Memory)
}

// tasks lists tasks with what they do; those on a CPU first, then by number.
func (i *inspector) tasks(some func(*trace.TaskAccount) bool) {
	i.out.Columns = []Column{{i.workerNoun(), false}, {i.schedulerNoun(), true}, {"state", false},
		{"CPU, s", true},
		{"signal wait, s", true}, {"yields", true}}
	var slots []int
	for k := range i.ledger.Tasks {
		if t := &i.ledger.Tasks[k]; t.State != trace.None && some(t) {
			slots = append(slots, k)
		}
	}
	tasks := i.ledger.Tasks
	sort.Slice(slots, func(a, b int) bool { return tasks[slots[a]].ID < tasks[slots[b]].ID })
	for _, k := range slots[:min(len(slots), mostChips)] {
		t := &i.ledger.Tasks[k]
		var sum spent
		sum.add(t, i.ledger.At)
		i.out.Cells = append(i.out.Cells, []string{i.whoFull(&t.Task, " "),
			number(int(i.Floor().Lanes[t.Lane].Number)), i.stateText(t), Seconds(sum.cpu, 1),
			Seconds(sum.signal, 1),
			Number(t.Yields)})
		i.out.Colours = append(i.out.Colours, i.whoColour(&t.Task))
	}
	if len(slots) == 0 {
		i.out.Columns = nil
	}
}

// stateText is a task's state; with its wait type if it has one.
func (i *inspector) stateText(t *trace.TaskAccount) string {
	if t.State == trace.Suspended || t.State == trace.Pending {
		return t.State.String() + ", " + i.cause(i.Floor().Lanes[t.Lane].Instance, t.Why)
	}
	return t.State.String()
}
