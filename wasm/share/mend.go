package share

import "strings"

// Fragment is what stands after # in a text that somebody pasted: a whole address, or only its end, perhaps
// in the brackets or quotes that programs put around addresses.
func Fragment(text string) string {
	text = strings.Trim(text, " \t\r\n<>\"'")
	if _, after, hasMark := strings.Cut(text, "#"); hasMark {
		return after
	}
	return text
}

// plain is a fragment with percent signs read and white space around it taken off.
func plain(fragment string) string { return strings.TrimSpace(unescaped(fragment)) }

// mended undoes what happens to links on their way: escapes, line ends and the marks of soft line ends,
// letters of the other base64. None of these characters is part of a link, so nothing is lost.
func mended(fragment string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\r', '\n', '=', '\u00a0', '\u00ad', '\u200b', '\u2028', '\ufeff':
			return -1
		case '+':
			return '-'
		case '/':
			return '_'
		}
		return r
	}, unescaped(fragment))
}

// unescaped reads escapes such as %20; those that are none stay.
func unescaped(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if i+2 < len(text) && text[i] == '%' {
			high, low := hexDigit(text[i+1]), hexDigit(text[i+2])
			if high >= 0 && low >= 0 {
				b.WriteByte(byte(high<<4 | low))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return strings.ToValidUTF8(b.String(), "\ufffd")
}

// hexDigit is the value of a digit; -1 = it is none.
func hexDigit(c byte) int {
	if c >= 'A' && c <= 'F' {
		c += 'a' - 'A'
	}
	return strings.IndexByte("0123456789abcdef", c)
}
