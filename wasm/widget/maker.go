//go:build js

package widget

import "syscall/js"

// Maker is the Web Worker of the module that makes files and reads pasted texts.
type Maker struct {
	handle              js.Value // see takeMaker in boot.js
	hear, fetched, lost js.Func
}

// NewMaker lets the page's first script fetch the module, unless it is there, and start it. hear gets each
// message's text, fetched the share of the module that has arrived; lost is called when it cannot be fetched
// or ends by itself.
func NewMaker(hear func(string), fetched func(share float64), lost func(reason string, isUnreached bool),
) *Maker {
	m := &Maker{}
	m.hear = js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		hear(arguments[0].String())
		return nil
	})
	m.fetched = js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		fetched(arguments[0].Float())
		return nil
	})
	m.lost = js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		lost(arguments[0].String(), arguments[1].Bool())
		return nil
	})
	m.handle = lab().Call("takeMaker", m.hear, m.fetched, m.lost)
	return m
}

// Send sends a message, as soon as the maker is there.
func (m *Maker) Send(message string) { m.handle.Call("post", message) }

// End ends the maker at once.
func (m *Maker) End() {
	m.handle.Call("end")
	m.hear.Release()
	m.fetched.Release()
	m.lost.Release()
}
