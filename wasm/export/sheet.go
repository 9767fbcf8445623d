package export

import (
	"strconv"
	"strings"

	"schedlab/wasm/view"
)

// sheet is a picture made of pictures below each other.
type sheet struct {
	*Subject
	look  *Look
	frame view.Frame
	under strings.Builder // markup that lies below the frame's
	width float32         // inside the margins
	y     float32         // of what comes next
}

// Sizes of a sheet, in CSS pixels, as the page has them.
const (
	margin   = 24
	headHigh = 26
	between  = 14
)

func newSheet(s *Subject, look *Look) *sheet {
	return &sheet{Subject: s, look: look, width: float32(max(look.Plan.Width, look.Line.Width)), y: margin}
}

// text writes a label whose base line is so far below the place where the sheet is.
func (s *sheet) text(x, below float32, l view.Label) {
	l.X, l.Y = margin+x, s.y+below
	s.frame.Labels = append(s.frame.Labels, l)
}

// words writes a text in as many lines as it takes.
func (s *sheet) words(text string, high float32, l view.Label) {
	for _, line := range wrapped(text, s.width, l) {
		l.Text = line
		s.text(0, l.Size, l)
		s.y += high
	}
}

// wrapped breaks a text into lines that fit.
func wrapped(text string, width float32, l view.Label) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if line != "" && 1.04*view.TextWidth(longer, l.Size, l.Weight) > width {
			lines, longer = append(lines, line), word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// cut shortens a text to a width.
func cut(text string, width, size float32) string {
	if view.TextWidth(text, size, 400) <= width {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && view.TextWidth(string(letters)+"…", size, 400) > width {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// head writes the title of a picture, its note and its legend; those that do not fit beside the title get
// lines of their own.
func (s *sheet) head(title, note string, legend []view.Legend) {
	s.text(0, 16, view.Label{Size: 12, Weight: 600, Fill: view.Ink, Text: title})
	x := float32(0)
	if title != "" {
		x = view.TextWidth(title, 12, 600) + 12
	}
	right := s.width - legendWidth(legend)
	if note != "" && x+view.TextWidth(note, 11, 400) <= s.width {
		s.text(x, 16, view.Label{Size: 11, Weight: 400, Fill: view.Ink3, Text: note})
		x += view.TextWidth(note, 11, 400) + 16
	}
	if right < x {
		s.y += headHigh - 6
		right = max(s.width-legendWidth(legend), 0)
	}
	for _, entry := range legend {
		if right > 0 && right+entryWidth(entry) > s.width+16 {
			s.y += headHigh - 8
			right = 0
		}
		s.mark(margin+right, s.y+7, entry.Mark)
		s.text(right+20, 16, view.Label{Size: 11, Weight: 400, Fill: view.Ink2, Text: entry.Text})
		right += entryWidth(entry)
	}
	s.y += headHigh
}

func entryWidth(l view.Legend) float32 { return 20 + roomy(l.Text, 11) + 12 }

func legendWidth(legend []view.Legend) (sum float32) {
	for _, l := range legend {
		sum += entryWidth(l)
	}
	return max(sum-12, 0)
}

// mark draws what stands for something in a legend.
func (s *sheet) mark(x, y float32, name string) {
	box := view.Box{X: x, Y: y, W: 14, H: 10, Radius: 2, Fill: view.ToneNamed(name)}
	switch name {
	case "running":
		box.Fill = view.Ink2
	case "runnable":
		box.Fill, box.Stroke, box.Pattern, box.H, box.Y = view.Ink2, view.Ink2, view.Hatch, 8, y+1
	case "suspended":
		box = view.Box{X: x + 3, Y: y + 1, W: 8, H: 8, Stroke: view.Ink2, StrokeWidth: 1.5,
			Pattern: view.Ring}
	case "idle":
		box.Fill, box.Stroke, box.Pattern = view.Surface, view.Idle, view.Outline
	case "pending":
		box.Fill, box.Stroke, box.Pattern = view.NoTone, view.Pending, view.Dotted
	case "due":
		box.Fill, box.Stroke, box.Pattern = view.NoTone, view.Ink3, view.Dotted
	case "light":
		box.Fill, box.Stroke = view.CheckpointScan, view.Checkpoint
	case "full":
		box.Fill = view.Checkpoint
	case "yield", "head":
		tone := map[string]view.Tone{"yield": view.Yield, "head": view.Accent}[name]
		s.triangle(x+7, y+9, tone)
		return
	}
	s.frame.Boxes = append(s.frame.Boxes, box)
}

// triangle points down to a place.
func (s *sheet) triangle(x, y float32, tone view.Tone) {
	s.under.WriteString(`<path fill="` + s.look.Theme.Hex(tone) + `" d="M` + short(x-4) + " " + short(y-6) +
		`h8l-4 6z"/>` + "\n")
}

// draw puts a picture into the sheet.
func (s *sheet) draw(f *view.Frame) {
	s.frame.Place(f, margin, s.y)
	s.y += f.Height
}

// svg is the sheet as a text; what is inside stands at its begin.
func (s *sheet) svg(inside string) []byte {
	s.frame.Width, s.frame.Height = s.width+2*margin, s.y
	ground := `<rect width="100%" height="100%" fill="` + s.look.Theme.Hex(view.Surface) + `"/>` + "\n"
	return view.SVGAround(&s.frame, s.look.Theme, inside+ground+s.under.String())
}

// short writes at most one place.
func short(v float32) string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(v), 'f', 1, 32), ".0")
}
