package importer

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// disguises are ways in which a text changes between the tool and the paste. The last two
// change which line stands where, the others do not.
var disguises = map[string]func(string) string{
	"crlf":          func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
	"utf16":         utf16Little,
	"utf16-big":     utf16Big,
	"quoted":        func(text string) string { return eachLine(text, "> ", "") },
	"quoted-twice":  func(text string) string { return eachLine(text, "> > ", "") },
	"trailing":      func(text string) string { return eachLine(text, "", "   ") },
	"container":     func(text string) string { return eachLine(text, "sql-1  | ", "") },
	"page":          func(text string) string { return eachLine(escaped(text), "", "<br>") },
	"newest-first":  backwards,
	"page-one-line": func(text string) string { return strings.ReplaceAll(escaped(text), "\n", "<br/>") },
}

// eachLine wraps what stands in the lines; empty ones stay empty.
func eachLine(text, before, after string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = before + l + after
		}
	}
	return strings.Join(lines, "\n")
}

// escaped writes what a page's source has for the signs of mark-up.
func escaped(text string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(text)
}

func backwards(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

func utf16Little(text string) string {
	data := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		data = append(data, byte(unit), byte(unit>>8))
	}
	return string(data)
}

func utf16Big(text string) string {
	data := []byte{0xfe, 0xff}
	for _, unit := range utf16.Encode([]rune(text)) {
		data = append(data, byte(unit>>8), byte(unit))
	}
	return string(data)
}

// TestNoStoryDependsOnItsDisguise tells every story again as it looks after a file transfer, in an answer to
// a mail, on a page and in a container's log: what comes of it is the same to the last note.
func TestNoStoryDependsOnItsDisguise(t *testing.T) {
	texts := storyTexts(t)
	require.Greater(t, len(texts), 50, "the stories were not found")
	for place, text := range texts {
		if strings.Contains(text, " | ") {
			continue // lines of a container, in which a second disguise would not be undone
		}
		want := told(Parse(text))
		for name := range strings.FieldsSeq("crlf utf16 utf16-big quoted quoted-twice trailing page") {
			assert.Equal(t, want, told(Parse(disguises[name](text))), "%s, %s", place, name)
		}
	}
}

// TestAStoryToldTwice pastes every story's text twice: the machine is the same, and somebody is told if the
// text had an output to repeat.
func TestAStoryToldTwice(t *testing.T) {
	for place, text := range storyTexts(t) {
		once, twice := Parse(text), Parse(text+"\n\n"+text)
		once.Notes, twice.Notes, once.IgnoredLines, twice.IgnoredLines = nil, nil, nil, nil
		assert.Equal(t, told(once), told(twice), place)
	}
}

// storyTexts returns the inputs of all stories by file and line.
func storyTexts(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	texts := map[string]string{}
	for _, file := range files {
		datadriven.RunTest(t, file, func(_ *testing.T, d *datadriven.TestData) string {
			if !d.HasArg("as") {
				texts[d.Pos] = d.Input
			}
			return d.Expected
		})
	}
	return texts
}
