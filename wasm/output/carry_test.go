package output

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatCarriesNothingIsRefused(t *testing.T) {
	for _, text := range []string{"", "<svg/>", carryBegin, carryBegin + "{}", carryBegin + "<b>" + carryEnd,
		carryBegin + strings.Repeat("x", mostCarried+1) + carryEnd, strings.Repeat(carryBegin, 1000)} {
		_, ok := FromSVG(text)
		require.False(t, ok)
	}
}

// FuzzFromSVG reads any text: no panic, and nothing longer than the text.
func FuzzFromSVG(f *testing.F) {
	f.Add(carryBegin + "{&quot;a&quot;:1}" + carryEnd)
	f.Add("<svg>" + carryBegin + "&amp;lt;" + carryEnd + carryBegin)
	f.Fuzz(func(t *testing.T, text string) {
		document, ok := FromSVG(text)
		require.LessOrEqual(t, len(document), len(text))
		require.True(t, ok || document == "")
	})
}
