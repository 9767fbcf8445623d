package importer

import (
	"fmt"
	"strings"
	"unicode"

	"schedlab/engine/topology"
)

// Limits of a text.
const (
	maxText    = 8 << 20  // assumed: a day's error log is smaller
	maxLines   = 1 << 18  // assumed: keeps the lines' own memory below that of the text's limit times four
	maxLine    = 1 << 16  // a list of 4,096 CPUs takes a third of it
	maxNumbers = 1 << 20  // CPU numbers read in all: 256 nodes that list 4,096 CPUs each
	maxOutputs = 64       // assumed: nobody pastes more outputs of one tool
	maxNotes   = 200      // assumed: more than a person reads
	maxMessage = 300      // characters quoted or composed in one note
	elision    = "\u2026" // the character, besides three full stops
)

// document is the text as lines, with what happened to each.
type document struct {
	lines   []line
	used    map[int]bool // by line number
	notes   noteList
	numbers int  // CPU numbers read so far
	refused bool // a limit is exceeded; nothing is made of the text
}

// line is a line of the text or, where mark-up breaks one up, a part of it.
type line struct {
	number int    // from 1
	raw    string // as it is, without the line end
	text   string // without quotation marks, comment signs and container prefixes
}

// unquoted is the line without the marks that a mail program puts before what it quotes, white space kept.
func (l line) unquoted() string {
	start := l.raw[:len(l.raw)-len(strings.TrimLeft(l.raw, "> "))]
	if mark := strings.LastIndexByte(start, '>'); mark >= 0 {
		return strings.TrimPrefix(l.raw[mark+1:], " ")
	}
	return l.raw
}

func newDocument(text string) *document {
	doc := &document{used: map[int]bool{}}
	if len(text) > maxText {
		doc.refuse("The text is longer than 8 MiB.")
		return doc
	}
	text = Decode([]byte(text))
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	number := 0
	for raw := range strings.SplitSeq(text, "\n") {
		number++
		doc.append(number, raw)
		if len(doc.lines) > maxLines {
			doc.lines = nil
			doc.refuse("The text has more than 262,144 lines.")
			break
		}
	}
	return doc
}

func (d *document) append(number int, raw string) {
	if len(raw) > maxLine {
		d.warn(span{number, number}, "The line is longer than 65,536 characters and was not read.")
		return
	}
	if strings.ContainsAny(raw, "<&\u00a0") {
		raw = withoutMarkup(raw)
	}
	for part := range strings.SplitSeq(raw, "\n") {
		d.lines = append(d.lines, line{number: number, raw: part, text: unquote(part)})
	}
}

// withoutMarkup undoes what web pages, mail programs and exports of log viewers do to a line. A <br> becomes
// a line end unless one follows anyway.
func withoutMarkup(raw string) string {
	text := strings.ReplaceAll(markup.Replace(raw), "<c/>", ",")
	return strings.TrimSuffix(text, "\n")
}

var markup = strings.NewReplacer("<br>", "\n", "<br/>", "\n", "<br />", "\n", "<BR>", "\n",
	"&nbsp;", " ", "&gt;", ">", "&lt;", "<", "\u00a0", " ")

// unquote removes the signs of quotation, comment and box before a text, and a container's name.
func unquote(raw string) string {
	text := strings.TrimSpace(raw)
	for text != "" && strings.ContainsRune(`>|#*"'`+"`", rune(text[0])) {
		text = strings.TrimSpace(text[1:])
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, "--"))
	return withoutContainer(text)
}

// withoutContainer cuts "db-1  | " as docker compose prints it before each line of a container.
func withoutContainer(text string) string {
	name, rest, found := strings.Cut(text[:min(len(text), 80)], "|")
	name = strings.TrimSpace(name)
	if !found || name == "" || !strings.HasPrefix(rest, " ") || strings.IndexFunc(name, notInName) >= 0 ||
		!strings.ContainsFunc(name, unicode.IsLetter) {
		return text
	}
	return strings.TrimSpace(text[strings.IndexByte(text, '|')+1:])
}

func notInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
}

// take marks lines, by position, as used.
func (d *document) take(positions ...int) {
	for _, at := range positions {
		d.used[d.lines[at].number] = true
	}
}

// ignored returns the numbers of the lines with text that nobody took.
func (d *document) ignored() []int {
	var numbers []int
	last := 0
	for _, l := range d.lines {
		if l.number != last && l.text != "" && !d.used[l.number] {
			numbers = append(numbers, l.number)
			last = l.number
		}
	}
	return numbers
}

func (d *document) warn(where span, format string, values ...any) {
	d.notes.addf(Warning, where, format, values...)
}

func (d *document) info(where span, format string, values ...any) {
	d.notes.addf(Info, where, format, values...)
}

func (d *document) refuse(why string) {
	d.refused = true
	d.warn(span{}, "%s It was refused.", why)
}

// span is a stretch of lines, by number; zero = nowhere in the text.
type span struct{ first, last int }

func (s span) with(number int) span {
	if s.first == 0 {
		return span{number, number}
	}
	return span{min(s.first, number), max(s.last, number)}
}

type noteList struct {
	list []Note
	seen map[Note]bool
}

// add records a note once; beyond the limit only that there are more.
func (n *noteList) add(level Level, where span, text string) {
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + elision
	}
	note := Note{Level: level, First: where.first, Last: where.last, Text: text}
	if n.seen[note] || len(n.list) > maxNotes {
		return
	}
	if len(n.list) == maxNotes {
		note = Note{Level: Warning, Text: "There are more notes than are shown."}
	}
	if n.seen == nil {
		n.seen = map[Note]bool{}
	}
	n.seen[note] = true
	n.list = append(n.list, note)
}

func (n *noteList) addf(level Level, where span, format string, values ...any) {
	n.add(level, where, fmt.Sprintf(format, values...))
}

// cpuList is a list of CPUs as it stands in a text.
type cpuList struct {
	cpus     []topology.CPUID // ascending, each once
	repeated []topology.CPUID // listed more than once
	cut      bool             // an ellipsis stands in it
	bad      string           // the first part that is no number
}

// list reads a list of CPUs in any of the notations: numbers, ranges, strides, a mask after 0x.
func (d *document) list(text string) cpuList {
	var result cpuList
	seen := map[topology.CPUID]bool{}
	separator := func(r rune) bool { return r == ',' || unicode.IsSpace(r) }
	for _, part := range strings.FieldsFunc(text, separator) {
		if isElision(part) {
			result.cut = true
			continue
		}
		cpus, err := d.listPart(part)
		if err != nil && result.bad == "" {
			result.bad = part
		}
		for _, cpu := range cpus {
			if seen[cpu] {
				result.repeated = append(result.repeated, cpu)
				continue
			}
			seen[cpu] = true
			result.cpus = append(result.cpus, cpu)
		}
	}
	result.cpus = ascending(result.cpus)
	return result
}

func (d *document) listPart(part string) ([]topology.CPUID, error) {
	if d.refused {
		return nil, nil
	}
	cpus, err := parsePart(part)
	d.numbers += 1 + len(cpus)
	if d.numbers > maxNumbers {
		d.refuse("The text lists more than a million CPU numbers.")
	}
	return cpus, err
}

func parsePart(part string) ([]topology.CPUID, error) {
	if hex, ok := strings.CutPrefix(strings.ToLower(part), "0x"); ok {
		return wideMask(hex)
	}
	return topology.ParseList[topology.CPUID](part)
}

// wideMask reads a hexadecimal mask of any width, as lscpu --hex prints it.
func wideMask(hex string) ([]topology.CPUID, error) {
	var cpus []topology.CPUID
	if hex == "" || len(hex) > topology.MaxCPUs/4 {
		return nil, fmt.Errorf("a mask of %d hexadecimal digits", len(hex))
	}
	for i := len(hex) - 1; i >= 0; i-- {
		digit := strings.IndexByte("0123456789abcdef", hex[i])
		if digit < 0 {
			return nil, fmt.Errorf("%q is no hexadecimal mask", hex)
		}
		for bit := range 4 {
			if digit>>bit&1 == 1 {
				cpus = append(cpus, topology.CPUID((len(hex)-1-i)*4+bit))
			}
		}
	}
	return cpus, nil
}

func isElision(part string) bool {
	part = strings.Trim(part, "()[]")
	return part == elision || strings.Trim(part, ".") == "" && len(part) >= 2
}
