package importer

import (
	"strings"
	"unicode"
)

// tableLine is a row of a result set as text: one line or, where sqlcmd wrapped it at the screen's width,
// several.
type tableLine struct {
	text string
	from []int // positions in the document
}

// tableLines joins what sqlcmd wrapped: where k lines of dashes follow each other, the k lines before
// them are one header and every k lines after them one row.
func tableLines(doc *document) []tableLine {
	var rows []tableLine
	for at := 0; at < len(doc.lines); {
		k := dashLines(doc, at)
		if k < 2 || len(rows) < k {
			rows = append(rows, joinLines(doc, at, 1))
			at++
			continue
		}
		rows = append(rows[:len(rows)-k], joinLines(doc, at-k, k), joinLines(doc, at, k))
		at += k
		for at+k <= len(doc.lines) && isWrappedRow(doc, at, k) {
			rows = append(rows, joinLines(doc, at, k))
			at += k
		}
	}
	return rows
}

func joinLines(doc *document, at, k int) tableLine {
	var texts []string
	var from []int
	for i := at; i < at+k; i++ {
		texts = append(texts, doc.lines[i].unquoted())
		from = append(from, i)
	}
	return tableLine{text: strings.Join(texts, " "), from: from}
}

// maxWrap bounds the lines of a wrapped row; the view's 17 columns take fewer even on a narrow screen.
const maxWrap = 17

func dashLines(doc *document, at int) int {
	k := 0
	for k < maxWrap && at+k < len(doc.lines) && isDashes(doc.lines[at+k].unquoted()) {
		k++
	}
	return k
}

func isDashes(text string) bool {
	return strings.Contains(text, "--") && strings.Trim(text, "-+|,; \t") == ""
}

func isWrappedRow(doc *document, at, k int) bool {
	for i := at; i < at+k; i++ {
		text := strings.TrimSpace(doc.lines[i].unquoted())
		if text == "" || text[0] == '(' {
			return false
		}
	}
	return true
}

// separator tells what parts a row's cells; a space stands for any white space.
func separator(text string) rune {
	for _, r := range "\t|;," {
		if strings.ContainsRune(text, r) {
			return r
		}
	}
	return ' '
}

// cells parts a row. With white space as the separator, words that follow each other are one cell, since
// the only texts with spaces in these tables are states such as "ONLINE DAC".
func cells(text string, by rune) []string {
	if by == ' ' {
		return joinWords(strings.Fields(text))
	}
	if by == '|' {
		text = strings.Trim(strings.TrimSpace(text), "|")
	}
	return quotedCells(text, by)
}

func joinWords(fields []string) []string {
	var joined []string
	words := false
	for _, f := range fields {
		isWord := strings.IndexFunc(f, notInWord) < 0 && f != "NULL"
		if isWord && words {
			joined[len(joined)-1] += " " + f
			continue
		}
		joined = append(joined, f)
		words = isWord
	}
	return joined
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '(' && r != ')' }

// quotedCells parts at a separator outside of double quotes.
func quotedCells(text string, by rune) []string {
	var parts []string
	var cell strings.Builder
	quoted := false
	for _, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case r == by && !quoted:
			parts = append(parts, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteRune(r)
		}
	}
	return append(parts, strings.TrimSpace(cell.String()))
}

// columnName brings a heading into the form that columns are compared in: "[node_id]" and "NodeID" are
// "nodeid".
func columnName(heading string) string {
	keep := func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}
	return strings.Map(keep, heading)
}
