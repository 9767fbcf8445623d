package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
)

func TestClock(t *testing.T) {
	at := 92431330 * sim.Microsecond
	for places, want := range map[int]string{0: "1:32", 1: "1:32.4", 3: "1:32.431", 4: "1:32.431 3",
		6: "1:32.431 330",
		9: "1:32.431 330 000"} {
		require.Equal(t, want, Clock(at, places))
	}
	require.Equal(t, "0:02.5", Clock(2500*ms, 1))
	require.Equal(t, "−0:01", Clock(-sim.Second, 0))
	require.Equal(t, 1, Places(95*ms))              // 147.5 s on 1,548 columns
	require.Equal(t, 4, Places(77*sim.Microsecond)) // 60 ms on 774 pixels
	require.Equal(t, 0, Places(2*sim.Second))
}

func TestNumbers(t *testing.T) {
	require.Equal(t, []string{"0", "999", "1,000", "519,200", "−12,345,678"},
		[]string{Number(0), Number(999), Number(1000), Number(519200), Number(-12345678)})
	require.Equal(t, []string{"4,153.5", "−0.3", "12", "1,000"},
		[]string{Fixed(4153.52, 1), Fixed(-.25001, 1), Fixed(12.4, 0), Fixed(999.6, 0)})
	require.Equal(t, []string{"830 ns", "12.5 µs", "4.000 ms", "51.6 s", "2.13 h"}, []string{Span(830),
		Span(12500),
		Span(4 * ms), Span(51600 * ms), Span(7668 * sim.Second)})
	require.Equal(t, []string{"60 ms", "147.5 s", "1.5 µs"}, []string{brief(60 * ms), brief(147500 * ms),
		brief(1500)})
	require.Equal(t, []string{"1 worker", "24 workers", "2 queries", "2 days"},
		[]string{counted(1, "worker"), counted(24, "worker"), counted(2, "query"), counted(2, "day")})
}
