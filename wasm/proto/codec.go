package proto

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// codec writes the values of a message one after the other, or reads them into it: each message says once
// which fields it has, for both directions. Numbers are decimal with a space behind, texts follow their
// length in bytes, lists their length; what may be missing follows 0 or 1. Names are not sent: both ends are
// of the same build.
type codec struct {
	written []byte
	reading bool
	rest    string // what has not been read
	failed  bool   // what was to be read is none of ours; all further values are empty
}

// Message is ToRunner or ToPage.
type Message interface{ write(*codec) }

func (m ToRunner) write(c *codec) { m.fields(c) }
func (m ToPage) write(c *codec)   { m.fields(c) }

// Encode gives a message as text.
func Encode(m Message) string {
	var c codec
	m.write(&c)
	return string(c.written)
}

// DecodeToRunner reads a message for the runner.
func DecodeToRunner(text string) (ToRunner, error) {
	var m ToRunner
	return m, decode(text, m.fields)
}

// DecodeToPage reads a message for the page.
func DecodeToPage(text string) (ToPage, error) {
	var m ToPage
	return m, decode(text, m.fields)
}

var errMessage = errors.New("proto: the text is no message of this version")

func decode(text string, fields func(*codec)) error {
	c := codec{reading: true, rest: text}
	fields(&c)
	if c.failed || c.rest != "" {
		return errMessage
	}
	return nil
}

func (c *codec) fail() {
	c.failed, c.rest = true, ""
}

// word reads up to the next space.
func (c *codec) word() string {
	word, rest, ok := strings.Cut(c.rest, " ")
	if !ok {
		c.fail()
		return "0"
	}
	c.rest = rest
	return word
}

// integer writes a number or reads the one that stands there.
func (c *codec) integer(n int64) int64 {
	if !c.reading {
		c.written = append(strconv.AppendInt(c.written, n, 10), ' ')
		return n
	}
	n, err := strconv.ParseInt(c.word(), 10, 64)
	if err != nil {
		c.fail()
		return 0
	}
	return n
}

// count is integer for the number of things that follow, each of at least one byte.
func (c *codec) count(n int) int {
	n = int(c.integer(int64(n)))
	if c.reading && (n < 0 || n > len(c.rest)) {
		c.fail()
		return 0
	}
	return n
}

func number[T ~int | ~int32 | ~int64 | ~uint64](n *T, c *codec) { *n = T(c.integer(int64(*n))) }

func whole[T ~int | ~int32 | ~int64 | ~uint64](c *codec, values ...*T) {
	for _, n := range values {
		number(n, c)
	}
}

func float(f *float64, c *codec) {
	if !c.reading {
		c.written = append(strconv.AppendFloat(c.written, *f, 'g', -1, 64), ' ')
		return
	}
	var err error
	if *f, err = strconv.ParseFloat(c.word(), 64); err != nil {
		c.fail()
	}
}

func (c *codec) floats(values ...*float64) {
	for _, f := range values {
		float(f, c)
	}
}

func (c *codec) flags(values ...*bool) {
	for _, b := range values {
		n := int64(0)
		if *b {
			n = 1
		}
		*b = c.integer(n) != 0
	}
}

func text(s *string, c *codec) {
	sent := strings.ToValidUTF8(*s, "\ufffd") // as JavaScript would change it on the way
	n := c.count(len(sent))
	if c.reading {
		*s, c.rest = c.rest[:n], c.rest[n:]
		return
	}
	c.written = append(c.written, sent...)
}

func (c *codec) texts(values ...*string) {
	for _, s := range values {
		text(s, c)
	}
}

// list is a list of what the function writes or reads; an empty one arrives as nil.
func list[T any](c *codec, items *[]T, fields func(*T, *codec)) {
	n := c.count(len(*items))
	if c.reading && n > 0 {
		*items = make([]T, n)
	}
	for i := 0; i < n && !c.failed; i++ {
		fields(&(*items)[i], c)
	}
}

func textList(items *[]string, c *codec) { list(c, items, text) }

// optional is what may be missing.
func optional[T any](c *codec, value **T, fields func(*T, *codec)) {
	there := *value != nil
	c.flags(&there)
	if !there {
		return
	}
	if c.reading {
		*value = new(T)
	}
	fields(*value, c)
}

// table is a map by name; it travels in the order of names, so that equal messages are equal texts.
func table[T any](c *codec, values *map[string]T, fields func(*T, *codec)) {
	names := slices.Sorted(maps.Keys(*values))
	list(c, &names, text)
	if c.reading {
		*values = make(map[string]T, len(names))
	}
	for _, name := range names {
		value := (*values)[name]
		fields(&value, c)
		(*values)[name] = value
	}
}
