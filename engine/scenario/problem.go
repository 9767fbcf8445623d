package scenario

import (
	"fmt"
	"strconv"
	"strings"
)

// Problem is something that keeps a document from being run.
type Problem struct {
	Path    string // where, as in "workload.sessions[3].node"; empty = the document as a whole
	Message string // what is wrong
	Hint    string // what would do; may be empty
	// Line and Column are where it stands in the text that was parsed, in characters from 1; 0 = not known,
	// since the document was edited.
	Line, Column int
}

// String is the problem on one line.
func (p Problem) String() string {
	var b strings.Builder
	if p.Line > 0 {
		fmt.Fprintf(&b, "%d:%d: ", p.Line, p.Column)
	}
	if p.Path != "" {
		b.WriteString(p.Path + ": ")
	}
	b.WriteString(p.Message)
	if p.Hint != "" {
		b.WriteString(" (" + p.Hint + ")")
	}
	return b.String()
}

// grouped writes a number with commas between thousands.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// quoted lists names in quotes: "a", "b" and 3 more.
func quoted(names []string) string {
	const shown = 8
	var b strings.Builder
	for i, name := range names {
		if i == shown {
			fmt.Fprintf(&b, " and %d more", len(names)-shown)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(clip(name)))
	}
	return b.String()
}

// clip keeps foreign text in messages short.
func clip(text string) string {
	const longest = 60
	runes := []rune(text[:min(len(text), 4*longest)])
	if len(runes) <= longest && len(text) <= 4*longest {
		return text
	}
	return string(runes[:min(len(runes), longest)]) + "…"
}
