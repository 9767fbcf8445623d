package scenario

import (
	"fmt"
	"slices"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/workload"
)

func (r *reader) readWorkload(p place) {
	if p.there {
		r.values(p, workloadSchema)
	}
	for _, item := range r.items(p.member("classes"), MaxClasses) {
		r.readClass(item)
	}
	for _, item := range r.items(p.member("sessions"), MaxSessions) {
		r.readSession(item)
	}
	for _, item := range r.items(p.member("arrivals"), MaxArrivals) {
		r.readArrivals(item)
	}
	r.countConnections(p)
}

func (r *reader) countConnections(p place) {
	w, total := &r.scenario.Workload, 0
	for i := range w.Sessions {
		total += w.Sessions[i].Count
	}
	for i := range w.Arrivals {
		total += w.Arrivals[i].Connections
	}
	if total > MaxConnections {
		r.add(p, fmt.Sprintf("%s connections of sessions and arrivals; at most %s", grouped(int64(total)),
			grouped(MaxConnections)), "lower count or connections")
	}
}

func (r *reader) readClass(p place) {
	v := r.values(p, classSchema)
	r.named(&r.classes, p.member("name"), v.Text("name"))
	field, _ := classSchema.field("cpu_ms")
	law, word := r.law(p.member("cpu_ms"), field)
	c := workload.Class{Name: v.Text("name"), Title: v.Text("title"), System: r.system(p, v),
		Cost: v.Number("cost"), DOP: int(v.Number("dop")), Endless: word == endless}
	c.Steps = []workload.Step{{Kind: workload.Compute, Branches: int(v.Number("branches")), CPU: law,
		Skew: v.Number("skew_pct"), Coordinator: sim.Time(v.Number("coordinator_us")),
		Reads: v.Number("reads"),
		Turn:  sim.Time(v.Number("yield_every_us"))}}
	dirty, log := workload.Pages(v.Number("dirty_pages")), workload.Bytes(v.Number("log_kb")*1024/1000)
	if dirty > 0 || log > 0 {
		c.Steps = append(c.Steps, workload.Step{Kind: workload.Commit, Dirty: dirty, Log: log})
	}
	r.scenario.Workload.Classes = append(r.scenario.Workload.Classes, c)
}

// system gives the position of the system that a class or session names; the first one if it names none.
func (r *reader) system(p place, v setting.Values) int {
	name := v.Text("system")
	if name == "" {
		return 0
	}
	return max(0, r.refer(p.member("system"), name, &r.systems))
}

// law reads a distribution: a number, a word of the field's choices, or an object.
func (r *reader) law(p place, f *Field) (law workload.Law, word string) {
	law.Mean = sim.Time(f.Default.Number)
	if !p.there {
		return law, ""
	}
	switch p.tree.Kind {
	case Number:
		if mean, ok := r.number(p, f); ok {
			law.Mean = sim.Time(mean)
		}
	case Object:
		return r.lawObject(p, f), ""
	case Text:
		if len(f.Choices) > 0 {
			r.choice(p, f)
			return workload.Law{}, p.tree.Text
		}
		fallthrough
	default:
		r.add(p, "expected a number or a law, got "+p.tree.Kind.String(),
			`for example 2.5 or { "law": "exponential", "mean_ms": 2.5 }`)
	}
	return law, ""
}

var shapes = map[string]workload.Shape{"fixed": workload.Fixed, "exponential": workload.Exponential,
	"lognormal": workload.LogNormal}

func (r *reader) lawObject(p place, f *Field) workload.Law {
	v := r.values(p, lawsFrom(f.Min))
	law := workload.Law{Shape: shapes[v.Text("law")], Mean: sim.Time(v.Number("mean_ms"))}
	if law.Shape == workload.LogNormal {
		law.Sigma = v.Number("sigma")
	}
	return law
}

// lawsFrom is the schema of laws whose mean is at least that of the number in whose place they stand.
func lawsFrom(least int64) *schema {
	s := *lawSchema
	s.fields = slices.Clone(s.fields)
	for i := range s.fields {
		if s.fields[i].Name == "mean_ms" {
			s.fields[i].Min = least
		}
	}
	return &s
}

func (r *reader) readSession(p place) {
	v := r.values(p, sessionSchema)
	name := v.Text("name")
	r.named(&r.sessions, p.member("name"), name)
	s := workload.Session{Name: name, System: r.system(p, v), Count: int(v.Number("count")),
		Start: sim.Time(v.Number("start_ms")), Every: sim.Time(v.Number("every_ms")),
		Repeat: v.On("repeat"), Pool: v.Text("pool"), Node: int(v.Number("node"))}
	runs := p.member("run")
	if p.tree.Kind == Object && len(runs.tree.Items) == 0 && (!runs.there || runs.tree.Kind == List) {
		r.add(runs, "a session must run something", `for example [{ "class": "…" }]`)
	}
	for _, item := range r.items(runs, MaxRuns) {
		s.Runs = append(s.Runs, r.readRun(item))
	}
	r.settle(p, &s)
	r.checkNode(p.member("node"), s)
	r.checkPool(p.member("pool"), s.System, s.Pool)
	r.scenario.Workload.Sessions = append(r.scenario.Workload.Sessions, s)
}

func (r *reader) readRun(p place) workload.Run {
	v := r.values(p, runSchema)
	field, _ := runSchema.field("think_ms")
	think, _ := r.law(p.member("think_ms"), field)
	return workload.Run{Class: r.class(p, v), Times: int(v.Number("times")), Think: think}
}

// class gives the position of the class that is named; -1, with a problem, if there is none.
func (r *reader) class(p place, v setting.Values) int {
	if at := p.member("class"); at.tree.Kind == Text {
		return r.refer(at, v.Text("class"), &r.classes)
	}
	return -1
}

// settle checks that a session runs only what goes to the system that it connects to.
func (r *reader) settle(p place, s *workload.Session) {
	chosen := p.member("system").there
	for i, run := range s.Runs {
		if run.Class < 0 || run.Class >= len(r.scenario.Workload.Classes) {
			continue
		}
		to := r.scenario.Workload.Classes[run.Class].System
		if !chosen {
			s.System, chosen = to, true
		}
		if to != s.System {
			r.add(p.member("run").item(i).member("class"),
				"goes to another system than the session connects to",
				fmt.Sprintf("the class goes to %s, the session to %s", r.systemName(to),
					r.systemName(s.System)))
		}
	}
}

func (r *reader) systemName(position int) string {
	if position < len(r.systems.order) {
		return quoted(r.systems.order[position : position+1])
	}
	return "none"
}

// checkNode checks a session's node against how many the system has.
func (r *reader) checkNode(p place, s workload.Session) {
	if s.Node < 0 || s.System >= len(r.sound) || !r.sound[s.System] {
		return
	}
	system := r.scenario.Systems[s.System]
	hardware := r.scenario.Machines[system.On].Hardware
	nodes, owner := len(hardware.Nodes), "the machine"
	if product, _ := find(r.products, system.Product); product.Nodes != nil {
		nodes, owner = product.Nodes(hardware, setting.Complete(product.Settings, system.Values)),
			product.Title
	}
	if s.Node >= nodes {
		r.add(p, fmt.Sprintf("node %d does not exist", s.Node), fmt.Sprintf("%s has nodes 0 to %d", owner,
			nodes-1))
	}
}

// checkPool checks that a resource pool that is named is one of the system's.
func (r *reader) checkPool(p place, system int, pool string) {
	if pool == "" || system >= len(r.sound) || !r.sound[system] {
		return
	}
	s := r.scenario.Systems[system]
	product, _ := find(r.products, s.Product)
	if product.Pools == nil {
		return
	}
	pools := product.Pools(setting.Complete(product.Settings, s.Values))
	if slices.Contains(pools, pool) {
		return
	}
	hint := product.Title + " has no pools here"
	if len(pools) > 0 {
		hint = "the pools are " + quoted(pools)
	}
	r.add(p, fmt.Sprintf("pool %q does not exist", pool), hint)
}

func (r *reader) readArrivals(p place) {
	v := r.values(p, arrivalSchema)
	a := workload.Arrivals{Class: r.class(p, v), Rate: v.Number("per_s"),
		Connections: int(v.Number("connections")),
		Pool:        v.Text("pool")}
	if v.Text("process") == "fixed" {
		a.Process = workload.FixedGap
	}
	if a.Class >= 0 && a.Class < len(r.scenario.Workload.Classes) {
		r.checkPool(p.member("pool"), r.scenario.Workload.Classes[a.Class].System, a.Pool)
	}
	w := r.window(p, sim.Time(v.Number("from_ms")), sim.Time(v.Number("to_ms")))
	a.From, a.To = w.From, w.To
	r.scenario.Workload.Arrivals = append(r.scenario.Workload.Arrivals, a)
}

func (r *reader) readActions(p place) {
	for _, item := range r.items(p, MaxActions) {
		v := r.values(item, actionSchema)
		a := workload.Action{At: sim.Time(v.Number("at_ms")), Session: r.session(item.member("session")),
			Member: int(v.Number("member"))}
		if v.Text("do") == "start" {
			a.Do = workload.Start
		}
		if a.At > r.scenario.Duration {
			r.add(item.member("at_ms"), "is after the end of the run", "")
		}
		if a.Session >= 0 && a.Member >= r.scenario.Workload.Sessions[a.Session].Count {
			r.add(item.member("member"), fmt.Sprintf("connection %d does not exist", a.Member), fmt.Sprintf(
				"the session has connections 0 to %d", r.scenario.Workload.Sessions[a.Session].Count-1))
		}
		r.scenario.Workload.Actions = append(r.scenario.Workload.Actions, a)
	}
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
