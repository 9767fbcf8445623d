// Package bundle turns the sources into the files that are published: the WebAssembly module, the bundled
// and minified scripts and style sheets, the message catalogues and the pages that name them.
//
// Everything but the pages (and embed.js, which other sites name) goes to assets/ under a name that holds a
// hash of its content, so that it can be cached for ever. Names in pages are relative, so that the same files
// work below /v/<version>/. Equal trees give equal files.
package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"schedlab/scripts/npm"
	"schedlab/scripts/repo"
)

// Names by which pages ask for assets that are not files of site/.
const (
	ModuleName   = "schedlab.wasm"
	RunnerName   = "runner.js"
	ManifestFile = "assets.json"
)

// Manifest tells boot.js where things are. It stands in a page in the place of {{manifest}} and, with every
// asset, in assets.json.
type Manifest struct {
	Version string            `json:"version"`
	Module  string            `json:"wasm"`
	Bytes   int               `json:"bytes"` // of the module, not compressed: for the bar while it loads
	Runner  string            `json:"runner"`
	Locales map[string]string `json:"locales"` // language → file
}

// bundle collects what will be written, so that a failed build leaves the last good one in place.
type bundle struct {
	root     string
	log      io.Writer
	manifest Manifest
	files    map[string][]byte // path below the published folder, with slashes → content
	assets   map[string]string // name in the sources → path below the published folder
}

// Build builds root into the folder out, which it replaces. Progress and tools' messages go to log.
func Build(root, out string, log io.Writer) (Manifest, error) {
	b := &bundle{root: root, log: log, files: map[string][]byte{}, assets: map[string]string{}}
	b.manifest = Manifest{Version: repo.Version(root), Locales: map[string]string{}}
	for _, step := range []func() error{
		b.checkSources, b.addLocales, b.installPackages, b.addScripts, b.addModule, b.addPages,
	} {
		if err := step(); err != nil {
			return Manifest{}, err
		}
	}
	return b.manifest, b.write(out)
}

func (b *bundle) checkSources() error {
	needed := []struct{ file, role string }{
		{"wasm/main.go", "the program of the page and the runner"},
		{"site/index.html", "the page"},
		{"site/boot.js", "the page's first script"},
		{"site/" + RunnerName, "the Web Worker's script"},
		{"site/locales/en.json", "the message catalogue"},
	}
	for _, n := range needed {
		if _, err := os.Stat(b.source(n.file)); err != nil {
			return fmt.Errorf("%s, %s, is missing: %w", n.file, n.role, err)
		}
	}
	return nil
}

func (b *bundle) installPackages() error { return npm.Install(b.source("site"), b.log) }

func (b *bundle) source(name string) string { return filepath.Join(b.root, filepath.FromSlash(name)) }

// addHashed adds a file to assets/ and returns its path there.
func (b *bundle) addHashed(name string, content []byte) string {
	sum := sha256.Sum256(content)
	extension := path.Ext(name)
	stem := strings.TrimSuffix(path.Base(name), extension)
	published := "assets/" + stem + "-" + hex.EncodeToString(sum[:5]) + extension
	b.files[published] = content
	b.assets[name] = published
	return published
}

// write replaces out by the collected files. They are written beside it first: out is never half a build.
func (b *bundle) write(out string) error {
	if err := b.addList(); err != nil {
		return err
	}
	if err := checkReplaceable(out); err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(out), ".dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	if err := b.writeFiles(fresh); err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	return os.Rename(fresh, out)
}

// addList adds assets.json: the manifest and the published name of every asset.
func (b *bundle) addList() error {
	list, err := json.MarshalIndent(struct {
		Manifest
		Assets map[string]string `json:"assets"`
	}{b.manifest, b.assets}, "", "  ")
	b.files[ManifestFile] = append(list, '\n')
	return err
}

func (b *bundle) writeFiles(dir string) error {
	for name, content := range b.files {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), content); err != nil {
			return err
		}
	}
	return os.Chmod(dir, 0o755) // a temporary folder is private
}

// checkReplaceable guards against -dir naming a folder that holds something else than an earlier build.
func checkReplaceable(out string) error {
	entries, err := os.ReadDir(out)
	if len(entries) == 0 || err != nil {
		return nil
	}
	if _, err := fs.Stat(os.DirFS(out), ManifestFile); err != nil {
		return fmt.Errorf("%s will not be replaced: without %s it is no build", out, ManifestFile)
	}
	return nil
}

func writeFile(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o644)
}
