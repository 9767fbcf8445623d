//go:build js

package page

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// regions are the parts that F6 goes round, by id, in the order of reading.
var regions = []string{"topbar", "editor", "stage", "results", "transport"}

// moveRegion moves the focus to the next part that can be seen.
func (p *Page) moveRegion(by int) {
	active := widget.Body().Get("ownerDocument").Get("activeElement")
	at := -1
	for i, id := range regions {
		if widget.Find(id).Call("contains", active).Bool() {
			at = i
		}
	}
	if at < 0 && by < 0 {
		at = 0
	}
	for range regions {
		at = (at + by + len(regions)) % len(regions)
		if e := widget.Find(regions[at]); isSeen(e) {
			focusInto(e)
			return
		}
	}
}

func isSeen(e *widget.Element) bool {
	style := js.Global().Call("getComputedStyle", e.Value)
	return style.Get("display").String() != "none" && style.Get("visibility").String() != "hidden"
}

// focusInto focuses the region itself, or its first control if it has no place in the tab order.
func focusInto(e *widget.Element) {
	if !e.HasAttribute("tabindex") {
		if first := e.Call("querySelector", "button, input, select, [tabindex]"); !first.IsNull() {
			first.Call("focus")
			return
		}
	}
	e.Focused()
}

// Names under which choices are kept in this browser. The theme's is also read by theme.js.
const (
	keptTheme   = "theme"
	keptLetters = "letters-off"
)

// recall takes over what was chosen before.
func (p *Page) recall() {
	if theme := desk.Theme(widget.Recall(keptTheme)); theme == desk.Light || theme == desk.Dark {
		p.state.Theme = theme
	}
	p.state.LettersOff = widget.Recall(keptLetters) == "true"
}

// remember keeps what was chosen.
func (p *Page) remember() {
	if p.state.Embedded != nil {
		return
	}
	theme := string(p.state.Theme)
	if p.state.Theme == desk.Auto {
		theme = ""
	}
	if theme != p.keptTheme {
		p.keptTheme = theme
		widget.Remember(keptTheme, theme)
	}
	if p.state.LettersOff != p.keptLetters {
		p.keptLetters = p.state.LettersOff
		widget.Remember(keptLetters, map[bool]string{true: "true", false: ""}[p.state.LettersOff])
	}
}
