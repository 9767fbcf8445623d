// Package metrics turns a log into numbers with stable, dotted names. It reads logs, never runs.
package metrics

import (
	"sort"
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Window is the span that metrics are over.
type Window struct{ From, To sim.Time }

// Seconds is its length.
func (w Window) Seconds() float64 { return seconds(w.To - w.From) }

// Numbers are metrics by name. Times are in the unit that the name ends with.
type Numbers map[string]float64

// Names gives the names in order.
func (n Numbers) Names() []string {
	names := make([]string, 0, len(n))
	for name := range n {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Measure computes all metrics of a finished log. Waits are those that finished inside the window, CPU and
// throughput are over the window, placement speaks of the tasks alive at the end of the run. Whatever speaks
// of schedulers leaves out the hidden ones; the CPU time used on them is cpu.hidden_s, where there are any.
// With several systems, the names of each begin with the system's name. A hypervisor has metrics of its own,
// see hosting.
func Measure(log *trace.Log, classes []string, w Window) Numbers {
	numbers := Numbers{}
	w.To = min(w.To, log.End)
	w.From = min(w.From, w.To)
	before, after := log.Before(w.From), log.Before(w.To)
	databases, hosts := kinds(log)
	for i := range log.Ledger.Instances {
		m := measuring{log: log, before: before, after: after, window: w, numbers: numbers,
			instance: trace.InstanceID(i), classes: classes}
		if m.layout().Host != nil {
			m.hosting(hosts > 1)
			continue
		}
		if databases > 1 {
			m.prefix = log.Ledger.Instances[i].Layout.Name + "."
		}
		m.cpu()
		m.classCPU()
		m.waits()
		m.standing()
		m.structure()
		m.placement()
		m.requests()
		m.amounts()
		m.ranges()
		m.counted()
	}
	return numbers
}

// kinds counts the databases and the hypervisors of a run.
func kinds(log *trace.Log) (databases, hosts int) {
	for i := range log.Ledger.Instances {
		if log.Ledger.Instances[i].Layout.Host != nil {
			hosts++
		} else {
			databases++
		}
	}
	return databases, hosts
}

// measuring is the state of computing one system's metrics.
type measuring struct {
	log           *trace.Log
	before, after *trace.Ledger
	window        Window
	numbers       Numbers
	prefix        string
	instance      trace.InstanceID
	classes       []string
	busy          float64 // CPU time inside the window, seconds
}

func (m *measuring) set(name string, value float64) { m.numbers[m.prefix+name] = value }

func seconds(t sim.Time) float64 { return float64(t) / float64(sim.Second) }

// ratio is a/b, and 0 if there is nothing to divide by.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

func (m *measuring) layout() *trace.Layout { return &m.log.Ledger.Instances[m.instance].Layout }

// lanes calls visit for each lane of the system with its account at the window's two ends.
func (m *measuring) lanes(visit func(at int, before, after *trace.LaneAccount)) {
	first := int(m.log.Ledger.Instances[m.instance].First)
	for at := range m.layout().Lanes {
		visit(at, &m.before.Lanes[first+at], &m.after.Lanes[first+at])
	}
}

func (m *measuring) cpu() {
	layout := m.layout()
	var busy, hidden, most float64
	visible := 0
	var yields, switches int64
	byGroup, lanesOf := make([]float64, len(layout.Groups)), make([]int, len(layout.Groups))
	m.lanes(func(at int, before, after *trace.LaneAccount) {
		b := seconds(after.Busy - before.Busy)
		if layout.Lanes[at].Hidden {
			hidden += b
			return
		}
		visible++
		busy += b
		most = max(most, b)
		yields += after.Yields - before.Yields
		switches += after.Switches - before.Switches
		for g := layout.Lanes[at].Group; g >= 0 && g < len(byGroup); g = layout.Groups[g].Parent {
			byGroup[g] += b
			lanesOf[g]++
		}
	})
	span := m.window.Seconds()
	m.nodeCPU(byGroup, lanesOf)
	m.busy = busy
	m.set("cpu.busy_pct", 100*ratio(busy, span*float64(visible)))
	m.set("cpu.busy_s", busy)
	if visible < len(layout.Lanes) {
		m.set("cpu.hidden_s", hidden)
	}
	m.set("cpu.busiest_scheduler_pct", 100*ratio(most, span))
	m.set("yields.per_s", ratio(float64(yields), span))
	m.set("yields.count", float64(yields))
	m.set("context_switches.per_s", ratio(float64(switches), span))
	for g, group := range layout.Groups {
		name := "memory_node."
		if group.Level == trace.Node {
			name = "node."
		}
		m.set(name+strconv.Itoa(int(group.Number))+".busy_pct",
			100*ratio(byGroup[g], span*float64(lanesOf[g])))
	}
}

func (m *measuring) waits() {
	layout := m.layout()
	before, after := &m.before.Instances[m.instance], &m.after.Instances[m.instance]
	for i := range layout.Waits {
		a, b := before.Waits[i], after.Waits[i]
		name := "wait." + layout.Causes[i] + "."
		count, total := float64(b.Count-a.Count), seconds(b.Total()-a.Total())
		m.set(name+"count", count)
		m.set(name+"total_s", total)
		m.set(name+"signal_s", seconds(b.Signal-a.Signal))
		m.set(name+"resource_s", seconds(b.Resource-a.Resource))
		m.set(name+"mean_ms", 1000*ratio(total, count))
		m.set(name+"per_cpu_pct", 100*ratio(total, m.busy))
		m.set(name+"max_ms", 1000*seconds(b.Max))
	}
	first := m.after.Totals.FirstRun - m.before.Totals.FirstRun
	m.set("wait.first_slice.total_s", seconds(sim.Time(first)))
}

func (m *measuring) structure() {
	layout := m.layout()
	var memory, nodes, online, hidden int
	for _, g := range layout.Groups {
		if g.Level == trace.MemoryNode {
			memory++
		}
	}
	with := map[int]bool{}
	for _, l := range layout.Lanes {
		switch {
		case l.Hidden:
			hidden++
		case !l.Offline:
			online++
			with[l.Group] = true
		}
	}
	nodes = len(with)
	m.set("topology.memory_nodes", float64(memory))
	m.set("topology.soft_nodes", float64(nodes))
	m.set("topology.schedulers", float64(online))
	if hidden > 0 {
		m.set("topology.hidden_schedulers", float64(hidden))
	}
}

func (m *measuring) placement() {
	layout, ledger := m.layout(), &m.log.Ledger
	first := ledger.Instances[m.instance].First
	workers := make([]int, len(layout.Lanes))
	for i := range ledger.Tasks {
		t := &ledger.Tasks[i]
		at := int(t.Lane - first)
		if t.State != trace.None && t.Context > 0 && at >= 0 && at < len(workers) {
			workers[at]++
		}
	}
	nodes := map[int]bool{}
	var used, doubled, untouched, idle, most int
	for at, n := range workers {
		if layout.Lanes[at].Hidden {
			continue
		}
		lane := &ledger.Lanes[int(first)+at]
		if n > 0 {
			used++
			nodes[layout.Lanes[at].Group] = true
		}
		if n > 1 {
			doubled++
		}
		if lane.Load == 0 && !layout.Lanes[at].Offline {
			untouched++
		}
		if len(lane.Ring) == 0 {
			idle++
		}
		most = max(most, n)
	}
	m.set("placement.nodes_used", float64(len(nodes)))
	m.set("placement.schedulers_used", float64(used))
	m.set("placement.workers_per_scheduler_max", float64(most))
	m.set("placement.schedulers_doubled", float64(doubled))
	m.set("placement.schedulers_untouched", float64(untouched))
	m.set("placement.schedulers_idle", float64(idle))
}
