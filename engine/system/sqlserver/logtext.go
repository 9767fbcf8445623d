package sqlserver

import (
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// logText is a line of the error log as it is put together.
type logText struct{ line system.LogLine }

// newLogText begins a line of the session that makes checkpoints.
// assumed: spid14s, as in the published lines; the number differs from server to server.
func newLogText(at sim.Time) *logText {
	return &logText{system.LogLine{At: at, Source: "spid" + strconv.Itoa(checkpointSession) + "s"}}
}

// say adds words.
func (l *logText) say(text string) *logText {
	l.line.Text += text
	return l
}

// lineField is what a part of a line means, and how sure that is: published, documented, inferred or assumed.
type lineField struct{ name, help, basis string }

// tell adds a part that is explained; here says what it comes to in this line.
func (l *logText) tell(text string, f lineField, here ...string) *logText {
	from := len(l.line.Text)
	l.line.Text += text
	help := f.help
	for _, h := range here {
		help += h
	}
	l.line.Fields = append(l.line.Fields, system.LogField{From: from, To: len(l.line.Text), Name: f.name,
		Help: help + " (" + f.basis + ")"})
	return l
}

// plain writes a number as the product does: without commas.
func plain(n int64) string { return strconv.FormatInt(n, 10) }

// hundredths is a ratio with two places, rounded to the nearest.
func hundredths(of, by int64) string {
	h := (of*100 + by/2) / by
	b := appendPadded(nil, h/100, 1)
	return string(appendPadded(append(b, '.'), h%100, 2))
}

// padded writes with six characters at least, as the figures of published lines are.
func padded(text string) string {
	for len(text) < 6 {
		text = " " + text
	}
	return text
}

// storageLines are the lines about checkpoints and devices until a reading's time.
func storageLines(r system.Reading) (lines []system.LogLine) {
	if len(r.Layout().Series) == 0 {
		return nil
	}
	databases := listedOf(r)
	checkpoints, _ := checkpointsOf(r)
	for i := range checkpoints {
		c := &checkpoints[i]
		lines = append(lines, scanLines(r, c)...)
		lines = append(lines, flushLines(r, c)...)
	}
	ranges := r.Log.Ranges(r.Instance)
	for i := range ranges {
		if of := &ranges[i]; of.Why == slowRange {
			lines = append(lines, slowLines(r, of, databases)...)
		}
	}
	return lines
}

// told gives the facts of a kind that became known until an instant.
func told(of *trace.Range, why trace.Reason, until sim.Time) (facts []trace.RangeFact) {
	if of == nil {
		return nil
	}
	for _, f := range of.Facts {
		if f.Why == why && f.At <= until {
			facts = append(facts, f)
		}
	}
	return facts
}
