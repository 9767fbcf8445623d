//go:build js

package widget

import (
	"encoding/binary"
	"math"
	"syscall/js"
)

// Chart is a chart over time without axes of its own: it stands on the timeline's scale.
type Chart struct {
	chart js.Value
	bytes []byte
}

// NewChart makes a chart inside an element. Kinds are defined in charts.js.
func NewChart(inside *Element, kind string) *Chart {
	return &Chart{chart: lab().Call("makeChart", inside.Value, kind)}
}

// Draw shows lines of equal length over the instants at, between from and to, all in seconds. Top is the value
// at the upper edge; strong is the line that stands out, -1 = none.
func (c *Chart) Draw(from, to, top float64, strong int, at []float64, lines [][]float64) {
	c.bytes = c.bytes[:0]
	for _, line := range append([][]float64{at}, lines...) {
		for _, v := range line {
			c.bytes = binary.LittleEndian.AppendUint64(c.bytes, math.Float64bits(v))
		}
	}
	array := js.Global().Get("Uint8Array").New(len(c.bytes))
	js.CopyBytesToJS(array, c.bytes)
	c.chart.Call("draw", from, to, top, strong, len(lines), array)
}

// Recolour takes the colours of the theme anew.
func (c *Chart) Recolour() { c.chart.Call("recolour") }
