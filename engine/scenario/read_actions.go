package scenario

import (
	"fmt"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/workload"
)

// doings are what actions do, by their words in documents.
var doings = map[string]workload.Do{"kill": workload.Kill, "start": workload.Start,
	"checkpoint": workload.Checkpoint, "backup": workload.Backup}

func (r *reader) readActions(p place) {
	for _, item := range r.items(p, MaxActions) {
		r.scenario.Workload.Actions = append(r.scenario.Workload.Actions, r.readAction(item))
	}
}

func (r *reader) readAction(p place) workload.Action {
	v := r.values(p, actionSchema)
	a := workload.Action{At: sim.Time(v.Number("at_ms")), Do: doings[v.Text("do")],
		Session: r.session(p.member("session")), Member: int(v.Number("member")), System: r.system(p, v),
		Database: v.Text("database"), Duration: sim.Time(v.Number("duration_s")) * sim.Millisecond}
	if a.At > r.scenario.Duration {
		r.add(p.member("at_ms"), "is after the end of the run", "")
	}
	if a.Session >= 0 && a.Member >= r.scenario.Workload.Sessions[a.Session].Count {
		r.add(p.member("member"), fmt.Sprintf("connection %d does not exist", a.Member), fmt.Sprintf(
			"the session has connections 0 to %d", r.scenario.Workload.Sessions[a.Session].Count-1))
	}
	r.checkDatabase(p.member("database"), a.System, a.Database)
	r.checkParts(p, v)
	return a
}

// checkParts tells of a session that is missing, and of fields that such an action does not have.
func (r *reader) checkParts(p place, v setting.Values) {
	do := v.Text("do")
	if !knownAction(do) {
		return
	}
	for i := range actionSchema.fields {
		f := &actionSchema.fields[i]
		at := p.member(f.Name)
		if f.Name == "session" && !at.there && ActionHas(do, f.Name) {
			r.add(at, "is missing", f.Help)
		}
		told := at.there && (f.Reserved || v[f.Name].Number != f.Default.Number || v[f.Name].Text != "")
		if told && !ActionHas(do, f.Name) {
			r.add(at, fmt.Sprintf("%q has no %q", do, f.Name), "remove it: "+reason(f.Name))
		}
	}
}

// reason says why other actions do not have a field.
func reason(field string) string {
	for _, part := range actionParts {
		if part.field == field {
			return part.why
		}
	}
	panic("scenario: all actions have " + field)
}

// session reads a reference by name or position.
func (r *reader) session(p place) int {
	sessions := len(r.scenario.Workload.Sessions)
	switch {
	case !p.there:
		return -1
	case p.tree.Kind == Text:
		return r.refer(p, p.tree.Text, &r.sessions)
	case !r.is(p, Number, "a session's name or position"):
		return -1
	}
	n, fault := parseDecimal(p.tree.Text, 0)
	if fault == noFault && n >= 0 && n < int64(sessions) {
		return int(n)
	}
	r.add(p, fmt.Sprintf("session %s does not exist", clip(p.tree.Text)), positions(sessions))
	return -1
}

func positions(n int) string {
	if n == 0 {
		return "there are none"
	}
	return fmt.Sprintf("positions go from 0 to %d", n-1)
}
