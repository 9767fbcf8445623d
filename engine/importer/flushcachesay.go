package importer

// consistency compares the rates with the counts from which they follow.
func (x *explainer) consistency() {
	f, e := x.f, &x.e
	rate, throughput := agrees(f.WritesPerSecond, e.WritesPerSecond), agrees(f.ThroughputMBs, e.ThroughputMBs)
	if !throughput {
		x.distrust("average throughput", "I/O saturation", "context switches")
		x.say(TopicConsistency, own, "The records do not belong together: %s buffers in %s are %s "+
			"MB/sec, but %s is printed, which would be %s buffers. Probably two messages were mixed; "+
			"throughput, I/O saturation and context switches are of one record and stand or fall "+
			"together.", grouped(f.Bufs), seconds(f.Milliseconds), hundredths(e.ThroughputMBs),
			hundredths(f.ThroughputMBs), grouped(ratio(f.ThroughputMBs, 4*f.Milliseconds, 3125)))
	}
	if !rate {
		x.distrust("average writes per second")
		x.say(TopicConsistency, own, "%s writes in %s are %s a second, but %s is printed. Probably two "+
			"messages were mixed.", grouped(f.Writes), seconds(f.Milliseconds),
			hundredths(e.WritesPerSecond), hundredths(f.WritesPerSecond))
	}
	if !throughput || !rate {
		x.distrustLast(rate && f.WritesPerSecond != Untold)
	}
	x.impossible()
	if len(e.Untrusted) == 0 && (f.ThroughputMBs != Untold || f.WritesPerSecond != Untold) {
		x.say(TopicConsistency, own, "The printed rates agree with the counts.")
	}
}

// distrustLast tells of the last record, and of the first if not even one rate confirms it.
func (x *explainer) distrustLast(confirmed bool) {
	if x.f.Target != Untold {
		x.distrust("last target outstanding", "avgWriteLatency")
		x.say(TopicConsistency, ground{Inferred, own.source}, "Of which message the target and the "+
			"latency are, nothing tells; what is concluded from them may be wrong.")
	}
	if confirmed {
		x.say(TopicConsistency, own, "The writes a second agree, so writes and milliseconds can be "+
			"believed.")
	}
}

// impossible tells of counts that no checkpoint has.
func (x *explainer) impossible() {
	switch {
	case x.f.Writes > x.f.Bufs:
		x.distrust("bufs", "writes")
		x.say(TopicConsistency, own, "There are more writes than buffers, but a write has at least one "+
			"page.")
	case x.e.PagesPerWrite > 100*From2016.largestWrite():
		x.distrust("bufs", "writes")
		x.say(TopicConsistency, ground{Published, ruthruffPost}, "A write would have %s pages, but 128 "+
			"(1 MB) is the most.", hundredths(x.e.PagesPerWrite))
	case x.a.Era == Before2016 && x.e.PagesPerWrite > 100*Before2016.largestWrite():
		x.distrust("bufs", "writes")
		x.say(TopicConsistency, ground{Published, ruthruffPost}, "Before 2016 a write has 32 pages "+
			"(256 KB) at most, not %s.", hundredths(x.e.PagesPerWrite))
	}
}

func (x *explainer) pages() {
	pages := x.e.PagesPerWrite
	if pages == Untold {
		x.say(TopicPages, own, "Nothing was written.")
		return
	}
	x.say(TopicPages, own, "A write had %s pages in the mean: %s KB.", hundredths(pages),
		tenths(ratio(x.e.BytesPerWrite, 10, 1024)))
	switch {
	case pages > 3200 && pages <= 12800:
		x.say(TopicPages, ground{Published, ruthruffPost}, "More than 32 pages (256 KB) proves a "+
			"version from 2016 on, which writes up to 128 pages (1 MB) at once. Runs so long come from "+
			"loads and index builds.")
	case pages < 200:
		x.say(TopicPages, ground{Inferred, "two published messages with 1.40 pages a write"},
			"So few neighbours are dirty when changes fall at random, as in transaction processing.")
	case pages < 800:
		x.say(TopicPages, ground{Inferred, "published messages with 1.40 to 102.8 pages a write"},
			"Some neighbours are dirty: changes are neither all at random nor in long runs.")
	default:
		x.say(TopicPages, ground{Inferred, "published messages with 1.40 to 102.8 pages a write"},
			"Changes fall on long runs of pages, as inserts, loads and index builds make them.")
	}
}

func (x *explainer) rates() {
	if x.e.ThroughputMBs == Untold {
		return
	}
	x.say(TopicRates, own, "%s in %s: %s MB/sec and %s writes a second.", size(ratio(x.f.Bufs, 1,
		bufsPerMB)), seconds(x.f.Milliseconds), hundredths(x.e.ThroughputMBs),
		hundredths(x.e.WritesPerSecond))
}

func (x *explainer) scan() {
	x.say(TopicScan, ground{Published, largeRAMPost}, "An automatic checkpoint looks at every buffer "+
		"of the pool for one database, however few of its pages are dirty.")
	e := &x.e
	if x.a.PoolMB == 0 {
		x.say(TopicScan, ground{Inferred, scanArticle}, "At %d ns a buffer a pool of %s would take all "+
			"of the %s. The size of the pool is not in the message.", x.a.ScanNs, size(e.LargestPoolMB),
			seconds(x.f.Milliseconds))
		return
	}
	source, basis := x.a.PoolSource, Inferred
	if source == "" {
		source, basis = "the pool size that was typed; "+scanArticle, Assumed
	}
	if e.ScanMs >= x.f.Milliseconds {
		x.say(TopicScan, ground{basis, source}, "A scan of %s at %d ns a buffer takes %s, longer than "+
			"the whole checkpoint: the pool is smaller, its scan is faster, or several tasks share it "+
			"(from 2022 on).", size(x.a.PoolMB), x.a.ScanNs, seconds(e.ScanMs))
		return
	}
	x.say(TopicScan, ground{basis, source}, "A scan of %s at %d ns a buffer takes %s: %s of the time.",
		size(x.a.PoolMB), x.a.ScanNs, seconds(e.ScanMs), share(e.ScanMs, x.f.Milliseconds))
}

func (x *explainer) writes() {
	e := &x.e
	if e.PerWriteUs == Untold {
		return
	}
	if x.a.PoolMB == 0 {
		x.say(TopicWrites, own, "If the scan took no time, there was one write every %s.",
			lasting(e.PerWriteUs))
		return
	}
	x.say(TopicWrites, ground{Inferred, "what the scan leaves of the time"}, "%s are left for %s "+
		"writes: one every %s.", seconds(e.WritingMs), grouped(x.f.Writes), lasting(e.PerWriteUs))
}

func (x *explainer) depth() {
	f := x.f
	if x.e.Depth == Untold {
		return
	}
	about := "About"
	if f.LatencyMs == 0 {
		about = "Less than"
	}
	x.say(TopicDepth, ground{Arithmetic, littlesLaw}, "%s %s writes were outstanding in the mean, if "+
		"each took %d ms.", about, x.depthWords(), max(f.LatencyMs, 1))
	alone := ratio(f.Writes, max(f.LatencyMs, 1), 1)
	if x.e.Verdict == DiskBound && alone < x.e.WritingMs/2 {
		x.say(TopicDepth, ground{Arithmetic, littlesLaw}, "Even one after the other %s writes of %d ms "+
			"take %s only: most of them were slower than the last ones, or the checkpoint waited for "+
			"something else.", grouped(f.Writes), f.LatencyMs, seconds(alone))
	}
}

func (x *explainer) logged() {
	interval := 1000 * x.a.RecoverySeconds
	if x.f.Milliseconds > interval {
		x.say(TopicLogged, ground{Published, loggedPost}, "It is logged because it took longer than "+
			"the recovery interval (%s).", seconds(interval))
		return
	}
	x.say(TopicLogged, ground{Published, loggedPost}, "It took no longer than the recovery interval "+
		"(%s), so trace flag 3504 was on or the interval is shorter.", seconds(interval))
}

func (x *explainer) avoided() {
	f := x.f
	if f.Avoided == Untold || f.Bufs == 0 {
		return
	}
	if f.Avoided == 0 {
		x.say(TopicAvoided, ground{Inferred, "the message's words"}, "No page became dirty while it "+
			"ran that it had to leave.")
		return
	}
	x.say(TopicAvoided, ground{Inferred, "the message's words"}, "%s pages became dirty while it ran "+
		"and were left for the next one: %s of those written.", grouped(f.Avoided), share(f.Avoided, f.Bufs))
	if x.a.IntervalSeconds == 0 {
		x.say(TopicAvoided, ground{Inferred, own.source}, "At that pace it takes %s until as many are "+
			"dirty again.", pause(ratio(f.Milliseconds, f.Bufs, f.Avoided)))
	}
}

func (x *explainer) slow() {
	if x.a.SlowIOs > 0 {
		x.say(TopicSlowIO, ground{Published, "message 833 in the same text"}, "The text also tells of "+
			"%s I/O requests that took longer than 15 s: the disk stalled.", grouped(x.a.SlowIOs))
	}
}

// indirect tells what a target recovery time would change.
func (x *explainer) indirect() {
	a := x.a
	x.say(TopicIndirect, ground{Published, indirectPost}, "An indirect checkpoint has no scan: each "+
		"database keeps lists of its dirty pages.")
	limit := ratio(a.TargetSeconds, a.RedoPerSecond, 1)
	text := "With a target of %d s about %s pages (%s) may be dirty, if recovery redoes %s pages a " +
		"second; this checkpoint found %s."
	x.say(TopicIndirect, ground{Assumed, checkpointDoc + "; the redo rate is assumed"}, text, a.TargetSeconds,
		grouped(limit), size(ratio(limit, 1, bufsPerMB)), grouped(a.RedoPerSecond), grouped(x.f.Bufs))
	if x.f.Bufs <= limit {
		x.say(TopicIndirect, ground{Inferred, "Indirect checkpoints, sqltabletalk.com"},
			"So few dirty pages stay below that; a page is then written about %d s after it became "+
				"dirty.", a.TargetSeconds)
	}
	if a.IntervalSeconds > 0 {
		x.say(TopicIndirect, ground{Arithmetic, "the interval that was typed"},
			"The same pages, written all the time, are %s a second instead of %s while a checkpoint "+
				"runs.", hundredths(ratio(x.f.Bufs, 100, a.IntervalSeconds)), hundredths(ratio(x.f.Bufs,
				100_000, max(x.f.Milliseconds, 1))))
	}
	x.say(TopicIndirect, ground{Published, checkpointDoc}, "The pages are written all the time instead "+
		"of in one burst; pages that are changed often may be written more often.")
}
