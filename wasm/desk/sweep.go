package desk

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/wasm/proto"
)

// Sweep is the runs over ranges of one field or two: what is asked, and what has come of it.
type Sweep struct {
	Axes    []SweepAxis
	Points  []SweepPoint // the last axis changes fastest
	Metric  string       // chosen; empty = the scenario's headline
	On      bool         // points are under way
	Told    bool         // the reasons of this sweep's problems are in Problem
	Problem string       // why it cannot be run; empty = it can

	version int // of the document that the points were made of
	// expected counts the points that have been estimated.
	expected int
	batch    int // counts sweeps: what is said of an older one is dropped
	key      string
	known    map[string]map[string]float64 // figures by the document of the point
}

// SweepAxis is a field that takes values in turn.
type SweepAxis struct {
	Path, Title string
	Values      []string // as they stand in the document
}

// SweepPoint is one run of a sweep.
type SweepPoint struct {
	Set      []scenario.Assignment
	Metrics  map[string]float64 // nil = not there yet
	Fault    string             // why there is none
	Expected map[string]float64 // by a closed form, before there is a run and beside it; nil = by none
	document string
}

// SweepEffects are what the page must do for a sweep.
type SweepEffects struct {
	Stop bool             // end the pool
	Jobs []proto.ToRunner // for the pool, in order
}

// mostAtOnce is the estimated work, in events, up to which a sweep is run when it is looked at.
// assumed: half a minute on one core.
const mostAtOnce = 60_000_000

var sweepCommands = map[string]func(*State, string){
	"sweep.run":    func(s *State, _ string) { s.runSweep() },
	"sweep.cancel": func(s *State, _ string) { s.stopSweep() },
	"sweep.metric": func(s *State, name string) { s.Sweep.Metric = name },
	"sweep.open":   func(s *State, point string) { s.openPoint(point) },
	"sweep.path0":  func(s *State, path string) { s.setAxis(0, path, "") },
	"sweep.path1":  func(s *State, path string) { s.setAxis(1, path, "") },
	"sweep.list0":  func(s *State, values string) { s.setAxis(0, "", values) },
	"sweep.list1":  func(s *State, values string) { s.setAxis(1, "", values) },
}

// followSweep keeps the sweep in step with the document, and begins it when it is looked at and is not long.
func (s *State) followSweep() {
	w := &s.Sweep
	if s.Tab != SweepTab && !w.On {
		return // an edit should not wait for what nobody sees
	}
	s.catchUp()
	s.estimate()
	isUntouched := !w.On && w.Problem == "" && !w.Told && len(w.Points) > 0 && w.next() >= 0
	isSeen := s.Tab == SweepTab && s.Run != nil && s.RunOf == s.Generation
	if isSeen && isUntouched && s.sweepWork() <= mostAtOnce {
		s.runSweep()
	}
}

// catchUp takes up a document that has changed.
func (s *State) catchUp() {
	if w := &s.Sweep; w.version != s.Version {
		w.version = s.Version
		s.planSweep()
	}
}

// planSweep takes up what the document sweeps. Points whose documents are as before keep their figures.
func (s *State) planSweep() {
	w := &s.Sweep
	tree, _ := s.Document.Get("sweep")
	w.Axes, w.Problem = nil, ""
	var axes []scenario.Axis
	for _, m := range tree.Members {
		axes = append(axes, scenario.Axis{Path: m.Name, Values: m.Value.Items})
		axis := SweepAxis{Path: m.Name, Title: s.pathTitle(m.Name)}
		for _, value := range m.Value.Items {
			axis.Values = append(axis.Values, textOf(value))
		}
		w.Axes = append(w.Axes, axis)
	}
	key := string(s.bare().Compact())
	if key == w.key {
		return
	}
	w.key = key
	if w.On {
		s.stopSweep()
	}
	w.Told = false
	if len(s.Problems) > 0 {
		return
	}
	s.makePoints(axes)
}

// bare is the document without what its own sweep sets, and what else tells of other runs: points are the
// same as long as it is.
func (s *State) bare() scenario.Document {
	d, _ := s.Document.Run(nil)
	for _, axis := range s.Sweep.Axes {
		d, _ = d.Set(axis.Path, scenario.Words("…"))
	}
	sweep, isThere := s.Document.Get("sweep")
	if isThere {
		d, _ = d.Set("sweep", sweep)
	}
	return d
}

func (s *State) makePoints(axes []scenario.Axis) {
	w := &s.Sweep
	w.Points, w.expected = nil, 0
	count := 1
	for _, axis := range axes {
		count *= max(len(axis.Values), 1)
	}
	if count > scenario.MaxPoints {
		w.Problem = s.Supplies.Say.Text("sweep.tooMany", Grouped(scenario.MaxPoints))
		return
	}
	for _, set := range scenario.Points(axes) {
		d, problems := s.Document.Run(set)
		p := SweepPoint{Set: set, document: string(d.Compact())}
		if len(problems) > 0 {
			p.Fault = problems[0].String()
		}
		p.Metrics = w.known[p.document]
		w.Points = append(w.Points, p)
	}
}

// sweepWork is about how many events all points need that are not known, judged by the scenario itself.
func (s *State) sweepWork() int64 {
	events, _ := scenario.EstimateEvents(s.reading)
	return (events + 1) * int64(len(s.Sweep.Points))
}

// next is the first point that is not known; -1 = there is none.
func (w *Sweep) next() int {
	return slices.IndexFunc(w.Points, func(p SweepPoint) bool { return p.Metrics == nil && p.Fault == "" })
}

// Done counts the points that are known, or that there is nothing to know of.
func (w *Sweep) Done() (done int) {
	for i := range w.Points {
		if w.Points[i].Metrics != nil || w.Points[i].Fault != "" {
			done++
		}
	}
	return done
}

// runSweep asks the pool for all points that are not known.
func (s *State) runSweep() {
	w := &s.Sweep
	if w.On || len(s.Problems) > 0 {
		return
	}
	w.batch++
	w.Told = true
	for i := range w.Points {
		p := &w.Points[i]
		if p.Metrics == nil {
			p.Fault = ""
			s.Effect.Sweep.Jobs = append(s.Effect.Sweep.Jobs, proto.ToRunner{Generation: w.batch,
				Measure: &proto.Measure{Point: i, Document: p.document}})
			w.On = true
		}
	}
}

func (s *State) stopSweep() {
	s.Sweep.batch++
	s.Sweep.On = false
	s.Effect.Sweep = SweepEffects{Stop: true}
}

// Measured is what the pool says of a point.
type Measured struct{ Message proto.ToPage }

// Apply takes the figures of a point.
func (m Measured) Apply(s *State) {
	w, got := &s.Sweep, m.Message.Measured
	if got == nil || m.Message.Generation != w.batch || got.Point >= len(w.Points) {
		return
	}
	p := &w.Points[got.Point]
	p.Metrics, p.Fault = nil, got.Fault
	if p.Fault == "" {
		p.Metrics = got.Metrics
		if w.known == nil {
			w.known = map[string]map[string]float64{}
		}
		w.known[p.document] = p.Metrics
	}
	w.On = w.next() >= 0
}

// openPoint makes a point the scenario, as a step of the history.
func (s *State) openPoint(text string) {
	at, err := strconv.Atoi(text)
	if err != nil || at < 0 || at >= len(s.Sweep.Points) {
		return
	}
	set := s.Sweep.Points[at].Set
	s.change("", func(d scenario.Document) (scenario.Document, []scenario.Problem) { return d.Apply(set) })
}

// pathTitle is a field's title, with the name of what it belongs to if the path tells it.
func (s *State) pathTitle(path string) string {
	title := path
	if f, known := s.Document.Field(path, s.Supplies.Products); known && f.Title != "" {
		title = f.Title
	}
	if _, rest, ok := strings.Cut(path, "[name="); ok {
		name, _, _ := strings.Cut(rest, "]")
		return title + ", " + name
	}
	return title
}

// SweepMetric is the metric that the chart shows.
func (s *State) SweepMetric() string {
	if s.Sweep.Metric != "" {
		return s.Sweep.Metric
	}
	return s.headlineMetric()
}

// headlineMetric is the metric by which variants are compared.
func (s *State) headlineMetric() string {
	if s.reading.Headline != "" {
		return s.reading.Headline
	}
	return "cpu.busy_pct"
}

// SweepMetrics are the metrics that some point has, in order.
func (w *Sweep) SweepMetrics() []string {
	all := map[string]bool{}
	for i := range w.Points {
		for name := range w.Points[i].Metrics {
			all[name] = true
		}
	}
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// MetricTitle is a metric in words; what its name tells and they do not stands behind.
func MetricTitle(name string) string { return metrics.Title(name) }

// MetricText writes a metric's value with its unit.
func MetricText(name string, value float64) string { return metrics.Text(name, value) }
