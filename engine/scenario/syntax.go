package scenario

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// syntax tells what keeps the text from being JSON, at the token that the decoder stumbled over.
func (d *decoder) syntax(err error) {
	at, text := int(d.json.InputOffset()), d.document.text
	for at < len(text) && isSpace(text[at]) {
		at++
	}
	d.trail = d.trail[:0]
	if at >= len(text) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		d.add(min(at, len(text))+1, "the text ends too early", d.unfinished(at))
		return
	}
	r, _ := utf8.DecodeRune(text[at:])
	d.add(at+1, fmt.Sprintf("this is not JSON: %s", unexpected(r, err)), d.syntaxHint(at))
}

func unexpected(r rune, err error) string {
	if r == '"' && strings.Contains(err.Error(), "in string") {
		return strings.TrimPrefix(err.Error(), "json: ")
	}
	return fmt.Sprintf("%q is not expected here", r)
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
