//go:build js

package widget

import "syscall/js"

const svgSpace = "http://www.w3.org/2000/svg"

// stroke is a path of an icon on a 16 × 16 grid.
type stroke struct {
	d     string
	solid bool
}

var icons = map[string][]stroke{
	"down":  {{"M4.5 6.5 8 10l3.5-3.5", false}},
	"right": {{"m6.5 4.5 3.5 3.5-3.5 3.5", false}},
	"undo":  {{"M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H7", false}},
	"redo":  {{"m10.5 3 3 3-3 3M13.5 6H6a3.5 3.5 0 0 0 0 7h3", false}},
	"help": {{"M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z", false},
		{"M6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.7-.8 1.3M8 11.3v.1", false}},
	"theme": {{"M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z", false}, {"M8 2.5a5.5 5.5 0 0 1 0 11z", true}},
	"start": {{"M3.5 3.5v9", false}, {"M13 3.5v9L6 8z", true}},
	"end":   {{"M12.5 3.5v9", false}, {"M3 3.5v9L10 8z", true}},
	"back":  {{"M11 3.5v9L5 8z", true}, {"M4 4v8", false}},
	"step":  {{"M5 3.5v9L11 8z", true}, {"M12 4v8", false}},
	"play":  {{"M5 2.8v10.4L13.5 8z", true}},
	"pause": {{"M4 3h3v10H4zM9 3h3v10H9z", true}},
	"jump":  {{"M2.5 12.5c0-5 3-8 8-8M8 2l3 2.5L8 7", false}, {"M11.5 11.5h3v2h-3z", true}},
	"warn":  {{"M8 2 14.5 13.5h-13z", false}, {"M8 6.5v3.5M8 11.8v.1", false}},
	"info":  {{"M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z", false}, {"M8 7.5v3.5M8 5v.1", false}},
	"ok":    {{"M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z", false}, {"m5.3 8.2 1.9 1.9 3.6-4", false}},
	"bad":   {{"M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z", false}, {"M8 4.8v4M8 11v.1", false}},
	"plus":  {{"M8 3v10M3 8h10", false}},
	"minus": {{"M3 8h10", false}},
	"close": {{"m4 4 8 8M12 4l-8 8", false}},
	"fit":   {{"M3 4v8M13 4v8M5.5 8h5", false}},
	"paste": {{"M5.5 3H3.5v10.5h9V3h-2M5.5 2h5v2.5h-5z", false}},
	"copy":  {{"M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3", false}},
	"arrow": {{"M3 8h9.5M9 4.5 12.5 8 9 11.5", false}},
	"bars":  {{"M1.5 9h3v5h-3zM6.5 5h3v9h-3zM11.5 2h3v12h-3z", true}},
	"share": {{"M6.5 9.5a2.8 2.8 0 0 0 4 0L13 7a2.8 2.8 0 0 0-4-4l-.8.8", false},
		{"M9.5 6.5a2.8 2.8 0 0 0-4 0L3 9a2.8 2.8 0 0 0 4 4l.8-.8", false}},
	"file": {{"M4 1.8h5.5L12.5 5v9.2H4zM9 2v3.5h3.5", false}},
	"open": {{"M6 4H3v9h9v-3M9.5 2.5h4v4M13.5 2.5l-6 6", false}},
	"out":  {{"M8 10V2.5M5 5l3-3 3 3M2.5 9.5v4h11v-4", false}},
	"more": {{"M3 7h2v2H3zM7 7h2v2H7zM11 7h2v2h-2z", true}},
	"save": {{"M8 2v8M5 7l3 3 3-3M2.5 13.5h11", false}},
}

// Icon draws an icon; it is decoration beside a name.
func Icon(name string) *Element {
	strokes, known := icons[name]
	if !known {
		panic("widget: there is no icon " + name)
	}
	svg := SVG("svg", "icon").With("viewBox", "0 0 16 16").With("aria-hidden", "true")
	for _, s := range strokes {
		path := SVG("path", "").With("d", s.d)
		if s.solid {
			path.With("class", "solid")
		}
		svg.Add(path)
	}
	return svg
}

// SVG makes an element of a drawing.
func SVG(tag, class string) *Element {
	e := wrap(js.Global().Get("document").Call("createElementNS", svgSpace, tag))
	if class != "" {
		e.With("class", class)
	}
	return e
}

// Redraw gives an icon another form.
func (e *Element) Redraw(name string) {
	if !e.changed("#icon", name) {
		return
	}
	e.Call("replaceChildren")
	for _, s := range icons[name] {
		path := SVG("path", "").With("d", s.d)
		if s.solid {
			path.With("class", "solid")
		}
		e.Add(path)
	}
}
