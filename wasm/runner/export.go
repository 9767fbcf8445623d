package runner

import (
	"schedlab/engine"
	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/wasm/output"
	"schedlab/wasm/proto"
	"schedlab/wasm/view"
)

// exporting is a file under way. It is made between messages, before what is only done in idle moments.
type exporting struct {
	generation, number int
	kind               string
	file               *output.File
	told               float64 // when something was sent
}

const (
	// mostPart is how long a part of a file may be, in bytes: a message of this length is copied in about a
	// millisecond.
	mostPart = 256 << 10
	// leastPart is how much is worth a message before the file is complete.
	leastPart = 64 << 10
)

// export begins a file, or gives up the one under way.
func (r *Runner) export(m *proto.Export) {
	if m.Kind != "thumbnail" {
		r.exporting, r.wanted = nil, nil
		if r.skills.Unseen {
			r.background = nil
		}
	}
	file := r.file(m)
	if file == nil {
		return
	}
	e := &exporting{generation: r.shown.generation, number: m.Number, kind: m.Kind, file: file,
		told: r.browser.Milliseconds()}
	if m.Kind == "thumbnail" {
		for file.Step() {
		}
		r.sendParts(e, true)
		return
	}
	r.exporting = e
}

// goOn begins the file that has waited for its run or for the figures of variations.
func (r *Runner) goOn() {
	if m := r.wanted; m != nil {
		r.wanted = nil
		r.export(m)
	}
}

// file is the file of a kind; nil if there is none of it, or not yet: a report waits for the figures of the
// variations that it tells of.
func (r *Runner) file(m *proto.Export) *output.File {
	maker, s := r.skills.Files[m.Kind], r.shown
	if maker == nil {
		return nil
	}
	if m.Kind == "report" && !s.isJudged {
		if r.wanted = m; r.background == nil {
			r.background = newBackground(s, 0)
		}
		r.background.hold = 0
		return nil
	}
	draw := m.Draw
	if draw == nil {
		draw = &proto.Draw{At: int64(s.run.Scenario.Measure.To), Zoom: view.Machine}
	}
	look, subject := s.looked(draw), s.subject(m)
	if m.Kind == "table" {
		subject.Rows = s.table(draw)
	}
	return maker(subject, look)
}

// Sizes of pictures in CSS pixels for who tells none.
const (
	usualWidth = 840
	usualPlan  = 420
	usualLine  = 240
)

// looked is a page's view for the files that show it.
func (s *shown) looked(d *proto.Draw) *output.Look {
	at := min(max(sim.Time(d.At), 0), s.end())
	look := &output.Look{Look: lookOf(d), At: at, From: sim.Time(d.From), To: sim.Time(d.To),
		Plan: planPort(d), Line: linePort(d, at)}
	look.Spots = false
	if look.Plan.Width <= 0 || look.Line.Width <= 0 {
		look.Plan.Width, look.Plan.Height = usualWidth, usualPlan
		look.Line.Width, look.Line.Height = usualWidth, usualLine
	}
	return look
}

func (s *shown) subject(m *proto.Export) *output.Subject {
	varied := func(set []scenario.Assignment) metrics.Numbers { return s.known[engine.VariationKey(set)] }
	return &output.Subject{Run: s.run, Source: s.source, Document: s.document, Numbers: s.numbers,
		Claims: engine.Judge(s.run.Scenario, s.numbers, varied), Variants: s.variants, Headline: s.headline(),
		Version: m.Version, Link: m.Link}
}

// table is the open tab's table with all its rows, in the order in which they are shown.
func (s *shown) table(d *proto.Draw) (out view.Rows) {
	all := *d
	all.First, all.Count = 0, 0
	rows := window(s.rows(d.Tab, d.Table, s.cursor.At(sim.Time(d.At)), d.Lines), &all)
	if rows == nil {
		return out
	}
	for _, c := range rows.Columns {
		out.Columns = append(out.Columns, view.Column{Name: c.Name, Numeric: c.Numeric})
	}
	out.Cells = rows.Cells
	return out
}

// writeOn goes on with the file for a slice of time.
func (r *Runner) writeOn() {
	e := r.exporting
	until := r.browser.Milliseconds() + sliceMillis
	for e.file.Step() {
		if now := r.browser.Milliseconds(); now >= until {
			if e.file.Waiting() >= leastPart || now-e.told >= tellEvery {
				e.told = now
				r.sendParts(e, false)
			}
			return
		}
	}
	r.exporting = nil
	r.sendParts(e, true)
}

// sendParts sends what has been written.
func (r *Runner) sendParts(e *exporting, isDone bool) {
	for {
		part := proto.Exported{Number: e.number, Kind: e.kind, Part: e.file.Take(mostPart),
			Share: e.file.Share()}
		isLast := e.file.Waiting() == 0
		part.Done = isLast && isDone
		r.send(e.generation, proto.ToPage{Exported: &part})
		if isLast {
			return
		}
	}
}
