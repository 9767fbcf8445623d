package sqlserver

import (
	"strconv"
	"strings"

	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// tables are the product's own, with its columns, but for addresses and for what the model has nothing to say
// of; and two of ours, whose names are no names of views. Those of pages are empty where nothing is changed.
func tables() []system.Table {
	return []system.Table{schedulersTable(), nodesTable(), waitsTable(), parallelWorkersTable(),
		queriesTable(), checkpointsTable(), recoveryTable(), ownRequestsTable(), databasesTable(),
		descriptorsTable()}
}

// columns makes columns from their names. They hold numbers, but for those named as texts; the first one's
// name is the key of the row.
func columns(names string, texts ...string) []system.Column {
	fields := strings.Fields(names)
	made := make([]system.Column, len(fields))
	for i, name := range fields {
		made[i] = system.Column{Name: name, Numeric: true, Key: i == 0}
		for _, text := range texts {
			if text == name {
				made[i].Numeric = false
			}
		}
	}
	return made
}

// sheet makes rows in one piece of memory.
type sheet struct {
	width int
	cells []string
}

func newSheet(columns []system.Column, rows int) *sheet {
	return &sheet{width: len(columns), cells: make([]string, 0, rows*len(columns))}
}

func (s *sheet) text(texts ...string) *sheet {
	s.cells = append(s.cells, texts...)
	return s
}

func (s *sheet) number(numbers ...int64) *sheet {
	for _, n := range numbers {
		s.cells = append(s.cells, strconv.FormatInt(n, 10))
	}
	return s
}

func (s *sheet) claim(holds bool) *sheet {
	if holds {
		return s.text("1")
	}
	return s.text("0")
}

func (s *sheet) rows() [][]string {
	rows := make([][]string, 0, len(s.cells)/s.width)
	for from := 0; from < len(s.cells); from += s.width {
		rows = append(rows, s.cells[from:from+s.width:from+s.width])
	}
	return rows
}

func milliseconds(t sim.Time) int64 { return int64(t / sim.Millisecond) }
