//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Tabs are the tables below the pictures.
type Tabs struct {
	hands  Hands
	Root   *widget.Element
	tabs   map[desk.Tab]*widget.Element
	panel  *widget.Element
	note   *widget.Element
	picker *widget.Element
	filter *widget.Element
	names  string
	table  *Table
	chart  *Placement
	sweep  *Sweep
	copies *widget.Element
	shown  *proto.Rows
	tab    desk.Tab
	told   int64 // the instant at which the log stands
	lines  proto.Lines
}

// NewTabs makes the tabs.
func NewTabs(hands Hands) *Tabs {
	t := &Tabs{hands: hands, tabs: map[desk.Tab]*widget.Element{}, note: widget.New("span", "note")}
	list := widget.New("div", "tablist").With("role", "tablist").With("aria-label", hands.Text("tabs.label"))
	titles := map[desk.Tab]string{desk.Waits: hands.Text("tab.waits"),
		desk.Placement: hands.Text("tab.placement"),
		desk.Tables:    hands.Text("tab.tables"), desk.Log: hands.Text("tab.log"),
		desk.SweepTab: hands.Text("tab.sweep")}
	for _, tab := range desk.Tabs {
		t.tabs[tab] = widget.Button("", titles[tab]).With("role", "tab").With("id", "tab-"+string(tab)).
			With("aria-controls", "tabpanel").Does("tab", string(tab))
		list.Add(t.tabs[tab])
	}
	t.picker = widget.New("select", "quiet-select mono").With("data-choose", "table").
		With("aria-label", hands.Text("tables.pick")).Hide(true)
	t.filter = newFilter(hands)
	t.copies = widget.WordButton("btn small", "copy", hands.Text("tables.copy")).Does("table.copy", "")
	bar := widget.New("div", "tabbar-row row", list, t.picker, t.filter, t.note, t.copies)
	t.table, t.chart, t.sweep = NewTable(hands), NewPlacement(hands), NewSweep(hands)
	t.panel = widget.New("div", "tabpanel", t.chart.Root, t.table.Root, t.sweep.Root).
		With("role", "tabpanel").With("id", "tabpanel").With("tabindex", "0")
	t.table.Scrolls(t.panel)
	t.Root = widget.New("section", "tabs", bar, t.panel).With("aria-label", hands.Text("tabs.label"))
	return t
}

// newFilter chooses lines of the log.
func newFilter(hands Hands) *widget.Element {
	text := widget.New("input", "").With("type", "search").With("data-choose", "filter").
		With("placeholder", hands.Text("log.filter")).With("aria-label", hands.Text("log.filter"))
	kind := widget.New("select", "quiet-select").With("data-choose", "lines").
		With("aria-label", hands.Text("log.kind"))
	for _, option := range [][2]string{{"", hands.Text("log.all")}, {"own", hands.Text("log.own")},
		{"events", hands.Text("log.events")}} {
		kind.Add(widget.New("option", "").With("value", option[0]).Say(option[1]))
	}
	return widget.New("div", "filter", kind, text).Hide(true)
}

// Show shows the state.
func (t *Tabs) Show(s *desk.State) {
	t.Root.Classed("stale", s.Stale()).Hide(s.Failed != nil)
	for tab, button := range t.tabs {
		isOpen := tab == s.Tab
		button.With("aria-selected", claim(isOpen))
		button.With("tabindex", map[bool]string{true: "0", false: "-1"}[isOpen])
	}
	t.panel.With("aria-labelledby", "tab-"+string(s.Tab))
	t.picker.Hide(s.Tab != desk.Tables)
	t.filter.Hide(s.Tab != desk.Log)
	t.table.Root.Hide(s.Tab == desk.SweepTab)
	t.copies.Hide(s.Tab == desk.SweepTab && s.Sweep.Done() == 0)
	t.sweep.Show(s)
	t.showNames(s)
	if t.tab != s.Tab {
		if t.tab != "" {
			t.Root.Call("scrollIntoView", map[string]any{"block": "nearest"})
		}
		t.tab = s.Tab
		t.panel.Set("scrollTop", 0)
	}
	isNew := s.Rows != t.shown
	if isNew {
		t.shown = s.Rows
		t.showRows(s.Rows)
	}
	t.table.Show(s)
	if isNew {
		t.followLog(s)
	}
}

// followLog scrolls the log to the playhead when it moved. Who scrolls by hand in between stays where they
// are.
func (t *Tabs) followLog(s *desk.State) {
	if s.Tab != desk.Log || s.Rows == nil || s.Order.Column != 0 {
		t.told = -1
		return
	}
	if t.told != s.Drawn.At || t.lines != s.Lines {
		t.told, t.lines = s.Drawn.At, s.Lines
		t.table.ScrollTo(s.Rows.Here, s.Phone)
	}
}

func (t *Tabs) showRows(rows *proto.Rows) {
	if rows == nil {
		t.note.Say("")
		t.chart.Draw(nil)
		return
	}
	t.note.Say(rows.Note)
	t.chart.Draw(rows.Chart)
}

func (t *Tabs) showNames(s *desk.State) {
	if s.Run == nil {
		return
	}
	key := ""
	for _, table := range s.Run.Tables {
		key += table.Name + "\n"
	}
	if key != t.names {
		t.names = key
		t.picker.Fill()
		for _, table := range s.Run.Tables {
			t.picker.Add(widget.New("option", "").With("value", table.Name).With("title", table.Title).
				Say(table.Name))
		}
	}
	t.picker.Written(s.Table)
}

// Recolour follows the theme.
func (t *Tabs) Recolour() { t.sweep.Recolour() }
