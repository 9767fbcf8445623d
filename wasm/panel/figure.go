//go:build js

package panel

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Figure is a canvas with pictures of amounts, one below the other, that the runner paints. It is seen only
// if the run has any.
type Figure struct {
	hands       Hands
	head, body  *widget.Element
	title, note *widget.Element
	legend      legend
	canvas      *widget.Element
	outline     outline
	places      *places
	tables      []*unseen
	unseen      *widget.Element
}

func newFigure(hands Hands, name string) *Figure {
	f := &Figure{hands: hands, title: heading(""), note: widget.New("span", "note"), outline: newOutline(),
		places: newPlaces(hands, name, ""), unseen: widget.New("div", "sr")}
	f.legend.root = widget.New("div", "legend")
	f.head = widget.New("div", "fig-head", f.title, f.note, widget.New("span", "grow"), f.legend.root).
		Hide(true)
	f.body = widget.New("div", "picture", f.outline.root, f.places.root, f.unseen).Hide(true)
	return f
}

// Canvas puts a new canvas in place, for a new runner, and gives what the runner needs.
func (f *Figure) Canvas() js.Value {
	var offscreen js.Value
	f.canvas, offscreen = putCanvas(f.canvas, f.body)
	return offscreen
}

// show shows a picture that was painted.
func (f *Figure) show(p *proto.Picture, picked proto.Picked) {
	f.head.Hide(p.Height == 0)
	f.body.Hide(p.Height == 0)
	if p.Height == 0 || f.canvas == nil {
		return
	}
	f.title.Say(p.Title)
	f.note.Say(p.Note)
	f.legend.show(p.Legend)
	f.outline.show(p.Outline)
	height := pixels(float64(p.Height))
	f.body.Styled("height", height)
	f.canvas.Styled("height", height)
	f.places.label = f.hands.Text("figure.grid", p.Title)
	f.places.show(p.Spots, picked)
	if len(p.Tables) == 0 {
		return
	}
	for i, table := range f.tables {
		table.root.Hide(i >= len(p.Tables))
	}
	for i, rows := range p.Tables {
		if i == len(f.tables) {
			f.tables = append(f.tables, newUnseen())
			f.unseen.Add(f.tables[i].root)
		}
		f.tables[i].show(rows.Table, rows.Columns, rows.Cells)
	}
}

// Strip is the memory of the run, in a figure of its own.
type Strip struct {
	*Figure
	Root  *widget.Element
	shown *proto.Drawn
}

// NewStrip makes the figure.
func NewStrip(hands Hands) *Strip {
	s := &Strip{Figure: newFigure(hands, "strip")}
	s.places.picks()
	s.Root = widget.New("figure", "fig", s.head, s.body).Hide(true)
	return s
}

// Show shows the state.
func (t *Strip) Show(s *desk.State) {
	t.Root.Classed("stale", s.Stale())
	d := s.Drawn
	t.Root.Hide(d == nil || d.Strip.Height == 0)
	if d != nil && d != t.shown {
		t.shown = d
		t.Root.With("aria-label", d.Strip.Title)
		t.show(&d.Strip, s.Picked)
	}
}

// putCanvas puts a new canvas first into a box, in place of the old one if there is one: a canvas that was
// handed to a runner cannot be handed to another.
func putCanvas(old, box *widget.Element) (canvas *widget.Element, offscreen js.Value) {
	if old != nil {
		old.Remove()
	}
	canvas, offscreen = widget.Offscreen()
	box.Call("prepend", canvas.With("aria-hidden", "true").Value)
	return canvas, offscreen
}
