// Bench measures Schedlab and compares the figures with their budgets (DESIGN section 12).
//
//	go run ./scripts/bench [-only engine,simgo,wasm,page,bytes]
//
// It builds dist/ anew, prints a table, writes it to dist/bench.txt, and exits with 1 if a budget is missed
// by more than 20 %, with 2 if something could not be measured. It takes up to three minutes. Times depend on
// the machine and on what else it does: trust ratios and medians. Verdicts allow for a busy machine.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"schedlab/scripts/bundle"
	"schedlab/scripts/npm"
	"schedlab/scripts/repo"
)

// bench is one go at it.
type bench struct {
	root string
	dist string
	temp string // for what is compiled only to be measured
	// What the sections learn from each other.
	native, node, browser map[string]measured
	busy                  busyness
}

// part is one part of the benchmark.
type part struct {
	name  string
	about string
	run   func() (section, error)
}

func main() {
	only := flag.String("only", "", "the parts to run, apart by commas; all if empty")
	flag.Parse()
	missed, err := run(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if missed {
		os.Exit(1)
	}
}

func run(only string) (missed bool, err error) {
	root, err := repo.Root()
	if err != nil {
		return false, err
	}
	temp, err := os.MkdirTemp("", "schedlab-bench-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(temp)
	b := &bench{root: root, dist: filepath.Join(root, "dist"), temp: temp}
	if err := b.prepare(); err != nil {
		return false, err
	}
	return b.report(only)
}

func (b *bench) prepare() error {
	progress("building")
	if _, err := bundle.Build(b.root, b.dist, os.Stderr); err != nil {
		return err
	}
	if err := npm.Install(filepath.Join(b.root, "scripts", "e2e"), os.Stderr); err != nil {
		return err
	}
	return b.compileProbe()
}

func (b *bench) parts() []part {
	return []part{
		{"engine", "the engine, natively", b.engine},
		{"simgo", "the same model on another library", b.simgo},
		{"wasm", "the engine as WebAssembly in Node", b.wasm},
		{"page", "the page in a browser", b.page},
		{"sweep", "sweeps in a browser", b.sweep},
		{"bytes", "bytes", b.bytes},
	}
}

// report runs the parts and writes what they found. A part that fails does not keep the others from running.
func (b *bench) report(only string) (isMissed bool, err error) {
	var text bytes.Buffer
	out := io.MultiWriter(os.Stdout, &text)
	began := time.Now()
	fmt.Fprintf(out, "Schedlab %s, %s, %s on %s, %d CPUs\n", repo.Version(b.root),
		began.Format("2006-01-02 15:04"), runtime.Version(), runtime.GOARCH, runtime.NumCPU())
	var sections []section
	var problems []error
	for _, p := range b.parts() {
		if only != "" && !strings.Contains(","+only+",", ","+p.name+",") {
			continue
		}
		progress("measuring " + p.about)
		b.busy.sample()
		s, err := p.run()
		b.busy.sample()
		s.allow(b.busy.factor())
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", p.about, err))
		}
		sections = append(sections, s)
		if err := s.print(out); err != nil {
			problems = append(problems, err)
		}
	}
	summarize(out, missed(sections), time.Since(began))
	problems = append(problems, os.WriteFile(filepath.Join(b.dist, "bench.txt"), text.Bytes(), 0o644))
	return len(missed(sections)) > 0, errors.Join(problems...)
}

func summarize(out io.Writer, missed []row, took time.Duration) {
	const closing = "\nmeasured in %.0f s; %d budgets missed by more than 20 %%\n"
	fmt.Fprintf(out, closing, took.Seconds(), len(missed))
	for _, r := range missed {
		fmt.Fprintf(out, "  %s: %s, budget %s\n", r.what, r.figure, budgetText(r))
	}
}

func progress(what string) { fmt.Fprintln(os.Stderr, "… "+what) }
