package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"schedlab/engine/importer"
	"schedlab/engine/scenario"
)

// importFiles prints the machine that the files' text describes, and what was read and assumed.
func importFiles(files []string, out, errors io.Writer) int {
	var texts []string
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			fmt.Fprintf(errors, "reading what a system printed: %v\n", err)
			return refused
		}
		texts = append(texts, importer.Decode(raw))
	}
	result := importer.Parse(strings.Join(texts, "\n"))
	for _, n := range result.Notes {
		fmt.Fprintln(errors, noteLine(n))
	}
	if !result.Usable {
		fmt.Fprintln(errors, "No machine could be read from this.")
		return refused
	}
	fmt.Fprintln(out, scenario.FormatMachine(result.Machine).String())
	return good
}

func noteLine(n importer.Note) string {
	place := "not given"
	switch {
	case n.First > 0 && n.Last > n.First:
		place = fmt.Sprintf("lines %d to %d", n.First, n.Last)
	case n.First > 0:
		place = fmt.Sprintf("line %d", n.First)
	}
	return fmt.Sprintf("%s (%s): %s", n.Level, place, n.Text)
}
