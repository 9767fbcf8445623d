package view

import (
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// instants is at how many instants of the span a table tells amounts.
const instants = 24

// Table says in rows what a figure shows, for who cannot see it: of areas and lines the values at some
// instants of the span and the largest, of bars a row a range, of a strip what is in each memory node at the
// playhead.
func (f *Figures) Table(i int, port FigurePort) Rows {
	g := f.shown(i, port)
	switch g.of.Kind {
	case system.Strip:
		return g.stripTable()
	case system.Bars:
		return g.barTable()
	}
	return g.lineTable()
}

// Words is a sentence with what is to be seen in a figure at the playhead.
func (f *Figures) Words(i int, port FigurePort) string {
	g := f.shown(i, port)
	switch g.of.Kind {
	case system.Strip:
		sum := int64(0)
		for i := range g.owners.list {
			sum += f.source.total(g.in, &g.owners.list[i], g.now())
		}
		return g.title + ": " + Number(sum) + " of " + amount(float64(g.pool.total)) + " at " +
			Clock(g.now(), 1)
	case system.Bars:
		return g.title + ": " + g.barWords()
	}
	sum, unit, rate := 0.0, g.lines[0].unit, g.lines[0].rate
	for i := range g.lines {
		sum += g.lines[i].steps.now(g.now())
	}
	return g.title + ": " + valueText(sum, unit, rate) + " at " + Clock(g.now(), 1) + ", at most " +
		valueText(g.peak, unit, rate)
}

// shown is a figure with another port; what was drawn last can still be asked about.
func (f *Figures) shown(i int, port FigurePort) *figure {
	g := *f.all[i]
	port.To = max(port.To, port.From+instants)
	g.port = port
	return &g
}

// barWords is "db 19 goes on, 7 of 12 have ended".
func (f *figure) barWords() string {
	ended, all, now, going := 0, 0, f.now(), []string(nil)
	ranges := f.source.Log.Ranges(f.in)
	for i := range f.bars.rows {
		for _, at := range f.bars.rows[i].whole.at {
			r := &ranges[at]
			all++
			switch {
			case r.End <= now:
				ended++
			case r.Begin <= now:
				going = append(going, f.owners.name(r.Of))
			}
		}
	}
	text := number(ended) + " of " + number(all) + " have ended"
	if len(going) > 0 {
		text = listed(going) + " under way, " + text
	}
	return text
}

// lineTable has a row an instant and one of the largest values in the span.
func (f *figure) lineTable() Rows {
	out := Rows{Note: f.title + ", " + Clock(f.port.From, 1) + " to " + Clock(f.port.To, 1),
		Columns: []Column{{"time", false}}}
	for i := range f.lines {
		out.Columns = append(out.Columns, Column{or(f.lines[i].name, f.title), true})
	}
	if len(f.lines) > 1 {
		out.Columns = append(out.Columns, Column{"all", true})
	}
	to := min(f.port.To, f.source.Log.End)
	for k := range instants {
		at := f.port.From + sim.Time(int64(to-f.port.From)*int64(k)/(instants-1))
		out.add(Picked{}, f.lineCells(Clock(at, max(1, Places((to-f.port.From)/instants))),
			func(s *steps) float64 {
				return s.now(at)
			})...)
	}
	f.columns()
	out.add(Picked{}, f.most()...)
	return out
}

// lineCells are a row's cells: of each line and, if there are several, of all.
func (f *figure) lineCells(name string, value func(*steps) float64) []string {
	cells, sum := []string{name}, 0.0
	for i := range f.lines {
		v := value(f.lines[i].steps)
		sum += v
		cells = append(cells, f.cell(v))
	}
	if len(f.lines) > 1 {
		cells = append(cells, f.cell(sum))
	}
	return cells
}

// cell writes an amount with all its places; rates and spans as they are written elsewhere.
func (f *figure) cell(v float64) string {
	l := &f.lines[0]
	if l.rate || l.unit == trace.Span || l.unit == trace.Bytes {
		return valueText(v, l.unit, l.rate)
	}
	return Number(int64(v + .5))
}

// columns computes the span's columns without drawing them.
func (f *figure) columns() {
	span := f.port.To - f.port.From
	g := grid{from: f.port.From, span: span, columns: min(tableColumns, int(span))}
	for i := range f.lines {
		f.lines[i].values = f.lines[i].steps.columns(f.lines[i].values, g, f.source.Log.End)
	}
}

// tableColumns is in how many parts of a span the largest amounts are looked for.
const tableColumns = 2000

// most are the largest values of a table's span.
func (f *figure) most() []string {
	cells, largest := []string{"maximum"}, 0.0
	for i := range f.lines {
		top := 0.0
		for _, v := range f.lines[i].values {
			top = max(top, v)
		}
		cells = append(cells, f.cell(top))
	}
	if len(f.lines) < 2 {
		return cells
	}
	for c := range f.lines[0].values {
		sum := 0.0
		for i := range f.lines {
			sum += f.lines[i].values[c]
		}
		largest = max(largest, sum)
	}
	return append(cells, f.cell(largest))
}

// stripTable has a row a memory node and a column an owner.
func (f *figure) stripTable() Rows {
	out := Rows{Note: f.title + " at " + Clock(f.now(), 1), Columns: []Column{{f.source.memoryNoun(), false}}}
	var shown []*owner
	for i := range f.owners.list {
		if o := &f.owners.list[i]; o.most > 0 {
			shown = append(shown, o)
			out.Columns = append(out.Columns, Column{o.label, true})
		}
	}
	out.Columns = append(out.Columns, Column{"all", true}, Column{"of", true})
	for n := range f.pool.nodes {
		node, sum := &f.pool.nodes[n], 0.0
		cells := []string{number(int(f.source.Floor().Groups[node.group].Number))}
		for _, o := range shown {
			v := f.amount(o, n, f.now())
			sum += v
			cells = append(cells, Number(int64(v)))
		}
		out.add(Picked{PickedMemory, node.group}, append(cells, Number(int64(sum)), Number(node.total))...)
	}
	return out
}

// barTable has a row a range, the latest of many: whose it is, since when it was due, when it began, how long
// its parts and all of it took, and how many pages it has written.
func (f *figure) barTable() Rows {
	out := Rows{Note: f.title, Columns: []Column{{"what", false}, {"of", false}, {"begin", false}}}
	var parts []system.FigurePart
	for _, p := range f.of.Parts {
		parts = append(parts, p)
		out.Columns = append(out.Columns, Column{p.Name + ", s", true})
	}
	out.Columns = append(out.Columns, Column{"all, s", true}, Column{"pages", true})
	ranges := f.source.Log.Ranges(f.in)
	for i := range ranges {
		if r := &ranges[i]; f.isWhole(r) {
			out.add(Picked{PickedRange, f.source.rangeID(f.in, i)}, f.barCells(r, parts)...)
		}
	}
	cut := max(0, len(out.Cells)-mostRows)
	out.Cells, out.Picked = out.Cells[cut:], out.Picked[cut:]
	return out
}

func (f *figure) barCells(r *trace.Range, parts []system.FigurePart) []string {
	cells := []string{f.source.cause(f.in, r.Why), f.owners.name(r.Of), Clock(r.Begin, 1)}
	for _, p := range parts {
		text := "–"
		if took := f.partTime(r, p); took > 0 {
			text = Seconds(took, 1)
		}
		cells = append(cells, text)
	}
	all := "–"
	if r.End != sim.Never {
		all = Seconds(r.End-r.Begin, 1)
	}
	return append(cells, all, f.pagesOf(r))
}

// partTime is how long a part of a range took; of one that waits for its turn, the one that ends as the range
// begins.
func (f *figure) partTime(r *trace.Range, p system.FigurePart) (took sim.Time) {
	row, ranges := f.rowOf(r), f.source.Log.Ranges(f.in)
	for i := row.pieces.from(r.Begin - 1); i < len(row.pieces.at); i++ {
		piece := &ranges[row.pieces.at[i]]
		if piece.Begin > r.End {
			break
		}
		isBefore := p.Look == system.Due && piece.End == r.Begin
		isInside := p.Look != system.Due && piece.Begin >= r.Begin && piece.End <= r.End
		if piece.Of == r.Of && piece.Why == p.Why && (isBefore || isInside) {
			took += f.source.endOf(piece) - piece.Begin
		}
	}
	return took
}

// pagesOf is the first fact in pages of a range.
func (f *figure) pagesOf(r *trace.Range) string {
	for _, fact := range kindOf(f.layout(), r.Why).Facts {
		if v, known := r.Fact(fact.Why, sim.Never); known && fact.Unit == trace.Pages {
			return Number(v)
		}
	}
	return "–"
}
