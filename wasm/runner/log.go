package runner

import (
	"slices"
	"strings"

	"schedlab/engine/metrics"
	"schedlab/engine/trace"
	"schedlab/wasm/proto"
	"schedlab/wasm/view"
)

// Lines of the log that are shown: around the playhead, and of the product's own before it.
// assumed: what fits a few screens.
const (
	linesBefore = 150
	linesAfter  = 50
	linesOwn    = 300
	// searched is how many times as many are looked through for a text.
	searched = 40
)

// logRows are the product's own lines and what happened around the playhead, in order of time.
func (s *shown) logRows(ledger *trace.Ledger, lines proto.Lines) view.Rows {
	w := view.LogWindow{At: ledger.At, Before: linesBefore, After: linesAfter}
	if lines.Text != "" {
		w.Before, w.After = searched*w.Before, searched*w.After
	}
	all := view.LogRows(s.source, ledger, w)
	isWanted := func(row int) bool {
		isOwn := row < all.Own
		if lines.Kind == "own" && !isOwn || lines.Kind == "events" && isOwn {
			return false
		}
		return lines.Text == "" || slices.ContainsFunc(all.Cells[row], func(cell string) bool {
			return strings.Contains(strings.ToLower(cell), strings.ToLower(lines.Text))
		})
	}
	out := view.Rows{Columns: all.Columns}
	own, event := 0, all.Own
	for own < all.Own || event < len(all.Cells) {
		next := &event
		if own < all.Own && (event == len(all.Cells) || !isAfter(all.Cells[own][0], all.Cells[event][0])) {
			next = &own
		}
		if row := *next; isWanted(row) {
			out.Cells, out.Picked = append(out.Cells, all.Cells[row]), append(out.Picked, all.Picked[row])
			out.Fields = append(out.Fields, at(all.Fields, row))
			if row < all.Here {
				out.Here++
			}
		}
		*next++
	}
	return near(out, all.Note)
}

// isAfter compares clocks of the same places.
func isAfter(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }

func at(fields [][]view.Field, row int) []view.Field {
	if row < len(fields) {
		return fields[row]
	}
	return nil
}

// near keeps the rows around the playhead.
func near(r view.Rows, note string) view.Rows {
	first := max(0, r.Here-linesOwn)
	last := min(len(r.Cells), r.Here+linesAfter)
	r.Cells, r.Picked, r.Fields = r.Cells[first:last], r.Picked[first:last], r.Fields[first:last]
	r.Here -= first
	_, when, _ := strings.Cut(note, " around ")
	what := " lines around "
	if len(r.Cells) == 1 {
		what = " line around "
	}
	r.Note = metrics.Figure(float64(len(r.Cells))) + what + when
	return r
}
