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
	c.Steps = r.phases(p, v, c.Steps[0])
	if commit, writes := r.commit(p, v); writes {
		c.Steps = append(c.Steps, commit)
	}
	r.checkClass(p, c.System)
	c.Database = v.Text("database")
	r.checkDatabase(p.member("database"), c.System, c.Database)
	r.scenario.Workload.Classes = append(r.scenario.Workload.Classes, c)
}

// phases cuts the CPU time of a class and its wait into parts that follow each other in turn. Reads and the
// coordinator's work belong to the first.
func (r *reader) phases(p place, v setting.Values, first workload.Step) []workload.Step {
	field, _ := classSchema.field("wait_ms")
	wait, _ := r.law(p.member("wait_ms"), field)
	if wait.Mean == 0 {
		return []workload.Step{first}
	}
	if p.member("cpu_ms").tree.Text == endless {
		r.add(p.member("wait_ms"), "a request whose CPU time never ends does not come to its wait",
			"give cpu_ms a time or leave this out")
	}
	n := sim.Time(max(v.Number("phases"), 1))
	first.CPU.Mean, wait.Mean = max(first.CPU.Mean/n, 1), max(wait.Mean/n, 1)
	next := first
	next.Coordinator, next.Reads = 0, 0
	steps := make([]workload.Step, 0, 2*n)
	for range n {
		steps = append(steps, first, workload.Step{Kind: workload.Wait, Pause: wait})
		first = next
	}
	return steps
}

// waitFields are the members of a query class that only products know that say so.
var waitFields = []string{"wait_ms", "phases"}

// checkClass finds members of a query class that mean nothing to the product of its system.
func (r *reader) checkClass(p place, system int) {
	if p.tree.Kind != Object || system >= len(r.scenario.Systems) {
		return
	}
	product, known := find(r.products, r.scenario.Systems[system].Product)
	for i := range p.tree.Members {
		m := &p.tree.Members[i]
		f, is := classSchema.field(m.Name)
		if known && is && !product.Understands(m.Name) && !isDefault(f, m.Value) {
			r.add(p.member(m.Name), "means nothing to "+product.Title, "leave it out")
		}
	}
}

// isDefault says whether a value is written out that holds without it too.
func isDefault(f *Field, value Tree) bool {
	if value.Kind == Number && f.Kind == setting.Number {
		n, fault := parseDecimal(value.Text, f.Decimals)
		return fault == noFault && n == f.Default.Number
	}
	return value.Kind == Text && f.Kind == setting.Text && value.Text == f.Default.Text
}

// commit reads what a class writes when it commits; writes is false if that is nothing.
func (r *reader) commit(p place, v setting.Values) (step workload.Step, writes bool) {
	dirty, records := v.Number("dirty_pages"), v.Number("log_records")
	least := dirty + 1
	if records > 0 && records < least {
		r.add(p.member("log_records"), fmt.Sprintf("%s cannot tell of %s", counted(int(records), "record"),
			counted(int(dirty), "changed page")),
			fmt.Sprintf("at least %s: one for each page and one for the commit", grouped(least)))
	}
	step = workload.Step{Kind: workload.Commit, Dirty: workload.Pages(dirty),
		Log: workload.Bytes(v.Number("log_kb") * 1024 / 1000), Records: max(records, least)}
	return step, dirty > 0 || step.Log > 0 || records > 0
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
	r.checkNode(p.member("node"), s.System, s.Node)
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
