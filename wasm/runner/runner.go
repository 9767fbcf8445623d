// Package runner is the Web Worker's side: it owns the run and its log, paints the canvases and answers the
// page's messages. What touches the browser is in browser.go; the rest is tested natively.
package runner

import (
	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/wasm/proto"
	"schedlab/wasm/view"
)

// Browser is what the runner needs of its surroundings.
type Browser interface {
	Send(message string)                              // to the page
	Milliseconds() float64                            // of a clock that only goes forward
	Pixels(name string, t *view.Timeline)             // onto an emptied canvas
	Frame(name string, b *view.Buffer, ratio float64) // on top of what is there
	// empties a canvas; false = there is none yet
	Prepare(name string, width, height int, theme view.Theme) bool
}

// Runner holds one run that can be looked at, and perhaps another one under way.
type Runner struct {
	browser    Browser
	skills     Skills
	making     *making
	shown      *shown
	background *background   // nil = nothing is left to do in idle moments
	exporting  *exporting    // nil = no file is being made
	wanted     *proto.Export // the file that is made when its run, and what it says of it, is there
	spare      *trace.Log    // of a run that is not looked at any more
	side       *trace.Log    // of what runs in the background
	gauge      *gauge        // nil = no point of a sweep is under way
}

// making is a run that is not complete yet.
type making struct {
	generation int
	document   scenario.Document
	run        *engine.Run
	began      float64
	told       float64
}

// New makes a runner that has nothing to show.
func New(b Browser, skills Skills) *Runner { return &Runner{browser: b, skills: skills} }

const (
	// sliceMillis is how long the runner works before it looks for messages again.
	// assumed: one frame of 60 a second.
	sliceMillis = 16
	// atOnceMillis is how long a new run may take before anything else is done; most are complete by then,
	// and the picture of an edit is there in the next frame.
	atOnceMillis = 40
	// tellEvery is the distance of two reports of progress, and how long a run takes before the first.
	tellEvery = 150
	budget    = 2000 // external events of a step
)

// Ready tells the page that messages are taken.
func (r *Runner) Ready() { r.send(0, proto.ToPage{Ready: &proto.Ready{}}) }

func (r *Runner) send(generation int, m proto.ToPage) {
	m.Generation = generation
	r.browser.Send(proto.Encode(m))
}

// Hear takes a message of the page.
func (r *Runner) Hear(text string) {
	m, err := proto.DecodeToRunner(text)
	if err != nil {
		panic("runner: a message of the page cannot be read: " + err.Error())
	}
	switch {
	case m.Open != nil:
		r.open(m.Generation, m.Open)
	case m.Cancel != nil:
		if r.making != nil && r.making.generation == m.Generation {
			r.giveUp()
		}
	case r.paste(m):
	case m.Measure != nil:
		r.measure(m.Generation, m.Measure)
	case m.Export != nil && r.making != nil && m.Generation == r.making.generation:
		r.wanted = m.Export
	case r.shown == nil || m.Generation != r.shown.generation:
		// It is about a document that is not the one shown: out of date, or not there yet.
	case m.Draw != nil:
		r.send(m.Generation, proto.ToPage{Drawn: r.draw(m.Draw)})
		if r.background != nil {
			r.background.hold = 0
		}
	case m.Point != nil:
		r.send(m.Generation, proto.ToPage{Tip: r.shown.point(m.Point)})
	case m.Seek != nil:
		r.send(m.Generation, proto.ToPage{Sought: r.shown.seek(m.Seek)})
	case m.Copy != nil:
		r.send(m.Generation, proto.ToPage{Copied: r.shown.copied(m.Copy)})
	case m.Export != nil:
		r.export(m.Export)
	}
}

// open begins a run of a document; one that is under way is given up.
func (r *Runner) open(generation int, o *proto.Open) {
	r.giveUp()
	r.background, r.wanted = nil, nil
	document, problems := scenario.ParseDocument([]byte(o.Document))
	if len(problems) > 0 {
		r.send(generation, proto.ToPage{Refused: refused(problems)})
		return
	}
	s, problems := scenario.Skim(document, engine.Products())
	if len(problems) > 0 {
		r.refuse(generation, document)
		return
	}
	now := r.browser.Milliseconds()
	run := engine.New(s, engine.Options{Log: r.spare})
	r.making = &making{generation: generation, document: document, run: run, began: now, told: now}
	r.spare = nil
	r.work(atOnceMillis)
}

// giveUp ends the run under way.
func (r *Runner) giveUp() {
	if r.making != nil {
		r.spare, r.making = r.making.run.Log, nil
	}
}

// refuse tells all problems of a document.
func (r *Runner) refuse(generation int, d scenario.Document) {
	if _, problems := scenario.Read(d, engine.Products()); len(problems) > 0 {
		r.send(generation, proto.ToPage{Refused: refused(problems)})
	}
}

func refused(problems []scenario.Problem) *proto.Refused {
	out := &proto.Refused{}
	for _, p := range problems {
		out.Problems = append(out.Problems, proto.Problem{Path: p.Path, Message: p.Message, Hint: p.Hint,
			Line: p.Line})
	}
	return out
}

// Work goes on with what is to be done in the background. It says whether there is more.
func (r *Runner) Work() (more bool) {
	switch {
	case r.making != nil:
		r.work(sliceMillis)
	case r.exporting != nil:
		r.writeOn()
	case r.gauge != nil:
		r.gaugeOn()
	case r.background != nil && r.browser.Milliseconds() >= r.background.hold:
		if !r.background.work(r) {
			r.background, r.shown.isJudged = nil, true
			r.goOn()
		}
	}
	return r.making != nil || r.exporting != nil || r.background != nil || r.gauge != nil
}

// work simulates for some time.
func (r *Runner) work(millis float64) {
	m := r.making
	until := r.browser.Milliseconds() + millis
	for {
		if m.run.Step(budget) {
			r.making = nil
			r.show(m)
			return
		}
		if now := r.browser.Milliseconds(); now >= until {
			if now-m.told >= tellEvery {
				m.told = now
				r.tell(m)
			}
			return
		}
	}
}

func (r *Runner) tell(m *making) {
	s := &m.run.Scenario
	r.send(m.generation, proto.ToPage{Progress: &proto.Progress{At: int64(m.run.Now()),
		Duration: int64(s.Duration),
		Events:   m.run.Kernel.Fired(), Schedulers: len(m.run.Log.Ledger.Lanes)}})
}

// show makes a complete run the one that is looked at.
func (r *Runner) show(m *making) {
	s := newShown(m)
	if r.shown != nil {
		r.spare = r.shown.run.Log
	}
	r.shown, r.exporting = s, nil
	if !r.skills.Unseen {
		r.send(m.generation, proto.ToPage{Opened: s.opened()})
		r.background = newBackground(s, r.browser.Milliseconds()+holdMillis)
	}
	r.goOn()
}

// end is the last instant that can be looked at.
func (s *shown) end() sim.Time { return s.run.Log.End }
