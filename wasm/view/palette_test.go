package view

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPaletteIsThatOfTheStyleSheet(t *testing.T) {
	sheet, err := os.ReadFile("../../site/tokens.css")
	require.NoError(t, err)
	light, dark, _ := strings.Cut(string(sheet), `[data-theme="dark"] {`)
	require.Len(t, Light.CSS(), int(tones))
	for tone := Tone(1); tone < tones; tone++ {
		require.Equal(t, inSheet(t, light, tone.Name()), Light.Hex(tone), tone.Name())
		require.Equal(t, inSheet(t, dark, tone.Name()), Dark.Hex(tone), tone.Name())
	}
}

func inSheet(t *testing.T, sheet, name string) string {
	found := regexp.MustCompile(`--` + name + `:\s*(#[0-9a-f]{6})`).FindStringSubmatch(sheet)
	require.NotNil(t, found, name)
	return found[1]
}

func TestPixelsHoldRedInTheLowestByte(t *testing.T) {
	require.Equal(t, uint32(0xffd05b1d), Light.RGBA(Accent)) // #1d5bd0
	require.Equal(t, Q7Ink, onTop(RequestTone(7)))
	require.Equal(t, Ink3, RequestTone(13))
	// 35 % of #16181d on #ffffff: 255 − 0.35 · (255 − 22) = 173.45
	require.Equal(t, uint32(0xad), Light.mix(Ink, Surface, 350)&0xff)
}
