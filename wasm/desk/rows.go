package desk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"schedlab/wasm/proto"
)

// Rows says which rows of a long table are in view.
type Rows struct{ From, In int }

// Apply asks for others when the view comes near the end of those that are there.
func (r Rows) Apply(s *State) {
	if s.Rows == nil {
		return
	}
	from, to := s.Rows.First, s.Rows.First+len(s.Rows.Cells)
	if r.From >= from && r.From+r.In <= to {
		return
	}
	s.First = max(0, r.From-(rowsAsked-r.In)/2)
}

// Ordered gives the positions of the rows in the order to show. The runner sorts tables of which it sends a
// part; whole ones are sorted here.
func Ordered(rows *proto.Rows, order Order) []int {
	positions := make([]int, len(rows.Cells))
	for i := range positions {
		positions[i] = i
	}
	column := order.Column - 1
	if column < 0 || column >= len(rows.Columns) || rows.Total > len(rows.Cells) {
		return positions
	}
	slices.SortStableFunc(positions, func(a, b int) int {
		c := compareCells(rows.Cells[a][column], rows.Cells[b][column], rows.Columns[column].Numeric)
		if order.Down {
			return -c
		}
		return c
	})
	return positions
}

func compareCells(a, b string, numeric bool) int {
	if !numeric {
		return strings.Compare(a, b)
	}
	return cmp.Compare(cellNumber(a), cellNumber(b))
}

// cellNumber reads a number as tables print it; what is none comes first.
func cellNumber(text string) float64 {
	text = strings.ReplaceAll(text, ",", "")
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return -1e308
	}
	return v
}
