//go:build js

package panel

import (
	"strconv"
	"strings"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// WhatIf lists the scenario's variants with the one number that matters; a click makes the change.
type WhatIf struct {
	hands  Hands
	Root   *widget.Element
	sum    *widget.Element
	list   *widget.Element
	base   *widget.Element
	values []*widget.Element
	names  string
}

// NewWhatIf makes the section.
func NewWhatIf(hands Hands) *WhatIf {
	w := &WhatIf{hands: hands, sum: widget.New("span", "sum"), list: widget.New("ul", ""),
		base: widget.New("b",
			"")}
	w.Root = sectionRoot(hands.Text("whatif.title"), w.sum, widget.New("div", "sec-body whatif", w.list)).
		Is("open", true)
	return w
}

// Show shows the state.
func (w *WhatIf) Show(s *desk.State) {
	variants := s.VariantNames()
	w.Root.Hide(len(variants) == 0)
	if names := strings.Join(variants, "\n"); names != w.names {
		w.names = names
		w.build(variants)
	}
	if s.Run != nil {
		w.sum.Say(s.Run.Headline.Name)
		w.base.Say(s.Run.Headline.Text)
	}
	for i, value := range w.values {
		v, known := s.Variants[i]
		value.Classed("error", v.Error != "")
		switch {
		case v.Error != "":
			value.Say(v.Error)
		case known:
			value.Say(v.Text)
		default:
			value.Say("…")
		}
	}
}

func (w *WhatIf) build(variants []string) {
	w.values = nil
	w.list.Fill(widget.New("li", "", widget.Span("dim", w.hands.Text("whatif.base")), w.base))
	for i, name := range variants {
		value := widget.New("b", "")
		w.values = append(w.values, value)
		w.list.Add(widget.New("li", "", widget.Button("link", name).Does("try", strconv.Itoa(i)), value))
	}
}
