package main

import (
	"bytes"
	"strings"

	"schedlab/scripts/bundle"
)

// bytes weighs what is sent before the first picture, and what the parts of the module cost.
func (b *bench) bytes() (section, error) {
	s := section{title: "Bytes, by brotli"}
	sizes, err := bundle.Measure(b.dist)
	if err != nil {
		return s, err
	}
	total := float64(bundle.FirstPicture(sizes))
	s.rows = append(s.rows, row{what: "bytes to the first picture", figure: number(total), value: total,
		budget: bundle.FirstPictureBudget})
	for _, size := range sizes {
		if strings.Contains(size.Name, "/maker-") {
			s.rows = append(s.rows, row{what: "bytes of the maker", figure: number(float64(size.Brotli)),
				note: "fetched when a file or a pasted text first needs it"})
		}
	}
	var ledger bytes.Buffer
	if err := bundle.PrintSizes(&ledger, sizes); err != nil {
		return s, err
	}
	s.lines = append(s.lines, "", "what each file costs:")
	s.lines = append(s.lines, strings.Split(strings.TrimRight(ledger.String(), "\n"), "\n")...)
	parts, err := b.moduleLedger()
	s.lines = append(s.lines, parts...)
	return s, err
}
