package esxi

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// counters are what a virtual CPU, or those of a guest together, did in an interval.
// Source: VMware operations guide, "CPU counters": a virtual CPU is in exactly one state.
type counters struct {
	span                               sim.Time // of one of them
	run, shared                        sim.Time // shared: beside a busy sibling
	ready, limited, costop, idle       sim.Time // ready holds what is limited
	overlap, system                    sim.Time // of the guest as a whole
	runNow, readyNow, stopNow, idleNow int
}

// interval is how long the screens of esxtop count: since its last refresh.
const interval = 5 * sim.Second

// past is the state one interval before a reading, or at the beginning of the run.
func past(r system.Reading) *trace.Ledger { return r.Log.Before(max(r.At-interval, 0)) }

// guestCounters are those of a guest, and of each of its virtual CPUs.
func guestCounters(r system.Reading, before *trace.Ledger, guest int) (all counters, each []counters) {
	g := r.Layout().Host.Guests[guest]
	now, then := r.Ledger.VirtualCPUs(r.Instance, guest), before.VirtualCPUs(r.Instance, guest)
	all.span = r.At - before.At
	for i := range now {
		one := difference(r.Ledger.At, now[i])
		one.take(difference(before.At, then[i]))
		one.span = all.span
		each = append(each, one)
		all.add(one)
	}
	amounts, earlier := r.Ledger.Instances[r.Instance].Amounts, before.Instances[r.Instance].Amounts
	if g.Overlap >= 0 {
		all.overlap = sim.Time(amounts[g.Overlap] - earlier[g.Overlap])
	}
	if g.System >= 0 {
		all.system = sim.Time(amounts[g.System] - earlier[g.System])
	}
	return all, each
}

// difference counts a virtual CPU from the beginning of the run until an instant.
func difference(at sim.Time, v *trace.TaskAccount) (c counters) {
	if v == nil {
		return c
	}
	c.run, c.shared, c.limited = v.CPU, v.Shared, v.Limited
	c.ready, c.costop, c.idle = v.Runnable+v.Limited, v.CoStop, v.Suspended
	open := at - v.Since
	switch v.State {
	case trace.Running:
		c.runNow = 1
	case trace.Runnable:
		c.ready, c.readyNow = c.ready+open, 1
	case trace.Limited:
		c.ready, c.limited, c.readyNow = c.ready+open, c.limited+open, 1
	case trace.CoStop:
		c.costop, c.stopNow = c.costop+open, 1
	case trace.Suspended:
		c.idle, c.idleNow = c.idle+open, 1
	}
	return c
}

// take subtracts what was counted before.
func (c *counters) take(b counters) {
	c.run, c.shared, c.ready = c.run-b.run, c.shared-b.shared, c.ready-b.ready
	c.limited, c.costop, c.idle = c.limited-b.limited, c.costop-b.costop, c.idle-b.idle
}

func (c *counters) add(b counters) {
	c.run, c.shared, c.ready = c.run+b.run, c.shared+b.shared, c.ready+b.ready
	c.limited, c.costop, c.idle = c.limited+b.limited, c.costop+b.costop, c.idle+b.idle
	c.runNow, c.readyNow = c.runNow+b.runNow, c.readyNow+b.readyNow
	c.stopNow, c.idleNow = c.stopNow+b.stopNow, c.idleNow+b.idleNow
}

// used is run by clock and shared cores, with what the hypervisor worked for the guest and without what it
// took from it. Source: VMware operations guide, "Used".
func (c counters) used(clock int64) sim.Time {
	return (c.run-c.shared*(alone-beside)/alone)*sim.Time(clock)/1000 + c.system - c.overlap
}

// latency is what a guest loses to others. Time that its own limit costs is none of it.
func (c counters) latency() sim.Time {
	return c.ready - c.limited + c.costop + c.shared*(alone-beside)/alone
}

// seen is how busy the guest's own tools show it, of which time: frozen time is unseen.
func (c counters) seen() (busy, of sim.Time) { return c.run, c.run + c.idle }

// threadCounters are those of a CPU of the host.
type threadCounters struct{ util, used, core sim.Time }

// threadsOf are the counters of all CPUs. A core that is shared is split in two halves.
// Source: VMware operations guide, "PCPU Used".
func threadsOf(r system.Reading, before *trace.Ledger) []threadCounters {
	first := r.Ledger.Instances[r.Instance].First
	all := make([]threadCounters, len(r.Layout().Lanes))
	clock := sim.Time(r.Layout().Host.Clock)
	for i := range all {
		lane := first + trace.LaneID(i)
		busy := r.Ledger.Lanes[lane].Busy - before.Lanes[lane].Busy
		now, then := r.Ledger.CoreOf(lane), before.CoreOf(lane)
		shared := now.Shared - then.Shared
		all[i] = threadCounters{util: busy, used: (busy - shared/2) * clock / 1000, core: now.Any - then.Any}
	}
	return all
}

// hundredths writes a share in per cent with two digits, as esxtop does.
func hundredths(part, of sim.Time) string {
	if of <= 0 {
		return "0.00"
	}
	sign := ""
	if part < 0 {
		sign, part = "-", -part
	}
	n := (int64(part)*10_000 + int64(of)/2) / int64(of)
	return sign + whole(n/100) + "." + whole(n%100/10) + whole(n%10)
}

// tenths is hundredths with one digit.
func tenths(part, of sim.Time) string {
	if of <= 0 {
		return "0.0"
	}
	n := (int64(part)*1000 + int64(of)/2) / int64(of)
	return whole(n/10) + "." + whole(n%10)
}
