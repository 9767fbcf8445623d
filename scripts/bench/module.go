package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"schedlab/scripts/bundle"
	"schedlab/scripts/module"
)

// mostParts is how many packages the ledger names.
const mostParts = 24

// moduleLedger says what each package's code adds to the module. What is published has no names, so the
// module is compiled once more with them, and not packed.
func (b *bench) moduleLedger() ([]string, error) {
	named := filepath.Join(b.temp, "named.wasm")
	flags := "GOFLAGS='" + strings.Join(bundle.CompilerFlags(), "' '") + "'"
	if err := b.compile("wasm", named, "GOOS=js", "GOARCH=wasm", flags); err != nil {
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
	const heading = "what is in the module, of %s bytes before packing and compression:"
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

// functionNames is the part of the custom section "name" that names functions. Source: the WebAssembly core
// specification, appendix 7.4.
const functionNames = 1

// packageCosts adds up the bytes of code by package; constant data has a line of its own.
func packageCosts(text []byte) (map[string]int, error) {
	r := &module.Reader{Rest: text[min(module.HeaderSize, len(text)):]}
	costs := map[string]int{}
	var sizes []int
	names := map[int]string{}
	imports := 0
	for len(r.Rest) > 0 {
		id, body := r.Section()
		switch id {
		case module.ImportSection:
			imports = body.Number() // Go's modules import functions only
		case module.CodeSection:
			sizes = bodySizes(body)
		case module.DataSection:
			costs["(data: types, tables, strings)"] = len(body.Rest)
		case module.CustomSection:
			if string(body.Bytes(body.Number())) == "name" {
				readNames(body, names)
			}
		}
		r.Failed = r.Failed || body.Failed
	}
	if r.Failed {
		return nil, module.ErrTruncated
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

func bodySizes(r *module.Reader) []int {
	var sizes []int
	for count := r.Number(); count > 0 && !r.Failed; count-- {
		sizes = append(sizes, len(r.Bytes(r.Number())))
	}
	return sizes
}

func readNames(r *module.Reader, names map[int]string) {
	for len(r.Rest) > 0 {
		part, body := r.Section()
		if part != functionNames {
			continue
		}
		for count := body.Number(); count > 0 && !body.Failed; count-- {
			index := body.Number()
			names[index] = string(body.Bytes(body.Number()))
		}
		r.Failed = r.Failed || body.Failed
	}
}
