package view

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

func TestMeansAreExact(t *testing.T) {
	m := newMeans(grid{from: 10, span: 100, columns: 7}) // edges 10, 24, 38, 52, 67, 81, 95, 110
	m.add(0, 30, 2)
	m.add(20, 500, 3)
	m.add(40, 45, 1)
	// column 0: 2 for 14 and 3 for 4 of 14; column 1: 2 for 6 of 14 and 3; column 2: 3 and 1 for 5 of 14
	want := []float64{2 + 12./14, 3 + 12./14, 3 + 5./14, 3, 3, 3, 3}
	require.InDeltaSlice(t, want, m.values(1, sim.Never), 1e-12)
	require.InDeltaSlice(t, []float64{0, 0}, m.values(1, 90)[6:], 1e-12)
}

func TestSeriesOfTheStackedRun(t *testing.T) {
	s := stacked()
	all := SeriesOf(&s.Source, [2]sim.Time{0, 147500 * ms}, 590)
	require.InDelta(t, 100./3, all.Busy[589], 1e-9) // 32 of 96
	require.InDelta(t, 32, all.Running[400], 1e-9)
	require.InDelta(t, 64, all.Runnable[400], 1e-9)
	require.InDelta(t, 100, all.Nodes[5][400], 1e-9)
	require.InDelta(t, 0, all.Nodes[4][400], 1e-9)
	require.Equal(t, "CONSUMER", all.Waits[0].Name)
	require.InDelta(t, 12, all.Waits[0].Values[400], 1e-9)
	// over any span the mean is that of the whole run's columns in it
	part := SeriesOf(&s.Source, [2]sim.Time{20 * sim.Second, 30 * sim.Second}, 40)
	for i := range 40 {
		require.InDelta(t, all.Runnable[80+i], part.Runnable[i], 1e-9)
		require.InDelta(t, all.Waits[0].Values[80+i], part.Waits[0].Values[i], 1e-9)
	}
}

func TestSeriesAgreeWithTheLedger(t *testing.T) {
	s := stacked()
	const n = 118 // columns of 1.25 s
	series := SeriesOf(&s.Source, [2]sim.Time{0, 147500 * ms}, n)
	busy := 0.0
	for _, v := range series.Running {
		busy += v * 1.25
	}
	want := sim.Time(0)
	for _, l := range s.Log.Ledger.Lanes {
		want += l.Busy
	}
	require.InDelta(t, float64(want)/1e9, busy, 1e-6)
}

func TestNow(t *testing.T) {
	s := stacked()
	now := NowOf(&s.Source, s.Log.At(92400*ms))
	require.InDelta(t, 100./3, now.Busy, 1e-9)
	require.Equal(t, []int{32, 64, 12, 0}, []int{now.Running, now.Runnable, now.Waiting, now.Pending})
	require.InDelta(t, 32*250, now.Yields, 1e-9) // one every 4 ms on each busy CPU
	require.InDelta(t, 100, now.Nodes[11], 1e-9)
}

func TestWaitsInTheWindowUntilNow(t *testing.T) {
	s := stacked()
	at := 92400 * ms
	rows := WaitRows(&s.Source, s.Log.At(at))
	require.Equal(t, "measured from 0:27.5 to now", rows.Note)
	require.Equal(t, "YIELD", rows.Cells[0][0])
	// 64 of 96 workers wait at any time: 64 · 64.9 s, less what is still going on and more what began before
	total := parse(t, rows.Cells[0][2])
	require.InDelta(t, 64*64.9, total, 64*.012)
	count := parse(t, rows.Cells[0][1])
	require.InDelta(t, 32*64.9/.004, count, 96)
	require.Equal(t, "0.0", rows.Cells[0][3])
	require.Equal(t, "8.00", rows.Cells[0][5])
	require.Equal(t, "64", rows.Cells[0][6])
	require.Equal(t, []string{"CONSUMER", "0", "0.0", "0.0", "0.0", "–", "12"}, rows.Cells[1][:7])
	require.InDelta(t, 1, rows.Shares[0], 1e-9)
	early := WaitRows(&s.Source, s.Log.At(20*sim.Second))
	require.Equal(t, "measuring begins at 0:27.5", early.Note)
	require.Equal(t, "0", early.Cells[0][1])
}

func parse(t *testing.T, text string) float64 {
	var v float64
	_, err := fmt.Sscan(strings.ReplaceAll(text, ",", ""), &v)
	require.NoError(t, err)
	require.False(t, math.IsNaN(v))
	return v
}

func TestPlacement(t *testing.T) {
	s := stacked()
	rows := PlacementRows(&s.Source, s.Log.At(92400*ms))
	require.Len(t, rows.Cells, 12)
	// the second session's coordinator is on node 1; its third query is the sixth of all: node 5
	require.Equal(t, []string{"1", "Q2", "8", "node 1", "40,41,42,43,44,45,46,47"}, rows.Cells[1])
	require.Len(t, rows.Chart.Items, 36)
	for i, item := range rows.Chart.Items {
		require.Equal(t, []int32{int32(i % 12)}, item.Nodes)
		require.Equal(t, i%3 == 2, item.Long)
	}
	require.Equal(t, "12 long parallel queries on 4 of 12 nodes; 24 cheap ones on 8.", rows.Chart.Text)
}

func TestEventsAroundAnInstant(t *testing.T) {
	s := stacked()
	rows := EventRows(&s.Source, LogWindow{At: 2526*ms + 300*sim.Microsecond, Before: 5, After: 2})
	var lines []string
	for _, c := range rows.Cells {
		lines = append(lines, strings.Join(c, " | "))
	}
	require.Equal(t, []string{
		"0:02.501 300 | submitted | cheap 3 by session 1",
		"0:02.501 300 | placed | cheap 3: 8 workers on node 3, schedulers 24,25,26,27,28,29,30,31",
		"0:02.521 300 | completed | cheap 3 after 20.000 ms",
		"0:02.526 300 | submitted | cheap 4 by session 1",
		"0:02.526 300 | placed | cheap 4: 8 workers on node 4, schedulers 32,33,34,35,36,37,38,39",
		"0:02.546 300 | completed | cheap 4 after 20.000 ms",
		"0:02.551 300 | submitted | Q2 by session 1",
	}, lines)
	require.Equal(t, 5, rows.Here, "five lines until the instant")
}

func TestLogLinesOfAllKinds(t *testing.T) {
	s := newStage(1, 1)
	r := s.submit(0, 3, 1)
	a := s.run(0, r, 2, 0)
	s.Log.Record(trace.Event{At: 0, Kind: trace.Note, Thing: trace.RequestThing, Who: int32(r),
		Why: downgraded, Value: 4})
	s.leave(ms, a, trace.Suspended, consumerWait)
	s.move(2*ms, a, trace.Suspended, trace.Runnable)
	p := s.Log.Open(trace.Task{At: 3 * ms, Request: r, Lane: 5, Context: 1})
	s.because(3*ms, p, [2]trace.State{trace.None, trace.Pending}, poolWait)
	s.Log.Close(sim.Second)
	rows := EventRows(&s.Source, LogWindow{At: sim.Second, Before: 20})
	var lines []string
	for _, c := range rows.Cells {
		lines = append(lines, c[1]+" "+c[2])
	}
	require.Equal(t, []string{"submitted Q1 by session 3", "placed Q1 coordinator on scheduler 2",
		"note Q1: dop lowered, 4",
		"suspended Q1 coordinator on scheduler 2: CONSUMER", "signalled Q1 coordinator on scheduler 2",
		"placed Q1: 1 worker on node 0, scheduler 5", "pending Q1 worker 1 on scheduler 5: POOL"}, lines)
}

// facts are an inspector's facts by name.
func facts(t *testing.T, s *stage, at sim.Time, p Picked) (*Inspect, map[string]string) {
	found := InspectOf(&s.Source, s.Log.At(at), p)
	require.NotNil(t, found)
	byName := map[string]string{}
	for _, f := range found.Facts {
		byName[f.Name] = f.Text
	}
	return found, byName
}

func TestInspectorOfANode(t *testing.T) {
	found, f := facts(t, stacked(), 92400*ms, Picked{PickedNode, 9})
	require.Equal(t, "Node 5", found.Title)
	require.Equal(t, "in memory node 1, schedulers 40 to 47", found.Sub)
	require.Equal(t, "8 running, 16 runnable", f["workers"])
	require.Equal(t, "1, on CONSUMER", f["suspended"])
	require.Equal(t, "2,000 a second, 8.00 ms each", f["yields"])
	require.Equal(t, []string{"Q2", "Q6", "Q10"}, []string{found.Cells[0][0], found.Cells[1][0],
		found.Cells[2][0]})
	// Q2 came at 2.55 s, Q6 10 s and Q10 20 s later: 8·(10 + 10/2 + 69.8/3) s of CPU, the rest it waits
	require.InDelta(t, 8*(10+5+69.85/3), parse(t, found.Cells[0][2]), .2)
	require.InDelta(t, 8*(0+5+69.85*2/3), parse(t, found.Cells[0][3]), .2)
	require.Equal(t, []int{2, 6, 10}, found.Colours)
}

func TestInspectorOfAWorkerAndItsScheduler(t *testing.T) {
	s := small()
	found, f := facts(t, s, 5*ms, Picked{PickedWorker, 2})
	require.Equal(t, "Q1, worker 2", found.Title)
	require.Equal(t, "scheduler 1, node 0, memory node 0", found.Sub)
	require.Equal(t, "runnable, next to run", f["state"])
	require.Equal(t, "1.0 of 4.0 ms", f["since its last yield"])
	require.Equal(t, "4.000 ms of 5.000 ms", f["CPU time"])
	require.Equal(t, "1.000 ms, resource wait 0 ns", f["signal wait"])
	_, f = facts(t, s, 5*ms, Picked{PickedScheduler, 1})
	require.Equal(t, "running Q2, 1 runnable", f["state"])
	require.Equal(t, "2", f["load factor"])
	_, f = facts(t, s, 5*ms, Picked{PickedWorker, 0})
	require.Equal(t, "suspended, CONSUMER", f["state"])
	_, f = facts(t, s, ms, Picked{PickedWorker, 3})
	require.Equal(t, "starts at 0:00.002", f["state"])
}

func TestInspectorOfASchedulerDoesNotRepeatItsNumber(t *testing.T) {
	s := stacked()
	found, _ := facts(t, s, 92400*ms, Picked{PickedScheduler, 43})
	for _, c := range found.Columns {
		require.NotEqual(t, "scheduler", c.Name)
	}
	require.NotEmpty(t, found.Cells)
	for _, row := range found.Cells {
		require.Len(t, row, len(found.Columns))
	}
}

func TestInspectorOfOtherThings(t *testing.T) {
	s := stacked()
	found, f := facts(t, s, 92400*ms, Picked{PickedRequest, int32(s.long7())})
	require.Equal(t, "Q7", found.Title)
	require.Equal(t, "9", f["tasks"])
	require.Equal(t, "8", f["nodes"])
	require.Len(t, found.Cells, 9)
	_, f = facts(t, s, 92400*ms, Picked{PickedRequest, 0})
	require.Equal(t, "0:00.021, after 20.000 ms", f["completed"])
	_, f = facts(t, s, 92400*ms, Picked{PickedSession, 3})
	require.Equal(t, "3 queries", f["submitted"])
	require.Equal(t, "2", f["completed"])
	found, f = facts(t, s, 92400*ms, Picked{PickedWait, int32(yieldWait)})
	require.Equal(t, "8.00 ms", f["mean"])
	require.Len(t, found.Cells, 12)
	require.Nil(t, InspectOf(&s.Source, s.Log.At(0), Picked{}))
	require.Nil(t, InspectOf(&s.Source, s.Log.At(0), Picked{PickedNode, 99}))
	tip, ok := TipOf(&s.Source, s.Log.At(92400*ms), Picked{PickedMemory, 1})
	require.True(t, ok)
	require.Equal(t, "Memory node 1", tip.Title)
}

func TestTwin(t *testing.T) {
	s := stacked()
	rows := Twin(&s.Source, s.Log.At(92400*ms))
	require.Len(t, rows, 96)
	require.Equal(t, []string{"0", "7", "idle", "0", "CONSUMER"}, rows[7])
	require.Regexp(t, `^Q(2|6|10)$`, rows[43][2])
	require.Equal(t, "2", rows[43][3])
}

func TestCursorGoesWhereTheLogGoes(t *testing.T) {
	s := stacked()
	c := NewCursor(s.Log)
	for _, at := range []sim.Time{0, 500 * ms, 510 * ms, 2505 * ms, 2506*ms + 1, 3 * sim.Second,
		90 * sim.Second,
		90*sim.Second + 3*ms, 90*sim.Second + 5*ms, 40 * sim.Second, 147500 * ms} {
		got, want := c.At(at), s.Log.At(at)
		for i := range want.Lanes {
			require.Equal(t, want.Lanes[i].Busy, got.Lanes[i].Busy, at)
			require.Equal(t, want.Lanes[i].Yields, got.Lanes[i].Yields, at)
		}
		require.Equal(t, want.Instances[0].Waits, got.Instances[0].Waits, at)
		require.Equal(t, Twin(&s.Source, want), Twin(&s.Source, got))
	}
	require.Empty(t, s.Log.Ledger.Broken)
}
