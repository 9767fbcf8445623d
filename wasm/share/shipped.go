package share

import (
	"strings"

	"schedlab/engine/scenario"
)

// Shipped is a scenario that comes with the page.
type Shipped struct {
	Name, Title, Summary string
	Text                 []byte
}

// NewShipped reads what the list of scenarios shows of one.
func NewShipped(name string, text []byte) Shipped {
	document, _ := scenario.ParseDocument(text)
	title, _ := document.Get("title")
	summary, _ := document.Get("summary")
	shipped := Shipped{Name: name, Title: title.Text, Summary: summary.Text, Text: text}
	if shipped.Title == "" {
		shipped.Title = name
	}
	return shipped
}

// WriteShipped writes scenarios as ReadShipped reads them: a line each, with tabs between name, title,
// summary and document. None of these holds a tab or the end of a line: JSON writes both as escapes.
func WriteShipped(all []Shipped) string {
	var text strings.Builder
	for _, s := range all {
		document, _ := scenario.ParseDocument(s.Text)
		flat := strings.NewReplacer("\t", " ", "\n", " ")
		text.WriteString(strings.Join([]string{s.Name, flat.Replace(s.Title), flat.Replace(s.Summary),
			string(document.Compact())}, "\t") + "\n")
	}
	return text.String()
}

// ReadShipped reads the scenarios that come with the page. They are parsed when they are opened: the list
// shows the other three.
func ReadShipped(text string) []Shipped {
	var all []Shipped
	for line := range strings.Lines(text) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4)
		if len(parts) < 4 {
			panic("share: the line of a shipped scenario has too few parts: " + line)
		}
		all = append(all, Shipped{parts[0], parts[1], parts[2], []byte(parts[3])})
	}
	return all
}
