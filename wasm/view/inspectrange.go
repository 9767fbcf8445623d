package view

import (
	"strings"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// rangeName is "automatic checkpoint of db 19".
func (s *Source) rangeName(in trace.InstanceID, r *trace.Range) string {
	return s.prefix(in) + s.cause(in, r.Why) + " of " + s.Figures().owners[in].name(r.Of)
}

// barsOf is the figure that draws ranges as bars with a reason, and their row; nil if none does.
func (f *Figures) barsOf(in trace.InstanceID, r *trace.Range) (*figure, *barRow) {
	for _, g := range f.all {
		if g.of.Kind != system.Bars || g.in != in {
			continue
		}
		if row := g.rowOf(r); row != nil {
			return g, row
		}
	}
	return nil, nil
}

// rowOf is the row that a range stands in; nil if none.
func (f *figure) rowOf(r *trace.Range) *barRow {
	if !f.isWhole(r) && !f.isPiece(r) {
		return nil
	}
	for i := range f.bars.rows {
		row := &f.bars.rows[i]
		if row.order == f.rowKey(r.Of, row.order[1] < 0) {
			return row
		}
	}
	return nil
}

// lasting is something that lasts, or has ended: how far it is, how long its parts took, and what it told.
func (i *inspector) lasting(id int32) {
	in, at, _ := i.rangeOf(id)
	r := &i.Log.Ranges(in)[at]
	i.out.Title = sentence(i.rangeName(in, r))
	i.out.Sub = i.when(r)
	if r.Begin > i.ledger.At {
		return
	}
	g, row := i.Figures().barsOf(in, r)
	switch {
	case g == nil:
	case g.lookOf(r) == system.Due && g.isPiece(r):
		i.waiting(g, r)
	case g.isWhole(r):
		g.pieces(row, r, func(piece int32) { i.piece(in, &i.Log.Ranges(in)[piece]) })
	default:
		i.piece(in, r)
	}
	i.factsOf(in, r)
	if g != nil && g.isWhole(r) && r.End > i.ledger.At {
		i.meanwhile(in)
	}
	if r.Where != trace.NoLane {
		i.out.fact("on", i.laneName(r.Where))
	}
}

// when is "began 5:50.4, took 65.4 s".
func (i *inspector) when(r *trace.Range) string {
	switch {
	case r.Begin > i.ledger.At:
		return "begins at " + Clock(r.Begin, 1)
	case r.End > i.ledger.At:
		return "began " + Clock(r.Begin, 1) + ", goes on, " + lasts(float64(i.ledger.At-r.Begin)) + " so far"
	}
	return "began " + Clock(r.Begin, 1) + ", took " + lasts(float64(r.End-r.Begin))
}

// waiting is a range that stands for waiting for its turn: for whom.
func (i *inspector) waiting(g *figure, r *trace.Range) {
	at, ranges := min(i.ledger.At, r.End-1), i.Log.Ranges(g.in)
	for k := range g.bars.rows {
		list := &g.bars.rows[k].whole
		for n := list.from(at); n < len(list.at) && ranges[list.at[n]].Begin <= at; n++ {
			if other := &ranges[list.at[n]]; other.End > at {
				i.out.fact("waits for", i.rangeName(g.in, other))
				return
			}
		}
	}
}

// piece says how far a part of a range is, and how long it took.
func (i *inspector) piece(in trace.InstanceID, r *trace.Range) {
	if r.Begin > i.ledger.At {
		return
	}
	part := i.partAs(in, r)
	if p := progressOf(i.layoutOf(in), r, i.ledger.At); p.whole > 0 && part.Look == system.Full {
		i.out.fact("pages to write", Number(p.whole))
		i.out.fact("written", Number(p.done)+" ("+Fixed(100*float64(p.done)/float64(p.whole), 0)+" %)")
		i.dirtied(in, r, p.done)
	}
	text := lasts(float64(min(r.End, i.ledger.At) - r.Begin))
	if r.End > i.ledger.At {
		text += " so far"
	} else {
		text += ", done"
	}
	i.out.fact(part.Name, text)
}

// partAs is how a figure draws a range as a part, and what it calls it: "scan".
func (i *inspector) partAs(in trace.InstanceID, r *trace.Range) system.FigurePart {
	if g, _ := i.Figures().barsOf(in, r); g != nil {
		if part, is := partOf(g.of, r.Why); is {
			return part
		}
	}
	return system.FigurePart{Name: i.cause(in, r.Why)}
}

// dirtied says how many pages have come since a part that takes pages began: what there is now, and what it
// has taken, less what there was. It is not known where an owner stands for several things.
func (i *inspector) dirtied(in trace.InstanceID, r *trace.Range, done int64) {
	owners := i.Figures().owners[in]
	at := owners.of(r.Of)
	if at < 0 || owners.list[at].many {
		return
	}
	o := &owners.list[at]
	came := i.total(in, o, min(i.ledger.At, r.End)) + done - i.total(in, o, r.Begin)
	if came >= 0 {
		i.out.fact("dirtied meanwhile", Number(came))
	}
}

// factsOf lists what a range has told of itself until now.
func (i *inspector) factsOf(in trace.InstanceID, r *trace.Range) {
	kind := kindOf(i.layoutOf(in), r.Why)
	pages := int64(0)
	for _, f := range kind.Facts {
		v, known := r.Fact(f.Why, i.ledger.At)
		if !known {
			continue
		}
		name, text := i.cause(in, f.Why), exactText(v, f.Unit)
		switch {
		case f.Unit == trace.Pages && pages == 0:
			pages = v
		case f.Name == "writes" && pages > 0 && v > 0:
			name += " of " + Fixed(float64(pages)/float64(v), 1) + " pages"
		case strings.HasSuffix(f.Name, "_ms") && f.Unit == trace.Count:
			text += " ms"
		case strings.HasSuffix(f.Name, "_s") && f.Unit == trace.Count:
			text += " s"
		}
		i.tell(name, text)
	}
}

// tell adds a fact unless one of the name is there.
func (i *inspector) tell(name, text string) {
	for _, f := range i.out.Facts {
		if f.Name == name {
			return
		}
	}
	i.out.fact(name, text)
}

// meanwhile adds what a device does while a range goes on: the values of the lines that have a limit of
// places.
func (i *inspector) meanwhile(in trace.InstanceID) {
	for _, g := range i.Figures().all {
		if g.of.Kind != system.Line || g.in != in || g.lines[0].rate {
			continue
		}
		l := &g.lines[0]
		if _, name := g.limit(); strings.HasPrefix(name, "of ") {
			i.out.fact(lowered(g.title), valueText(l.steps.now(i.ledger.At), l.unit, false)+" "+name)
		}
	}
}

// rangeLine is the begin or the end of something that lasts, as a line of the log.
func (s *Source) rangeLine(e *trace.Event) logLine {
	ranges := s.Log.Ranges(e.Instance)
	if e.Who < 0 || int(e.Who) >= len(ranges) {
		return logLine{}
	}
	r := &ranges[e.Who]
	if kindOf(s.layoutOf(e.Instance), r.Why).Metric == "" {
		return logLine{}
	}
	line := logLine{e.At, "begin", s.rangeName(e.Instance, r),
		Picked{PickedRange, s.rangeID(e.Instance, int(e.Who))}}
	if e.Kind == trace.RangeEnd {
		line.kind, line.what = "end", line.what+" after "+Span(min(r.End, sim.Never)-r.Begin)
	}
	return line
}
