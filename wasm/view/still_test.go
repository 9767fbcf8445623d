package view

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/sim"
)

func TestAStillBeginsWithItsCaption(t *testing.T) {
	s := stacked()
	still := Still(&s.Source, sim.Second, "3 queries sit on 1 of 2 nodes.")
	require.Equal(t, "3 queries sit on 1 of 2 nodes.", labels(still)[0])
	require.InDelta(t, StillWidth, still.Width, 0)
	require.Equal(t, still.Height, still.Boxes[0].H, "the ground is as high as the picture")
	require.Empty(t, still.Spots)
	for _, b := range still.Boxes[1:] {
		require.GreaterOrEqual(t, b.X, float32(stillPad)-1)
		require.LessOrEqual(t, b.X+b.W, still.Width-stillPad+1)
		require.LessOrEqual(t, b.Y+b.H, still.Height)
	}
}

func TestACaptionThatIsLongTakesTwoLines(t *testing.T) {
	caption := strings.Repeat("a long caption goes on ", 5)
	one, two := Still(&stacked().Source, 0, "short"), Still(&stacked().Source, 0, caption)
	require.InDelta(t, one.Height+stillLine, two.Height, 0)
	require.Equal(t, strings.TrimSpace(caption), labels(two)[0]+" "+labels(two)[1])
}

func TestAStillOfARunWithFiguresShowsThem(t *testing.T) {
	s := checkpoints()
	still := Still(&s.Source, 398*sim.Second, "A checkpoint.")
	for _, text := range []string{"memory 0", "Dirty pages", "Checkpoints"} {
		require.Contains(t, labels(still), text)
	}
	require.NotContains(t, labels(still), "Disk queue", "three are enough")
	require.Equal(t, s.Log.End, Telling(&s.Source), "figures look back")
}

func TestTheTellingInstantIsTheLastWithMostToDo(t *testing.T) {
	s := stacked()
	s.Measure = [2]sim.Time{0, s.Log.End}
	at := Telling(&s.Source)
	require.Positive(t, tasksOf(NewCursor(s.Log).At(at)))
	idle := newStage(1, 1)
	idle.Log.Close(sim.Second)
	idle.Measure = [2]sim.Time{0, sim.Second}
	require.Equal(t, sim.Second, Telling(&idle.Source), "where nothing ever runs it is the end")
}

func TestManyPlainBoxesAreOnePath(t *testing.T) {
	f := &Frame{Width: 20, Height: 10}
	heights := []float32{5, 2.25, 3, 4, 1}
	for i, h := range heights {
		f.box(Box{X: float32(2 * i), Y: 10 - h, W: 2, H: h, Fill: Q1})
	}
	f.box(Box{X: 12, Y: 2, W: 2, H: 3, Fill: Q2})
	svg := string(SVG(f, Light))
	require.Contains(t, svg, `<path fill="#008c9b" d="m0 10v-5h2v5zm2 0v-2.25h2v2.25zm2 0v-3h2v3z`+
		`m2 0v-4h2v4zm2 0v-1h2v1z"/>`)
	require.Contains(t, svg, `<rect x="12" y="2" width="2" height="3" fill="#8946bb"/>`)
}

func TestTextsOfAStillAreEscaped(t *testing.T) {
	svg := SVG(Still(&stacked().Source, 0, `</text><script>alert("x")</script>`), Dark)
	decoder := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return
		}
		require.NoError(t, err)
		if start, ok := token.(xml.StartElement); ok {
			require.NotEqual(t, "script", start.Name.Local)
		}
	}
}
