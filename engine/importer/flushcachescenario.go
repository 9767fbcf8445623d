package importer

import (
	"fmt"

	"schedlab/engine/scenario"
)

// FlushCacheScenario makes a small document of a message: one database whose changes make as many pages
// dirty for each checkpoint as were written, with the same mean run of neighbours, and a cost of issuing or a
// data device such that a checkpoint takes as long. Problems tell why there can be none; then the document is
// empty.
func FlushCacheScenario(f FlushCache, a Assumptions) (scenario.Document, []scenario.Problem) {
	p := flushPlan{f: f, a: a.complete(f), e: Explain(f, a)}
	if problem := p.make(); problem != nil {
		problem.Line = f.Line
		return scenario.Document{}, []scenario.Problem{*problem}
	}
	return scenario.Document{Root: p.document()}, nil
}

// flushPlan is what a scenario is made of.
type flushPlan struct {
	f FlushCache
	a Assumptions
	e Explanation

	poolMB    int64
	workingMB int64 // on which changes fall
	period    int64 // ms from one checkpoint's beginning to the next one's
	duration  int64 // ms of the run
	minutes   int64 // recovery interval
	onDisk    bool  // the data device is what is slow, not the issuer
	perWrite  int64 // µs that a write takes it
	requests  int64 // that change pages in a period
	pages     int64 // that each changes
	records   int64 // of log that each writes
	redo      int64 // µs that a record takes, such that a period's come to the recovery interval
}

// Shape of the scenario. assumed: short enough to play, long enough to see three checkpoints.
const (
	longestPlay   = 900_000 // ms, unless one checkpoint alone takes longer
	shortestCycle = 20_000  // ms
	perSecond     = 5       // requests, about
	usualRedoCost = 150     // µs a record, as the product's own default
	usualIssue    = 150     // µs a write, as the product's own default
	usualPoolMB   = 64 << 10
	usualParallel = 64
	mostMinutes   = 60
	mostRedoUs    = 60_000_000          // µs of a minute: a record takes at least one
	mostBufs      = mostRedoUs * 4 / 10 // changes are 2.3 times as many as pages, and make a record each
	longestWrite  = 10_000_000          // µs, of the model's device
	longestRun    = 86_400_000          // ms, of any scenario
)

// make fills in the plan, or tells why there can be none.
func (p *flushPlan) make() *scenario.Problem {
	f := p.f
	switch {
	case f.Bufs <= 0 || f.Writes <= 0 || f.Milliseconds <= 0:
		return &scenario.Problem{Message: "the checkpoint wrote nothing or took no time",
			Hint: "choose a message with buffers, writes and milliseconds"}
	case f.Writes > f.Bufs:
		return &scenario.Problem{Message: "there are more writes than buffers",
			Hint: "a write has at least a page"}
	case f.Bufs > mostBufs:
		return &scenario.Problem{Message: fmt.Sprintf("%s buffers are more than a scenario can change "+
			"in a recovery interval; at most %s", grouped(f.Bufs), grouped(mostBufs))}
	}
	p.cycle()
	if p.duration > longestRun {
		return &scenario.Problem{Message: "the checkpoint took longer than a scenario can: 24 hours"}
	}
	if problem := p.memory(); problem != nil {
		return problem
	}
	if problem := p.cost(); problem != nil {
		return problem
	}
	p.changes()
	return nil
}

// cycle decides how far apart checkpoints begin and how long the run is: up to three of them, each ended long
// before the next is due, the last one with some time to spare.
func (p *flushPlan) cycle() {
	took := p.f.Milliseconds
	tail := took + took*3/20
	p.period = max(2*took, shortestCycle)
	count := min((longestPlay-tail)/p.period, 3)
	if count < 1 {
		count, p.period = 1, max(longestPlay-tail, 60_000)
	}
	p.duration = count*p.period + tail
	p.minutes = min(max(p.a.RecoverySeconds/60, 1), mostMinutes)
}

// memory decides pool and working set. As many pages as were written are 86 % of the latter: more changes
// make hardly more of them dirty, so that the next checkpoints find nearly as many.
func (p *flushPlan) memory() *scenario.Problem {
	p.workingMB = p.f.Bufs*116/100/bufsPerMB + 1
	p.poolMB = p.a.PoolMB
	if p.poolMB == 0 {
		p.poolMB = max(min(usualPoolMB, p.e.LargestPoolMB/10), 2*p.workingMB)
		return nil
	}
	if p.poolMB*bufsPerMB < p.f.Bufs {
		return &scenario.Problem{Message: fmt.Sprintf("a buffer pool of %s holds %s buffers, fewer "+
			"than were written",
			size(p.poolMB), grouped(p.poolMB*bufsPerMB)), Hint: "type the size of the server's buffer pool"}
	}
	p.workingMB = min(p.workingMB, p.poolMB)
	return nil
}

// cost gives the time that the scan leaves to the writes.
func (p *flushPlan) cost() *scenario.Problem {
	a := p.a
	a.PoolMB = p.poolMB
	scan := scanMs(a)
	p.perWrite = ratio(max(p.f.Milliseconds-scan, 0), 1000, p.f.Writes)
	if p.perWrite < 1 {
		return &scenario.Problem{Message: fmt.Sprintf("a scan of %s takes %s, which leaves no time for "+
			"the writes",
			size(p.poolMB), seconds(scan)), Hint: "type a smaller buffer pool, or a faster scan"}
	}
	if p.perWrite > longestWrite {
		return &scenario.Problem{Message: fmt.Sprintf("a write took %s in the mean, more than can be "+
			"simulated",
			lasting(p.perWrite))}
	}
	small := p.f.Target != Untold && p.f.Target < firstTarget
	p.onDisk = p.e.Verdict == DiskBound || p.e.Verdict == Unclear && small
	return nil
}

// changes decides what requests change, so that a checkpoint is due when the pages are dirty.
func (p *flushPlan) changes() {
	working := p.workingMB * bufsPerMB
	wanted := max(perSecond*p.period/1000, 1)
	p.pages = max(ratio(p.f.Bufs, 23, 10*wanted), 1)
	goal := min(p.f.Bufs, working-working/64)
	dirty, rest := int64(0), int64(0)
	for p.requests = 0; dirty < goal; p.requests++ {
		hits := p.pages*(working-dirty) + rest // as many changes as meet clean pages
		dirty, rest = dirty+hits/working, hits%working
	}
	interval := p.minutes * mostRedoUs
	p.redo = min(usualRedoCost, max(interval/(p.requests*(p.pages+1)), 1))
	p.records = (interval + p.redo*p.requests - 1) / (p.redo * p.requests)
}
