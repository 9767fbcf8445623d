package export

import (
	"slices"
	"strconv"
	"strings"

	"schedlab/engine/metrics"
	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/wasm/view"
)

// Sizes of charts, in CSS pixels.
const (
	chartHigh = 46
	chartTop  = 14 // of the plot; the names of the areas are above it
	chartGap  = 4
	waitAreas = 4 // wait types with an area of their own
)

// band is an area of a chart.
type band struct {
	name   string
	tone   view.Tone
	values []float64
}

// charts draws CPU, workers and waits on the timeline's axis, as the page does.
func (s *sheet) charts(ledger *trace.Ledger) {
	from, to := s.look.Window(s.Run.Log)
	all := view.SeriesOf(s.Source, [2]sim.Time{from, to}, max(s.look.Line.Width-view.Gutter, 50))
	now := view.NowOf(s.Source, ledger)
	busy := strconv.FormatFloat(now.Busy, 'f', 1, 64) + " %"
	s.chart("CPU busy", busy, 103, band{"", view.Running, all.Busy})
	workers := []band{{"running", view.Running, all.Running}, {"runnable", view.Runnable, all.Runnable}}
	top := max(highest(workers), float64(s.Source.Floor().Count))
	s.chart("Workers", figure(now.Running)+" + "+figure(now.Runnable), top*1.03, workers...)
	waits := waitBands(all.Waits)
	s.chart("Waiting", figure(now.Waiting+now.Pending), max(1, highest(waits))*1.05, waits...)
}

func figure(n int) string { return metrics.Figure(float64(n)) }

// waitBands are the busiest wait types and all others together.
func waitBands(waits []view.Wait) (bands []band) {
	tones := []view.Tone{view.Suspended, view.Pending, view.Checkpoint, view.Ready, view.Idle}
	for i, w := range waits {
		if i <= waitAreas {
			bands = append(bands, band{w.Name, tones[i], slices.Clone(w.Values)})
			continue
		}
		bands[waitAreas].name = "others"
		for k, v := range w.Values {
			bands[waitAreas].values[k] += v
		}
	}
	return bands
}

// highest is the largest sum of the areas.
func highest(bands []band) (most float64) {
	if len(bands) == 0 {
		return 0
	}
	for i := range bands[0].values {
		sum := 0.0
		for _, b := range bands {
			sum += b.values[i]
		}
		most = max(most, sum)
	}
	return most
}

// chart draws areas on top of each other, the first at the bottom.
func (s *sheet) chart(name, value string, top float64, bands ...band) {
	s.text(0, 12, view.Label{Size: 11, Weight: 500, Fill: view.Ink, Text: name})
	s.text(0, 28, view.Label{Size: 13, Weight: 600, Fill: view.Ink, Text: value})
	base := s.y + chartHigh
	s.frame.Lines = append(s.frame.Lines, view.Line{X1: margin + view.Gutter, Y1: base, Y2: base,
		X2: margin + s.width, Stroke: view.Line2})
	var sums []float64
	areas := make([]string, len(bands))
	for i, b := range bands {
		if sums == nil {
			sums = make([]float64, len(b.values))
		}
		for k, v := range b.values {
			sums[k] += v
		}
		areas[i] = s.area(sums, top, base, b.tone)
	}
	for _, area := range slices.Backward(areas) {
		s.under.WriteString(area)
	}
	s.keys(bands)
	s.y = base + chartGap
}

// area is the path of what lies below a line of steps.
func (s *sheet) area(values []float64, top float64, base float32, tone view.Tone) string {
	wide := float32(s.look.Line.Width-view.Gutter) / float32(len(values))
	path := "M" + short(margin+view.Gutter) + " " + short(base)
	for i := 0; i < len(values); {
		height := func(k int) string {
			return short(base - float32(min(values[k]/top, 1)*(chartHigh-chartTop)))
		}
		y, end := height(i), i+1
		for end < len(values) && height(end) == y {
			end++
		}
		path += "V" + y + "H" + short(margin+view.Gutter+wide*float32(end))
		i = end
	}
	return `<path fill="` + s.look.Theme.Hex(tone) + `" d="` + path + "V" + short(base) + "z\"/>\n"
}

// roomy is the width of a text in faces that are wider than most, as of names in capitals.
func roomy(text string, size float32) float32 {
	if text == strings.ToUpper(text) {
		return 1.2 * view.TextWidth(text, size, 400)
	}
	return 1.05 * view.TextWidth(text, size, 400)
}

// keys names the areas at the right.
func (s *sheet) keys(bands []band) {
	x := s.width
	for _, b := range slices.Backward(bands) {
		if b.name == "" {
			continue
		}
		s.text(x, 10, view.Label{Size: 10, Weight: 400, Align: view.End, Fill: view.Ink2, Text: b.name})
		x -= roomy(b.name, 10) + 14
		s.frame.Boxes = append(s.frame.Boxes, view.Box{X: margin + x, Y: s.y + 2, W: 8, H: 8, Radius: 1,
			Fill: b.tone})
		x -= 12
	}
}
