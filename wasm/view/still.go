package view

import (
	"strings"

	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// StillWidth is how wide stills are, in CSS pixels.
const StillWidth = 720

// Sizes of a still, in CSS pixels.
const (
	stillPad     = 16
	stillCaption = 17
	stillLine    = 22
	stillFigures = 3   // what is shown of a run's figures
	stillText    = 640 // of the caption by our own reckoning: wide faces need a seventh more
	stillTries   = 64
)

// Telling is the instant that tells most of a run: the end of the window of measurement, or if nothing runs
// then and there is no figure that looks back, the last one before it with the most to do.
func Telling(s *Source) sim.Time {
	end := min(s.Measure[1], s.Log.End)
	cursor := NewCursor(s.Log)
	if len(s.Figures().List()) > 0 || tasksOf(cursor.At(end)) > 0 {
		return end
	}
	best, most := end, 0
	for i := range sim.Time(stillTries) {
		at := s.Measure[0] + (end-s.Measure[0])/stillTries*i
		if n := tasksOf(cursor.At(at)); n > 0 && n >= most {
			best, most = at, n
		}
	}
	return best
}

// tasksOf counts the tasks that run, wait for the CPU or for a worker.
func tasksOf(l *trace.Ledger) (n int) {
	for i := range l.Lanes {
		n += len(l.Lanes[i].Ring)
	}
	for i := range l.Tasks {
		if l.Tasks[i].State == trace.Pending {
			n++
		}
	}
	return n
}

// Still is a picture that stands for itself: a caption, and below it what tells most of the run at an
// instant. That is the floor plan, or of a run with figures the first few of them. It has no spots.
func Still(s *Source, at sim.Time, caption string) *Frame {
	still := &Frame{Width: StillWidth, Height: stillPad}
	still.box(Box{W: StillWidth, Fill: Surface})
	for _, text := range fitted(caption, stillText) {
		still.label(Label{X: stillPad, Y: still.Height + stillCaption, Size: stillCaption, Weight: 600,
			Fill: Ink, Text: text})
		still.Height += stillLine
	}
	still.Height += stillPad / 2
	for _, below := range telling(s, at) {
		still.append(below)
	}
	still.Height += stillPad
	still.Boxes[0].H = still.Height
	return still
}

// StillSVG is a still as a file. Its part without the caption has the name "plan": where a frame is so narrow
// that the caption in the picture cannot be read, the frame writes it above.
func StillSVG(f *Frame, theme Theme) []byte {
	top := float32(stillPad)
	for i := 0; i < len(f.Labels) && f.Labels[i].Size == stillCaption; i++ {
		top += stillLine
	}
	return SVGAround(f, theme, `<view id="plan" viewBox="0 `+short(top)+" "+short(f.Width)+" "+
		short(f.Height-top)+`" preserveAspectRatio="xMidYMin"/>`+"\n")
}

// fitted breaks a text into lines of the caption's size.
func fitted(text string, width float32) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && textWidth(longer, stillCaption, 600) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}

// telling are the pictures of a still.
func telling(s *Source, at sim.Time) (frames []*Frame) {
	const width = StillWidth - 2*stillPad
	figures := s.Figures()
	list := figures.List()
	if len(list) == 0 {
		var plan Plan
		return []*Frame{plan.Draw(s, NewCursor(s.Log).At(at), PlanPort{Width: width, Zoom: Machine}, Look{})}
	}
	port := FigurePort{Width: width, To: s.Log.End, At: at}
	hasAxis := false
	for i := range min(len(list), stillFigures) {
		if list[i].Kind != system.Strip && !hasAxis {
			frames, hasAxis = append(frames, figures.Axis(port)), true
		}
		frames = append(frames, figures.Draw(i, port, Look{}))
	}
	return frames
}

// append adds a picture below what is there, inside the padding.
func (f *Frame) append(below *Frame) {
	for _, b := range below.Boxes {
		b.X, b.Y = b.X+stillPad, b.Y+f.Height
		f.box(b)
	}
	for _, l := range below.Lines {
		l.X1, l.Y1, l.X2, l.Y2 = l.X1+stillPad, l.Y1+f.Height, l.X2+stillPad, l.Y2+f.Height
		f.line(l)
	}
	for _, l := range below.Labels {
		l.X, l.Y = l.X+stillPad, l.Y+f.Height
		f.label(l)
	}
	f.Height += below.Height
}
