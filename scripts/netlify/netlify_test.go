package netlify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPatterns(t *testing.T) {
	cases := []struct {
		pattern  string
		match    string
		mismatch string
	}{
		{"/", "/", "/index.html"},
		{"/*", "/ /a /a/b.html", ""},
		{"/index.html", "/index.html /INDEX.html", "/a/index.html /indexxhtml"},
		{"/assets/*", "/assets/a.js /assets/a/b.json", "/asset /v/1/assets/a.js"},
		{"/*.wasm", "/a.wasm /assets/a.wasm", "/a.wasm.js /awasm"},
		{"/v/:version/embed.html", "/v/1.2/embed.html", "/v/embed.html /v/1/2/embed.html"},
		{"/v/:version/", "/v/1.2/ /v/1.2", "/v/ /v/1.2/index.html"},
		{"/v/:version/assets/*", "/v/1/assets/a.js", "/assets/a.js"},
	}
	for _, c := range cases {
		pattern := compile(c.pattern)
		for path := range strings.FieldsSeq(c.match) {
			require.Regexp(t, pattern, path, c.pattern)
		}
		for path := range strings.FieldsSeq(c.mismatch) {
			require.NotRegexp(t, pattern, path, c.pattern)
		}
	}
}

func TestHeadersOfAllMatchingRulesAreAdded(t *testing.T) {
	config, err := Parse(`
		[[headers]]
		  for = "/*"
		  [headers.values]
		    X-One = "1"
		[[headers]]
		  for = "/a"
		  [headers.values]
		    x-two = "2"`)
	require.NoError(t, err)
	require.Equal(t, "1", config.Headers("/a").Get("X-One"))
	require.Equal(t, "2", config.Headers("/a").Get("X-Two"))
	require.Empty(t, config.Headers("/b").Get("X-Two"))
}

func TestMistakesAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"[[redirects]]\nfrom = \"/a\"\nto = \"/b\"": "redirects",
		"[[headers]]\nfor = \"a\"":                  `headers for "a"`,
		"[build":                                    "toml",
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, want)
	}
}
