package scenario

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// unexpected tells that what comes next cannot stand there. It gives false, as a reader's result.
func (d *decoder) unexpected() bool {
	if d.peek() == 0 && d.at == len(d.document.text) {
		return d.tooEarly(d.at)
	}
	r, _ := utf8.DecodeRune(d.document.text[d.at:])
	return d.unwritable(d.at, fmt.Sprintf("%q is not expected here", r), d.syntaxHint(d.at))
}

// unwritable tells why the text from an offset on is not JSON.
func (d *decoder) unwritable(at int, why, hint string) bool {
	d.trail = d.trail[:0]
	d.add(at+1, "this is not JSON: "+why, hint)
	return false
}

// tooEarly tells that the text ends within what begins at an offset.
func (d *decoder) tooEarly(at int) bool {
	d.trail = d.trail[:0]
	d.add(at+1, "the text ends too early", d.unfinished(at))
	return false
}

// unfinished hints at what is missing at the end.
func (d *decoder) unfinished(at int) string {
	if at < len(d.document.text) && d.document.text[at] == '"' {
		return `a " is missing at the end of the text that begins here`
	}
	if len(d.document.text) == 0 {
		return "a scenario begins with {"
	}
	return "a } or ] is missing"
}

// syntaxHint guesses at the usual mistakes of people who write JSON by hand.
func (d *decoder) syntaxHint(at int) string {
	text := d.document.text
	before := strings.TrimRight(string(text[max(0, at-200):at]), " \t\r\n")
	c := text[at]
	switch {
	case (c == '}' || c == ']') && strings.HasSuffix(before, ","):
		return "remove the comma before it"
	case c == '\'':
		return `texts and names stand in double quotes: "name"`
	case c == '/' || c == '#':
		return "JSON has no comments; remove it"
	case c == ',' && strings.HasSuffix(before, ","):
		return "one of the two commas is too many"
	case strings.HasSuffix(before, ":") || before == "":
		return `a value is a number, a "text", true, false, null, [a list] or {an object}`
	case c == '"' || c == '{' || c == '[':
		return "perhaps a comma is missing before it"
	case strings.HasSuffix(before, ",") || strings.HasSuffix(before, "{"):
		return `names and texts stand in double quotes: "name"`
	}
	return "perhaps a comma or a quote is missing before it"
}
