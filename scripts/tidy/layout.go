package tidy

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

var topLevel = []string{"README.md", "netlify.toml", "go.mod", "go.sum",
	"engine", "wasm", "site", "scenarios", "scripts", "dist"}

func strayTopLevel(t Tree) []string {
	var broken []string
	for _, name := range t.Top {
		if !strings.HasPrefix(name, ".") && !slices.Contains(topLevel, name) {
			broken = append(broken, name+" is at the top level")
		}
	}
	return broken
}

// A ban keeps packages from importing others. A name ending in /… stands for what lies below it as well.
type ban struct {
	dirs    []string
	imports []string
	why     string
}

var bans = []ban{
	{[]string{"engine"}, []string{"syscall/js", "os/…", "time", "net/…"},
		"the engine knows no browser, no machine and no clock but its own"},
	{[]string{"wasm"}, []string{"net/http/…", "text/template", "html/template"},
		"it adds too much to the module"},
	{[]string{"wasm/view", "wasm/share", "wasm/proto"}, []string{"syscall/js", "honnef.co/go/js/…"},
		"it is tested without a browser"},
}

func forbiddenImports(t Tree) []string {
	var broken []string
	for _, file := range t.code() {
		for _, b := range bans {
			for _, imported := range b.broken(file) {
				broken = append(broken, fmt.Sprintf("%s imports %s: %s", file.Path, imported, b.why))
			}
		}
	}
	return broken
}

func (b ban) broken(file GoFile) []string {
	if !slices.ContainsFunc(b.dirs, func(dir string) bool { return below(file.Path, dir) }) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(file.Imports), func(imported string) bool {
		return !slices.ContainsFunc(b.imports, func(banned string) bool {
			tree, isTree := strings.CutSuffix(banned, "/…")
			return imported == banned || isTree && below(imported, tree)
		})
	})
}

func goroutines(t Tree) []string {
	var broken []string
	for _, file := range t.code() {
		if !below(file.Path, "engine") {
			continue
		}
		ast.Inspect(file.Syntax, func(node ast.Node) bool {
			if _, ok := node.(*ast.GoStmt); ok {
				broken = append(broken, t.at(node)+": a goroutine is started")
			}
			return true
		})
	}
	return broken
}
