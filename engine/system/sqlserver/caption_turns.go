package sqlserver

import (
	"unicode/utf8"

	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// turns says how the busy CPUs are shared: why a picture with a queue is as it is.
func (p *picture) turns(r system.Reading) string {
	var lengths []int64
	for n, cpus := range p.rings {
		if cpus > 0 {
			lengths = append(lengths, int64(n))
		}
	}
	switch {
	case len(lengths) == 1 && lengths[0] == 1:
		return p.steady(r, p.alone())
	case len(lengths) == 1:
		return p.evenly(r, lengths[0])
	case len(lengths) == 2:
		return p.steady(r, p.unevenly(lengths[0], lengths[1]))
	}
	return "The " + grouped(p.busy) + " busy CPUs have " + spelled(lengths[0]) + " to " +
		spelled(lengths[len(lengths)-1]) + " workers each; " + counted(p.queued, "waits", "wait") +
		" in runnable queues."
}

// alone is for CPUs with one worker.
func (p *picture) alone() string {
	if p.busy == 1 {
		return "The busy CPU has one worker: nobody waits in a runnable queue."
	}
	return "Each of the " + grouped(p.busy) + " busy CPUs has one worker: nobody waits in a runnable queue."
}

// evenly is for CPUs with equally many workers.
func (p *picture) evenly(r system.Reading, n int64) string {
	share := "On the busy CPU "
	if p.busy > 1 {
		share = "On the " + grouped(p.busy) + " busy CPUs "
	}
	share += spelled(n) + " workers take turns"
	exact := share + ": " + exactMilliseconds(p.slice) + " on the CPU, then " +
		exactMilliseconds(p.slice*sim.Time(n-1)) + " in the runnable queue."
	if p.exact && utf8.RuneCountInString(exact) <= maxWhy {
		return exact
	}
	quantum := sim.Time(r.Values.Number(quantumName)) * sim.Microsecond
	return share + " of at most " + exactMilliseconds(quantum) + "."
}

// unevenly is for CPUs with two numbers of workers.
func (p *picture) unevenly(few, many int64) string {
	a, b := p.rings[few], p.rings[many]
	return grouped(a) + " of the " + grouped(p.busy) + " busy CPUs " + chosen(a, "has ", "have ") +
		spelled(few) + chosen(few, " worker", " workers") + chosen(a, ", ", " each, ") + grouped(b) +
		chosen(b, " has ", " have ") + spelled(many) + " in turn."
}

// steady adds that nothing changes any more, if there is room.
func (p *picture) steady(r system.Reading, text string) string {
	since, steady := changesNoMore(r)
	if !steady {
		return text
	}
	tenth := sim.Second / 10
	since = (since + tenth - 1) / tenth * tenth
	longer := text + " Nothing changes from " + moment(since, -1) + " to the end."
	if since > r.At || utf8.RuneCountInString(longer) > maxWhy {
		return text
	}
	return longer
}
