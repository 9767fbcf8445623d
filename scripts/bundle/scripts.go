package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// addScripts bundles what the pages name, the runner's script and embed.js. `import "wasm_exec"` gives the Go
// toolchain's script; other bare names are npm packages of site/.
func (b *bundle) addScripts() error {
	entries, err := b.bundledByPages()
	if err != nil {
		return err
	}
	// Pages load modules and share chunks; an import() becomes a file of its own, loaded when it is needed.
	if err := b.bundleHashed(entries, api.FormatESModule); err != nil {
		return err
	}
	// A classic script, since it starts sooner and needs no import of its own in the Web Worker.
	if err := b.bundleHashed([]string{RunnerName}, api.FormatIIFE); err != nil {
		return err
	}
	b.manifest.Runner = b.assets[RunnerName]
	b.manifest.Style = b.assets[LaterName]
	return b.addEmbedScript()
}

// bundledByPages lists the scripts and style sheets that pages ask for.
func (b *bundle) bundledByPages() ([]string, error) {
	var entries []string
	names, err := b.pageAssets()
	for _, name := range names {
		if isBundled(name) && name != RunnerName {
			entries = append(entries, name)
		}
	}
	if _, missing := os.Stat(b.source("site/" + LaterName)); missing == nil {
		entries = append(entries, LaterName)
	}
	return entries, err
}

func isBundled(name string) bool {
	extension := path.Ext(name)
	return extension == ".js" || extension == ".css"
}

func (b *bundle) bundleHashed(entries []string, format api.Format) error {
	options, err := b.buildOptions(format)
	if err != nil {
		return err
	}
	options.EntryPoints = entries
	options.Outdir = b.source("site/assets")
	const hashed = "[name]-[hash]"
	options.EntryNames, options.ChunkNames, options.AssetNames = hashed, hashed, hashed
	options.Splitting = format == api.FormatESModule
	options.Metafile = true
	result, err := runBundler(options)
	if err != nil {
		return err
	}
	for _, file := range result.OutputFiles {
		b.files[b.published(file.Path)] = file.Contents
	}
	return b.nameEntries(result.Metafile)
}

// addEmbedScript adds embed.js, whose name other sites' pages hold, if there is one.
func (b *bundle) addEmbedScript() error {
	const name = "embed.js"
	if _, err := os.Stat(b.source("site/" + name)); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	options, err := b.buildOptions(api.FormatESModule)
	if err != nil {
		return err
	}
	options.EntryPoints = []string{name}
	options.Outfile = b.source("site/" + name)
	result, err := runBundler(options)
	if err != nil {
		return err
	}
	b.files[name] = result.OutputFiles[0].Contents
	return b.addEmbedSchema()
}

// addEmbedSchema publishes what the messages of embedded pages look like.
func (b *bundle) addEmbedSchema() error {
	const name = "embed-api.schema.json"
	text, err := os.ReadFile(b.source("site/" + name))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	b.files[name] = text
	return err
}

func (b *bundle) buildOptions(format api.Format) (api.BuildOptions, error) {
	script, err := readGoScript()
	return api.BuildOptions{
		AbsWorkingDir:     b.source("site"),
		Bundle:            true,
		Format:            format,
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsEndOfFile,
		LogLevel:          api.LogLevelSilent, // errors are returned, in one place
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Loader: map[string]api.Loader{
			".svg": api.LoaderFile, ".png": api.LoaderFile, ".woff2": api.LoaderFile,
		},
		Plugins: []api.Plugin{virtual("wasm_exec", script, api.LoaderJS),
			virtual("dark-tokens", b.darkTokens(), api.LoaderCSS)},
	}, err
}

// darkTokens are the tokens of the dark theme for pages on which nobody chose a theme, as
// `@import "dark-tokens"`: where no script runs, there is no choice.
func (b *bundle) darkTokens() string {
	text, err := os.ReadFile(b.source("site/tokens.css"))
	if err != nil {
		return "" // the page's own style sheet tells
	}
	_, dark, _ := strings.Cut(string(text), `[data-theme="dark"] {`)
	values, _, _ := strings.Cut(dark, "}")
	return ":root:not([data-theme]) {" + values + "}"
}

// virtual answers an import of a name that is no file. The name stands in the hash of the bundle, where the
// text comes from does not: builds are equal wherever Go is installed.
func virtual(name, text string, loader api.Loader) api.Plugin {
	return api.Plugin{Name: name, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"},
			func(api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: name, Namespace: name}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: name},
			func(api.OnLoadArgs) (api.OnLoadResult, error) {
				return api.OnLoadResult{Contents: &text, Loader: loader}, nil
			})
	}}
}

// nameEntries notes which published file each entry point became.
func (b *bundle) nameEntries(metafile string) error {
	var meta struct {
		Outputs map[string]struct{ EntryPoint string }
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return fmt.Errorf("reading esbuild's list of files: %w", err)
	}
	for output, facts := range meta.Outputs {
		if facts.EntryPoint != "" {
			b.assets[facts.EntryPoint] = output
		}
	}
	return nil
}

func (b *bundle) published(file string) string {
	relative, err := filepath.Rel(b.source("site"), file)
	if err != nil {
		panic(fmt.Sprintf("bundle: esbuild wrote %s outside %s", file, b.source("site")))
	}
	return filepath.ToSlash(relative)
}

func runBundler(options api.BuildOptions) (api.BuildResult, error) {
	result := api.Build(options)
	if len(result.Errors) == 0 {
		return result, nil
	}
	lines := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
	return result, errors.New("bundling the scripts: " + strings.TrimSpace(strings.Join(lines, "")))
}
