package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"

	"schedlab/scripts/netlify"
)

const rules = `
[[headers]]
  for = "/*"
  [headers.values]
    X-Content-Type-Options = "nosniff"
[[headers]]
  for = "/*.wasm"
  [headers.values]
    Content-Type = "application/wasm"
[[headers]]
  for = "/assets/*"
  [headers.values]
    Cache-Control = "public, max-age=31536000, immutable"
`

var script = strings.Repeat("console.log('schedlab');\n", 100)

func testSite(t *testing.T) *site {
	config, err := netlify.Parse(rules)
	require.NoError(t, err)
	return newSite(fstest.MapFS{
		"index.html":        {Data: []byte("<!doctype html><title>page</title>")},
		"embed.html":        {Data: []byte("<!doctype html><title>embed</title>")},
		"v/1/index.html":    {Data: []byte("<!doctype html><title>old</title>")},
		"assets/boot-1.js":  {Data: []byte(script)},
		"assets/lab-1.wasm": {Data: []byte("\x00asm")},
		"assets/icon-1.png": {Data: []byte("png")},
	}, config)
}

func request(t *testing.T, address string, headers ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	testSite(t).ServeHTTP(recorder, r)
	return recorder.Result()
}

func body(t *testing.T, r io.Reader) string {
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(text)
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"/":                 "page",
		"/index.html":       "page",
		"/embed":            "embed",
		"/embed.html":       "embed",
		"/v/1/":             "old",
		"/v/1":              "old",
		"/v/../index.html":  "page",
		"/assets/boot-1.js": "schedlab",
	} {
		response := request(t, address)
		require.Equal(t, http.StatusOK, response.StatusCode, address)
		require.Contains(t, body(t, response.Body), want, address)
	}
	for _, address := range []string{"/nothing", "/assets", "/../go.mod", "/assets/boot-1"} {
		response := request(t, address)
		require.Equal(t, http.StatusNotFound, response.StatusCode, address)
		require.Equal(t, "nosniff", response.Header.Get("X-Content-Type-Options"))
	}
}

func TestHeadersComeFromTheRules(t *testing.T) {
	asset := request(t, "/assets/boot-1.js").Header
	require.Equal(t, "public, max-age=31536000, immutable", asset.Get("Cache-Control"))
	require.Equal(t, "text/javascript; charset=utf-8", asset.Get("Content-Type"))
	require.Equal(t, "application/wasm", request(t, "/assets/lab-1.wasm").Header.Get("Content-Type"))
	require.Equal(t, usualCaching, request(t, "/").Header.Get("Cache-Control"))
}

func TestCompression(t *testing.T) {
	plain := request(t, "/assets/boot-1.js")
	require.Empty(t, plain.Header.Get("Content-Encoding"))
	require.Equal(t, script, body(t, plain.Body))

	small := request(t, "/assets/boot-1.js", "Accept-Encoding", "gzip, deflate, br;q=0.9")
	require.Equal(t, "br", small.Header.Get("Content-Encoding"))
	require.Equal(t, "Accept-Encoding", small.Header.Get("Vary"))
	require.Equal(t, script, body(t, brotli.NewReader(small.Body)))

	zipped := request(t, "/assets/boot-1.js", "Accept-Encoding", "gzip, br;q=0")
	require.Equal(t, "gzip", zipped.Header.Get("Content-Encoding"))
	reader, err := gzip.NewReader(bytes.NewBufferString(body(t, zipped.Body)))
	require.NoError(t, err)
	require.Equal(t, script, body(t, reader))

	require.Empty(t, request(t, "/assets/icon-1.png", "Accept-Encoding", "br").Header.Get("Content-Encoding"))
}

func TestUnchangedFilesAreNotSentAgain(t *testing.T) {
	tag := request(t, "/").Header.Get("ETag")
	require.NotEmpty(t, tag)
	again := request(t, "/", "If-None-Match", tag, "Accept-Encoding", "br")
	require.Equal(t, http.StatusNotModified, again.StatusCode)
	require.Empty(t, body(t, again.Body))
	require.Equal(t, http.StatusOK, request(t, "/", "If-None-Match", `W/"other"`).StatusCode)
}

func TestOnlyReading(t *testing.T) {
	recorder := httptest.NewRecorder()
	testSite(t).ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, "/", nil))
	require.Equal(t, http.StatusMethodNotAllowed, recorder.Code)
}

func TestATakenPortIsReplacedUnlessItWasChosen(t *testing.T) {
	first, err := net.Listen("tcp", "localhost:0")
	require.NoError(t, err)
	defer first.Close()
	port := first.Addr().(*net.TCPAddr).Port

	second, err := listen(options{port: port})
	require.NoError(t, err)
	defer second.Close()
	require.NotEqual(t, port, second.Addr().(*net.TCPAddr).Port)

	_, err = listen(options{port: port, portChosen: true})
	require.Error(t, err)
}
