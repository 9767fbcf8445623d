package sqlserver

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// isIndirectOnly says whether every database with dirty pages has a target recovery time.
func (p *storagePicture) isIndirectOnly() bool {
	for i := range p.databases {
		if l := &p.databases[i]; l.target() == 0 && p.dirtyOf(l) > 0 {
			return false
		}
	}
	return true
}

// behind is the database that is farthest beyond its target recovery time; nil if all keep it. The recovery
// writer looks ten times a second, so a little more than the target is usual: 5 % is not spoken of.
func (p *storagePicture) behind() (worst *listed) {
	most := sim.Time(0)
	for i := range p.databases {
		l := &p.databases[i]
		if over := p.recoveryOf(l) - l.target(); l.target() > 0 && over*20 > l.target() && over > most {
			worst, most = l, over
		}
	}
	return worst
}

// late is for a recovery writer that does not keep up.
func (p *storagePicture) late(l *listed) system.Caption {
	now, target := "A crash now means "+lasting(p.recoveryOf(l))+" of recovery for ", targetText(l.target())
	c := system.Caption{Headline: fitting(now+short(l.name, int64(l.first))+"; its target is "+target+".",
		now+numbered(int64(l.first))+"; its target is "+target+".")}
	state := "disk queue " + grouped(p.queue) + ", latency " + tenthsOfMilliseconds(p.latency) + "."
	c.Why = "The recovery writer is behind: " + state
	if l.count == 1 {
		c.Why = "It has " + grouped(p.dirtyOf(l)) + " dirty pages, " + grouped(l.allowed(p.r.Values)) +
			" are allowed; " + state
	}
	return c
}

func targetText(t sim.Time) string { return grouped(int64(t/sim.Second)) + " s" }

// kept is for databases that are held to their targets.
func (p *storagePicture) kept() system.Caption {
	var of []*listed
	count, low, high := int64(0), sim.Never, sim.Time(0)
	for i := range p.databases {
		if l := &p.databases[i]; l.target() > 0 && p.dirtyOf(l) > 0 {
			of = append(of, l)
			count += int64(l.count)
			low, high = min(low, l.target()), max(high, l.target())
		}
	}
	most := " below about " + grouped(of[0].allowed(p.r.Values)) + " dirty pages"
	who := "Indirect checkpoints keep " + counted(count, "database", "databases")
	c := system.Caption{Headline: fitting(who+most+" each.", who+most+".")}
	switch {
	case low < high:
		c.Headline = who + " near or below targets of " + grouped(int64(low/sim.Second)) + " to " +
			targetText(high) + "."
	case count == 1:
		c.Headline = fitting("Indirect checkpoints keep "+short(of[0].name, int64(of[0].first))+most+".",
			who+most+".")
	}
	last := lasting(p.lastTook()) + "; " + p.crash() + "."
	switch p.done {
	case 0:
		c.Why = "No checkpoint is over yet; " + p.crash() + "."
	case 1:
		c.Why = "The only checkpoint so far took " + last
	default:
		c.Why = "The last of " + counted(p.done, "checkpoint", "checkpoints") + " took " + last
	}
	return c
}

// lastTook is the time of the last checkpoint that is over.
func (p *storagePicture) lastTook() (t sim.Time) {
	for i := range p.all {
		if c := &p.all[i]; c.isOver(p.r.At) {
			t = c.End - c.Begin
		}
	}
	return t
}

// between is for moments without a long checkpoint.
func (p *storagePicture) between() system.Caption {
	now := "none is under way."
	if p.current != nil {
		now = "a short one is under way."
	}
	so := counted(p.done, "checkpoint", "checkpoints") + " took " + lasting(p.mean) + " in the mean so far; "
	if p.done == 1 {
		so = "The only checkpoint so far took " + lasting(p.mean) + "; "
	}
	return system.Caption{Headline: so + now, Why: p.dirtyPages() + "; " + p.crash() + "."}
}

// notYet is for the time before the first checkpoint.
func (p *storagePicture) notYet() system.Caption {
	return system.Caption{Headline: p.dirtyPages() + "; no checkpoint is due yet.",
		Why: "A crash now means " + lasting(p.recovery) + " of recovery, that of " +
			short(p.slowest.name, int64(p.slowest.first)) + "."}
}

func (p *storagePicture) dirtyPages() string {
	if p.dirty == 0 {
		return "No page is dirty"
	}
	return counted(p.dirty, "page is dirty", "pages are dirty")
}

// poolBuffers is the size of the buffer pool in pages.
func poolBuffers(r system.Reading) (sum int64) {
	for _, whole := range r.Layout().Wholes {
		sum += whole.Total
	}
	return sum
}

// capital makes a sentence's first letter large.
func capital(text string) string {
	if text[0] >= 'a' && text[0] <= 'z' {
		return string(text[0]-'a'+'A') + text[1:]
	}
	return text
}
