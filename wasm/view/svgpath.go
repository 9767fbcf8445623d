package view

import "math"

// pathFrom is how many plain boxes of one colour in a row are written as one path: that is shorter, and
// looks the same. assumed: fewer save nothing once the file is compressed.
const pathFrom = 4

// boxes writes the rectangles of a frame.
func (w *svgWriter) boxes(all []Box) {
	for i := 0; i < len(all); {
		n := alike(all[i:])
		if n < pathFrom {
			w.box(&all[i])
			i++
			continue
		}
		w.path(all[i : i+n])
		i += n
	}
}

// alike counts the boxes at the begin that differ in nothing but their place and size and have no outline.
func alike(boxes []Box) (n int) {
	first := boxes[0]
	if first.Pattern != Solid || first.Radius > 0 || first.Stroke != NoTone || first.Fill == NoTone {
		return 1
	}
	for n < len(boxes) {
		b := boxes[n]
		b.X, b.Y, b.W, b.H = first.X, first.Y, first.W, first.H
		if b != first {
			break
		}
		n++
	}
	return n
}

// path goes from box to box by their lower left corners, since columns that stand on one line differ in their
// height alone.
func (w *svgWriter) path(boxes []Box) {
	w.printf(`<path fill="%s"`, w.theme.Hex(boxes[0].Fill))
	w.optional("opacity", boxes[0].Opacity)
	w.printf(` d="`)
	x, y := 0, 0
	for i := range boxes {
		b := &boxes[i]
		left, foot, wide, high := hundredths(b.X), hundredths(b.Y+b.H), hundredths(b.W), hundredths(b.H)
		w.printf("m%s %sv%sh%sv%sz", move(left-x), move(foot-y), move(-high), move(wide), move(high))
		x, y = left, foot
	}
	w.printf("\"/>\n")
}

// hundredths rounds as the picture's numbers are, so that steps add up to places.
func hundredths(v float32) int { return int(math.Round(100 * float64(v))) }

func move(hundredths int) string { return short(float32(hundredths) / 100) }
