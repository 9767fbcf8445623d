//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Twin is the pictures as a table, for screen readers.
type Twin struct {
	Root *widget.Element
	body *widget.Element
	rows [][]*widget.Element
}

// mostLanes is how many lanes the table has; the tables of the tabs have all.
const mostLanes = 200

// NewTwin makes the table.
func NewTwin(hands Hands) *Twin {
	head := widget.New("tr", "")
	for _, name := range []string{hands.Text("twin.node"), hands.Text("twin.scheduler"),
		hands.Text("twin.running"),
		hands.Text("twin.runnable"), hands.Text("twin.wait")} {
		head.Add(column("", name))
	}
	t := &Twin{body: widget.New("tbody", "")}
	title := widget.New("caption", "").Say(hands.Text("twin.title"))
	t.Root = widget.New("div", "sr", widget.New("table", "", title, widget.New("thead", "", head), t.body))
	return t
}

// Show shows the state; the runner sends the rows not more than twice a second.
func (t *Twin) Show(s *desk.State) {
	rows := s.Twin[:min(len(s.Twin), mostLanes)]
	for len(t.rows) < len(rows) {
		t.grow(rows[len(t.rows)])
	}
	for i, cells := range t.rows {
		for j, cell := range cells {
			text := ""
			if i < len(rows) && j < len(rows[i]) {
				text = rows[i][j]
			}
			cell.Say(text)
		}
	}
}

func (t *Twin) grow(row []string) {
	tr := widget.New("tr", "")
	var cells []*widget.Element
	for range row {
		cell := widget.New("td", "")
		cells = append(cells, cell)
		tr.Add(cell)
	}
	t.body.Add(tr)
	t.rows = append(t.rows, cells)
}
