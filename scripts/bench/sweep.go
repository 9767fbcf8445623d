package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Budgets of sweeps in the page: the twenty runs of vm-right-sizing in milliseconds, and by how much 64 runs
// are done sooner with two cores than with one.
const (
	sweepBudget = 30_000
	twoCores    = 1.8
)

// sweepResult is what sweep.mjs prints: times in milliseconds.
type sweepResult struct {
	Cores   int     `json:"cores"`
	Shipped float64 `json:"shipped"` // the scenario's own sweep
	One     float64 `json:"one"`     // 64 runs on one core
	All     float64 `json:"all"`     // the same on all cores
}

// sweep times sweeps in the page.
func (b *bench) sweep() (section, error) {
	s := section{title: "Sweeps in the browser"}
	var complaint strings.Builder
	command := exec.Command("node", filepath.Join(b.root, "scripts", "bench", "sweep.mjs"))
	command.Stderr = &complaint
	text, err := command.Output()
	if err != nil {
		return s, fmt.Errorf("sweep.mjs: %w\n%s", err, complaint.String())
	}
	var r sweepResult
	if err := json.Unmarshal(text, &r); err != nil {
		return s, err
	}
	s.rows = sweepRows(r)
	return s, nil
}

// sweepRows tells the gain of cores only where there is more than one.
func sweepRows(r sweepResult) []row {
	rows := []row{{what: "vm-right-sizing, its sweep of 20 runs", figure: millis(r.Shipped), value: r.Shipped,
		budget: sweepBudget, timed: true}}
	if r.Cores < 2 {
		return rows
	}
	gain := row{what: fmt.Sprintf("64 runs, 1 core : %d cores", r.Cores), figure: times(r.One / r.All),
		value: r.One / r.All, note: fmt.Sprintf("%s and %s", millis(r.One), millis(r.All))}
	gain.budget, gain.least = twoCores, true
	return append(rows, gain)
}
