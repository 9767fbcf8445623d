package importer

import (
	"cmp"
	"slices"
	"strings"

	"schedlab/engine/scenario"
)

// Untold stands for a number that a message does not tell.
const Untold = -1

// FlushCache is what SQL Server logs of a long checkpoint, or of each one with trace flag 3504: one line, or
// the three or four records that belong together. Numbers that the text lacks are Untold.
// Source: How It Works: When is the FlushCache message added to SQL Server Error Log, Microsoft 2012.
type FlushCache struct {
	Bufs            int64 // pages of 8 KiB that were written
	Writes          int64 // I/O operations that wrote them
	Milliseconds    int64 // that the checkpoint took, its scan included
	Avoided         int64 // pages that became dirty meanwhile and were not written
	Database        int64 // database_id
	Suffix          int64 // the number after the colon; nobody published what it means
	WritesPerSecond int64 // hundredths
	ThroughputMBs   int64 // hundredths of MiB a second
	Saturation      int64 // "I/O saturation"; its exact meaning is not published
	ContextSwitches int64
	Target          int64  // "last target outstanding": writes that might be under way at the end
	LatencyMs       int64  // average of a write, in whole milliseconds
	At              string // time stamp, as in 2012-05-30 02:01:56.31; empty = none
	Spid            string // session that logged it, as in spid14s; empty = not told
	Line            int    // of the record with the number of buffers, from 1
}

// String is the message in the newer form on one line, without what is Untold.
func (f FlushCache) String() string {
	var b strings.Builder
	b.WriteString("FlushCache: cleaned up " + digits(f.Bufs) + " bufs with " + digits(f.Writes) +
		" writes in " + digits(f.Milliseconds) + " ms")
	add := func(before string, number int64, text, after string) {
		if number != Untold {
			b.WriteString(before + text + after)
		}
	}
	add(" (avoided ", f.Avoided, digits(f.Avoided), " new dirty bufs)")
	add(" for db ", f.Database, digits(f.Database), "")
	add(":", f.Suffix, digits(f.Suffix), "")
	add(" average writes per second: ", f.WritesPerSecond, hundredths(f.WritesPerSecond), " writes/sec")
	add(" average throughput: ", f.ThroughputMBs, hundredths(f.ThroughputMBs), " MB/sec")
	add(", I/O saturation: ", f.Saturation, digits(f.Saturation), "")
	add(", context switches ", f.ContextSwitches, digits(f.ContextSwitches), "")
	add(" last target outstanding: ", f.Target, digits(f.Target), "")
	add(", avgWriteLatency ", f.LatencyMs, digits(f.LatencyMs), "")
	return b.String()
}

func untoldFlushCache() FlushCache {
	return FlushCache{Bufs: Untold, Writes: Untold, Milliseconds: Untold, Avoided: Untold, Database: Untold,
		Suffix: Untold, WritesPerSecond: Untold, ThroughputMBs: Untold, Saturation: Untold,
		ContextSwitches: Untold, Target: Untold, LatencyMs: Untold}
}

// merge takes over the numbers that another record of the message tells.
func (f *FlushCache) merge(other FlushCache) {
	for _, pair := range [...][2]*int64{{&f.WritesPerSecond, &other.WritesPerSecond},
		{&f.ThroughputMBs, &other.ThroughputMBs}, {&f.Saturation, &other.Saturation},
		{&f.ContextSwitches, &other.ContextSwitches}, {&f.Target, &other.Target},
		{&f.LatencyMs, &other.LatencyMs}} {
		if *pair[1] != Untold {
			*pair[0] = *pair[1]
		}
	}
}

// PoolScan is a pass over the whole buffer pool that took long: message 898, or a row of the event
// buffer_pool_scan_complete.
// Source: Operations that trigger a buffer pool scan may run slowly on large-memory computers, Microsoft.
type PoolScan struct {
	Database         int64
	Milliseconds     int64  // message 898 tells whole seconds
	Command          string // as in BACKUP DATABASE; empty = not told
	Operation        string // as in FlushCache
	Scanned          int64  // buffers of the database
	Iterated         int64  // buffers looked at: the whole pool
	WaitMilliseconds int64
	At               string
	Line             int
}

// SlowIO is message 833: requests that a file did not answer for long.
type SlowIO struct {
	Requests            int64 // since the last such message of the file
	Seconds             int64 // that they took at least
	File                string
	Database            int64
	LongestMilliseconds int64 // of the latest one; Untold before 2019
	At                  string
	Line                int
}

// FlushCaches is what ParseFlushCache finds, each kind in the order of the text. A problem tells, with its
// line, of what looks like a message but cannot be read or put together.
type FlushCaches struct {
	Messages []FlushCache
	Scans    []PoolScan
	Slow     []SlowIO
	Problems []scenario.Problem
}

// Limits of one text, so that a hostile one costs no more than a long one.
const (
	maxFlushCaches   = 1000 // assumed: weeks of an error log with a message every few minutes
	maxFlushProblems = 100
)

// ParseFlushCache finds FlushCache messages in any text, in each form and order that logs, viewers and mail
// programs give them, and the messages about long scans and slow I/O beside them. Texts beyond the limits of
// Parse are refused with a problem.
func ParseFlushCache(text string) FlushCaches {
	r := &flushReader{doc: newDocument(text), lastLine: -1}
	for _, n := range r.doc.notes.list {
		r.problem(n.First, n.Text, "paste the part that tells of checkpoints")
	}
	if r.doc.refused {
		return r.found
	}
	r.read()
	r.assemble()
	if len(r.found.Messages)+len(r.found.Scans)+len(r.found.Slow)+len(r.found.Problems) == 0 &&
		strings.TrimSpace(text) != "" {
		r.problem(0, "no FlushCache message is in the text", wholeMessage)
	}
	slices.SortStableFunc(r.found.Problems, func(a, b scenario.Problem) int {
		return cmp.Compare(a.Line,
			b.Line)
	})
	return r.found
}

// wholeMessage is the hint that shows what a message looks like.
const wholeMessage = `it begins with "FlushCache: cleaned up 394031 bufs with 282252 writes in 65544 ms"`

func (r *flushReader) problem(line int, message, hint string) {
	if len(r.found.Problems) < maxFlushProblems {
		r.found.Problems = append(r.found.Problems,
			scenario.Problem{Line: line, Message: message, Hint: hint})
	}
}
