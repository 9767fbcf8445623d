package export

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine"
	"schedlab/engine/scenario"
	"schedlab/engine/sim"
	"schedlab/scenarios"
	"schedlab/wasm/output"
	"schedlab/wasm/view"
)

// drawing is what an XML reader finds in a picture.
type drawing struct {
	elements map[string]int
	texts    string // of all text elements
	title    string
}

// parsed reads a picture strictly.
func parsed(t *testing.T, text string) drawing {
	t.Helper()
	d := drawing{elements: map[string]int{}}
	reader := xml.NewDecoder(strings.NewReader(text))
	inside := ""
	for {
		token, err := reader.Token()
		if errors.Is(err, io.EOF) {
			return d
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			inside = token.Name.Local
			d.elements[inside]++
			requireNoHandler(t, token)
		case xml.CharData:
			d.texts += said(inside == "text", token) + "\n"
			d.title += said(inside == "title", token)
		case xml.EndElement:
			inside = ""
		}
	}
}

func said(is bool, text []byte) string {
	if is {
		return string(text)
	}
	return ""
}

func requireNoHandler(t *testing.T, e xml.StartElement) {
	t.Helper()
	for _, a := range e.Attr {
		require.False(t, strings.HasPrefix(a.Name.Local, "on"), a.Name.Local)
	}
}

var number = regexp.MustCompile(`-?\d+(\.\d+)?`)

func TestAPictureShowsWhatThePageShows(t *testing.T) {
	s := subject(t, "soft-numa-on")
	text := Picture(s, whole(s)).Text()
	d := parsed(t, text)
	require.Less(t, len(text), 60_000)
	require.Equal(t, "12 long queries sit on 4 of 12 soft-NUMA nodes; 64 of 96 CPUs idle.", d.title)
	for _, said := range []string{d.title, "Floor plan", "Timeline", "96 schedulers, whole run; load",
		"CPU busy", "33.3 %", "32 + 64", "3 workers on a scheduler", "schedlab.example/#soft-numa-on",
		"Soft-NUMA stacks parallel queries · 2:27.500 · seed 1 · Schedlab v1"} {
		require.Contains(t, d.texts, said)
	}
	require.Zero(t, d.elements["script"]+d.elements["style"]+d.elements["image"])
	require.Positive(t, d.elements["rect"])
}

// Pictures of every shipped scenario are small enough, and well-formed in both themes.
func TestPicturesOfAllScenarios(t *testing.T) {
	for _, shipped := range scenarios.All() {
		s := subject(t, shipped.Name)
		look := whole(s)
		look.Theme = view.Dark
		text := Picture(s, look).Text()
		require.Positive(t, parsed(t, text).elements["text"], shipped.Name)
		require.Less(t, len(text), 700_000, shipped.Name)
		require.NotContains(t, text, "NaN", shipped.Name)

		thumb := output.Thumbnail(s, whole(s)).Text()
		require.Positive(t, parsed(t, thumb).elements["path"], shipped.Name)
		require.Less(t, len(thumb), 10_000, shipped.Name)
	}
}

// Lanes as paths paint what the pixels were.
func TestPatchesPaintThePixels(t *testing.T) {
	s := subject(t, "soft-numa-on")
	var line view.Timeline
	line.Paint(s.Source, view.LinePort{Width: 300, Height: 240, Ratio: 2, From: 0, To: 40 * sim.Second},
		view.Look{})
	ground := view.Light.RGBA(view.Surface)
	painted := make([]uint32, len(line.Pixels))
	for i := range painted {
		painted[i] = ground
	}
	paths := regexp.MustCompile(`fill="(#[0-9a-f]{6})" d="([^"]*)"`)
	for _, path := range paths.FindAllStringSubmatch(lanesOf(&line, view.Light), -1) {
		for _, one := range strings.Split(strings.TrimSuffix(path[2], "z"), "z") {
			paint(t, &line, painted, [2]string{one, path[1]})
		}
	}
	require.Equal(t, line.Pixels, painted)
}

// paint paints a rectangle of a path with a colour.
func paint(t *testing.T, line *view.Timeline, painted []uint32, what [2]string) {
	t.Helper()
	var n [5]int
	for i, text := range number.FindAllString(what[0], -1) {
		value, err := strconv.Atoi(text)
		require.NoError(t, err)
		n[i] = value
	}
	for at := range n[2] * n[3] {
		place := (n[1]+at/n[2])*line.Width + n[0] + at%n[2]
		if painted[place] != view.Light.RGBA(view.Surface) {
			require.Fail(t, "painted twice")
		}
		painted[place] = 0xff000000 | pixel(what[1])
	}
}

// pixel reads a colour of CSS: red in the lowest byte.
func pixel(colour string) (n uint32) {
	for i := 2; i >= 0; i-- {
		for _, c := range colour[1+2*i : 3+2*i] {
			n = n<<4 | uint32(strings.IndexRune("0123456789abcdef", c))
		}
	}
	return n
}

func TestAPictureCarriesItsScenario(t *testing.T) {
	for _, name := range []string{"soft-numa-on", "checkpoint-automatic"} {
		s := subject(t, name)
		for _, file := range []*File{Picture(s, whole(s)), Report(s, whole(s))} {
			text, ok := output.FromSVG(file.Text())
			require.True(t, ok)
			require.Equal(t, string(s.Document.Bytes()), text)
		}
	}
}

// hostile has markup, quotes and characters that XML does not know wherever a document has text.
const hostile = `<script>alert(1)</script>"'&amp;]]>\u0000\u0008\ufffe </metadata></svg>`

func TestTextsOfADocumentAreNeverMarkup(t *testing.T) {
	shipped, _ := scenarios.Find("soft-numa-on")
	d, problems := scenario.ParseDocument(shipped.Text)
	require.Empty(t, problems)
	for _, path := range []string{"title", "summary", "look", "workload.classes[0].title",
		"variants[0].name"} {
		tree, problem := scenario.ParseTree(`"` + strings.ReplaceAll(hostile, `"`, `\"`) + `"`)
		require.Nil(t, problem)
		next, problems := d.Set(path, tree)
		require.Empty(t, problems)
		if _, problems := scenario.Read(next, engine.Products()); len(problems) == 0 {
			d = next
		}
	}
	require.Contains(t, string(d.Bytes()), "alert(1)")
	s := subjectOf(t, d)
	s.Link = `javascript:alert(1)//"><script>`
	picture := Picture(s, whole(s)).Text()
	require.Zero(t, parsed(t, picture).elements["script"]+parsed(t, picture).elements["a"])
	text, ok := output.FromSVG(picture)
	require.True(t, ok)
	require.Equal(t, strings.ReplaceAll(string(d.Bytes()), "\ufffe", "\ufffd"), text)
	report := Report(s, whole(s)).Text()
	require.NotContains(t, report, "<script")
	require.NotContains(t, report, "javascript:")
	_, ok = output.FromSVG(report)
	require.True(t, ok)
}
