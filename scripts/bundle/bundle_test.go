package bundle

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sources is a small site with all that a build needs.
var sources = map[string]string{
	"go.mod":             "module schedlab\n\ngo 1.26\n",
	"wasm/main.go":       "package main\n\nvar version string\n\nfunc main() { println(version) }\n",
	"wasm/maker/main.go": "package main\n\nfunc main() { println(\"made\") }\n",
	"site/index.html": `<!doctype html><title>{{text "title"}}</title>
<link rel="stylesheet" href="{{asset "page.css"}}"><link rel="icon" href="{{asset "icon.svg"}}">
<link rel="preload" href="{{asset "schedlab.wasm"}}"><script type="module" src="{{asset "boot.js"}}"></script>
<script type="application/json">{{manifest}}</script><p>{{ version }}</p>`,
	"site/embed.html": `<!doctype html><script type="module" src="{{asset "boot.js"}}"></script>`,
	"site/boot.js": `import "wasm_exec"; import { part } from "./part.js";
		part(); import("./later.js");`,
	"site/part.js":           `export function part() { globalThis.longName = document.title; }`,
	"site/later.js":          `console.log("later");`,
	"site/runner.js":         `import "wasm_exec"; onmessage = () => new Go();`,
	"site/embed.js":          `customElements.define("schedlab-embed", class extends HTMLElement {});`,
	"site/page.css":          `@import "./tokens.css"; body { color: var(--ink); }`,
	"site/tokens.css":        `:root { --ink: #111111; }`,
	"site/icon.svg":          `<svg xmlns="http://www.w3.org/2000/svg"/>`,
	"site/locales/en.json":   `{ "title": "Queries & <CPUs>", "plural": { "one": "x" } }`,
	"site/locales/de.json":   `{ "title": "Abfragen" }`,
	"site/site.json":         `{ "address": "https://schedlab.example" }`,
	"site/versions.json":     `[]`,
	"site/package.json":      `{ "name": "site", "private": true }`,
	"site/package-lock.json": `{ "name": "site", "lockfileVersion": 3, "packages": { "": {} } }`,
}

func TestBuild(t *testing.T) {
	root := lay(t, nil)
	out := filepath.Join(root, "dist")
	manifest, err := Build(root, out, io.Discard)
	require.NoError(t, err)
	first := read(t, out)

	t.Run("everything but pages has a hash in its name", func(t *testing.T) {
		hashed := regexp.MustCompile(`^assets/[\w.-]+-[0-9A-Za-z]{8,10}\.\w+$`)
		for name := range first {
			if !strings.HasPrefix(name, "embed.") && name != "index.html" && name != ManifestFile {
				require.Regexp(t, hashed, name)
			}
		}
	})
	t.Run("the manifest names files", func(t *testing.T) {
		for _, module := range []string{manifest.Module, manifest.Maker} {
			require.True(t, strings.HasPrefix(first[module], "\x00asm"))
		}
		require.Len(t, first[manifest.Maker], manifest.MakerBytes)
		require.Contains(t, first[manifest.Runner], "Go")
		require.Equal(t, `{"title":"Abfragen"}`, first[manifest.Locales["de"]])
		require.Equal(t, "unversioned", manifest.Version)
	})
	t.Run("the page's placeholders are filled", func(t *testing.T) { checkPage(t, first, manifest) })
	t.Run("scripts are bundled, minified and split", func(t *testing.T) { checkScripts(t, first) })
	t.Run("embed.js keeps its name", func(t *testing.T) {
		require.Contains(t, first["embed.js"], "schedlab-embed")
	})
	t.Run("the ledger adds up what the first picture needs", func(t *testing.T) { checkSizes(t, out) })
	t.Run("equal sources give equal files", func(t *testing.T) {
		_, err := Build(root, out, io.Discard)
		require.NoError(t, err)
		require.Equal(t, first, read(t, out))
	})
	t.Run("a failed build leaves the last one", func(t *testing.T) {
		require.NoError(t, writeFile(filepath.Join(root, "site", "boot.js"), []byte("import './no.js'")))
		_, err := Build(root, out, io.Discard)
		require.ErrorContains(t, err, `Could not resolve "./no.js"`)
		require.Equal(t, first, read(t, out))
	})
}

func checkPage(t *testing.T, files map[string]string, manifest Manifest) {
	page := files["index.html"]
	require.NotContains(t, page, "{{")
	require.Contains(t, page, "<title>Queries &amp; &lt;CPUs&gt;</title>")
	require.Contains(t, page, "<p>unversioned</p>")
	for _, match := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		require.Contains(t, files, match[1])
	}
	inline := regexp.MustCompile(`<script type="application/json">(.*?)</script>`).FindStringSubmatch(page)
	var stated Manifest
	require.NoError(t, json.Unmarshal([]byte(inline[1]), &stated))
	require.Equal(t, manifest, stated)
}

func checkScripts(t *testing.T, files map[string]string) {
	var list struct{ Assets map[string]string }
	require.NoError(t, json.Unmarshal([]byte(files[ManifestFile]), &list))
	boot := files[list.Assets["boot.js"]]
	require.Contains(t, boot, "longName=document.title")
	require.Contains(t, boot, "globalThis.Go=", "the toolchain's script is inside")
	require.NotContains(t, boot, `"later"`)
	require.Contains(t, files[list.Assets["later.js"]], `"later"`)
	require.Contains(t, files[list.Assets["page.css"]], ":root{--ink:")
}

func checkSizes(t *testing.T, out string) {
	sizes, err := Measure(out)
	require.NoError(t, err)
	total, names := 0, []string{}
	for _, size := range sizes {
		if size.First {
			total += size.Brotli
			names = append(names, size.Name)
		}
		require.Positive(t, size.Brotli, size.Name)
	}
	require.Equal(t, total, FirstPicture(sizes))
	require.Contains(t, names, "index.html")
	require.NotContains(t, names, "embed.js")
	for _, name := range names {
		require.NotContains(t, name, "maker")
	}
	var ledger strings.Builder
	require.NoError(t, PrintSizes(&ledger, sizes))
	require.Contains(t, ledger.String(), "embed.html (later)")
}

func TestMistakesAreNamed(t *testing.T) {
	cases := []struct{ file, text, want string }{
		{"wasm/main.go", "", "wasm/main.go, the program of the page and the runner, is missing"},
		{"wasm/maker/main.go", "", "wasm/maker/main.go, the program of the maker, is missing"},
		{"site/boot.js", "", "site/boot.js, the page's first script, is missing"},
		{"wasm/main.go", "package main\n\nfunc main() { nothing() }", "undefined: nothing"},
		{"site/locales/en.json", "{", "en.json: unexpected end of JSON input"},
		{"site/index.html", `{{asset "no.svg"}}`, `a page asks for the asset "no.svg"`},
	}
	for _, c := range cases {
		root := lay(t, map[string]string{c.file: c.text})
		_, err := Build(root, filepath.Join(root, "dist"), io.Discard)
		require.ErrorContains(t, err, c.want)
	}
}

func TestAllMistakesOfAPageAreNamed(t *testing.T) {
	b := &bundle{files: map[string][]byte{"en": []byte(sources["site/locales/en.json"])},
		assets: map[string]string{pageLanguage: "en"}}
	_, err := b.fill(`{{asset "no.js"}} {{text "no"}} {{text "plural"}} {{picture "no"}} {{if "x"}} {{ .X }}`)
	for _, want := range []string{
		`{{asset "no.js"}}: there is no such asset`,
		`{{text "no"}}: locales/en.json has no message "no"`,
		`message "plural" is not a text`,
		`no picture "no" is listed`,
		`{{if "x"}}: there is no such placeholder`,
		"1 places begin with {{ and are no placeholder",
	} {
		require.ErrorContains(t, err, want)
	}
}

func TestWhatAFrameSaysOfItsSizeIsTheBudget(t *testing.T) {
	text, err := os.ReadFile("../../site/locales/en.json")
	require.NoError(t, err)
	var catalogue map[string]any
	require.NoError(t, json.Unmarshal(text, &catalogue))
	budget := fmt.Sprintf("Up to %.1f MB are loaded", FirstPictureBudget/1e6)
	require.Contains(t, catalogue["embed.size"], budget)
}

func TestAFolderThatIsNoBuildIsNotReplaced(t *testing.T) {
	out := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(out, "thesis.txt"), []byte("x"), 0o644))
	_, err := Build(lay(t, nil), out, io.Discard)
	require.ErrorContains(t, err, "will not be replaced")
	require.FileExists(t, filepath.Join(out, "thesis.txt"))
}

func TestPictures(t *testing.T) {
	pictures["test"] = func() (string, error) { return "<svg/>", nil }
	pictures["styled"] = func() (string, error) { return `<svg style="x"/>`, nil }
	defer delete(pictures, "test")
	defer delete(pictures, "styled")
	filled, err := (&bundle{}).fill(`<figure>{{picture "test"}}</figure>`)
	require.NoError(t, err)
	require.Equal(t, "<figure><svg/></figure>", filled)
	_, err = draw("styled")
	require.ErrorContains(t, err, "style attribute")
}

// lay writes the sources, with changes and additions, to a folder; a text "" leaves a file out.
func lay(t *testing.T, changes map[string]string) string {
	root := t.TempDir()
	files := maps.Clone(sources)
	maps.Copy(files, changes)
	for name, text := range files {
		if text != "" {
			require.NoError(t, writeFile(filepath.Join(root, filepath.FromSlash(name)), []byte(text)))
		}
	}
	return root
}

// read gives all files below a folder: name → content.
func read(t *testing.T, dir string) map[string]string {
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(file)
		name, _ := filepath.Rel(dir, file)
		files[filepath.ToSlash(name)] = string(content)
		return err
	}))
	return files
}
