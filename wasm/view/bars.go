package view

import (
	"sort"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// Sizes of bars, in CSS pixels.
const (
	barPitch  = 17
	barHigh   = 9
	barsTop   = 20
	barsFoot  = 5
	barLeast  = 1.5 // width
	tellLeast = 20  // room behind a bar that is worth to look at
	mostTells = 16  // rows; more things share rows with others of their owner
)

// bars are the ranges of a figure, a row a thing.
type bars struct {
	rows []barRow
}

// barRow is the ranges of one thing, or of several that share a row.
type barRow struct {
	name   string
	order  [2]int64 // of the owner, and the thing
	whole  rangeList
	pieces rangeList
}

// newBars sorts the ranges into rows.
func newBars(f *figure) *bars {
	b := &bars{}
	things := map[int64]bool{}
	ranges := f.source.Log.Ranges(f.in)
	for i := range ranges {
		if f.isWhole(&ranges[i]) || f.isPiece(&ranges[i]) {
			things[ranges[i].Of] = true
		}
	}
	shared := len(things) > mostTells
	at := map[[2]int64]int{}
	for i := range ranges {
		r := &ranges[i]
		isWhole := f.isWhole(r)
		if !isWhole && !f.isPiece(r) {
			continue
		}
		key := f.rowKey(r.Of, shared)
		k, known := at[key]
		if !known {
			k = len(b.rows)
			at[key] = k
			b.rows = append(b.rows, barRow{name: f.rowLabel(key, r.Of), order: key})
		}
		if isWhole {
			b.rows[k].whole.add(i, r)
		}
		if f.isPiece(r) {
			b.rows[k].pieces.add(i, r)
		}
	}
	sort.Slice(b.rows, func(i, k int) bool {
		x, y := b.rows[i].order, b.rows[k].order
		return x[0] < y[0] || x[0] == y[0] && x[1] < y[1]
	})
	return b
}

// isWhole says whether a range is what the figure is about, not a part of it.
func (f *figure) isWhole(r *trace.Range) bool { return kindOf(f.layout(), r.Why).Metric == f.of.Of }

// isPiece says whether a range is drawn as a bar.
func (f *figure) isPiece(r *trace.Range) bool {
	_, is := partOf(f.of, r.Why)
	return is
}

// rowKey is the row of a thing: its owner's position and its number, or its owner's alone where rows are
// shared. Owners without a colour of their own share one row then, the last.
func (f *figure) rowKey(thing int64, shared bool) [2]int64 {
	at := f.owners.of(thing)
	isOther := at < 0 || f.owners.list[at].tone.number() == 0
	switch {
	case !shared:
		return [2]int64{int64(at), thing}
	case isOther:
		return [2]int64{int64(len(f.owners.list)), -1}
	}
	return [2]int64{int64(at), -1}
}

func (f *figure) rowLabel(key [2]int64, thing int64) string {
	switch {
	case key[1] >= 0:
		return f.owners.name(thing)
	case int(key[0]) == len(f.owners.list):
		return "others"
	}
	return f.owners.list[key[0]].label
}

// drawBars draws a row a thing.
func (f *figure) drawBars() {
	rows := f.bars.rows
	f.frame.reset(float32(f.port.Width), barsTop+float32(len(rows))*barPitch+barsFoot)
	f.frame.Note = f.spanNote()
	f.head("")
	for i := range rows {
		f.drawRow(&rows[i], barsTop+float32(i)*barPitch)
	}
	base := f.frame.Height - 1
	f.frame.line(Line{X1: Gutter, Y1: base + .5, X2: f.frame.Width, Y2: base + .5, Stroke: Line2})
	for _, spot := range f.outline(f.look.Picked) {
		f.frame.box(Box{X: float32(spot.X) - 2, Y: float32(spot.Y) - 2, W: float32(spot.Width) + 4,
			H: float32(spot.Height) + 4, Radius: 3, Stroke: Accent, StrokeWidth: 2, Pattern: Outline})
	}
	if f.look.Spots {
		f.barSpots()
	}
	var seen [len(lookMarks)]bool
	for _, part := range f.of.Parts {
		if !seen[part.Look] {
			seen[part.Look] = true
			f.frame.Legend = append(f.frame.Legend, Legend{lookMarks[part.Look], part.Name})
		}
	}
}

// lookMarks are the legend's marks.
var lookMarks = [...]string{system.Due: "due", system.Light: "light", system.Full: "full"}

// drawRow draws the bars of a row, then how long each range took where there is room.
func (f *figure) drawRow(row *barRow, y float32) {
	f.frame.label(Label{X: Gutter - 6, Y: y + 10, Size: 11, Weight: 400, Align: End, Fill: Ink2,
		Text: cut(row.name, Gutter-6, 11)})
	f.drawRanges(row, y, false)
	f.drawRanges(row, y, true)
	f.tellRow(row, y)
}

// drawRanges draws the parts of a row, or the whole ranges that have none.
func (f *figure) drawRanges(row *barRow, y float32, pieces bool) {
	list := &row.whole
	if pieces {
		list = &row.pieces
	}
	ranges := f.source.Log.Ranges(f.in)
	var edge [len(lookMarks)]sim.Time // bars of a look that are less than a pixel share one
	for i := list.from(f.port.From); i < len(list.at); i++ {
		r := &ranges[list.at[i]]
		if r.Begin > f.port.To {
			return
		}
		look := system.Full
		if pieces {
			look = f.lookOf(r)
		}
		isDrawn := pieces || !f.isPiece(r)
		if r.End <= max(f.port.From, edge[look]) || !isDrawn || !pieces && f.hasPieces(row, r) {
			continue
		}
		x0, x1 := f.extent(r)
		if begins := f.x(edge[look]); edge[look] > 0 && begins > x0 {
			x0, x1 = begins, max(x1, begins+barLeast)
		}
		edge[look] = f.time(float64(x1))
		f.bar(rect{x0, y, x1 - x0, barHigh}, look)
	}
}

// hasPieces says whether parts of a whole range are drawn.
func (f *figure) hasPieces(row *barRow, whole *trace.Range) bool {
	found := false
	f.pieces(row, whole, func(int32) { found = true })
	return found
}

// pieces visits the positions of the parts inside a whole range of the same thing.
func (f *figure) pieces(row *barRow, whole *trace.Range, visit func(at int32)) {
	ranges := f.source.Log.Ranges(f.in)
	for i := row.pieces.from(whole.Begin); i < len(row.pieces.at); i++ {
		r := &ranges[row.pieces.at[i]]
		if r.Begin > whole.End {
			return
		}
		isInside := r.Of == whole.Of && r.Begin >= whole.Begin && r.End <= whole.End
		if isInside && f.lookOf(r) != system.Due {
			visit(row.pieces.at[i])
		}
	}
}

func (f *figure) lookOf(r *trace.Range) system.FigureLook {
	part, _ := partOf(f.of, r.Why)
	return part.Look
}

// extent is where a range begins and ends in the picture.
func (f *figure) extent(r *trace.Range) (x0, x1 float32) {
	x0 = max(f.x(r.Begin), Gutter)
	x1 = min(f.x(f.source.endOf(r)), f.frame.Width)
	return x0, max(x1, min(x0+barLeast, f.frame.Width))
}

// bar draws a bar.
func (f *figure) bar(r rect, look system.FigureLook) {
	edge := Box{X: r.x + .5, Y: r.y + 2.5, W: max(r.w-1, .5), H: r.h - 1}
	switch look {
	case system.Due:
		edge.Stroke, edge.Pattern = Ink3, Dotted
	case system.Light:
		edge.Fill, edge.Stroke = CheckpointScan, Checkpoint
	default:
		edge = Box{X: r.x, Y: r.y + 2, W: r.w, H: r.h, Fill: Checkpoint}
	}
	f.frame.box(edge)
}

// tellRow writes how long ranges took behind them, if nothing follows there.
func (f *figure) tellRow(row *barRow, y float32) {
	ranges := f.source.Log.Ranges(f.in)
	least := f.time(Gutter+tellLeast) - f.time(Gutter)
	for i := row.whole.from(f.port.From); i < len(row.whole.at); i++ {
		r := &ranges[row.whole.at[i]]
		if r.Begin > f.port.To {
			return
		}
		isClose := i+1 < len(row.whole.at) && ranges[row.whole.at[i+1]].Begin < r.End+least
		if r.End > f.port.To || r.End == sim.Never || isClose {
			continue
		}
		text, x := lasts(float64(r.End-r.Begin)), f.x(r.End)+4
		if x < Gutter || x+textWidth(text, 10, 400) > min(f.frame.Width, f.next(row, r.End)-2) {
			continue
		}
		f.frame.label(Label{X: x, Y: y + 10.5, Size: 10, Weight: 400, Fill: Ink3, Text: text})
	}
}

// next is where the next bar of a row begins after an instant, or at once if one goes on.
func (f *figure) next(row *barRow, after sim.Time) float32 {
	ranges := f.source.Log.Ranges(f.in)
	x := f.frame.Width + 100
	for _, list := range []*rangeList{&row.whole, &row.pieces} {
		if i := list.from(after); i < len(list.at) {
			x = min(x, f.x(max(ranges[list.at[i]].Begin, after)))
		}
	}
	return x
}
