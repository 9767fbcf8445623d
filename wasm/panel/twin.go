//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// unseen is a table for screen readers that says what a picture shows.
type unseen struct {
	root, title, head, body *widget.Element
	columns                 string
	rows                    []unseenRow
}

type unseenRow struct {
	root  *widget.Element
	cells []*widget.Element
}

// mostLanes is how many rows the table has; the tables of the tabs have all.
const mostLanes = 200

func newUnseen() *unseen {
	u := &unseen{title: widget.New("caption", ""), head: widget.New("tr", ""), body: widget.New("tbody", "")}
	u.root = widget.New("table", "", u.title, widget.New("thead", "", u.head), u.body)
	return u
}

func (u *unseen) show(title string, columns []proto.Column, cells [][]string) {
	u.title.Say(title)
	key := ""
	for _, c := range columns {
		key += c.Name + "\n"
	}
	if key != u.columns {
		u.columns, u.rows = key, nil
		u.head.Fill()
		u.body.Fill()
		for _, c := range columns {
			u.head.Add(column("", c.Name))
		}
	}
	cells = cells[:min(len(cells), mostLanes)]
	for len(u.rows) < len(cells) {
		row := unseenRow{root: widget.New("tr", "")}
		for range columns {
			cell := widget.New("td", "")
			row.cells = append(row.cells, cell)
			row.root.Add(cell)
		}
		u.rows = append(u.rows, row)
		u.body.Add(row.root)
	}
	for i, row := range u.rows {
		row.root.Hide(i >= len(cells))
		for j := 0; i < len(cells) && j < min(len(row.cells), len(cells[i])); j++ {
			row.cells[j].Say(cells[i][j])
		}
	}
}

// Twin is the schedulers as a table, for screen readers.
type Twin struct {
	Root    *widget.Element
	table   *unseen
	title   string
	columns []proto.Column
}

// NewTwin makes the table.
func NewTwin(hands Hands) *Twin {
	t := &Twin{table: newUnseen(), title: hands.Text("twin.title")}
	for _, name := range []string{hands.Text("twin.node"), hands.Text("twin.scheduler"),
		hands.Text("twin.running"), hands.Text("twin.runnable"), hands.Text("twin.wait")} {
		t.columns = append(t.columns, proto.Column{Name: name})
	}
	t.Root = widget.New("div", "sr", t.table.root)
	return t
}

// Show shows the state; the runner sends the rows not more than twice a second.
func (t *Twin) Show(s *desk.State) { t.table.show(t.title, t.columns, s.Twin) }
