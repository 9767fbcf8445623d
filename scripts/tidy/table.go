package tidy

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The table of imports stands in README.md, as rows of Markdown below this header:
//
//	| package | may import, of ours |
//
// The left cell names packages, each in backticks, apart by commas; groups of them may be put in an order
// with →. "sim" stands for engine/sim; names that begin with engine, wasm, scripts or scenarios are whole
// paths; after a →, a bare name is a sibling of the row's first one. <db> stands for any one folder, * for
// any folder below.
//
// The right cell is a list, apart by commas, up to its end or the first colon or semicolon, after which comes
// remark for people:
//
//	nothing                        no package
//	`sim`                          that package
//	`host` and what it imports     that package and all that its own row allows
//	`a`, `b` and what they import  the same for all names of the cell so far
//	everything under `engine`      that package and all below it
//	all of the above               all packages of the rows before this one
//	each the one before it         for rows with →: the packages of all groups to the left
//	the pure ones                  wasm/view, share, proto, output and desk, and what they import
//
// An item may begin with "and". Anything else is an error: a table that is not understood keeps nothing.
const tableHeader = "| package | may import, of ours |"

type tableRow struct {
	groups [][]string // patterns of packages
	items  []tableItem
}

type tableItem struct {
	verb itemVerb
	name string // a pattern, of exactly, under and imports
}

type itemVerb int

const (
	exactly itemVerb = iota
	under
	imports // what the row of the name allows
	above
	before
)

var pureOnes = []string{"wasm/view", "wasm/share", "wasm/proto", "wasm/output", "wasm/desk"}

func parseTable(readme []string) ([]tableRow, error) {
	start := slices.Index(readme, tableHeader)
	if start < 0 {
		return nil, fmt.Errorf("README.md has no table with the header %q", tableHeader)
	}
	var rows []tableRow
	var problems []error
	for _, line := range readme[start+1:] {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if strings.Trim(line, "|- :") == "" {
			continue
		}
		if len(cells) != 2 {
			problems = append(problems, fmt.Errorf("%d cells in %q", len(cells), line))
			continue
		}
		row, err := parseRow(cells[0], cells[1])
		if err != nil {
			problems = append(problems, fmt.Errorf("%q: %w", line, err))
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		problems = append(problems, errors.New("the table of imports in README.md is empty"))
	}
	return rows, errors.Join(problems...)
}

func parseRow(left, right string) (tableRow, error) {
	var row tableRow
	for group := range strings.SplitSeq(left, "→") {
		var names []string
		for item := range strings.SplitSeq(group, ",") {
			name, isName := quoted(strings.TrimSpace(item))
			if !isName {
				return row, fmt.Errorf("%q is no name of a package", item)
			}
			names = append(names, row.whole(name))
		}
		row.groups = append(row.groups, names)
	}
	right, _, _ = strings.Cut(right, ";")
	right, _, _ = strings.Cut(right, ":")
	for phrase := range strings.SplitSeq(right, ",") {
		if err := row.add(strings.TrimPrefix(strings.TrimSpace(phrase), "and ")); err != nil {
			return row, err
		}
	}
	return row, nil
}

func quoted(text string) (name string, isQuoted bool) {
	name, isQuoted = strings.CutPrefix(text, "`")
	name, hasEnd := strings.CutSuffix(name, "`")
	return name, isQuoted && hasEnd && !strings.Contains(name, "`")
}

var wholePath = regexp.MustCompile(`^(engine|wasm|scripts|scenarios)(/|$)`)

// whole completes a name of the table to the path of a package.
func (r *tableRow) whole(name string) string {
	switch {
	case wholePath.MatchString(name):
		return name
	case len(r.groups) > 0:
		first := r.groups[0][0]
		return first[:strings.LastIndex(first, "/")+1] + name
	}
	return "engine/" + name
}

func (r *tableRow) add(phrase string) error {
	const it, they = " and what it imports", " and what they import"
	switch phrase {
	case "nothing":
		return nil
	case "all of the above":
		r.items = append(r.items, tableItem{verb: above})
		return nil
	case "each the one before it":
		r.items = append(r.items, tableItem{verb: before})
		return nil
	case "the pure ones":
		for _, name := range pureOnes {
			r.items = append(r.items, tableItem{exactly, name}, tableItem{imports, name})
		}
		return nil
	}
	verb := exactly
	rest, isTree := strings.CutPrefix(phrase, "everything under ")
	if isTree {
		verb = under
	}
	rest, ofOne := strings.CutSuffix(rest, it)
	rest, ofAll := strings.CutSuffix(rest, they)
	name, isName := quoted(rest)
	if !isName || isTree && (ofOne || ofAll) {
		return fmt.Errorf("%q is not understood; scripts/tidy/table.go says what is", phrase)
	}
	item := tableItem{verb, (&tableRow{}).whole(name)}
	r.items = append(r.items, item)
	r.addImports(ofOne, ofAll)
	return nil
}

// addImports adds what the last name, or all names so far, may import.
func (r *tableRow) addImports(ofOne, ofAll bool) {
	named := slices.Clone(r.items)
	if ofOne {
		named = named[len(named)-1:]
	}
	for _, item := range named {
		if (ofOne || ofAll) && item.verb == exactly {
			r.items = append(r.items, tableItem{imports, item.name})
		}
	}
}
