//go:build js

package panel

import (
	"strconv"
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Table shows rows. Of a long table only those near the view are elements; they are kept and get other texts.
type Table struct {
	hands        Hands
	Root         *widget.Element
	table        *widget.Element
	head, body   *widget.Element
	above, below *widget.Element
	columns      string
	headers      []*widget.Element
	rows         []tableRow
	scroller     *widget.Element
	shown        *proto.Rows
	picked       proto.Picked
	order        desk.Order
	empty        *widget.Element
}

type tableRow struct {
	root  *widget.Element
	cells []*widget.Element
	bar   *widget.Element
	text  string // of a last cell whose parts can be explained
}

// NewTable makes an empty table.
func NewTable(hands Hands) *Table {
	t := &Table{hands: hands, head: widget.New("tr", ""), body: widget.New("tbody", "")}
	t.above, t.below = spacer(), spacer()
	t.table = widget.New("table", "", widget.New("thead", "", t.head), t.body)
	t.empty = widget.New("p", "dim").Hide(true)
	t.Root = widget.New("div", "", t.table, t.empty)
	newFieldHelp(hands, t.Root)
	return t
}

func spacer() *widget.Element {
	return widget.New("tr", "spacer", widget.New("td", "")).With("aria-hidden", "true").Hide(true)
}

// rowHeight is that of a row of the style sheet, CSS pixels; only long tables depend on it.
const rowHeight = 22

// Scrolls follows an element's scrolling: it asks for other rows of a long table.
func (t *Table) Scrolls(scroller *widget.Element) {
	t.scroller = scroller
	scroller.Listen("scroll", func(js.Value) {
		if t.shown == nil || t.shown.Total <= len(t.shown.Cells) {
			return
		}
		top := scroller.Get("scrollTop").Int() / rowHeight
		t.hands.Act(desk.Rows{From: top, In: scroller.Height()/rowHeight + 1})
	})
}

// ScrollTo puts a row of all in the middle of the view; on a phone the whole screen scrolls. It is one of the
// rows that are elements.
func (t *Table) ScrollTo(row int, onPhone bool) {
	row = min(row, len(t.shown.Cells)-1)
	switch {
	case row < 0:
	case onPhone:
		t.rows[row].root.Call("scrollIntoView", map[string]any{"block": "center"})
	default:
		at := t.rows[row].root.Get("offsetTop").Int()
		t.scroller.Set("scrollTop", max(0, at-t.scroller.Height()/2))
	}
}

// Show shows the state.
func (t *Table) Show(s *desk.State) {
	rows := s.Rows
	if rows == t.shown && s.Picked == t.picked && s.Order == t.order {
		return
	}
	t.shown, t.picked, t.order = rows, s.Picked, s.Order
	t.table.Hide(rows == nil || len(rows.Columns) == 0)
	t.empty.Hide(rows == nil || len(rows.Cells) > 0)
	t.empty.Say(t.none(s))
	if rows == nil {
		return
	}
	t.showHead(rows, s.Order)
	t.fit(len(rows.Cells), rows)
	for i := range rows.Cells {
		t.showRow(&t.rows[i], rows, i)
		t.rows[i].root.Classed("here", rows.Here > 0 && rows.First+i == rows.Here && s.Order.Column == 0)
	}
	t.showSpace(rows)
}

// none says why there are no rows.
func (t *Table) none(s *desk.State) string {
	if s.Tab == desk.Log && s.Lines != (proto.Lines{}) {
		return t.hands.Text("log.none")
	}
	return t.hands.Text("tables.empty")
}

func (t *Table) showHead(rows *proto.Rows, order desk.Order) {
	key := rows.Tab + rows.Table
	for _, c := range rows.Columns {
		key += "\n" + c.Name
	}
	if key != t.columns {
		t.columns = key
		t.buildHead(rows)
	}
	for i, th := range t.headers {
		switch {
		case order.Column != i+1:
			th.Without("aria-sort")
		case order.Down:
			th.With("aria-sort", "descending")
		default:
			th.With("aria-sort", "ascending")
		}
	}
}

func (t *Table) buildHead(rows *proto.Rows) {
	class := map[string]string{"waits": "bars", "placement": "", "tables": "product",
		"log": "product log"}[rows.Tab]
	t.table.With("class", class)
	t.head.Fill()
	t.body.Fill(t.above, t.below)
	t.rows, t.headers = nil, nil
	for i, c := range rows.Columns {
		sort := widget.Button("", c.Name).Does("sort", strconv.Itoa(i+1))
		th := widget.New("th", columnClass(rows, i), sort).With("scope", "col")
		t.headers = append(t.headers, th)
		t.head.Add(th)
		if i == barColumn(rows) {
			t.head.Add(column("bar", t.hands.Text("waits.share")))
		}
	}
}

// barColumn is after which column the bars stand: the last numeric one.
func barColumn(rows *proto.Rows) int {
	if len(rows.Shares) == 0 {
		return -1
	}
	last := -1
	for i, c := range rows.Columns {
		if c.Numeric {
			last = i
		}
	}
	return last
}

func columnClass(rows *proto.Rows, i int) string {
	if rows.Columns[i].Numeric {
		return "num"
	}
	if i > 0 && i == len(rows.Columns)-1 && rows.Tab == "waits" {
		return "reading"
	}
	return ""
}

// fit makes as many rows as there are to show.
func (t *Table) fit(count int, rows *proto.Rows) {
	for len(t.rows) < count {
		t.rows = append(t.rows, t.newRow(rows))
	}
	for i := range t.rows {
		t.rows[i].root.Hide(i >= count)
	}
}

func (t *Table) newRow(rows *proto.Rows) tableRow {
	r := tableRow{root: widget.New("tr", "")}
	bar := barColumn(rows)
	for i := range rows.Columns {
		cell := widget.New("td", columnClass(rows, i))
		r.cells = append(r.cells, cell)
		r.root.Add(cell)
		if i == bar {
			r.bar = widget.New("span", "")
			r.root.Add(widget.New("td", "bar", r.bar))
		}
	}
	t.body.Call("insertBefore", r.root.Value, t.below.Value)
	return r
}

func (t *Table) showRow(r *tableRow, rows *proto.Rows, from int) {
	for i, cell := range r.cells {
		text := ""
		if i < len(rows.Cells[from]) {
			text = rows.Cells[from][i]
		}
		cell.Say(text)
		if isLast := i == len(r.cells)-1; isLast && text != r.text && from < len(rows.Fields) {
			r.text = text
			if fields := rows.Fields[from]; len(fields) > 0 {
				cell.Fill(parts(text, fields)...)
			}
		}
	}
	if r.bar != nil && from < len(rows.Shares) {
		r.bar.Styled("transform", "scaleX("+number(rows.Shares[from])+")")
	}
	if from >= len(rows.Picked) || rows.Picked[from].Kind == "" {
		r.root.Without("tabindex").Without("data-do").With("aria-selected", "false")
		return
	}
	about := rows.Picked[from]
	r.root.Does("pick", desk.PickedText(about)).With("tabindex", "0").With("aria-selected",
		claim(about == t.picked))
}

// showSpace keeps the scroll bar as long as the whole table is.
func (t *Table) showSpace(rows *proto.Rows) {
	after := rows.Total - rows.First - len(rows.Cells)
	t.above.Hide(rows.First <= 0)
	t.above.Styled("height", pixels(float64(rows.First*rowHeight)))
	t.below.Hide(after <= 0)
	t.below.Styled("height", pixels(float64(max(0, after)*rowHeight)))
}
