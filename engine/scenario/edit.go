package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Get gives the value at a path; ok is false if there is none. With [*] in the path it is the value that all
// items have, if they have the same.
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
	return d.Root.reach(p)
}

func (t Tree) reach(p path) (Tree, bool) {
	for i, s := range p {
		if s.every {
			return t.common(p[i+1:])
		}
		var ok bool
		if t, ok = t.follow(s); !ok {
			return Tree{}, false
		}
	}
	return t, true
}

// common is the value that all items of a list have at a path; ok is false if they have none or several.
func (t Tree) common(p path) (value Tree, ok bool) {
	for i := range t.Items {
		own, ok := t.Items[i].reach(p)
		if !ok || i > 0 && oneLine(own) != oneLine(value) {
			return Tree{}, false
		}
		value = own
	}
	return value, len(t.Items) > 0
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

// find gives the position of a list's item, -1 if there is no such item or the step means every one.
func (t Tree) find(s step) int {
	if s.every {
		return -1
	}
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
// documents can have it. With [*] in the path, as in system.settings.databases[*].target_recovery_s, every
// item of that list gets the value. The problem, at most one, tells of a path that leads nowhere; the value
// itself is checked by Read.
func (d Document) Set(text string, value Tree) (Document, []Problem) {
	return d.put(Assignment{Path: text, Value: value}, new(int64))
}

// put makes an assignment and counts the items that [*] stood for.
func (d Document) put(a Assignment, items *int64) (Document, []Problem) {
	text := a.Path
	p, err := parsePath(text)
	if err != nil {
		return d, []Problem{{Path: text, Message: err.Error(), Hint: "for example system.settings.max_dop"}}
	}
	p, problem := d.resolve(p)
	if problem != nil {
		return d, []Problem{*problem}
	}
	return d.set(p, a.Value, items)
}

func (d Document) set(p path, value Tree, items *int64) (Document, []Problem) {
	e := edit{path: slices.Clone(p), value: value, items: items}
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
	if p, err := parsePath(text); err == nil && p.several() {
		return d, []Problem{{Path: text, Message: severalMessage, Hint: severalHint}}
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
	return d.set(parent, Items(slices.Insert(slices.Clone(list.Items), i+1, item)...), new(int64))
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
	return d.set(parent, t, new(int64))
}

// entry finds the one thing that the path leads to inside its parent.
func (d Document) entry(text string) (parent path, position int, problem *Problem) {
	p, err := parsePath(text)
	if err != nil {
		return nil, 0, &Problem{Path: text, Message: err.Error()}
	}
	if p, problem = d.resolve(p); problem != nil {
		return nil, 0, problem
	}
	if p.several() {
		return nil, 0, &Problem{Path: text, Message: severalMessage, Hint: severalHint}
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
	path    path // with the position instead of [*] while that item is changed
	value   Tree
	items   *int64 // that [*] stood for
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
	if e.path[i].every && len(t.Items) > 0 {
		return e.changeEvery(t, i, of)
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

// changeEvery changes all items of a list alike.
func (e *edit) changeEvery(t Tree, i int, of part) Tree {
	*e.items += int64(len(t.Items))
	t.Items = slices.Clone(t.Items)
	for at := range t.Items {
		e.path[i] = step{index: at}
		if t.Items[at] = e.change(t.Items[at], i+1, of.item()); e.problem != nil {
			break
		}
	}
	e.path[i] = step{every: true}
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
