//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Placement is the chart of parallel requests in order of start against the nodes that they landed on.
type Placement struct {
	hands Hands
	Root  *widget.Element
	shown *proto.Placement
}

// NewPlacement makes the empty chart.
func NewPlacement(hands Hands) *Placement {
	return &Placement{hands: hands, Root: widget.New("div", "placement").Hide(true)}
}

// Sizes of the chart, CSS pixels.
const (
	placedWidth = 15.5
	nodeHeight  = 7.0
	mostPlaced  = 160 // assumed: more would be narrower than a dot
)

// Draw draws the chart anew; nil hides it.
func (p *Placement) Draw(chart *proto.Placement) {
	p.Root.Hide(chart == nil)
	if chart == nil || chart == p.shown {
		return
	}
	p.shown = chart
	items := chart.Items[max(0, len(chart.Items)-mostPlaced):]
	rows := min(len(chart.Nodes), 64)
	width := desk.Gutter + placedWidth*float64(max(len(items), 24))
	height := nodeHeight*float64(rows) + 16
	svg := widget.SVG("svg", "").With("viewBox", "0 0 "+number(width)+" "+number(height)).
		With("role", "img").With("aria-label", chart.Text).With("preserveAspectRatio", "xMinYMin meet").
		With("height", number(height)).With("width", number(width))
	hit := map[int32]bool{}
	for _, item := range items {
		for _, n := range item.Nodes {
			hit[n] = hit[n] || item.Long
		}
	}
	p.drawNodes(svg, chart.Nodes[:rows], width, hit)
	for i, item := range items {
		p.drawItem(svg, item, desk.Gutter+placedWidth*float64(i), nodeHeight*float64(rows))
	}
	p.Root.Fill(svg, widget.New("div", "", widget.New("p", "strong").Say(chart.Text),
		widget.New("p", "").Say(p.hands.Text("placement.dot")), widget.New("p", "").
			Say(p.hands.Text("placement.bar"))))
}

func (p *Placement) drawNodes(svg *widget.Element, names []string, width float64, hit map[int32]bool) {
	isEach := len(names) <= 12
	for n, name := range names {
		y := nodeHeight*float64(n) + nodeHeight/2
		svg.Add(widget.SVG("path", "lane").With("d", "M"+number(desk.Gutter)+" "+number(y)+"H"+number(width)))
		if !hit[int32(n)] && !isEach || isEach && !hit[int32(n)] && n%2 == 1 {
			continue
		}
		label := widget.SVG("text", "").With("x", number(desk.Gutter-8)).With("y", number(y+3.5)).
			With("text-anchor", "end")
		if hit[int32(n)] {
			label.With("class", "on")
		} else if isEach {
			continue
		}
		svg.Add(label.Say(name))
	}
}

func (p *Placement) drawItem(svg *widget.Element, item proto.Placed, x, bottom float64) {
	for _, n := range item.Nodes {
		y := nodeHeight * float64(n)
		if y >= bottom {
			continue
		}
		if !item.Long {
			svg.Add(widget.SVG("circle", "dot").With("cx", number(x+placedWidth/2)).
				With("cy", number(y+nodeHeight/2)).
				With("r", "1.8"))
			continue
		}
		class := "other"
		if c := colourClass(item.Colour); c != "" {
			class = "f" + c[1:]
		}
		svg.Add(widget.SVG("rect", class).With("x", number(x)).With("y", number(y+0.5)).
			With("width", number(placedWidth-2)).
			With("height", number(nodeHeight-1)).With("rx", "1"))
	}
	if item.Long {
		svg.Add(widget.SVG("text", "").With("x", number(x+placedWidth/2-1)).With("y", number(bottom+11)).
			With("text-anchor", "middle").Say(item.Name))
	}
}
