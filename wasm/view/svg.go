package view

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// SVG writes a frame as a picture of its own, in the colours of a theme. It uses presentation attributes
// only, so that it may stand in a page whose policy forbids styles.
func SVG(f *Frame, theme Theme) []byte { return SVGAround(f, theme, "") }

// SVGAround is SVG with other markup, which lies below all that the frame draws.
func SVGAround(f *Frame, theme Theme, inside string) []byte {
	w := &svgWriter{theme: theme, used: map[hatch]bool{}}
	w.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%[1]s" height="%[2]s" `,
		short(f.Width), short(f.Height))
	w.printf("font-family=\"system-ui, sans-serif\">\n")
	w.out.WriteString(inside)
	w.hatches(f)
	w.boxes(f.Boxes)
	for i := range f.Lines {
		w.line(&f.Lines[i])
	}
	for i := range f.Labels {
		w.label(&f.Labels[i])
	}
	w.printf("</svg>\n")
	return w.out.Bytes()
}

type hatch struct {
	tone    Tone
	pattern Pattern
}

func (h hatch) id() string { return fmt.Sprintf("%s-%d", h.tone.Name(), h.pattern) }

type svgWriter struct {
	out   bytes.Buffer
	theme Theme
	used  map[hatch]bool
}

func (w *svgWriter) printf(format string, values ...any) { fmt.Fprintf(&w.out, format, values...) }

func striped(p Pattern) bool { return p == Hatch || p == BackHatch || p == Cross }

// hatches defines the patterns that the frame needs.
func (w *svgWriter) hatches(f *Frame) {
	for i := range f.Boxes {
		h := hatch{f.Boxes[i].Fill, f.Boxes[i].Pattern}
		if !striped(h.pattern) || w.used[h] {
			continue
		}
		w.used[h] = true
		turn, colour := 45, w.theme.Hex(h.tone)
		if h.pattern == BackHatch {
			turn = -45
		}
		w.printf(`<pattern id="%s" width="4" height="4" patternUnits="userSpaceOnUse" `+
			`patternTransform="rotate(%d)">`,
			h.id(), turn)
		w.printf(`<rect width="4" height="4" fill="%s" fill-opacity=".22"/>`+
			`<rect width="1.6" height="4" fill="%[1]s"/>`,
			colour)
		if h.pattern == Cross {
			w.printf(`<rect width="4" height="1.6" fill="%s"/>`, colour)
		}
		w.printf("</pattern>\n")
	}
}

func (w *svgWriter) box(b *Box) {
	if b.Pattern == Ring {
		w.printf(`<circle cx="%s" cy="%s" r="%s" fill="none"`, short(b.X+b.W/2), short(b.Y+b.H/2),
			short(b.W/2))
	} else {
		w.printf(`<rect x="%s" y="%s" width="%s" height="%s"`, short(b.X), short(b.Y), short(b.W), short(b.H))
		if b.Radius > 0 {
			w.printf(` rx="%s"`, short(b.Radius))
		}
		w.printf(` fill="%s"`, w.fill(b))
	}
	if b.Stroke != NoTone {
		w.printf(` stroke="%s"`, w.theme.Hex(b.Stroke))
		w.optional("stroke-width", b.StrokeWidth)
	}
	if b.Pattern == Dotted {
		w.printf(` stroke-dasharray="2 2"`)
	}
	w.optional("opacity", b.Opacity)
	w.printf("/>\n")
}

func (w *svgWriter) fill(b *Box) string {
	switch {
	case b.Fill == NoTone || b.Pattern == Dotted:
		return "none"
	case striped(b.Pattern):
		return "url(#" + hatch{b.Fill, b.Pattern}.id() + ")"
	}
	return w.theme.Hex(b.Fill)
}

func (w *svgWriter) optional(name string, v float32) {
	if v != 0 && v != 1 {
		w.printf(` %s="%s"`, name, short(v))
	}
}

func (w *svgWriter) line(l *Line) {
	w.printf(`<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s"`, short(l.X1), short(l.Y1), short(l.X2),
		short(l.Y2),
		w.theme.Hex(l.Stroke))
	w.optional("stroke-width", l.Width)
	if l.Dash > 0 {
		w.printf(` stroke-dasharray="%s"`, short(l.Dash))
	}
	w.optional("opacity", l.Opacity)
	w.printf("/>\n")
}

var anchors = [...]string{Start: "", Middle: ` text-anchor="middle"`, End: ` text-anchor="end"`}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// Escape writes a text so that it stands as itself in XML and HTML, between tags and in attributes with
// double quotes. What XML does not allow at all becomes U+FFFD.
func Escape(text string) string {
	return escaper.Replace(strings.Map(func(r rune) rune {
		isControl := r < ' ' && r != '\n' && r != '\t'
		if isControl || r == 0xfffe || r == 0xffff {
			return 0xfffd
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd")))
}

func (w *svgWriter) label(l *Label) {
	w.printf(`<text x="%s" y="%s" font-size="%s"%s fill="%s"`, short(l.X), short(l.Y), short(l.Size),
		anchors[l.Align], w.theme.Hex(l.Fill))
	if l.Weight > 400 {
		w.printf(` font-weight="%d"`, l.Weight)
	}
	w.optional("opacity", l.Opacity)
	w.printf(">%s</text>\n", Escape(l.Text))
}

// short writes at most two places and no trailing zeros.
func short(v float32) string {
	text := strconv.FormatFloat(float64(v), 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
