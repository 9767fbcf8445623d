//go:build js

package widget

import "syscall/js"

// Runner is the Web Worker that simulates and paints.
type Runner struct {
	worker     js.Value
	hear, died js.Func
}

// lab is what the page's first script prepared: see boot.js.
func lab() js.Value { return js.Global().Get("schedlab") }

// NewRunner takes the runner that the page's first script has started, or starts another one. hear gets each
// message's text; died is called when the runner ends by itself.
func NewRunner(hear func(string), died func(reason string)) *Runner {
	r := &Runner{worker: lab().Call("takeRunner")}
	r.hear = js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		hear(arguments[0].String())
		return nil
	})
	r.died = js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		died(arguments[0].String())
		return nil
	})
	lab().Call("listen", r.worker, r.hear, r.died)
	return r
}

// Send sends a message.
func (r *Runner) Send(message string) { r.worker.Call("postMessage", message) }

// Give hands a canvas over, by name.
func (r *Runner) Give(name string, canvas js.Value) {
	message := map[string]any{"canvas": canvas, "name": name}
	r.worker.Call("postMessage", message, []any{canvas})
}

// End ends the runner at once.
func (r *Runner) End() {
	r.worker.Call("terminate")
	r.hear.Release()
	r.died.Release()
}

// Messages is the catalogue of texts as the page's first script has fetched it.
func Messages() string { return lab().Get("messages").String() }

// Scenarios is the list of shipped scenarios as the page's first script has fetched it; "" = not yet.
func Scenarios() string { return lab().Get("scenarios").String() }

// FetchScenarios fetches that list and gives it to tell, once, however long that takes.
func FetchScenarios(tell func(text string)) {
	var done js.Func
	done = js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		done.Release()
		tell(arguments[0].String())
		return nil
	})
	lab().Call("fetchScenarios", done)
}

// Versions are those that the build keeps a folder of their own for.
func Versions() []string {
	list := lab().Get("manifest").Get("versions")
	if !list.Truthy() {
		return nil
	}
	all := make([]string, list.Length())
	for i := range all {
		all[i] = list.Index(i).String()
	}
	return all
}

// Stopped tells the page's first script that the page itself met a mistake of ours; it shows the report.
func Stopped(report string) { lab().Call("stopped", report) }

// Keep gives the page's first script the document, for the report of a page that dies.
func Keep(document string) { lab().Set("document", document) }
