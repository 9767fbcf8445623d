package export

import (
	"strconv"

	"schedlab/engine/scenario"
	"schedlab/engine/sim"
)

// The trace event format, as published by the Chromium project ("Trace Event Format"), in its object form.
// Times are in microseconds; those of a run are whole nanoseconds and are written with all three places.

// Processes of a trace: an instance has one for what belongs to no scheduler, a memory node one for its
// schedulers, which are its threads.
const memoryProcess = 1000 // first number of the memory nodes'

// record is an event of a trace under construction: first its fixed fields, then its arguments.
type record struct {
	file  *File
	inner bool // arguments have been begun
	some  bool // there is one already
}

// begin starts an event. Phases are X slice, C counter, i instant, M metadata, b and e the ends of something
// that lasts.
func (t *traceFile) begin(f *File, phase, name string) record {
	if t.some {
		f.Add(",\n")
	}
	t.some = true
	t.count++
	f.Add(`{"ph":"`, phase, `","name":`, quoted(name))
	return record{file: f}
}

func (r *record) number(name string, n int64) *record {
	r.comma()
	r.file.Add(`"`, name, `":`, strconv.FormatInt(n, 10))
	return r
}

// micros writes a time in microseconds.
func (r *record) micros(name string, t sim.Time) *record {
	r.comma()
	r.file.Add(`"`, name, `":`, micros(t))
	return r
}

func (r *record) words(name, text string) *record {
	r.comma()
	r.file.Add(`"`, name, `":`, quoted(text))
	return r
}

// said is words unless there is nothing to say.
func (r *record) said(name, text string) *record {
	if text == "" {
		return r
	}
	return r.words(name, text)
}

func (r *record) comma() {
	if !r.inner || r.some {
		r.file.Add(",")
	}
	r.some = true
}

// arguments begins the event's own values.
func (r *record) arguments() *record {
	r.file.Add(`,"args":{`)
	r.inner, r.some = true, false
	return r
}

func (r *record) end() {
	if r.inner {
		r.file.Add("}")
	}
	r.file.Add("}")
}

func quoted(text string) string { return scenario.Words(text).String() }

// micros writes nanoseconds as microseconds, without zeros behind the point.
func micros(t sim.Time) string {
	if t%sim.Microsecond == 0 {
		return strconv.FormatInt(int64(t/sim.Microsecond), 10)
	}
	return scenario.Decimal(int64(t), 3).Text
}
