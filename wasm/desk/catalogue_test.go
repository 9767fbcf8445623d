package desk

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTextsAreFilledAndHaveForms(t *testing.T) {
	c, err := ReadCatalogue([]byte(`{"a": "{0} of {1}", "b": {"one": "{0} row", "other": "{0} rows"},
		"c": "{0}"}`))
	require.NoError(t, err)
	require.Equal(t, "2 of many", c.Text("a", 2, "many"))
	require.Equal(t, "1 row", c.Text("b", 1))
	require.Equal(t, "1,200 rows", c.Text("b", 1200))
	require.Equal(t, "{1}", c.Text("c", "{1}"), "what is filled in is not filled again")
	require.Equal(t, "nowhere", c.Text("nowhere"))
	_, err = ReadCatalogue([]byte(`{"a": 1}`))
	require.ErrorContains(t, err, `"a"`)
}

// Keys of texts in the sources of the page, and the placeholders of its HTML.
var (
	askedFor = regexp.MustCompile(`(?:Text|say)\("([^"]+)"`)
	inBuild  = regexp.MustCompile(`message\("([^"]+)"\)`)
	literals = regexp.MustCompile(`"([a-z]+(?:\.[a-zA-Z]+)*)"`)
	inScript = regexp.MustCompile(`"([^"]+)" as `)
	inHTML   = regexp.MustCompile(`\{\{text "([^"]+)"\}\}`)
)

func TestEveryTextIsThereAndUsed(t *testing.T) {
	c := catalogue(t)
	used := map[string]bool{}
	take := func(pattern *regexp.Regexp, text, file string, mustBe bool) {
		for _, match := range pattern.FindAllStringSubmatch(text, -1) {
			_, known := c[match[1]]
			if mustBe {
				require.True(t, known, "%s asks for %q", file, match[1])
			}
			used[match[1]] = true
		}
	}
	for folder, asked := range map[string]*regexp.Regexp{"desk": askedFor, "widget": askedFor,
		"panel": askedFor, "page": askedFor, "share": askedFor, "../scripts/bundle": inBuild} {
		require.NoError(t, filepath.WalkDir(filepath.Join("..", folder), func(path string, entry fs.DirEntry,
			err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path,
				"_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			take(asked, string(text), path, true)
			take(literals, string(text), path, false)
			return err
		}))
	}
	var pages []string
	for _, pattern := range []string{"*.html", "lessons/*.html", "*.webmanifest"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "site", pattern))
		require.NoError(t, err)
		require.NotEmpty(t, found)
		pages = append(pages, found...)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		take(inHTML, string(text), page, true)
	}
	scripts, err := filepath.Glob(filepath.Join("..", "..", "site", "*.js"))
	require.NoError(t, err)
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		require.NoError(t, err)
		take(inScript, string(text), script, true)
	}
	for key := range c {
		require.True(t, used[key], "nothing uses the text %q", key)
	}
}
