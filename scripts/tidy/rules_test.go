package tidy

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// A sample is a tree of files and what a rule has to find in it: each text is part of one finding, in order.
type sample struct {
	files map[string]string
	want  []string
}

func one(name, text string, want ...string) sample {
	return sample{map[string]string{name: text}, want}
}

func lines(n int) string { return strings.Repeat("\tprintln()\n", n) }

func function(name string, length int) string {
	return "func " + name + "() {\n" + lines(length-2) + "}\n"
}

// samples holds, for every rule, what keeps it by a hair and what breaks it by one.
var samples = map[string][]sample{
	"functions are short": {
		one("a/a.go", "package a\n// a comment is not counted\n"+function("f", 70)),
		one("a/a.go", "package a\n"+function("f", 71), "a/a.go:2: f has 71 lines"),
		one("a/a_test.go", "package a\n"+function("f", 71), "f has 71 lines"),
	},
	"the median function of a package is short": {
		one("a/a.go", "package a\n"+medianOf(3, 12, 12, 60, 70)),
		one("a/a.go", "package a\n"+medianOf(3, 12, 13, 60, 70), "a: the median function has 13 lines"),
		one("a/a.go", "package a\n"+medianOf(60, 60, 60, 60)),
	},
	"files are short": {
		one("a/a.go", "package a\n"+strings.Repeat("\n", 399)),
		one("a/a.go", "package a\n"+strings.Repeat("\n", 400), "a/a.go has 401 lines, at most 400"),
		one("a/a_test.go", "package a\n"+strings.Repeat("\n", 600), "has 601 lines, at most 600"),
		one("site/boot.js", strings.Repeat("\n", 401), "has 401 lines"),
		one("site/page.css", strings.Repeat("\n", 800)),
		one("site/page.css", strings.Repeat("\n", 801), "has 801 lines"),
		one("site/index.html", strings.Repeat("\n", 2000)),
	},
	"stories are short": {
		one("engine/testdata/a.txt", strings.Repeat("x\n", 120)),
		one("engine/testdata/a.txt", strings.Repeat("x\n", 121), "a.txt has 121 lines"),
	},
	"lines are short": {
		one("a/a.go", "package a\n//\t"+strings.Repeat("é", 104)),
		one("a/a.go", "package a\n//\t"+strings.Repeat("é", 105), "a/a.go:2 has 111 characters"),
	},
	"functions take few parameters": {
		one("a/a.go", "package a\nfunc (r R) f(a, b int, c, d string) {}"),
		one("a/a.go", "package a\nfunc f(a, b int, c, d string, e ...int) {}", "a/a.go:2: 5 parameters"),
		one("a/a.go", "package a\nvar f = func(a, b, c, d, e int) {}", "5 parameters"),
		one("a/a_test.go", "package a\nvar f = func(a, b, c, d, e int) {}"),
	},
	"control flow is flat": {
		one("a/a.go", nested("for {", "if x {", "switch { case true:")),
		one("a/a.go", nested("for {", "if x {", "switch { case true:", "for range x {"), "f nests 4 deep"),
		one("a/a.go", nested("for {", "if x {} else if y {} else if z {", "select { default:")),
		one("a/a.go", nested("for {", "if x {} else {", "for {", "if y {"), "f nests 4 deep"),
	},
	"interfaces are narrow": {
		one("a/a.go", "package a\ntype I interface { A(); B(); C(); D(); E() }"),
		one("a/a.go", "package a\ntype I interface { A(); B(); C(); D(); E(); F() }", "of 6 methods"),
	},
	"a package imports few of ours": {
		one("a/a.go", "package a\n"+imported(8)),
		one("a/a.go", "package a\n"+imported(9), "a imports 9 of our packages"),
		one("a/a.go", "package main\n"+imported(9)),
		one("engine/engine.go", "package engine\n"+imported(9)),
	},
	"exported names of the engine are documented": {
		one("engine/a/a.go", "// Package a is.\npackage a\n// A is a.\ntype A struct { B, c int }"),
		one("engine/a/a.go", "package a\n// A is a.\nconst A = 1", "engine/a: the package has no comment"),
		one("engine/a/a.go", "// Package a is.\npackage a\nfunc F() {}\nfunc (t) G() {}\nfunc (T) H() {}",
			"F is not documented", "H is not documented"),
		one("engine/a/a.go", "// Package a is.\npackage a\ntype A struct { X int }", "A is not documented"),
		one("engine/a/a.go", "// Package a is.\npackage a\nvar V int\n// Group.\nconst (\nA = 1\nB = 2\n)",
			"V is not documented"),
		one("wasm/a/a.go", "package a\nfunc F() {}"),
	},
	"a panic names its package": {
		one("a/a.go", "package a\nfunc f() { panic(\"a: \" + x); panic(fmt.Sprintf(\"a: %d\", 1)) }"),
		one("a/a.go", "package a\nfunc f() { panic(\"no\"); panic(err); panic(fmt.Sprintf(\"b: %d\", 1)) }",
			"a/a.go:2", "a/a.go:2", "a/a.go:2"),
	},
	"the engine is tested at least line for line": {
		{map[string]string{"engine/a.go": "package a\n\nvar x int\n", "engine/a_test.go": "package a\n",
			"engine/testdata/a.txt": "story\n"}, nil},
		{map[string]string{"engine/a.go": "package a\nvar x int\n", "engine/a_test.go": "package a\n\n\n"},
			[]string{"1 lines of tests and stories for 2 of code"}},
	},
	"no package imports what it must not": {
		one("engine/a.go", "package a\nimport \"os/exec\"\nimport \"time\"\nimport \"net\"",
			"imports os/exec", "imports time", "imports net"),
		one("engine/a_test.go", "package a\nimport \"os\""),
		one("engine/a.go", "package a\nimport \"osmosis\""),
		one("wasm/a.go", "package a\nimport \"net/http\"\nimport \"syscall/js\"", "imports net/http"),
		one("wasm/view/a.go", "package a\nimport \"syscall/js\"\nimport \"honnef.co/go/js/dom/v2\"",
			"syscall/js", "dom/v2"),
	},
	"the engine starts no goroutine": {
		one("engine/a.go", "package a\nfunc f() { go f() }", "engine/a.go:2"),
		one("wasm/a.go", "package a\nfunc f() { go f() }"),
	},
	"presentation and metrics name no product": {
		{map[string]string{
			"engine/system/acmedb/a.go": "package acmedb",
			"engine/metrics/a.go":       "package a\n// acmedb\nvar s = \"AcmeDB waits\"",
			"wasm/a.go":                 "package a\nvar acmedbPanel int",
			"engine/engine.go":          "package engine\nvar acmedb int"},
			[]string{"engine/metrics/a.go:3: it names acmedb", "wasm/a.go:2"}},
	},
	"no test is skipped": {
		one("a/a_test.go", "package a\nfunc f() { t."+"Skip() }", "a/a_test.go:2"),
		one("e/a.test.mjs", "test."+"skip('x')\ntest('y', { to"+"do: true })", "mjs:1", "mjs:2"),
	},
	"nothing is left for later": {
		one("a/a.go", "package a\n// TO"+"DO: all", "a/a.go:2"),
		one("site/page.css", "/* FIX"+"ME */", "site/page.css:1"),
	},
	"the top level holds what the design lists": {
		{map[string]string{"go.mod": "", ".ci/run": "", "engine/a.txt": "", "docs/a.md": "", "a.sh": ""},
			[]string{"a.sh", "docs"}},
	},
	"no download address is written down": {
		one("site/package-lock.json", `{"resolved": "x"}`, `package-lock.json:1: "resolved":`),
		one("site/.npmrc", "registry"+"=x", ".npmrc:1"),
		one("a.md", "https://proxy"+".example.org/x", "a.md:1"),
		one("a.md", "A proxy. And a registry."),
	},
}

func medianOf(lengths ...int) string {
	var text strings.Builder
	for i, length := range lengths {
		text.WriteString(function(fmt.Sprintf("f%d", i), length))
	}
	return text.String()
}

func nested(heads ...string) string {
	return "package a\nfunc f() {\n" + strings.Join(heads, "\n") + strings.Repeat("\n}", len(heads)) + "\n}\n"
}

func imported(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "import _ \"schedlab/p%d\"\n", i)
	}
	return text.String() + "import _ \"fmt\"\n"
}

func TestEveryRuleFindsWhatBreaksIt(t *testing.T) {
	for _, rule := range Rules {
		require.NotEmpty(t, samples[rule.Name], "no sample for %q", rule.Name)
		broken := 0
		for _, s := range samples[rule.Name] {
			found := rule.Broken(load(t, s.files))
			require.Len(t, found, len(s.want), "%s: %v: %v", rule.Name, s.files, found)
			for i, want := range s.want {
				require.Contains(t, found[i], want, rule.Name)
			}
			broken += len(found)
		}
		require.Positive(t, broken, "no sample breaks %q", rule.Name)
	}
	require.Len(t, samples, len(Rules), "a sample names no rule")
}

func TestForeignFilesAreNotRead(t *testing.T) {
	tree := load(t, map[string]string{
		"go.mod": "", "engine/a.go": "package a", ".ci/run": "x", ".git/x.go": "x", "dist/x.js": "x",
		"site/node_modules/x.js": "x", "scripts/bench/peer/go.mod": "", "scripts/bench/peer/x.go": "x",
	})
	var names []string
	for _, text := range tree.Texts {
		names = append(names, text.Path)
	}
	require.ElementsMatch(t, []string{"go.mod", "engine/a.go", ".ci/run"}, names)
}

func load(t *testing.T, files map[string]string) Tree {
	t.Helper()
	system := fstest.MapFS{}
	for name, text := range files {
		system[name] = &fstest.MapFile{Data: []byte(text)}
	}
	tree, err := Load(system)
	require.NoError(t, err)
	return tree
}
