package proto

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Window sorts the rows by a column (position + 1, negative = downwards, 0 = as they are) and keeps count of them
// from first on, with Total telling how many there were. A count of 0 keeps all.
func (r *Rows) Window(first, count, sort int) {
	r.order(sort)
	r.Total = len(r.Cells)
	if count <= 0 {
		first, count = 0, r.Total
	}
	r.First = max(0, min(first, r.Total-count))
	end := min(r.First+count, r.Total)
	r.Cells = r.Cells[r.First:end]
	if len(r.Picked) >= end {
		r.Picked = r.Picked[r.First:end]
	}
	if len(r.Shares) >= end {
		r.Shares = r.Shares[r.First:end]
	}
}

func (r *Rows) order(sort int) {
	column, down := sort-1, false
	if sort < 0 {
		column, down = -sort-1, true
	}
	if column < 0 || column >= len(r.Columns) {
		return
	}
	places := make([]int, len(r.Cells))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int {
		c := compareCells(r.Cells[a][column], r.Cells[b][column], r.Columns[column].Numeric)
		if down {
			return -c
		}
		return c
	})
	r.Cells = arranged(r.Cells, places)
	r.Picked = arranged(r.Picked, places)
	r.Shares = arranged(r.Shares, places)
}

func arranged[T any](list []T, places []int) []T {
	if len(list) != len(places) {
		return list
	}
	out := make([]T, len(list))
	for i, from := range places {
		out[i] = list[from]
	}
	return out
}

func compareCells(a, b string, numeric bool) int {
	if !numeric {
		return strings.Compare(a, b)
	}
	return cmp.Compare(cellNumber(a), cellNumber(b))
}

// none is below every number that a table prints.
const none = -1e308

// cellNumber reads a number as tables print it; what is none comes first.
func cellNumber(text string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSpace(strings.ReplaceAll(text, ",", "")), 64)
	if err != nil {
		return none
	}
	return v
}
