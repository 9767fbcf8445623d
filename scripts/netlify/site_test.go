package netlify

import (
	"net/textproto"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const policyName = "Content-Security-Policy"

// framed are the pages that other sites may show in a frame; unframed is everything else that is a page or
// runs as a Web Worker.
var (
	framed   = []string{"/embed.html", "/embed", "/v/1.2/embed.html", "/v/1.2/embed"}
	unframed = []string{"/", "/index.html", "/assets/runner-AB12.js", "/v/1.2/", "/v/1.2/index.html",
		"/v/1.2/assets/runner-AB12.js"}
	others = []string{"/embed.js", "/v/1.2/embed.js", "/assets/schedlab-AB12.wasm", "/assets.json"}
)

func TestNoTwoRulesSetOneHeaderOfAPath(t *testing.T) {
	config := site(t)
	for _, path := range allPaths() {
		setBy := map[string]string{}
		for _, rule := range config.Matching(path) {
			for name := range rule.Values {
				name = textproto.CanonicalMIMEHeaderKey(name)
				require.Empty(t, setBy[name], "%s of %s is also set by %s", name, path, rule.For)
				setBy[name] = rule.For
			}
		}
	}
}

func TestEveryRuleIsUsed(t *testing.T) {
	config := site(t)
	used := map[string]bool{}
	for _, path := range allPaths() {
		for _, rule := range config.Matching(path) {
			used[rule.For] = true
		}
	}
	for _, rule := range config.Rules {
		require.True(t, used[rule.For], "no path of this test matches %s", rule.For)
	}
}

func TestOnlyEmbeddedPagesMayBeFramed(t *testing.T) {
	config := site(t)
	var shared string
	for _, path := range append(append([]string{}, framed...), unframed...) {
		policy, ancestors, found := strings.Cut(config.Headers(path).Get(policyName), "; frame-ancestors ")
		require.True(t, found, "%s says who may frame it", path)
		if shared == "" {
			shared = policy
		}
		require.Equal(t, shared, policy, "%s differs from other pages in more than who may frame it", path)
		want := "'none'"
		if strings.Contains(path, "embed") {
			want = "*"
		}
		require.Equal(t, want, ancestors, path)
	}
	for _, directive := range []string{"default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'",
		"style-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'"} {
		require.Contains(t, strings.Split(shared, "; "), directive)
	}
	require.NotContains(t, shared, "unsafe-inline")
	require.NotContains(t, shared, "'unsafe-eval'")
}

func TestHashedFilesAreKeptAndPagesAreNot(t *testing.T) {
	config := site(t)
	const forEver = "public, max-age=31536000, immutable"
	for _, path := range allPaths() {
		caching := config.Headers(path).Get("Cache-Control")
		if strings.Contains(path, "/assets/") {
			require.Equal(t, forEver, caching, path)
		} else {
			require.NotContains(t, caching, "immutable", path)
		}
	}
	require.Equal(t, "no-cache", config.Headers("/").Get("Cache-Control"))
}

func TestWebAssemblyHasItsType(t *testing.T) {
	require.Equal(t, "application/wasm", site(t).Headers("/assets/schedlab-AB12.wasm").Get("Content-Type"))
}

func TestOtherSitesCanLoadWhatTheyEmbed(t *testing.T) {
	config := site(t)
	for _, path := range append([]string{"/embed.js", "/v/1.2/embed.js"}, framed...) {
		require.Equal(t, "cross-origin", config.Headers(path).Get("Cross-Origin-Resource-Policy"), path)
	}
	require.Equal(t, "*", config.Headers("/embed.js").Get("Access-Control-Allow-Origin"))
}

func site(t *testing.T) Config {
	config, err := Read("../../netlify.toml")
	require.NoError(t, err)
	require.Equal(t, "go run ./scripts/build", config.Build.Command)
	require.Equal(t, "dist", config.Build.Publish)
	return config
}

func allPaths() []string {
	return append(append(append([]string{}, framed...), unframed...), others...)
}
