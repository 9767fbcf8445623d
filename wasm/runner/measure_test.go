package runner_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/scenarios"
	"schedlab/wasm/proto"
	"schedlab/wasm/runner"
)

// measuredBy lets a runner measure a document and gives what it says.
func measuredBy(t *testing.T, document string) *proto.Measured {
	t.Helper()
	b := &fakeBrowser{each: 1}
	r := runner.New(b, runner.Skills{})
	r.Hear(proto.Encode(proto.ToRunner{Generation: 7, Measure: &proto.Measure{Point: 3, Document: document}}))
	for r.Work() {
	}
	m := b.last()
	require.NotNil(t, m.Measured)
	assert.Equal(t, [2]int{7, 3}, [2]int{m.Generation, m.Measured.Point})
	return m.Measured
}

// A point has the figures that the command line has of it.
func TestAPointOfASweepHasTheFiguresOfItsOwnRun(t *testing.T) {
	shipped, _ := scenarios.Find("soft-numa-on")
	document, problems := scenario.ParseDocument(shipped.Text)
	require.Empty(t, problems)
	s, problems := scenario.Read(document, engine.Products())
	require.Empty(t, problems)
	points := scenario.Points(s.Sweep)
	for _, at := range []int{0, len(points) - 1} {
		changed, problems := document.Run(points[at])
		require.Empty(t, problems)
		got := measuredBy(t, string(changed.Compact()))
		assert.Empty(t, got.Fault)
		assert.Equal(t, map[string]float64(engine.Variation(document, points[at])), got.Metrics)
	}
}

func TestAPointThatCannotBeRunSaysWhy(t *testing.T) {
	got := measuredBy(t, `{"version":1,"duration_ms":1000}`)
	assert.Contains(t, got.Fault, "machine")
	assert.Empty(t, got.Metrics)
	assert.NotEmpty(t, measuredBy(t, `{`).Fault)
}
