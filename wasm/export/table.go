package export

import (
	"strconv"
	"strings"

	"schedlab/engine/metrics"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/wasm/output"
	"schedlab/wasm/view"
)

// Tables are written as RFC 4180 says: commas between cells, cells with a comma, quote or line feed in double
// quotes, lines that end with CR LF. A cell that begins with = + - @, a tab or a carriage return and is no
// number gets an apostrophe before it: spreadsheets would run it as a formula, and a scenario may come from
// anybody. Numbers of numeric columns lose the commas between thousands.

// Table writes a table as it is shown, with all its rows.
func Table(rows view.Rows) *File {
	at := 0
	return output.NewFile(output.Once(func(f *File) {
		for i, c := range rows.Columns {
			cell(f, i, safe(c.Name))
		}
		f.Add("\r\n")
	}), output.Section{Weight: 1, Write: func(f *File) float64 {
		end := min(at+perStep, len(rows.Cells))
		for ; at < end; at++ {
			for i, text := range rows.Cells[at] {
				if i < len(rows.Columns) && rows.Columns[i].Numeric {
					text = bare(text)
				}
				cell(f, i, safe(text))
			}
			f.Add("\r\n")
		}
		return share(at, len(rows.Cells))
	}})
}

// cell writes the i-th cell of a line.
func cell(f *File, i int, text string) {
	if i > 0 {
		f.Add(",")
	}
	if strings.ContainsAny(text, ",\"\r\n") {
		text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	f.Add(text)
}

// bare is a number without commas and with the sign that programs read; any other text stays.
func bare(text string) string {
	plain := strings.ReplaceAll(strings.ReplaceAll(text, ",", ""), "−", "-")
	if isNumber(plain) {
		return plain
	}
	return text
}

func isNumber(text string) bool {
	if strings.Trim(text, "+-.0123456789eE") != "" {
		return false // names of infinity, hexadecimal
	}
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

func safe(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) && !isNumber(text) {
		return "'" + text
	}
	return text
}

// column is a column of the series.
type column struct {
	name   string
	values []float64
}

// Series writes what the charts and figures show of the view's window, a row a column of the timeline. Each
// value is the mean of the time from its row to the next, amounts that are marked so the largest.
func Series(s *Subject, look *Look) *File {
	from, to := look.Window(s.Run.Log)
	var columns []column
	var at []float64
	row := 0
	return output.NewFile(output.Once(func(f *File) {
		at, columns = seriesOf(s, [2]sim.Time{from, to}, max(look.Line.Width-view.Gutter, 50))
		cell(f, 0, "time s")
		for i, c := range columns {
			cell(f, i+1, safe(c.name))
		}
		f.Add("\r\n")
	}), output.Section{Weight: 1, Write: func(f *File) float64 {
		for end := min(row+perStep/10, len(at)); row < end; row++ {
			cell(f, 0, decimal(at[row]))
			for i, c := range columns {
				cell(f, i+1, decimal(c.values[row]))
			}
			f.Add("\r\n")
		}
		return share(row, len(at))
	}})
}

func seriesOf(s *Subject, span [2]sim.Time, n int) (at []float64, all []column) {
	series := view.SeriesOf(s.Source, span, n)
	all = []column{{"CPU busy %", series.Busy}, {"workers running", series.Running},
		{"workers runnable", series.Runnable}}
	for _, w := range series.Waits {
		all = append(all, column{"waiting " + w.Name, w.Values})
	}
	for i, node := range s.Source.Floor().Nodes {
		all = append(all, column{s.Source.GroupName(node) + " busy %", series.Nodes[i]})
	}
	for _, a := range s.Source.Figures().Amounts(span, n) {
		name := a.Figure
		if a.Name != "" && a.Name != a.Figure {
			name += ", " + a.Name
		}
		all = append(all, column{name + " " + unit(a), a.Values})
	}
	return series.At, all
}

// unit is what an amount is in, as a column's head says it.
func unit(a view.Amount) string {
	text := map[trace.Unit]string{trace.Count: "count", trace.Pages: "pages", trace.Bytes: "bytes",
		trace.Span: "ns"}[a.Unit]
	if a.Rate {
		text += "/s"
	}
	return text
}

// decimal writes a value with at most six places.
func decimal(v float64) string {
	text := strconv.FormatFloat(v, 'f', 6, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// metricRows are all metrics in words and by name; of wait types that nobody waited for there are none.
func metricRows(numbers metrics.Numbers) (rows [][]string) {
	for _, name := range numbers.Names() {
		if last := strings.LastIndexByte(name, '.'); strings.Contains(name, "wait.") && last >= 0 &&
			numbers[name[:last]+".count"] == 0 && numbers[name] == 0 {
			continue
		}
		rows = append(rows, []string{metrics.Title(name), metrics.Text(name, numbers[name]), name})
	}
	return rows
}
