package export

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"schedlab/engine"
	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/engine/setting"
	"schedlab/engine/trace"
	"schedlab/wasm/output"
	"schedlab/wasm/view"
)

// Report writes all that is to be said of a run as one page that needs no other file and no network. What a
// document says is text in it, never markup; the page's own policy forbids it to run or fetch anything.
func Report(s *Subject, look *Look) *File {
	light := *look
	light.Theme = view.Light // it is read and printed on white
	r := report{Subject: s, look: &light}
	f := output.NewFile()
	for _, write := range []func(*File){r.head, r.picture, r.claims, r.variants, r.settings, r.waits,
		r.metrics, r.tables, r.foot} {
		f.Then(output.Once(write))
	}
	return f
}

type report struct {
	*Subject
	look *Look
}

func (r *report) head(f *File) {
	sc := &r.Run.Scenario
	p := page{f}
	f.Add("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; `,
		"img-src data:\">\n", `<meta name="viewport" content="width=device-width, initial-scale=1">`, "\n")
	p.tag("title", "", r.Title()+" · Schedlab")
	f.Add("<style>", style, "</style>\n</head>\n<body>\n<main>\n")
	p.tag("h1", "", r.Title())
	p.said("p", "lead", sc.Summary)
	p.said("p", "dim", sc.Look)
	f.Add(`<dl class="facts">`, "\n")
	for i, m := range sc.Machines {
		p.fact(numbered("Machine", i, len(sc.Machines), m.Name), m.Hardware.String())
	}
	for i, started := range r.Run.Systems {
		p.fact(numbered("System", i, len(r.Run.Systems), sc.Systems[i].Name), started.Description.Title)
	}
	p.fact("Simulated", view.Span(r.Run.Log.End)+", seed "+r.Seed())
	p.fact("Measured", view.Clock(sc.Measure.From, 1)+" to "+view.Clock(min(sc.Measure.To, r.Run.Log.End), 1))
	p.fact("Made by", r.Edition()+"; hash of the log "+r.Hash())
	if link := r.Address(); link != "" {
		f.Add(`<dt>Open it</dt><dd><a href="`, view.Escape(link), `">`, view.Escape(cut(link, 600, 14)),
			"</a></dd>\n")
	}
	f.Add("</dl>\n")
	if r.Run.Stopped {
		p.tag("p", "", "The run stopped at "+view.Span(r.Run.Log.End)+", because it reached a limit.")
	}
	for _, law := range r.Run.Broken {
		p.tag("p", "", "Broken law: "+law)
	}
}

func numbered(what string, i, count int, name string) string {
	if count < 2 {
		return what
	}
	return what + " " + name
}

func (p page) fact(name, value string) {
	p.tag("dt", "", name)
	p.tag("dd", "", value)
}

func (r *report) picture(f *File) {
	ledger := r.Run.Log.At(r.look.At)
	sheet := newSheet(r.Subject, r.look)
	headline, why := sheet.caption(ledger)
	sheet.view(ledger)
	p := page{f}
	p.tag("h2", "", "At "+view.Clock(r.look.At, 3))
	f.Add(`<div class="picture wide">`, "\n")
	f.Add(string(sheet.svg("<title>"+view.Escape(headline)+"</title>\n<desc>"+
		view.Escape(why)+"</desc>\n"+output.Carried(r.Document))), "</div>\n")
}

func (r *report) claims(f *File) {
	if len(r.Claims) == 0 {
		return
	}
	g := grid{head: []string{"figure", "reported", "simulated", "kind", "source"},
		numeric: []bool{false, true, true}}
	for _, row := range r.Claims {
		g.rows = append(g.rows, r.claim(row))
	}
	p := page{f}
	p.tag("h2", "", "Reported and simulated")
	p.tag("p", "dim", "Predicted: nothing was tuned to it. Calibrated: a constant was fitted to it. "+
		"Disagrees: the model does not reproduce it.")
	p.table(g)
}

func (r *report) claim(row engine.Row) []string {
	label := row.Title()
	if row.Of != "" && row.Of != scenario.Base {
		label += ", " + row.Of
	}
	simulated := cmp.Or(row.SimulatedText(), "n/a")
	kind := row.Kind.String()
	if !row.OK && !math.IsNaN(row.Simulated) {
		kind += ", outside of the claimed range"
	}
	if row.Evidence == scenario.Measured {
		kind += ", measured, not published"
	}
	if row.Why != "" {
		kind += ": " + row.Why
	}
	return []string{label, row.Text, simulated, kind, row.Source}
}

func (r *report) variants(f *File) {
	if len(r.Variants) == 0 {
		return
	}
	g := grid{head: []string{"variant", metrics.Title(r.Headline)}, numeric: []bool{false, true}}
	g.rows = append(g.rows, []string{"As it is", metrics.Text(r.Headline, r.Numbers[r.Headline])})
	for _, v := range r.Variants {
		g.rows = append(g.rows, []string{v.Name, v.Text})
	}
	p := page{f}
	p.tag("h2", "", "What if")
	p.table(g)
}

// settings lists those that are not as the product has them by itself.
func (r *report) settings(f *File) {
	p := page{f}
	for in := range r.Run.Log.Ledger.Instances {
		started := r.Run.Started(trace.InstanceID(in))
		g := grid{head: []string{"setting", "here", "default", "name"}, numeric: []bool{false, true, true}}
		for _, s := range started.Description.Settings {
			here, usual := valueText(&s, started.Values[s.Name]), valueText(&s, s.Default)
			if here != usual {
				g.rows = append(g.rows, []string{s.Title, here, usual, s.Name})
			}
		}
		p.tag("h2", "", numbered("Settings", in, len(r.Run.Log.Ledger.Instances),
			r.Run.Log.Ledger.Instances[in].Layout.Name))
		if len(g.rows) == 0 {
			p.tag("p", "dim", "All settings have their defaults.")
			continue
		}
		p.tag("p", "dim", "Those that differ from their defaults.")
		p.table(g)
	}
}

// valueText writes a setting's value with its unit.
func valueText(s *setting.Setting, v setting.Value) string {
	switch s.Kind {
	case setting.Switch:
		return map[bool]string{true: "on", false: "off"}[v.Number != 0]
	case setting.Choice:
		at := slices.IndexFunc(s.Choices, func(o setting.Option) bool { return o.Name == v.Text })
		if at >= 0 && s.Choices[at].Title != "" {
			return s.Choices[at].Title
		}
		return v.Text
	case setting.Text:
		return v.Text
	case setting.List:
		return records(s, v.Records)
	}
	return strings.TrimSpace(scenario.Decimal(v.Number, s.Decimals).Text + " " + s.Unit)
}

// records writes a list: each record's values that are not usual.
func records(s *setting.Setting, list []setting.Values) string {
	var all []string
	for _, record := range list {
		var parts []string
		for i := range s.Fields {
			f := &s.Fields[i]
			value, is := record[f.Name]
			if text := valueText(f, value); is && text != valueText(f, f.Default) {
				parts = append(parts, f.Name+" "+text)
			}
		}
		all = append(all, strings.Join(parts, ", "))
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, "; ")
}

// waits are those of the window of measurement.
func (r *report) waits(f *File) {
	rows := view.WaitRows(r.Source, r.Run.Log.Before(min(r.Run.Scenario.Measure.To, r.Run.Log.End)))
	p := page{f}
	p.tag("h2", "", "Waits")
	p.tag("p", "dim", strings.Replace(rows.Note, "to now", "to "+
		view.Clock(min(r.Run.Scenario.Measure.To, r.Run.Log.End), 1), 1))
	p.table(gridOf(rows.Columns, rows.Cells))
}

func gridOf(columns []view.Column, cells [][]string) grid {
	g := grid{rows: cells}
	for _, c := range columns {
		g.head, g.numeric = append(g.head, c.Name), append(g.numeric, c.Numeric)
	}
	return g
}

func (r *report) metrics(f *File) {
	p := page{f}
	p.fold("Metrics")
	p.table(grid{head: []string{"metric", "value", "name"}, numeric: []bool{false, true},
		rows: metricRows(r.Numbers)})
	p.unfold()
}

// mostRows is how many rows of a product's table a report has. assumed: more are looked up in the page.
const mostRows = 200

// tables are the products' own at the view's instant.
func (r *report) tables(f *File) {
	ledger := r.Run.Log.At(r.look.At)
	p := page{f}
	for _, t := range r.Source.Tables() {
		if g := (grid{rows: t.Rows(r.Source, ledger)}); len(g.rows) > 0 {
			for _, c := range t.Table.Columns {
				g.head, g.numeric = append(g.head, c.Name), append(g.numeric, c.Numeric)
			}
			p.fold(t.Name)
			note := t.Table.Title
			if len(g.rows) > mostRows {
				note += "; the first " + view.Number(mostRows) + " of " +
					view.Number(int64(len(g.rows))) + " rows"
				g.rows = g.rows[:mostRows]
			}
			p.tag("p", "dim", note)
			p.table(g)
			p.unfold()
		}
	}
}

func (r *report) foot(f *File) {
	p := page{f}
	p.tag("h2", "", "Run it again")
	p.tag("p", "", "This file carries its scenario: open it in Schedlab with Export, Open a file. "+
		"The same scenario gives the same log everywhere, with the hash "+r.Hash()+". On the command line, "+
		"with the scenario saved as scenario.json:")
	p.tag("pre", "", "go run ./scripts/simulate scenario.json")
	f.Add("</main>\n</body>\n</html>\n")
}
