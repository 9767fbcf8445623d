package export

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/wasm/view"
)

// read reads a text as RFC 4180 says.
func read(t *testing.T, text string) [][]string {
	t.Helper()
	require.True(t, strings.HasSuffix(text, "\r\n"))
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	return all
}

func TestTablesAreCommaSeparated(t *testing.T) {
	rows := view.Rows{Columns: []view.Column{{Name: "what"}, {Name: "count, all", Numeric: true}},
		Cells: [][]string{{"a \"b\", c\nd", "1,234.5"}, {"=1+1", "−7"}, {"@x", "–"}, {"-5", "+3"}, {"-a", ""},
			{"\t=x", "=2"}, {"+0x10", "1e3"}}}
	require.Equal(t, [][]string{{"what", "count, all"}, {"a \"b\", c\nd", "1234.5"}, {"'=1+1", "-7"},
		{"'@x", "–"}, {"-5", "+3"}, {"'-a", ""}, {"'\t=x", "'=2"}, {"'+0x10", "1e3"}},
		read(t, Table(rows).Text()))
	require.Equal(t, "what\r\n", Table(view.Rows{Columns: rows.Columns[:1]}).Text())
}

func TestALongTableHasAllItsRows(t *testing.T) {
	rows := view.Rows{Columns: []view.Column{{Name: "n", Numeric: true}}}
	for i := range 3*perStep + 1 {
		rows.Cells = append(rows.Cells, []string{view.Number(int64(i))})
	}
	file := Table(rows)
	for last := 0.0; file.Step(); last = file.Share() {
		require.Less(t, last, file.Share()+1e-9)
	}
	all := read(t, file.Text())
	require.Len(t, all, 1+3*perStep+1)
	require.Equal(t, strconv.Itoa(3*perStep), all[len(all)-1][0])
}

// The mean of the busy share over the window of measurement is the metric; so with the largest of pages.
func TestSeriesAreTheMetrics(t *testing.T) {
	s := subject(t, "soft-numa-on")
	m := s.Run.Scenario.Measure
	all := read(t, Series(s, window(s, m.From, m.To)).Text())
	require.Equal(t, []string{"time s", "CPU busy %", "workers running", "workers runnable",
		"waiting CXCONSUMER"}, all[0][:5])
	require.Len(t, all, 1+768)
	require.InDelta(t, s.Numbers["cpu.busy_pct"], mean(t, all, 1), 1e-3)
	require.Equal(t, "27.5", all[1][0])

	s = subject(t, "checkpoint-automatic")
	all = read(t, Series(s, window(s, 0, 600*sim.Second)).Text())
	require.Contains(t, all[0], "Dirty pages, db 19 pages")
	require.Contains(t, all[0], "Crash recovery ns")
}

func mean(t *testing.T, rows [][]string, column int) (sum float64) {
	t.Helper()
	for _, row := range rows[1:] {
		v, err := strconv.ParseFloat(row[column], 64)
		require.NoError(t, err)
		sum += v / float64(len(rows)-1)
	}
	return sum
}
