package tidy

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// BrokenImports lists the imports of our packages, tests apart, that the table in README.md does not allow,
// and the packages that it does not speak of.
func BrokenImports(t Tree) ([]string, error) {
	readme := slices.IndexFunc(t.Texts, func(text Text) bool { return text.Path == "README.md" })
	if readme < 0 {
		return nil, fmt.Errorf("there is no README.md, which holds the table of imports")
	}
	rows, err := parseTable(t.Texts[readme].Lines)
	if err != nil {
		return nil, err
	}
	table := importTable(rows)
	var broken []string
	for _, file := range t.code() {
		if _, _, found := table.find(file.Dir()); !found {
			broken = append(broken, file.Dir()+": README.md does not say what it may import")
			continue
		}
		for _, name := range file.Imports {
			if dir, isOurs := ours(name); isOurs && !table.allows(file.Dir(), dir) {
				broken = append(broken, fmt.Sprintf("%s: %s may not import %s", file.Path, file.Dir(), dir))
			}
		}
	}
	slices.Sort(broken)
	return slices.Compact(broken), nil
}

type importTable []tableRow

// find gives the row and group of a package. A row that names it prevails over one with a pattern for it.
func (rows importTable) find(dir string) (row, group int, found bool) {
	isNamed := func(name string) bool { return name == dir }
	isMeant := func(name string) bool { return matches(name, dir) }
	for _, isThis := range []func(string) bool{isNamed, isMeant} {
		for i, r := range rows {
			if j := r.group(isThis); j >= 0 {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// group is the position of the first group with a name of which something holds, or -1.
func (r tableRow) group(holds func(name string) bool) int {
	return slices.IndexFunc(r.groups, func(names []string) bool { return slices.ContainsFunc(names, holds) })
}

// matches claims that a pattern of the table stands for a package.
func matches(pattern, dir string) bool {
	if tree, isTree := strings.CutSuffix(pattern, "/*"); isTree {
		return dir != tree && below(dir, tree)
	}
	anyFolder := regexp.MustCompile(`<\w+>`)
	matched, err := path.Match(anyFolder.ReplaceAllString(pattern, "*"), dir)
	return matched && err == nil
}

func (rows importTable) allows(importer, imported string) bool {
	row, group, found := rows.find(importer)
	if !found {
		return false
	}
	for _, item := range rows[row].items {
		switch item.verb {
		case exactly:
			found = matches(item.name, imported)
		case under:
			found = below(imported, item.name)
		case imports:
			found = rows.allows(item.name, imported)
		case above:
			aboveRow, _, isListed := rows.find(imported)
			found = isListed && aboveRow < row
		case before:
			beforeRow, beforeGroup, isListed := rows.find(imported)
			found = isListed && beforeRow == row && beforeGroup < group
		}
		if found {
			return true
		}
	}
	return false
}
