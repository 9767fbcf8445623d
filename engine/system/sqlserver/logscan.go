package sqlserver

import (
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// What the parts of message 898 mean. Source: Operations that trigger a buffer pool scan may run slowly,
// learn.microsoft.com.
var (
	scanTime = lineField{"scan", "How long it looked through the buffer pool, cut to whole seconds. The " +
		"message " +
		"appears from 10 s on; trace flag 890 keeps it away.", "documented"}
	scanDatabase = lineField{"database",
		"Whose dirty pages were looked for: buffers of all databases are looked at.", "documented"}
	scanCommand   = lineField{"command", "On whose behalf.", "documented"}
	scanOperation = lineField{"operation", "What needed the scan: writing the dirty pages of a database.",
		"documented"}
	scanFound = lineField{"scanned buffers",
		"Buffers that belonged to it: here dirty pages of the database.", "documented"}
	scanAll  = lineField{"total iterated buffers", "Buffers looked at: the whole pool.", "documented"}
	scanWait = lineField{"wait time", "Time in which the scan was held up; here it never is.", "assumed"}
)

// scanLines are message 898, about a scan of the buffer pool that took 10 s and more.
// simplified: also the scan for CHECKPOINT and BACKUP is logged by the server's own session.
func scanLines(r system.Reading, c *checkpoint) []system.LogLine {
	var lines []system.LogLine
	for _, logged := range told(c.scan, scanLogged, r.At) {
		lines = append(lines, scanLine(c, logged))
	}
	return lines
}

func scanLine(c *checkpoint, logged trace.RangeFact) system.LogLine {
	command := "CHECKPOINT"
	if c.Why == internal {
		command = "BACKUP DATABASE"
	}
	found, all := fact(c.scan, factScanned, logged.At), fact(c.scan, factIterated, logged.At)
	perBuffer := ""
	if all > 0 {
		perBuffer = " Here " + hundredths(int64(took(c.scan, logged.At)), all) + " ns for each buffer."
	}
	return newLogText(logged.At).say("Buffer Pool scan took ").
		tell(plain(logged.Value)+" seconds", scanTime, perBuffer).
		say(": database ID ").tell(plain(c.Of), scanDatabase).
		say(", command '").tell(command, scanCommand).
		say("', operation '").tell("FlushCache", scanOperation).
		say("', scanned buffers ").tell(plain(found), scanFound).
		say(", total iterated buffers ").tell(plain(all), scanAll, " Here "+size(all*pageBytes)+".").
		say(", wait time ").tell("0 ms", scanWait).
		say(". See 'https://go.microsoft.com/fwlink/?linkid=2132602' for more information.").line
}

// What the parts of message 833 mean. Source: a public error log, with path, handle and offset.
var (
	slowCount = lineField{"occurrences", "Requests of this file that took so long since the last such " +
		"message. " +
		"Here only the first of five minutes is told of.", "assumed"}
	slowFile     = lineField{"file", "The data file. Here it is named like the database.", "assumed"}
	slowDatabase = lineField{"database", "database_id.", "documented"}
	slowHandle   = lineField{"handle", "The model has none: always 0 here.", "assumed"}
	slowOffset   = lineField{"offset", "The model has none: always 0 here.", "assumed"}
	slowDuration = lineField{"duration", "Of the slowest of the requests.", "documented"}
)

// slowLines are message 833, about requests that took more than 15 s.
func slowLines(r system.Reading, of *trace.Range, databases []listed) []system.LogLine {
	var lines []system.LogLine
	for _, logged := range told(of, slowLogged, r.At) {
		file := `D:\Data\` + databaseNamed(databases, of.Of) + ".mdf"
		l := newLogText(logged.At).say("SQL Server has encountered ").
			tell("1 occurrence(s)", slowCount).
			say(" of I/O requests taking longer than 15 seconds to complete on file [").
			tell(file, slowFile).
			say("] in database id ").tell(plain(of.Of), slowDatabase).
			say(".  The OS file handle is ").tell("0x0000000000000000", slowHandle).
			say(".  The offset of the latest long I/O is: ").tell("0x00000000000000", slowOffset).
			say(".  The duration of the long I/O is: ").tell(plain(logged.Value)+" ms", slowDuration).
			say(".")
		lines = append(lines, l.line)
	}
	return lines
}
