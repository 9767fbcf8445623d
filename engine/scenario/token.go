package scenario

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// peek is the character that comes next after white space; 0 = the text ends.
func (d *decoder) peek() byte {
	text := d.document.text
	for d.at < len(text) && isSpace(text[d.at]) {
		d.at++
	}
	if d.at == len(text) {
		return 0
	}
	return text[d.at]
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// take reads the character if it comes next, white space aside.
func (d *decoder) take(c byte) bool { return d.peek() == c && d.skip(c) }

// skip reads the character if it is the very next.
func (d *decoder) skip(c byte) bool {
	found := d.at < len(d.document.text) && d.document.text[d.at] == c
	if found {
		d.at++
	}
	return found
}

func (d *decoder) digits() bool {
	from := d.at
	for d.at < len(d.document.text) && isDigit(d.document.text[d.at]) {
		d.at++
	}
	return d.at > from
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// number reads a number; its spelling is kept.
func (d *decoder) number() (Tree, bool) {
	from := d.at
	d.skip('-')
	ok := d.skip('0') || d.digits()
	if ok && d.skip('.') {
		ok = d.digits()
	}
	if ok && (d.skip('e') || d.skip('E')) {
		_ = d.skip('+') || d.skip('-')
		ok = d.digits()
	}
	if !ok {
		return Tree{}, d.unexpected()
	}
	return Tree{Kind: Number, Text: string(d.document.text[from:d.at])}, true
}

var literals = [...]Tree{{Kind: Null, Text: "null"}, Flag(true), Flag(false)}

// literal reads null, true or false.
func (d *decoder) literal() (Tree, bool) {
	rest := d.document.text[d.at:]
	for _, t := range literals {
		if bytes.HasPrefix(rest, []byte(t.Text)) {
			d.at += len(t.Text)
			if t.Kind == Null {
				t.Text = ""
			}
			return t, true
		}
		if len(rest) > 0 && bytes.HasPrefix([]byte(t.Text), rest) {
			return Tree{}, d.tooEarly(d.at)
		}
	}
	return Tree{}, d.unexpected()
}

// words reads a text in quotes; the first of them is next. What is not UTF-8 is replaced byte by byte.
func (d *decoder) words() (string, bool) {
	text, open := d.document.text, d.at
	d.at++
	var read []byte
	from := d.at
	for d.at < len(text) {
		switch c := text[d.at]; {
		case c == '"':
			last := text[from:d.at]
			d.at++
			if read == nil {
				return valid(last), true
			}
			return valid(append(read, last...)), true
		case c < ' ':
			return "", d.unwritable(open, fmt.Sprintf("%q stands inside a text", rune(c)),
				`it is written \`+escapeOf(c))
		case c == '\\':
			read = append(read, text[from:d.at]...)
			r, length := escaped(text[d.at:])
			if length > 0 {
				read = utf8.AppendRune(read, r)
				d.at += length
				from = d.at
			} else if !d.cut() {
				return "", d.unwritable(open, `a \ inside a text has nothing behind it that it can change`,
					`a \ itself is written \\`)
			} else {
				d.at = len(text)
			}
		default:
			d.at++
		}
	}
	return "", d.tooEarly(open)
}

func valid(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	return string([]rune(string(text)))
}

// Characters after a \ and what they stand for. Source: RFC 8259, section 7.
const (
	escapes = `"\/bfnrt`
	meant   = "\"\\/\b\f\n\r\t"
)

// The shapes of escapes by number.
const (
	hexEscape = len(`\u0000`)
	hexDigits = len("0000")
)

// escaped reads what a \ begins, and how long it is; 0 = it is nothing.
func escaped(text []byte) (rune, int) {
	if len(text) < len(`\n`) {
		return 0, 0
	}
	if i := bytes.IndexByte([]byte(escapes), text[1]); i >= 0 {
		return rune(meant[i]), len(`\n`)
	}
	r, ok := hexRune(text)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		if low, ok := hexRune(text[hexEscape:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 2 * hexEscape
			}
		}
		return utf8.RuneError, hexEscape
	}
	return r, hexEscape
}

func hexRune(text []byte) (rune, bool) {
	if len(text) < hexEscape || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[hexEscape-hexDigits:hexEscape]), 16, 16)
	return rune(n), err == nil
}

// cut says whether the text ends within the escape that is next.
func (d *decoder) cut() bool {
	rest := d.document.text[d.at:]
	if len(rest) >= hexEscape {
		return false
	}
	return len(rest) == 1 || rest[1] == 'u' && isHex(rest[2:])
}

func isHex(text []byte) bool {
	for _, c := range text {
		if !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'f') {
			return false
		}
	}
	return true
}

// escapeOf is how a control character is written after a \.
func escapeOf(c byte) string {
	if i := bytes.IndexByte([]byte(meant), c); i >= 0 {
		return escapes[i : i+1]
	}
	return fmt.Sprintf("u%04x", c)
}

// appendWords writes a text in quotes. The two line ends that JavaScript knows beside those of JSON are
// escaped.
func appendWords(out []byte, text string) []byte {
	const lineSeparator, paragraphSeparator = '\u2028', '\u2029'
	out = append(out, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r < ' ':
			out = append(append(out, '\\'), escapeOf(byte(r))...)
		case r == lineSeparator || r == paragraphSeparator:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return append(out, '"')
}
