//go:build js

package panel

import (
	"strconv"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Charts are the rows below the timeline: CPU, workers, waits.
type Charts struct {
	hands  Hands
	Root   *widget.Element
	cpu    chart
	work   chart
	waits  chart
	series *proto.Series
	width  int
	strong int
}

// chart is a row: name and value of now in the gutter, the plot beside them.
type chart struct {
	value, top, keys *widget.Element
	shownKeys        string
}

// NewCharts makes the rows.
func NewCharts(hands Hands) *Charts {
	c := &Charts{hands: hands, Root: widget.New("div", "charts"), strong: -1}
	c.cpu = c.row("share", hands.Text("chart.cpu"))
	c.work = c.row("workers", hands.Text("chart.workers"))
	c.waits = c.row("waits", hands.Text("chart.waits"))
	c.work.name([]keyed{{"c-run", hands.Text("chart.running")}, {"c-ready", hands.Text("chart.runnable")}})
	return c
}

func (c *Charts) row(kind, name string) chart {
	r := chart{value: widget.New("b", "value"), top: widget.New("span", ""), keys: widget.New("span", "keys")}
	plot := widget.New("div", "plot").With("aria-hidden", "true")
	c.Root.Add(widget.New("div", "chart", widget.New("div", "name", widget.New("span", "").Say(name), r.value), plot,
		widget.New("div", "top", r.keys, r.top)))
	widget.NewChart(plot, kind)
	return r
}

type keyed struct{ class, text string }

// name labels the areas.
func (r *chart) name(keys []keyed) {
	all := ""
	for _, k := range keys {
		all += k.class + k.text
	}
	if all == r.shownKeys {
		return
	}
	r.shownKeys = all
	r.keys.Fill()
	for _, k := range keys {
		r.keys.Add(widget.New("span", "", widget.New("i", k.class), widget.New("span", "").Say(k.text)))
	}
}

// Recolour follows the theme.
func (c *Charts) Recolour() { widget.RecolourCharts() }

// Show shows the state.
func (c *Charts) Show(s *desk.State) {
	if d := s.Drawn; d != nil {
		c.cpu.value.Say(strconv.FormatFloat(d.Now.Busy, 'f', 1, 64) + " %")
		c.work.value.Say(desk.Grouped(int64(d.Now.Running)) + " + " + desk.Grouped(int64(d.Now.Runnable)))
		c.waits.value.Say(desk.Grouped(int64(d.Now.Waiting + d.Now.Pending)))
	}
	strong := s.PickedNode()
	if s.Series == nil || s.Series == c.series && c.width == s.Sizes.Line && strong == c.strong {
		return
	}
	c.series, c.width, c.strong = s.Series, s.Sizes.Line, strong
	most := 0
	if s.Run != nil {
		most = s.Run.Schedulers
	}
	widget.ShowSeries(strong, most)
	c.label(s.Series)
}

// fewestNodes and mostNodes are between how many nodes each has a line of its own.
const (
	fewestNodes = 2
	mostNodes   = 64
)

// waitLines is how many wait types have an area of their own; the others are summed up.
const waitLines = 4

func (c *Charts) label(d *proto.Series) {
	c.cpu.top.Say(c.hands.Text("chart.percent"))
	if n := len(d.Nodes); n >= fewestNodes && n <= mostNodes {
		c.cpu.top.Say(c.hands.Text("chart.nodes", n))
	}
	shades := []string{"c-w0", "c-w1", "c-w2", "c-w3", "c-w4"}
	var keys []keyed
	for i, wait := range d.Waits[:min(len(d.Waits), waitLines+1)] {
		name := wait.Name
		if i == waitLines {
			name = c.hands.Text("chart.others")
		}
		keys = append(keys, keyed{shades[i], name})
	}
	c.waits.name(keys)
}
