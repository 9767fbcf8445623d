//go:build js

// Schedlab in the browser: one module in two roles. boot.js starts it as the page, runner.js in a Web
// Worker as the runner. What is needed rarely is in another one: wasm/maker.
package main

import (
	"log"
	"syscall/js"

	"schedlab/engine"
	"schedlab/scenarios"
	"schedlab/wasm/desk"
	"schedlab/wasm/output"
	"schedlab/wasm/page"
	"schedlab/wasm/runner"
	"schedlab/wasm/share"
	"schedlab/wasm/widget"
)

// version is set by the build.
var version string

func main() {
	log.SetFlags(0) // of libraries: consoles have times of their own
	lab := js.Global().Get("schedlab")
	if lab.Get("role").String() == "runner" {
		runner.Run(runner.Skills{Files: map[string]output.Maker{"thumbnail": output.Thumbnail}})
		return
	}
	page.Run(desk.Supplies{Products: engine.Products(), Scenarios: shipped(), Version: version,
		Versions: widget.Versions()})
}

// shipped are the scenarios that come with the page. For the first picture of a first visit one is enough: it
// is a part of the module.
func shipped() []share.Shipped {
	if text := widget.Scenarios(); text != "" {
		return share.ReadShipped(text)
	}
	first := scenarios.Opening()
	return []share.Shipped{share.NewShipped(first.Name, first.Text)}
}
