package runner

import (
	"slices"

	"schedlab/engine/metrics"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
	"schedlab/wasm/proto"
	"schedlab/wasm/view"
)

// draw paints the canvases and says the rest.
func (r *Runner) draw(d *proto.Draw) *proto.Drawn {
	began := r.browser.Milliseconds()
	s := r.shown
	at := min(max(sim.Time(d.At), 0), s.end())
	ledger := s.cursor.At(at)
	look := view.Look{Theme: view.ThemeNamed(d.Theme), Mode: view.ModeNamed(d.Colour),
		Picked:  picked(d.Picked),
		Reduced: d.Reduced, Speed: d.Speed, Spots: !d.Playing}
	out := &proto.Drawn{Sequence: d.Sequence, At: int64(at)}
	anew := !d.Playing || began >= s.toldUntil
	s.caption(out, ledger, anew)
	if d.Plan.Width > 0 {
		r.drawPlan(d, ledger, look, out)
	}
	if d.Line.Width > 0 {
		r.drawLine(d, at, look, out)
	}
	s.panels(d, ledger, out)
	now := r.browser.Milliseconds()
	if anew {
		s.toldUntil = now + captionMillis
	}
	out.Micros = int64(1000 * (now - began))
	return out
}

// captionMillis is how long a caption stays while the playhead moves: it can be read, and costs more than the
// pictures. assumed: as short as a change of words is still seen.
const captionMillis = 100

// caption says what is going on; unless it is to be told anew, what was said last.
func (s *shown) caption(out *proto.Drawn, ledger *trace.Ledger, anew bool) {
	if s.source.Description.Caption == nil {
		out.Headline = s.run.Scenario.Title
		return
	}
	if anew {
		s.told = s.source.Description.Caption(s.reading(ledger))
	}
	out.Headline, out.Why = s.told.Headline, s.told.Why
}

func (s *shown) reading(ledger *trace.Ledger) system.Reading { return s.run.Reading(0, ledger) }

func (r *Runner) drawPlan(d *proto.Draw, ledger *trace.Ledger, look view.Look, out *proto.Drawn) {
	s := r.shown
	f := s.plan.Draw(s.source, ledger, view.PlanPort{Width: d.Plan.Width, Height: d.Plan.Height,
		Zoom: d.Zoom}, look)
	view.Encode(f, &s.planBuffer)
	size := [2]int{device(f.Width, d.Plan.Ratio), device(f.Height, d.Plan.Ratio)}
	if (s.painted.isNew("plan", size, look.Theme) || !same(&s.painted.plan, &s.planBuffer)) &&
		r.browser.Prepare("plan", size[0], size[1], look.Theme) {
		r.browser.Frame("plan", &s.planBuffer, d.Plan.Ratio)
		keep(&s.painted.plan, &s.planBuffer)
		s.painted.hold("plan", size, look.Theme)
	}
	out.Plan = picture(f)
	out.Plan.Outline = spots(s.plan.Outline(picked(d.Hovered)))
}

func (r *Runner) drawLine(d *proto.Draw, at sim.Time, look view.Look, out *proto.Drawn) {
	s := r.shown
	changed := s.line.Paint(s.source, view.LinePort{Width: d.Line.Width, Height: d.Line.Height,
		Ratio: d.Line.Ratio,
		From:  sim.Time(d.From), To: sim.Time(d.To), Scroll: d.Scroll, Open: d.Open, At: at}, look)
	f := s.line.Frame()
	view.Encode(f, &s.lineBuffer)
	size := [2]int{device(f.Width, d.Line.Ratio), device(f.Height, d.Line.Ratio)}
	isNew := changed.Full || changed.First < changed.Last || s.painted.isNew("line", size, look.Theme)
	if (isNew || !same(&s.painted.line, &s.lineBuffer)) &&
		r.browser.Prepare("line", size[0], size[1], look.Theme) {
		r.browser.Pixels("line", &s.line)
		r.browser.Frame("line", &s.lineBuffer, d.Line.Ratio)
		keep(&s.painted.line, &s.lineBuffer)
		s.painted.hold("line", size, look.Theme)
	}
	out.Line = picture(f)
	out.Line.Inner = s.line.Inner
	out.Line.Outline = spots(s.line.Outline(picked(d.Hovered)))
}

// painted is what the canvases hold, so that nothing is painted twice.
type painted struct {
	plan, line view.Buffer
	held       map[string]canvas
}

type canvas struct {
	size  [2]int
	theme view.Theme
}

func (p *painted) isNew(name string, size [2]int, theme view.Theme) bool {
	held, ok := p.held[name]
	return !ok || held != canvas{size, theme}
}

func (p *painted) hold(name string, size [2]int, theme view.Theme) {
	if p.held == nil {
		p.held = map[string]canvas{}
	}
	p.held[name] = canvas{size, theme}
}

func same(a, b *view.Buffer) bool {
	return slices.Equal(a.Numbers, b.Numbers) && slices.Equal(a.Text, b.Text)
}

func keep(to, from *view.Buffer) {
	to.Numbers = append(to.Numbers[:0], from.Numbers...)
	to.Text = append(to.Text[:0], from.Text...)
}

func device(css float32, ratio float64) int { return int(float64(css)*ratio + 0.5) }

func picture(f *view.Frame) proto.Picture {
	p := proto.Picture{Height: int(f.Height + 0.5), Note: f.Note, Spots: spots(f.Spots)}
	for _, l := range f.Legend {
		p.Legend = append(p.Legend, proto.Legend{Mark: l.Mark, Text: l.Text})
	}
	return p
}

func spots(list []view.Spot) []proto.Spot {
	var out []proto.Spot
	for _, s := range list {
		out = append(out, spot(s))
	}
	return out
}

func spot(s view.Spot) proto.Spot {
	return proto.Spot{Picked: pickedOf(s.Picked), X: s.X, Y: s.Y, Width: s.Width, Height: s.Height,
		Text: s.Text}
}

// panels adds what the open panels show.
func (s *shown) panels(d *proto.Draw, ledger *trace.Ledger, out *proto.Drawn) {
	now := view.NowOf(s.source, ledger)
	out.Now = proto.Now{Busy: now.Busy, Running: now.Running, Runnable: now.Runnable, Waiting: now.Waiting,
		Pending: now.Pending, Yields: now.Yields, Nodes: now.Nodes}
	if d.Series {
		out.Series = s.series(d)
	}
	if d.Tab != "" {
		out.Rows = window(s.rows(d.Tab, d.Table, ledger), d)
	}
	if d.Picked.Kind != "" {
		out.Inspect = inspect(view.InspectOf(s.source, ledger, picked(d.Picked)))
	}
	if d.Twin {
		out.Twin = view.Twin(s.source, ledger)
	}
}

// mostColumns of the charts: more than pixels of a screen would show nothing more.
const mostColumns = 1200

func (s *shown) series(d *proto.Draw) *proto.Series {
	span := [2]sim.Time{sim.Time(d.From), min(sim.Time(d.To), s.end())}
	v := view.SeriesOf(s.source, span, min(max(d.Line.Width-view.Gutter, 50), mostColumns))
	out := &proto.Series{From: int64(v.From), To: int64(v.To), At: v.At, Busy: v.Busy, Running: v.Running,
		Runnable: v.Runnable, Nodes: v.Nodes}
	for _, w := range v.Waits {
		out.Waits = append(out.Waits, proto.Wait{Name: w.Name, Values: w.Values})
	}
	return out
}

// Lines of the log that are shown around the playhead. assumed: what fits a few screens.
const (
	linesBefore = 150
	linesAfter  = 50
)

// rows are the rows of a tab; nil if there is no such tab or table.
func (s *shown) rows(tab, table string, ledger *trace.Ledger) *proto.Rows {
	switch tab {
	case "waits":
		return rows(tab, view.WaitRows(s.source, ledger))
	case "placement":
		return rows(tab, view.PlacementRows(s.source, ledger))
	case "log":
		return rows(tab, s.logRows(ledger))
	case "tables":
		return s.tableRows(table, ledger)
	}
	return nil
}

// logRows are the product's own lines, then what happened around the playhead.
func (s *shown) logRows(ledger *trace.Ledger) view.Rows {
	out := view.EventRows(s.source, view.LogWindow{At: ledger.At, Before: linesBefore, After: linesAfter})
	if s.source.Description.LogLines == nil {
		return out
	}
	var cells [][]string
	var picks []view.Picked
	for _, l := range s.source.Description.LogLines(s.reading(ledger)) {
		cells = append(cells, []string{view.Clock(l.At, 6), l.Source, l.Text})
		picks = append(picks, view.Picked{})
	}
	out.Here += len(cells)
	out.Cells, out.Picked = append(cells, out.Cells...), append(picks, out.Picked...)
	return out
}

func (s *shown) tableRows(name string, ledger *trace.Ledger) *proto.Rows {
	tables := s.source.Description.Tables
	if len(tables) == 0 {
		return nil
	}
	at := max(slices.IndexFunc(tables, func(t system.Table) bool { return t.Name == name }), 0)
	t := tables[at]
	out := &proto.Rows{Tab: "tables", Table: t.Name, Note: t.Title, Cells: t.Rows(s.reading(ledger))}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, proto.Column{Name: c.Name, Numeric: c.Numeric})
	}
	out.Picked = s.rowThings(t, out.Cells)
	return out
}

// rowThings says what each row of a product's table is about.
func (s *shown) rowThings(t system.Table, cells [][]string) []proto.Picked {
	key := slices.IndexFunc(t.Columns, func(c system.Column) bool { return c.Key })
	if key < 0 {
		return nil
	}
	byName := map[string]proto.Picked{}
	floor := s.source.Floor()
	switch t.Thing {
	case trace.LaneThing:
		for i, lane := range floor.Lanes {
			byName[metrics.Figure(float64(lane.Number))] = proto.Picked{Kind: view.PickedScheduler,
				ID: int32(i)}
		}
	case trace.NodeThing:
		for _, n := range floor.Nodes {
			byName[metrics.Figure(float64(floor.Groups[n].Number))] = proto.Picked{Kind: view.PickedNode,
				ID: n}
		}
	}
	var out []proto.Picked
	for _, row := range cells {
		out = append(out, byName[row[key]])
	}
	return out
}

func rows(tab string, v view.Rows) *proto.Rows {
	out := &proto.Rows{Tab: tab, Note: v.Note, Columns: columns(v.Columns), Cells: v.Cells, Shares: v.Shares,
		Here: v.Here}
	for _, p := range v.Picked {
		out.Picked = append(out.Picked, pickedOf(p))
	}
	if v.Chart != nil {
		out.Chart = &proto.Placement{Nodes: v.Chart.Nodes, Text: v.Chart.Text}
		for _, i := range v.Chart.Items {
			out.Chart.Items = append(out.Chart.Items, proto.Placed{Picked: pickedOf(i.Picked), Name: i.Name,
				Colour: i.Colour, Long: i.Long, Nodes: i.Nodes})
		}
	}
	return out
}

func columns(list []view.Column) []proto.Column {
	var out []proto.Column
	for _, c := range list {
		out = append(out, proto.Column{Name: c.Name, Numeric: c.Numeric})
	}
	return out
}

func values(list []view.Value) []proto.Value {
	var out []proto.Value
	for _, v := range list {
		out = append(out, proto.Value{Name: v.Name, Text: v.Text})
	}
	return out
}

func inspect(i *view.Inspect) *proto.Inspect {
	if i == nil {
		return nil
	}
	out := &proto.Inspect{Title: i.Title, Sub: i.Sub, Facts: values(i.Facts), Columns: columns(i.Columns),
		Cells: i.Cells, Colours: i.Colours}
	for _, c := range i.Chips {
		out.Chips = append(out.Chips, proto.Chip{Picked: pickedOf(c.Picked), Text: c.Text, Colour: c.Colour})
	}
	return out
}

// point says what is at a place of a picture.
func (s *shown) point(p *proto.Point) *proto.Tip {
	var tip view.Tip
	if p.Picture == "plan" {
		ledger := s.cursor.At(s.cursor.Now())
		what, where := s.plan.Find(p.X, p.Y, ledger)
		tip, _ = view.TipOf(s.source, ledger, what)
		tip.Picked, tip.Spot = what, where
	} else {
		tip, _ = s.line.Find(p.X, p.Y)
	}
	return &proto.Tip{Picture: p.Picture, Pick: p.Pick, Picked: pickedOf(tip.Picked), Spot: spot(tip.Spot),
		Title: tip.Title, Colour: tip.Colour, Facts: values(tip.Facts), At: int64(tip.At)}
}
