//go:build js

package widget

// NewChart makes a chart over time inside an element, without axes of its own: it stands on the timeline's
// scale. Kinds are defined in charts.js, which also keeps the numbers: they never come into the module.
func NewChart(inside *Element, kind string) { lab().Call("makeChart", inside.Value, kind) }

// ShowSeries draws all charts from the numbers that came last. Strong is the node whose line stands out, -1 =
// none; most is how many workers can run at once.
func ShowSeries(strong, most int) { lab().Call("showSeries", strong, most) }

// RecolourCharts takes the colours of the theme anew.
func RecolourCharts() { lab().Call("recolour") }
