package importer

import (
	"strings"
)

// cursor goes through the words and numbers of a document, whatever stands between them: white space, line
// ends, punctuation, marks of quotation. It is a value; a copy looks ahead.
type cursor struct {
	lines  []line
	at     int // position of the line
	offset int // in what it holds
}

// token is a word or a number.
type token struct {
	text   string
	number bool
	at     int  // position of its line
	from   int  // where in the line it begins
	before byte // what stands directly before it; 0 at the beginning of a line
}

// is tells whether the token is one of the words, in any letter case.
func (t token) is(words ...string) bool {
	for _, w := range words {
		if strings.EqualFold(t.text, w) {
			return true
		}
	}
	return false
}

func (c *cursor) next() (token, bool) {
	for ; c.at < len(c.lines); c.at, c.offset = c.at+1, 0 {
		raw := c.lines[c.at].raw
		for c.offset < len(raw) && !inToken(raw[c.offset]) {
			c.offset++
		}
		if c.offset < len(raw) {
			return c.take(raw), true
		}
	}
	return token{}, false
}

func (c *cursor) take(raw string) token {
	t := token{at: c.at, from: c.offset, number: isFigure(raw[c.offset])}
	if t.from > 0 {
		t.before = raw[t.from-1]
	}
	end := t.from
	for end < len(raw) && (t.number && inNumber(raw, end) || !t.number && inToken(raw[end])) {
		end++
	}
	t.text, c.offset = raw[t.from:end], end
	return t
}

func isFigure(b byte) bool { return b >= '0' && b <= '9' }

func inToken(b byte) bool {
	return isFigure(b) || b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// inNumber takes points and commas that stand between figures for parts of the number.
func inNumber(raw string, at int) bool {
	b := raw[at]
	return isFigure(b) || (b == '.' || b == ',') && at+1 < len(raw) && isFigure(raw[at+1])
}

// word goes on if one of the words comes next.
func (c *cursor) word(words ...string) bool {
	ahead := *c
	t, ok := ahead.next()
	if !ok || t.number || !t.is(words...) {
		return false
	}
	*c = ahead
	return true
}

// words goes on if just these come next.
func (c *cursor) words(all ...string) bool {
	ahead := *c
	for _, w := range all {
		if !ahead.word(w) {
			return false
		}
	}
	*c = ahead
	return true
}

// figure goes on if a number comes next.
func (c *cursor) figure() (token, bool) {
	ahead := *c
	t, ok := ahead.next()
	if !ok || !t.number || ahead.inDate() {
		return token{}, false
	}
	*c = ahead
	return t, true
}

// inDate tells whether the number that was read is the year of a time stamp.
func (c *cursor) inDate() bool {
	rest := c.lines[c.at].raw[c.offset:]
	return len(rest) > 1 && rest[0] == '-' && isFigure(rest[1])
}

// inPattern tells whether a text in quotation marks ends here, or a wildcard of LIKE stands here: queries
// name the messages that they look for.
func (c *cursor) inPattern() bool {
	if c.at >= len(c.lines) {
		return false
	}
	rest := c.lines[c.at].raw[c.offset:]
	rest = strings.TrimLeft(rest[:min(len(rest), 4)], ": ")
	return rest != "" && strings.IndexByte(`%'"*`, rest[0]) >= 0
}

// count reads a whole number, Untold if none comes next or it cannot be read.
func (c *cursor) count() int64 {
	ahead := *c
	t, ok := ahead.figure()
	if !ok {
		return Untold
	}
	n := wholeNumber(t.text)
	if n != Untold {
		*c = ahead
	}
	return n
}

// decimal reads a number in hundredths, Untold if none comes next or it cannot be read.
func (c *cursor) decimal() int64 {
	ahead := *c
	t, ok := ahead.figure()
	if !ok {
		return Untold
	}
	n := hundredthsOf(t.text)
	if n != Untold {
		*c = ahead
	}
	return n
}

// maxFigures bounds numbers: no counter of a checkpoint reaches a trillion.
const maxFigures = 12

// wholeNumber reads a number with or without marks between thousands; Untold if it is no whole one or too
// large.
func wholeNumber(text string) int64 {
	figures := text
	if at := strings.IndexAny(text, ".,"); at >= 0 {
		if at > 3 || !inThousands(text[at:]) {
			return Untold
		}
		figures = strings.Map(figureOnly, text)
	}
	if len(figures) > maxFigures {
		return Untold
	}
	n := int64(0)
	for _, f := range figures {
		n = 10*n + int64(f-'0')
	}
	return n
}

func figureOnly(r rune) rune {
	if r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// inThousands tells whether a text is one mark followed by three figures, again and again.
func inThousands(text string) bool {
	mark := text[:1]
	for group := range strings.SplitSeq(text[1:], mark) {
		if len(group) != 3 || strings.ContainsAny(group, ".,") {
			return false
		}
	}
	return true
}

// hundredthsOf reads a number with a point or a decimal comma; what follows two decimals is cut off. A comma
// before three figures parts thousands.
func hundredthsOf(text string) int64 {
	before, after := text, ""
	if at := strings.LastIndexAny(text, ".,"); at >= 0 && (text[at] == '.' || len(text)-at-1 != 3) {
		before, after = text[:at], text[at+1:]
	}
	n := wholeNumber(before)
	if n == Untold {
		return Untold
	}
	after = (after + "00")[:2]
	return 100*n + int64(after[0]-'0')*10 + int64(after[1]-'0')
}
