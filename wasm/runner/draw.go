package runner

import (
	"schedlab/engine/metrics"
	"schedlab/engine/sim"
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
	look := lookOf(d)
	out := &proto.Drawn{Sequence: d.Sequence, At: int64(at)}
	anew := !d.Playing || began >= s.toldUntil
	s.caption(out, ledger, anew)
	if d.Plan.Width > 0 {
		r.drawPlan(d, ledger, look, out)
	}
	if d.Line.Width > 0 {
		r.drawLine(d, at, look, out)
		r.drawFigures(d, at, look, out)
	}
	s.panels(d, ledger, out)
	now := r.browser.Milliseconds()
	if anew {
		s.toldUntil = now + captionMillis
	}
	out.Micros = int64(1000 * (now - began))
	return out
}

func lookOf(d *proto.Draw) view.Look {
	return view.Look{Theme: view.ThemeNamed(d.Theme), Mode: view.ModeNamed(d.Colour),
		Picked: picked(d.Picked), Reduced: d.Reduced, Speed: d.Speed, Spots: !d.Playing}
}

func planPort(d *proto.Draw) view.PlanPort {
	return view.PlanPort{Width: d.Plan.Width, Height: d.Plan.Height, Zoom: d.Zoom, Fits: d.Plan.Fits,
		Fills: d.Plan.Fills}
}

func linePort(d *proto.Draw, at sim.Time) view.LinePort {
	return view.LinePort{Width: d.Line.Width, Height: d.Line.Height, Ratio: d.Line.Ratio,
		From: sim.Time(d.From), To: sim.Time(d.To), Scroll: d.Scroll, Open: d.Open, At: at,
		Fills: d.Line.Fills}
}

// captionMillis is how long a caption stays while the playhead moves: it can be read, and costs more than the
// pictures. assumed: as short as a change of words is still seen.
const captionMillis = 100

// caption says what is going on; unless it is to be told anew, what was said last.
func (s *shown) caption(out *proto.Drawn, ledger *trace.Ledger, anew bool) {
	if anew {
		caption := view.CaptionOf(s.source, ledger)
		if caption.Headline == "" {
			caption.Headline = s.run.Scenario.Title
		}
		s.told = [2]string{caption.Headline, caption.Why}
	}
	out.Headline, out.Why = s.told[0], s.told[1]
}

func (r *Runner) drawPlan(d *proto.Draw, ledger *trace.Ledger, look view.Look, out *proto.Drawn) {
	s := r.shown
	f := s.plan.Draw(s.source, ledger, planPort(d), look)
	if s.onPlan.isNew(f, look.Theme, d.Plan.Ratio) && r.prepare(&s.onPlan) {
		r.browser.Frame("plan", &s.onPlan.wanted, d.Plan.Ratio)
		s.onPlan.keep()
	}
	out.Plan = picture(f)
	out.Plan.Outline = spots(s.plan.Outline(picked(d.Hovered)))
}

func (r *Runner) drawLine(d *proto.Draw, at sim.Time, look view.Look, out *proto.Drawn) {
	s := r.shown
	changed := s.line.Paint(s.source, linePort(d, at), look)
	f := s.line.Frame()
	isNew := s.onLine.isNew(f, look.Theme, d.Line.Ratio) || changed.Full || changed.First < changed.Last
	if isNew && r.prepare(&s.onLine) {
		r.browser.Pixels("line", &s.line)
		r.browser.Frame("line", &s.onLine.wanted, d.Line.Ratio)
		s.onLine.keep()
	}
	out.Line = picture(f)
	out.Line.Inner = s.line.Inner
	out.Line.Outline = spots(s.line.Outline(picked(d.Hovered)))
}

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
		out.Rows = window(s.rows(d.Tab, d.Table, ledger, d.Lines), d)
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

// rows are the rows of a tab; nil if there is no such tab or table.
func (s *shown) rows(tab, table string, ledger *trace.Ledger, lines proto.Lines) *proto.Rows {
	switch tab {
	case "waits":
		return rows(tab, view.WaitRows(s.source, ledger))
	case "placement":
		return rows(tab, view.PlacementRows(s.source, ledger))
	case "log":
		return rows(tab, s.logRows(ledger, lines))
	case "tables":
		return s.tableRows(table, ledger)
	}
	return nil
}

func (s *shown) tableRows(name string, ledger *trace.Ledger) *proto.Rows {
	tables := s.source.Tables()
	if len(tables) == 0 {
		return nil
	}
	at := 0
	for i := range tables {
		if tables[i].Name == name {
			at = i
		}
	}
	t := tables[at]
	out := &proto.Rows{Tab: "tables", Table: t.Name, Note: t.Table.Title, Cells: t.Rows(s.source, ledger)}
	for _, c := range t.Table.Columns {
		out.Columns = append(out.Columns, proto.Column{Name: c.Name, Numeric: c.Numeric})
	}
	out.Picked = s.rowThings(t, out.Cells)
	return out
}

// rowThings says what each row of one of the product's tables is about.
func (s *shown) rowThings(of view.InstanceTable, cells [][]string) []proto.Picked {
	t, key := of.Table, -1
	for i := len(t.Columns) - 1; i >= 0; i-- {
		if t.Columns[i].Key {
			key = i
		}
	}
	if key < 0 {
		return nil
	}
	byName := map[string]proto.Picked{}
	floor := s.source.Floor()
	switch t.Thing {
	case trace.LaneThing:
		for i, lane := range floor.Lanes {
			if lane.Instance != of.Instance {
				continue
			}
			byName[metrics.Figure(float64(lane.Number))] = proto.Picked{Kind: view.PickedScheduler,
				ID: int32(i)}
		}
	case trace.NodeThing:
		for _, n := range floor.Nodes {
			if floor.Groups[n].Instance != of.Instance {
				continue
			}
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
	for _, row := range v.Fields {
		var fields []proto.Field
		for _, f := range row {
			fields = append(fields, proto.Field{From: f.From, To: f.To, Name: f.Name, Help: f.Help})
		}
		out.Fields = append(out.Fields, fields)
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
	switch p.Picture {
	case "plan":
		ledger := s.cursor.At(s.cursor.Now())
		what, where := s.plan.Find(p.X, p.Y, ledger)
		tip, _ = view.TipOf(s.source, ledger, what)
		tip.Picked, tip.Spot = what, where
	case "strip":
		tip = s.strip.find(s.source.Figures(), p)
	case "figures":
		tip = s.figures.find(s.source.Figures(), p)
	default:
		tip, _ = s.line.Find(p.X, p.Y)
	}
	return &proto.Tip{Picture: p.Picture, Pick: p.Pick, Picked: pickedOf(tip.Picked), Spot: spot(tip.Spot),
		Title: tip.Title, Colour: tip.Colour, Facts: values(tip.Facts), At: int64(tip.At)}
}
