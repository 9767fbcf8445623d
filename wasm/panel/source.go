//go:build js

package panel

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Source is the whole document as text.
type Source struct {
	hands    Hands
	Root     *widget.Element
	area     *widget.Element
	problems *widget.Element
	version  int
	isOpen   bool
}

// NewSource makes the section; it is written only while it is open.
func NewSource(hands Hands) *Source {
	c := &Source{hands: hands, version: -1, problems: widget.New("ul", "source-problems")}
	c.area = widget.New("textarea", "source-text").With("id", "source").With("spellcheck", "false").
		With("wrap", "off").
		With("aria-label", hands.Text("source.label"))
	apply := widget.Button("btn line small", hands.Text("source.apply"))
	apply.Listen("click", func(js.Value) { hands.Act(desk.Source{Text: c.area.Get("value").String()}) })
	c.Root = sectionRoot(hands.Text("source.title"), widget.Span("sum", ""), widget.New("div", "sec-body",
		widget.New("p", "pad dim").Say(hands.Text("source.help")), c.area, c.problems, widget.New("div",
			"pad", apply)))
	c.Root.Listen("toggle", func(js.Value) {
		c.isOpen = c.Root.Get("open").Bool()
		hands.Act(desk.Nothing{})
	})
	return c
}

// Show shows the state.
func (c *Source) Show(s *desk.State) {
	if !c.isOpen || c.version == s.Version {
		return
	}
	if c.version < 0 || !s.Unparsed {
		c.area.Overwritten(string(s.Document.Bytes()))
		c.area.Set("scrollLeft", 0)
	}
	c.version = s.Version
	c.problems.Fill()
	for _, p := range s.Problems {
		text := p.Message
		if p.Path != "" {
			text = p.Path + ": " + text
		}
		if p.Hint != "" {
			text += " (" + p.Hint + ")"
		}
		if p.Line > 0 {
			text = c.hands.Text("problems.line", p.Line) + ": " + text
		}
		c.problems.Add(widget.New("li", "").Say(text))
	}
}
