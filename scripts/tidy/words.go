package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// namelessPanics lists panics whose text does not begin with the name of the package and a colon.
func namelessPanics(t Tree) []string {
	var broken []string
	for _, file := range t.code() {
		prefix := file.Syntax.Name.Name + ": "
		ast.Inspect(file.Syntax, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || !isPanic(call) {
				return true
			}
			if !strings.HasPrefix(firstText(call.Args[0]), prefix) {
				broken = append(broken, fmt.Sprintf("%s: the text of the panic does not begin with %q",
					t.at(node), prefix))
			}
			return true
		})
	}
	return broken
}

func isPanic(call *ast.CallExpr) bool {
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "panic" && len(call.Args) == 1
}

// firstText is the text that an expression begins with: a literal, the first of a sum, or a format.
func firstText(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		if err == nil && e.Kind == token.STRING {
			return text
		}
	case *ast.BinaryExpr:
		return firstText(e.X)
	case *ast.CallExpr:
		if len(e.Args) > 0 {
			return firstText(e.Args[0])
		}
	}
	return ""
}

// productNames lists identifiers and texts of metrics and of the page that name a database or hypervisor:
// what the user reads comes from descriptions. The names are those of the folders.
func productNames(t Tree) []string {
	var products []string
	for _, file := range t.Go {
		parent := path.Dir(file.Dir())
		if parent == "engine/system" || parent == "engine/hypervisor" {
			products = append(products, path.Base(file.Dir()))
		}
	}
	slices.Sort(products)
	products = slices.Compact(products)
	var broken []string
	for _, file := range t.code() {
		if !below(file.Path, "engine/metrics") && !below(file.Path, "wasm") {
			continue
		}
		ast.Inspect(file.Syntax, func(node ast.Node) bool {
			if product := named(node, products); product != "" {
				broken = append(broken, fmt.Sprintf("%s: it names %s", t.at(node), product))
			}
			return true
		})
	}
	return broken
}

func named(node ast.Node, products []string) string {
	text := ""
	switch n := node.(type) {
	case *ast.Ident:
		text = n.Name
	case *ast.BasicLit:
		text = n.Value
	}
	for _, product := range products {
		if strings.Contains(strings.ToLower(text), product) {
			return product
		}
	}
	return ""
}

// Written in two parts, so that this file does not break its own rules.
var (
	later    = regexp.MustCompile(`\b(` + "TO" + "DO|FIX" + "ME|XX" + "X" + `)\b`)
	skipGo   = regexp.MustCompile(`\b[tbf]\.Skip` + `(f|Now)?\(`)
	skipJS   = regexp.MustCompile(`\b(test|it|describe)\.(skip|todo|only)\b|\b(skip|todo|only): *(true|["'])`)
	address  = regexp.MustCompile(`\b(registry|proxy)\.[a-z0-9-]+\.(org|com|net|io|dev)\b`)
	resolved = regexp.MustCompile(`"resolved"\s*:`)
	source   = regexp.MustCompile(`\b(GOPROXY|registry) *=`)
)

func leftForLater(t Tree) []string {
	return t.matches(later, func(name string) bool { return path.Base(name) != "package-lock.json" })
}

func skippedTests(t Tree) []string {
	return append(
		t.matches(skipGo, func(name string) bool { return strings.HasSuffix(name, "_test.go") }),
		t.matches(skipJS, func(name string) bool { return strings.HasSuffix(name, ".mjs") })...)
}

// downloadAddresses lists lines that name where packages are fetched from: that is a setting of the machine.
func downloadAddresses(t Tree) []string {
	isSettings := func(name string) bool { return slices.Contains(settingFiles, path.Base(name)) }
	isLock := func(name string) bool { return path.Base(name) == "package-lock.json" }
	return slices.Concat(
		t.matches(address, func(string) bool { return true }),
		t.matches(source, isSettings),
		t.matches(resolved, isLock))
}

var settingFiles = []string{".npmrc", "netlify.toml", "run"}

func (t Tree) matches(pattern *regexp.Regexp, wanted func(name string) bool) []string {
	var broken []string
	for _, text := range t.Texts {
		if !wanted(text.Path) {
			continue
		}
		for i, line := range text.Lines {
			if found := pattern.FindString(line); found != "" {
				broken = append(broken, fmt.Sprintf("%s:%d: %s", text.Path, i+1, found))
			}
		}
	}
	return broken
}
