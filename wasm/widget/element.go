//go:build js

// Package widget is what panels are built from: elements that remember what they show, so that a frame
// touches only what has changed; icons; and, in gaps.go, what the DOM package lacks.
package widget

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// Element is an element of the page. Setting what it already shows costs nothing.
type Element struct {
	*dom.BasicHTMLElement
	shown []shown
}

// shown is a text, attribute, class or style as it was last set.
type shown struct{ name, value string }

// Names under which an element's own properties are remembered, beside those of attributes.
const (
	textProperty  = "#text"
	valueProperty = "#value"
)

// changed notes a value; it says whether it is another one than before.
func (e *Element) changed(name, value string) bool {
	for i := range e.shown {
		if e.shown[i].name == name {
			if e.shown[i].value == value {
				return false
			}
			e.shown[i].value = value
			return true
		}
	}
	e.shown = append(e.shown, shown{name, value})
	return true
}

// New makes an element. The class may be empty.
func New(tag, class string, children ...*Element) *Element {
	e := wrap(create(tag))
	if class != "" {
		e.With("class", class)
	}
	return e.Add(children...)
}

// wrap avoids the package's own wrapping, which compares the value with seventy constructors.
func wrap(v js.Value) *Element {
	return &Element{BasicHTMLElement: &dom.BasicHTMLElement{
		BasicElement: &dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}}
}

// Find is the element of the page's text with an id.
func Find(id string) *Element {
	v := document().Call("getElementById", id)
	if v.IsNull() {
		panic("widget: the page has no element " + id)
	}
	return wrap(v)
}

// Add puts children after the others.
func (e *Element) Add(children ...*Element) *Element {
	for _, child := range children {
		e.Call("appendChild", child.Value)
	}
	return e
}

// Fill puts children in the place of all others.
func (e *Element) Fill(children ...*Element) *Element {
	e.Call("replaceChildren")
	return e.Add(children...)
}

// Say sets the text: always as text, never as markup.
func (e *Element) Say(text string) *Element {
	if e.changed(textProperty, text) {
		e.SetTextContent(text)
	}
	return e
}

// With sets an attribute.
func (e *Element) With(name, value string) *Element {
	if e.changed(name, value) {
		e.SetAttribute(name, value)
	}
	return e
}

// Without takes an attribute away.
func (e *Element) Without(name string) *Element {
	if e.changed(name, "#absent") {
		e.RemoveAttribute(name)
	}
	return e
}

// Is sets or takes away an attribute that has no value.
func (e *Element) Is(name string, on bool) *Element {
	if on {
		return e.With(name, "")
	}
	return e.Without(name)
}

// Hide takes the element out of the page, or brings it back.
func (e *Element) Hide(hidden bool) *Element { return e.Is("hidden", hidden) }

// Classed adds or removes a class.
func (e *Element) Classed(name string, on bool) *Element {
	value := "off"
	if on {
		value = "on"
	}
	if e.changed("."+name, value) {
		e.Get("classList").Call("toggle", name, on)
	}
	return e
}

// Styled sets a property of the element's style, through the object model as the page's policy demands.
func (e *Element) Styled(property, value string) *Element {
	if e.changed("~"+property, value) {
		e.Get("style").Call("setProperty", property, value)
	}
	return e
}

// Does makes a click ask for a command.
func (e *Element) Does(command, argument string) *Element {
	return e.With("data-do", command).With("data-arg", argument)
}

// Edits makes what is typed or chosen an edit of a path.
func (e *Element) Edits(path string) *Element { return e.With("data-edit", path) }

// Written sets the value of a field, unless somebody is typing in it; then it is set when they have left.
func (e *Element) Written(text string) *Element {
	if !e.changed(valueProperty, text) {
		return e
	}
	if e.Value.Equal(document().Get("activeElement")) {
		e.changed(valueProperty, typing)
		return e
	}
	e.Set("value", text)
	return e
}

// typing stands for a value that nobody knows: the field has the focus.
const typing = "#typing"

// Overwritten sets the value of a field whatever is in it.
func (e *Element) Overwritten(text string) *Element {
	e.changed(valueProperty, text)
	e.Set("value", text)
	return e
}

// Overwrite is Overwritten if it shows something else.
func (e *Element) Overwrite(text string) {
	if e.changed(valueProperty, text) {
		e.Set("value", text)
	}
}

// Span makes a piece of text.
func Span(class, text string) *Element { return New("span", class).Say(text) }

// Button makes a button with a text.
func Button(class, text string) *Element {
	return New("button", class).With("type", "button").Say(text)
}

// IconButton makes a button with an icon and a name that is not seen.
func IconButton(class, icon, label string) *Element {
	return New("button", class, Icon(icon)).With("type", "button").With("aria-label", label)
}

// WordButton makes a button with an icon and a text.
func WordButton(class, icon, text string) *Element {
	return New("button", class, Icon(icon), Span("", text)).With("type", "button")
}

// Listen calls a function for each event of a kind. Functions are kept for the life of the page, since what
// they listen on is.
func (e *Element) Listen(kind string, hear func(js.Value)) {
	listen(e.Value, kind, hear)
}

var kept []js.Func

// Release gives back all functions that listeners hold.
func Release() {
	for _, f := range kept {
		f.Release()
	}
	kept = nil
}

// Body is the page's body; Window and Root stand for the window and the document, to listen on.
func Body() *Element { return wrap(document().Get("body")) }

// Window is the browser's window, to listen on.
func Window() *Element { return wrap(js.Global()) }

// Root is the document's element.
func Root() *Element { return wrap(document().Get("documentElement")) }

func document() js.Value { return js.Global().Get("document") }
