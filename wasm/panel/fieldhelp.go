//go:build js

package panel

import (
	"syscall/js"

	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// fieldHelp explains parts of the log's lines: what is below the pointer or has the focus. The tab key goes
// from line to line, arrows from part to part.
type fieldHelp struct {
	tip, name, help *widget.Element
	list            *widget.Element
}

// helpID is the tooltip's, which describes all parts.
const helpID = "field-help"

func newFieldHelp(hands Hands, list *widget.Element) *fieldHelp {
	h := &fieldHelp{list: list, name: widget.New("b", ""), help: widget.New("p", "")}
	keys := widget.New("p", "dim by-key").Say(hands.Text("log.arrows"))
	h.tip = widget.New("div", "tip", h.name, h.help, keys).
		With("role", "tooltip").With("id", helpID).Hide(true)
	list.Add(h.tip)
	for _, kind := range []string{"pointerover", "focusin"} {
		list.Listen(kind, func(event js.Value) {
			if target := event.Get("target"); isPart(target) {
				h.show(target)
			}
		})
	}
	for _, kind := range []string{"pointerout", "focusout"} {
		list.Listen(kind, func(js.Value) { h.tip.Hide(true) })
	}
	list.Listen("keydown", h.key)
	return h
}

func isPart(target js.Value) bool { return target.Call("matches", ".part").Bool() }

// newPart is a piece of a line that can be explained. The first of a line is a stop of the tab key.
func newPart(f *proto.Field, text string, isFirst bool) *widget.Element {
	index := "-1"
	if isFirst {
		index = "0"
	}
	return widget.New("span", "part").With("tabindex", index).With("aria-describedby", helpID).
		With("data-name", f.Name).With("data-help", f.Help).Say(text)
}

// parts cuts a line into what can be explained and what stands between.
func parts(text string, fields []proto.Field) []*widget.Element {
	var all []*widget.Element
	done := 0
	for i := range fields {
		f := &fields[i]
		if f.From < done || f.To > len(text) || f.From >= f.To {
			continue
		}
		all = append(all, widget.Span("", text[done:f.From]), newPart(f, text[f.From:f.To], i == 0))
		done = f.To
	}
	return append(all, widget.Span("", text[done:]))
}

// show explains a part below it, or above where there is no room.
func (h *fieldHelp) show(part js.Value) {
	h.name.Say(part.Call("getAttribute", "data-name").String())
	h.help.Say(part.Call("getAttribute", "data-help").String())
	h.tip.Hide(false)
	box := part.Call("getBoundingClientRect")
	width, height := widget.ViewSize()
	w, high := h.tip.Get("offsetWidth").Float(), h.tip.Get("offsetHeight").Float()
	x, y := box.Get("left").Float(), box.Get("bottom").Float()+margin
	if y+high > height-margin {
		y = box.Get("top").Float() - margin - high
	}
	h.tip.Styled("transform", moved(max(margin, min(x, width-w-margin)), max(margin, y)))
}

// key moves the focus over the parts, and lets Escape hide what is said.
func (h *fieldHelp) key(event js.Value) {
	target, key := event.Get("target"), event.Get("key").String()
	if !isPart(target) {
		return
	}
	if key == "Escape" && !h.tip.HasAttribute("hidden") {
		event.Call("preventDefault")
		h.tip.Hide(true)
		return
	}
	by := map[string]int{"ArrowLeft": -1, "ArrowRight": 1}[key]
	if by == 0 {
		return
	}
	event.Call("preventDefault")
	all := h.list.Call("querySelectorAll", ".part")
	for i := range all.Get("length").Int() {
		if all.Index(i).Equal(target) {
			if next := all.Index(i + by); next.Truthy() {
				next.Call("focus")
			}
			return
		}
	}
}
