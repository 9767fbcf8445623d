package runner

import (
	"sort"
	"strconv"
	"strings"

	"schedlab/wasm/proto"
)

// window orders rows by the column that the page asks for and keeps those that it has room for.
func window(r *proto.Rows, d *proto.Draw) *proto.Rows {
	if r == nil {
		return nil
	}
	r.Total = len(r.Cells)
	if at := max(d.Sort, -d.Sort) - 1; at >= 0 && at < len(r.Columns) {
		reorder(r, order(r, at, d.Sort < 0))
	}
	if d.Count > 0 {
		first := min(max(d.First, 0), len(r.Cells))
		last := min(first+d.Count, len(r.Cells))
		r.First = first
		r.Cells = r.Cells[first:last]
		r.Picked = part(r.Picked, first, last)
		r.Shares = part(r.Shares, first, last)
	}
	return r
}

func part[T any](list []T, first, last int) []T {
	if len(list) < last {
		return list
	}
	return list[first:last]
}

// order is the rows' positions in the order of a column; equal ones keep theirs.
func order(r *proto.Rows, column int, down bool) []int {
	positions := make([]int, len(r.Cells))
	for i := range positions {
		positions[i] = i
	}
	sort.SliceStable(positions, func(i, k int) bool {
		a, b := r.Cells[positions[i]][column], r.Cells[positions[k]][column]
		c := compare(a, b, r.Columns[column].Numeric)
		if down {
			return c > 0
		}
		return c < 0
	})
	return positions
}

// compare compares two cells; what is no number comes before the numbers.
func compare(a, b string, numeric bool) int {
	if !numeric {
		return strings.Compare(a, b)
	}
	x, errA := strconv.ParseFloat(strings.ReplaceAll(a, ",", ""), 64)
	y, errB := strconv.ParseFloat(strings.ReplaceAll(b, ",", ""), 64)
	switch {
	case errA != nil || errB != nil:
		return btoi(errB != nil) - btoi(errA != nil)
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func btoi(is bool) int {
	if is {
		return 1
	}
	return 0
}

func reorder(r *proto.Rows, positions []int) {
	r.Cells = arranged(r.Cells, positions)
	r.Picked = arranged(r.Picked, positions)
	r.Shares = arranged(r.Shares, positions)
}

func arranged[T any](list []T, positions []int) []T {
	if len(list) != len(positions) {
		return list
	}
	out := make([]T, len(list))
	for i, p := range positions {
		out[i] = list[p]
	}
	return out
}
