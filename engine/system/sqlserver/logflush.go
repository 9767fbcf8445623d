package sqlserver

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// What the parts of a FlushCache message mean. Sources: How It Works: When is the FlushCache message added to
// SQL Server Error Log, techcommunity ba-p/317038; the arithmetic of eight published messages.
var (
	flushBufs   = lineField{"bufs", "Pages of 8 KB that the checkpoint wrote.", "published"}
	flushWrites = lineField{"writes", "I/O requests: neighbouring pages go out in one.", "published"}
	flushTime   = lineField{"elapsed",
		"From the beginning of the checkpoint to its end, the scan of the buffer pool included. The " +
			"message appears when this is longer than the recovery interval, or with trace flag 3504.",
		"published"}
	flushAvoided = lineField{"avoided",
		"Pages that became dirty while it looked for dirty ones, and were left alone: a checkpoint " +
			"writes what was dirty when it began.", "inferred from the words"}
	flushDatabase = lineField{"database",
		"database_id. What the number after the colon means is not published; it is 0 in all " +
			"published messages.", "published"}
	flushRate = lineField{"writes a second",
		"Writes ÷ elapsed time, in which the scan is included: while it wrote, it wrote faster.",
		"checked on published messages"}
	flushThroughput = lineField{"throughput", "Pages × 8 KB ÷ elapsed time, in which the scan is included.",
		"checked on published messages"}
	flushSaturation = lineField{"I/O saturation",
		"Its meaning is not published. Here it counts the times that the checkpoint had to wait " +
			"because as many writes were outstanding as it allowed itself.", "assumed"}
	flushSwitches = lineField{"context switches",
		"Of the worker that makes the checkpoint. Here: its waits for the device and the quanta that " +
			"it used up.", "assumed"}
	flushTarget = lineField{"last target outstanding",
		"How many writes the checkpoint allowed itself to have outstanding in the end. It raises that " +
			"while writes are fast and halves it when they are slow, so a small number tells of a slow " +
			"device.", "inferred"}
	flushLatency = lineField{"write latency",
		"Mean time from issuing a write to its answer, in whole milliseconds.", "inferred"}
)

// flushIndent is before the second and the third record of a FlushCache message. Source: the error log of
// blogs.msdn ggaurav, 2013-09-20.
const flushIndent = "            "

// flushLines are the three records of a FlushCache message. From 2016 on the second begins with the writes a
// second. Sources: the messages of 2012 in ba-p/317038, of 2013 by ggaurav, and of Aaron Bertrand 2020.
func flushLines(r system.Reading, c *checkpoint) []system.LogLine {
	var lines []system.LogLine
	for _, logged := range told(c.Range, flushLogged, r.At) {
		f := flushFigures{of: c, at: logged.At}
		lines = append(lines, f.head(), f.rates(r.Values.Text(versionName) != "2014"), f.last())
	}
	return lines
}

// flushFigures are what a FlushCache message tells of a checkpoint.
type flushFigures struct {
	of *checkpoint
	at sim.Time
}

func (f flushFigures) is(why trace.Reason) int64 { return fact(f.of.Range, why, f.at) }

// head is the record with the counts.
func (f flushFigures) head() system.LogLine {
	bufs, writes := f.is(factPages), f.is(factWrites)
	perWrite, scan := "", ""
	if writes > 0 {
		perWrite = " Here a write took " + hundredths(bufs, writes) + " pages in the mean."
	}
	if t := took(f.of.scan, f.at); t > 0 {
		scan = " Here the scan took " + lasting(t) + ", before the first write."
	}
	return newLogText(f.at).say("FlushCache: ").
		tell("cleaned up "+plain(bufs)+" bufs", flushBufs, " Here "+size(bufs*pageBytes)+".").
		say(" with ").tell(plain(writes)+" writes", flushWrites, perWrite).
		say(" in ").tell(plain(f.is(factElapsed))+" ms", flushTime, scan).
		say(" (").tell("avoided "+plain(f.is(factAvoided))+" new dirty bufs", flushAvoided).
		say(") for ").tell("db "+plain(f.of.Of)+":0", flushDatabase).line
}

// rates is the record with what is counted a second, and with what steered the writes.
func (f flushFigures) rates(newer bool) system.LogLine {
	ms := max(f.is(factElapsed), 1) // assumed: what takes no whole millisecond counts as one
	l := newLogText(f.at).say(flushIndent)
	if newer {
		l.tell("average writes per second: "+padded(hundredths(f.is(factWrites)*1000, ms))+" writes/sec",
			flushRate).say(" ")
	}
	perSecond := padded(hundredths(f.is(factPages)*pageBytes/1024*1000, ms*1024))
	return l.tell("average throughput: "+perSecond+" MB/sec", flushThroughput).
		say(", ").tell("I/O saturation: "+plain(f.is(factSaturation)), flushSaturation).
		say(", ").tell("context switches "+plain(f.is(factSwitches)), flushSwitches).line
}

// last is the record with the state at the end.
func (f flushFigures) last() system.LogLine {
	return newLogText(f.at).say(flushIndent).
		tell("last target outstanding: "+plain(f.is(factTarget)), flushTarget).
		say(", ").tell("avgWriteLatency "+plain(f.is(factLatency)), flushLatency).line
}
