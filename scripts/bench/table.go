package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// tolerance is how far a budget may be missed before the benchmark fails: these figures vary.
const tolerance = 1.2

// row is one figure of the report.
type row struct {
	what   string
	figure string  // as people read it
	note   string  // ratios, spread and what was measured
	value  float64 // compared with the budget
	budget float64 // 0 = none
	least  bool    // the budget is the least, not the most
	timed  bool    // it depends on how fast the machine is
}

// share is how much of its budget a figure uses: up to 1 is good.
func (r row) share() float64 {
	if r.least {
		return r.budget / r.value
	}
	return r.value / r.budget
}

func (r row) misses() bool { return r.budget > 0 && !(r.share() <= tolerance) }

func (r row) verdict() string {
	switch {
	case r.budget == 0:
		return ""
	case r.misses():
		return "MISSED"
	case r.share() > 1:
		return "over, within 20 %"
	}
	return "ok"
}

// section is a part of the report.
type section struct {
	title string
	rows  []row
	lines []string // text below the rows
}

// print writes a section as a table.
func (s section) print(out io.Writer) error {
	fmt.Fprintf(out, "\n%s\n", s.title)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range s.rows {
		cells := []string{"  " + r.what, r.figure, budgetText(r), r.verdict(), r.note}
		fmt.Fprintln(table, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	err := table.Flush()
	for _, line := range s.lines {
		fmt.Fprintln(out, "  "+line)
	}
	return err
}

func budgetText(r row) string {
	switch {
	case r.budget == 0:
		return ""
	case r.least:
		return "≥ " + number(r.budget)
	}
	return "≤ " + number(r.budget)
}

// missed lists the rows that fail the benchmark.
func missed(sections []section) []row {
	var all []row
	for _, s := range sections {
		for _, r := range s.rows {
			if r.misses() {
				all = append(all, r)
			}
		}
	}
	return all
}

// quantile gives the value below which the share q of the values lies; at least one value is needed.
func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func median(values []float64) float64 { return quantile(values, 0.5) }

// number writes a figure with three digits, and whole numbers with all of theirs.
func number(v float64) string {
	if v >= 100 || v == float64(int64(v)) {
		return grouped(int64(v + 0.5))
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func millis(v float64) string { return number(v) + " ms" }

func times(v float64) string { return number(v) + "×" }
