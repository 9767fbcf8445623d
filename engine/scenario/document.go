package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
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
	d := decoder{document: Document{text: text}, json: json.NewDecoder(bytes.NewReader(text))}
	d.json.UseNumber()
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
func ParseTree(text string) (Tree, *Problem) {
	if len(text) > MaxText {
		return Tree{}, &Problem{Message: "the value is too long"}
	}
	d := decoder{document: Document{text: []byte(text)}, json: json.NewDecoder(bytes.NewReader([]byte(text)))}
	d.json.UseNumber()
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

type decoder struct {
	document Document
	json     *json.Decoder
	trail    path
	problems []Problem
}

func (d *decoder) add(at int, message, hint string) {
	if len(d.problems) >= MaxProblems {
		return
	}
	line, column := d.document.place(at)
	d.problems = append(d.problems,
		Problem{Path: d.trail.String(), Message: message, Hint: hint, Line: line, Column: column})
}

// next reads a token; at is its offset plus 1. It fails at most once: after that nothing more is read.
func (d *decoder) next() (token json.Token, at int, ok bool) {
	at = d.start() + 1
	token, err := d.json.Token()
	if err != nil {
		d.syntax(err)
		return nil, at, false
	}
	return token, at, true
}

// start is the offset of the next token: white space and one separator stand before it.
func (d *decoder) start() int {
	at := int(d.json.InputOffset())
	separated := false
	for ; at < len(d.document.text); at++ {
		c := d.document.text[at]
		separator := c == ',' || c == ':'
		if !isSpace(c) && (!separator || separated) {
			break
		}
		separated = separated || separator
	}
	return at
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// value reads the next value. With ok false the rest cannot be read.
func (d *decoder) value() (t Tree, ok bool) {
	token, at, ok := d.next()
	if !ok {
		return Tree{}, false
	}
	t.at = at
	switch v := token.(type) {
	case nil:
		t.Kind = Null
	case bool:
		t = Flag(v)
	case json.Number:
		t.Kind, t.Text = Number, v.String()
	case string:
		t.Kind, t.Text = Text, v
	case json.Delim:
		return d.nested(v, at)
	}
	t.at = at
	return t, true
}

func (d *decoder) nested(open json.Delim, at int) (Tree, bool) {
	if len(d.trail) >= MaxDepth {
		d.trail = d.trail[:0]
		d.add(at, fmt.Sprintf("values are nested more than %d deep", MaxDepth), "")
		return Tree{}, false
	}
	if open == '{' {
		return d.object(at)
	}
	return d.list(at)
}

func (d *decoder) list(at int) (Tree, bool) {
	t := Tree{Kind: List, at: at}
	for d.json.More() {
		d.trail = append(d.trail, step{index: len(t.Items)})
		item, ok := d.value()
		if !ok {
			return t, false
		}
		d.trail = d.trail[:len(d.trail)-1]
		t.Items = append(t.Items, item)
	}
	_, _, ok := d.next()
	return t, ok
}

func (d *decoder) object(at int) (Tree, bool) {
	t := Tree{Kind: Object, at: at}
	names := map[string]bool{}
	for d.json.More() {
		key, keyAt, ok := d.next()
		if !ok {
			return t, false
		}
		name, _ := key.(string)
		d.trail = append(d.trail, step{name: name, member: true})
		if names[name] {
			d.add(keyAt, fmt.Sprintf("%q occurs twice in this object", clip(name)), "remove one of them")
		}
		names[name] = true
		value, ok := d.value()
		if !ok {
			return t, false
		}
		d.trail = d.trail[:len(d.trail)-1]
		t.Members = append(t.Members, Member{Name: name, Value: value, at: keyAt})
	}
	_, _, ok := d.next()
	return t, ok
}

func (d *decoder) end() {
	at := d.start() + 1
	if _, err := d.json.Token(); err != io.EOF {
		d.add(at, "there is text after the end of the document", "the document ends with its last }")
	}
}
