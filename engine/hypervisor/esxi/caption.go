package esxi

import (
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// caption reads the host aloud: how busy it is, then what keeps virtual CPUs from running, of which their
// guests see nothing.
func caption(r system.Reading) system.Caption {
	host := r.Layout().Host
	threads, cores, alive := 0, map[int]bool{}, map[int]bool{}
	for i := range r.Lanes() {
		core := r.Layout().Lanes[i].Core
		alive[core] = true
		if len(r.Lanes()[i].Ring) > 0 {
			threads++
			cores[core] = true
		}
	}
	head := "On host " + host.Name + " " + strconv.Itoa(threads) + " of " + strconv.Itoa(len(r.Lanes())) +
		" threads are busy, on " + strconv.Itoa(len(cores)) + " of " + counted(len(alive), "core") + "."
	return system.Caption{Headline: head, Why: standing(r)}
}

// standing says which guest loses most, and to what.
func standing(r system.Reading) string {
	before := past(r)
	var worst counters
	name, most, waiting, stopped := "", sim.Time(-1), 0, 0
	var all sim.Time
	for guest, g := range r.Layout().Host.Guests {
		c, _ := guestCounters(r, before, guest)
		waiting, stopped = waiting+c.readyNow, stopped+c.stopNow
		if of := c.span * sim.Time(g.CPUs); of > 0 && c.latency()+c.limited > most {
			worst, name, most, all = c, g.Name, c.latency()+c.limited, of
		}
	}
	now := ""
	if waiting+stopped > 0 {
		now = counted(waiting, "vCPU") + " ready and " + strconv.Itoa(stopped) + " co-stopped now. "
	}
	switch {
	case name == "" || most*1000 < all:
		return now + "No virtual CPU lost anything worth telling in the last 5 s."
	case worst.limited*2 > most:
		return now + "Its limit held " + name + " back for " + tenths(worst.limited, all) +
			" % of the last 5 s."
	case (worst.ready+worst.costop)*5 < worst.shared:
		return now + name + " waited " + tenths(worst.ready, all) +
			" % of the last 5 s, but ran beside a busy " +
			"sibling thread for " + tenths(worst.shared, all) +
			" %: slower, and no counter of waiting tells it."
	}
	return now + name + " waited " + tenths(worst.ready, all) +
		" % of the last 5 s for a CPU and was held back " +
		tenths(worst.costop, all) + " % for its siblings; its guest sees none of it."
}
