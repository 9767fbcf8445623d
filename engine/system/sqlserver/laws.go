package sqlserver

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// laws gives what a finished run does not keep of what the product promises about pages:
//
//   - pages that became dirty less pages that were written are the dirty ones
//   - there is one checkpoint at a time; its elapsed time is that of its range; it writes no page more than
//     it found dirty, and no more in a write than the largest write takes
//   - what checkpoints wrote is part of what was written, and all of it if nobody else writes
//   - a database with a target recovery time has no more dirty pages than that allows and those that became
//     dirty since the recovery writer's last look, as long as the recovery writer sleeps between its looks.
//     While it is at work, nothing is promised: it writes as fast as it can
//
// Amounts are told at intervals, so the sums are those of the last time that they were told. Of a run that
// was stopped because its log was full nothing is checked: the log has not all of it.
func laws(r system.Reading) []string {
	if len(r.Layout().Series) == 0 || r.Log.Full {
		return nil
	}
	c := lawCheck{r: r}
	c.pages()
	c.checkpoints()
	c.sums()
	c.targets()
	return c.broken
}

// maxBroken is how many laws are told of: one mistake breaks many.
const maxBroken = 20

// lawCheck is the state of looking for broken laws. Texts are made only for laws that are broken.
type lawCheck struct {
	r      system.Reading
	all    []checkpoint
	broken []string
}

func (c *lawCheck) breaks(what string) {
	if len(c.broken) < maxBroken {
		c.broken = append(c.broken, c.r.Layout().Name+": "+what)
	}
}

func (c *lawCheck) pages() {
	dirtied, written := total(c.r, "buffer.pages_dirtied"), total(c.r, "buffer.pages_written")
	if dirty := total(c.r, "buffer.dirty_pages"); dirtied-written != dirty {
		c.breaks(grouped(dirtied) + " pages became dirty and " + grouped(written) + " were written, but " +
			grouped(dirty) + " are dirty")
	}
}

func (c *lawCheck) checkpoints() {
	c.all, _ = checkpointsOf(c.r)
	rules := rulesOf(c.r.Values, 0)
	end := sim.Time(0)
	for i := range c.all {
		of := &c.all[i]
		name := "the checkpoint of " + numbered(of.Of) + " at " + of.Begin.String()
		if of.Begin < end {
			c.breaks(name + " begins before the last one ends")
		}
		if !of.isOver(c.r.At) {
			continue
		}
		end = of.End
		is := func(why trace.Reason) int64 { return fact(of.Range, why, c.r.At) }
		if elapsed := is(factElapsed); elapsed != milliseconds(of.End-of.Begin) {
			c.breaks(name + " tells of " + plain(elapsed) + " ms")
		}
		pages, found := is(factPages), fact(of.write, factScanned, c.r.At)
		if pages > found {
			c.breaks(name + " writes " + plain(pages) + " pages and has found " + plain(found))
		}
		if writes := is(factWrites); pages > writes*rules.cap {
			c.breaks(name + " puts " + plain(pages) + " pages into " + plain(writes) + " writes")
		}
	}
}

// sums compares the pages that checkpoints wrote with all that were written, when these were told last.
func (c *lawCheck) sums() {
	samples := samplesOf(c.r, "buffer.pages_written")
	if len(samples) == 0 {
		return
	}
	last := samples[len(samples)-1]
	var least, most int64
	for i := range c.all {
		w := c.all[i].write
		if w == nil || w.Begin > last.At {
			continue
		}
		if w.End > last.At {
			most += fact(w, factScanned, last.At)
			continue
		}
		least += fact(w, factPages, last.At)
		most += fact(w, factPages, last.At)
	}
	if last.Value < least {
		c.breaks("checkpoints wrote " + grouped(least) + " pages, but only " + grouped(last.Value) +
			" were written")
	}
	if last.Value > most && !c.hasWorked(roleRecovery) && !c.hasWorked(roleLazy) {
		c.breaks("checkpoints wrote " + grouped(most) + " pages at most, but " + grouped(last.Value) +
			" were written")
	}
}

// hasWorked says whether one of the server's own workers with a role has used CPU.
func (c *lawCheck) hasWorked(role trace.Reason) bool {
	for i := range c.r.Ledger.Tasks {
		if t := &c.r.Ledger.Tasks[i]; isOwnOf(c.r, t) && t.Role == role && (t.CPU > 0 ||
			t.State != trace.Suspended) {
			return true
		}
	}
	return false
}

// targets looks at each time that the recovery of databases with a target was told.
func (c *lawCheck) targets() {
	writer := ownTask(c.r, roleRecovery)
	if writer == nil {
		return
	}
	var sleeps []span
	dirtied := samplesOf(c.r, "buffer.pages_dirtied")
	databases := listedOf(c.r)
	for i := range databases {
		l := &databases[i]
		if l.target() == 0 {
			continue
		}
		for _, s := range c.recoveries(l) {
			if sim.Time(s.Value) <= l.target() {
				continue
			}
			if sleeps == nil {
				sleeps = c.sleepsOf(writer.ID)
			}
			c.keeps(l, s, sleeps, dirtied)
		}
	}
}

// recoveries are the steps of a record's recovery time.
func (c *lawCheck) recoveries(l *listed) []trace.Sample {
	for i, s := range c.r.Layout().Series {
		if s.Metric == "recovery.estimate" && s.Thing == l.first {
			return c.r.Log.Samples(c.r.Instance, i)
		}
	}
	return nil
}

// keeps checks the promise at a time at which the target was exceeded.
func (c *lawCheck) keeps(l *listed, s trace.Sample, sleeps []span, dirtied []trace.Sample) {
	look := (s.At - 1) / wakePeriod * wakePeriod
	at := sort.Search(len(sleeps), func(i int) bool { return sleeps[i].to > s.At })
	if at == len(sleeps) || sleeps[at].from >= look {
		return // it is at work, or was since
	}
	more := valueAt(dirtied, s.At) - valueAt(dirtied, look-1)
	redo := c.r.Values.Number(pageRedoName)
	if most := (l.allowed(c.r.Values) + more) * int64(sim.Second) / redo; s.Value > most {
		c.breaks("the recovery writer sleeps at " + s.At.String() + ", although the recovery of " + l.name +
			" would take " + lasting(sim.Time(s.Value)) + ", its target is " + targetText(l.target()) +
			", and only " + grouped(more) + " pages became dirty since its last look")
	}
}

// valueAt is the value of a series at an instant.
func valueAt(samples []trace.Sample, at sim.Time) int64 {
	i := sort.Search(len(samples), func(i int) bool { return samples[i].At > at })
	if i == 0 {
		return 0
	}
	return samples[i-1].Value
}

// span is a part of the run.
type span struct{ from, to sim.Time }

// sleepsOf are the times that the recovery writer spent in its idle wait.
func (c *lawCheck) sleepsOf(id trace.TaskID) []span {
	sleeps := []span{}
	asleep, since := false, sim.Time(0)
	for i := range c.r.Log.Events {
		e := &c.r.Log.Events[i]
		if e.Kind != trace.Transition || e.Thing != trace.TaskThing || e.Who != int32(id) {
			continue
		}
		if asleep {
			sleeps = append(sleeps, span{since, e.At})
		}
		asleep, since = e.To == trace.Suspended && e.Why == dirtyPagePoll, e.At
	}
	if asleep {
		sleeps = append(sleeps, span{since, sim.Never})
	}
	return sleeps
}
