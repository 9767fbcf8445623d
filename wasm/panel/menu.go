//go:build js

package panel

import "schedlab/wasm/widget"

// Menu is a list that hangs from a button.
type Menu struct {
	root, button *widget.Element
	isOpen       bool
	stays        bool // it is hidden by the style sheet, and only where there is little room
}

// Toggle opens or closes it; opened, its first entry (or the chosen one) has the focus.
func (m *Menu) Toggle() { m.set(!m.isOpen) }

// Close closes it; says whether it was open.
func (m *Menu) Close(focusBack bool) bool {
	was := m.isOpen
	if was {
		m.set(false)
		if focusBack {
			m.button.Focused()
		}
	}
	return was
}

func (m *Menu) set(open bool) {
	m.isOpen = open
	if m.stays {
		m.root.Classed("open", open)
	} else {
		m.root.Hide(!open)
	}
	m.button.With("aria-expanded", claim(open))
	if !open {
		return
	}
	if !m.stays {
		m.place()
	}
	first := m.root.Call("querySelector", "[aria-checked=true]")
	if first.IsNull() {
		first = m.root.Call("querySelector", "button")
	}
	if !first.IsNull() {
		first.Call("focus")
	}
}

// place puts the menu below its button, or above where there is no room.
func (m *Menu) place() {
	left := m.button.Get("offsetLeft").Float()
	width, _ := widget.ViewSize()
	most := width - float64(m.root.Get("offsetWidth").Int()) - 12
	m.root.Styled("left", pixels(max(8, min(left, most))))
	x, y := m.button.Corner()
	_ = x
	_, height := widget.ViewSize()
	if y < height/2 {
		m.root.Styled("top", pixels(m.button.Get("offsetTop").Float()+m.button.Get("offsetHeight").Float()+4))
	}
}

// Move moves the focus inside an open menu; says whether it was open.
func (m *Menu) Move(by int) bool {
	if !m.isOpen {
		return false
	}
	entries := m.root.Call("querySelectorAll", "button:not([disabled]), a")
	count := entries.Get("length").Int()
	active := widget.Body().Get("ownerDocument").Get("activeElement")
	at := 0
	for i := range count {
		if entries.Index(i).Equal(active) {
			at = i
		}
	}
	if count > 0 {
		entries.Index((at + by + count) % count).Call("focus")
	}
	return true
}
