package main

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mostParts is how many packages the ledger names.
const mostParts = 24

// moduleLedger says what each package's code adds to the module. What is published has no names, so the
// module is compiled once more with them.
func (b *bench) moduleLedger() ([]string, error) {
	named := filepath.Join(b.temp, "named.wasm")
	if err := b.compile("wasm", named, "GOOS=js", "GOARCH=wasm"); err != nil {
		return nil, err
	}
	content, err := os.ReadFile(named)
	if err != nil {
		return nil, err
	}
	costs, err := packageCosts(content)
	if err != nil {
		return nil, fmt.Errorf("reading the module: %w", err)
	}
	return ledgerLines(costs), nil
}

func ledgerLines(costs map[string]int) []string {
	names := slices.SortedFunc(maps.Keys(costs), func(a, b string) int {
		return cmp.Or(cmp.Compare(costs[b], costs[a]), cmp.Compare(a, b))
	})
	total := 0
	for _, cost := range costs {
		total += cost
	}
	const heading = "what is in the module, of %s bytes before compression:"
	lines := []string{"", fmt.Sprintf(heading, grouped(int64(total)))}
	rest := total
	for _, name := range names[:min(mostParts, len(names))] {
		rest -= costs[name]
		lines = append(lines, ledgerLine(costs[name], total, name))
	}
	return append(lines, ledgerLine(rest, total, "the rest"))
}

func ledgerLine(cost, total int, name string) string {
	return fmt.Sprintf("%10s  %4.1f %%  %s", grouped(int64(cost)), 100*float64(cost)/float64(total), name)
}

// Sections of a module. Source: the WebAssembly core specification, section 5.5.2.
const (
	customSection = 0
	importSection = 2
	codeSection   = 10
	dataSection   = 11
	headerSize    = 8
	functionNames = 1 // part of the custom section "name"
)

var errTruncated = errors.New("the module ends in the middle of something")

// packageCosts adds up the bytes of code by package; constant data has a line of its own.
func packageCosts(module []byte) (map[string]int, error) {
	r := &reader{rest: module[min(headerSize, len(module)):]}
	costs := map[string]int{}
	var sizes []int
	names := map[int]string{}
	imports := 0
	for len(r.rest) > 0 && !r.failed {
		id, body := r.byte(), &reader{rest: r.bytes(r.number())}
		switch id {
		case importSection:
			imports = body.number() // Go's modules import functions only
		case codeSection:
			sizes = body.bodySizes()
		case dataSection:
			costs["(data: types, tables, strings)"] = len(body.rest)
		case customSection:
			if string(body.bytes(body.number())) == "name" {
				body.names(names)
			}
		}
		r.failed = r.failed || body.failed
	}
	if r.failed {
		return nil, errTruncated
	}
	for i, size := range sizes {
		costs[packageOf(names[imports+i])] += size
	}
	return costs, nil
}

// packageOf is the package of a function as Go's linker names it, with lines in the place of slashes.
func packageOf(function string) string {
	name, _, isQualified := strings.Cut(function, ".")
	if !isQualified {
		return "(generated)"
	}
	return strings.TrimPrefix(name, "schedlab_")
}

// reader reads a module's numbers and bytes; after the end everything is empty.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) byte() byte {
	b := r.bytes(1)
	if len(b) == 0 {
		return 0
	}
	return b[0]
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.failed, r.rest = true, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// number reads LEB128, which is what Go's binary package calls a varint without a sign.
func (r *reader) number() int {
	value, length := binary.Uvarint(r.rest)
	if length <= 0 || value > 1<<32 {
		r.failed, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[length:]
	return int(value)
}

func (r *reader) bodySizes() []int {
	var sizes []int
	for count := r.number(); count > 0 && !r.failed; count-- {
		sizes = append(sizes, len(r.bytes(r.number())))
	}
	return sizes
}

func (r *reader) names(names map[int]string) {
	for len(r.rest) > 0 && !r.failed {
		part, body := r.byte(), &reader{rest: r.bytes(r.number())}
		if part != functionNames {
			continue
		}
		for count := body.number(); count > 0 && !body.failed; count-- {
			index := body.number()
			names[index] = string(body.bytes(body.number()))
		}
		r.failed = r.failed || body.failed
	}
}
