package importer

import (
	"strings"
)

// scan reads message 898: "Buffer Pool scan took 14 seconds: database ID 7, …".
func (r *flushReader) scan(c cursor, at token) (cursor, bool) {
	if !c.word("took") {
		return c, false
	}
	scan := PoolScan{WaitMilliseconds: Untold}
	seconds := c.count()
	if seconds == Untold || !c.word("seconds", "second") || !c.words("database", "id") {
		return c, false
	}
	scan.Milliseconds, scan.Database = 1000*seconds, c.count()
	if c.word("command") {
		scan.Command = r.phrase(&c, "operation")
	}
	if c.word("operation") {
		scan.Operation = r.phrase(&c, "scanned")
	}
	scan.Scanned, scan.Iterated = Untold, Untold
	if c.words("scanned", "buffers") {
		scan.Scanned = c.count()
	}
	if c.words("total", "iterated", "buffers") {
		scan.Iterated = c.count()
	}
	if c.words("wait", "time") {
		scan.WaitMilliseconds = c.count()
	}
	return r.addScan(c, at, scan)
}

// scanEvent reads a row of the extended event: database, milliseconds, command, operation, buffers of the
// database, buffers looked at.
func (r *flushReader) scanEvent(c cursor, at token) (cursor, bool) {
	scan := PoolScan{WaitMilliseconds: Untold}
	scan.Database = c.count()
	scan.Milliseconds = c.count()
	if scan.Database == Untold || scan.Milliseconds == Untold {
		return c, false
	}
	texts := strings.Fields(r.phrase(&c, ""))
	if n := len(texts); n > 0 {
		scan.Command, scan.Operation = strings.Join(texts[:n-1], " "), texts[n-1]
	}
	scan.Scanned, scan.Iterated = c.count(), c.count()
	return r.addScan(c, at, scan)
}

func (r *flushReader) addScan(c cursor, at token, scan PoolScan) (cursor, bool) {
	scan.Line, scan.At, _ = r.place(at)
	if scan.Iterated <= 0 {
		r.problem(scan.Line, "the message about a scan lacks the number of buffers that it looked at",
			`it reads "total iterated buffers 204640239"`)
		return c, false
	}
	if !r.isFull(len(r.found.Scans) == maxFlushCaches, scan.Line) {
		r.found.Scans = append(r.found.Scans, scan)
	}
	return c, true
}

// maxPhrase is the longest command, in words. assumed: BACKUP DATABASE and the like have two or three.
const maxPhrase = 8

// phrase reads words until the one that ends them, or a number.
func (r *flushReader) phrase(c *cursor, end string) string {
	var words []string
	for range maxPhrase {
		ahead := *c
		t, ok := ahead.next()
		if !ok || t.number || end != "" && t.is(end) {
			break
		}
		words = append(words, t.text[:min(len(t.text), maxMessage)])
		*c = ahead
	}
	return strings.Join(words, " ")
}

// slow reads message 833: "… encountered 40 occurrence(s) of I/O requests taking longer than 15 seconds …".
func (r *flushReader) slow(c cursor, at token) (cursor, bool) {
	slow := SlowIO{Requests: c.count(), Database: Untold, LongestMilliseconds: Untold}
	if slow.Requests == Untold || !c.word("occurrence", "occurrences") {
		return c, false
	}
	c.word("s")
	if !c.words("of", "i", "o", "requests", "taking", "longer", "than") {
		return c, false
	}
	if slow.Seconds = c.count(); slow.Seconds == Untold {
		return c, false
	}
	slow.Line, slow.At, _ = r.place(at)
	r.slowDetails(&slow, &c)
	if !r.isFull(len(r.found.Slow) == maxFlushCaches, slow.Line) {
		r.found.Slow = append(r.found.Slow, slow)
	}
	return c, true
}

// maxDetails is how many words and numbers of message 833 are read after its beginning. A path has the most.
const maxDetails = 100

// slowDetails reads file, database and the latest duration, each of which may be missing.
func (r *flushReader) slowDetails(slow *SlowIO, c *cursor) {
	ahead := *c
	for range maxDetails {
		t, ok := ahead.next()
		if !ok || t.is("encountered", "flushcache") {
			return
		}
		switch {
		case t.is("file") && slow.File == "":
			slow.File = r.bracketed(ahead)
		case t.is("database") && slow.Database == Untold:
			slow.Database = databaseNumber(ahead)
		case t.is("duration") && ahead.words("of", "the", "long", "i", "o", "is"):
			slow.LongestMilliseconds = ahead.count()
			*c = ahead
			return
		}
	}
}

// bracketed is what stands in the next brackets, if they begin and end on the line.
func (r *flushReader) bracketed(c cursor) string {
	raw := c.lines[c.at].raw[c.offset:]
	raw = raw[:min(len(raw), 2*maxMessage)]
	if _, rest, ok := strings.Cut(raw, "["); ok {
		if name, _, ok := strings.Cut(rest, "]"); ok {
			return name
		}
	}
	return ""
}

// databaseNumber reads "id 10", or "[tempdb] (2)" as older versions write it.
func databaseNumber(c cursor) int64 {
	if c.word("id") {
		return c.count()
	}
	for range maxPhrase {
		t, ok := c.next()
		if !ok {
			break
		}
		if t.number && t.before == '(' {
			return wholeNumber(t.text)
		}
	}
	return Untold
}
