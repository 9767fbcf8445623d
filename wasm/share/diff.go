package share

import (
	"slices"

	"schedlab/engine/scenario"
)

// changes are what makes one value into another: see patched. They are short where little differs.
func changes(from, to scenario.Tree) scenario.Tree {
	change := wholly(to)
	switch {
	case from.Kind != to.Kind:
		return change
	case from.Kind == scenario.Object:
		if parts, ok := objectChanges(from, to); ok {
			return shorter(parts, change)
		}
	case from.Kind == scenario.List:
		return shorter(listChanges(from.Items, to.Items), change)
	}
	return change
}

// wholly puts a value in the place of another.
func wholly(to scenario.Tree) scenario.Tree {
	switch to.Kind {
	case scenario.Bool, scenario.Number, scenario.Text:
		return to
	}
	return marked(setMark, to)
}

func shorter(a, b scenario.Tree) scenario.Tree {
	if len(scenario.Document{Root: b}.Compact()) < len(scenario.Document{Root: a}.Compact()) {
		return b
	}
	return a
}

// objectChanges are the changes of members. Objects that have a name twice are no JSON and not compared.
func objectChanges(from, to scenario.Tree) (scenario.Tree, bool) {
	old, isFromFit := positions(from.Members)
	wanted, isToFit := positions(to.Members)
	if !isFromFit || !isToFit {
		return scenario.Tree{}, false
	}
	var parts []scenario.Member
	add := func(name string, change scenario.Tree) {
		parts = append(parts, scenario.Member{Name: name, Value: change})
	}
	for _, m := range from.Members {
		if _, isThere := wanted[m.Name]; !isThere {
			add(m.Name, scenario.Tree{})
		}
	}
	stays := staying(to.Members, old)
	end := ending(to.Members, old)
	for i, m := range to.Members {
		switch {
		case stays[i]:
			if was := from.Members[old[m.Name]].Value; !same(was, m.Value) {
				add(m.Name, changes(was, m.Value))
			}
		case i >= end:
			add(m.Name, wholly(m.Value))
		default:
			add(m.Name, marked(addMark, scenario.Int(int64(i)), m.Value))
		}
	}
	return scenario.Tree{Kind: scenario.Object, Members: parts}, true
}

func contains(old map[string]int, name string) bool {
	_, isThere := old[name]
	return isThere
}

// ending is where the new members begin that simply come last.
func ending(members []scenario.Member, old map[string]int) int {
	end := len(members)
	for end > 0 && !contains(old, members[end-1].Name) {
		end--
	}
	return end
}

func positions(members []scenario.Member) (map[string]int, bool) {
	at := make(map[string]int, len(members))
	for i, m := range members {
		at[m.Name] = i
	}
	return at, len(at) == len(members)
}

// staying says which members were there before, and in the same order as all others that stay. The longest
// such row is not looked for: a member that moved to the front makes the ones that it passed move, which is
// longer but as exact.
func staying(members []scenario.Member, old map[string]int) []bool {
	stays := make([]bool, len(members))
	last := -1
	for i, m := range members {
		if at, isThere := old[m.Name]; isThere && at > last {
			stays[i], last = true, at
		}
	}
	return stays
}

// listChanges are the steps of a list. Equal items at both ends stay; of those between, the ones that are
// equal in both lists stay, and what lies between these changes in order.
func listChanges(from, to []scenario.Tree) scenario.Tree {
	s := steps{items: []scenario.Tree{scenario.Int(int64(len(from)))}}
	start := 0
	for start < min(len(from), len(to)) && same(from[start], to[start]) {
		start++
	}
	s.keep(start)
	from, to = from[start:], to[start:]
	end := 0
	for end < min(len(from), len(to)) && same(from[len(from)-1-end], to[len(to)-1-end]) {
		end++
	}
	from, to = from[:len(from)-end], to[:len(to)-end]
	for _, pair := range common(from, to) {
		s.replace(from[s.from:pair.from], to[s.to:pair.to])
		s.keep(1)
		s.from, s.to = pair.from+1, pair.to+1
	}
	s.replace(from[s.from:], to[s.to:])
	return marked(listMark, s.items...)
}

// steps are the steps of a list as they come; from and to count what was passed of the parts compared.
type steps struct {
	items    []scenario.Tree
	kept     int
	from, to int
}

func (s *steps) keep(n int) { s.kept += n }

func (s *steps) add(t scenario.Tree) {
	if s.kept > 0 {
		s.items = append(s.items, scenario.Int(int64(s.kept)))
		s.kept = 0
	}
	s.items = append(s.items, t)
}

// replace changes items into others, pair by pair; those that are too many are dropped or new.
func (s *steps) replace(from, to []scenario.Tree) {
	pairs := min(len(from), len(to))
	for i := range pairs {
		if same(from[i], to[i]) {
			s.keep(1)
			continue
		}
		change := changes(from[i], to[i])
		if change.Kind == scenario.Number {
			change = marked(setMark, change)
		}
		s.add(change)
	}
	if extra := len(from) - pairs; extra > 0 {
		s.add(scenario.Int(int64(-extra)))
	}
	if len(to) > pairs {
		s.add(marked(addMark, to[pairs:]...))
	}
}

// pair is an item that two lists have.
type pair struct{ from, to int }

// mostCompared bounds the work of comparing two lists: longer ones change pair by pair.
const mostCompared = 1 << 16

// common is a longest row of items that two lists have in the same order.
func common(from, to []scenario.Tree) []pair {
	if len(from) == 0 || len(to) == 0 || len(from)*len(to) > mostCompared {
		return nil
	}
	width := len(to) + 1
	length := make([]int, (len(from)+1)*width) // of the row from both positions on
	for i := len(from) - 1; i >= 0; i-- {
		for j := len(to) - 1; j >= 0; j-- {
			best := max(length[(i+1)*width+j], length[i*width+j+1])
			if same(from[i], to[j]) {
				best = length[(i+1)*width+j+1] + 1
			}
			length[i*width+j] = best
		}
	}
	var row []pair
	for i, j := 0, 0; i < len(from) && j < len(to); {
		switch {
		case same(from[i], to[j]):
			row = append(row, pair{i, j})
			i, j = i+1, j+1
		case length[(i+1)*width+j] >= length[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return slices.Clip(row)
}
