package importer

import (
	"fmt"
	"strings"
)

// flushReader goes through a text once, taking the records of messages as parts.
type flushReader struct {
	doc   *document
	parts []flushPart
	heads int
	found FlushCaches
	full  bool // a limit is reached; what comes after it is not read

	lastLine int    // position of the line of which stamp is
	stamp    string // its time stamp
	spidLine int    // position of the line on which spid was seen last, plus 1
	spid     string
}

// flushKind is a record of a message.
type flushKind uint8

const (
	headRecord       flushKind = iota // FlushCache: cleaned up …
	rateRecord                        // average writes per second
	throughputRecord                  // average throughput, I/O saturation, context switches
	targetRecord                      // last target outstanding, avgWriteLatency
)

var flushKindNames = [...]string{"FlushCache: cleaned up", "average writes per second", "average throughput",
	"last target outstanding"}

// flushPart is a record with where it stands. The numbers of other records are Untold.
type flushPart struct {
	kind   flushKind
	values FlushCache
}

// flushAnchor is a word at which something of interest may begin. Its reader is given the cursor after the
// word, and gives it where reading goes on; with ok false nothing was taken.
type flushAnchor struct {
	word string
	read func(r *flushReader, c cursor, at token) (cursor, bool)
}

var flushAnchors = []flushAnchor{
	{"flushcache", (*flushReader).named},
	{"cleaned", (*flushReader).unnamed},
	{"forcecatchuporflushcache", (*flushReader).indirect},
	{"writes", (*flushReader).rate},
	{"average", (*flushReader).throughput},
	{"saturation", (*flushReader).saturation},
	{"target", (*flushReader).target},
	{"avgwritelatency", (*flushReader).latency},
	{"scan", (*flushReader).scan},
	{"buffer_pool_scan_complete", (*flushReader).scanEvent},
	{"encountered", (*flushReader).slow},
}

func (r *flushReader) read() {
	c := cursor{lines: r.doc.lines}
	for t, ok := c.next(); ok && !r.full; t, ok = c.next() {
		if t.number {
			continue
		}
		if isSpid(t.text) {
			r.spid, r.spidLine = t.text, t.at+1
			continue
		}
		for _, a := range flushAnchors {
			if !t.is(a.word) {
				continue
			}
			if after, taken := a.read(r, c, t); taken {
				c = after
			}
			break
		}
	}
}

// isSpid tells whether a word is as spid14s or spid61.
func isSpid(word string) bool {
	return len(word) > 4 && len(word) <= 12 && strings.EqualFold(word[:4], "spid") && isFigure(word[4])
}

// add keeps a record; its place and who logged it stand before it on its line.
func (r *flushReader) add(kind flushKind, values FlushCache, at token) {
	values.Line, values.At, values.Spid = r.place(at)
	isHead := kind == headRecord
	if r.isFull(isHead && r.heads == maxFlushCaches || len(r.parts) == 4*maxFlushCaches, values.Line) {
		return
	}
	r.parts = append(r.parts, flushPart{kind, values})
	if isHead {
		r.heads++
	}
}

func (r *flushReader) isFull(reached bool, line int) bool {
	if reached && !r.full {
		r.full = true
		r.problem(line, "the text has more messages than are read at a time; the rest is left out",
			"paste a shorter part of the log")
	}
	return r.full
}

func (r *flushReader) place(t token) (number int, stamp, spid string) {
	if r.lastLine != t.at {
		r.lastLine, r.stamp = t.at, timeStamp(r.doc.lines[t.at].text)
	}
	if r.spidLine == t.at+1 {
		spid = r.spid
	}
	return r.doc.lines[t.at].number, r.stamp, spid
}

func (r *flushReader) line(t token) int { return r.doc.lines[t.at].number }

// named reads a message from its name on.
func (r *flushReader) named(c cursor, at token) (cursor, bool) {
	if !c.word("cleaned") {
		return c, false
	}
	return r.head(c, at, true)
}

// unnamed reads a message whose name is cut off.
func (r *flushReader) unnamed(c cursor, at token) (cursor, bool) { return r.head(c, at, false) }

// indirect tells of the line that indirect checkpoints log.
func (r *flushReader) indirect(c cursor, at token) (cursor, bool) {
	r.problem(r.line(at), "the line is of an indirect checkpoint (ForceCatchupOrFlushCache); what its "+
		"fields mean is not published", "FlushCache messages of automatic checkpoints can be explained")
	return c, true
}

// head reads the record with the number of buffers. If it is sure to be one, what is wrong with it is a
// problem, told once; otherwise the words were about something else.
func (r *flushReader) head(c cursor, at token, sure bool) (cursor, bool) {
	f := untoldFlushCache()
	for _, step := range [...]struct {
		before string
		into   *int64
		what   string
		units  []string
	}{
		{"up", &f.Bufs, "buffers", []string{"bufs", "buf", "buffers"}},
		{"with", &f.Writes, "writes", []string{"writes", "write"}},
		{"in", &f.Milliseconds, "milliseconds", []string{"ms", "msec", "milliseconds"}},
	} {
		c.word(step.before)
		start := c
		sure = sure && !c.inPattern()
		if *step.into = c.count(); *step.into == Untold || !c.word(step.units...) {
			if sure {
				r.unreadable(at, start, step.what)
			}
			return start, sure
		}
		sure = true
	}
	f.avoided(&c)
	f.database(&c)
	r.add(headRecord, f, at)
	return c, true
}

// unreadable tells what stands where a number should.
func (r *flushReader) unreadable(at token, c cursor, what string) {
	seen := "the text ends"
	if t, ok := c.next(); ok {
		seen = fmt.Sprintf("%q stands", t.text[:min(len(t.text), maxFigures+8)])
		if t.number && wholeNumber(t.text) != Untold {
			unit, _ := c.next()
			seen += fmt.Sprintf(" before %q", unit.text[:min(len(unit.text), maxFigures+8)])
		}
	}
	r.problem(r.line(at), "the FlushCache message cannot be read: "+seen+" where the number of "+what+
		" is expected", wholeMessage)
}

// avoided reads "(avoided 21 new dirty bufs)", which may be missing.
func (f *FlushCache) avoided(c *cursor) {
	ahead := *c
	if !ahead.word("avoided") {
		return
	}
	if f.Avoided = ahead.count(); f.Avoided == Untold {
		return
	}
	ahead.words("new", "dirty")
	ahead.word("bufs", "buf", "buffers")
	*c = ahead
}

// database reads "for db 19:0", which may be missing.
func (f *FlushCache) database(c *cursor) {
	ahead := *c
	ahead.word("for")
	if !ahead.word("db", "dbid", "database") {
		return
	}
	if f.Database = ahead.count(); f.Database == Untold {
		return
	}
	*c = ahead
	if t, ok := ahead.figure(); ok && t.before == ':' {
		if f.Suffix = wholeNumber(t.text); f.Suffix != Untold {
			*c = ahead
		}
	}
}

// rate reads "writes per second: 4306.30".
func (r *flushReader) rate(c cursor, at token) (cursor, bool) {
	f := untoldFlushCache()
	if !c.word("per") || !c.word("second", "sec") {
		return c, false
	}
	if f.WritesPerSecond = c.decimal(); f.WritesPerSecond == Untold {
		return c, false
	}
	c.words("writes", "sec")
	r.add(rateRecord, f, at)
	return c, true
}

// throughput reads "average throughput: 46.96 MB/sec" and what follows it.
func (r *flushReader) throughput(c cursor, at token) (cursor, bool) {
	f := untoldFlushCache()
	if !c.word("throughput") || c.inPattern() {
		return c, false
	}
	if f.ThroughputMBs = c.decimal(); f.ThroughputMBs == Untold {
		return c, false
	}
	c.words("mb", "sec")
	ahead := c
	ahead.words("i", "o")
	if ahead.word("saturation") {
		f.saturationAndSwitches(&ahead)
		c = ahead
	}
	r.add(throughputRecord, f, at)
	return c, true
}

// saturation reads a record of which the beginning is missing.
func (r *flushReader) saturation(c cursor, at token) (cursor, bool) {
	f := untoldFlushCache()
	if f.saturationAndSwitches(&c); f.Saturation == Untold || f.ContextSwitches == Untold {
		return c, false
	}
	r.add(throughputRecord, f, at)
	return c, true
}

func (f *FlushCache) saturationAndSwitches(c *cursor) {
	f.Saturation = c.count()
	if c.words("context", "switches") {
		f.ContextSwitches = c.count()
	}
}

// target reads "target outstanding: 639360, avgWriteLatency 1".
func (r *flushReader) target(c cursor, at token) (cursor, bool) {
	f := untoldFlushCache()
	if !c.word("outstanding") || c.inPattern() {
		return c, false
	}
	if f.Target = c.count(); f.Target == Untold {
		return c, false
	}
	if c.word("avgwritelatency") {
		f.LatencyMs = c.count()
		c.word("ms")
	}
	r.add(targetRecord, f, at)
	return c, true
}

// latency reads a record of which the beginning is missing.
func (r *flushReader) latency(c cursor, at token) (cursor, bool) {
	f := untoldFlushCache()
	if f.LatencyMs = c.count(); f.LatencyMs == Untold {
		return c, false
	}
	c.word("ms")
	r.add(targetRecord, f, at)
	return c, true
}
