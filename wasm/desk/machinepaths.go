package desk

import (
	"slices"
	"strings"

	"schedlab/engine/scenario"
)

// withoutMachine takes out of a document what speaks of parts of its machine, when that becomes another one:
// variants and claims that set such paths, claims about those variants, and axes of the sweep.
func withoutMachine(d scenario.Document) scenario.Document {
	var gone []string
	for _, list := range []string{"variants", "expect"} {
		entries, isThere := d.Get(list)
		if !isThere {
			continue
		}
		kept := slices.DeleteFunc(slices.Clone(entries.Items), func(entry scenario.Tree) bool {
			set, _ := entry.Member("set")
			isAbout := setsMachine(set) || mentions(entry, gone)
			if name, ok := entry.Member("name"); ok && isAbout {
				gone = append(gone, name.Text)
			}
			return isAbout
		})
		d, _ = d.Set(list, scenario.Items(kept...))
	}
	if sweep, ok := d.Get("sweep"); ok {
		sweep.Members = slices.DeleteFunc(slices.Clone(sweep.Members),
			func(m scenario.Member) bool { return isOfMachine(m.Name) })
		d, _ = d.Set("sweep", sweep)
	}
	return d
}

func isOfMachine(path string) bool {
	return path == "machine" || strings.HasPrefix(path, "machine.") || strings.HasPrefix(path, "machines[")
}

func setsMachine(set scenario.Tree) bool {
	return slices.ContainsFunc(set.Members, func(m scenario.Member) bool { return isOfMachine(m.Name) })
}

// mentions says whether a claim is about one of the variants.
func mentions(claim scenario.Tree, variants []string) bool {
	of, _ := claim.Member("of")
	relative, _ := claim.Member("relative_to")
	return slices.Contains(variants, of.Text) || slices.Contains(variants, relative.Text)
}
