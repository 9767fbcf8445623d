package runner

import (
	"slices"
	"strings"

	"schedlab/engine/sim"
	"schedlab/wasm/proto"
	"schedlab/wasm/view"
)

// pile is figures below each other on one canvas.
type pile struct {
	on     sheet
	all    []int // positions in the run's list
	titles []string
	tops   []float32
	frame  view.Frame
}

// drawFigures paints the run's figures, if it has any.
func (r *Runner) drawFigures(d *proto.Draw, at sim.Time, look view.Look, out *proto.Drawn) {
	port := view.FigurePort{Width: d.Line.Width, From: sim.Time(d.From), To: sim.Time(d.To), At: at}
	out.Strip = r.drawPile(&r.shown.strip, d, port, look)
	out.Figures = r.drawPile(&r.shown.figures, d, port, look)
}

func (r *Runner) drawPile(p *pile, d *proto.Draw, port view.FigurePort, look view.Look) (out proto.Picture) {
	if len(p.all) == 0 {
		return out
	}
	figures := r.shown.source.Figures()
	p.begin()
	if p == &r.shown.figures {
		p.add(figures.Axis(port))
	}
	var outline []view.Spot
	for _, i := range p.all {
		p.tops = append(p.tops, p.frame.Height)
		p.add(figures.Draw(i, port, look))
		for _, s := range figures.Outline(i, picked(d.Hovered)) {
			s.Y += float64(p.tops[len(p.tops)-1])
			outline = append(outline, s)
		}
	}
	if p.on.isNew(&p.frame, look.Theme, d.Line.Ratio) && r.prepare(&p.on) {
		r.browser.Frame(p.on.name, &p.on.wanted, d.Line.Ratio)
		p.on.keep()
	}
	out = picture(&p.frame)
	out.Title, out.Outline = p.title(), spots(outline)
	if d.Twin {
		for n, i := range p.all {
			out.Tables = append(out.Tables, *rows("", figures.Table(i, port)))
			out.Tables[n].Table = p.titles[n]
		}
	}
	return out
}

// title is "Dirty pages and checkpoints": what the first two are.
func (p *pile) title() string {
	if len(p.titles) < 2 {
		return p.titles[0]
	}
	second := p.titles[1]
	return p.titles[0] + " and " + strings.ToLower(second[:1]) + second[1:]
}

func (p *pile) begin() {
	f := &p.frame
	*f = view.Frame{Boxes: f.Boxes[:0], Lines: f.Lines[:0], Labels: f.Labels[:0]}
	p.tops = p.tops[:0]
}

// add puts a picture below the others.
func (p *pile) add(f *view.Frame) {
	to, top := &p.frame, p.frame.Height
	to.Place(f, 0, top)
	for _, l := range f.Legend {
		if !slices.Contains(to.Legend, l) {
			to.Legend = append(to.Legend, l)
		}
	}
	if to.Note == "" {
		to.Note = f.Note
	}
	to.Width, to.Height = f.Width, top+f.Height
}

// find says what is at a place.
func (p *pile) find(figures *view.Figures, at *proto.Point) (tip view.Tip) {
	for n, top := range slices.Backward(p.tops) {
		if at.Y >= float64(top) {
			tip, _ = figures.Find(p.all[n], at.X, at.Y-float64(top))
			tip.Spot.Y += float64(top)
			return tip
		}
	}
	return tip
}
