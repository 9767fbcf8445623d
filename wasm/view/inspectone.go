package view

import (
	"slices"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// worker is one task: live, to come, or done.
func (i *inspector) worker(id trace.TaskID) {
	task := &i.Log.Tasks[id]
	i.out.Title = i.whoFull(task, ", ")
	i.out.Sub = i.laneName(task.Lane) + ", " + i.where(i.Floor().Lanes[task.Lane])
	t := i.account(id)
	switch {
	case task.At > i.ledger.At:
		i.out.fact("state", "starts at "+Clock(task.At, 3))
		return
	case t == nil:
		i.out.fact("state", "done")
		i.out.fact("since", Clock(task.At, 3))
		return
	}
	i.out.fact("state", i.place(t))
	i.doing(t)
	var sum spent
	sum.add(t, i.ledger.At)
	i.out.fact("CPU time", Span(sum.cpu)+" of "+Span(i.ledger.At-task.At))
	suspended := t.Suspended
	if t.State == trace.Suspended {
		suspended += i.ledger.At - t.Since
	}
	i.out.fact("signal wait", Span(sum.signal)+", resource wait "+Span(suspended))
	i.out.fact("yields", Number(t.Yields))
	if task.Request >= 0 {
		i.out.Chips = []Chip{{Picked{PickedRequest, int32(task.Request)}, i.Colours().Name(task.Request),
			i.Colours().Of(task.Request)}}
	}
}

// account is a live task's; nil if it is not alive.
func (i *inspector) account(id trace.TaskID) *trace.TaskAccount {
	for k := range i.ledger.Tasks {
		if t := &i.ledger.Tasks[k]; t.State != trace.None && t.ID == id {
			return t
		}
	}
	return nil
}

// place is a task's state with its place in the queue: "runnable, next to run", "runnable, 3 of 5".
func (i *inspector) place(t *trace.TaskAccount) string {
	ring := i.ledger.Lanes[t.Lane].Ring
	k := slices.IndexFunc(ring, func(slot int32) bool { return i.ledger.Tasks[slot].ID == t.ID })
	switch {
	case t.State != trace.Runnable || k < 1:
		return i.stateText(t)
	case k == 1:
		return "runnable, next to run"
	}
	return "runnable, " + number(k) + " of " + number(len(ring)-1)
}

// doing says since when a task is in its state, and of how long if that is known.
func (i *inspector) doing(t *trace.TaskAccount) {
	since, account := i.ledger.At-t.Since, &i.ledger.Lanes[t.Lane]
	text, known := Millis(since, 1)+" ms", account.Next != sim.Never
	switch {
	case t.State == trace.Running && known:
		i.out.fact("on the CPU for", Millis(since, 1)+" of "+Millis(account.Next-account.Start, 1)+" ms")
	case t.State == trace.Running:
		i.out.fact("on the CPU for", text)
	case t.State == trace.Runnable && t.Yields > 0 && known:
		whole := sim.Time(len(account.Ring)-1) * account.Slice
		i.out.fact("since its last yield", Millis(since, 1)+" of "+Millis(whole, 1)+" ms")
	default:
		i.out.fact("for", Span(since))
	}
}

// request is a request with its tasks.
func (i *inspector) request(id trace.RequestID) {
	r, class := &i.Log.Requests[id], i.class(id)
	i.out.Title = i.Colours().Name(id)
	i.out.Sub = or(or(class.Title, class.Name), i.requestNoun()) + ", session " + number(int(r.Session))
	i.out.fact("submitted", Clock(r.At, 3))
	if ended := i.Ended(id); ended <= i.ledger.At {
		i.out.fact("completed", Clock(ended, 3)+", after "+Span(ended-r.At))
		return
	}
	mine := func(t *trace.TaskAccount) bool { return t.Request == id }
	for _, sum := range i.spending(mine) {
		i.out.fact("tasks", number(sum.tasks))
		i.out.fact("CPU time", Span(sum.cpu))
		i.out.fact("signal wait", Span(sum.signal))
		i.out.fact("yields", Number(sum.yields))
	}
	if text := i.nodesOf(id); text != "" {
		i.out.fact("nodes", text)
	}
	i.tasks(mine)
}

// nodesOf names the nodes of a request's parallel workers.
func (i *inspector) nodesOf(id trace.RequestID) string {
	var nodes []string
	for k := range i.ledger.Tasks {
		t := &i.ledger.Tasks[k]
		if t.State == trace.None || t.Request != id || t.Context == 0 {
			continue
		}
		if name := number(int(i.Floor().Groups[i.Floor().Lanes[t.Lane].Node].Number)); !contains(nodes,
			name) {
			nodes = append(nodes, name)
		}
	}
	return listed(nodes)
}

// session is a client connection with its requests.
func (i *inspector) session(id trace.SessionID) {
	i.out.Title = "Session " + number(int(id))
	if int(id) < len(i.Connections) {
		if c := i.Connections[id]; c.Session >= 0 && c.Session < len(i.Workload.Sessions) {
			i.out.Sub = i.Workload.Sessions[c.Session].Name
		}
	}
	submitted, done := 0, 0
	for k := range i.Log.Requests {
		if r := &i.Log.Requests[k]; r.Session == id && r.At <= i.ledger.At {
			submitted++
			if i.Ended(trace.RequestID(k)) <= i.ledger.At {
				done++
			}
		}
	}
	i.out.fact("submitted", counted(submitted, i.requestNoun()))
	i.out.fact("completed", number(done))
	i.requests(func(t *trace.TaskAccount) bool { return i.Log.Requests[t.Request].Session == id })
}

// wait is a wait type, in the window of measurement.
func (i *inspector) wait(id int32) {
	in, why := waitOf(id)
	i.out.Title = i.prefix(in) + i.cause(in, why)
	if causes := i.Part(in).Description.Causes; int(why) < len(causes) {
		i.out.Sub = causes[why].Help
	}
	rows := i.waits(i.ledger)
	k := slices.IndexFunc(rows, func(r waitRow) bool { return r.why == why && r.in == in })
	if k < 0 {
		i.out.fact("waits", "0")
		return
	}
	a := &rows[k].account
	i.out.fact("waits", Number(a.Count))
	i.out.fact("total", Span(a.Total()))
	i.out.fact("resource", Span(a.Resource))
	i.out.fact("signal", Span(a.Signal))
	if a.Count > 0 {
		i.out.fact("mean", Millis(a.Total()/sim.Time(a.Count), 2)+" ms")
		i.out.fact("longest", Span(a.Max))
	}
	i.out.fact("waiting now", number(rows[k].now))
	i.requests(func(t *trace.TaskAccount) bool {
		return t.Why == why && t.State != trace.Running && i.Floor().Lanes[t.Lane].Instance == in
	})
}
