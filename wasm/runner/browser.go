//go:build js

package runner

import (
	"runtime/debug"
	"strings"
	"syscall/js"
	"unsafe"

	"schedlab/wasm/proto"
	"schedlab/wasm/view"
)

// worker is the Web Worker around the runner. Its script, runner.js, paints.
type worker struct {
	post, milliseconds                    js.Value
	drawFrame, drawPixels, clear, isReady js.Value
	later, useTheme                       js.Value
	theme                                 view.Theme
	themed                                bool
}

// Run runs the runner in the Web Worker for ever.
func Run(skills Skills) {
	lab := js.Global().Get("schedlab")
	w := &worker{
		post:         js.Global().Get("postMessage").Call("bind", js.Global()),
		milliseconds: js.Global().Get("performance").Get("now").Call("bind", js.Global().Get("performance")),
		drawFrame:    lab.Get("drawFrame"), drawPixels: lab.Get("drawPixels"), clear: lab.Get("clear"),
		isReady: lab.Get("isReady"), later: lab.Get("later"), useTheme: lab.Get("useTheme"),
	}
	r := New(w, skills)
	var work js.Func
	work = guarded(w, func([]js.Value) {
		if r.Work() {
			w.later.Invoke(work)
		}
	})
	hear := guarded(w, func(arguments []js.Value) {
		r.Hear(arguments[0].String())
		w.later.Invoke(work)
	})
	r.Ready()
	lab.Call("listen", hear)
	select {}
}

// guarded is the one place where the runner's own mistakes are caught: the page is told what is needed to
// report them, and replaces the runner.
func guarded(w *worker, do func([]js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		defer func() {
			if mistake := recover(); mistake != nil {
				w.Send(proto.Encode(proto.ToPage{Failed: &proto.Failed{Message: text(mistake),
					Stack: string(debug.Stack())}}))
			}
		}()
		do(arguments)
		return nil
	})
}

func text(mistake any) string {
	switch m := mistake.(type) {
	case string:
		return m
	case error:
		return m.Error()
	}
	return "the runner stopped"
}

func (w *worker) Send(message string)   { w.post.Invoke(message) }
func (w *worker) Milliseconds() float64 { return w.milliseconds.Invoke().Float() }

func (w *worker) Prepare(name string, width, height int, theme view.Theme) bool {
	if !w.isReady.Invoke(name).Bool() {
		return false
	}
	if !w.themed || w.theme != theme {
		w.useTheme.Invoke(strings.Join(theme.CSS(), "\n"))
		w.theme, w.themed = theme, true
	}
	w.clear.Invoke(name, width, height)
	return true
}

func (w *worker) Pixels(name string, t *view.Timeline) {
	if len(t.Pixels) > 0 {
		w.drawPixels.Invoke(name, address(unsafe.Pointer(&t.Pixels[0])), t.Width, t.Height, t.Left, t.Top)
	}
}

func (w *worker) Frame(name string, b *view.Buffer, ratio float64) {
	textAt := 0
	if len(b.Text) > 0 {
		textAt = address(unsafe.Pointer(&b.Text[0]))
	}
	w.drawFrame.Invoke(name, address(unsafe.Pointer(&b.Numbers[0])), len(b.Numbers), textAt, len(b.Text),
		ratio)
}

// address is where something is in the module's memory, which JavaScript sees as one array.
func address(p unsafe.Pointer) int { return int(uintptr(p)) }
