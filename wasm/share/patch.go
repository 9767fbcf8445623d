package share

import (
	"strconv"

	"schedlab/engine/scenario"
)

// What changes a value into another one is itself a value:
//
//	true, 4, "text"                 takes its place
//	null                            takes a member away
//	{"name": change, …}             changes members of an object; a new member comes last
//	["=", value]                    the value takes its place, whatever it is
//	["+", position, value]          a member comes to that position of the changed object
//	["~", items, step, …]           changes a list of so many items from its beginning, step by step
//
// A step of a list is a number of items to keep, or below zero of items to drop, ["+", value, …] for new
// items, or else a change of the next item. What is not reached stays. Changed values are exact: with the
// order of their members and the spelling of their numbers.
const (
	setMark  = "="
	addMark  = "+"
	listMark = "~"
)

// mark is the first item of a list, and the ones behind it.
func mark(t scenario.Tree) (string, []scenario.Tree) {
	if t.Kind != scenario.List || len(t.Items) == 0 || t.Items[0].Kind != scenario.Text {
		return "", nil
	}
	return t.Items[0].Text, t.Items[1:]
}

func marked(mark string, items ...scenario.Tree) scenario.Tree {
	return scenario.Items(append([]scenario.Tree{scenario.Words(mark)}, items...)...)
}

// patched makes a change. It does not fit if what it changes is not there, or is another kind of value.
func patched(t, change scenario.Tree) (result scenario.Tree, fits bool) {
	switch change.Kind {
	case scenario.Bool, scenario.Number, scenario.Text:
		return change, true
	case scenario.Object:
		return patchedObject(t, change)
	}
	sign, items := mark(change)
	switch {
	case sign == setMark && len(items) == 1:
		return items[0], true
	case sign == listMark && len(items) > 0 && t.Kind == scenario.List:
		return patchedList(t, items)
	}
	return t, false
}

// addition is a member that comes to a position.
type addition struct {
	at     int
	member scenario.Member
}

func patchedObject(t, change scenario.Tree) (scenario.Tree, bool) {
	if t.Kind != scenario.Object {
		return t, false
	}
	old := map[string]scenario.Tree{}
	for _, m := range t.Members {
		old[m.Name] = m.Value
	}
	changes := map[string]scenario.Tree{}
	var added []addition
	for _, m := range change.Members {
		changes[m.Name] = m.Value
		next, isNew, fits := newMember(old, m)
		if !fits {
			return t, false
		}
		if isNew {
			added = append(added, next)
		}
	}
	kept, fits := keptMembers(t.Members, changes)
	if !fits {
		return t, false
	}
	members, fits := merged(kept, added)
	return scenario.Tree{Kind: scenario.Object, Members: members}, fits
}

// newMember is the member that a change adds, if it adds one.
func newMember(old map[string]scenario.Tree, m scenario.Member) (a addition, isNew, fits bool) {
	a = addition{at: -1, member: scenario.Member{Name: m.Name, Value: m.Value}}
	_, isThere := old[m.Name]
	sign, items := mark(m.Value)
	switch {
	case sign == addMark && len(items) == 2:
		n, err := strconv.Atoi(items[0].Text)
		a.at, a.member.Value = n, items[1]
		return a, true, err == nil && n >= 0
	case isThere:
		return a, false, true
	case m.Value.Kind == scenario.Object || m.Value.Kind == scenario.Null:
		return a, false, false
	}
	value, fits := patched(scenario.Tree{}, m.Value)
	a.member.Value = value
	return a, true, fits
}

// keptMembers are an object's own members after the change: without those that go or move.
func keptMembers(members []scenario.Member, changes map[string]scenario.Tree) ([]scenario.Member, bool) {
	var kept []scenario.Member
	for _, m := range members {
		change, isChanged := changes[m.Name]
		sign, _ := mark(change)
		switch {
		case !isChanged:
			kept = append(kept, m)
		case change.Kind == scenario.Null || sign == addMark:
		default:
			value, fits := patched(m.Value, change)
			if !fits {
				return nil, false
			}
			kept = append(kept, scenario.Member{Name: m.Name, Value: value})
		}
	}
	return kept, true
}

// merged puts additions at their positions, which grow; those without one come last.
func merged(kept []scenario.Member, added []addition) ([]scenario.Member, bool) {
	var all, last []scenario.Member
	for _, a := range added {
		if a.at < 0 {
			last = append(last, a.member)
			continue
		}
		if a.at < len(all) || a.at-len(all) > len(kept) {
			return nil, false
		}
		before := a.at - len(all)
		all = append(append(all, kept[:before]...), a.member)
		kept = kept[before:]
	}
	return append(append(all, kept...), last...), true
}

func patchedList(t scenario.Tree, steps []scenario.Tree) (scenario.Tree, bool) {
	if steps[0].Kind != scenario.Number || steps[0].Text != strconv.Itoa(len(t.Items)) {
		return t, false
	}
	old, fits := t.Items, true
	result := scenario.Tree{Kind: scenario.List}
	for _, step := range steps[1:] {
		sign, values := mark(step)
		switch {
		case sign == addMark:
			result.Items = append(result.Items, values...)
		case step.Kind == scenario.Number:
			old, fits = passed(&result, old, step)
		case len(old) == 0:
			fits = false
		default:
			var item scenario.Tree
			item, fits = patched(old[0], step)
			result.Items, old = append(result.Items, item), old[1:]
		}
		if !fits {
			return t, false
		}
	}
	result.Items = append(result.Items, old...)
	return result, true
}

// passed keeps or drops the next items; it gives those behind them.
func passed(result *scenario.Tree, old []scenario.Tree, step scenario.Tree) ([]scenario.Tree, bool) {
	n, err := strconv.Atoi(step.Text)
	if err != nil || n > len(old) || n < -len(old) {
		return old, false
	}
	if n < 0 {
		return old[-n:], true
	}
	result.Items = append(result.Items, old[:n]...)
	return old[n:], true
}
