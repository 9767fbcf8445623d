package sqlserver

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// longCheckpoint is how long a checkpoint goes on that a caption speaks of.
// assumed: shorter ones cannot be read while a run is played.
const longCheckpoint = sim.Second

// storageCaption speaks of pages and the log where they tell more than the requests do. The order is what
// matters most to a user: first what holds requests up, then what is under way, then how it went and goes; of
// the last only in scenarios that name databases.
func storageCaption(r system.Reading, requests *picture) (c system.Caption, says bool) {
	if len(r.Layout().Series) == 0 || requests.pending > 0 {
		return c, false
	}
	p := storagePictureOf(r)
	switch {
	case p.list > riskyList && p.isWriterAwake():
		return p.lists(), true
	case r.At >= r.Log.End && p.done > 0 && p.listed:
		return p.overview(), true
	case p.current != nil && p.isLong(p.current):
		return p.underWay(), true
	case isHeldByLog(requests):
		return p.logLimits(requests), true
	case !p.listed:
		return c, false
	case p.behind() != nil:
		return p.late(p.behind()), true
	case p.done == 0 && p.recovery < telling:
		return c, false
	case p.dirty > 0 && p.isIndirectOnly():
		return p.kept(), true
	case p.done > 0:
		return p.between(), true
	}
	return p.notYet(), true
}

// telling is the recovery time from which dirty pages alone are spoken of. assumed: a shorter one costs
// nobody anything.
const telling = 3 * sim.Second

// isWriterAwake says whether the recovery writer has searched lists yet.
func (p *storagePicture) isWriterAwake() bool {
	t := ownTask(p.r, roleRecovery)
	return t != nil && (t.CPU > 0 || t.State != trace.Suspended)
}

func (p *storagePicture) isLong(c *checkpoint) bool {
	length, _ := p.lengthOf(c)
	return length >= longCheckpoint
}

// lists is for lists of dirty pages so long that searching them holds schedulers up.
func (p *storagePicture) lists() system.Caption {
	long := "The longest list of dirty pages has " + grouped(p.list) + " entries"
	return system.Caption{Headline: fitting(long+"; over "+grouped(riskyList)+" others stall.", long+"."),
		Why: "The recovery writer searches it for " + tenthsOfMilliseconds(sim.Time(p.list)*listStep) +
			" at a time: meanwhile its scheduler's changes spin."}
}

// heldByLog is how many requests have to wait for the log, and that they are half of all, before a caption
// speaks of it. assumed: fewer are a usual state.
const heldByLog = 4

func isHeldByLog(requests *picture) bool {
	n := requests.waiting[writeLog]
	return n >= heldByLog && 2*n >= requests.live
}

// logLimits is for commits that wait for the log.
func (p *storagePicture) logLimits(requests *picture) system.Caption {
	n := requests.waiting[writeLog]
	which := "The request waits"
	if requests.live > 1 {
		which = outOf(n, requests.live, "request", "requests") + " wait"
		which = capital(which)
	}
	writers := int64(0)
	for _, lane := range p.r.Layout().Lanes {
		if lane.Hidden {
			writers++
		}
	}
	headline := which + " for the log; " + counted(writers, "log writer writes", "log writers write") + " it."
	w := &p.r.Ledger.Instances[p.r.Instance].Waits[writeLog]
	device := latencyOf(p.r, "log.latency", 0)
	if w.Count == 0 || device == 0 {
		return system.Caption{Headline: headline, Why: "No commit is on the log device yet."}
	}
	mean, limit := w.Resource/sim.Time(w.Count), "."
	if mean >= 2*device {
		limit = ": it waits for a log writer."
	}
	return system.Caption{Headline: headline, Why: "A commit has waited " + tenthsOfMilliseconds(mean) +
		" in the mean, the device takes " + tenthsOfMilliseconds(device) + " now" + limit}
}

// overview is for the end of a run: all checkpoints together.
func (p *storagePicture) overview() system.Caption {
	id, most := p.longest.Of, lasting(p.longest.End-p.longest.Begin)
	c := system.Caption{Why: p.spent() + "; " + p.crash() + "."}
	if p.done == 1 {
		c.Headline = "The only checkpoint, of " + p.nameOf(id) + ", took " + most + "."
		return c
	}
	in := counted(p.done, "checkpoint", "checkpoints") + " took " + lasting(p.mean) + " in the mean"
	c.Headline = fitting(in+"; the longest, of "+p.nameOf(id)+", "+most+".",
		in+"; the longest, of "+numbered(id)+", "+most+".", in+".")
	return c
}

// spent tells what the time of all checkpoints went into.
func (p *storagePicture) spent() string {
	switch {
	case p.scans == 0:
		return "Lists told which pages were dirty"
	case p.scans*10 < p.sum:
		return counted(p.written, "page was", "pages were") + " written with " +
			counted(p.writes, "write", "writes")
	case lasting(p.scans) == lasting(p.sum):
		return "Nearly all of that was looking for dirty pages"
	}
	return "For " + lasting(p.scans) + " of " + lasting(p.sum) + " " + chosen(p.done, "it", "they") +
		" only looked for dirty pages"
}

// crash tells what a crash of now would cost.
func (p *storagePicture) crash() string {
	if p.recovery == 0 {
		return "a crash now needs no recovery"
	}
	return "a crash now means " + lasting(p.recovery) + " of recovery"
}

// underWay is for a checkpoint that goes on.
func (p *storagePicture) underWay() system.Caption {
	id := p.current.Of
	long, brief := p.share()
	c := system.Caption{Headline: fitting(p.going(p.nameOf(id))+long, p.going(numbered(id))+long,
		p.going(p.nameOf(id))+brief, p.going(numbered(id))+brief)}
	if p.isScanning() {
		c.Why = p.scanning()
		return c
	}
	how := p.writing()
	c.Why = fitted(maxWhy, how+p.queued()+".", how+".")
	return c
}

// going tells how long it takes.
func (p *storagePicture) going(name string) string {
	subject := "A checkpoint of " + name
	switch p.current.Why {
	case manual:
		subject = "The CHECKPOINT of " + name
	case internal:
		subject = "The backup's checkpoint of " + name
	}
	length, ends := p.lengthOf(p.current)
	if ends {
		return subject + " takes " + lasting(length)
	}
	return subject + " has taken " + lasting(length) + " so far"
}

// share tells what its time goes into, in two lengths.
func (p *storagePicture) share() (long, brief string) {
	c := p.current
	scan, writes := took(c.scan, sim.Never-1), "."
	pages, known := p.pages()
	if known && c.write != nil {
		writes = " and writes " + counted(pages, "page", "pages") + "."
	}
	length, ends := p.lengthOf(c)
	switch {
	case c.scan != nil && c.scan.End == sim.Never:
		return ", all for looking for dirty pages.", "."
	case c.scan != nil && known && pages == 0:
		return ", although none of its pages is dirty.", " for no dirty page."
	case ends && lasting(scan) == lasting(length):
		return ", nearly all of it looking for dirty pages.", ", nearly all of it scanning."
	case ends && scan*10 >= length:
		return "; for " + lasting(scan) + " it only looks for dirty pages.",
			"; " + lasting(scan) + " of it is the scan."
	case ends:
		return writes, "."
	}
	return ".", "."
}

// pages is how many pages the checkpoint under way has to write, once it is known in the run.
func (p *storagePicture) pages() (n int64, known bool) {
	phase := p.current.scan
	if phase == nil {
		phase = p.current.write
	}
	if phase == nil {
		return 0, false
	}
	return phase.Fact(factScanned, sim.Never)
}

// scanning tells what the scan is for.
func (p *storagePicture) scanning() string {
	buffers := "all " + grouped(poolBuffers(p.r)) + " buffers"
	who, share := "It looks at ", ownTasks(p.r, roleScan)
	if share > 0 {
		who = grouped(share+1) + " tasks look at "
	}
	pages, known := p.pages()
	if !known {
		return who + buffers + " of the pool" + p.queued() + "."
	}
	dirty := counted(pages, "dirty page", "dirty pages")
	texts := []string{who + buffers + " for " + dirty + p.queued() + ".", who + buffers + p.queued() + "."}
	if share == 0 {
		texts = append([]string{"Every checkpoint looks at " + buffers + ", also for " + dirty + p.queued() +
			"."},
			texts...)
	}
	return fitted(maxWhy, texts...)
}

// queued tells who waits for the next checkpoint.
func (p *storagePicture) queued() string {
	if p.waiting == 0 {
		return ""
	}
	return "; " + counted(p.waiting, "database is due and waits", "databases are due and wait")
}

// writing tells what limits the writes.
func (p *storagePicture) writing() string {
	limit := rulesOf(p.r.Values, 0).limit
	idle := sheetOf(p.r.Values, "data").Latency
	latency := latencyOf(p.r, "data.latency", p.writesSince())
	state := "queue " + grouped(p.queue) + ", latency " + tenthsOfMilliseconds(latency)
	switch capped := p.r.Values.Number(throughputCapName); {
	case latency == 0:
		return "It has just begun to write its dirty pages"
	case capped > 0 && p.isHeldBack():
		return "Start-up option -k holds it to " + grouped(capped) + " MB/s: " + state
	case latency > limit:
		return "The disk is the limit: " + state + "; above " + exactMilliseconds(limit) + " it holds back"
	case latency >= 2*idle:
		return "The disk is the limit: " + state + " instead of " + tenthsOfMilliseconds(idle)
	}
	return "The disk is not the limit: " + state
}

// writesSince is when the checkpoint under way began to write.
func (p *storagePicture) writesSince() sim.Time {
	if p.current.write == nil {
		return p.r.At
	}
	return p.current.write.Begin
}
