package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// A middle level: the module takes a fraction of a second once, and its size is near what a host sends.
const brotliLevel = 5

// compressedFiles keeps what was compressed, by content, so that a reload costs nothing.
type compressedFiles struct {
	lock  sync.Mutex
	known map[compressedKey][]byte
}

type compressedKey struct {
	sum      [sha256.Size]byte
	encoding string
}

func newCompressedFiles() *compressedFiles {
	return &compressedFiles{known: map[compressedKey][]byte{}}
}

func (c *compressedFiles) get(sum [sha256.Size]byte, encoding string, content []byte) []byte {
	c.lock.Lock()
	defer c.lock.Unlock()
	key := compressedKey{sum, encoding}
	if known, found := c.known[key]; found {
		return known
	}
	c.known[key] = compress(encoding, content)
	return c.known[key]
}

func compress(encoding string, content []byte) []byte {
	var out bytes.Buffer
	var writer io.WriteCloser
	switch encoding {
	case "br":
		writer = brotli.NewWriterLevel(&out, brotliLevel)
	case "gzip":
		writer = gzip.NewWriter(&out)
	default:
		panic(fmt.Sprintf("main: compressing as %q", encoding))
	}
	_, err := writer.Write(content)
	if closed := writer.Close(); err != nil || closed != nil {
		panic(fmt.Sprintf("main: compressing %d bytes into memory: %v, %v", len(content), err, closed))
	}
	return out.Bytes()
}

// accepted picks the best encoding that a browser offers, or none. One with q=0 is refused.
func accepted(offer string) string {
	best := ""
	for item := range strings.SplitSeq(offer, ",") {
		encoding, weight, _ := strings.Cut(strings.ReplaceAll(item, " ", ""), ";")
		refused := weight == "q=0" || strings.HasPrefix(weight, "q=0.0")
		if refused || encoding != "br" && encoding != "gzip" {
			continue
		}
		if best == "" || encoding == "br" {
			best = encoding
		}
	}
	return best
}
