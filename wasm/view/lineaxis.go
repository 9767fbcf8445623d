package view

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// tickSteps are the distances of ticks on the axis.
var tickSteps = []sim.Time{1, 2, 5, 10, 20, 50, 100, 200, 500,
	sim.Microsecond, 2 * sim.Microsecond, 5 * sim.Microsecond, 10 * sim.Microsecond, 20 * sim.Microsecond,
	50 * sim.Microsecond, 100 * sim.Microsecond, 200 * sim.Microsecond, 500 * sim.Microsecond,
	sim.Millisecond, 2 * sim.Millisecond, 5 * sim.Millisecond, 10 * sim.Millisecond, 20 * sim.Millisecond,
	50 * sim.Millisecond, 100 * sim.Millisecond, 200 * sim.Millisecond, 500 * sim.Millisecond,
	sim.Second, 2 * sim.Second, 5 * sim.Second, 10 * sim.Second, 15 * sim.Second, 30 * sim.Second, sim.Minute,
	2 * sim.Minute, 5 * sim.Minute, 10 * sim.Minute, 30 * sim.Minute, sim.Hour, 2 * sim.Hour, 6 * sim.Hour}

// Distances of ticks in CSS pixels.
const (
	tickLeast = 58
	tickMost  = 130
	quantaTic = 44
)

// step is the distance of two ticks: the quantum's length if that is readable, otherwise the least round one.
func (t *Timeline) step() sim.Time {
	if q := t.quanta(); q >= quantaTic && q <= tickMost && t.source.Quantum > 0 {
		return t.source.Quantum
	}
	for _, step := range tickSteps {
		if float64(step)/float64(t.column)/t.port.Ratio >= tickLeast {
			return step
		}
	}
	return 24 * sim.Hour
}

// Frame is the text that goes with the pixels: axis, gutter, names in blocks. It is drawn over them.
func (t *Timeline) Frame() *Frame {
	f := &t.frame
	f.reset(float32(t.port.Width), float32(axisHeight)+float32(float64(t.Height)/t.port.Ratio))
	t.axis(f)
	if t.tiny() {
		t.memoryHeads(f)
	} else {
		for i := range t.heads {
			t.head(f, &t.heads[i])
		}
	}
	if t.quanta() >= namesFrom {
		t.blockNames(f)
	}
	f.Legend, f.Note = t.legend(f.Legend), t.note()
	return f
}

// css is the place of an instant on the picture, in CSS pixels.
func (t *Timeline) css(at sim.Time) float32 {
	return Gutter + float32(float64(at-t.time(0))/float64(t.column)/t.port.Ratio)
}

// axis writes the tick labels: absolute times, or in close-up how long after the first.
func (t *Timeline) axis(f *Frame) {
	step := t.step()
	base := step * sim.Time(floorDiv(int64(t.time(0))+int64(step)-1, int64(step)))
	edge, shown := float32(0), 0
	for at := max(base, 0); at <= t.time(t.Width); at += step {
		text, x := Clock(at, 0), t.css(at)
		if step < sim.Second && at == base {
			text = Clock(at, max(3, Places(step)))
		} else if step < sim.Second {
			text = after(at-base, step, shown == 1)
		}
		width := textWidth(text, 10, 400)
		label := Label{X: x, Y: 10, Size: 10, Weight: 400, Align: Middle, Fill: Ink3, Text: text}
		left := x - width/2
		switch {
		case at == base && left < Gutter:
			label.Align, left = Start, x
		case x+width/2 > f.Width:
			label.X, label.Align, left = f.Width, End, f.Width-width
		}
		f.line(Line{X1: x, Y1: axisHeight - 3, X2: x, Y2: axisHeight, Stroke: Line1})
		head := t.css(t.port.At)
		if left < edge || t.port.At > 0 && head > left-6 && head < left+width+6 {
			continue
		}
		edge = left + width + 6
		shown++
		f.label(label)
	}
}

// after is a tick's label in close-up: "+8 ms", the unit with the first only.
func after(since, step sim.Time, unit bool) string {
	size, name := sim.Millisecond, " ms"
	switch {
	case step < sim.Microsecond:
		size, name = sim.Nanosecond, " ns"
	case step < sim.Millisecond:
		size, name = sim.Microsecond, " µs"
	}
	text := "+" + Number(int64(since/size))
	if unit {
		text += name
	}
	return text
}

// head writes the label of a node, or of its lanes where they are large enough.
func (t *Timeline) head(f *Frame, h *lineHead) {
	scroll := float64(t.port.Scroll)
	y := axisHeight + float32(float64(h.y)/t.port.Ratio-scroll)
	high := float32(float64(h.height) / t.port.Ratio)
	if y+high < axisHeight || y > f.Height {
		return
	}
	node := t.source.Floor().Nodes[h.from]
	picked := t.picked(h)
	if picked {
		f.box(Box{X: Gutter - 5, Y: y, W: 2, H: high - 1, Fill: Accent})
	}
	label := Label{X: 0, Y: y + high/2 + 3.5, Size: 10, Weight: 400, Fill: Ink, Text: t.headText(h)}
	switch {
	case picked:
		label.Fill, label.Weight = Accent, 600
	case h.folded || !t.busyNode(node):
		label.Fill = Ink3
	}
	if high > 11 {
		label.Size = 11
	}
	switch {
	case h.open && t.rows[h.row].kind == blockRow:
		label.Y = y + float32(float64(t.rows[h.row].ink)/t.port.Ratio)/2 + 3.5
		label.Size = 10
		t.laneNumbers(f, h, y)
		f.label(label)
	case t.free(f, label.Y):
		f.label(label)
	}
	if h.folded {
		f.label(Label{X: Gutter + 6, Y: y + high/2 + 3.5, Size: 10, Weight: 400, Fill: Ink3,
			Text: counted(t.rows[h.row].count, t.source.schedulerNoun()) + " idle"})
	}
}

// free says whether a label of the gutter has room below the last one.
func (t *Timeline) free(f *Frame, y float32) bool {
	if y > f.Height || y < axisHeight {
		return false
	}
	for i := len(f.Labels) - 1; i >= 0; i-- {
		if last := &f.Labels[i]; last.X == 0 && last.Y > 11 {
			return y-last.Y >= 11
		}
	}
	return true
}

func (t *Timeline) picked(h *lineHead) bool {
	p := t.look.Picked
	if p.Kind != PickedNode && p.Kind != PickedMemory {
		return false
	}
	for _, n := range t.source.Floor().Nodes[h.from:h.to] {
		if n == p.ID || t.source.Floor().Groups[n].Memory == p.ID {
			return true
		}
	}
	return false
}

// looks is at how many instants of the span a node is looked at to tell whether it is busy.
const looks = 8

// busyNode says whether more than small requests run on a node in the span.
func (t *Timeline) busyNode(node int32) bool {
	log := t.source.Log
	for i := looks; i > 0; i-- {
		at := min(t.time(t.Width*i/looks), log.End) - 1
		for _, lane := range t.source.Floor().Groups[node].Lanes {
			of := log.Lane(lane)
			if k := log.RotationAt(lane, at); k >= 0 && len(log.Rotations[of[k]].Ring) > 0 {
				return true
			}
		}
	}
	return false
}

// headText is "node 5", "nodes 0, 1", "nodes 0 to 6" or "memory 3".
func (t *Timeline) headText(h *lineHead) string {
	floor := t.source.Floor()
	first, last := &floor.Groups[floor.Nodes[h.from]], &floor.Groups[floor.Nodes[h.to-1]]
	if h.to-h.from == 1 {
		return t.gutterName(first, "node ")
	}
	between := " to "
	if h.to-h.from == 2 {
		between = ", "
	}
	text := "nodes " + number(int(first.Number)) + between + number(int(last.Number))
	if textWidth(text, 11, 400) > Gutter-4 {
		text = text[len("nodes "):]
	}
	return text
}

// gutterName names a group beside its lanes. Where there are several instances and the gutter is too narrow
// for the name of any of them, what kind of group it is goes without saying, for all alike.
func (t *Timeline) gutterName(g *Group, kind string) string {
	instances := t.source.Log.Ledger.Instances
	name, figure := t.source.prefix(g.Instance), number(int(g.Number))
	if name == "" {
		return kind + figure
	}
	for i := range instances {
		if textWidth(instances[i].Layout.Name+": "+kind+"0", 11, 400) > Gutter-4 {
			end := " · " + figure
			return cut(instances[g.Instance].Layout.Name, Gutter-4-textWidth(end, 11, 400), 11) + end
		}
	}
	return name + kind + figure
}

// tiny says whether nodes are too low to be named: then memory nodes are.
func (t *Timeline) tiny() bool {
	low := 0
	for i := range t.heads {
		if float64(t.heads[i].height) < 9*t.port.Ratio {
			low++
		}
	}
	return 2*low > len(t.heads)
}

func (t *Timeline) memoryHeads(f *Frame) {
	floor := t.source.Floor()
	for i := 0; i < len(t.heads); {
		j, memory := i, floor.Groups[floor.Nodes[t.heads[i].from]].Memory
		open := false
		for ; j < len(t.heads) && floor.Groups[floor.Nodes[t.heads[j].from]].Memory == memory; j++ {
			if open = open || t.heads[j].open; t.heads[j].open {
				t.head(f, &t.heads[j])
			}
		}
		top, last := t.heads[i].y, &t.heads[j-1]
		middle := float64(top+last.y+last.height)/2/t.port.Ratio - float64(t.port.Scroll)
		group := &floor.Groups[memory]
		label := Label{Y: axisHeight + float32(middle) + 3.5, Size: 10, Weight: 400, Fill: Ink,
			Text: t.gutterName(group, "memory ")}
		if !open && t.free(f, label.Y) {
			f.label(label)
		}
		i = j
	}
}

// laneNumbers writes the schedulers' numbers beside opened lanes.
func (t *Timeline) laneNumbers(f *Frame, h *lineHead, top float32) {
	for i := range t.rows[h.row : h.row+h.rows] {
		r := &t.rows[h.row+i]
		lane := t.order[r.first]
		y := top + float32(float64(r.y-h.y)/t.port.Ratio)
		label := Label{X: Gutter - 8, Y: y + float32(float64(r.ink)/t.port.Ratio)/2 + 3.5, Size: 10,
			Weight: 400, Align: End,
			Fill: Ink2, Text: number(int(t.source.Floor().Lanes[lane].Number))}
		if t.look.Picked == (Picked{PickedScheduler, int32(lane)}) {
			label.Weight, label.Fill = 600, Accent
		}
		if label.Y > axisHeight && y < f.Height {
			f.label(label)
		}
	}
}

// maxNames is the most labels in blocks; a picture with more is unreadable anyway.
const maxNames = 600

// blockNames writes the requests' names into the blocks of opened lanes.
func (t *Timeline) blockNames(f *Frame) {
	scroll := float64(t.port.Scroll)
	for i := range t.rows {
		r := &t.rows[i]
		y := axisHeight + float32(float64(r.y)/t.port.Ratio-scroll)
		if r.kind != blockRow || !r.open || y < axisHeight || y > f.Height || len(f.Labels) > maxNames {
			continue
		}
		top, _ := t.split(r)
		middle := y + float32(float64(top)/t.port.Ratio)/2 + 3.2
		t.source.Log.Expand(t.order[r.first], t.time(0), t.time(t.Width), func(s trace.Slice) {
			t.blockName(f, s, middle)
		})
	}
}

func (t *Timeline) blockName(f *Frame, s trace.Slice, y float32) {
	task := &t.source.Log.Tasks[s.Task]
	text := t.source.whoShort(task)
	left, right := max(t.css(s.From), Gutter), min(t.css(s.To), f.Width)
	if text == "" || right-left <= namesFrom || textWidth(text, 9, 600) > right-left-4 {
		return
	}
	l := Label{X: left + 3, Y: y, Size: 9, Weight: 600, Fill: onTop(t.source.whoTone(task)),
		Text: text}
	switch {
	case t.look.Mode == ByState:
		l.Fill = RunningInk
	case t.faded(task.Request):
		l.Fill, l.Opacity = Ink, faint
	case t.look.Mode == ByWait:
		l.Fill = Surface
	}
	f.label(l)
}

// legend says what the marks of the picture mean.
func (t *Timeline) legend(list []Legend) []Legend {
	if t.quanta() >= quantaFrom && t.has(blockRow) {
		return append(list, Legend{"running", "on the CPU"}, Legend{"runnable", "in the queue"},
			Legend{"yield", "yield"})
	}
	deepest := min(t.source.Deepest(), 6)
	for n := 1; n <= deepest; n++ {
		text := number(n)
		if n == 6 {
			text = "6 or more"
		}
		if n == deepest {
			text += " " + plural(n, t.source.workerNoun()) + " on a " + t.source.schedulerNoun()
		}
		list = append(list, Legend{load(n).Name(), text})
	}
	return list
}

func (t *Timeline) has(kind rowKind) bool {
	for i := range t.rows {
		if t.rows[i].kind == kind {
			return true
		}
	}
	return false
}

// note says what is shown and how it is merged.
func (t *Timeline) note() string {
	span, end := t.port.To-t.port.From, t.source.Log.End
	note := counted(t.source.Floor().Count, t.source.schedulerNoun()) + ", "
	if span+t.column*2 >= end {
		note += "whole run"
	} else {
		note = brief(span) + " of " + brief(end)
	}
	switch {
	case t.quanta() >= quantaFrom:
		return note
	case t.has(severalRow):
		return note + "; a row is several " + t.source.schedulerNoun() + "s: mean load"
	case t.has(shareRow) && t.has(loadRow):
		return note + "; opened: CPU share by request, others: load"
	case t.has(shareRow):
		return note + "; CPU share by request"
	}
	return note + "; load"
}
