//go:build js

// Package panel is the parts of the page: each builds its elements once and then shows a state, touching only
// what has changed. Panels change nothing themselves: what people do becomes an action of the desk. Clicks,
// edits and keys are heard by the page at its root, by what elements say they do; a panel listens itself only
// where pointers draw.
package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Panel is a part of the page.
type Panel interface{ Show(s *desk.State) }

// Hands are what a panel works with: the texts, and where actions go.
type Hands struct {
	desk.Catalogue
	Act func(desk.Action)
}

// colourClass is the class of a request's colour: 1 to 12; 0 = none.
func colourClass(colour int) string {
	if colour < 1 || colour > 12 {
		return ""
	}
	return [...]string{"q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9", "q10", "q11", "q12"}[colour-1]
}

// pickChip is a chip that selects.
func pickChip(c proto.Chip) *widget.Element {
	return widget.Button(classes("chip", colourClass(c.Colour)), c.Text).
		Does("pick", desk.PickedText(c.Picked))
}

func classes(first, second string) string {
	if second == "" {
		return first
	}
	return first + " " + second
}

// facts are names with values.
func facts(class string, values []proto.Value) *widget.Element {
	list := widget.New("dl", class)
	for _, v := range values {
		list.Add(widget.New("dt", "").Say(v.Name), widget.New("dd", "").Say(v.Text))
	}
	return list
}

// percent writes a share for a style.
func percent(share float64) string { return number(100*share) + "%" }

// sectionRoot is a part of the editor that opens and closes: its title, what is inside in a few words, and
// the rest.
func sectionRoot(title string, sum *widget.Element, inside ...*widget.Element) *widget.Element {
	head := widget.New("summary", "", widget.Icon("right"), heading(title), sum)
	return widget.New("details", "sec", head).Add(inside...)
}

// heading is the title of a part of the page.
func heading(text string) *widget.Element { return widget.New("h2", "").Say(text) }

// panelHead is the head of a part of the right column.
func panelHead(title string, beside *widget.Element) *widget.Element {
	return widget.New("div", "panel-head", heading(title), beside)
}

// moved writes a place for a style.
func moved(x, y float64) string { return "translate(" + pixels(x) + "," + pixels(y) + ")" }

// column is the head of a table's column.
func column(class, name string) *widget.Element {
	return widget.New("th", class).With("scope", "col").Say(name)
}
