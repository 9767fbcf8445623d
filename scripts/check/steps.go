package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// A step is one command, or a few behind one function, that pass or fail.
type step struct {
	name  string
	paste string   // what a person types to run it alone, at the root of the repository
	needs []string // names of steps of earlier stages without which it cannot pass
	run   func(context.Context) (output string, err error)
}

// A stage is a set of steps that may run at the same time. Tests have a stage each: they use all cores
// themselves, and what waits in a browser must not share the machine.
type stage []step

const (
	stepBuild    = "build"
	stepPackages = "packages of the browser tests"
	stepBrowser  = "browser"
)

// Packages whose tests also run as WebAssembly, in Node: a run must be the same there, byte for byte.
var wasmTested = []string{"./engine/..."}

// Packages that are compiled for the browser.
var browserPackages = []string{"./engine/...", "./wasm/..."}

// Folders with Go code of this module; those of node_modules are not ours.
var goFolders = []string{"engine", "scenarios", "scripts", "wasm"}

func stages(root string) []stage {
	s := shell{dir: root}
	return []stage{
		{
			s.failingOnOutput("gofmt", "gofmt -l "+strings.Join(goFolders, " ")),
			s.step("vet", "go vet ./..."),
			s.step("vet, the benchmark's peer", "go -C scripts/bench/simgo vet ."),
			s.step("vet, for the browser", "GOOS=js GOARCH=wasm go vet "+strings.Join(browserPackages, " ")),
			s.step(stepBuild, "go run ./scripts/build"),
			s.packages(filepath.Join(root, "scripts", "e2e")),
			s.browser(),
		},
		{
			s.step("staticcheck", "go tool staticcheck ./..."),
			s.staticcheckForBrowser(),
			s.step("bytes to the first picture", "go run ./scripts/build -sizes", stepBuild),
		},
		{s.step("tests", "go test ./...")},
		{s.testsInNode()},
		{s.step("browser tests", "node scripts/e2e/run.mjs", stepBuild, stepPackages, stepBrowser)},
	}
}

// staticcheckForBrowser runs the tool built for this machine on code for another one: `go tool` would build
// the tool for the browser as well.
func (s shell) staticcheckForBrowser() step {
	arguments := strings.Join(browserPackages, " ")
	paste := "GOOS=js GOARCH=wasm $(go tool -n staticcheck) " + arguments
	run := func(ctx context.Context) (string, error) {
		program, err := s.output(ctx, "go tool -n staticcheck")
		if err != nil {
			return program, err
		}
		tool := s.with("GOOS=js", "GOARCH=wasm")
		return tool.execute(ctx, append([]string{strings.TrimSpace(program)}, browserPackages...))
	}
	return step{name: "staticcheck, for the browser", paste: paste, run: run}
}

// testsInNode runs tests as WebAssembly. Go's own wrapper is a shell script, which Windows lacks; what it
// does is one line. The stack is deeper than Node's default because Go's tests recurse.
func (s shell) testsInNode() step {
	packages := strings.Join(wasmTested, " ")
	paste := `GOOS=js GOARCH=wasm go test -exec="$(go env GOROOT)/lib/wasm/go_js_wasm_exec" ` + packages
	return step{name: "tests, as WebAssembly", paste: paste, run: func(ctx context.Context) (string, error) {
		goRoot, err := s.output(ctx, "go env GOROOT")
		if err != nil {
			return goRoot, err
		}
		script := filepath.Join(strings.TrimSpace(goRoot), "lib", "wasm", "wasm_exec_node.js")
		// The module's arguments and environment share 12 KB: only what Go and Node need is passed on.
		small := shell{dir: s.dir, env: append(neededVariables(os.Environ()), "GOOS=js", "GOARCH=wasm")}
		arguments := []string{"go", "test", `-exec=node --stack-size=8192 "` + script + `"`}
		return small.execute(ctx, append(arguments, wasmTested...))
	}}
}

// neededVariables keeps the part of an environment that Go's tools and Node read.
func neededVariables(environment []string) []string {
	wanted := map[string]bool{"PATH": true, "HOME": true, "TMPDIR": true, "TMP": true, "TEMP": true,
		"SYSTEMROOT": true, "USERPROFILE": true, "LOCALAPPDATA": true, "APPDATA": true, "COMSPEC": true,
		"PATHEXT": true, "XDG_CACHE_HOME": true, "XDG_CONFIG_HOME": true}
	var kept []string
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		name = strings.ToUpper(name)
		if wanted[name] || strings.HasPrefix(name, "GO") {
			kept = append(kept, variable)
		}
	}
	return kept
}
