package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/scenarios"
)

// Budgets of DESIGN section 12 for the page, milliseconds.
const (
	frameBudget = 4
	seekBudget  = 50
)

// pageSize is a machine of the article's shape: packages of so many cores, a procedure for each eight.
type pageSize struct {
	schedulers, packages int
	edit                 float64 // budget of an edit, ms
}

var pageSizes = []pageSize{{96, 4, 33}, {1024, 16, 50}, {4096, 64, 50}}

// articleDuration is how long the article's scenario runs.
const articleDuration = 147_500 * sim.Millisecond

const (
	editsMeasured  = 25
	framesMeasured = 60
	seeksMeasured  = 25
)

// pagePlan is what page.mjs is to do.
type pagePlan struct {
	Files  map[string]pageFile `json:"files"` // served below /bench/
	Probes [][]string          `json:"probes"`
	Sizes  []pageDocuments     `json:"sizes"`
}

type pageFile struct {
	File string `json:"file"`
	Type string `json:"type"`
}

type pageDocuments struct {
	Schedulers int      `json:"schedulers"`
	Messages   messages `json:"messages"`
	Duration   int64    `json:"duration"` // of their runs, ns
	Frames     int      `json:"frames"`
	Seeks      int      `json:"seeks"`
}

// pageResult is what page.mjs prints.
type pageResult struct {
	Version  string         `json:"version"` // of the browser
	Probe    []measured     `json:"probe"`
	Runners  []runnerResult `json:"runners"`
	Problems []string       `json:"problems"`
}

// runnerResult is the times of the runner at one size, milliseconds.
type runnerResult struct {
	Schedulers int       `json:"schedulers"`
	First      float64   `json:"first"` // picture after starting
	Edits      []float64 `json:"edits"`
	Runs       []float64 `json:"runs"`   // the part of the edits before the picture is asked for
	Second     []float64 `json:"second"` // frames over a window of a second
	Whole      []float64 `json:"whole"`  // frames over the whole run
	Seeks      []float64 `json:"seeks"`
}

// page drives the built runner in a browser.
func (b *bench) page() (section, error) {
	s := section{title: "In the browser"}
	result, err := b.drive()
	if err != nil {
		return s, err
	}
	s.title = "In the browser, Chromium " + result.Version
	problems := []error{}
	for _, text := range result.Problems {
		problems = append(problems, errors.New(text))
	}
	b.browser = map[string]measured{}
	for _, m := range result.Probe {
		b.browser[m.Name] = m
		if native := b.native[m.Name]; native.Millis != nil {
			problems = append(problems, checkTotals(m.Name+" in the browser", m.Totals, native.Totals))
		}
	}
	s.rows = scenarioRows(b.browser, browserBudgets)
	if m := b.browser["R"]; m.Millis != nil {
		s.rows = append(s.rows, row{what: "R, leap", figure: millis(m.median()), note: m.spread()})
	}
	for i, r := range result.Runners {
		s.rows = append(s.rows, runnerRows(r, pageSizes[i].edit)...)
	}
	return s, errors.Join(problems...)
}

func runnerRows(r runnerResult, edit float64) []row {
	of := ", " + grouped(int64(r.Schedulers)) + " schedulers"
	return []row{
		p95Row("edit → picture, p95"+of, r.Edits, edit, fmt.Sprintf("; until the run is complete %s; "+
			"the first, from a new runner, %s", millis(median(r.Runs)), millis(r.First))),
		medianRow("work a frame, window of 1 s"+of, r.Second, frameBudget),
		medianRow("work a frame, whole run"+of, r.Whole, frameBudget),
		p95Row("seek, p95"+of, r.Seeks, seekBudget, ""),
	}
}

func p95Row(what string, values []float64, budget float64, more string) row {
	p95 := quantile(values, 0.95)
	return row{what: what, figure: millis(p95), value: p95, budget: budget, timed: true,
		note: fmt.Sprintf("median %s, of %d%s", millis(median(values)), len(values), more)}
}

func medianRow(what string, values []float64, budget float64) row {
	m := median(values)
	return row{what: what, figure: millis(m), value: m, budget: budget, timed: true,
		note: fmt.Sprintf("p95 %s, of %d", millis(quantile(values, 0.95)), len(values))}
}

// drive writes the plan and lets Node and the browser follow it.
func (b *bench) drive() (pageResult, error) {
	var result pageResult
	plan, err := b.pagePlan()
	if err != nil {
		return result, err
	}
	text, err := json.Marshal(plan)
	if err != nil {
		return result, err
	}
	file := filepath.Join(b.temp, "page.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return result, err
	}
	var complaint strings.Builder
	command := exec.Command("node", filepath.Join(b.root, "scripts", "bench", "page.mjs"), file)
	command.Stderr = &complaint
	text, err = command.Output()
	if err != nil {
		return result, fmt.Errorf("page.mjs: %w\n%s", err, complaint.String())
	}
	return result, json.Unmarshal(text, &result)
}

func (b *bench) pagePlan() (pagePlan, error) {
	goRuntime, err := goScript("wasm_exec.js")
	if err != nil {
		return pagePlan{}, err
	}
	const script = "text/javascript"
	plan := pagePlan{Files: map[string]pageFile{
		"worker.js":    {filepath.Join(b.root, "scripts", "bench", "worker.js"), script},
		"wasm_exec.js": {goRuntime, script},
		"probe.wasm":   {b.wasmProbe(), "application/wasm"},
	}}
	for _, g := range []group{{1, "R"}, {2, article}, {4, oltp}, {3, checkpoint},
		{8, monsters}} {
		plan.Probes = append(plan.Probes, probeArguments(g.seconds, []string{g.names}))
	}
	for _, size := range pageSizes {
		documents, err := size.documents()
		if err != nil {
			return plan, err
		}
		plan.Sizes = append(plan.Sizes, pageDocuments{Schedulers: size.schedulers,
			Messages: messagesFor(documents), Duration: int64(articleDuration),
			Frames: framesMeasured, Seeks: seeksMeasured})
	}
	return plan, nil
}

// documents are the article's scenario on a machine of that size, and edits of it: the sessions come a little
// later each time, so that all of the run is another one.
func (size pageSize) documents() ([]string, error) {
	shipped, ok := scenarios.Find(article)
	if !ok {
		return nil, fmt.Errorf("the scenario %s is not there", article)
	}
	document, problems := scenario.ParseDocument(shipped.Text)
	procedures := size.schedulers / 8
	for _, text := range []string{
		"machine.packages=" + strconv.Itoa(size.packages),
		"machine.cores_per_node=" + strconv.Itoa(size.schedulers/size.packages),
		"workload.sessions[0].count=" + strconv.Itoa(procedures),
	} {
		document = assign(document, text, &problems)
	}
	var texts []string
	for i := range editsMeasured + 1 {
		every := 30_000/float64(procedures) + float64(i)/1000 // ms: all have come after half a minute
		edited := assign(document, fmt.Sprintf("workload.sessions[0].every_ms=%.3f", every), &problems)
		texts = append(texts, string(edited.Compact()))
	}
	if len(problems) > 0 {
		return nil, fmt.Errorf("the article's machine with %d schedulers: %s", size.schedulers, problems[0])
	}
	return texts, nil
}

func assign(d scenario.Document, text string, problems *[]scenario.Problem) scenario.Document {
	a, found := scenario.ParseAssignment(text)
	if len(found) == 0 {
		d, found = d.Set(a.Path, a.Value)
	}
	*problems = append(*problems, found...)
	return d
}
