package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/scenarios"
	"schedlab/wasm/share"
)

// withShipped is a page that opens shipped scenarios.
func withShipped(t *testing.T, names ...string) *State {
	t.Helper()
	supplies := Supplies{Products: engine.Products(), Say: fixture(t).Supplies.Say}
	for _, name := range names {
		shipped, ok := scenarios.Find(name)
		require.True(t, ok)
		supplies.Scenarios = append(supplies.Scenarios, share.NewShipped(name, shipped.Text))
	}
	s := New(supplies)
	s.Show(names[0])
	return s
}

// 24 CPUs, 200 sessions with 60 ms of work in 660 ms: 18.2 CPUs are busy, and nobody waits for one.
func TestARunUnderWayIsPreviewed(t *testing.T) {
	s := withShipped(t, "vm-right-sizing", "soft-numa-on")
	got := s.Preview()
	require.Len(t, got, 2)
	assert.Equal(t, "Response time, db", got[0].Name)
	assert.True(t, strings.HasPrefix(got[0].Text, "25"), got[0].Text)
	assert.Equal(t, "CPU busy as the guest sees it, db", got[1].Name)
	assert.True(t, strings.HasPrefix(got[1].Text, "75."), got[1].Text)
	s.Show("soft-numa-on")
	assert.Empty(t, s.Preview(), "no closed form describes it")
}

func TestPointsOfASweepAreExpectedFrameByFrame(t *testing.T) {
	s := withShipped(t, "vm-right-sizing")
	do(s, "tab", "sweep")
	frames := 0
	for ; s.Owes() || frames == 0; frames++ {
		Tick{}.Apply(s)
		require.Less(t, frames, 100)
	}
	require.Equal(t, len(s.Sweep.Points)/estimatesAtOnce, frames)
	for _, p := range s.Sweep.Points {
		assert.Contains(t, p.Expected, "vm.db.response_mean_ms")
		assert.Nil(t, p.Metrics)
	}
	// 12 vCPUs carry twice the baseline and not three times: the first and the last rate, 12 and 48 vCPUs.
	points := s.Sweep.Points
	expected := func(i int) float64 { return points[i].Expected["vm.db.response_mean_ms"] }
	assert.Less(t, expected(0), 260.0)
	assert.Greater(t, expected(8), 500.0)
	assert.Less(t, expected(9), 260.0)
}
