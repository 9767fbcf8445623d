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

// Lines are what a chart shows: lines of equal length over the instants At, between From and To, in
// seconds. Top is the value at the upper edge; Strong is the line that stands out, -1 = none.
type Lines struct {
	From, To, Top float64
	Strong        int
	At            []float64
	Values        [][]float64
}

// Draw shows lines. They go over as one array of bytes, since each single number would cost a microsecond.
func (c *Chart) Draw(l Lines) {
	c.bytes = c.bytes[:0]
	for _, line := range append([][]float64{l.At}, l.Values...) {
		for _, v := range line {
			c.bytes = binary.LittleEndian.AppendUint64(c.bytes, math.Float64bits(v))
		}
	}
	array := js.Global().Get("Uint8Array").New(len(c.bytes))
	js.CopyBytesToJS(array, c.bytes)
	c.chart.Call("draw", l.From, l.To, l.Top, l.Strong, len(l.Values), array)
}

// Recolour takes the colours of the theme anew.
func (c *Chart) Recolour() { c.chart.Call("recolour") }
