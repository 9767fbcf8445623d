package view

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// TaskTitle says whose work a task is, and which of its workers: "Q7" and "worker 3". The work of the product
// itself has no second part.
func (s *Source) TaskTitle(id trace.TaskID) (whose, which string) {
	t := &s.Log.Tasks[id]
	if name := s.role(t); name != "" {
		return name, ""
	}
	return s.Colours().Name(t.Request), s.taskName(t)
}

// RangeTitle says what a range is and whose: "automatic checkpoint of db 19".
func (s *Source) RangeTitle(in trace.InstanceID, r *trace.Range) string { return s.rangeName(in, r) }

// HasBars says whether the product draws ranges with a metric as bars.
func (s *Source) HasBars(metric string) bool {
	for i := range s.Description.Figures {
		if f := &s.Description.Figures[i]; f.Kind == system.Bars && f.Of == metric {
			return true
		}
	}
	return false
}

// LaneTitle is "scheduler 43".
func (s *Source) LaneTitle(lane trace.LaneID) string { return s.laneName(lane) }

// Amount is an amount over time: its mean, its largest value or its rate in each of some columns.
type Amount struct {
	Figure string // title of the figure that shows it
	Name   string // of the line; "" if the figure has only one
	Unit   trace.Unit
	Rate   bool // a second
	Values []float64
}

// Amounts are what the figures with an axis of amounts show, over a span in so many columns.
func (f *Figures) Amounts(span [2]sim.Time, columns int) (all []Amount) {
	g := grid{from: span[0], span: max(span[1]-span[0], sim.Time(columns)), columns: max(columns, 1)}
	for _, figure := range f.all {
		for i := range figure.lines {
			l := &figure.lines[i]
			all = append(all, Amount{Figure: figure.title, Name: l.name, Unit: l.unit, Rate: l.rate,
				Values: l.steps.columns(nil, g, f.source.Log.End)})
		}
	}
	return all
}

// TextWidth is about the width of a text in CSS pixels; the size is the face's, the weight 400 to 600.
func TextWidth(text string, size float32, weight int) float32 { return textWidth(text, size, weight) }

// ToneNamed is the tone of a name in the style sheet; NoTone if there is none.
func ToneNamed(name string) Tone {
	for i := range tokens {
		if tokens[i].name == name {
			return Tone(i)
		}
	}
	return NoTone
}
