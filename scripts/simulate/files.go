package main

import (
	"fmt"
	"os"

	"schedlab/engine"
	"schedlab/engine/metrics"
	"schedlab/scripts/repo"
	"schedlab/wasm/export"
	"schedlab/wasm/output"
	"schedlab/wasm/view"
)

// write writes the files that are asked for: the same as the page's, of the whole run, at the end of the
// window of measurement.
func (r result) write(o options) error {
	look := &output.Look{At: min(r.scenario.Measure.To, r.run.Log.End), To: r.run.Log.End,
		Plan: view.PlanPort{Width: 840, Height: 420, Zoom: view.Machine},
		Line: view.LinePort{Width: 840, Height: 240}}
	if o.trace != "" {
		if err := save(o.trace, export.Trace(r.exported(), look)); err != nil {
			return fmt.Errorf("writing the trace: %w", err)
		}
	}
	if o.report != "" {
		s := r.exported()
		s.Variants = r.variants(s.Headline)
		if err := save(o.report, export.Report(s, look)); err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	return nil
}

// save writes a file part by part.
func save(name string, file *output.File) error {
	to, err := os.Create(name)
	if err != nil {
		return err
	}
	for more := true; more && err == nil; {
		more = file.Step()
		_, err = to.WriteString(file.Take(file.Waiting()))
	}
	if closed := to.Close(); err == nil {
		err = closed
	}
	return err
}

func (r result) exported() *output.Subject {
	s := &output.Subject{Run: r.run, Source: view.NewSource(r.run), Document: r.document, Numbers: r.numbers,
		Claims: r.rows, Headline: r.scenario.Headline}
	if s.Headline == "" {
		s.Headline = r.run.Systems[0].Description.Headline
	}
	if root, err := repo.Root(); err == nil {
		s.Version = repo.Version(root)
	}
	return s
}

// variants runs the document's variants for the number that matters.
func (r result) variants(headline string) (all []output.Variant) {
	for _, v := range r.scenario.Variants {
		if numbers := engine.Variation(r.document, v.Set); numbers != nil {
			all = append(all, output.Variant{Name: v.Name, Text: metrics.Text(headline, numbers[headline])})
		}
	}
	return all
}
