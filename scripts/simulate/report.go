package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
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

func simulate(o options, s subject, out io.Writer) int {
	run := engine.New(s.scenario, engine.Options{Plain: o.plain}).Finish()
	if o.events {
		printEvents(run, out)
	}
	numbers := run.Numbers()
	rows := engine.Claims(s.document, s.scenario, numbers)
	if o.json {
		printJSON(s, run, numbers, rows, out)
	} else if !o.events {
		printReport(s, run, numbers, rows, out)
	}
	status := good
	for _, r := range rows {
		if !r.OK {
			status = failed
		}
	}
	if len(run.Broken) > 0 {
		status = failed
	}
	return status
}

func printJSON(s subject, run *engine.Run, numbers metrics.Numbers, rows []engine.Row, out io.Writer) {
	claims := []claimJSON{}
	for _, r := range rows {
		c := claimJSON{Metric: r.Metric, Of: r.Of, Reported: r.Reported, Low: r.Low, High: r.High,
			Kind: r.Kind.String(), Evidence: r.Evidence.String(), OK: r.OK, Why: r.Why, Source: r.Source}
		if !math.IsNaN(r.Simulated) && !math.IsInf(r.Simulated, 0) {
			c.Simulated = &r.Simulated
		}
		claims = append(claims, c)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(map[string]any{"scenario": s.name, "seed": s.scenario.Seed, "hash": hash(run),
		"metrics": numbers, "expect": claims, "broken": append([]string{}, run.Broken...)})
	if err != nil {
		panic("simulate: the result cannot be encoded: " + err.Error())
	}
}

func hash(run *engine.Run) string { return fmt.Sprintf("%016x", run.Log.Hash()) }

func printReport(s subject, run *engine.Run, numbers metrics.Numbers, rows []engine.Row, out io.Writer) {
	sc := s.scenario
	fmt.Fprintf(out, "%s\n%s\n\n", sc.Title, sc.Summary)
	for _, m := range sc.Machines {
		fmt.Fprintf(out, "machine    %s\n", m.Hardware.String())
	}
	for i, started := range run.Systems {
		c := started.Description.Caption(run.Reading(i, run.Log.Before(sc.Measure.To)))
		fmt.Fprintf(out, "system     %s, %d soft-NUMA nodes, %d schedulers\n", started.Description.Title,
			int(numbers["topology.soft_nodes"]), int(numbers["topology.schedulers"]))
		fmt.Fprintf(out, "           %s\n           %s\n", c.Headline, c.Why)
	}
	fmt.Fprintf(out, "run        %s simulated, seed %d, %d events, hash %s\n", sc.Duration, sc.Seed,
		run.Kernel.Fired(), hash(run))
	fmt.Fprintf(out, "measured   from %s to %s\n", sc.Measure.From, sc.Measure.To)
	section(out, numbers, "CPU", "cpu.", "yields.", "context_switches.", "throughput.")
	section(out, numbers, "Placement at the end", "placement.")
	waits(out, run, numbers)
	section(out, numbers, "Response", "response.")
	claims(out, rows)
	if run.Stopped {
		fmt.Fprintf(out, "\nThe run stopped at %s: a limit was reached.\n", run.Log.End)
	}
	for _, b := range run.Broken {
		fmt.Fprintln(out, "BROKEN LAW", b)
	}
}

func section(out io.Writer, numbers metrics.Numbers, title string, prefixes ...string) {
	fmt.Fprintf(out, "\n%s\n", title)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, name := range numbers.Names() {
		for _, p := range prefixes {
			if strings.HasPrefix(name, p) {
				fmt.Fprintf(w, "  %s\t%s\t\n", name, figure(numbers[name]))
			}
		}
	}
	w.Flush()
}

func waits(out io.Writer, run *engine.Run, numbers metrics.Numbers) {
	fmt.Fprintf(out, "\nWaits\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "  type\tcount\ttotal, s\tresource, s\tsignal, s\tmean, ms\tmax, ms\t")
	for i := range run.Log.Ledger.Instances {
		layout := &run.Log.Ledger.Instances[i].Layout
		prefix := ""
		if len(run.Systems) > 1 {
			prefix = layout.Name + "."
		}
		for _, name := range layout.Causes[:layout.Waits] {
			row := "  " + name
			for _, column := range []string{"count", "total_s", "resource_s", "signal_s", "mean_ms", "max_ms"} {
				row += "\t" + figure(numbers[prefix+"wait."+name+"."+column])
			}
			fmt.Fprintln(w, row+"\t")
		}
	}
	w.Flush()
}

func claims(out io.Writer, rows []engine.Row) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(out, "\nReported and simulated\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		mark := "ok"
		switch {
		case r.Kind == scenario.Disagrees:
			mark = "disagrees"
		case !r.OK:
			mark = "FAILS"
		}
		name := r.Metric
		if r.Of != "" {
			name += " of " + r.Of
		}
		fmt.Fprintf(w, "  %s\treported %s\tsimulated %s\t%s to %s\t%s\t%s\t%s\n", name, r.Text, figure(r.Simulated),
			figure(r.Low), figure(r.High), r.Kind, mark, r.Why)
	}
	w.Flush()
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
			fmt.Fprintf(out, "%s lane %d ring %v since %s next %s\n", e.At, r.Lane, r.Ring, r.Start, at(r.Next))
			continue
		}
		cause := ""
		if layout := &run.Log.Ledger.Instances[e.Instance].Layout; int(e.Why) < len(layout.Causes) {
			cause = layout.Causes[e.Why]
		}
		fmt.Fprintf(out, "%s %s %d lane %d %s → %s %s %d\n", e.At, things[e.Thing], e.Who, e.Where, e.From, e.To,
			cause, e.Value)
	}
}

var things = [...]string{"", "task", "request", "session", "lane", "node", "worker"}

func at(t sim.Time) string {
	if t == sim.Never {
		return "never"
	}
	return t.String()
}

// sweep runs every point of the document's sweep and prints a row each: the values, then all metrics.
func sweep(d scenario.Document, s scenario.Scenario, out io.Writer) int {
	w := csv.NewWriter(out)
	defer w.Flush()
	var header []string
	for _, a := range s.Sweep {
		header = append(header, a.Path)
	}
	var names []string
	for i, set := range scenario.Points(s.Sweep) {
		numbers := engine.Variation(d, set)
		if i == 0 {
			names = numbers.Names()
			w.Write(append(header, names...))
		}
		var row []string
		for _, a := range set {
			row = append(row, a.Value.String())
		}
		for _, name := range names {
			row = append(row, strconv.FormatFloat(numbers[name], 'g', -1, 64))
		}
		w.Write(row)
	}
	return good
}
