package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/engine/workload"
)

func TestLongRequestsHaveTheColourOfTheirOrdinal(t *testing.T) {
	s := stacked()
	c := s.Colours()
	require.False(t, c.ByClass)
	next, cheap := 1, 1
	for i, r := range s.Log.Requests {
		id := trace.RequestID(i)
		if r.Class == 1 {
			require.Equal(t, next, c.Of(id))
			require.Equal(t, "Q"+number(next), c.Name(id))
			require.Equal(t, Q1+Tone(next-1), c.Tone(id))
			next++
			continue
		}
		require.Zero(t, c.Of(id))
		require.Equal(t, Ink3, c.Tone(id))
		require.Equal(t, "cheap "+number(cheap), c.Name(id))
		require.Empty(t, c.Short(id))
		cheap++
	}
	require.Equal(t, []int{13, 25}, []int{next, cheap})
	require.Zero(t, c.Class(1), "no class has a colour while requests have their own")
}

func TestMoreThanTwelveAtOnceAreColouredByClass(t *testing.T) {
	s := newStage(1, 1)
	for i := range 13 {
		s.submit(sim.Time(i)*ms, trace.SessionID(i), 1)
	}
	s.Log.Close(sim.Second)
	c := s.Colours()
	require.True(t, c.ByClass)
	require.Equal(t, []int{1, 2}, []int{c.Class(0), c.Class(1)})
	require.Equal(t, 2, c.Of(12))
	require.Equal(t, "c2", c.Short(12))
	require.Equal(t, "long 13", c.Name(12))
}

func TestThirteenAfterEachOtherKeepTheirNumbers(t *testing.T) {
	s := newStage(1, 1)
	for i := range 13 {
		r := s.submit(sim.Time(i)*ms, 0, 1)
		s.finish(sim.Time(i)*ms+1, r)
	}
	s.Log.Close(sim.Second)
	require.False(t, s.Colours().ByClass)
	require.Equal(t, 1, s.Colours().Of(12))
	require.Equal(t, "Q13", s.Colours().Name(12))
}

func TestElevenBusiestOfManyClasses(t *testing.T) {
	s := newStage(1, 1)
	s.Workload.Classes, s.classes = make([]workload.Class, 14), make([]int32, 14)
	for class := range 14 {
		for range 1 + class%13 { // classes 0 and 13 have one request each, class 12 has 13
			s.submit(0, 0, int32(class))
		}
	}
	s.Log.Close(sim.Second)
	c := s.Colours()
	require.True(t, c.ByClass)
	// the busiest eleven are 2 to 12; in the order of the document they are 1 to 11
	require.Equal(t, []int{0, 0, 1, 2, 11, 0}, []int{c.Class(0), c.Class(1), c.Class(2), c.Class(3),
		c.Class(12), c.Class(13)})
}
