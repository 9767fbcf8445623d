package share

import (
	"strconv"
	"strings"

	"schedlab/engine/scenario"
)

// Aside is a record that cannot be read. Its text is kept as it is, so that nothing is lost.
type Aside struct {
	ID     string // if that much can be read
	Text   string
	Reason string // key of the catalogue
}

// Library is a file of saved scenarios, one a line.
func Library(records []Record) string {
	var b strings.Builder
	b.WriteString(`{"` + kindMember + `":"` + libraryKind + `","version":` + strconv.Itoa(Version) +
		`,"records":[`)
	for i, r := range records {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + r.Text())
	}
	b.WriteString("\n]}\n")
	return b.String()
}

// ReadLibrary reads a file of saved scenarios, or one saved scenario. A record that cannot be read is put
// aside and the others are read, also of a file that was cut off.
func ReadLibrary(text string) (records []Record, aside []Aside, bad *Fault) {
	if len(text) > MaxLibrary {
		return nil, nil, fault(fileLarge)
	}
	text = strings.TrimPrefix(text, "\ufeff")
	parts, head := split(text)
	if head == "" {
		r, bad := ReadRecord(text)
		if bad != nil {
			return nil, nil, bad
		}
		return []Record{r}, nil, nil
	}
	if _, bad := readFile(head, libraryKind); bad != nil {
		return nil, nil, bad
	}
	for i, part := range parts {
		if i == maxRecords {
			return records, append(aside, Aside{Text: "[" + strings.Join(parts[i:], ",\n") + "]",
				Reason: fileLarge}), nil
		}
		r, bad := ReadRecord(part)
		if bad != nil {
			aside = append(aside, SetAside(part, bad))
			continue
		}
		records = append(records, r)
	}
	return records, aside, nil
}

// SetAside keeps a text that cannot be read as a record.
func SetAside(text string, reason *Fault) Aside {
	return Aside{ID: idOf(text), Text: text, Reason: reason.Key}
}

// idOf is the ID of a record that is JSON at least.
func idOf(text string) string {
	tree, problem := scenario.ParseLong(text, MaxRecord)
	if problem != nil {
		return ""
	}
	id, _ := tree.Member("id")
	if len(id.Text) > maxName {
		return ""
	}
	return id.Text
}

// split takes the records out of a library without reading them: each is text between commas, outside of
// quotes and brackets. head is what is left; "" = there is no list of records.
func split(text string) (parts []string, head string) {
	const list = `"records"`
	if !strings.Contains(text[:min(len(text), maxName)], list) {
		return nil, ""
	}
	open := strings.Index(text, list) + len(list)
	for open < len(text) && strings.IndexByte(" \t\r\n:", text[open]) >= 0 {
		open++
	}
	if open == len(text) || text[open] != '[' {
		return nil, ""
	}
	s := splitter{text: text, at: open + 1}
	for s.next() {
		parts = append(parts, s.part)
	}
	rest := strings.TrimSpace(text[min(s.at, len(text)):])
	if rest == "" {
		rest = "}" // the end of the file is missing
	}
	return parts, text[:open] + "[]" + rest
}

// splitter goes through the items of a list in a text.
type splitter struct {
	text string
	at   int // of what comes next
	part string
	done bool
}

// next finds the next item that is not empty.
func (s *splitter) next() bool {
	for !s.done {
		from := s.at
		s.pass()
		if s.part = strings.TrimSpace(s.text[from:s.at]); !s.done || s.at < len(s.text) {
			s.at++ // the comma or bracket
		}
		if s.part != "" {
			return true
		}
	}
	return false
}

// pass goes to the comma or bracket that ends the item.
func (s *splitter) pass() {
	depth, inText := 0, false
	for ; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		switch {
		case inText && c == '\\':
			s.at++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{' || c == '[':
			depth++
		case depth == 0 && c == ',':
			return
		case depth == 0 && c == ']':
			s.done = true
			return
		case c == '}' || c == ']':
			depth = max(0, depth-1) // a broken record must not swallow the next
		}
	}
	s.at, s.done = min(s.at, len(s.text)), true
}
