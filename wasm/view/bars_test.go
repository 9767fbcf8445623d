package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// threePhases is one database that is due at 1 s, scans from 3 s and writes from 5 s to 9 s, a run of 10 s;
// and another with a checkpoint of 2 s that has no parts.
func threePhases() *stage {
	s := poolStage(1, []string{"a", "b"}, []int32{5, 9})
	s.count(0, 0, 1000)
	due := s.began(1*sim.Second, waitsForTurn, 5)
	s.lasts(3*sim.Second, trace.RangeEnd, due, waitsForTurn)
	whole := s.began(3*sim.Second, automatic, 5)
	scan := s.began(3*sim.Second, scanning, 5)
	s.fact(5*sim.Second, scan, plannedFact, 1000)
	s.lasts(5*sim.Second, trace.RangeEnd, scan, scanning)
	write := s.began(5*sim.Second, writing, 5)
	s.fact(5*sim.Second, write, plannedFact, 1000)
	other := s.began(6*sim.Second, automatic, 9)
	s.fact(7*sim.Second, write, pagesFact, 600)
	s.count(7*sim.Second, 0, 500)
	s.lasts(8*sim.Second, trace.RangeEnd, other, automatic)
	s.fact(9*sim.Second, write, pagesFact, 1000)
	s.lasts(9*sim.Second, trace.RangeEnd, write, writing)
	s.fact(9*sim.Second, whole, pagesFact, 1000)
	s.fact(9*sim.Second, whole, writesFact, 700)
	s.fact(9*sim.Second, whole, elapsedFact, 6000)
	s.lasts(9*sim.Second, trace.RangeEnd, whole, automatic)
	s.Log.Close(10 * sim.Second)
	return s
}

func tenSeconds(at sim.Time) FigurePort {
	return FigurePort{Width: Gutter + 400, To: 10 * sim.Second,
		At: at}
}

func TestBarsByHand(t *testing.T) {
	s := threePhases()
	f := s.Figures().Draw(1+areasFigure, tenSeconds(0), Look{}) // 40 pixels a second
	require.Equal(t, []Box{
		{X: 112.5, Y: 22.5, W: 79, H: 8, Stroke: Ink3, Pattern: Dotted},
		{X: 192.5, Y: 22.5, W: 79, H: 8, Fill: CheckpointScan, Stroke: Checkpoint},
		{X: 272, Y: 22, W: 160, H: 9, Fill: Checkpoint},
		{X: 312, Y: 39, W: 80, H: 9, Fill: Checkpoint}, // without parts
	}, f.Boxes)
	require.Equal(t, []string{"Checkpoints", "a", "6.0 s", "b", "2.0 s"}, labels(f))
	require.Equal(t, float32(436), f.Labels[2].X)
	require.Equal(t, []Legend{{"due", "due, waits for another"}, {"light", "scan"}, {"full", "write"}},
		f.Legend)
	f = s.Figures().Draw(barsFigure, FigurePort{Width: Gutter + 400, From: 4 * sim.Second,
		To: 8 * sim.Second}, Look{})
	require.Equal(t, []string{"Checkpoints", "a", "b"}, labels(f), "what ends outside is not told")
	require.Equal(t, float32(Gutter+.5), f.Boxes[0].X)
	require.Equal(t, float32(Gutter+400), f.Boxes[1].X+f.Boxes[1].W)
}

func TestPointingAtBars(t *testing.T) {
	s := threePhases()
	figures := s.Figures()
	figures.Draw(barsFigure, tenSeconds(7*sim.Second), Look{Spots: true})
	whole := Picked{PickedRange, int32(s.first(automatic, 5))}
	tip, found := figures.Find(barsFigure, Gutter+280, barsTop+5) // at 7 s
	require.True(t, found)
	require.Equal(t, whole, tip.Picked, "a part is picked as the whole")
	require.Equal(t, "Automatic checkpoint of a", tip.Title)
	require.Equal(t, Spot{Picked: whole, X: 192, Y: 22, Width: 240, Height: 9}, tip.Spot)
	require.Equal(t, figures.Outline(barsFigure, whole), []Spot{tip.Spot})
	require.Equal(t, 7*sim.Second, tip.At)
	require.Equal(t, []Value{{"scan", "2.0 s, done"}, {"pages to write", "1,000"}, {"written", "600 (60 %)"},
		{"dirtied meanwhile", "100"}}, tip.Facts)
	tip, found = figures.Find(barsFigure, Gutter+60, barsTop+5)
	require.True(t, found)
	require.Equal(t, "Checkpoint due of a", tip.Title)
	_, found = figures.Find(barsFigure, Gutter+60, barsTop+barPitch+5)
	require.False(t, found)
	f := figures.Draw(barsFigure, tenSeconds(0), Look{Picked: whole, Spots: true})
	require.Equal(t, Accent, f.Boxes[len(f.Boxes)-1].Stroke)
	require.Equal(t, "automatic checkpoint of a, began 0:03.0, took 6.0 s", f.Spots[0].Text)
	require.Len(t, f.Spots, 2)
}

func TestInspectorOfARange(t *testing.T) {
	s := threePhases()
	whole := Picked{PickedRange, int32(s.first(automatic, 5))}
	found, _ := facts(t, s, 2*sim.Second, whole)
	require.Equal(t, "begins at 0:03.0", found.Sub)
	require.Empty(t, found.Facts)
	found, f := facts(t, s, 4*sim.Second, whole)
	require.Equal(t, "began 0:03.0, goes on, 1.0 s so far", found.Sub)
	require.Equal(t, map[string]string{"scan": "1.0 s so far"}, f)
	_, f = facts(t, s, 8*sim.Second, whole)
	require.Equal(t, map[string]string{"scan": "2.0 s, done", "pages to write": "1,000",
		"written":           "600 (60 %)",
		"dirtied meanwhile": "100", "write": "3.0 s so far"}, f)
	found, f = facts(t, s, 10*sim.Second, whole)
	require.Equal(t, "began 0:03.0, took 6.0 s", found.Sub)
	require.Equal(t, "1,000 (100 %)", f["written"])
	require.Equal(t, "700", f["writes of 1.4 pages"])
	require.Equal(t, "6,000 ms", f["elapsed"])
	_, f = facts(t, s, 2*sim.Second, Picked{PickedRange, 0})
	require.Empty(t, f, "it waits for nobody that is known")
	require.Nil(t, InspectOf(&s.Source, s.Log.At(0), Picked{PickedRange, 99}))
	c := checkpoints()
	for id, r := range c.Log.Ranges(0) {
		if r.Why == waitsForTurn && r.Begin < 398*sim.Second && r.End > 398*sim.Second {
			_, f = facts(t, c, 398*sim.Second, Picked{PickedRange, int32(id)})
			require.Equal(t, "automatic checkpoint of db 19", f["waits for"])
		}
	}
	require.NotEmpty(t, f)
}

func TestManyThingsShareRows(t *testing.T) {
	s := poolStage(1, []string{"a", "b"}, []int32{5, 100})
	s.count(0, 0, 1)
	for i := range 30 {
		r := s.began(sim.Time(i)*ms, automatic, int64(5+i))
		s.lasts(sim.Time(i)*ms+ms/2, trace.RangeEnd, r, automatic)
	}
	s.Log.Close(sim.Second)
	rows := s.Figures().all[barsFigure].bars.rows
	require.Len(t, rows, 1)
	require.Equal(t, "a", rows[0].name)
	f := s.Figures().Draw(barsFigure, FigurePort{Width: Gutter + 100, To: 100 * ms}, Look{})
	require.Len(t, f.Boxes, 30/2, "1 pixel a ms; a bar has at least 1.5 and takes up the next")
	tip, found := s.Figures().Find(barsFigure, Gutter+4.2, barsTop+5)
	require.True(t, found)
	require.Regexp(t, `^Automatic checkpoint of a \d+$`, tip.Title)
}

func TestTablesOfFigures(t *testing.T) {
	s := threePhases()
	figures := s.Figures()
	bars := figures.Table(barsFigure, tenSeconds(0))
	require.Equal(t, []Column{{"what", false}, {"of", false}, {"begin", false},
		{"due, waits for another, s", true},
		{"scan, s", true}, {"write, s", true}, {"all, s", true}, {"pages", true}}, bars.Columns)
	require.Equal(t, [][]string{{"automatic checkpoint", "a", "0:03.0", "2.0", "2.0", "4.0", "6.0", "1,000"},
		{"automatic checkpoint", "b", "0:06.0", "–", "–", "–", "2.0", "–"}}, bars.Cells)
	require.Equal(t, Picked{PickedRange, int32(s.first(automatic, 9))}, bars.Picked[1])
	areas := figures.Table(areasFigure, tenSeconds(0))
	require.Len(t, areas.Cells, instants+1)
	require.Equal(t, []string{"time", "a"}, []string{areas.Columns[0].Name, areas.Columns[1].Name})
	require.Equal(t, []string{"0:00.0", "1,000"}, areas.Cells[0])
	require.Equal(t, []string{"0:10.0", "500"}, areas.Cells[instants-1])
	require.Equal(t, []string{"maximum", "1,000"}, areas.Cells[instants])
	strip := figures.Table(stripFigure, tenSeconds(8*sim.Second))
	require.Equal(t, [][]string{{"0", "500", "500", "402,653,184"}}, strip.Cells)
	require.Equal(t, "Checkpoints: a and b under way, 0 of 2 have ended", figures.Words(barsFigure,
		tenSeconds(7*sim.Second)))
	require.Equal(t, "Buffer pool: 500 of 402.7 M at 0:07.0", figures.Words(stripFigure,
		tenSeconds(7*sim.Second)))
}

func TestTableOfSeveralLines(t *testing.T) {
	s := checkpoints()
	rows := s.Figures().Table(areasFigure, FigurePort{Width: 400, To: 600 * sim.Second})
	require.Len(t, rows.Columns, 6)
	require.Len(t, rows.Cells, instants+1)
	for _, row := range rows.Cells[:instants] {
		all := 0.0
		for _, cell := range row[1:5] {
			all += parse(t, cell)
		}
		require.InDelta(t, all, parse(t, row[5]), 1)
	}
	most := parse(t, rows.Cells[instants][5])
	require.InDelta(t, s.Figures().all[areasFigure].peak, most, most/100)
}

func TestPartsOfSeveralKindsShareALegendEntry(t *testing.T) {
	s := threePhases()
	s.Description.Figures[2].Parts = append(s.Description.Figures[2].Parts,
		system.FigurePart{Why: elapsedFact, Name: "again", Look: system.Full})
	require.Len(t, s.Figures().Draw(barsFigure, tenSeconds(0), Look{}).Legend, 3)
}
