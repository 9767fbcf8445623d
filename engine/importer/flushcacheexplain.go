package importer

import (
	"fmt"
)

// Basis says what a statement rests on.
type Basis uint8

// Bases, from the firmest.
const (
	Arithmetic Basis = iota // follows from the message's own numbers
	Published               // a source says it
	Inferred                // concluded from published figures
	Assumed                 // depends on something that nobody told
)

var basisNames = [...]string{"arithmetic", "published", "inferred", "assumed"}

// String is the word that stands beside a statement.
func (b Basis) String() string { return basisNames[b] }

// Topics of statements, in their order. A topic may have several statements, or none.
const (
	TopicConsistency = "consistency"
	TopicVerdict     = "verdict"
	TopicPages       = "pages_per_write"
	TopicRates       = "rates"
	TopicScan        = "scan"
	TopicWrites      = "write_cost"
	TopicDepth       = "depth"
	TopicLogged      = "logged"
	TopicAvoided     = "avoided"
	TopicSlowIO      = "slow_io"
	TopicIndirect    = "indirect"
)

// Statement is a thing that can be said of a message, in one or two short sentences.
type Statement struct {
	Topic  string
	Text   string
	Basis  Basis
	Source string // where it is from, for the reader
}

// Verdict says what a checkpoint spent its time on.
type Verdict uint8

// Verdicts.
const (
	Unclear     Verdict = iota // the message does not decide it
	IssuerBound                // far fewer writes were outstanding than allowed: not the disk
	DiskBound                  // writes were slow, or as many were outstanding as allowed
)

var verdictNames = [...]string{"unclear", "issuer-bound", "disk-bound"}

// String is the verdict's word.
func (v Verdict) String() string { return verdictNames[v] }

// Explanation is what can be said of a message. Numbers that cannot be had are Untold.
type Explanation struct {
	Verdict    Verdict
	Untrusted  []string // fields that cannot be believed, as the message calls them; none = consistent
	Statements []Statement

	PagesPerWrite       int64 // hundredths
	BytesPerWrite       int64
	ThroughputMBs       int64 // computed, hundredths of MiB a second
	WritesPerSecond     int64 // computed, hundredths
	ScanMs              int64 // of a scan of the assumed pool
	ScanPermille        int64 // of the checkpoint's time
	LargestPoolMB       int64 // of which a scan alone takes all the time
	WritingMs           int64 // what the scan leaves for writes; all of the time if no pool is assumed
	PerWriteUs          int64 // of it, for each write, in microseconds
	Depth, DepthWriting int64 // writes outstanding in the mean, hundredths: of all the time, of WritingMs
}

// Sources that several statements have.
const (
	loggedPost    = "How It Works: When is the FlushCache message added, Microsoft 2012"
	ruthruffPost  = "Changes in SQL Server 2016 Checkpoint Behavior, Mike Ruthruff"
	scanArticle   = "Operations that trigger a buffer pool scan may run slowly, Microsoft Learn"
	largeRAMPost  = "SQL Server: large RAM and DB checkpointing, PSS SQL blog"
	indirectPost  = "SQL 2016 - It Just Runs Faster: Indirect Checkpoint Default, PSS SQL blog"
	checkpointDoc = "Database checkpoints (SQL Server), Microsoft Learn"
	littlesLaw    = "Little's law: writes a second × latency"
)

// Explain says what a message means. What it depends on besides the message is in the assumptions; each
// statement tells what it rests on.
func Explain(f FlushCache, a Assumptions) Explanation {
	x := explainer{f: f, a: a.complete(f)}
	x.measure()
	x.consistency()
	x.verdict()
	x.pages()
	x.rates()
	x.scan()
	x.writes()
	x.depth()
	x.logged()
	x.avoided()
	x.slow()
	x.indirect()
	return x.e
}

// explainer collects what is said of one message.
type explainer struct {
	f FlushCache
	a Assumptions
	e Explanation
}

// ground is what a statement rests on.
type ground struct {
	basis  Basis
	source string
}

var own = ground{Arithmetic, "the message's own numbers"}

func (x *explainer) say(topic string, on ground, text string, values ...any) {
	x.e.Statements = append(x.e.Statements, Statement{Topic: topic, Text: fmt.Sprintf(text, values...),
		Basis: on.basis, Source: on.source})
}

// measure computes the numbers.
func (x *explainer) measure() {
	f, e := x.f, &x.e
	e.PagesPerWrite, e.BytesPerWrite = Untold, Untold
	if f.Writes > 0 {
		e.PagesPerWrite, e.BytesPerWrite = ratio(f.Bufs, 100, f.Writes), ratio(f.Bufs, 8192, f.Writes)
	}
	e.ThroughputMBs, e.WritesPerSecond = f.throughput(), f.writesPerSecond()
	e.ScanMs, e.ScanPermille, e.WritingMs = Untold, Untold, f.Milliseconds
	e.LargestPoolMB = ratio(f.Milliseconds, 1_000_000*x.a.ScanTasks, x.a.ScanNs*bufsPerMB)
	if x.a.PoolMB > 0 {
		e.ScanMs = scanMs(x.a)
		e.ScanPermille = ratio(e.ScanMs, 1000, max(f.Milliseconds, 1))
		e.WritingMs = max(f.Milliseconds-e.ScanMs, 0)
	}
	e.PerWriteUs = Untold
	if f.Writes > 0 && e.WritingMs > 0 {
		e.PerWriteUs = ratio(e.WritingMs, 1000, f.Writes)
	}
	e.Depth, e.DepthWriting = x.outstanding(f.Milliseconds), x.outstanding(e.WritingMs)
}

// scanMs is how long a scan of the assumed pool takes.
func scanMs(a Assumptions) int64 {
	return ratio(a.PoolMB*bufsPerMB, a.ScanNs, 1_000_000*a.ScanTasks)
}

// outstanding is the mean number of writes outstanding, in hundredths, if all were issued within a time. A
// latency that is printed as 0 counts as 1 ms, the most that it can be.
func (x *explainer) outstanding(ms int64) int64 {
	if x.f.LatencyMs == Untold || ms <= 0 {
		return Untold
	}
	return ratio(x.f.Writes, 100*max(x.f.LatencyMs, 1), ms)
}

// firstTarget is how many outstanding writes a checkpoint is thought to begin with.
// assumed: nothing is published; targets of 2 to 54 go with high latencies, 1,560 and 639,360 with low ones.
const firstTarget = 100

// decide tells issuer-bound from disk-bound by the message's last record.
func (x *explainer) decide() Verdict {
	f, limit := x.f, x.a.Era.latencyLimit()
	switch {
	case f.Target == Untold || f.LatencyMs == Untold || x.e.Depth == Untold:
		return Unclear
	case f.LatencyMs >= limit, 10*f.LatencyMs >= 8*limit && f.Target < firstTarget:
		return DiskBound
	case f.Target >= firstTarget && x.deepest() <= 10*f.Target: // a tenth; the depth is in hundredths
		return IssuerBound
	case x.deepest() >= 50*f.Target:
		return DiskBound
	}
	return Unclear
}

// deepest is the highest depth that is consistent with the message, in hundredths.
func (x *explainer) deepest() int64 { return max(x.e.Depth, x.e.DepthWriting) }

func (x *explainer) verdict() {
	f := x.f
	x.e.Verdict = x.decide()
	switch x.e.Verdict {
	case IssuerBound:
		x.say(TopicVerdict, ground{Inferred, littlesLaw}, "%she disk was not the limit. About %s "+
			"writes were outstanding, although the checkpoint allowed itself %s: the time went into "+
			"looking at buffers and into issuing writes.", x.proviso(), x.depthWords(), grouped(f.Target))
	case DiskBound:
		x.say(TopicVerdict, ground{Inferred, ruthruffPost}, "%she disk was the limit. Writes took %s "+
			"ms at the end, and %s were allowed to be outstanding; a checkpoint throttles itself when "+
			"writes take longer than %s ms.", x.proviso(), grouped(f.LatencyMs), grouped(f.Target),
			x.limits())
	case Unclear:
		x.unclear()
	}
}

func (x *explainer) unclear() {
	switch {
	case x.e.Depth == Untold && x.f.LatencyMs != Untold:
		x.say(TopicVerdict, own, "It took no time that could be divided.")
	case x.f.Target == Untold || x.f.LatencyMs == Untold:
		x.say(TopicVerdict, own, "The record with the target and the latency of writes is missing, so "+
			"it is not told whether the disk was the limit.")
	case x.f.Target < firstTarget:
		x.say(TopicVerdict, ground{Inferred, ruthruffPost}, "It does not tell for sure. The target of "+
			"%s is small, as after a throttle, but writes were fast at the end (%s ms): the disk may "+
			"have been slow for a part of the time.", grouped(x.f.Target), grouped(x.f.LatencyMs))
	default:
		x.say(TopicVerdict, ground{Inferred, littlesLaw}, "It does not tell for sure: about %s of the "+
			"%s writes that were allowed were outstanding.", x.depthWords(), grouped(x.f.Target))
	}
}

func (x *explainer) limits() string {
	if x.a.Era == AnyEra {
		return "20 (before 2016) or 50"
	}
	return digits(x.a.Era.latencyLimit())
}

// proviso begins a verdict that rests on a record which may be of another message.
func (x *explainer) proviso() string {
	if len(x.e.Untrusted) > 0 {
		return "If its last record is of this message, t"
	}
	return "T"
}

// depthWords is one number or a range.
func (x *explainer) depthWords() string {
	low, high := few(x.e.Depth), few(x.deepest())
	if low == high {
		return low
	}
	return low + " to " + high
}

// distrust names fields, each once.
func (x *explainer) distrust(fields ...string) {
	for _, f := range fields {
		known := false
		for _, u := range x.e.Untrusted {
			known = known || u == f
		}
		if !known {
			x.e.Untrusted = append(x.e.Untrusted, f)
		}
	}
}
