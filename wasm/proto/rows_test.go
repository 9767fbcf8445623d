package proto

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func table() *Rows {
	return &Rows{Columns: []Column{{Name: "a"}, {Name: "n", Numeric: true}},
		Cells:  [][]string{{"x", "1,000"}, {"y", "–"}, {"z", "9"}},
		Picked: []Picked{{"scheduler", 0}, {"scheduler", 1}, {"scheduler", 2}}, Shares: []float64{1, 0, 0.5}}
}

func firsts(r *Rows) string {
	all := ""
	for _, row := range r.Cells {
		all += row[0]
	}
	return all
}

func TestRowsAreSortedWithAllThatBelongsToThem(t *testing.T) {
	for sort, expected := range map[int]string{0: "xyz", 1: "xyz", -1: "zyx", 2: "yzx", -2: "xzy", 9: "xyz", -9: "xyz"} {
		r := table()
		r.Window(0, 0, sort)
		require.Equal(t, expected, firsts(r), sort)
		require.Equal(t, 3, r.Total)
	}
	r := table()
	r.Window(0, 0, 2)
	require.Equal(t, []Picked{{"scheduler", 1}, {"scheduler", 2}, {"scheduler", 0}}, r.Picked)
	require.Equal(t, []float64{0, 0.5, 1}, r.Shares)
}

func TestAWindowOfRows(t *testing.T) {
	r := table()
	r.Window(1, 1, 0)
	require.Equal(t, "y", firsts(r))
	require.Equal(t, [2]int{1, 3}, [2]int{r.First, r.Total})
	require.Equal(t, []Picked{{"scheduler", 1}}, r.Picked)
	r = table()
	r.Window(50, 2, 0)
	require.Equal(t, "yz", firsts(r), "never beyond the end")
	r = &Rows{Columns: []Column{{Name: "a"}}, Cells: [][]string{{"x"}}}
	r.Window(0, 10, 1)
	require.Equal(t, "x", firsts(r))
}
