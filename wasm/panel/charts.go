//go:build js

package panel

import (
	"slices"
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
	plot             *widget.Chart
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
	c.Root.Add(widget.New("div", "chart", widget.New("div", "name", widget.Span("", name),
		r.value),
		plot,
		widget.New("div", "top", r.keys, r.top)))
	r.plot = widget.NewChart(plot, kind)
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
		r.keys.Add(widget.New("span", "", widget.New("i", k.class), widget.Span("", k.text)))
	}
}

// Recolour follows the theme.
func (c *Charts) Recolour() {
	for _, r := range []*chart{&c.cpu, &c.work, &c.waits} {
		r.plot.Recolour()
	}
}

// Show shows the state.
func (c *Charts) Show(s *desk.State) {
	if s.Drawn != nil {
		c.showNow(s.Drawn.Now)
	}
	strong := s.PickedNode()
	if s.Series == nil || s.Series == c.series && c.width == s.Sizes.Line && strong == c.strong {
		return
	}
	c.series, c.width, c.strong = s.Series, s.Sizes.Line, strong
	c.draw(s.Series, s.Run)
}

func (c *Charts) showNow(now proto.Now) {
	c.cpu.value.Say(strconv.FormatFloat(now.Busy, 'f', 1, 64) + " %")
	c.work.value.Say(desk.Grouped(int64(now.Running)) + " + " + desk.Grouped(int64(now.Runnable)))
	c.waits.value.Say(desk.Grouped(int64(now.Waiting + now.Pending)))
}

// fewestNodes and mostNodes are between how many nodes each has a line of its own.
const (
	fewestNodes = 2
	mostNodes   = 64
)

func (c *Charts) draw(d *proto.Series, run *proto.Opened) {
	from, to := float64(d.From)/1e9, float64(d.To)/1e9
	lines := [][]float64{d.Busy}
	if len(d.Nodes) >= fewestNodes && len(d.Nodes) <= mostNodes {
		lines = append(lines, d.Nodes...)
		c.cpu.top.Say(c.hands.Text("chart.nodes", len(d.Nodes)))
	} else {
		c.cpu.top.Say(c.hands.Text("chart.percent"))
	}
	c.cpu.plot.Draw(widget.Lines{From: from, To: to, Top: 103, Strong: c.strong, At: d.At, Values: lines})
	top := highest(d.Running, d.Runnable)
	if run != nil {
		top = max(top, float64(run.Schedulers))
	}
	c.work.plot.Draw(widget.Lines{From: from, To: to, Top: top * 1.03, Strong: -1, At: d.At,
		Values: [][]float64{d.Running, d.Runnable}})
	c.drawWaits(d, from, to)
}

// waitLines is how many wait types have an area of their own; the others are summed up.
const waitLines = 4

func (c *Charts) drawWaits(d *proto.Series, from, to float64) {
	lines, keys := [][]float64{}, []keyed{}
	shades := []string{"c-w0", "c-w1", "c-w2", "c-w3", "c-w4"}
	for i, wait := range d.Waits {
		if i < waitLines {
			lines, keys = append(lines, wait.Values), append(keys, keyed{shades[i], wait.Name})
			continue
		}
		if i == waitLines {
			lines = append(lines, slices.Clone(wait.Values))
			keys = append(keys, keyed{shades[i], c.hands.Text("chart.others")})
			continue
		}
		for j, v := range wait.Values {
			lines[waitLines][j] += v
		}
	}
	c.waits.name(keys)
	c.waits.plot.Draw(widget.Lines{From: from, To: to, Top: max(1, highest(lines...)) * 1.05, Strong: -1,
		At:     d.At,
		Values: lines})
}

// highest is the greatest sum of the lines.
func highest(lines ...[]float64) (top float64) {
	if len(lines) > 0 {
		for i := range lines[0] {
			top = max(top, sumAt(lines, i))
		}
	}
	return top
}

func sumAt(lines [][]float64, i int) (sum float64) {
	for _, line := range lines {
		sum += line[i]
	}
	return sum
}
