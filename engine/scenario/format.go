package scenario

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// lineWidth is how long an object or list may be to stand on one line.
const lineWidth = 100

// Bytes is the document as a person would write it: short objects and lists on one line, long ones with one
// member a line. The same document gives the same bytes.
func (d Document) Bytes() []byte {
	p := printer{}
	p.broken(d.Root, 0, 0)
	p.WriteByte('\n')
	return p.Bytes()
}

// Compact is the document on one line without spaces, for links.
func (d Document) Compact() []byte {
	p := printer{tight: true}
	p.line(d.Root)
	return p.Bytes()
}

// String is the value on one line.
func (t Tree) String() string { return oneLine(t) }

func oneLine(t Tree) string {
	p := printer{}
	p.line(t)
	return p.String()
}

type printer struct {
	bytes.Buffer
	tight bool
}

func (p *printer) space(text string) {
	if !p.tight {
		p.WriteString(text)
	}
}

// line writes a value on one line.
func (p *printer) line(t Tree) {
	switch t.Kind {
	case Null:
		p.WriteString("null")
	case Bool, Number:
		p.WriteString(t.Text)
	case Text:
		p.words(t.Text)
	case List:
		p.WriteByte('[')
		for i := range t.Items {
			p.separate(i)
			p.line(t.Items[i])
		}
		p.WriteByte(']')
	case Object:
		p.objectLine(t)
	}
}

func (p *printer) objectLine(t Tree) {
	if len(t.Members) == 0 {
		p.WriteString("{}")
		return
	}
	p.WriteByte('{')
	p.space(" ")
	for i := range t.Members {
		p.separate(i)
		p.words(t.Members[i].Name)
		p.WriteByte(':')
		p.space(" ")
		p.line(t.Members[i].Value)
	}
	p.space(" ")
	p.WriteByte('}')
}

func (p *printer) separate(i int) {
	if i > 0 {
		p.WriteByte(',')
		p.space(" ")
	}
}

func (p *printer) words(text string) { p.Write(appendWords(p.AvailableBuffer(), text)) }

// value writes a value on the rest of a line, used columns from its start, or broken over several.
func (p *printer) value(t Tree, depth, used int) {
	if t.Kind == Object || t.Kind == List {
		if text := oneLine(t); utf8.RuneCountInString(text)+used > lineWidth {
			p.broken(t, depth, used)
			return
		}
	}
	p.line(t)
}

// broken writes one member or item a line, after used columns. Numbers are not broken: a matrix keeps its
// rows.
func (p *printer) broken(t Tree, depth, used int) {
	if len(t.Items) == 0 && len(t.Members) == 0 || len(t.Items) > 0 && t.Items[0].Kind == Number {
		p.line(t)
		return
	}
	if depth > 1 && t.Kind == Object && p.filled(t, depth, used) {
		return
	}
	indent := "\n" + strings.Repeat("  ", depth+1)
	open, closed := "{", "}"
	if t.Kind == List {
		open, closed = "[", "]"
	}
	p.WriteString(open)
	for i := range max(len(t.Items), len(t.Members)) {
		if i > 0 {
			p.WriteByte(',')
		}
		p.WriteString(indent)
		if t.Kind == List {
			p.value(t.Items[i], depth+1, 2*depth+2)
			continue
		}
		name := oneLine(Words(t.Members[i].Name)) + ": "
		p.WriteString(name)
		p.value(t.Members[i].Value, depth+1, 2*depth+2+utf8.RuneCountInString(name))
	}
	p.WriteString("\n" + strings.Repeat("  ", depth) + closed)
}

// filled writes a record's members one after the other, as many a line as fit, if each fits on one. The first
// line has used columns already.
func (p *printer) filled(t Tree, depth, used int) bool {
	width := lineWidth - 2*depth - 2
	used -= 2 * depth
	members := make([]string, len(t.Members))
	for i := range t.Members {
		members[i] = oneLine(Words(t.Members[i].Name)) + ": " + oneLine(t.Members[i].Value)
		length := utf8.RuneCountInString(members[i]) + 2 // a comma and a space, or a space and the brace
		if length > width || i == 0 && used+length > width {
			return false
		}
	}
	p.WriteString("{ ")
	for i, member := range members {
		length := utf8.RuneCountInString(member) + 2
		switch {
		case i == 0:
		case used+length > width:
			p.WriteString(",\n" + strings.Repeat("  ", depth+1))
			used = 0
		default:
			p.WriteString(", ")
		}
		p.WriteString(member)
		used += length
	}
	p.WriteString(" }")
	return true
}
