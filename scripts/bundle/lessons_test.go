package bundle

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/scenarios"
)

// withLessons are the files of this repository that the pages of lessons are made of.
func withLessons(t *testing.T) map[string]string {
	changes := map[string]string{}
	for _, name := range []string{"lessons/lesson.html", "lessons/index.html", "lesson.css", "css/lesson.css",
		"tokens.css", "theme.js", "icon.svg", "locales/en.json"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "site", filepath.FromSlash(name)))
		require.NoError(t, err)
		changes["site/"+name] = string(text)
	}
	changes["site/index.html"] = `<!doctype html><link rel="alternate" href="{{address}}oembed/x.json">`
	return changes
}

func TestLessons(t *testing.T) {
	root := lay(t, withLessons(t))
	t.Setenv("URL", "https://lab.example/db")
	_, err := Build(root, filepath.Join(root, "dist"), io.Discard)
	require.NoError(t, err)
	files := read(t, filepath.Join(root, "dist"))
	require.Contains(t, files["index.html"], `href="https://lab.example/db/oembed/x.json"`)
	for _, shipped := range scenarios.All() {
		t.Run(shipped.Name, func(t *testing.T) { checkLesson(t, files, shipped) })
	}
	t.Run("links of pages lead to files", func(t *testing.T) { checkLinks(t, files) })
	t.Run("without scripts the dark theme is the system's", func(t *testing.T) {
		dark := `@media screen and \(prefers-color-scheme: ?dark\)\{:root:not\(\[data-theme\]\)\{`
		for name, text := range files {
			if strings.HasPrefix(name, "assets/lesson-") {
				require.Regexp(t, dark, text)
			}
		}
	})
}

func checkLesson(t *testing.T, files map[string]string, shipped scenarios.Scenario) {
	name := shipped.Name
	var document struct{ Title, Summary string }
	require.NoError(t, json.Unmarshal(shipped.Text, &document))
	page := files["lessons/"+name+".html"]
	require.Contains(t, page, "<h1>"+html.EscapeString(document.Title)+"</h1>")
	require.Contains(t, page, html.EscapeString(document.Summary))
	require.Contains(t, page, `href="../#`+name+`"`)
	require.Contains(t, page, `href="https://lab.example/db/oembed/`+name+`.json"`)
	require.NotContains(t, page, "{{")
	require.NotContains(t, page, " style=")
	require.Contains(t, files["lessons/index.html"], `<a href="`+name+`.html">`)
	require.JSONEq(t, string(shipped.Text), files["scenarios/"+name+".json"])

	const mostBytes = 7000 // as sent
	for _, still := range []string{"stills/" + name + ".svg", "stills/" + name + "-dark.svg"} {
		sent, err := compressedSize([]byte(files[still]))
		require.NoError(t, err)
		require.LessOrEqual(t, sent, mostBytes, still)
		require.NoError(t, xml.Unmarshal([]byte(files[still]), new(struct{ XMLName xml.Name })), still)
		require.Regexp(t, `^<svg [^>]*width="720" `, files[still])
	}
	var told struct{ Title, Caption, Why, Summary string }
	require.NoError(t, json.Unmarshal([]byte(files["stills/"+name+".json"]), &told))
	require.Equal(t, document.Title, told.Title)
	require.NotEmpty(t, told.Caption)
	require.NotContains(t, told.Caption, "Nothing runs", "a still tells something")
	checkOEmbed(t, files["oembed/"+name+".json"], name)
}

// checkOEmbed asserts what oembed.com asks of an answer of the type "rich".
func checkOEmbed(t *testing.T, text, name string) {
	var answer map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &answer))
	require.Equal(t, "1.0", answer["version"])
	require.Equal(t, "rich", answer["type"])
	for _, number := range []string{"width", "height", "thumbnail_width", "thumbnail_height"} {
		require.Positive(t, answer[number], number)
	}
	require.Contains(t, answer["html"], `<iframe src="https://lab.example/db/embed.html?scenario=`+name+`"`)
	require.Equal(t, "https://lab.example/db/stills/"+name+".svg", answer["thumbnail_url"])
	require.Equal(t, "https://lab.example/db/", answer["provider_url"])
}

var links = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

func checkLinks(t *testing.T, files map[string]string) {
	for name, page := range files {
		if !strings.HasPrefix(name, "lessons/") {
			continue
		}
		for _, match := range links.FindAllStringSubmatch(page, -1) {
			target, _, _ := strings.Cut(match[1], "#")
			if target == "" || strings.HasPrefix(target, "https://lab.example/db/") {
				continue
			}
			at := path.Join("lessons", target)
			if strings.HasSuffix(target, "/") {
				at = path.Join(at, "index.html")
			}
			require.Contains(t, files, at, "%s of %s", match[1], name)
		}
	}
}

func TestTextsOfLessonsAreNoMarkup(t *testing.T) {
	b := newBundle(lay(t, withLessons(t)), io.Discard)
	b.address = "https://lab.example/"
	require.NoError(t, b.addLocales())
	const evil = `"><script>alert('{{asset "x"}}')</script>`
	all, err := lessons()
	require.NoError(t, err)
	l := all[0]
	l.title, l.summary, l.look, l.headline, l.why = evil, evil, evil, evil, evil
	l.claims[0].Label, l.claims[0].Text, l.claims[0].Why, l.claims[0].Source = evil, evil, evil, evil
	with, err := b.fillingOf(&l, neighbours{previous: &l, next: &l})
	require.NoError(t, err)
	template := `{{value "title"}}{{value "look"}}{{value "why"}}{{part "still"}}` +
		`{{part "figures"}}{{part "around"}}`
	filled, err := b.fillFor(template, with)
	require.NoError(t, err)
	require.NotContains(t, filled+l.card(), "<script")
	require.Contains(t, filled, "&lt;script&gt;")
	answer, err := b.oEmbed(&l)
	require.NoError(t, err)
	require.NotContains(t, string(answer), "<script")
	require.NotContains(t, html.UnescapeString(string(answer)), `title=""`)
}

func TestTheSitesAddress(t *testing.T) {
	for i, c := range []struct{ context, url, preview, want string }{
		{"", "", "", "https://schedlab.example/"},
		{"production", "https://lab.example", "https://main--lab.example", "https://lab.example/"},
		{"deploy-preview", "https://lab.example", "https://7--lab.example/", "https://7--lab.example/"},
		{"", "https://lab.example/v/1.0/", "", "https://lab.example/v/1.0/"},
		{"", "lab.example", "", "is no address"},
		{"", "https://lab.example/?a", "", "is no address"},
		{"", "javascript:alert(1)", "", "is no address"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Setenv("CONTEXT", c.context)
			t.Setenv("URL", c.url)
			t.Setenv("DEPLOY_PRIME_URL", c.preview)
			b := &bundle{root: lay(t, nil)}
			if err := b.findAddress(); err != nil {
				require.ErrorContains(t, err, c.want)
				return
			}
			require.Equal(t, c.want, b.address)
		})
	}
}
