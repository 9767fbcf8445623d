//go:build js

package panel

import (
	"strings"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Inspector tells all of the selection.
type Inspector struct {
	hands            Hands
	Root             *widget.Element
	title, name, sub *widget.Element
	chips, empty     *widget.Element
	facts            *widget.Element
	pairs            []pair
	table            *widget.Element
	key              string
	cells            []*widget.Element
	shown            *proto.Drawn
	picked           proto.Picked
	clear            *widget.Element
}

type pair struct{ name, value *widget.Element }

// NewInspector makes it.
func NewInspector(hands Hands) *Inspector {
	i := &Inspector{hands: hands, name: widget.New("span", ""), sub: widget.New("small", "")}
	i.title = widget.New("h3", "insp-title", i.name, i.sub)
	i.chips, i.facts = widget.New("div", "chips"), widget.New("dl", "props")
	i.table = widget.New("table", "mini")
	i.empty = widget.New("p", "empty").Say(hands.Text("inspector.empty"))
	i.clear = widget.Button("btn small", hands.Text("inspector.clear")).Does("escape", "")
	i.Root = widget.New("section", "sec", widget.New("div", "panel-head",
		heading(hands.Text("inspector.title")), i.clear), i.title, i.chips, i.facts,
		widget.New("div", "mini-box", i.table), i.empty)
	return i
}

// Show shows the state.
func (i *Inspector) Show(s *desk.State) {
	var inspect *proto.Inspect
	if s.Drawn != nil && s.Picked.Kind != "" {
		inspect = s.Drawn.Inspect
	}
	isEmpty := inspect == nil
	i.empty.Hide(!isEmpty)
	for _, e := range []*widget.Element{i.title, i.chips, i.facts, i.table, i.clear} {
		e.Hide(isEmpty)
	}
	if isEmpty || s.Drawn == i.shown {
		return
	}
	i.shown = s.Drawn
	i.name.Say(inspect.Title)
	i.sub.Say(inspect.Sub)
	i.build(inspect)
	for n, fact := range inspect.Facts {
		i.pairs[n].name.Say(fact.Name)
		i.pairs[n].value.Say(fact.Text)
	}
	if i.picked != s.Picked {
		i.picked = s.Picked
		i.facts.Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
	at := 0
	for r, row := range inspect.Cells {
		for c := range inspect.Columns {
			cell := i.cells[at]
			at++
			if c < len(row) {
				cell.Say(row[c])
			}
			if c == 0 && r < len(inspect.Colours) {
				cell.With("class", classes("chip", colourClass(inspect.Colours[r])))
			}
		}
	}
}

// build makes as many elements as this selection needs; while it stays, only texts change.
func (i *Inspector) build(inspect *proto.Inspect) {
	var b strings.Builder
	for _, c := range inspect.Columns {
		b.WriteString(c.Name + "\t")
	}
	for _, c := range inspect.Chips {
		b.WriteString(c.Text + desk.PickedText(c.Picked) + "\n")
	}
	b.WriteString(desk.Grouped(int64(len(inspect.Cells))) + "/" + desk.Grouped(int64(len(inspect.Facts))))
	if b.String() == i.key {
		return
	}
	i.key = b.String()
	i.chips.Fill()
	for _, c := range inspect.Chips {
		i.chips.Add(pickChip(c))
	}
	i.facts.Fill()
	i.pairs = nil
	for range inspect.Facts {
		p := pair{widget.New("dt", ""), widget.New("dd", "")}
		i.pairs = append(i.pairs, p)
		i.facts.Add(p.name, p.value)
	}
	i.buildTable(inspect)
}

func (i *Inspector) buildTable(inspect *proto.Inspect) {
	i.table.Fill()
	i.cells = nil
	if len(inspect.Columns) == 0 {
		return
	}
	head := widget.New("tr", "")
	for _, c := range inspect.Columns {
		head.Add(widget.New("th", numeric(c)).With("scope", "col").Say(c.Name))
	}
	body := widget.New("tbody", "")
	for range inspect.Cells {
		row := widget.New("tr", "")
		for n, c := range inspect.Columns {
			cell := widget.New("td", numeric(c))
			if n == 0 && len(inspect.Colours) > 0 {
				inner := widget.New("span", "chip")
				cell.Add(inner)
				row.Add(cell)
				cell = inner
			} else {
				row.Add(cell)
			}
			i.cells = append(i.cells, cell)
		}
		body.Add(row)
	}
	i.table.Add(widget.New("thead", "", head), body)
}

func numeric(c proto.Column) string {
	if c.Numeric {
		return "num"
	}
	return ""
}
