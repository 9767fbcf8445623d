package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"schedlab/scripts/netlify"
)

// site answers requests as Netlify does: the headers of netlify.toml, addresses without ".html", compression.
type site struct {
	files      fs.FS
	config     netlify.Config
	compressed *compressedFiles
}

func newSite(files fs.FS, config netlify.Config) *site {
	return &site{files: files, config: config, compressed: newCompressedFiles()}
}

// Types by extension: the list of the operating system is not everywhere the same, or right.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// What is sent compressed; pictures and fonts are compressed already.
var compressible = map[string]bool{
	"text/css": true, "text/html": true, "text/javascript": true, "text/plain": true, "image/svg+xml": true,
	"application/json": true, "application/manifest+json": true, "application/wasm": true,
}

// Netlify lets browsers keep what no rule speaks of, if they ask each time whether it has changed.
const usualCaching = "public,max-age=0,must-revalidate"

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "this site is only read", http.StatusMethodNotAllowed)
		return
	}
	name, content, found := s.find(r.URL.Path)
	status := http.StatusOK
	if !found {
		status = http.StatusNotFound
		name, content, found = s.find("/404.html")
		if !found {
			name, content = "404.txt", []byte("There is no "+r.URL.Path+" here.\n")
		}
	}
	headers := w.Header()
	headers.Set("Content-Type", contentTypes[path.Ext(name)])
	headers.Set("Cache-Control", usualCaching)
	for header, values := range s.config.Headers(r.URL.Path) {
		headers[header] = values
	}
	s.send(w, r, answer{status: status, content: content})
}

type answer struct {
	status  int
	content []byte
}

func (s *site) send(w http.ResponseWriter, r *http.Request, a answer) {
	headers := w.Header()
	sum := sha256.Sum256(a.content)
	if kind, _, _ := mime.ParseMediaType(headers.Get("Content-Type")); compressible[kind] {
		headers.Set("Vary", "Accept-Encoding")
		if encoding := accepted(r.Header.Get("Accept-Encoding")); encoding != "" {
			a.content = s.compressed.get(sum, encoding, a.content)
			headers.Set("Content-Encoding", encoding)
		}
	}
	tag := `W/"` + hex.EncodeToString(sum[:8]) + `"`
	headers.Set("ETag", tag)
	if a.status == http.StatusOK && strings.Contains(r.Header.Get("If-None-Match"), tag) {
		headers.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.WriteHeader(a.status)
	if r.Method == http.MethodGet {
		w.Write(a.content) // the browser went away: nothing to do
	}
}

// find reads the file of an address: the file itself, a folder's index.html, or the page without its ".html".
func (s *site) find(address string) (name string, content []byte, found bool) {
	name = strings.Trim(path.Clean("/"+address), "/")
	for _, candidate := range []string{name, path.Join(name, "index.html"), name + ".html"} {
		if !fs.ValidPath(candidate) {
			continue
		}
		if content, err := fs.ReadFile(s.files, candidate); err == nil {
			return candidate, content, true
		}
	}
	return "", nil, false
}
