package intersystems

import (
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// caption reads the run queues aloud, then why they are as they are.
func caption(r system.Reading) system.Caption {
	p := pictureOf(r)
	if p.runnable > p.cpus {
		return system.Caption{Headline: p.headline(), Why: p.delayed()}
	}
	return system.Caption{Headline: p.headline(), Why: p.rates()}
}

func (p *picture) headline() string {
	cpus := plural(p.cpus, "CPU", "CPUs")
	switch {
	case p.live == 0:
		return "No transaction is under way; " + idleCPUs(p.cpus) + "."
	case p.runnable == 0:
		return all(p.live, "transaction waits", "transactions wait") + " without a CPU; " +
			idleCPUs(p.cpus) + "."
	case p.idle > 0:
		return grouped(p.cpus-p.idle) + " of " + cpus + " at work: no process waits for one."
	case p.runnable == p.cpus:
		return every(p.cpus) + " at work, and nobody waits: the next process will."
	}
	return plural(p.runnable, "process wants", "processes want") + " " + cpus + ": " +
		grouped(p.runnable-p.cpus) + " in run queues."
}

// rates say how much is done.
func (p *picture) rates() string {
	if p.done == 0 {
		return "No transaction has ended in the last 5 s."
	}
	text := grouped(p.perSecond(p.done)) + " transactions"
	if p.glorefs > 0 {
		text += " and " + grouped(p.perSecond(p.glorefs)) + " global references"
	}
	return text + " a second; CPUs " + percent(p.busy, p.all()) + " % busy."
}

// delayed says what the queues cost.
func (p *picture) delayed() string {
	mean := p.queued / sim.Time(p.runnable-p.cpus)
	return "In the mean those wait for " + milliseconds(mean) + " ms by now; " +
		grouped(p.perSecond(p.done)) + " transactions a second, CPUs " + percent(p.busy, p.all()) + " % busy."
}

func idleCPUs(n int64) string {
	if n == 1 {
		return "the only CPU is idle"
	}
	return "all " + grouped(n) + " CPUs are idle"
}

func every(n int64) string {
	if n == 1 {
		return "The only CPU is"
	}
	return "All " + grouped(n) + " CPUs are"
}

func all(n int64, one, many string) string {
	if n == 1 {
		return "The only " + one
	}
	return "All " + plural(n, one, many)
}

func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// grouped writes a number with commas between thousands.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
