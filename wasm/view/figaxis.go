package view

import "schedlab/engine/sim"

// Axis is the timeline's axis of time alone, to stand above figures.
func (f *Figures) Axis(port FigurePort) *Frame {
	width := max(port.Width-Gutter, 16)
	t := Timeline{source: f.source, Width: width, column: max((port.To-port.From)/sim.Time(width), 1)}
	t.port = LinePort{Width: port.Width, Ratio: 1, From: port.From, To: port.To, At: port.At}
	t.first = floorDiv(int64(port.From), int64(t.column))
	t.frame.reset(float32(port.Width), axisHeight)
	t.axis(&t.frame)
	return &t.frame
}
