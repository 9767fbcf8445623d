package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Get gives the value at a path; ok is false if there is none.
func (d Document) Get(text string) (t Tree, ok bool) {
	p, err := parsePath(text)
	if err != nil {
		return Tree{}, false
	}
	p, problem := d.resolve(p)
	if problem != nil {
		return Tree{}, false
	}
	return d.at(p)
}

func (d Document) at(p path) (Tree, bool) {
	t, ok := d.Root, true
	for _, s := range p {
		if t, ok = t.follow(s); !ok {
			return Tree{}, false
		}
	}
	return t, true
}

func (t Tree) follow(s step) (Tree, bool) {
	if s.member {
		return t.Member(s.name)
	}
	if i := t.find(s); i >= 0 {
		return t.Items[i], true
	}
	return Tree{}, false
}

// find gives the position of a list's item, -1 if there is no such item.
func (t Tree) find(s step) int {
	if s.key == "" {
		if s.index < len(t.Items) {
			return s.index
		}
		return -1
	}
	for i := range t.Items {
		if value, ok := t.Items[i].Member(s.key); ok && value.Text == s.value {
			return i
		}
	}
	return -1
}

// Set gives the document with another value at the path. What is missing on the way to it is made, if
// documents can have it. The problem, at most one, tells of a path that leads nowhere; the value itself is
// checked by Read.
func (d Document) Set(text string, value Tree) (Document, []Problem) {
	p, err := parsePath(text)
	if err != nil {
		return d, []Problem{{Path: text, Message: err.Error(), Hint: "for example system.settings.max_dop"}}
	}
	p, problem := d.resolve(p)
	if problem != nil {
		return d, []Problem{*problem}
	}
	return d.set(p, value)
}

func (d Document) set(p path, value Tree) (Document, []Problem) {
	e := edit{path: p, value: value}
	root := e.change(d.Root, 0, part{of: rootSchema})
	if e.problem != nil {
		return d, []Problem{*e.problem}
	}
	return Document{Root: root}, nil
}

// Add gives the document with a value after the last item of the list at the path, which may be missing yet.
func (d Document) Add(text string, value Tree) (Document, []Problem) {
	list, ok := d.Get(text)
	if ok && list.Kind != List {
		return d, []Problem{{Path: text, Message: "is not a list"}}
	}
	return d.Set(text, Items(append(slices.Clip(list.Items), value)...))
}

// Copy gives the document with a second item like the one at the path right after it; its name, if it has
// one, gets a number.
func (d Document) Copy(text string) (Document, []Problem) {
	parent, i, problem := d.entry(text)
	if problem != nil {
		return d, []Problem{*problem}
	}
	list, _ := d.at(parent)
	if list.Kind != List {
		return d, []Problem{{Path: text, Message: "is not in a list"}}
	}
	item := list.Items[i]
	if at := item.position("name"); at >= 0 {
		item.Members = slices.Clone(item.Members)
		item.Members[at].Value = Words(list.freeName(item.Members[at].Value.Text))
	}
	return d.set(parent, Items(slices.Insert(slices.Clone(list.Items), i+1, item)...))
}

// freeName is a name like the given one that no item of the list has; it is no longer than a name may be.
func (t Tree) freeName(name string) string {
	base := strings.TrimRight(name, "0123456789")
	if base == name {
		base += "-"
	}
	for n := 2; ; n++ {
		number := strconv.Itoa(n)
		start := []rune(base)
		if over := len(start) + len(number) - maxName; over > 0 {
			start = start[:len(start)-over]
			start[len(start)-1] = '-'
		}
		if next := string(start) + number; t.find(step{key: "name", value: next}) < 0 {
			return next
		}
	}
}

// Remove gives the document without the member or item at the path.
func (d Document) Remove(text string) (Document, []Problem) {
	parent, i, problem := d.entry(text)
	if problem != nil {
		return d, []Problem{*problem}
	}
	t, _ := d.at(parent)
	if t.Kind == List {
		t.Items = slices.Delete(slices.Clone(t.Items), i, i+1)
	} else {
		t.Members = slices.Delete(slices.Clone(t.Members), i, i+1)
	}
	return d.set(parent, t)
}

// entry finds what the path leads to inside its parent.
func (d Document) entry(text string) (parent path, position int, problem *Problem) {
	p, err := parsePath(text)
	if err != nil {
		return nil, 0, &Problem{Path: text, Message: err.Error()}
	}
	if p, problem = d.resolve(p); problem != nil {
		return nil, 0, problem
	}
	parent, last := p[:len(p)-1], p[len(p)-1]
	t, _ := d.at(parent)
	position = t.find(last)
	if last.member {
		position = t.position(last.name)
	}
	if position < 0 {
		return nil, 0, &Problem{Path: text, Message: "there is no such thing"}
	}
	return parent, position, nil
}

// edit is one change on its way through the tree.
type edit struct {
	path    path
	value   Tree
	problem *Problem
}

func (e *edit) fail(steps int, message, hint string) {
	e.problem = &Problem{Path: e.path[:steps].String(), Message: message, Hint: hint}
}

// change gives t with the value at the path from step i on.
func (e *edit) change(t Tree, i int, of part) Tree {
	if i == len(e.path) {
		return e.value
	}
	if e.path[i].member {
		return e.changeMember(t, i, of)
	}
	return e.changeItem(t, i, of)
}

func (e *edit) changeMember(t Tree, i int, of part) Tree {
	name := e.path[i].name
	if t.Kind != Object {
		e.fail(i, "is "+t.Kind.String()+" and has no "+fmt.Sprintf("%q", clip(name)), "")
		return t
	}
	below, known := of.below(name)
	if !known {
		e.unknown(i, of)
		return t
	}
	at := t.position(name)
	child := Tree{Kind: Object}
	if at >= 0 {
		child = t.Members[at].Value
	} else if i+1 < len(e.path) && !e.path[i+1].member {
		e.fail(i+1, "there is no such list yet", "add to it first")
		return t
	}
	child = e.change(child, i+1, below)
	t.Members = slices.Clone(t.Members)
	if at < 0 {
		t.Members = append(t.Members, Member{Name: name, Value: child})
	} else {
		t.Members[at].Value = child
	}
	return t
}

func (e *edit) unknown(i int, of part) {
	hint := ""
	if of.of != nil && !of.list {
		hint = didYouMean(e.path[i].name, of.of.names())
	}
	e.fail(i+1, fmt.Sprintf("there is no %q", clip(e.path[i].name)), hint)
}

func (e *edit) changeItem(t Tree, i int, of part) Tree {
	if t.Kind != List {
		e.fail(i, "is "+t.Kind.String()+", not a list", "")
		return t
	}
	at := t.find(e.path[i])
	if at < 0 {
		e.fail(i+1, "there is no such item", t.choices(e.path[i].key))
		return t
	}
	t.Items = slices.Clone(t.Items)
	t.Items[at] = e.change(t.Items[at], i+1, of.item())
	return t
}

// choices is a hint at the items that there are.
func (t Tree) choices(key string) string {
	if len(t.Items) == 0 {
		return "the list is empty"
	}
	var names []string
	for i := range t.Items {
		if value, ok := t.Items[i].Member(key); ok {
			names = append(names, value.Text)
		}
	}
	if len(names) > 0 {
		return "there are " + quoted(names)
	}
	return fmt.Sprintf("positions go from 0 to %d", len(t.Items)-1)
}

// Apply gives the document with values set, in order. Problems have the assignments' paths.
func (d Document) Apply(set []Assignment) (Document, []Problem) {
	var all []Problem
	for _, a := range set {
		next, problems := d.Set(a.Path, a.Value)
		all = append(all, problems...)
		d = next
	}
	return d, all
}

// Run gives the document of one run: with values set, and without what tells of other runs.
func (d Document) Run(set []Assignment) (Document, []Problem) {
	d, problems := d.Apply(set)
	d.Root.Members = slices.DeleteFunc(slices.Clone(d.Root.Members), func(m Member) bool {
		return m.Name != "version" && slices.Contains(fixed[:], m.Name)
	})
	return d, problems
}

// ParseAssignment reads "path=value", as a command line gives it. A value that is no JSON is text.
func ParseAssignment(text string) (Assignment, []Problem) {
	depth := 0
	for i, c := range text {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == '=' && depth == 0:
			value, problem := ParseTree(text[i+1:])
			if problem != nil {
				value = Words(text[i+1:])
			}
			return Assignment{Path: strings.TrimSpace(text[:i]), Value: value}, nil
		}
	}
	return Assignment{}, []Problem{{Path: text, Message: "a = and a value are missing",
		Hint: "for example system.settings.max_dop=8"}}
}

// Points are the runs of a sweep: every combination of the axes' values, the last axis changing fastest.
func Points(axes []Axis) [][]Assignment {
	points := [][]Assignment{nil}
	for _, axis := range axes {
		next := make([][]Assignment, 0, len(points)*len(axis.Values))
		for _, point := range points {
			for _, value := range axis.Values {
				next = append(next, append(slices.Clip(point), Assignment{Path: axis.Path, Value: value}))
			}
		}
		points = next
	}
	if len(axes) == 0 {
		return nil
	}
	return points
}
