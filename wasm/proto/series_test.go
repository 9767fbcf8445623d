package proto_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/wasm/proto"
)

// wave is a line that differs in every column.
func wave(n int, top float64) []float64 {
	line := make([]float64, n)
	for i := range line {
		line[i] = top * (1 + math.Sin(float64(i))) / 2
	}
	return line
}

func flat(n int, value float64) []float64 {
	line := make([]float64, n)
	for i := range line {
		line[i] = value
	}
	return line
}

func TestSeriesArriveToTheHundredth(t *testing.T) {
	const n = 700
	sent := proto.Series{From: 1_000_000_000, To: 8_000_000_000, Busy: wave(n, 100), Running: wave(n, 4096),
		Runnable: flat(n, 12.345), Nodes: [][]float64{flat(n, 100), wave(n, 33.3)},
		Waits: []proto.Wait{{Name: "CXPACKET", Values: wave(n, 1e5)}}}
	text := proto.Encode(proto.ToPage{Drawn: &proto.Drawn{Series: &sent}})
	got, err := proto.DecodeToPage(text)
	require.NoError(t, err)
	s := got.Drawn.Series
	require.InDeltaSlice(t, sent.Busy, s.Busy, 0.00501)
	require.InDeltaSlice(t, sent.Running, s.Running, 0.00501)
	require.InDeltaSlice(t, sent.Runnable, s.Runnable, 0.00501)
	require.Len(t, s.Nodes, 2)
	require.InDeltaSlice(t, sent.Nodes[1], s.Nodes[1], 0.00501)
	require.Equal(t, "CXPACKET", s.Waits[0].Name)
	require.InDeltaSlice(t, sent.Waits[0].Values, s.Waits[0].Values, 0.00501)
	require.Len(t, s.At, n)
	require.Equal(t, 1.0, s.At[0])
	require.InDelta(t, 1.01, s.At[1], 1e-9, "7 s in 700 columns")
}

func TestSteadyLinesAreSmall(t *testing.T) {
	s := proto.Series{To: 1, Busy: flat(1200, 33.3), Running: flat(1200, 32), Runnable: flat(1200, 64)}
	for range 64 {
		s.Nodes = append(s.Nodes, flat(1200, 100.0/3))
	}
	require.Less(t, len(seriesText(s)), 64*20)
}

func seriesText(s proto.Series) string {
	return proto.Encode(proto.ToPage{Drawn: &proto.Drawn{Series: &s}})
}

func TestSeriesThatDoNotFitAreRefused(t *testing.T) {
	s := proto.Series{To: 7, Busy: flat(2, 0.01), Running: flat(2, 0.02), Runnable: flat(2, 0.03)}
	whole := seriesText(s)
	const lines = " 7 2 1 2 2 2 3 2 0 0 " // to, columns, three pairs, no nodes, no waits
	require.Contains(t, whole, lines)
	for _, broken := range []string{
		" 7 3 1 2 2 2 3 2 0 0 ", " 7 1 1 2 2 2 3 2 0 0 ", " 7 -1 1 2 2 2 3 2 0 0 ", " 7 2 1 0 2 2 3 2 0 0 ",
		" 7 2 1 -2 2 2 3 2 0 0 ", " 7 100000000 1 2 2 2 3 2 0 0 ", " 7 2 x 2 2 2 3 2 0 0 ",
		" 7 2 1 2 2 2 3 2 9 0 ",
	} {
		_, err := proto.DecodeToPage(strings.Replace(whole, lines, broken, 1))
		require.Error(t, err, broken)
	}
}
