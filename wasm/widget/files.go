//go:build js

package widget

import "syscall/js"

// Download saves a text as a file of a type on the person's computer.
func Download(name, kind, text string) { save(text, name, kind, 0) }

// DownloadPixels paints a drawing at so many pixels a CSS pixel and saves it as PNG; tell is called with
// whether the browser could.
func DownloadPixels(name, svg string, ratio float64, tell func(bool)) {
	then(save(svg, name, "image/png", ratio), tell)
}

// save leaves the work to files.js, which is loaded when it is first needed.
func save(text, name, kind string, ratio float64) js.Value {
	return lab().Call("save", name, kind, text, ratio)
}

// OnFile hears of files that are dropped on the page outside of dialogs. The browser itself would leave the
// page for the file.
func OnFile(take func(file js.Value)) {
	files := func(event js.Value) js.Value {
		data := event.Get("dataTransfer")
		if data.Get("types").Call("includes", "Files").Bool() {
			event.Call("preventDefault")
		}
		return data.Get("files")
	}
	Window().Listen("dragover", func(event js.Value) { files(event) })
	Window().Listen("drop", func(event js.Value) {
		dropped := files(event)
		isInDialog := !event.Get("target").Call("closest", "dialog").IsNull()
		if dropped.Get("length").Int() > 0 && !isInDialog {
			take(dropped.Index(0))
		}
	})
}
