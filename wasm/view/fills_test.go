package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
)

// A frame of another page has a height of its own, which nobody chose for the run.

func TestATimelineThatFillsLeavesLittleBelow(t *testing.T) {
	s := stacked()
	for _, height := range []int{120, 180, 260, 320, 400} {
		tl := &Timeline{}
		port := LinePort{Width: 720, Height: height, Ratio: 1, From: 0, To: s.Log.End}
		tl.Paint(&s.Source, port, Look{})
		loose := tl.Height
		port.Fills = true
		tl.Paint(&s.Source, port, Look{})
		require.GreaterOrEqual(t, tl.Height, loose, height)
		require.LessOrEqual(t, tl.Height, height-axisHeight, height)
		gaps := len(tl.heads)
		require.True(t, tl.Height+gaps >= height-axisHeight || tl.Height-loose >= mostSpread,
			"%d of %d are used", tl.Height, height-axisHeight)
	}
}

func TestAFloorPlanThatFillsIsHigherAndStillFits(t *testing.T) {
	s := stacked()
	var p Plan
	ledger := s.Log.At(sim.Second)
	port := PlanPort{Width: 688, Height: 320, Zoom: Machine, Fits: true}
	loose := p.Draw(&s.Source, ledger, port, Look{}).Height
	port.Fills = true
	full := p.Draw(&s.Source, ledger, port, Look{}).Height
	require.Greater(t, full, loose)
	require.LessOrEqual(t, full, float32(port.Height))
}

func TestThePartOfAStillWithoutItsCaptionHasAName(t *testing.T) {
	still := Still(&stacked().Source, sim.Second, "3 queries sit on 1 of 2 nodes.")
	require.Contains(t, string(StillSVG(still, Light)), `<view id="plan" viewBox="0 38 720 `)
}
