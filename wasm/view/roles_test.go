package view

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// ownWorkers is one node of eight schedulers and a hidden one. A long request and a checkpoint share
// scheduler 0; a lazy writer sleeps there; a log writer runs on the hidden scheduler.
func ownWorkers() (s *stage, checkpoint trace.TaskID) {
	s = poolStage(1, []string{"a"}, []int32{5})
	layout := s.Log.Ledger.Instances[0].Layout
	layout.Lanes = append(layout.Lanes, trace.Lane{Number: 1_048_576, Group: layout.Lanes[0].Group,
		Hidden: true})
	layout.Waits = 3
	s.Log = &trace.Log{}
	s.Log.Declare(layout)
	s.Description.Causes[consumerWait].Idle = true
	r := s.submit(0, 0, 1)
	s.run(0, r, 0, 1)
	checkpoint = s.own(0, 0, roleFlush)
	lazy := s.own(0, 0, roleLazy)
	s.leave(ms, lazy, trace.Suspended, consumerWait)
	s.own(2*ms, 8, roleLog)
	s.Log.Close(100 * ms)
	return s, checkpoint
}

// own puts a worker of the product's own on a lane.
func (s *stage) own(at sim.Time, lane trace.LaneID, role trace.Reason) trace.TaskID {
	id := s.Log.Open(trace.Task{At: at, Request: trace.NoRequest, Lane: lane, Role: role})
	s.move(at, id, trace.None, trace.Runnable)
	next := s.turn(lane, at)
	next.Ring = append(next.Ring, id)
	s.Log.Rotate(next)
	return id
}

func TestOwnWorkersHaveTheNameOfTheirRole(t *testing.T) {
	s, checkpoint := ownWorkers()
	require.Empty(t, s.Log.Ledger.Broken)
	found, f := facts(t, s, 5*ms, Picked{PickedWorker, int32(checkpoint)})
	require.Equal(t, "CHECKPOINT", found.Title)
	require.Equal(t, "running", f["state"])
	require.Empty(t, found.Chips)
	found, f = facts(t, s, 5*ms, Picked{PickedScheduler, 0})
	require.Equal(t, "running CHECKPOINT, 1 runnable", f["state"])
	require.Equal(t, []string{"Q1 worker 1", "CHECKPOINT", "LAZY WRITER"}, column(found.Cells, 0))
	require.Equal(t, []int{1, SystemColour, SystemColour}, found.Colours)
	tip, ok := TipOf(&s.Source, s.Log.At(5*ms), Picked{PickedWorker, int32(checkpoint)})
	require.True(t, ok)
	require.Equal(t, SystemColour, tip.Colour)
	twin := Twin(&s.Source, s.Log.At(5*ms))
	require.Len(t, twin, 8, "the hidden scheduler is not one of them")
	require.Equal(t, []string{"0", "0", "CHECKPOINT", "1", ""}, twin[0], "who has nothing to do is not told")
	require.Equal(t, "YIELD", s.cause(0, 0))
	require.Empty(t, s.role(&trace.Task{Request: trace.NoRequest}), "a wait type is no role")
}

func column(cells [][]string, at int) (all []string) {
	for _, row := range cells {
		all = append(all, row[at])
	}
	return all
}

func TestShortNamesOfRoles(t *testing.T) {
	s, _ := ownWorkers()
	var shorts []string
	for _, name := range []string{"CHECKPOINT", "LAZY WRITER", "LOG WRITER"} {
		shorts = append(shorts, s.roleShort(name))
	}
	require.Equal(t, []string{"CP", "LW", "LO"}, shorts, "no two are the same")
	require.Equal(t, []string{"RW", "RE", "REC", "RECO"}, initials("recovery writer")[:4])
}

func TestOwnWorkersInThePictures(t *testing.T) {
	s, checkpoint := ownWorkers()
	for width, want := range map[int]string{820: "CP", 358: "CP"} {
		f := (&Plan{}).Draw(&s.Source, s.Log.At(5*ms), PlanPort{Width: width, Zoom: Machine},
			Look{Spots: true})
		require.Contains(t, labels(f), want)
		fills := map[Tone]bool{}
		for _, b := range f.Boxes {
			fills[b.Fill] = true
			require.NotEqual(t, Ring, b.Pattern, "the lazy writer sleeps")
		}
		require.True(t, fills[Checkpoint])
		require.Contains(t, f.Spots[len(f.Spots)-8].Text, "running CHECKPOINT")
	}
	tl := &Timeline{}
	tl.Paint(&s.Source, tenMillis(222), Look{})
	require.Len(t, tl.rows, 8)
	require.True(t, strings.HasPrefix(pixelText(tl, 0), "3 q1, 1 surface-2, 3 checkpoint, 1 surface-2, 3 q1"),
		pixelText(tl, 0))
	tip, found := tl.Find(Gutter+5, axisHeight+2)
	require.True(t, found)
	require.Equal(t, "CHECKPOINT on scheduler 0", tip.Title)
	require.Equal(t, SystemColour, tip.Colour)
	require.Empty(t, tl.Outline(Picked{PickedScheduler, 8}), "a hidden scheduler has no place")
	require.NotEmpty(t, tl.Outline(Picked{PickedWorker, int32(checkpoint)}))
	require.Contains(t, tl.Frame().Note, "8 schedulers")
	merged := tenMillis(222)
	merged.To = 2000 * ms
	tl.Paint(&s.Source, merged, Look{Mode: ByWait})
	tip, _ = tl.Find(Gutter+1, axisHeight+2)
	require.Contains(t, tip.Facts, Value{"CPU share", "CHECKPOINT 50 %, Q1 50 %"})
}

func TestHiddenSchedulersAreNotCounted(t *testing.T) {
	s, _ := ownWorkers()
	require.Equal(t, 8, s.Floor().Count)
	require.Equal(t, 3, s.Deepest())
	now := NowOf(&s.Source, s.Log.At(50*ms))
	require.InDelta(t, 100./8, now.Busy, 1e-9)
	require.Equal(t, []int{1, 1, 0}, []int{now.Running, now.Runnable, now.Waiting})
	series := SeriesOf(&s.Source, [2]sim.Time{0, 100 * ms}, 10)
	require.InDelta(t, 1, series.Running[9], 1e-9)
	require.Empty(t, series.Waits, "it has nothing to do")
	found, _ := facts(t, s, 50*ms, Picked{PickedScheduler, 8})
	require.Equal(t, "Scheduler 1,048,576", found.Title)
	rows := WaitRows(&s.Source, s.Log.At(50*ms))
	require.Equal(t, "CONSUMER", rows.Cells[len(rows.Cells)-1][0], "idle waits are last")
	require.Zero(t, rows.Shares[len(rows.Shares)-1])
}

func TestLogLinesWithFieldsAndRanges(t *testing.T) {
	s := threePhases()
	s.Description.LogLines = func(r system.Reading) []system.LogLine {
		return []system.LogLine{{At: 9 * sim.Second, Source: "spid7s", Text: "flushed 1000 bufs",
			Fields: []system.LogField{{From: 8, To: 12, Name: "bufs", Help: "pages written"}}}}
	}
	rows := LogRows(&s.Source, s.Log.At(10*sim.Second), LogWindow{At: 10 * sim.Second, Before: 20})
	require.Equal(t, [][]string{{"0:09.000 000", "spid7s", "flushed 1000 bufs"},
		{"0:01.000 000", "begin", "checkpoint due of a"},
		{"0:03.000 000", "end", "checkpoint due of a after 2.0 s"},
		{"0:03.000 000", "begin", "automatic checkpoint of a"},
		{"0:06.000 000", "begin", "automatic checkpoint of b"},
		{"0:08.000 000", "end", "automatic checkpoint of b after 2.0 s"},
		{"0:09.000 000", "end", "automatic checkpoint of a after 6.0 s"}}, rows.Cells)
	require.Equal(t, []Field{{8, 12, "bufs", "pages written"}}, rows.Fields[0])
	require.Len(t, rows.Fields, len(rows.Cells))
	require.Equal(t, 7, rows.Here)
	require.Equal(t, Picked{PickedRange, int32(s.first(automatic, 9))}, rows.Picked[4])
}
