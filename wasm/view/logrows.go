package view

import (
	"sort"

	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// LogRows are the lines that the product has written into its own log until the instant, with what explains
// parts of them, then the lines of what happened around it.
func LogRows(s *Source, ledger *trace.Ledger, w LogWindow) Rows {
	out, own := EventRows(s, w), Rows{}
	var lines []system.LogLine
	for in := range ledger.Instances {
		if tell := s.Part(trace.InstanceID(in)).Description.LogLines; tell != nil {
			lines = append(lines, tell(s.reading(ledger, trace.InstanceID(in)))...)
		}
	}
	sort.SliceStable(lines, func(a, b int) bool { return lines[a].At < lines[b].At })
	for _, l := range lines {
		own.add(Picked{}, Clock(l.At, 6), l.Source, l.Text)
		var fields []Field
		for _, f := range l.Fields {
			fields = append(fields, Field{f.From, f.To, f.Name, f.Help})
		}
		own.Fields = append(own.Fields, fields)
	}
	out.Own = len(own.Cells)
	out.Here += out.Own
	out.Cells, out.Picked = append(own.Cells, out.Cells...), append(own.Picked, out.Picked...)
	out.Fields = append(own.Fields, make([][]Field, len(out.Cells)-len(own.Cells))...)
	return out
}
