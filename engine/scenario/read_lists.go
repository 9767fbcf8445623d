package scenario

import (
	"fmt"

	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// maxListed bounds the numbers in all lists of a machine: CPUs occur in nodes, groups and as off-line.
const maxListed = 16 * topology.MaxCPUs

// ids reads "0-3,8", [0, 1, 2, 3, 8] or 8.
func (a *assembly) ids(p place) []topology.CPUID {
	if a.listed > maxListed {
		return nil
	}
	var list []topology.CPUID
	switch p.tree.Kind {
	case Text:
		var err error
		if list, err = topology.ParseList[topology.CPUID](p.tree.Text); err != nil {
			a.add(p, clip(err.Error()), "for example 0-3,8")
		}
	case Number:
		list = a.id(p, nil)
	case List:
		for i := range min(len(p.tree.Items), maxListed) {
			list = a.id(p.item(i), list)
		}
	default:
		a.add(p, "expected a list of numbers, got "+p.tree.Kind.String(), `for example "0-3,8"`)
	}
	if a.listed += len(list); a.listed > maxListed {
		a.add(p, "the machine's lists hold too many numbers", "at most "+grouped(maxListed)+" in all")
		return nil
	}
	return list
}

var idField = Field{Setting: setting.Setting{Max: maxID}}

func (r *reader) id(p place, list []topology.CPUID) []topology.CPUID {
	if n, ok := r.number(p, &idField); ok {
		return append(list, topology.CPUID(n))
	}
	return list
}

// threads reads the CPUs of a node: the first threads of its cores, then the second ones and so on.
func (a *assembly) threads(p place) [][]topology.CPUID {
	if p.tree.Kind != List || len(p.tree.Items) == 0 || p.tree.Items[0].Kind == Number {
		return [][]topology.CPUID{a.ids(p)}
	}
	var threads [][]topology.CPUID
	for _, item := range a.items(p, topology.MaxCPUs) {
		threads = append(threads, a.ids(item))
		if n := len(threads); len(threads[n-1]) != len(threads[0]) {
			a.add(item, fmt.Sprintf("%s for %s", counted(len(threads[n-1]), "CPU"),
				counted(len(threads[0]), "core")),
				"one CPU of each core")
			return nil
		}
	}
	return threads
}
