// Package advice says of a scenario what need not be simulated: what closed forms expect of it.
package advice

import (
	"schedlab/engine/analytic"
	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/engine/workload"
)

// Estimate gives what closed forms expect of a run, by the names of metrics: throughput, mean response time
// and busy CPUs of each database. It is a second opinion and a preview, made in well under a millisecond: a
// chain of states for each database, in equilibrium, with exponential times, CPUs that any of its tasks may
// use, and cores that are filled before their second threads. nil = some part of the scenario does not fit.
func Estimate(s *scenario.Scenario, products []scenario.Product) metrics.Numbers {
	e := estimate{scenario: s, products: products, numbers: metrics.Numbers{}}
	if len(s.Workload.Arrivals) > 0 || len(s.Workload.Actions) > 0 {
		return nil
	}
	for machine := range s.Machines {
		if !e.machine(machine) {
			return nil
		}
	}
	return e.numbers
}

// estimate is one under way.
type estimate struct {
	scenario *scenario.Scenario
	products []scenario.Product
	numbers  metrics.Numbers
}

// machine estimates the databases of a machine, which share it.
func (e *estimate) machine(at int) bool {
	m := &e.scenario.Machines[at]
	product, values, isShared := m.Hosting(e.products)
	if isShared && !product.Hosting.Plain(values, e.scenario.GuestsOn(at, e.products)) {
		return false
	}
	var all []closed
	var chains []analytic.Chain
	for i, system := range e.scenario.Systems {
		if system.On != at {
			continue
		}
		c, ok := e.chain(i)
		if !ok || len(all) > 0 && !isShared {
			return false // databases on one machine have run queues in common
		}
		c.Capacity = analytic.CapacityOf(m.Hardware, m.SMTSpeed)
		all, chains = append(all, c), append(chains, c.Chain)
	}
	for i, r := range analytic.Shared(chains) {
		e.tell(all[i], r)
	}
	return true
}

// tell names the figures of a database as a run does.
func (e *estimate) tell(c closed, r analytic.Result) {
	s, n := e.scenario, e.numbers
	response := 1000 * (c.waits + r.Response)
	prefix := ""
	if len(s.Systems) > 1 {
		prefix = s.Systems[c.system].Name + "."
	}
	n[prefix+"throughput.per_s"], n[prefix+"response.mean_ms"] = r.Throughput, response
	n[prefix+"cpu.busy_pct"] = 100 * r.Busied
	if guest := s.Systems[c.system].Guest; guest >= 0 {
		vm := "vm." + s.Guests[guest].Name + "."
		n[vm+"throughput"], n[vm+"response_mean_ms"] = r.Throughput, response
		n[vm+"guest_busy_pct"] = 100 * r.Busied
	}
}

// closed is a database as a chain; waits are the seconds of a response that need no CPU.
type closed struct {
	analytic.Chain
	system int
	waits  float64
}

// chain is a database whose sessions all do the same for ever: one class, then a time of thinking.
func (e *estimate) chain(at int) (c closed, ok bool) {
	s := e.scenario
	if !e.isPlain(s.Systems[at].Product) {
		return closed{}, false
	}
	c.system = at
	c.CPUs = len(s.Hardware(s.Systems[at]).Online())
	var run workload.Run
	if run, c.Sessions = e.sessions(at); c.Sessions == 0 {
		return closed{}, false
	}
	demand, waits, ok := demandOf(s.Workload.Classes[run.Class])
	c.Demand, c.Away, c.waits = demand, waits+run.Think.Mean, float64(waits)/float64(sim.Second)
	return c, ok && c.Away > 0
}

// sessions are how many do what, for ever; 0 = not all the same, or not for ever.
func (e *estimate) sessions(system int) (run workload.Run, count int) {
	for _, group := range e.scenario.Workload.Sessions {
		if group.System != system {
			continue
		}
		if !e.isEndless(group) || count > 0 && !isSame(run, group.Runs[0]) {
			return workload.Run{}, 0
		}
		run = group.Runs[0]
		count += group.Count
	}
	return run, count
}

func isSame(a, b workload.Run) bool { return a.Class == b.Class && a.Think.Mean == b.Think.Mean }

// isEndless says whether sessions do one thing again and again on any node, from early on.
func (e *estimate) isEndless(group workload.Session) bool {
	return group.Repeat && len(group.Runs) == 1 && group.Node < 0 && e.isEarly(group)
}

// isEarly says whether the sessions have all begun when measuring begins, but for a twentieth of the run.
func (e *estimate) isEarly(group workload.Session) bool {
	last := group.Start + group.Every*sim.Time(group.Count-1)
	return last <= max(e.scenario.Measure.From, e.scenario.Duration/20)
}

func (e *estimate) isPlain(name string) bool {
	for i := range e.products {
		if e.products[i].Name == name {
			return e.products[i].Plain
		}
	}
	return false
}

// demandOf is the mean CPU work of a request and its mean time of waits; ok is false if it does more.
func demandOf(c workload.Class) (demand, waits sim.Time, ok bool) {
	for _, step := range c.Steps {
		switch {
		case step.Kind == workload.Wait:
			waits += step.Pause.Mean
		case step.Kind == workload.Compute && step.Branches <= 1 && step.Reads == 0:
			demand += step.CPU.Mean
		default:
			return 0, 0, false
		}
	}
	return demand, waits, demand > 0 && !c.Endless
}
