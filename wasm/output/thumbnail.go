package output

import (
	"strconv"
	"strings"

	"schedlab/wasm/view"
)

// Size of a thumbnail in CSS pixels; it is as high as its machine needs.
const (
	thumbWidth = 320
	thumbHigh  = 160
)

// Thumbnail is a small picture of the floor plan, to recognise a run by: cells without a word, some
// kilobytes also for thousands of schedulers.
func Thumbnail(s *Subject, look *Look) *File {
	return NewFile(Once(func(f *File) {
		var plan view.Plan
		port := view.PlanPort{Width: thumbWidth, Height: thumbHigh, Zoom: view.Machine, Simple: true}
		small := view.Look{Theme: look.Theme, Mode: look.Mode}
		frame := plan.Draw(s.Source, s.Run.Log.At(look.At), port, small)
		f.Add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 `, place(frame.Width), " ",
			place(frame.Height), "\">\n", plain(frame, look.Theme), "</svg>\n")
	}))
}

// coat is how a box is painted.
type coat struct {
	fill, stroke view.Tone
	width, faint float32
}

// plain writes the boxes of a frame as paths, one for all that look alike, with square corners. What looks
// like something that was drawn before is drawn with it: boxes that lie on others must not look like those.
func plain(f *view.Frame, theme view.Theme) (text string) {
	paths := map[coat]string{}
	var order []coat
	for i := range f.Boxes {
		b := &f.Boxes[i]
		c := coat{b.Fill, b.Stroke, b.StrokeWidth, b.Opacity}
		if _, known := paths[c]; !known {
			order = append(order, c)
		}
		paths[c] += "M" + place(b.X) + " " + place(b.Y) + "h" + place(b.W) + "v" + place(b.H) + "H" +
			place(b.X) + "z"
	}
	for _, c := range order {
		text += `<path fill="` + orNone(c.fill, theme) + `"`
		if c.stroke != view.NoTone {
			text += ` stroke="` + theme.Hex(c.stroke) + `"`
		}
		if c.faint > 0 && c.faint < 1 {
			text += ` opacity="` + place(c.faint) + `"`
		}
		text += ` d="` + paths[c] + "\"/>\n"
	}
	return text
}

func orNone(tone view.Tone, theme view.Theme) string {
	if tone == view.NoTone {
		return "none"
	}
	return theme.Hex(tone)
}

// place is a coordinate in whole or tenths of CSS pixels.
func place(v float32) string {
	text := strconv.FormatFloat(float64(v), 'f', 1, 32)
	return strings.TrimSuffix(text, ".0")
}
