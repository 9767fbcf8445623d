package sqlserver

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// storagePicture is what a caption speaks of when it is about pages and the log.
type storagePicture struct {
	r         system.Reading
	databases []listed
	listed    bool // the scenario names databases: it is about them
	all       []checkpoint
	current   *checkpoint // under way
	waiting   int64       // databases that are due
	done      int64       // checkpoints that are over
	mean, sum sim.Time    // of those
	scans     sim.Time    // part of the sum
	longest   *checkpoint
	written   int64 // pages, by those that are over
	writes    int64
	dirty     int64 // pages
	recovery  sim.Time
	slowest   *listed  // whose recovery that is
	queue     int64    // requests outstanding at the data device
	latency   sim.Time // of the data device, when something was sent to it last
	list      int64    // entries of the longest list of dirty pages
}

func storagePictureOf(r system.Reading) storagePicture {
	p := storagePicture{r: r, databases: listedOf(r), listed: len(r.Values.Records(databasesName)) > 0,
		dirty: total(r, "buffer.dirty_pages"), queue: total(r, "data.outstanding"),
		latency: latencyOf(r, "data.latency", 0), list: total(r, "buffer.list_longest")}
	p.all, p.waiting = checkpointsOf(r)
	for i := range p.all {
		p.count(&p.all[i])
	}
	if p.done > 0 {
		p.mean = p.sum / sim.Time(p.done)
	}
	for i := range p.databases {
		if t := p.recoveryOf(&p.databases[i]); t > p.recovery {
			p.recovery, p.slowest = t, &p.databases[i]
		}
	}
	return p
}

// latencyOf is the latency that a device had when something was sent to it last, since an instant: it is told
// as 0 while nothing is sent.
func latencyOf(r system.Reading, metric string, since sim.Time) sim.Time {
	samples := samplesOf(r, metric)
	for i := len(samples) - 1; i >= 0 && samples[i].At >= since; i-- {
		if s := samples[i]; s.At <= r.At && s.Value > 0 {
			return sim.Time(s.Value)
		}
	}
	return 0
}

func (p *storagePicture) count(c *checkpoint) {
	if !c.isOver(p.r.At) {
		p.current = c
		return
	}
	p.done++
	p.sum += c.End - c.Begin
	p.scans += took(c.scan, p.r.At)
	p.written += fact(c.Range, factPages, p.r.At)
	p.writes += fact(c.Range, factWrites, p.r.At)
	if p.longest == nil || c.End-c.Begin > p.longest.End-p.longest.Begin {
		p.longest = c
	}
}

// recoveryOf is how long the recovery of the slowest of some databases would take after a crash of now.
func (p *storagePicture) recoveryOf(l *listed) sim.Time {
	return sim.Time(amount(p.r, "recovery.estimate", l.first))
}

// dirtyOf are the dirty pages of a record's databases.
func (p *storagePicture) dirtyOf(l *listed) int64 { return amount(p.r, "buffer.dirty_pages", l.first) }

// nameOf is what a headline calls the database of a checkpoint: by its number if the name is long.
func (p *storagePicture) nameOf(id int64) string { return short(databaseNamed(p.databases, id), id) }

// maxDatabaseName is the longest name of a database that a headline takes up, in bytes.
const maxDatabaseName = 20

func short(name string, id int64) string {
	if name == "" || len(name) > maxDatabaseName {
		return numbered(id)
	}
	return name
}

// isScanning says whether the checkpoint under way is still looking for dirty pages.
func (p *storagePicture) isScanning() bool {
	return p.current.scan != nil && p.r.At < p.current.scan.End
}

// isHeldBack says whether the checkpoint's worker keeps its next writes back at this moment.
func (p *storagePicture) isHeldBack() bool {
	t := ownTask(p.r, roleCheckpoint)
	return t != nil && t.State == trace.Suspended && t.Why == bpoolFlush
}

// lengthOf is how long a checkpoint goes on in all, as far as the run tells it, and whether it ends in it.
func (p *storagePicture) lengthOf(c *checkpoint) (length sim.Time, ends bool) {
	if c.End < sim.Never {
		return c.End - c.Begin, true
	}
	return p.r.At - c.Begin, false
}
