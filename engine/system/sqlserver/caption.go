package sqlserver

import (
	"strings"
	"unicode/utf8"

	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// maxHeadline is the longest headline in characters: one line of the page at 1440 pixels (DESIGN-NOTES 7).
const maxHeadline = 80

// maxWhy is the longest second sentence, which is printed smaller.
const maxWhy = 110

// maxClassName is the longest name of a query class that a headline takes up.
const maxClassName = 16

// enoughDone is how many requests must be over before their rate is spoken of. assumed: a rate of fewer says
// little.
const enoughDone = 20

// caption reads the picture aloud: what there is to say of pages and the log, or else of requests.
func caption(r system.Reading) system.Caption {
	p := pictureOf(r)
	if c, says := storageCaption(r, &p); says {
		return c
	}
	return p.ofRequests(r)
}

// ofRequests speaks of requests and CPUs: the first case that holds says it.
func (p *picture) ofRequests(r system.Reading) system.Caption {
	switch {
	case p.live == 0 && p.rate(r) > 0 && nextRequest(r) < r.At+sim.Second:
		return system.Caption{Headline: p.rateLine(r), Why: "No request is under way at this moment."}
	case p.live == 0:
		return p.nothing(r)
	case p.pending > 0:
		return p.starved(r)
	case p.busy == 0:
		return system.Caption{Headline: counted(p.live, p.noun(r, "query"), p.noun(r, "queries")) + " " +
			chosen(p.live, "waits", "wait") + "; " + p.idleCPUs(), Why: p.waits()}
	case p.parallel > 0 && p.parallel < p.live:
		return system.Caption{Headline: p.both(), Why: p.turns(r)}
	case p.parallel > 0:
		return system.Caption{Headline: p.placed(r), Why: p.turns(r)}
	case p.rate(r) > 0:
		return system.Caption{Headline: p.rateLine(r), Why: p.waitsOrTurns(r)}
	}
	return system.Caption{Headline: p.kept(r), Why: p.waitsOrTurns(r)}
}

// nothing is for instants without a request: before, between and after them.
func (p *picture) nothing(r system.Reading) system.Caption {
	all := "No CPU is busy."
	if p.busy > 0 {
		all = "Only workers of the server itself are on CPUs."
	}
	next := nextRequest(r)
	switch {
	case next < sim.Never:
		return system.Caption{Headline: "Nothing runs until " + moment(next, r.At) + ".", Why: all}
	case p.done == 0:
		return system.Caption{Headline: "Nothing runs: no request comes.", Why: all}
	}
	return system.Caption{Why: p.busySoFar(r), Headline: "Nothing runs any more: " +
		counted(p.done, "request is", "requests are") + " over; " + p.idleCPUs()}
}

// nextRequest is when the instance's next request comes; sim.Never if none does.
func nextRequest(r system.Reading) sim.Time {
	later := r.Log.Requests[r.Ledger.Totals.Submitted:]
	for i := range later {
		if later[i].Instance == r.Instance {
			return later[i].At
		}
	}
	return sim.Never
}

func (p *picture) busySoFar(r system.Reading) string {
	var busy sim.Time
	layout, lanes := r.Layout(), r.Lanes()
	for i := range lanes {
		if !layout.Lanes[i].Offline && !layout.Lanes[i].Hidden {
			busy += lanes[i].Busy / sim.Time(p.cpus)
		}
	}
	permille := int64(busy / max(r.At/1000, 1))
	return "Until now the CPUs were busy " + decimal(permille/10, permille%10, 1, 1) + " % of the time."
}

// starved is for tasks that have no worker thread.
func (p *picture) starved(r system.Reading) system.Caption {
	why := "THREADPOOL: a task without a worker cannot start before another task of its scheduler ends."
	if idle := p.cpus - p.busy; idle > 0 {
		why = "THREADPOOL: without a worker a task cannot start, although " + p.idleSubject() + " idle."
	}
	return system.Caption{Headline: counted(p.pending, "task waits", "tasks wait") + " for a worker; " +
		p.workersInUse(r) + ".", Why: why}
}

func (p *picture) idleSubject() string {
	idle := p.cpus - p.busy
	if idle == p.cpus {
		return chosen(p.cpus, "the only CPU is", every(p.cpus)+" CPUs are")
	}
	return grouped(idle) + " of " + grouped(p.cpus) + " CPUs " + chosen(idle, "is", "are")
}

// workersInUse counts workers against those that there can be.
func (p *picture) workersInUse(r system.Reading) string {
	all := int64(maxWorkers(r.Values.Number(maxWorkersName), int(p.cpus)))
	all = max(all, max(all/p.cpus, 1)*p.cpus) // each scheduler has one at least
	return grouped(p.workers) + " of " + counted(all, "worker", "workers") + " in use"
}

// placed says where the parallel queries are.
func (p *picture) placed(r system.Reading) string {
	where := outOf(p.used, p.nodes, p.node, p.node+"s")
	if p.nodes == 1 {
		where = "the only " + p.node
	}
	rest := chosen(p.parallel, " sits on ", " sit on ") + where + "; " + p.idleCPUs()
	return fitting(
		counted(p.parallel, p.noun(r, "query"), p.noun(r, "queries"))+rest,
		counted(p.parallel, "parallel query", "parallel queries")+rest,
		counted(p.parallel, "query", "queries")+rest)
}

// both is for parallel queries beside others.
func (p *picture) both() string {
	others, how := p.live-p.parallel, " other "
	if p.serial {
		how = " serial "
	}
	return grouped(p.parallel) + " parallel and " + grouped(others) + how +
		chosen(others, "query", "queries") + " run; " + p.idleCPUs()
}

// kept is for queries without parallel workers.
func (p *picture) kept(r system.Reading) string {
	one, many := p.noun(r, "query"), p.noun(r, "queries")
	if p.serial {
		one, many = "serial "+one, "serial "+many
	}
	which := "the only CPU"
	if p.cpus > 1 {
		which = outOf(p.busy, p.cpus, "CPU", "CPUs")
	}
	rest := chosen(p.live, " keeps ", " keep ") + which + " busy; " + p.runnable()
	return fitting(counted(p.live, one, many)+rest, counted(p.live, "query", "queries")+rest)
}

// rate is the number of finished requests a second so far; 0 while it says little.
func (p *picture) rate(r system.Reading) int64 {
	if p.done < enoughDone {
		return 0
	}
	return p.done * int64(sim.Second/sim.Microsecond) / max(int64(r.At/sim.Microsecond), 1)
}

func (p *picture) rateLine(r system.Reading) string {
	now := grouped(p.busy) + " of " + counted(p.cpus, "CPU", "CPUs") + " busy, " + p.runnable()
	return fitting(counted(p.rate(r), "request", "requests")+" a second so far; "+now, now)
}

func (p *picture) runnable() string {
	if p.queued == 0 {
		return "no worker runnable."
	}
	return counted(p.queued, "worker", "workers") + " runnable."
}

func (p *picture) idleCPUs() string {
	switch idle := p.cpus - p.busy; {
	case p.cpus == 1:
		return chosen(idle, "the CPU is idle.", "the CPU is busy.")
	case idle == 0:
		return every(p.cpus) + " CPUs busy."
	case idle == p.cpus:
		return every(p.cpus) + " CPUs idle."
	default:
		return grouped(idle) + " of " + grouped(p.cpus) + " CPUs idle."
	}
}

// noun names the queries: by their class, if that is one and its name is short.
func (p *picture) noun(r system.Reading, word string) string {
	if p.class < 0 {
		if p.parallel == p.live {
			return "parallel " + word
		}
		return word
	}
	name := strings.TrimSuffix(r.Workload.Classes[p.class].Name, " query")
	if name == "" || name == "query" || utf8.RuneCountInString(name) > maxClassName {
		return word
	}
	return name + " " + word
}

// fitting is the first text that is short enough for a headline; the last one is always.
func fitting(texts ...string) string { return fitted(maxHeadline, texts...) }

// fitted is the first text of so many characters at most; the last one is always.
func fitted(most int, texts ...string) string {
	for _, t := range texts {
		if utf8.RuneCountInString(t) <= most {
			return t
		}
	}
	return texts[len(texts)-1]
}

// waits says what the suspended tasks wait for.
func (p *picture) waits() string {
	var parts []string
	for why, what := range [waitCount]string{cxPacket: "other workers", cxConsumer: "rows",
		pageIOLatch: "page reads", writeLog: "the log"} {
		if n := p.waiting[why]; n > 0 {
			parts = append(parts, grouped(n)+" for "+what)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Suspended: " + strings.Join(parts, ", ") + "."
}

// waitsOrTurns prefers what is waited for when nobody waits for a CPU.
func (p *picture) waitsOrTurns(r system.Reading) string {
	if why := p.waits(); p.queued == 0 && why != "" {
		return why
	}
	return p.turns(r)
}

// changesNoMore is the time of the last event, if it is past.
func changesNoMore(r system.Reading) (since sim.Time, steady bool) {
	events := r.Log.Events
	if r.Log.Full || len(events) == 0 || events[len(events)-1].At >= r.At {
		return 0, false
	}
	return events[len(events)-1].At, true
}
