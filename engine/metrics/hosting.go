package metrics

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// hosting measures a hypervisor. Of each guest, as means over its virtual CPUs in per cent of the window:
//
//	vm.<name>.run_pct, .ready_pct, .costop_pct, .idle_pct   the four states; together 100
//	vm.<name>.mlmtd_pct        the part of ready that is due to a limit
//	vm.<name>.used_pct         run by clock and shared cores, and what the hypervisor worked for it
//	vm.<name>.overlap_pct      the part of run that the hypervisor itself took
//	vm.<name>.system_pct       what the hypervisor worked for it, in per cent of one CPU
//	vm.<name>.latency_pct      time lost to others: ready without limits, co-stop, shared cores
//	vm.<name>.guest_busy_pct   what the guest's own tools show: frozen time is unseen
//	vm.<name>.guest_peak_pct   the same in the busiest 5 s
//	vm.<name>.throughput       requests that its databases finish a second
//	vm.<name>.response_mean_ms their mean response time
//
// Of the host, which is named only if there are several (host.<name>.usage_pct):
//
//	host.util_pct       threads that are not halted
//	host.core_util_pct  cores of which any thread is not halted
//	host.usage_pct      the same by the clock that they work at, 100 at most
//
// Source: the definitions of esxtop's and vCenter's counters.
func (m *measuring) hosting(named bool) {
	host := m.layout().Host
	for guest := range host.Guests {
		m.guest(guest)
	}
	m.peaks()
	prefix := "host."
	if named {
		prefix += host.Name + "."
	}
	span := m.window.Seconds()
	var threads float64
	m.lanes(func(_ int, before, after *trace.LaneAccount) { threads += seconds(after.Busy - before.Busy) })
	cores, busy := m.cores()
	m.set(prefix+"util_pct", 100*ratio(threads, span*float64(len(m.layout().Lanes))))
	m.set(prefix+"core_util_pct", 100*ratio(busy, span*float64(cores)))
	clock := float64(host.Clock) / 1000
	m.set(prefix+"usage_pct", min(100, 100*clock*ratio(busy, span*float64(cores))))
}

// cores counts the host's cores and the time in seconds that they are busy.
func (m *measuring) cores() (count int, busy float64) {
	first := int(m.log.Ledger.Instances[m.instance].Core)
	seen := map[int]bool{}
	for _, lane := range m.layout().Lanes {
		seen[lane.Core] = true
	}
	for i := first; i < first+len(seen) && i < len(m.after.Cores); i++ {
		busy += seconds(m.after.Cores[i].Any - m.before.Cores[i].Any)
	}
	return len(seen), busy
}

// times are what the virtual CPUs of a guest have done together inside the window, in seconds.
type times struct{ run, shared, ready, limited, costop, idle float64 }

// of are the times until the ledger's instant.
func (m *measuring) timesOf(ledger *trace.Ledger, guest int) (t times) {
	for _, v := range ledger.VirtualCPUs(m.instance, guest) {
		if v == nil {
			continue
		}
		goesOn := func(s trace.State, finished sim.Time) float64 {
			if v.State == s {
				finished += ledger.At - v.Since
			}
			return seconds(finished)
		}
		limited := goesOn(trace.Limited, v.Limited)
		t.run += seconds(v.CPU)
		t.shared += seconds(v.Shared)
		t.limited += limited
		t.ready += goesOn(trace.Runnable, v.Runnable) + limited
		t.costop += goesOn(trace.CoStop, v.CoStop)
		t.idle += goesOn(trace.Suspended, v.Suspended)
	}
	return t
}

func (m *measuring) guest(at int) {
	g := m.layout().Host.Guests[at]
	a, b := m.timesOf(m.before, at), m.timesOf(m.after, at)
	run, shared := b.run-a.run, b.shared-a.shared
	ready, limited, costop, idle := b.ready-a.ready, b.limited-a.limited, b.costop-a.costop, b.idle-a.idle
	all := m.window.Seconds() * float64(g.CPUs)
	overlap, system := m.taken(g.Overlap), m.taken(g.System)
	clock, credit := float64(m.layout().Host.Clock)/1000, float64(m.layout().Host.Credit)/1000
	name := "vm." + g.Name + "."
	for _, c := range []struct {
		name  string
		value float64
	}{
		{"run_pct", run}, {"ready_pct", ready}, {"costop_pct", costop}, {"idle_pct", idle},
		{"mlmtd_pct", limited}, {"overlap_pct", overlap},
		{"used_pct", clock*(run-shared*(1-credit)) + system - overlap},
		{"latency_pct", ready - limited + costop + shared*(1-credit)},
	} {
		m.set(name+c.name, 100*ratio(c.value, all))
	}
	m.set(name+"system_pct", 100*ratio(system, m.window.Seconds()))
	m.set(name+"guest_busy_pct", 100*ratio(run, run+idle))
	m.answers(name, g.Name)
}

// taken is how much a series of time has grown inside the window, in seconds.
func (m *measuring) taken(series int) float64 {
	if series < 0 {
		return 0
	}
	return seconds(sim.Time(m.after.Instances[m.instance].Amounts[series] -
		m.before.Instances[m.instance].Amounts[series]))
}

// answers measures what the databases inside a guest finish.
func (m *measuring) answers(prefix, guest string) {
	count, sum, inside := 0, 0.0, false
	for i := range m.log.Ledger.Instances {
		inside = inside || m.log.Ledger.Instances[i].Layout.Guest == guest
	}
	if !inside {
		return
	}
	for _, e := range m.inside() {
		if e.Kind == trace.Transition && e.Thing == trace.RequestThing && e.To == trace.Done &&
			m.log.Ledger.Instances[e.Instance].Layout.Guest == guest {
			count++
			sum += seconds(e.At - m.log.Requests[e.Who].At)
		}
	}
	m.set(prefix+"throughput", ratio(float64(count), m.window.Seconds()))
	if count > 0 {
		m.set(prefix+"response_mean_ms", 1000*sum/float64(count))
	}
}

// peakSpan is the length of the samples of which the busiest is told: esxtop's, and a common one of sar.
const peakSpan = 5 * sim.Second

// peaks finds the busiest sample of each guest inside the window.
func (m *measuring) peaks() {
	guests := m.layout().Host.Guests
	if m.window.From+peakSpan > m.window.To {
		return
	}
	most, before := make([]float64, len(guests)), make([]times, len(guests))
	for at := m.window.From; at <= m.window.To; at += peakSpan {
		ledger := m.log.At(at)
		for guest := range guests {
			now := m.timesOf(ledger, guest)
			run, idle := now.run-before[guest].run, now.idle-before[guest].idle
			if at > m.window.From {
				most[guest] = max(most[guest], 100*ratio(run, run+idle))
			}
			before[guest] = now
		}
	}
	for guest := range guests {
		m.set("vm."+guests[guest].Name+".guest_peak_pct", most[guest])
	}
}
