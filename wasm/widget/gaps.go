//go:build js

package widget

import "syscall/js"

// This file holds what the DOM package lacks, or does too slowly.

// create makes an element; the package's own way takes a hundred times longer.
func create(tag string) js.Value { return document().Call("createElement", tag) }

// listen adds a listener. The package's own way finds out the type of each event by sixty comparisons, and
// brings a tenth of a megabyte of types along.
func listen(target js.Value, kind string, hear func(js.Value)) {
	f := js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		hear(arguments[0])
		return nil
	})
	target.Call("addEventListener", kind, f)
	kept = append(kept, f)
}

// SetTitle sets the title of the browser's window.
func SetTitle(title string) { document().Set("title", title) }

// Frames calls a function before the browser paints, when it was asked to.
type Frames struct {
	call    js.Func
	frame   func(now float64)
	pending bool
	hurries bool
	unseen  bool
}

// NewFrames makes the page's one loop. The function gets wall-clock milliseconds.
func NewFrames(frame func(now float64)) *Frames {
	f := &Frames{frame: frame}
	f.call = js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		if !f.pending {
			return nil // it came another way
		}
		f.pending = false
		frame(arguments[0].Float())
		return nil
	})
	return f
}

// Ask asks for one frame; asking again before it comes changes nothing.
func (f *Frames) Ask() {
	if !f.pending {
		f.pending = true
		js.Global().Call("requestAnimationFrame", f.call)
		f.hurry()
	}
}

// Now is wall-clock time in milliseconds, as frames count it.
func Now() float64 { return js.Global().Get("performance").Call("now").Float() }

// After calls a function once after some milliseconds; the result takes the call back.
func After(milliseconds int, call func()) (cancel func()) {
	var f js.Func
	isOver := false
	f = js.FuncOf(func(js.Value, []js.Value) any {
		isOver = true
		f.Release()
		call()
		return nil
	})
	id := js.Global().Call("setTimeout", f, milliseconds)
	return func() {
		if !isOver {
			isOver = true
			js.Global().Call("clearTimeout", id)
			f.Release()
		}
	}
}

// OnResize calls a function when one of the elements has another size, and at first.
func OnResize(call func(), elements ...*Element) {
	f := js.FuncOf(func(js.Value, []js.Value) any {
		call()
		return nil
	})
	kept = append(kept, f)
	observer := js.Global().Get("ResizeObserver").New(f)
	for _, e := range elements {
		observer.Call("observe", e.Value)
	}
}

// Matches follows a media query: the function is called at first and at each change.
func Matches(query string, call func(bool)) {
	media := js.Global().Call("matchMedia", query)
	f := js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		call(arguments[0].Get("matches").Bool())
		return nil
	})
	kept = append(kept, f)
	media.Call("addEventListener", "change", f)
	call(media.Get("matches").Bool())
}

// Width of the element inside its padding, CSS pixels.
func (e *Element) Width() int { return e.Get("clientWidth").Int() }

// Height of the element inside its border.
func (e *Element) Height() int { return e.Get("clientHeight").Int() }

// Corner is the element's left top corner in the window.
func (e *Element) Corner() (x, y float64) {
	box := e.Call("getBoundingClientRect")
	return box.Get("left").Float(), box.Get("top").Float()
}

// Covers says whether a box in the window would lie over an element that a selector finds.
func Covers(box Box, selector string) bool {
	found := document().Call("querySelectorAll", selector)
	for i := range found.Get("length").Int() {
		r := found.Index(i).Call("getBoundingClientRect")
		left, top := r.Get("left").Float(), r.Get("top").Float()
		right, bottom := r.Get("right").Float(), r.Get("bottom").Float()
		if right > left && box.X < right && box.X+box.Width > left && box.Y < bottom &&
			box.Y+box.Height > top {
			return true
		}
	}
	return false
}

// Box is a rectangle in the window, in CSS pixels.
type Box struct{ X, Y, Width, Height float64 }

// Ratio is how many pixels of the screen a CSS pixel has.
func Ratio() float64 { return js.Global().Get("devicePixelRatio").Float() }

// ViewSize is the window's size in CSS pixels.
func ViewSize() (width, height float64) {
	return js.Global().Get("innerWidth").Float(), js.Global().Get("innerHeight").Float()
}

// Capture sends all that a pointer does to the element until it is lifted.
func (e *Element) Capture(pointer js.Value) { e.Call("setPointerCapture", pointer.Get("pointerId")) }

// Focused gives the element the focus; the page scrolls as far as needed.
func (e *Element) Focused() { e.Focus() }

// OpenModal opens a dialog above the page.
func (e *Element) OpenModal() {
	if !e.Get("open").Bool() {
		e.Call("showModal")
	}
}

// CloseModal closes a dialog.
func (e *Element) CloseModal() {
	if e.Get("open").Bool() {
		e.Call("close")
	}
}

// Copy puts a text on the clipboard; tell is called with whether the browser allowed it.
func Copy(text string, tell func(bool)) {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if clipboard.IsUndefined() {
		tell(false)
		return
	}
	then(clipboard.Call("writeText", text), tell)
}

// Named puts the names of functions into a report, in which they have numbers, and gives it to tell.
func Named(report string, tell func(string)) {
	var done js.Func
	done = js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		done.Release()
		tell(arguments[0].String())
		return nil
	})
	lab().Call("named", report).Call("then", done)
}

// then tells once whether a promise was kept.
func then(promise js.Value, tell func(bool)) {
	var kept, broken js.Func
	answer := func(ok bool) js.Func {
		return js.FuncOf(func(js.Value, []js.Value) any {
			kept.Release()
			broken.Release()
			tell(ok)
			return nil
		})
	}
	kept, broken = answer(true), answer(false)
	promise.Call("then", kept, broken)
}

// ReadFile reads a file of a file field as text.
func ReadFile(file js.Value, tell func(string)) {
	var done js.Func
	done = js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		done.Release()
		tell(arguments[0].String())
		return nil
	})
	file.Call("text").Call("then", done)
}

// Remember keeps a choice in this browser, if it allows that.
func Remember(name, value string) { storage("setItem", name, value) }

// Recall gives back a choice, or empty.
func Recall(name string) string { return storage("getItem", name) }

// storage calls a method of the browser's storage. Browsers that block it throw, also when it is only named:
// Get would let that go through all of our code, so Reflect is called.
func storage(method string, arguments ...any) (found string) {
	defer func() {
		if recover() != nil {
			found = ""
		}
	}()
	if value := js.Global().Get("Reflect").Call("get", js.Global(), "localStorage").Call(method,
		arguments...); value.Type() == js.TypeString {
		return value.String()
	}
	return ""
}

// Offscreen makes a canvas whose picture the runner paints, and what the runner needs for that.
func Offscreen() (*Element, js.Value) {
	canvas := New("canvas", "")
	return canvas, canvas.Call("transferControlToOffscreen")
}

// FindMaybe is the element with an id, or nil.
func FindMaybe(id string) *Element {
	v := document().Call("getElementById", id)
	if v.IsNull() {
		return nil
	}
	return wrap(v)
}

// FocusedID is the id of what has the focus, or empty.
func FocusedID() string {
	active := document().Get("activeElement")
	if active.IsNull() {
		return ""
	}
	return active.Get("id").String()
}

// FocusedPath is the path that the field with the focus edits, or empty.
func FocusedPath() string {
	if active := document().Get("activeElement"); !active.IsNull() {
		if path := active.Call("getAttribute", "data-edit"); !path.IsNull() {
			return path.String()
		}
	}
	return ""
}

// FocusID gives the focus back to the element that now has the id.
func FocusID(id string) {
	if id == "" || FocusedID() == id {
		return
	}
	if e := FindMaybe(id); e != nil {
		e.Call("focus", map[string]any{"preventScroll": true})
	}
}

// Uncover opens all that the element lies folded in, and gives it the focus.
func Uncover(e *Element) {
	for at := e.Get("parentElement"); !at.IsNull(); at = at.Get("parentElement") {
		if at.Get("localName").String() == "details" {
			at.Set("open", true)
		}
	}
	e.Call("scrollIntoView", map[string]any{"block": "center"})
	e.Focused()
}

// OnHidden calls a function when the page goes out of sight.
func OnHidden(call func()) {
	wrap(document()).Listen("visibilitychange", func(js.Value) {
		if document().Get("hidden").Bool() {
			call()
		}
	})
}

// OnVisible calls a function when the page comes into sight again.
func OnVisible(call func()) {
	wrap(document()).Listen("visibilitychange", func(js.Value) {
		if !document().Get("hidden").Bool() {
			call()
		}
	})
}

// Cores is how many threads the browser lets run at the same time; 2 if it does not say.
func Cores() int {
	cores := js.Global().Get("navigator").Get("hardwareConcurrency")
	if cores.Type() != js.TypeNumber {
		return 2
	}
	return max(cores.Int(), 1)
}
