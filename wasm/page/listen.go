//go:build js

package page

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// listen hears what is done anywhere on the page. Elements say what they do in attributes: data-do for a
// click, data-edit for a field of the document, data-choose for a list of choices.
func (p *Page) listen() {
	body := widget.Body()
	body.Listen("click", p.click)
	body.Listen("input", p.input)
	body.Listen("focusout", p.left)
	body.Listen("keydown", p.key)
	body.Listen("pointerdown", p.outside)
	p.followAddress()
	widget.Matches("(prefers-color-scheme: dark)", func(is bool) { p.act(desk.SystemDark{Is: is}) })
	widget.Matches("(prefers-reduced-motion: reduce)", func(is bool) { p.act(desk.ReducedMotion{Is: is}) })
	widget.Matches("(max-width: 599px)", func(is bool) { p.act(desk.Phone{Is: is}) })
	widget.OnHidden(func() { p.act(desk.OutOfSight{}) })
}

// closest is the nearest element around an event's target that has an attribute.
func closest(event js.Value, attribute string) (js.Value, bool) {
	target := event.Get("target")
	if target.Get("closest").IsUndefined() {
		return target, false
	}
	found := target.Call("closest", "["+attribute+"]")
	return found, !found.IsNull()
}

func attribute(element js.Value, name string) string {
	value := element.Call("getAttribute", name)
	if value.IsNull() {
		return ""
	}
	return value.String()
}

func (p *Page) click(event js.Value) {
	element, ok := closest(event, "data-do")
	if !ok {
		return
	}
	p.act(desk.Command{Name: attribute(element, "data-do"), Argument: attribute(element, "data-arg")})
	_, isAct := closest(event, `class~="acts"`)
	if isAct {
		p.menus["more"].Close(false)
	}
	if role := attribute(element, "role"); role == "menuitem" || role == "menuitemradio" {
		for _, menu := range p.menus {
			menu.Close(true)
		}
	}
}

func (p *Page) input(event js.Value) {
	if element, ok := closest(event, "data-edit"); ok {
		p.act(desk.Edit{Path: attribute(element, "data-edit"), Text: element.Get("value").String()})
		return
	}
	if element, ok := closest(event, "data-choose"); ok {
		p.act(desk.Command{Name: attribute(element, "data-choose"), Argument: element.Get("value").String()})
	}
}

// left tells that a field was left, so that it may show its value in its own way again.
func (p *Page) left(event js.Value) {
	if element, ok := closest(event, "data-edit"); ok {
		p.act(desk.Edit{Path: attribute(element, "data-edit"), Done: true})
	}
}

// outside closes menus and the help of a field when something else is pressed.
func (p *Page) outside(event js.Value) {
	if _, ok := closest(event, "aria-haspopup"); ok {
		return
	}
	_, isInMenu := closest(event, `role="menu"`)
	if _, isAct := closest(event, `class~="acts"`); !isInMenu && !isAct {
		for _, menu := range p.menus {
			menu.Close(false)
		}
	}
	if p.state.Help == "" {
		return
	}
	element, isHelp := closest(event, "data-do")
	if !isHelp || attribute(element, "data-do") != "help" {
		p.act(desk.Command{Name: "help"})
	}
}

func (p *Page) key(event js.Value) {
	key := event.Get("key")
	if key.Type() != js.TypeString || event.Get("defaultPrevented").Bool() || p.menuKey(event, key.String()) {
		return
	}
	target := event.Get("target")
	press := desk.Press{
		Key: key.String(), Shift: event.Get("shiftKey").Bool(), Alt: event.Get("altKey").Bool(),
		Control: event.Get("ctrlKey").Bool() || event.Get("metaKey").Bool(),
		InField: target.Call("matches", fields).Bool(), OnControl: target.Call("matches", controls).Bool(),
		InText: target.Call("matches", texts).Bool(),
		// For a moment the focus may still be in a dialog that has been closed.
		InDialog: !target.Call("closest", "dialog[open]").IsNull(),
	}
	if p.fieldKey(event, press) || p.tabKey(event, press) || p.rowKey(event, press) {
		return
	}
	if command, ok := p.state.Command(press); ok {
		event.Call("preventDefault")
		p.act(command)
	}
}

// Selectors of what takes keys for itself.
const (
	texts    = "input:not([type=range]):not([type=checkbox]), textarea"
	fields   = texts + ", select"
	controls = "button, a, summary, select, input, textarea, tr, [role=slider], [role=tab]," +
		" [role=gridcell], [role=separator]"
)

func (p *Page) menuKey(event js.Value, key string) bool {
	moves := map[string]int{"ArrowDown": 1, "ArrowUp": -1}
	for _, menu := range p.menus {
		taken := moves[key] != 0 && menu.Move(moves[key]) || key == "Escape" && menu.Close(true)
		if key == "Tab" {
			menu.Close(false)
		}
		if taken {
			event.Call("preventDefault")
			return true
		}
	}
	return false
}

// fieldKey lets arrows count in the field of a number.
func (p *Page) fieldKey(event js.Value, press desk.Press) bool {
	by := map[string]int64{"ArrowUp": 1, "ArrowDown": -1}[press.Key]
	target := event.Get("target")
	if by == 0 || !press.InField || attribute(target, "inputmode") != "decimal" {
		return false
	}
	event.Call("preventDefault")
	p.act(desk.Nudge{Path: attribute(target, "data-edit"), By: by})
	return true
}

// tabKey lets arrows move between tabs.
func (p *Page) tabKey(event js.Value, press desk.Press) bool {
	by := map[string]int{"ArrowRight": 1, "ArrowLeft": -1}[press.Key]
	if by == 0 || attribute(event.Get("target"), "role") != "tab" {
		return false
	}
	event.Call("preventDefault")
	p.act(desk.NextTab{By: by})
	p.act(focusTab{p})
	return true
}

// focusTab gives the focus to the tab that was opened.
type focusTab struct{ page *Page }

// Apply shows the tab as open and focuses it.
func (f focusTab) Apply(s *desk.State) {
	f.page.tabs.Show(s)
	widget.FocusID("tab-" + string(s.Tab))
}

// rowKey lets Enter and Space choose a row of a table.
func (p *Page) rowKey(event js.Value, press desk.Press) bool {
	target := event.Get("target")
	if press.Key != "Enter" && press.Key != " " || target.Get("localName").String() != "tr" {
		return false
	}
	event.Call("preventDefault")
	target.Call("click")
	return true
}
