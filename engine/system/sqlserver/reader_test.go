package sqlserver_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/enginetest"
	"schedlab/engine/sim"
	"schedlab/engine/system"
)

// runOf runs a scenario that is told in lines.
func runOf(t *testing.T, lines ...string) *engine.Run {
	s, problems := enginetest.Build(lines).Scenario()
	require.Empty(t, problems)
	run := engine.New(s, engine.Options{}).Finish()
	require.Empty(t, run.Broken)
	return run
}

// randomRun is the run of a random scenario with one system; nil if the seed gives none without problems.
func randomRun(seed uint64) (run *engine.Run, story string) {
	lines := enginetest.Random(seed)
	s, problems := enginetest.Build(lines).Scenario()
	if len(problems) > 0 || len(s.Systems) > 1 {
		return nil, ""
	}
	return engine.New(s, engine.Options{}).Finish(), enginetest.Story(lines)
}

// article is the run of the article on soft-NUMA and SOS_SCHEDULER_YIELD.
func article(t *testing.T, settings string) *engine.Run {
	return runOf(t, "machine packages=4 cores_per_node=24", "system max_dop=8 "+settings,
		"class name=cheap cpu_ms=1", "class name=long cpu_ms=endless",
		"session count=12 every_ms=2500 run=(cheap*2,long)", "run duration_ms=147500")
}

func at(run *engine.Run, t sim.Time) system.Reading { return run.Reading(0, run.Log.At(t)) }

// table gives the rows of a table, each cell by its column.
func table(t *testing.T, r system.Reading, name string) (rows []map[string]string) {
	tables := engine.Systems()[0].Describe().Tables
	i := slices.IndexFunc(tables, func(made system.Table) bool { return made.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	for _, cells := range tables[i].Rows(r) {
		rows = append(rows, rowOf(t, tables[i], cells))
	}
	return rows
}

func rowOf(t *testing.T, made system.Table, cells []string) map[string]string {
	require.Len(t, cells, len(made.Columns))
	row := map[string]string{}
	for i, c := range made.Columns {
		row[c.Name] = cells[i]
		if c.Numeric {
			number(t, row, c.Name)
		}
	}
	return row
}

func number(t *testing.T, row map[string]string, column string) int64 {
	n, err := strconv.ParseInt(row[column], 10, 64)
	require.NoError(t, err, column)
	return n
}

func sum(t *testing.T, rows []map[string]string, column string) (total int64) {
	for _, row := range rows {
		total += number(t, row, column)
	}
	return total
}

func column(rows []map[string]string, name string) (cells []string) {
	for _, row := range rows {
		cells = append(cells, row[name])
	}
	return cells
}

func caption(r system.Reading) system.Caption { return engine.Systems()[0].Describe().Caption(r) }
