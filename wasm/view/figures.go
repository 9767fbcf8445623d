package view

import (
	"slices"
	"sort"
	"strings"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// Figures are a run's pictures of amounts and ranges: those of the product's description that the run has
// anything for, system by system. A figure's frame is valid until it is drawn again.
type Figures struct {
	source *Source
	owners []*owners // by instance
	all    []*figure
}

// FigureInfo says what a figure is.
type FigureInfo struct {
	Kind  system.FigureKind
	Title string
}

// IsStrip says whether the figure shows an instant, not a span of time.
func (f FigureInfo) IsStrip() bool { return f.Kind == system.Strip }

// FigurePort is the room for a figure and what it shows: the span of the timeline and the playhead. A strip
// has no axis of time, so it shows the playhead's instant alone. Heights follow from what there is to show.
type FigurePort struct {
	Width    int // CSS pixels, the gutter included
	From, To sim.Time
	At       sim.Time
}

// figure is one picture with the memory that it uses again.
type figure struct {
	*Figures
	of     *system.Figure
	in     trace.InstanceID
	owners *owners
	title  string
	peak   float64 // largest sum of the lines
	lines  []line  // of areas and lines
	pool   *pool   // of a strip
	bars   *bars
	port   FigurePort
	look   Look
	frame  Frame
	plot   plot
}

// line is one amount of a picture.
type line struct {
	name   string
	colour Tone
	unit   trace.Unit
	rate   bool // it is an amount a second
	steps  *steps
	values []float64 // by column
}

// Figures are the run's pictures of amounts and ranges.
func (s *Source) Figures() *Figures {
	if s.figures == nil {
		s.figures = &Figures{source: s}
		s.figures.find()
	}
	return s.figures
}

// find makes the figures that have anything to show.
func (f *Figures) find() {
	for in := range f.source.Log.Ledger.Instances {
		f.owners = append(f.owners, newOwners(f.source, trace.InstanceID(in)))
		for i := range f.source.Description.Figures {
			of := &f.source.Description.Figures[i]
			g := &figure{Figures: f, of: of, in: trace.InstanceID(in), owners: f.owners[in],
				title: f.source.prefix(trace.InstanceID(in)) + of.Title}
			if g.fill() {
				f.all = append(f.all, g)
			}
		}
	}
}

// fill finds what a figure shows; it says whether there is anything.
func (f *figure) fill() bool {
	switch f.of.Kind {
	case system.Strip:
		f.pool = newPool(f)
		return f.pool != nil
	case system.Bars:
		f.bars = newBars(f)
		return len(f.bars.rows) > 0
	case system.Areas:
		f.lines = f.stacked()
	case system.Line:
		f.lines = f.single()
	}
	return slices.ContainsFunc(f.lines, func(l line) bool { return l.steps.peak() > 0 })
}

// List says which figures there are, in the order in which they are to be shown.
func (f *Figures) List() []FigureInfo {
	list := make([]FigureInfo, len(f.all))
	for i, g := range f.all {
		list[i] = FigureInfo{g.of.Kind, g.title}
	}
	return list
}

// Draw makes the picture of a figure.
func (f *Figures) Draw(i int, port FigurePort, look Look) *Frame {
	g := f.all[i]
	port.Width = max(port.Width, Gutter+40)
	port.To = max(port.To, port.From+sim.Time(port.Width))
	g.port, g.look = port, look
	switch g.of.Kind {
	case system.Strip:
		g.drawStrip()
	case system.Bars:
		g.drawBars()
	case system.Areas:
		g.drawAreas()
	case system.Line:
		g.drawLine()
	}
	return &g.frame
}

// series are the positions of the instance's series with the figure's metric.
func (f *figure) series() (list []int) {
	for i := range f.layout().Series {
		if f.layout().Series[i].Metric == f.of.Of {
			list = append(list, i)
		}
	}
	return list
}

func (f *figure) layout() *trace.Layout { return f.source.layoutOf(f.in) }

func (s *Source) layoutOf(in trace.InstanceID) *trace.Layout {
	return &s.Log.Ledger.Instances[in].Layout
}

// stacked are the lines of areas: one an owner with a colour of its own, and one of all the others.
func (f *figure) stacked() (lines []line) {
	samples, at := [][]trace.Sample{}, map[string]int{}
	for _, i := range f.series() {
		series := &f.layout().Series[i]
		l := line{name: series.Label, colour: f.owners.tone(series.Label), unit: series.Unit,
			rate: series.Sum}
		if series.Label != "" && l.colour == RequestTone(0) {
			l.name = "others"
		}
		k, known := at[l.name]
		if !known {
			k = len(lines)
			at[l.name] = k
			lines, samples = append(lines, l), append(samples, nil)
		}
		samples[k] = combined(samples[k], f.source.Log.Samples(f.in, i), false)
	}
	var all []trace.Sample
	for k := range lines {
		lines[k].steps = stepsOf(samples[k], lines[k].rate)
		all = combined(all, samples[k], false)
	}
	f.peak = stepsOf(all, len(lines) > 0 && lines[0].rate).peak()
	sort.SliceStable(lines, func(a, b int) bool { return lines[a].colour < lines[b].colour })
	if len(lines) > 0 && lines[0].colour == RequestTone(0) {
		lines = append(lines[1:], lines[0])
	}
	return slices.DeleteFunc(lines, func(l line) bool { return l.steps.peak() == 0 })
}

// single is the one line of a figure: all series with the metric together, their sum or the largest of them.
func (f *figure) single() []line {
	all := f.series()
	if len(all) == 0 {
		return nil
	}
	first := &f.layout().Series[all[0]]
	samples := f.source.Log.Samples(f.in, all[0])
	for _, i := range all[1:] {
		samples = combined(samples, f.source.Log.Samples(f.in, i), first.Largest)
	}
	l := line{name: f.of.Title, colour: Ink3, unit: first.Unit, rate: first.Sum,
		steps: stepsOf(samples, first.Sum)}
	l.steps.peaks, f.peak = first.Largest, l.steps.peak()
	return []line{l}
}

func stepsOf(samples []trace.Sample, rate bool) *steps {
	if rate {
		return perSecond(samples)
	}
	return newSteps(samples)
}

// limit is the figure's marked value with its name, which has the value in it: "of 64 in parallel"; none if
// the name is empty.
func (f *figure) limit() (value float64, name string) {
	if f.of.Limit == nil {
		return 0, ""
	}
	v, name := f.of.Limit(f.source.Values)
	value = float64(v)
	switch {
	case name == "" || strings.ContainsAny(name, "0123456789"):
		return value, name
	case strings.HasPrefix(name, "in "):
		return value, "of " + valueText(value, f.lines[0].unit, f.lines[0].rate) + " " + name
	}
	return value, name + " " + valueText(value, f.lines[0].unit, f.lines[0].rate)
}

// now is the playhead, inside the run.
func (f *figure) now() sim.Time { return min(max(f.port.At, 0), f.source.Log.End) }

// x is the place of an instant.
func (f *figure) x(at sim.Time) float32 {
	part := float64(at-f.port.From) / float64(f.port.To-f.port.From)
	return Gutter + float32(part*float64(f.port.Width-Gutter))
}

// time is the instant at a place, inside the run.
func (f *figure) time(x float64) sim.Time {
	part := (x - Gutter) / float64(f.port.Width-Gutter)
	at := f.port.From + sim.Time(part*float64(f.port.To-f.port.From))
	return min(max(at, 0), f.source.Log.End)
}

// grid has a column a CSS pixel of the plot.
func (f *figure) grid() grid {
	return grid{from: f.port.From, span: f.port.To - f.port.From, columns: f.port.Width - Gutter}
}

// head writes the name into the gutter, in two lines if one has no room, and below it the value of now. It
// gives the base line of what it wrote last.
func (f *figure) head(value string) float32 {
	y := float32(12)
	for _, text := range wrapped(f.title, Gutter-4) {
		f.frame.label(Label{X: 0, Y: y, Size: 11, Weight: 500, Fill: Ink, Text: text})
		y += 12
	}
	if value == "" {
		return y - 12
	}
	y += 3
	l := Label{X: 0, Y: y, Size: 13, Weight: 600, Fill: Ink, Text: value}
	if textWidth(value, l.Size, l.Weight) > Gutter-4 {
		l.Size = 11
	}
	f.frame.label(l)
	return y
}

// spanNote says how much of the run is shown, then what the figure's own note says.
func (f *figure) spanNote() string {
	shown, end := f.port.To-f.port.From, f.source.Log.End
	text := brief(shown) + " of " + brief(end)
	if shown >= end-end/500 {
		text = "whole run"
	}
	if note := strings.TrimSuffix(f.of.Note, "."); note != "" {
		text += "; " + lowered(note)
	}
	return text
}
