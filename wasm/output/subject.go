package output

import (
	"strconv"

	"schedlab/engine"
	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/wasm/view"
)

// Subject is a finished run and what files say of it.
type Subject struct {
	Run      *engine.Run
	Source   *view.Source
	Document scenario.Document
	Numbers  metrics.Numbers // over the window of measurement
	Claims   []engine.Row    // without a figure (NaN) where there is none, or not yet
	Variants []Variant       // whose headline is known
	Headline string          // metric by which variants are compared
	Version  string          // of Schedlab
	Link     string          // address of the scenario; "" = none
	Rows     view.Rows       // of the open table with all its rows, for a file of it
}

// Maker makes a file of a kind.
type Maker func(*Subject, *Look) *File

// Variant is a variation of the scenario with the number that matters.
type Variant struct{ Name, Text string }

// Look is what of a run is shown and how: a page's view.
type Look struct {
	view.Look
	At       sim.Time
	From, To sim.Time // the timeline's window
	Plan     view.PlanPort
	Line     view.LinePort
}

// Window is the part of the timeline's span that the run has; the whole run if there is none.
func (l *Look) Window(log *trace.Log) (from, to sim.Time) {
	from, to = max(l.From, 0), min(l.To, log.End)
	if from >= to {
		return 0, log.End
	}
	return from, to
}

// Caption reads the picture of an instant aloud.
func (s *Subject) Caption(ledger *trace.Ledger) (headline, why string) {
	caption := view.CaptionOf(s.Source, ledger)
	if caption.Headline == "" {
		return s.Title(), ""
	}
	return caption.Headline, caption.Why
}

// Title is the scenario's.
func (s *Subject) Title() string {
	if s.Run.Scenario.Title == "" {
		return "Untitled scenario"
	}
	return s.Run.Scenario.Title
}

// Edition names Schedlab with its version.
func (s *Subject) Edition() string {
	if s.Version == "" {
		return "Schedlab"
	}
	return "Schedlab " + s.Version
}

// Hash is that of the log, in 16 hexadecimal digits.
func (s *Subject) Hash() string {
	text := strconv.FormatUint(s.Run.Log.Hash(), 16)
	for len(text) < 16 {
		text = "0" + text
	}
	return text
}

// Seed is the run's.
func (s *Subject) Seed() string { return strconv.FormatUint(s.Run.Scenario.Seed, 10) }

// Address is the scenario's address if it is one that may stand in a file; a file is opened far from here,
// and an address of another kind could run something there.
func (s *Subject) Address() string {
	for _, scheme := range []string{"https://", "http://"} {
		if len(s.Link) > len(scheme) && s.Link[:len(scheme)] == scheme {
			return s.Link
		}
	}
	return ""
}
