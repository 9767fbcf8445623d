package scenario

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Document is a scenario's text as an ordered tree. It is a value: edits give new documents, so that keeping
// an old one is all that undo takes.
type Document struct {
	Root Tree
	text []byte // from which it was parsed; nil after an edit
}

// ParseDocument reads JSON into a tree. Problems are of syntax (the first one only), names that occur twice,
// text after the end, nesting above MaxDepth and size above MaxText.
func ParseDocument(text []byte) (Document, []Problem) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if len(text) > MaxText {
		return Document{}, []Problem{{
			Message: fmt.Sprintf("%s bytes of text; at most %s", grouped(int64(len(text))),
				grouped(MaxText))}}
	}
	d := decoder{document: Document{text: text}}
	root, ok := d.value()
	if ok {
		d.end()
		if root.Kind != Object {
			d.add(root.at, "expected an object, got "+root.Kind.String(), "a scenario begins with {")
		}
	}
	d.document.Root = root
	return d.document, d.problems
}

// ParseTree reads a JSON value, as forms and command lines give it. The problem is nil or tells what is
// wrong.
func ParseTree(text string) (Tree, *Problem) { return ParseLong(text, MaxText) }

// ParseLong reads a JSON value of at most so many bytes, for texts that hold more than a document.
func ParseLong(text string, most int) (Tree, *Problem) {
	if len(text) > most {
		return Tree{}, &Problem{Message: "the value is too long"}
	}
	d := decoder{document: Document{text: []byte(text)}}
	tree, ok := d.value()
	if ok {
		d.end()
	}
	if len(d.problems) > 0 {
		return Tree{}, &d.problems[0]
	}
	return tree, nil
}

// place gives line and column of an offset plus 1.
func (d Document) place(at int) (line, column int) {
	if at == 0 || d.text == nil {
		return 0, 0
	}
	before := d.text[:min(at-1, len(d.text))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte{'\n'}) + 1, utf8.RuneCount(before[start:]) + 1
}

// decoder reads a text from its beginning. It stops at the first mistake of syntax; other problems are
// collected.
type decoder struct {
	document Document
	at       int // offset of what is read next
	trail    path
	problems []Problem
}

// add notes a problem at an offset plus 1.
func (d *decoder) add(at int, message, hint string) {
	if len(d.problems) >= MaxProblems {
		return
	}
	line, column := d.document.place(at)
	d.problems = append(d.problems,
		Problem{Path: d.trail.String(), Message: message, Hint: hint, Line: line, Column: column})
}

// value reads the next value. With ok false the rest cannot be read.
func (d *decoder) value() (t Tree, ok bool) {
	c := d.peek()
	at := d.at + 1
	switch {
	case c == '{' || c == '[':
		t, ok = d.nested(c)
	case c == '"':
		t.Kind = Text
		t.Text, ok = d.words()
	case c == '-' || isDigit(c):
		t, ok = d.number()
	default:
		t, ok = d.literal()
	}
	t.at = at
	return t, ok
}

func (d *decoder) nested(open byte) (Tree, bool) {
	if len(d.trail) >= MaxDepth {
		d.trail = d.trail[:0]
		d.add(d.at+1, fmt.Sprintf("values are nested more than %d deep", MaxDepth), "")
		return Tree{}, false
	}
	d.at++
	if open == '{' {
		return d.object()
	}
	return d.list()
}

func (d *decoder) list() (Tree, bool) {
	t := Tree{Kind: List}
	if d.take(']') {
		return t, true
	}
	for {
		item, ok := d.inside(step{index: len(t.Items)})
		if !ok {
			return t, false
		}
		t.Items = append(t.Items, item)
		if d.take(']') {
			return t, true
		}
		if !d.take(',') {
			return t, d.unexpected()
		}
	}
}

func (d *decoder) object() (Tree, bool) {
	t := Tree{Kind: Object}
	if d.take('}') {
		return t, true
	}
	names := map[string]bool{}
	for {
		m, ok := d.member(names)
		if !ok {
			return t, false
		}
		t.Members = append(t.Members, m)
		if d.take('}') {
			return t, true
		}
		if !d.take(',') {
			return t, d.unexpected()
		}
	}
}

// member reads a name and its value; names are those that the object has already.
func (d *decoder) member(names map[string]bool) (m Member, ok bool) {
	if d.peek() != '"' {
		return m, d.unexpected()
	}
	m.at = d.at + 1
	if m.Name, ok = d.words(); !ok {
		return m, false
	}
	inside := step{name: m.Name, member: true}
	if names[m.Name] {
		d.trail = append(d.trail, inside)
		d.add(m.at, fmt.Sprintf("%q occurs twice in this object", clip(m.Name)), "remove one of them")
		d.trail = d.trail[:len(d.trail)-1]
	}
	names[m.Name] = true
	if !d.take(':') {
		return m, d.unexpected()
	}
	m.Value, ok = d.inside(inside)
	return m, ok
}

// inside reads the value to which the step leads.
func (d *decoder) inside(s step) (Tree, bool) {
	d.trail = append(d.trail, s)
	t, ok := d.value()
	if ok {
		d.trail = d.trail[:len(d.trail)-1]
	}
	return t, ok
}

func (d *decoder) end() {
	if d.peek(); d.at < len(d.document.text) {
		d.add(d.at+1, "there is text after the end of the document", "the document ends with its last }")
	}
}
