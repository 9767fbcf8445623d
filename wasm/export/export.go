// Package export turns a finished run into files: pictures, tables, traces and reports. It is pure. The page
// does not hold it: see output, and cmd wasm/maker, which does.
package export

import "schedlab/wasm/output"

// What files are made of and made in.
type (
	File    = output.File
	Subject = output.Subject
	Look    = output.Look
)

// Makers are those of all kinds of files, by the kind's name.
func Makers() map[string]output.Maker {
	return map[string]output.Maker{
		"picture": Picture, "series": Series, "trace": Trace, "report": Report,
		"table": func(s *Subject, _ *Look) *File { return Table(s.Rows) },
	}
}
