package desk

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
	"schedlab/wasm/share"
)

// sharing is a page with the dialog open.
func sharing(t *testing.T) *State {
	t.Helper()
	s := fixture(t)
	s.Supplies.Base, s.Supplies.Version = "https://lab.example/", "v1.4.0"
	s.Supplies.Versions = []string{"v1.3.0", "v1.4.0"}
	do(s, "share", "")
	require.Equal(t, "share", s.Effect.Dialog)
	return s
}

func TestALinkIsCopiedWithAndWithoutTheMoment(t *testing.T) {
	s := sharing(t)
	require.Equal(t, "https://lab.example/#two", s.Link())
	Seek{At: 3 * second}.Apply(s)
	require.Equal(t, "https://lab.example/#two", s.Link(), "the moment is that of opening the dialog")
	do(s, "share", "")
	require.True(t, strings.HasPrefix(s.Link(), "https://lab.example/#1."))
	do(s, "share.copy", "link")
	require.Equal(t, s.Link(), s.Effect.Clipboard)
	require.Equal(t, "link", s.Sharing.Copied)
	do(s, "share.whole", "")
	require.Empty(t, s.Sharing.Copied)
	require.Equal(t, "https://lab.example/#two", s.Link())
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	require.True(t, strings.HasPrefix(s.Link(), "https://lab.example/#1."), "an edit makes another link")
	do(s, "share.send", "")
	require.True(t, s.Effect.Offer)
}

func TestADocumentThatIsTooLargeHasNoLink(t *testing.T) {
	s := sharing(t)
	var noise strings.Builder
	for i := range 12_000 { // what does not repeat does not compress
		noise.WriteString(scenario.Int(int64(i*i*7919 + i)).Text)
	}
	next, problems := s.Document.Set("summary", scenario.Words(noise.String()))
	require.Empty(t, problems)
	s.accept(next)
	require.Empty(t, s.Link())
	require.Greater(t, len(s.Fragment()), share.MaxLink)
}

func TestEmbedCodeOfEachForm(t *testing.T) {
	s := sharing(t)
	require.Equal(t, `<script type="module" src="https://lab.example/embed.js"></script>`+"\n"+
		`<schedlab-embed scenario="two" title="Two sessions"></schedlab-embed>`, s.EmbedCode())
	for _, c := range [][2]string{{"mode", "picture"}, {"theme", "dark"}, {"read", ""}, {"start", ""}} {
		do(s, "share."+c[0], c[1])
	}
	require.Contains(t, s.EmbedCode(), `<schedlab-embed scenario="two" title="Two sessions" mode="picture" `+
		`theme="dark" readonly autoplay></schedlab-embed>`)
	do(s, "share.form", "frame")
	require.Equal(t, `<iframe src="https://lab.example/embed.html?scenario=two&amp;mode=picture`+
		`&amp;theme=dark&amp;readonly=1&amp;autoplay=1" width="720" height="420" title="Two sessions" `+
		`loading="lazy" allow="fullscreen; clipboard-write"></iframe>`, s.EmbedCode())
	Edit{Path: "machine.packages", Text: "3"}.Apply(s)
	require.Contains(t, s.EmbedCode(), `autoplay=1#`+s.Fragment()+`"`)
	do(s, "share.form", "element")
	require.Contains(t, s.EmbedCode(), ` scenario="two" link="`+s.Fragment()+`" title=`)
	do(s, "share.copy", "code")
	require.Equal(t, s.EmbedCode(), s.Effect.Clipboard)
}

func TestNoTextOfADocumentGetsOutOfItsPlaceInTheCode(t *testing.T) {
	s := sharing(t)
	Edit{Path: "title", Text: `"><script>alert('1')</script>&amp;`}.Apply(s)
	for _, form := range []string{"element", "frame"} {
		do(s, "share.form", form)
		require.NotContains(t, s.EmbedCode(), "<script>")
		require.Contains(t, s.EmbedCode(),
			`title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;"`)
	}
	s.Sharing.Mode = `full"&x=#`
	require.Contains(t, s.EmbedCode(), "mode=full%22%26x%3D%23")
}

func TestADocumentOfNobodysIsEmbeddedByItsLinkAlone(t *testing.T) {
	s := sharing(t)
	document, _ := scenario.ParseDocument([]byte(mine("")))
	s.OpenDocument("", document, share.Whole())
	do(s, "share", "")
	require.NotContains(t, s.EmbedCode(), "scenario=")
	do(s, "share.form", "frame")
	require.Contains(t, s.EmbedCode(), `src="https://lab.example/embed.html#1.`)
	require.Contains(t, s.EmbedCode(), `title="Schedlab"`)
}

func TestOnlyVersionsThatAreKeptCanBePinned(t *testing.T) {
	s := sharing(t)
	do(s, "share.pin", "")
	require.Contains(t, s.EmbedCode(), `src="https://lab.example/v/v1.4.0/embed.js"`)
	s.Supplies.Base += "v/v1.4.0/"
	require.True(t, s.IsPinned())
	require.Contains(t, s.EmbedCode(), `src="https://lab.example/v/v1.4.0/embed.js"`)
	s.Supplies.Versions = nil // as the kept version was built, before it was in the list
	_, isKept := s.VersionTag()
	require.True(t, isKept)
	for _, version := range []string{"5d306ff", "v1.4.0-3-g5d306ff", "v1.4.0-dirty", "unversioned", "",
		"v1.5.0", "1.4.0"} {
		s := sharing(t)
		s.Supplies.Version = version
		do(s, "share.pin", "")
		_, isKept := s.VersionTag()
		require.False(t, isKept, version)
		require.Contains(t, s.EmbedCode(), `src="https://lab.example/embed.js"`)
	}
}
