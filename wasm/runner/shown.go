package runner

import (
	"math"
	"strconv"

	"schedlab/engine"
	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/wasm/output"
	"schedlab/wasm/proto"
	"schedlab/wasm/view"
)

// shown is a complete run with what is kept while one looks at it.
type shown struct {
	generation int
	document   scenario.Document
	run        *engine.Run
	numbers    metrics.Numbers
	source     *view.Source
	cursor     *view.Cursor
	plan       view.Plan
	line       view.Timeline
	onPlan     sheet
	onLine     sheet
	strip      pile
	figures    pile
	known      map[string]metrics.Numbers // of the variations that have been run
	variants   []output.Variant           // of them, those that the document names
	isJudged   bool                       // all variations have been run
	told       [2]string                  // the caption that was said last
	toldUntil  float64                    // when a moving playhead gets its next caption
}

func newShown(m *making) *shown {
	s := &shown{generation: m.generation, document: m.document, run: m.run, numbers: m.run.Numbers()}
	s.source = view.NewSource(m.run)
	s.cursor = view.NewCursor(m.run.Log)
	s.onPlan.name, s.onLine.name = "plan", "line"
	s.strip.on.name, s.figures.on.name = "strip", "figures"
	for i, f := range s.source.Figures().List() {
		to := &s.figures
		if f.IsStrip() {
			to = &s.strip
		}
		to.all, to.titles = append(to.all, i), append(to.titles, f.Title)
	}
	return s
}

// opened is what does not depend on the playhead.
func (s *shown) opened() *proto.Opened {
	sc := &s.run.Scenario
	o := &proto.Opened{Title: sc.Title, Duration: int64(sc.Duration), From: int64(sc.Measure.From),
		To: int64(sc.Measure.To), Ended: int64(s.end()), Hash: strconv.FormatUint(s.run.Log.Hash(), 16),
		Seed:    sc.Seed,
		Metrics: s.numbers, Claims: s.claims(nil, true), Broken: s.run.Broken,
		Requests: len(s.run.Log.Requests),
		Marks:    s.marks(), ProductName: s.source.Description.Title, Quantum: int64(s.source.Quantum),
		Headline: proto.Value{Name: metrics.Title(s.headline()), Text: metrics.Text(s.headline(),
			s.numbers[s.headline()])}}
	s.structure(o)
	o.Chips = s.chips()
	for _, t := range s.source.Tables() {
		o.Tables = append(o.Tables, proto.Table{Name: t.Name, Title: t.Table.Title})
	}
	nouns := s.source.Description.Nouns
	o.Nouns = map[string]string{"memory": nouns.MemoryNode, "node": nouns.Node, "scheduler": nouns.Scheduler,
		"worker": nouns.Worker, "request": nouns.Request}
	return o
}

// headline is the metric that variants are compared by.
func (s *shown) headline() string {
	if h := s.run.Scenario.Headline; h != "" {
		return h
	}
	return s.source.Description.Headline
}

func (s *shown) structure(o *proto.Opened) {
	floor := s.source.Floor()
	for at, g := range floor.Groups {
		group := proto.Group{Level: int(g.Level), Number: g.Number, Parent: int(g.Memory),
			Label: s.source.GroupName(int32(at))}
		for _, lane := range g.Lanes {
			group.Lanes = append(group.Lanes, int32(lane))
		}
		o.Groups = append(o.Groups, group)
	}
	o.Schedulers = len(floor.Lanes)
	counts := make([]int, len(s.source.Workload.Classes))
	for _, r := range s.run.Log.Requests {
		counts[r.Class]++
	}
	for i, c := range s.source.Workload.Classes {
		title := c.Title
		if title == "" {
			title = c.Name
		}
		o.Classes = append(o.Classes, proto.Class{Name: c.Name, Title: title,
			Colour:   s.source.Colours().Class(i),
			Requests: counts[i]})
	}
}

// mostChips is how many requests have a colour of their own.
const mostChips = 12

// chips are the requests with a colour of their own, in order.
func (s *shown) chips() []proto.Chip {
	var chips []proto.Chip
	colours := s.source.Colours()
	for i := range s.run.Log.Requests {
		r := trace.RequestID(i)
		if !colours.Big(r) || colours.ByClass {
			continue
		}
		if chips = append(chips, proto.Chip{Picked: proto.Picked{Kind: view.PickedRequest, ID: int32(i)},
			Text: colours.Name(r), Colour: colours.Of(r)}); len(chips) == mostChips {
			break
		}
	}
	return chips
}

// claims are the rows of reported beside simulated, with the metrics of variations that are known. A row
// about one that has not been run yet has no figure; while they are pending it says so.
func (s *shown) claims(known map[string]metrics.Numbers, pending bool) []proto.Claim {
	var rows []proto.Claim
	varied := func(set []scenario.Assignment) metrics.Numbers { return known[engine.VariationKey(set)] }
	for _, row := range engine.Judge(s.run.Scenario, s.numbers, varied) {
		isVaried := row.Of != "" && row.Of != scenario.Base || len(row.Set) > 0 || row.RelativeTo != ""
		rows = append(rows, claim(row, pending && isVaried))
	}
	return rows
}

// claim states a row for the page. Low, High and Mark are places on a bar from 0 to 1, which is a little
// wider than the accepted range and the figure together.
func claim(row engine.Row, pending bool) proto.Claim {
	c := proto.Claim{Label: row.Title(), Metric: row.Metric, Reported: row.Text, Kind: row.Kind.String(),
		Evidence: row.Evidence.String(), Why: row.Why, Source: row.Source, Holds: row.OK, Pending: pending}
	c.Of = row.Of
	switch {
	case pending:
		c.Simulated = "…"
	case math.IsNaN(row.Simulated):
		c.Simulated = "n/a"
	default:
		c.Simulated = row.SimulatedText()
		low, high := math.Min(row.Low, row.Simulated), math.Max(row.High, row.Simulated)
		from, to := bar(low, high)
		c.Low, c.High, c.Mark = place(row.Low, from, to), place(row.High, from, to), place(row.Simulated,
			from, to)
	}
	return c
}

// bar is the span of a claim's bar: from zero when that is near, with room at both ends.
func bar(low, high float64) (from, to float64) {
	room := math.Max((high-low)/2, math.Abs(high)/10)
	from, to = low-room, high+room
	if low >= 0 {
		from = math.Max(0, from)
		if from < to/2 {
			from = 0
		}
	}
	return from, to
}

func place(v, from, to float64) float64 {
	if to <= from {
		return 0.5
	}
	return (v - from) / (to - from)
}

// copied gives a table as text with tabs.
func (s *shown) copied(c *proto.Copy) *proto.Copied {
	rows := s.rows(c.Tab, c.Table, s.cursor.At(sim.Time(c.At)), c.Lines)
	if rows == nil {
		return &proto.Copied{}
	}
	var text []byte
	for i, column := range rows.Columns {
		text = appendCell(text, column.Name, i == 0)
	}
	text = append(text, '\n')
	for _, row := range rows.Cells {
		for i, cell := range row {
			text = appendCell(text, cell, i == 0)
		}
		text = append(text, '\n')
	}
	return &proto.Copied{Text: string(text), Rows: len(rows.Cells)}
}

// appendCell adds a cell; a tab or line feed inside it would tear the table apart.
func appendCell(text []byte, cell string, first bool) []byte {
	if !first {
		text = append(text, '\t')
	}
	for _, c := range []byte(cell) {
		if c == '\t' || c == '\n' || c == '\r' {
			c = ' '
		}
		text = append(text, c)
	}
	return text
}

// picked turns the page's selection into the view's.
func picked(p proto.Picked) view.Picked { return view.Picked{Kind: p.Kind, ID: p.ID} }

func pickedOf(p view.Picked) proto.Picked { return proto.Picked{Kind: p.Kind, ID: p.ID} }
