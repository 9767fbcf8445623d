package export

import (
	"strings"

	"schedlab/engine/trace"
	"schedlab/wasm/output"
	"schedlab/wasm/view"
)

// Picture draws what the page shows of a run: the caption, the floor plan, the timeline with charts and
// figures, and a line that says what it is of. The text of the scenario is in it: see FromSVG.
func Picture(s *Subject, look *Look) *File {
	return output.NewFile(output.Once(func(f *File) {
		p := newSheet(s, look)
		ledger := s.Run.Log.At(look.At)
		headline, why := p.caption(ledger)
		p.view(ledger)
		p.footer()
		note := why + " " + s.Title() + ", at " + view.Clock(look.At, 3) + "."
		f.Add(string(p.svg("<title>" + view.Escape(headline) + "</title>\n<desc>" +
			view.Escape(strings.TrimSpace(note)) + "</desc>\n" + output.Carried(s.Document))))
	}))
}

// caption writes what reads the picture aloud, and gives it.
func (s *sheet) caption(ledger *trace.Ledger) (headline, why string) {
	headline, why = s.Caption(ledger)
	s.words(headline, 26, view.Label{Size: 20, Weight: 600, Fill: view.Ink})
	s.words(why, 18, view.Label{Size: 13, Weight: 400, Fill: view.Ink2})
	s.y += between
	return headline, why
}

// view draws the pictures in the order in which the page has them: figures, if there are any, come first.
func (s *sheet) view(ledger *trace.Ledger) {
	hasFigures := len(s.Source.Figures().List()) > 0
	if !hasFigures {
		s.plan(ledger)
	}
	s.figures(view.FigureInfo.IsStrip)
	s.timeline(ledger)
	if hasFigures {
		s.plan(ledger)
	}
}

func (s *sheet) plan(ledger *trace.Ledger) {
	var plan view.Plan
	f := plan.Draw(s.Source, ledger, s.look.Plan, s.look.Look)
	s.head("Floor plan", f.Note, f.Legend)
	s.draw(f)
	s.y += between
}

// timeline draws lanes, figures with an axis of time, and charts, with the playhead through all of them.
func (s *sheet) timeline(ledger *trace.Ledger) {
	var line view.Timeline
	port := s.look.Line
	port.From, port.To = s.look.Window(s.Run.Log)
	port.At, port.Ratio = s.look.At, sharp
	line.Paint(s.Source, port, s.look.Look)
	lanes := lanesOf(&line, s.look.Theme)
	if len(lanes) > mostLanes { // thousands of lanes that change all the time
		port.Ratio = 1
		line.Paint(s.Source, port, s.look.Look)
		lanes = lanesOf(&line, s.look.Theme)
	}
	f := line.Frame()
	s.head("Timeline", f.Note, f.Legend)
	top := s.y
	s.under.WriteString(`<g transform="translate(` + short(margin) + " " + short(s.y) + ")\">\n" + lanes +
		"</g>\n")
	s.draw(f)
	s.y += between / 2
	s.figures(func(f view.FigureInfo) bool { return !f.IsStrip() })
	s.charts(ledger)
	s.playhead(top)
	s.y += between
}

const (
	// sharp is how many pixels of lanes a CSS pixel has: pictures are enlarged.
	sharp = 2
	// mostLanes is how many bytes sharp lanes may take. assumed: as much as all the rest of a large picture.
	mostLanes = 400_000
)

func (s *sheet) playhead(top float32) {
	from, to := s.look.Window(s.Run.Log)
	if s.look.At < from || s.look.At > to {
		return
	}
	wide := float64(s.look.Line.Width - view.Gutter)
	x := margin + view.Gutter + float32(float64(s.look.At-from)/float64(to-from)*wide)
	s.frame.Lines = append(s.frame.Lines, view.Line{X1: x, Y1: top + 12, X2: x, Y2: s.y - chartGap,
		Width: 1.5, Stroke: view.Accent})
	s.triangle(x, top+16, view.Accent)
}

// figures draws those of the run's figures that are wanted.
func (s *sheet) figures(isWanted func(view.FigureInfo) bool) {
	all := s.Source.Figures()
	port := view.FigurePort{Width: s.look.Line.Width, At: s.look.At}
	port.From, port.To = s.look.Window(s.Run.Log)
	for i, info := range all.List() {
		if !isWanted(info) {
			continue
		}
		f := all.Draw(i, port, s.look.Look)
		switch {
		case info.IsStrip():
			s.head(info.Title, f.Note, f.Legend)
		case len(f.Legend) > 0: // its title is in the gutter
			s.head("", f.Note, f.Legend)
		}
		s.draw(f)
		s.y += between / 2
	}
}

// footer says what the picture is of.
func (s *sheet) footer() {
	s.frame.Lines = append(s.frame.Lines, view.Line{X1: margin, Y1: s.y, X2: margin + s.width, Y2: s.y,
		Stroke: view.Line1})
	rest := " · " + view.Clock(s.look.At, 3) + " · seed " + s.Seed() + " · " + s.Edition()
	address := shortLink(s.Address())
	room := s.width - view.TextWidth(rest, 11, 400)
	if address != "" {
		address = cut(address, s.width/2, 11)
		room -= view.TextWidth(" · "+address, 11, 400)
	}
	text := cut(s.Title(), max(room, 80), 11) + rest
	s.text(0, 20, view.Label{Size: 11, Weight: 400, Fill: view.Ink3, Text: text})
	if address != "" {
		s.under.WriteString(`<a href="` + view.Escape(s.Address()) + `"><text x="` + short(margin+s.width) +
			`" y="` + short(s.y+20) + `" font-size="11" text-anchor="end" fill="` +
			s.look.Theme.Hex(view.Accent) + `">` + view.Escape(address) + "</text></a>\n")
	}
	s.y += 36
}

// shortLink leaves out what every address begins with.
func shortLink(link string) string {
	_, rest, _ := strings.Cut(link, "://")
	return rest
}
