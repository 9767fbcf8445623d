package netlify

import (
	"net/textproto"
	"slices"
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
		"/v/1.2/assets/runner-AB12.js", "/embed-example.html", "/embed-example", "/v/1.2/embed-example.html",
		"/v/1.2/embed-example", "/help.html", "/help", "/v/1.2/help.html", "/v/1.2/help", "/sw.js",
		"/lessons/", "/lessons/soft-numa-on", "/lessons/soft-numa-on.html", "/v/1.2/lessons/",
		"/v/1.2/lessons/soft-numa-on.html"}
	others = []string{"/embed.js", "/v/1.2/embed.js", "/embed-api.schema.json",
		"/v/1.2/embed-api.schema.json", "/assets/schedlab-AB12.wasm", "/assets.json",
		"/site.webmanifest", "/v/1.2/site.webmanifest"}
)

// given are files that other sites show or read.
var given = []string{"/stills/soft-numa-on.svg", "/stills/soft-numa-on.json", "/scenarios/soft-numa-on.json",
	"/oembed/soft-numa-on.json", "/v/1.2/stills/soft-numa-on.svg", "/v/1.2/scenarios/soft-numa-on.json",
	"/v/1.2/oembed/soft-numa-on.json"}

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
		if slices.Contains(framed, path) {
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

func TestOtherSitesCanReadWhatIsGiven(t *testing.T) {
	config := site(t)
	for _, path := range given {
		headers := config.Headers(path)
		require.Equal(t, "*", headers.Get("Access-Control-Allow-Origin"), path)
		require.Equal(t, "cross-origin", headers.Get("Cross-Origin-Resource-Policy"), path)
		require.Equal(t, "default-src 'none'; frame-ancestors 'none'", headers.Get(policyName), path)
	}
}

func TestNewVersionsAreFound(t *testing.T) {
	config := site(t)
	for _, path := range []string{"/sw.js", "/site.webmanifest", "/lessons/", "/stills/soft-numa-on.svg"} {
		require.Equal(t, "no-cache", config.Headers(path).Get("Cache-Control"), path)
	}
	require.Equal(t, "application/manifest+json", config.Headers("/site.webmanifest").Get("Content-Type"))
	require.NotContains(t, config.Headers("/v/1.2/sw.js"), policyName, "versions that are kept have none")
}

func site(t *testing.T) Config {
	config, err := Read("../../netlify.toml")
	require.NoError(t, err)
	require.Equal(t, "go run ./scripts/build", config.Build.Command)
	require.Equal(t, "dist", config.Build.Publish)
	return config
}

func allPaths() []string {
	return slices.Concat(framed, unframed, others, given)
}
