//go:build js

package widget

import "syscall/js"

// Embedded says whether the page stands in a frame of another page.
func Embedded() bool { return lab().Get("embed").Type() == js.TypeString }

// EmbedText is what the frame's first script found out: see desk.ReadEmbedded.
func EmbedText() string { return lab().Get("embed").String() }

// ListenToHost hears each request of the page that frames this one, as JSON, with its id, and when another
// host takes the line.
func ListenToHost(opened func(), asked func(text, id string)) {
	open := js.FuncOf(func(js.Value, []js.Value) any {
		opened()
		return nil
	})
	ask := js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		asked(arguments[0].String(), arguments[1].String())
		return nil
	})
	kept = append(kept, open, ask)
	lab().Get("port").Call("listen", open, ask)
}

// TellHost sends a JSON text to the page that frames this one.
func TellHost(text string) { lab().Get("port").Call("tell", text) }

// OnSeen tells whether the page is in sight, at first and at each change: a frame can be scrolled out of it.
func OnSeen(call func(bool)) {
	f := js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		entries := arguments[0]
		call(entries.Index(entries.Get("length").Int() - 1).Get("isIntersecting").Bool())
		return nil
	})
	kept = append(kept, f)
	js.Global().Get("IntersectionObserver").New(f).Call("observe", Root().Value)
}

// patience is how long a frame is waited for, in milliseconds, by who cannot count on one.
const patience = 100

// Hurry makes frames come, seldom, also while the browser paints none: in a hidden window, or, as is said
// here, because the page is a frame that was scrolled out of sight.
func (f *Frames) Hurry(unseen bool) {
	f.hurries, f.unseen = true, unseen
	if f.pending {
		f.hurry()
	}
}

func (f *Frames) hurry() {
	if !f.hurries || !f.unseen && !document().Get("hidden").Bool() {
		return
	}
	After(patience, func() {
		if f.pending {
			f.pending = false
			f.frame(Now())
		}
	})
}

// Above is the distance from the top of what the element is placed in, and Tall its height with border.
func (e *Element) Above() int { return e.Get("offsetTop").Int() }

// Tall is the element's height with its border.
func (e *Element) Tall() int { return e.Get("offsetHeight").Int() }

// Bare says that nothing else has the focus.
func Bare() bool { return document().Get("activeElement").Equal(document().Get("body")) }
