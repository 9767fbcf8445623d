package bundle

import (
	"bytes"
	"encoding/json"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// listed reads the list of files of a worker that does nothing but hold it.
func listed(t *testing.T, worker string) map[string]string {
	list := regexp.MustCompile(`=(\[.*\])`).FindStringSubmatch(worker)
	require.NotNil(t, list, worker)
	text := regexp.MustCompile(`(url|revision):`).ReplaceAllString(list[1], `"$1":`)
	var all []struct {
		URL      string
		Revision *string
	}
	require.NoError(t, json.Unmarshal([]byte(text), &all), text)
	revisions := map[string]string{}
	for _, file := range all {
		revisions[file.URL] = ""
		if file.Revision != nil {
			revisions[file.URL] = *file.Revision
		}
	}
	return revisions
}

const holder = `self.files = self.__WB_MANIFEST;`

func TestTheWorkerKeepsAllFilesOfTheSite(t *testing.T) {
	root := lay(t, map[string]string{"site/sw.js": holder})
	out := filepath.Join(root, "dist")
	manifest, err := Build(root, out, io.Discard)
	require.NoError(t, err)
	require.Equal(t, "sw.js", manifest.Worker)
	files := read(t, out)
	kept := listed(t, files["sw.js"])
	for name := range files {
		switch {
		case name == "sw.js" || name == ManifestFile:
			require.NotContains(t, kept, name)
		case strings.HasPrefix(name, "assets/"):
			require.Contains(t, kept, name)
			require.Empty(t, kept[name], "the name holds a hash: %s", name)
		default:
			require.NotEmpty(t, kept[name], name)
		}
	}
	require.Len(t, kept, len(files)-2)
	require.Contains(t, kept, manifest.Module)

	t.Run("what changes has another revision, what stays has not", func(t *testing.T) {
		page := sources["site/embed.html"] + "<p>new</p>"
		require.NoError(t, writeFile(filepath.Join(root, "site", "embed.html"), []byte(page)))
		_, err := Build(root, out, io.Discard)
		require.NoError(t, err)
		next := listed(t, read(t, out)["sw.js"])
		require.NotEqual(t, kept["embed.html"], next["embed.html"])
		require.Equal(t, kept["embed.js"], next["embed.js"])
	})
	t.Run("a version below v/ has none", func(t *testing.T) {
		manifest, err := BuildOnly(root, out, io.Discard)
		require.NoError(t, err)
		require.Empty(t, manifest.Worker)
		require.NotContains(t, read(t, out), "sw.js")
	})
}

func TestWhatIsNotKept(t *testing.T) {
	b := newBundle("", io.Discard)
	for _, name := range []string{"index.html", "oembed/a.json", "v/1.0/index.html", "sw.js", ManifestFile,
		"lessons/a.html"} {
		b.files[name] = nil
	}
	var names []string
	for _, file := range b.shell() {
		names = append(names, file.URL)
	}
	require.Equal(t, []string{"index.html", "lessons/a.html"}, names)
}

func TestIcons(t *testing.T) {
	for _, i := range icons {
		content, err := i.png()
		require.NoError(t, err)
		picture, err := png.Decode(bytes.NewReader(content))
		require.NoError(t, err)
		require.Equal(t, i.size, picture.Bounds().Dx(), i.name)
		require.Equal(t, i.size, picture.Bounds().Dy(), i.name)
		at := func(x, y float64) (r, g, b, a uint32) {
			r, g, b, a = picture.At(int(x*float64(i.size)/16), int(y*float64(i.size)/16)).RGBA()
			return r >> 8, g >> 8, b >> 8, a >> 8
		}
		_, _, _, corner := at(0, 0)
		require.Equal(t, i.corner == 0, corner == 255,
			"%s: a square that may be cut has no corners of its own", i.name)
		r, g, b, _ := at(8, 11) // the middle bar, solid white
		require.Equal(t, []uint32{255, 255, 255}, []uint32{r, g, b}, i.name)
		r, g, b, _ = at(1, 8) // left of all bars
		require.Equal(t, []uint32{0x1d, 0x5b, 0xd0}, []uint32{r, g, b}, i.name)
	}
}

func TestTheWebManifestUsesTheTokens(t *testing.T) {
	root := filepath.Join("..", "..", "site")
	text, err := os.ReadFile(filepath.Join(root, webManifestName))
	require.NoError(t, err)
	tokens, err := os.ReadFile(filepath.Join(root, "tokens.css"))
	require.NoError(t, err)
	light, dark, _ := strings.Cut(string(tokens), `[data-theme="dark"] {`)
	token := func(sheet, name string) string {
		return regexp.MustCompile(`--` + name + `: (#\w+);`).FindStringSubmatch(sheet)[1]
	}
	require.Contains(t, string(text), `"background_color": "`+token(light, "bg")+`"`)
	require.Contains(t, string(text), `"theme_color": "`+token(light, "surface")+`"`)
	page, err := os.ReadFile(filepath.Join(root, "index.html"))
	require.NoError(t, err)
	for theme, sheet := range map[string]string{"light": light, "dark": dark} {
		require.Contains(t, string(page), `<meta name="theme-color" content="`+token(sheet, "surface")+
			`" media="(prefers-color-scheme: `+theme+`)">`)
	}
}

func TestTheWebManifestIsJSON(t *testing.T) {
	b := newBundle(lay(t, map[string]string{
		"site/site.webmanifest": `{ "name": "{{text "title"}}", "src": "{{asset "app-192.png"}}" }`,
	}), io.Discard)
	require.NoError(t, b.addLocales())
	require.NoError(t, b.addIcons())
	require.NoError(t, b.addWebManifest())
	var manifest struct{ Name, Src string }
	require.NoError(t, json.Unmarshal(b.files[webManifestName], &manifest))
	require.Equal(t, "Queries & <CPUs>", manifest.Name)
	require.Contains(t, b.files, manifest.Src)

	b.root = lay(t, map[string]string{"site/site.webmanifest": `{ "name": }`})
	require.ErrorContains(t, b.addWebManifest(), "it is no JSON")
}
