// Command simulate runs a scenario and prints what came out of it.
//
//	go run ./scripts/simulate [-json] [-events] [-set path=value]… [-seed n] [-sweep] SCENARIO
//	go run ./scripts/simulate [-trace FILE] [-report FILE] SCENARIO
//	go run ./scripts/simulate -import FILE…
//
// SCENARIO is a file, or the name of a shipped scenario. The exit status is 1 if a law is broken or a claim
// fails, 2 if the scenario has problems, which are listed with their places.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/scenarios"
)

// Exit statuses.
const (
	good = iota
	failed
	refused
)

// options are what the command line asks for.
type options struct {
	json, events, sweep, imports, plain bool
	seed                                string
	trace, report                       string // files to be written
	set                                 list
}

type list []string

func (l *list) String() string         { return fmt.Sprint([]string(*l)) }
func (l *list) Set(value string) error { *l = append(*l, value); return nil }

func main() {
	var o options
	flag.BoolVar(&o.json, "json", false, "print one JSON object: scenario, seed, hash, metrics, expect")
	flag.BoolVar(&o.events, "events", false, "print every event of the log")
	flag.BoolVar(&o.sweep, "sweep", false, "run the document's sweep and print a row a run as CSV")
	flag.BoolVar(&o.imports, "import", false, "read what systems print from the files and print the machine")
	flag.BoolVar(&o.plain, "plain",
		false,
		"use the engine that makes every quantum an event (slow; same figures)")
	flag.StringVar(&o.seed, "seed", "", "replace the document's seed")
	flag.StringVar(&o.trace, "trace", "", "write the run to a file as a trace for Perfetto")
	flag.StringVar(&o.report, "report", "", "write a report of the run to a file as HTML")
	flag.Var(&o.set, "set", "change the document, path=value; may be repeated")
	flag.Parse()
	os.Exit(run(o, flag.Args(), os.Stdout, os.Stderr))
}

func run(o options, args []string, out, errors io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintln(errors, "which scenario? Give a file, or one of:")
		for _, s := range scenarios.All() {
			fmt.Fprintln(errors, "  "+s.Name)
		}
		return refused
	}
	if o.imports {
		return importFiles(args, out, errors)
	}
	name, text, err := source(args[0])
	if err != nil {
		fmt.Fprintln(errors, err)
		return refused
	}
	document, problems := scenario.ParseDocument(text)
	if len(problems) == 0 {
		document, problems = changed(document, o)
	}
	var s scenario.Scenario
	if len(problems) == 0 {
		s, problems = scenario.Read(document, engine.Products())
	}
	if len(problems) > 0 {
		fmt.Fprintf(errors, "%s has %d problems:\n", name, len(problems))
		for _, p := range problems {
			fmt.Fprintln(errors, "  "+p.String())
		}
		return refused
	}
	if o.sweep {
		return sweep(document, s, out)
	}
	r := simulated(o, subject{name, document, s})
	if err := r.write(o); err != nil {
		fmt.Fprintln(errors, err)
		return refused
	}
	r.tell(o, out)
	return r.status()
}

// source finds a scenario by name or reads a file.
func source(arg string) (name string, text []byte, err error) {
	if s, ok := scenarios.Find(arg); ok {
		return s.Name, s.Text, nil
	}
	text, err = os.ReadFile(arg)
	if err != nil {
		return "", nil, fmt.Errorf("%s is neither a shipped scenario nor a file that can be read: %w", arg,
			err)
	}
	return arg, text, nil
}

// changed applies -set and -seed.
func changed(d scenario.Document, o options) (scenario.Document, []scenario.Problem) {
	var all []scenario.Problem
	texts := o.set
	if o.seed != "" {
		if _, err := strconv.ParseUint(o.seed, 10, 64); err != nil {
			return d, []scenario.Problem{{Path: "seed", Message: o.seed + " is not a number"}}
		}
		texts = append(texts, "seed="+o.seed)
	}
	for _, text := range texts {
		a, problems := scenario.ParseAssignment(text)
		if len(problems) == 0 {
			d, problems = d.Set(a.Path, a.Value)
		}
		all = append(all, problems...)
	}
	return d, all
}
