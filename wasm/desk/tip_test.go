package desk

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/wasm/proto"
)

// pointed is a page whose tooltip tells of a lane.
func pointed(t *testing.T) *State {
	t.Helper()
	s := fixture(t)
	Seek{At: second}.Apply(s)
	receive(s, proto.ToPage{Tip: &proto.Tip{Picture: "line", Title: "scheduler 3",
		Picked: proto.Picked{Kind: "scheduler", ID: 3}}})
	Tick{Now: 1000}.Apply(s)
	require.NotNil(t, s.Tip)
	return s
}

func TestATooltipHidesWhenAKeyPutsSomethingElseBelowThePointer(t *testing.T) {
	for _, c := range []Command{{"zoom", "in"}, {"pan", "25"}, {"arrow", "ArrowRight"}, {"start", ""}} {
		s := pointed(t)
		if c.Name == "pan" {
			do(s, "zoom", "in")
			s.sight = s.inView()
		}
		c.Apply(s)
		Tick{Now: 1016}.Apply(s)
		require.Nil(t, s.Tip, "%v", c)
		require.Empty(t, s.Hovered.Kind)
	}
}

func TestATooltipStaysAfterAClickOnWhatItTells(t *testing.T) {
	s := pointed(t)
	receive(s, proto.ToPage{Tip: &proto.Tip{Pick: true, Picked: proto.Picked{Kind: "scheduler", ID: 3}}})
	Tick{Now: 1016}.Apply(s)
	require.NotNil(t, s.Tip)
}

func TestATooltipIsSeenForAMomentWhileTimeGoesOn(t *testing.T) {
	s := pointed(t)
	s.Playing = true
	now := 1000.0
	for ; s.Tip != nil && now < 5000; now += 20 {
		Tick{Now: now, Passed: 20}.Apply(s)
	}
	require.InDelta(t, 1000+staysWhilePlaying, now, 60)
}
