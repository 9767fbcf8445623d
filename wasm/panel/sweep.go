//go:build js

package panel

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"schedlab/engine/scenario"
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Sweep is the tab of a sweep: what is swept, a chart, and a table of the same figures.
type Sweep struct {
	hands    Hands
	Root     *widget.Element
	paths    [2]*widget.Element
	lists    [2]*widget.Element
	metric   *widget.Element
	run      *widget.Element
	cancel   *widget.Element
	note     *widget.Element
	plot     *widget.Element
	keys     *widget.Element
	chart    *widget.Chart
	table    *widget.Element
	options  string // of the fields, as shown
	metrics  string
	shown    string // figures and metric, as shown
	shownAt  float64
	asked    string // the metric, and how much of it is expected: changes of these are shown at once
	perPlace int
}

// NewSweep makes the tab.
func NewSweep(hands Hands) *Sweep {
	w := &Sweep{hands: hands, note: widget.New("span", "note").With("role", "status"),
		plot: widget.New("div", "sweep-plot").With("aria-hidden", "true"),
		keys: widget.New("p", "sweep-keys"), table: widget.New("table", "")}
	bar := widget.New("div", "sweep-bar")
	for i, label := range []string{hands.Text("sweep.first"), hands.Text("sweep.second")} {
		n := strconv.Itoa(i)
		w.paths[i] = widget.New("select", "").With("id", "sweep-path"+n).With("data-choose", "sweep.path"+n)
		w.lists[i] = widget.New("input", "").With("data-choose", "sweep.list"+n).With("autocomplete", "off").
			With("placeholder", hands.Text("sweep.hint"))
		bar.Add(widget.New("span", "pair", widget.New("label", "").With("for", "sweep-path"+n).Say(label),
			w.paths[i], w.lists[i]))
	}
	w.metric = widget.New("select", "").With("id", "sweep-metric").With("data-choose", "sweep.metric")
	w.run = widget.Button("btn primary", "").Does("sweep.run", "")
	w.cancel = widget.Button("btn line", hands.Text("sweep.cancel")).Does("sweep.cancel", "")
	bar.Add(widget.New("span", "pair", widget.New("label", "").With("for", "sweep-metric").
		Say(hands.Text("sweep.metric")), w.metric), w.run, w.cancel, w.note)
	scroll := widget.New("div", "scroll", w.table)
	w.Root = widget.New("div", "sweep", bar, w.keys, w.plot, scroll).Hide(true)
	w.chart = widget.NewChart(w.plot, "sweep")
	w.plot.Listen("pick", func(event js.Value) {
		detail := event.Get("detail")
		at := detail.Get("place").Int()*w.perPlace + detail.Get("line").Int()
		hands.Act(desk.Command{Name: "sweep.open", Argument: strconv.Itoa(at)})
	})
	return w
}

// Recolour follows the theme.
func (w *Sweep) Recolour() { w.chart.Recolour() }

// Show shows the state.
func (w *Sweep) Show(s *desk.State) {
	isOpen := s.Tab == desk.SweepTab
	w.Root.Hide(!isOpen)
	if !isOpen {
		return
	}
	w.showFields(s)
	w.showMetrics(s)
	w.showProgress(s)
	w.showFigures(s)
}

// showFields brings the choices of fields and their values up to date.
func (w *Sweep) showFields(s *desk.State) {
	fields := s.SweepFields()
	key := ""
	for _, f := range fields {
		key += f.Path + "\n"
	}
	isNew := key != w.options
	if isNew {
		w.options = key
		for _, path := range w.paths {
			path.Fill(widget.New("option", "").With("value", "").Say(w.hands.Text("sweep.none")))
			for _, f := range fields {
				path.Add(widget.New("option", "").With("value", f.Path).Say(f.Title))
			}
		}
	}
	for i := range w.paths {
		path, values, title := "", "", ""
		if i < len(s.Sweep.Axes) {
			axis := s.Sweep.Axes[i]
			path, values, title = axis.Path, strings.Join(axis.Values, ", "), axis.Title
		}
		if isNew {
			w.paths[i].Overwritten(path)
		}
		w.paths[i].Written(path)
		w.lists[i].Hide(path == "").With("aria-label", w.hands.Text("sweep.values", title))
		w.lists[i].Written(values)
	}
}

func (w *Sweep) showMetrics(s *desk.State) {
	names := s.Sweep.SweepMetrics()
	chosen := s.SweepMetric()
	if len(names) == 0 {
		names = []string{chosen}
	}
	if key := strings.Join(names, "\n"); key != w.metrics {
		w.metrics = key
		w.metric.Fill()
		for _, name := range names {
			w.metric.Add(widget.New("option", "").With("value", name).
				Say(desk.MetricTitle(name) + " (" + name + ")"))
		}
		w.metric.Overwritten(chosen)
	}
	w.metric.Written(chosen)
}

func (w *Sweep) showProgress(s *desk.State) {
	done, all := s.Sweep.Done(), len(s.Sweep.Points)
	w.run.Hide(s.Sweep.On || done == all || s.Sweep.Problem != "")
	w.run.Say(w.hands.Text("sweep.run", desk.Grouped(int64(all))))
	if done > 0 {
		w.run.Say(w.hands.Text("sweep.again"))
	}
	w.cancel.Hide(!s.Sweep.On)
	switch {
	case s.Sweep.Problem != "":
		w.note.Say(s.Sweep.Problem)
	case all == 0:
		w.note.Say(w.hands.Text("sweep.empty"))
	case done < all:
		w.note.Say(w.hands.Text("sweep.progress", done, all))
	default:
		w.note.Say(w.hands.Text("sweep.all", all))
	}
}

// figures are those of the chosen metric: a row for each value of the first field.
type figures struct {
	x, lines []string
	values   [][]float64 // by line, by place; NaN = there is none
	expected [][]float64 // the same by a closed form; nil = there is none of any point
}

func (w *Sweep) figuresOf(s *desk.State) figures {
	f := figures{lines: []string{""}}
	axes := s.Sweep.Axes
	if len(axes) == 0 || len(s.Sweep.Points) == 0 {
		return figures{}
	}
	f.x = axes[0].Values
	w.perPlace = len(s.Sweep.Points) / max(len(f.x), 1)
	if len(axes) > 1 {
		f.lines = nil
		for i := range w.perPlace {
			f.lines = append(f.lines, setText(s.Sweep.Points[i].Set[1:]))
		}
	}
	metric := s.SweepMetric()
	isExpected := false
	for line := range f.lines {
		values, expected := make([]float64, len(f.x)), make([]float64, len(f.x))
		for place := range values {
			p := &s.Sweep.Points[place*w.perPlace+line]
			values[place], _ = figureOf(p.Metrics, metric)
			var ok bool
			expected[place], ok = figureOf(p.Expected, metric)
			isExpected = isExpected || ok
		}
		f.values, f.expected = append(f.values, values), append(f.expected, expected)
	}
	if !isExpected {
		f.expected = nil
	}
	return f
}

func figureOf(metrics map[string]float64, name string) (value float64, ok bool) {
	if value, ok = metrics[name]; !ok {
		value = math.NaN()
	}
	return value, ok
}

// setText is the values of a point's further fields.
func setText(set []scenario.Assignment) string {
	var texts []string
	for _, a := range set {
		texts = append(texts, strings.Trim(a.Value.String(), `"`))
	}
	return strings.Join(texts, ", ")
}

// figuresEvery is the least time between two pictures that differ by what runs have given, in milliseconds:
// what shows them is time that runs do not get.
const figuresEvery = 400

// showFigures draws the chart and writes the table, if they are others than before.
func (w *Sweep) showFigures(s *desk.State) {
	asked := s.SweepMetric() + "\n" + strconv.Itoa(s.Sweep.Estimated())
	if s.Sweep.On && asked == w.asked && widget.Now()-w.shownAt < figuresEvery {
		return
	}
	w.asked = asked
	f := w.figuresOf(s)
	key := s.SweepMetric() + "\n" + strings.Join(f.x, ",") + strings.Join(f.lines, ",")
	for _, line := range slices.Concat(f.values, f.expected) {
		for _, v := range line {
			key += strconv.FormatFloat(v, 'g', -1, 64) + " "
		}
	}
	for i := range s.Sweep.Points {
		key += s.Sweep.Points[i].Fault
	}
	if key == w.shown {
		return
	}
	w.shown, w.shownAt = key, widget.Now()
	isThere := len(f.values) > 0
	w.plot.Hide(!isThere)
	w.table.Hide(!isThere)
	w.keys.Hide(len(f.lines) < 2 && f.expected == nil)
	if isThere {
		w.draw(s, f)
		w.write(s, f)
	}
}

// planned is the busy share up to which people plan. Source: the usual rule of capacity planners, as in
// "Virtualizing large databases", InterSystems 2017.
const planned = 80

func (w *Sweep) draw(s *desk.State, f figures) {
	metric := s.SweepMetric()
	top := 0.0
	for _, line := range slices.Concat(f.values, f.expected) {
		for _, v := range line {
			if !math.IsNaN(v) {
				top = max(top, v)
			}
		}
	}
	unit, guide := "", int64(0)
	if strings.HasSuffix(metric, "_pct") {
		unit = " %"
	}
	if strings.HasSuffix(metric, "busy_pct") || strings.HasSuffix(metric, "usage_pct") {
		guide, top = planned, max(top, 100)
	}
	at, isNumeric := make([]float64, len(f.x)), true
	for i, text := range f.x {
		n, err := strconv.ParseFloat(text, 64)
		isNumeric = isNumeric && err == nil && (i == 0 || n > at[i-1])
		at[i] = n
	}
	if !isNumeric {
		for i := range at {
			at[i] = float64(i)
		}
	}
	names := scenario.Fields(scenario.Member{Name: "x", Value: wordList(f.x)},
		scenario.Member{Name: "lines", Value: wordList(f.lines)},
		scenario.Member{Name: "unit", Value: scenario.Words(unit)},
		scenario.Member{Name: "guide", Value: scenario.Int(guide)})
	w.plot.With("data-names", string(scenario.Document{Root: names}.Compact()))
	pad := (at[len(at)-1] - at[0]) * .04
	if pad == 0 {
		pad = 1
	}
	w.chart.Draw(widget.Lines{From: at[0] - pad, To: at[len(at)-1] + pad, Top: max(top, 1e-9) * 1.06,
		Strong: -1, At: at, Values: slices.Concat(f.values, f.expected)})
	w.keys.Fill()
	if len(s.Sweep.Axes) > 1 {
		w.keys.Add(widget.Span("", s.Sweep.Axes[1].Title+":"))
	}
	for i, name := range f.lines {
		w.keys.Add(widget.New("span", "", widget.New("i", "q"+strconv.Itoa(i%12+1)), widget.Span("", name)))
	}
	if f.expected != nil {
		w.keys.Add(widget.New("span", "", widget.New("i", "expected"),
			widget.Span("", w.hands.Text("sweep.expected"))))
	}
	if guide > 0 {
		w.keys.Hide(false).Add(widget.New("span", "", widget.New("i", "guide"),
			widget.Span("", w.hands.Text("sweep.guide"))))
	}
}

// write fills the table: each figure is a button that opens its run.
func (w *Sweep) write(s *desk.State, f figures) {
	metric := s.SweepMetric()
	head := widget.New("tr", "", widget.New("th", "").With("scope", "col").Say(s.Sweep.Axes[0].Title))
	for _, name := range f.lines {
		text := name
		if text == "" {
			text = desk.MetricTitle(metric)
		}
		head.Add(widget.New("th", "num").With("scope", "col").Say(text))
	}
	body := widget.New("tbody", "")
	for place, text := range f.x {
		row := widget.New("tr", "", widget.New("th", "").With("scope", "row").Say(text))
		for line := range f.lines {
			at := place*w.perPlace + line
			cell := widget.New("td", "num", w.cell(s, at, f.values[line][place]))
			row.Add(cell)
			if f.expected != nil && math.IsNaN(f.values[line][place]) && s.Sweep.Points[at].Fault == "" {
				cell.Fill(w.expectedCell(s, f.expected[line][place]))
			}
		}
		body.Add(row)
	}
	w.table.Fill(widget.New("thead", "", head), body)
}

func (w *Sweep) cell(s *desk.State, at int, value float64) *widget.Element {
	p := &s.Sweep.Points[at]
	if math.IsNaN(value) {
		text := "–"
		if p.Fault != "" {
			text = w.hands.Text("sweep.failed", p.Fault)
		}
		return widget.Span("dim", text)
	}
	button := widget.Button("link", desk.MetricText(s.SweepMetric(), value)).
		With("title", w.hands.Text("sweep.open", setText(p.Set)))
	return button.Does("sweep.open", strconv.Itoa(at))
}

func (w *Sweep) expectedCell(s *desk.State, value float64) *widget.Element {
	if math.IsNaN(value) {
		return widget.Span("dim", "–")
	}
	return widget.Span("dim", "≈ "+desk.MetricText(s.SweepMetric(), value))
}

func wordList(words []string) scenario.Tree {
	list := scenario.Items()
	for _, word := range words {
		list.Items = append(list.Items, scenario.Words(word))
	}
	return list
}
