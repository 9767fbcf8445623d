package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"schedlab/engine"
	"schedlab/engine/metrics"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// subject is the scenario that is run.
type subject struct {
	name     string
	document scenario.Document
	scenario scenario.Scenario
}

// claimJSON is a row of `expect` in the output.
type claimJSON struct {
	Metric    string   `json:"metric"`
	Of        string   `json:"of,omitempty"`
	Reported  float64  `json:"reported"`
	Simulated *float64 `json:"simulated"` // null: there is no such metric
	Low       float64  `json:"low"`
	High      float64  `json:"high"`
	Kind      string   `json:"kind"`
	Evidence  string   `json:"evidence"`
	OK        bool     `json:"ok"`
	Why       string   `json:"why,omitempty"`
	Source    string   `json:"source"`
}

// result is a finished run with what is told of it.
type result struct {
	subject
	run     *engine.Run
	numbers metrics.Numbers
	rows    []engine.Row
}

func simulated(o options, s subject) result {
	run := engine.New(s.scenario, engine.Options{Plain: o.plain}).Finish()
	r := result{subject: s, run: run, numbers: run.Numbers()}
	r.rows = engine.Claims(s.document, s.scenario, r.numbers)
	return r
}

// tell prints what is asked for.
func (r result) tell(o options, out io.Writer) {
	switch {
	case o.json:
		r.printJSON(out)
	case o.events:
		printEvents(r.run, out)
	default:
		r.print(out)
	}
}

func (r result) status() int {
	for _, row := range r.rows {
		if !row.OK {
			return failed
		}
	}
	if len(r.run.Broken) > 0 {
		return failed
	}
	return good
}

func (r result) printJSON(out io.Writer) {
	claims := []claimJSON{}
	for _, row := range r.rows {
		claims = append(claims, newClaimJSON(row))
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(map[string]any{"scenario": r.name, "seed": r.scenario.Seed, "hash": hash(r.run),
		"metrics": r.numbers, "expect": claims, "broken": append([]string{}, r.run.Broken...)})
	if err != nil {
		panic("main: the result cannot be encoded: " + err.Error())
	}
}

func newClaimJSON(r engine.Row) claimJSON {
	c := claimJSON{Metric: r.Metric, Of: r.Of, Reported: r.Reported, Low: r.Low, High: r.High,
		Kind: r.Kind.String(), Evidence: r.Evidence.String(), OK: r.OK, Why: r.Why, Source: r.Source}
	if !math.IsNaN(r.Simulated) && !math.IsInf(r.Simulated, 0) {
		c.Simulated = &r.Simulated
	}
	return c
}

func hash(run *engine.Run) string { return fmt.Sprintf("%016x", run.Log.Hash()) }

// print is the report for people.
func (r result) print(out io.Writer) {
	r.head(out)
	r.section(out, "CPU", "cpu.", "yields.", "context_switches.", "throughput.")
	r.section(out, "Placement at the end", "placement.")
	r.waits(out)
	r.section(out, "Response", "response.")
	r.claims(out)
	if r.run.Stopped {
		fmt.Fprintf(out, "\nThe run stopped at %s: a limit was reached.\n", r.run.Log.End)
	}
	for _, b := range r.run.Broken {
		fmt.Fprintln(out, "BROKEN LAW", b)
	}
}

func (r result) head(out io.Writer) {
	sc := r.scenario
	fmt.Fprintf(out, "%s\n%s\n\n", sc.Title, sc.Summary)
	for _, m := range sc.Machines {
		fmt.Fprintf(out, "machine    %s\n", m.Hardware.String())
	}
	for i, started := range r.run.Systems {
		c := started.Description.Caption(r.run.Reading(i, r.run.Log.Before(sc.Measure.To)))
		fmt.Fprintf(out, "system     %s, %d nodes, %d schedulers\n", started.Description.Title,
			int(r.numbers[r.prefix(i)+"topology.soft_nodes"]),
			int(r.numbers[r.prefix(i)+"topology.schedulers"]))
		fmt.Fprintf(out, "           %s\n           %s\n", c.Headline, c.Why)
	}
	fmt.Fprintf(out, "run        %s simulated, seed %d, %d events, hash %s\n", sc.Duration, sc.Seed,
		r.run.Kernel.Fired(), hash(r.run))
	fmt.Fprintf(out, "measured   from %s to %s\n", sc.Measure.From, sc.Measure.To)
}

// prefix begins the names of a system's metrics when there are several.
func (r result) prefix(system int) string {
	if len(r.run.Systems) < 2 {
		return ""
	}
	return r.run.Log.Ledger.Instances[system].Layout.Name + "."
}

func (r result) section(out io.Writer, title string, prefixes ...string) {
	fmt.Fprintf(out, "\n%s\n", title)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, name := range r.numbers.Names() {
		for _, p := range prefixes {
			if strings.HasPrefix(name, p) {
				fmt.Fprintf(w, "  %s\t%s\t\n", name, figure(r.numbers[name]))
			}
		}
	}
	w.Flush()
}

func (r result) waits(out io.Writer) {
	fmt.Fprintf(out, "\nWaits\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "  type\tcount\ttotal, s\tresource, s\tsignal, s\tmean, ms\tmax, ms\t")
	columns := []string{"count", "total_s", "resource_s", "signal_s", "mean_ms", "max_ms"}
	for i := range r.run.Log.Ledger.Instances {
		layout := &r.run.Log.Ledger.Instances[i].Layout
		for _, name := range layout.Causes[:layout.Waits] {
			row := "  " + name
			for _, column := range columns {
				row += "\t" + figure(r.numbers[r.prefix(i)+"wait."+name+"."+column])
			}
			fmt.Fprintln(w, row+"\t")
		}
	}
	w.Flush()
}

func (r result) claims(out io.Writer) {
	if len(r.rows) == 0 {
		return
	}
	fmt.Fprintf(out, "\nReported and simulated\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range r.rows {
		name := row.Metric
		if row.Of != "" && row.Of != scenario.Base {
			name += " of " + row.Of
		}
		fmt.Fprintf(w, "  %s\treported %s\tsimulated %s\t%s to %s\t%s\t%s\t%s\n", name, row.Text,
			figure(row.Simulated), figure(row.Low), figure(row.High), row.Kind, mark(row), row.Why)
	}
	w.Flush()
}

// mark says in a word how a claim fares.
func mark(row engine.Row) string {
	switch {
	case row.Kind == scenario.Disagrees:
		return "disagrees"
	case row.OK:
		return "ok"
	}
	return "FAILS"
}

// figure prints a number with as many places as matter.
func figure(f float64) string {
	switch {
	case math.IsNaN(f):
		return "n/a"
	case f == math.Trunc(f) || math.Abs(f) >= 1000:
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return strconv.FormatFloat(f, 'f', 3, 64)
}

func printEvents(run *engine.Run, out io.Writer) {
	for _, e := range run.Log.Events {
		if e.Kind == trace.Rotated {
			r := run.Log.Rotations[e.Value]
			fmt.Fprintf(out, "%s lane %d ring %v since %s next %s\n", e.At, r.Lane, r.Ring, r.Start,
				at(r.Next))
			continue
		}
		cause := ""
		if layout := &run.Log.Ledger.Instances[e.Instance].Layout; int(e.Why) < len(layout.Causes) {
			cause = layout.Causes[e.Why]
		}
		fmt.Fprintf(out, "%s %s %d lane %d %s → %s %s %d\n", e.At, things[e.Thing], e.Who, e.Where, e.From,
			e.To,
			cause, e.Value)
	}
}

var things = [...]string{"", "task", "request", "session", "lane", "node", "worker", "series", "range"}

func at(t sim.Time) string {
	if t == sim.Never {
		return "never"
	}
	return t.String()
}

// sweep runs every point of the document's sweep and prints a row each: the values, then all metrics that any
// point has. A cell is empty where a point has no such figure.
func sweep(d scenario.Document, s scenario.Scenario, out io.Writer) int {
	w := csv.NewWriter(out)
	defer w.Flush()
	var header []string
	for _, a := range s.Sweep {
		header = append(header, a.Path)
	}
	points := scenario.Points(s.Sweep)
	all, any := make([]metrics.Numbers, len(points)), metrics.Numbers{}
	for i, set := range points {
		all[i] = engine.Variation(d, set)
		maps.Copy(any, all[i])
	}
	names := any.Names()
	w.Write(append(header, names...))
	for i, set := range points {
		var row []string
		for _, a := range set {
			row = append(row, a.Value.String())
		}
		for _, name := range names {
			cell := ""
			if value, isThere := all[i][name]; isThere {
				cell = strconv.FormatFloat(value, 'g', -1, 64)
			}
			row = append(row, cell)
		}
		w.Write(row)
	}
	return good
}
