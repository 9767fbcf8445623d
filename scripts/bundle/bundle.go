// Package bundle turns the sources into the files that are published: the WebAssembly modules, the bundled
// and minified scripts and style sheets, the message catalogues and the pages that name them.
//
// Everything but what has an address that others know (pages, embed.js, the service worker, stills,
// documents) goes to assets/ under a name that holds a hash of its content, so that it can be cached for
// ever. Names in pages are relative, so that the same files work below /v/<version>/. Equal trees give equal
// files, for one address of the site.
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
	MakerName    = "maker.wasm"
	RunnerName   = "runner.js"
	LaterName    = "later.css"
	ManifestFile = "assets.json"
)

// Manifest tells boot.js where things are. It stands in a page in the place of {{manifest}} and, with every
// asset, in assets.json.
type Manifest struct {
	Version string `json:"version"`
	Module  string `json:"wasm"`
	Bytes   int    `json:"bytes"` // of the module, not compressed: for the bar while it loads
	Maker   string `json:"maker"` // the module that is fetched when it is first needed
	// MakerBytes is the same of the maker.
	MakerBytes int `json:"makerBytes"`
	// Names are files with the names of functions, by the label that stands before their numbers in reports.
	Names  map[string]string `json:"names"`
	Runner string            `json:"runner"`
	// Scenarios is the list of all shipped ones.
	Scenarios string            `json:"scenarios"`
	Style     string            `json:"style"`            // of what is hidden at first
	Locales   map[string]string `json:"locales"`          // language → file
	Worker    string            `json:"worker,omitempty"` // the service worker's script; "" = there is none
	// Versions are those that keep a folder of their own below v/.
	Versions []string `json:"versions"`
}

// bundle collects what will be written, so that a failed build leaves the last good one in place.
type bundle struct {
	root     string
	log      io.Writer
	address  string // of the site, with a slash at the end
	manifest Manifest
	files    map[string][]byte // path below the published folder, with slashes → content
	assets   map[string]string // name in the sources → path below the published folder
}

// Build builds root into the folder out, which it replaces, with the older versions that are kept. Progress
// and tools' messages go to log.
func Build(root, out string, log io.Writer) (Manifest, error) {
	return build(root, out, log, (*bundle).addWorker, (*bundle).addVersions)
}

// BuildOnly builds root into the folder out as a version that is kept below v/: without a service worker and
// without other versions.
func BuildOnly(root, out string, log io.Writer) (Manifest, error) { return build(root, out, log) }

// build does what every build does and then the last steps.
func build(root, out string, log io.Writer, last ...func(*bundle) error) (Manifest, error) {
	b := newBundle(root, log)
	b.manifest.Version = repo.Version(root)
	if len(last) > 0 && b.has(workerName) {
		b.manifest.Worker = workerName
	}
	for _, step := range append([]func(*bundle) error{
		(*bundle).checkSources, (*bundle).nameVersions, (*bundle).findAddress, (*bundle).addLocales,
		(*bundle).installPackages, (*bundle).addScripts, (*bundle).addModules, (*bundle).addIcons,
		(*bundle).addScenarios, (*bundle).addPages,
		(*bundle).addWebManifest, (*bundle).addLessons,
	}, last...) {
		if err := step(b); err != nil {
			return Manifest{}, err
		}
	}
	return b.manifest, b.write(out)
}

func (b *bundle) checkSources() error {
	needed := []struct{ file, role string }{
		{"wasm/main.go", "the program of the page and the runner"},
		{"wasm/maker/main.go", "the program of the maker"},
		{"site/index.html", "the page"},
		{"site/boot.js", "the page's first script"},
		{"site/" + RunnerName, "the Web Worker's script"},
		{"site/locales/en.json", "the message catalogue"},
		{addressFile, "the site's address"},
		{versionsFile, "the list of versions that are kept"},
	}
	for _, n := range needed {
		if _, err := os.Stat(b.source(n.file)); err != nil {
			return fmt.Errorf("%s, %s, is missing: %w", n.file, n.role, err)
		}
	}
	return nil
}

func (b *bundle) installPackages() error { return npm.Install(b.source("site"), b.log) }

func newBundle(root string, log io.Writer) *bundle {
	return &bundle{root: root, log: log, files: map[string][]byte{}, assets: map[string]string{},
		manifest: Manifest{Locales: map[string]string{}}}
}

// has claims that site/ holds a file or folder of that name.
func (b *bundle) has(name string) bool {
	_, err := os.Stat(b.source("site/" + name))
	return err == nil
}

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
