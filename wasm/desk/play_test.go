package desk

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/wasm/proto"
)

func TestTheFirstPlayBeginsAtTheBeginning(t *testing.T) {
	s := fixture(t)
	require.Equal(t, 10*second, s.At, "the end of the measured window")
	do(s, "play", "")
	require.Equal(t, int64(0), s.At)
	Tick{Now: 1000, Passed: 100}.Apply(s)
	require.Equal(t, 100*millisecond, s.At)
	do(s, "play", "")
	do(s, "play", "")
	require.Equal(t, 100*millisecond, s.At, "going on after a pause")
}

func TestPlayingStopsAtTheEndAndBeginsAnew(t *testing.T) {
	s := fixture(t)
	do(s, "end", "")
	require.Equal(t, 10*second, s.At)
	do(s, "start", "")
	s.Speed = Fastest
	do(s, "play", "")
	Tick{Passed: 200}.Apply(s)
	require.Equal(t, 10*second, s.At)
	require.False(t, s.Playing)
	do(s, "play", "")
	require.Equal(t, int64(0), s.At)
}

func TestAWindowThatThePlayheadLeavesFollows(t *testing.T) {
	s := fixture(t)
	ZoomTo{Span{From: second, To: 2 * second}}.Apply(s)
	Seek{At: second + 950*millisecond}.Apply(s)
	do(s, "play", "")
	Tick{Passed: 100}.Apply(s)
	require.Equal(t, 2*second+50*millisecond, s.At)
	require.Equal(t, Span{From: second + 950*millisecond, To: 2*second + 950*millisecond}, s.Window)
}

func TestZoomKeepsTheInstantBelowThePointer(t *testing.T) {
	s := fixture(t)
	require.Equal(t, Span{To: 10 * second}, s.Window)
	at := s.Axis().At(572) // the middle of 1,000 pixels beside the gutter of 72
	require.Equal(t, 5*second, at)
	ZoomPlace{X: 322, Factor: 0.5}.Apply(s)
	require.Equal(t, int64(2500*millisecond), s.Axis().At(322))
	require.Equal(t, 5*second, s.Window.Length())
	for range 60 {
		do(s, "zoom", "in")
	}
	require.Equal(t, millisecond, s.Window.Length(), "one microsecond a pixel")
	do(s, "zoom", "whole")
	require.Equal(t, Span{To: 10 * second}, s.Window)
	do(s, "pan", "25")
	require.Equal(t, Span{To: 10 * second}, s.Window, "there is nothing beyond the run")
}

func TestDraggingMarksASpanAndZoomsToIt(t *testing.T) {
	s := fixture(t)
	Pointer{Picture: "line", Phase: Down, X: 172, Y: 100}.Apply(s)
	Pointer{Picture: "line", Phase: Move, X: 174, Y: 100}.Apply(s)
	require.Equal(t, Pressed, s.Drag.Mode, "not far enough yet")
	Pointer{Picture: "line", Phase: Move, X: 372, Y: 100}.Apply(s)
	require.Equal(t, "2 s", s.SpanText())
	Pointer{Picture: "line", Phase: Up, X: 372, Y: 100}.Apply(s)
	require.Equal(t, Span{From: second, To: 3 * second}, s.Window)
}

func TestAClickSelectsAndOneOnTheAxisSeeks(t *testing.T) {
	s := fixture(t)
	Pointer{Picture: "line", Phase: Down, X: 372, Y: 100}.Apply(s)
	Pointer{Picture: "line", Phase: Up, X: 372, Y: 100}.Apply(s)
	require.Len(t, s.Effect.Send, 1)
	require.Equal(t, &proto.Point{Picture: "line", X: 372, Y: 100, Pick: true}, s.Effect.Send[0].Point)
	Pointer{Picture: "line", Phase: Down, X: 272, Y: 5}.Apply(s)
	require.Equal(t, 2*second, s.At)
}

func TestFingersPanAndPinch(t *testing.T) {
	s := fixture(t)
	ZoomTo{Span{From: 4 * second, To: 6 * second}}.Apply(s)
	Pointer{Picture: "line", Phase: Down, ID: 1, X: 572, Y: 100, Finger: true}.Apply(s)
	Pointer{Picture: "line", Phase: Move, ID: 1, X: 472, Y: 100, Finger: true}.Apply(s)
	require.Equal(t, Span{From: 4200 * millisecond, To: 6200 * millisecond}, s.Window)
	Pointer{Picture: "line", Phase: Up, ID: 1, X: 472, Y: 100, Finger: true}.Apply(s)

	Pointer{Picture: "line", Phase: Down, ID: 1, X: 472, Y: 100, Finger: true}.Apply(s)
	Pointer{Picture: "line", Phase: Down, ID: 2, X: 672, Y: 100, Finger: true}.Apply(s)
	Pointer{Picture: "line", Phase: Move, ID: 2, X: 772, Y: 100, Finger: true}.Apply(s)
	Pointer{Picture: "line", Phase: Move, ID: 1, X: 372, Y: 100, Finger: true}.Apply(s)
	require.Equal(t, second, s.Window.Length(), "the fingers are twice as far apart")
	require.Equal(t, 5200*millisecond, s.Axis().At(572))
}

func TestSpeeds(t *testing.T) {
	require.Equal(t, 0, SpeedPosition(Slowest))
	require.Equal(t, SpeedSteps, SpeedPosition(Fastest))
	for position := 0; position <= SpeedSteps; position++ {
		speed := SpeedAt(position)
		require.InDelta(t, position, SpeedPosition(speed), 70, "two digits of a speed")
	}
	middle := SpeedPosition(RealTime)
	require.Equal(t, RealTime, SpeedAt(middle+detent))
	require.Equal(t, RealTime, SpeedAt(middle-detent))
	texts := map[int64]string{1: "1/1000×", 10: "1/100×", 250: "1/4×", 1000: "1×", 1500: "1.5×",
		60_000: "60×",
		3:      "1/333×"}
	for speed, text := range texts {
		require.Equal(t, text, SpeedText(speed))
	}
	require.Equal(t, int64(2000), faster(1200))
	require.Equal(t, int64(1000), slower(1200))
	require.Equal(t, Slowest, slower(Slowest))
	require.Equal(t, Fastest, faster(Fastest))
}

func TestClocks(t *testing.T) {
	at := 92*second + 427*millisecond + 600*microsecond
	require.Equal(t, "1:32", Clock(at, second))
	require.Equal(t, "1:32.4", Clock(at, 100*millisecond))
	require.Equal(t, "1:32.427", Clock(at, 2*millisecond))
	require.Equal(t, "1:32.427 600", Clock(at, 10*microsecond))
	require.Equal(t, "1:00:00", Clock(hour, second))
	require.Equal(t, "2:27.5", Short(147*second+500*millisecond))
	require.Equal(t, "12.4 ms", Length(12*millisecond+400*microsecond))
	require.Equal(t, "2 min", Length(2*minute))
	require.Equal(t, "1,234,567", Grouped(1234567))
	require.Equal(t, "-1,000", Grouped(-1000))
	require.Equal(t, "999", Grouped(999))
}

func TestReducedMotionGoesFromEventToEvent(t *testing.T) {
	s := fixture(t)
	ReducedMotion{Is: true}.Apply(s)
	s.Speed = 10
	do(s, "play", "")
	for now := 1000.0; now < 2000; now += 50 {
		Tick{Now: now, Passed: 50}.Apply(s)
	}
	require.Len(t, s.Effect.Send, 4, "at most four a second")
	require.Equal(t, "event", s.Effect.Send[0].Seek.What)
	require.Equal(t, int64(0), s.At)

	s.Speed = RealTime
	moves := 0
	for now := 2000.0; now < 3000; now += 50 {
		before := s.At
		Tick{Now: now, Passed: 50}.Apply(s)
		if s.At != before {
			moves++
		}
	}
	require.LessOrEqual(t, moves, reducedSteps)
	require.Equal(t, int64(moves)*250*millisecond, s.At)
}

func TestAPageOutOfSightPauses(t *testing.T) {
	s := fixture(t)
	do(s, "play", "")
	OutOfSight{}.Apply(s)
	require.False(t, s.Playing)
}
