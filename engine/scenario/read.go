package scenario

import (
	"fmt"
	"slices"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
)

// notSimulated are parts of the document that are read and checked, but that nothing simulates yet.
var notSimulated = []struct{ part, message string }{
	{"network", "the network is not simulated yet"},
}

// Read makes a scenario of a document. It tells all problems at once, at most MaxProblems, in the order of
// the document's parts; a scenario with problems must not be run.
func Read(d Document, products []Product) (Scenario, []Problem) { return read(d, products, true) }

// Skim is Read, but what variants, sweep and claims set is not tried: that takes most of the time of reading,
// and the picture of an edit should not wait for it. A document that is skimmed first is to be read later.
func Skim(d Document, products []Product) (Scenario, []Problem) { return read(d, products, false) }

func read(d Document, products []Product, tried bool) (Scenario, []Problem) {
	d, problem := upgrade(d)
	if problem != nil {
		return Scenario{}, []Problem{*problem}
	}
	r := newReader(d, products)
	r.built, r.work = map[string]builtMachine{}, new(int64)
	r.body()
	r.variations(tried && len(r.problems) == 0)
	return r.scenario, r.problems
}

func newReader(d Document, products []Product) *reader {
	r := &reader{document: d, products: products, complete: map[int]setting.Values{}}
	r.machines, r.guests = names{noun: "machine", plural: "machines"}, names{noun: "guest", plural: "guests"}
	r.systems, r.classes = names{noun: "system", plural: "systems"}, names{noun: "class", plural: "classes"}
	r.sessions, r.variants = names{noun: "session", plural: "sessions"}, names{noun: "variant",
		plural: "variants"}
	return r
}

// body reads all but what tells of other runs: variants, sweep and claims.
func (r *reader) body() {
	root := place{tree: r.document.Root, there: true}
	r.head(root)
	r.readMachines(root)
	r.readGuests(root.member("guests"))
	r.checkGuests(root)
	r.readSystems(root)
	r.readNetwork(root.member("network"))
	r.readWorkload(root.member("workload"))
	r.readActions(root.member("actions"))
	for _, not := range notSimulated {
		if p := root.member(not.part); len(p.tree.Items) > 0 {
			r.add(p, not.message, "remove it to run the rest")
		}
	}
	if len(r.problems) == 0 {
		r.checkWork()
	}
}

func (r *reader) head(root place) {
	v := r.values(root, rootSchema)
	s := &r.scenario
	s.Version, s.Seed, s.Duration = Version, uint64(v.Number("seed")), sim.Time(v.Number("duration_ms"))
	s.Title, s.Summary, s.Look = v.Text("title"), v.Text("summary"), v.Text("look")
	s.Headline = v.Text("headline")
	s.Measure = Window{To: s.Duration}
	p := root.member("measure")
	if !p.there {
		return
	}
	m := r.values(p, measureSchema)
	s.Measure = r.window(p, sim.Time(m.Number("from_ms")), sim.Time(m.Number("to_ms")))
}

// window checks that a span lies inside the run. An end that is not given is the run's.
func (r *reader) window(p place, from, to sim.Time) Window {
	end := r.scenario.Duration
	inside := "the run goes from 0 to " + formatDecimal(int64(end), 6) + " ms"
	if !p.member("to_ms").there {
		to = end
	}
	switch {
	case to > end:
		r.add(p.member("to_ms"), "is after the end of the run", inside)
	case from > end:
		r.add(p.member("from_ms"), "is after the end of the run", inside)
	case from >= to:
		r.add(p.member("from_ms"), "is not before to_ms", inside)
	default:
		return Window{From: from, To: to}
	}
	return Window{To: end}
}

// forms gives the places of a part that has a short and a long form.
func (r *reader) forms(root place, short, long string, limit int) []place {
	one, many := root.member(short), root.member(long)
	switch {
	case one.there && many.there:
		r.add(one, fmt.Sprintf("there are both %q and %q", short, long), "keep one of them")
		return []place{one}
	case one.there:
		return []place{one}
	case many.there && (many.tree.Kind != List || len(many.tree.Items) > 0):
		return r.items(many, limit)
	}
	r.add(root.member(short), "is missing", fmt.Sprintf("a scenario has a %q or a list of %q", short, long))
	return nil
}

func (r *reader) readMachines(root place) {
	for _, p := range r.forms(root, "machine", "machines", MaxMachines) {
		name := unnamedMachine
		if given := p.member("name"); given.there && given.tree.Kind == Text {
			name = given.tree.Text
		}
		r.named(&r.machines, p.member("name"), name)
		m := r.machine(p, name)
		m.Hypervisor, m.Values = r.readHypervisor(p.member("hypervisor"))
		r.scenario.Machines = append(r.scenario.Machines, m)
	}
}

func (r *reader) readNetwork(p place) {
	ends := names{noun: "machine or guest", plural: "machines and guests", at: map[string]int{}}
	for _, name := range slices.Concat(r.machines.order, r.guests.order) {
		ends.order = append(ends.order, name)
		ends.at[name] = 0
	}
	for _, item := range r.items(p, MaxLinks) {
		v := r.values(item, linkSchema)
		for _, end := range []string{"from", "to"} {
			if at := item.member(end); at.tree.Kind == Text {
				r.refer(at, v.Text(end), &ends)
			}
		}
		r.scenario.Network = append(r.scenario.Network, Link{From: v.Text("from"), To: v.Text("to"),
			Latency: sim.Time(v.Number("latency_us")), Speed: v.Number("speed_mbit_s")})
	}
}
