//go:build js

package widget

import (
	"strings"
	"syscall/js"
)

// This file is about the page's address and the browser's history.

// Address is the part of the page's address after #, as it stands there.
func Address() string {
	return strings.TrimPrefix(js.Global().Get("location").Get("hash").String(), "#")
}

// Members of what the browser keeps with a step of its history: which page made it, its number, and what is
// left of it when the page goes on.
const (
	stepPage   = "page"
	stepNumber = "step"
	stepLeft   = "left"
)

// thisPage tells the steps of this page from those of one that was loaded before.
func thisPage() float64 { return js.Global().Get("performance").Get("timeOrigin").Float() }

// SetAddress puts a text after #, for a step of the history with a number: a new one, or the one shown.
func SetAddress(fragment string, number int64, isNew bool) {
	method := "replaceState"
	if isNew {
		method = "pushState"
	}
	state := map[string]any{stepPage: thisPage(), stepNumber: float64(number)}
	js.Global().Get("history").Call(method, state, "", "#"+fragment)
}

// MarkStep keeps a text with the step of the history that is about to be left.
func MarkStep(left string) {
	history := js.Global().Get("history")
	if state := history.Get("state"); state.Type() == js.TypeObject {
		state.Set(stepLeft, left)
		history.Call("replaceState", state, "")
	}
}

// OnAddress calls a function when the browser went to another step of its history, also because somebody
// changed the address. A step that is none of this page's has the number -1, and what was left of it.
func OnAddress(call func(number int64, fragment, left string)) {
	Window().Listen("popstate", func(event js.Value) {
		number, left := int64(-1), ""
		state := event.Get("state")
		if state.Type() == js.TypeObject && state.Get(stepPage).Type() == js.TypeNumber {
			if state.Get(stepPage).Float() == thisPage() {
				number = int64(state.Get(stepNumber).Int())
			}
			if text := state.Get(stepLeft); text.Type() == js.TypeString {
				left = text.String()
			}
		}
		call(number, Address(), left)
	})
}

// Base is the address of the folder that the page lies in.
func Base() string {
	location := js.Global().Get("location")
	path := location.Get("pathname").String()
	for len(path) > 0 && path[len(path)-1] != '/' {
		path = path[:len(path)-1]
	}
	return location.Get("origin").String() + path
}

// CanOffer says whether the system has a way of its own to share addresses.
func CanOffer() bool { return js.Global().Get("navigator").Get("share").Type() == js.TypeFunction }

// Offer gives an address to the system's own way of sharing. That somebody thinks better of it is no fault.
func Offer(title, address string) {
	promise := js.Global().Get("navigator").Call("share", map[string]any{"title": title, "url": address})
	then(promise, func(bool) {})
}
