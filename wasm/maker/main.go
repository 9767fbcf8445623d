//go:build js

// The maker: a module of its own for what a visitor needs rarely, fetched when it is first needed. It runs in
// a Web Worker as a runner without canvases: it makes files of runs, and reads what people paste.
package main

import (
	"schedlab/wasm/export"
	"schedlab/wasm/paste"
	"schedlab/wasm/runner"
)

func main() {
	runner.Run(runner.Skills{Files: export.Makers(), Import: paste.Machine, Explain: paste.Checkpoints,
		Unseen: true})
}
