package desk

import (
	"strconv"
	"strings"

	"schedlab/wasm/proto"
)

// copyTable copies the open tab's table, with tabs between the cells.
func (s *State) copyTable() {
	if s.Tab == SweepTab {
		s.Effect.Clipboard = s.sweepText()
		return
	}
	s.send(proto.ToRunner{Copy: &proto.Copy{Tab: string(s.Tab), Table: s.Table, At: s.At, Lines: s.Lines}})
}

// sweepText is the table of a sweep as it is seen: a line for each value of the first field, the chosen
// figure in a column for each value of the second. Runs that are not there have empty cells.
func (s *State) sweepText() string {
	w, metric := &s.Sweep, s.SweepMetric()
	if len(w.Axes) == 0 || len(w.Points) == 0 {
		return ""
	}
	lines := len(w.Points) / len(w.Axes[0].Values)
	head := []string{w.Axes[0].Title}
	for i := range lines {
		name := metric
		for k, assignment := range w.Points[i].Set[1:] {
			name += ", " + w.Axes[k+1].Title + " " + strings.Trim(assignment.Value.String(), `"`)
		}
		head = append(head, name)
	}
	text := strings.Join(head, "\t") + "\n"
	for place, value := range w.Axes[0].Values {
		cells := []string{value}
		for i := range lines {
			cell := ""
			if figure, ok := w.Points[place*lines+i].Metrics[metric]; ok {
				cell = strconv.FormatFloat(figure, 'g', 8, 64)
			}
			cells = append(cells, cell)
		}
		text += strings.Join(cells, "\t") + "\n"
	}
	return text
}
