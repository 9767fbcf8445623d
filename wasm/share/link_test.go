package share

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
)

const parentText = `{"version":1,"title":"Parent","summary":"Two sessions share a machine of two nodes.",
	"machine":{"packages":2,"cores_per_node":4},"system":{"product":"base","settings":{"splits":false}},
	"workload":{"classes":[{"name":"short","cpu_ms":5}]},"expect":[{"metric":"cpu.busy_pct","low":1}]}`

func parsed(t testing.TB, text string) scenario.Document {
	t.Helper()
	document, problems := scenario.ParseDocument([]byte(text))
	require.Empty(t, problems)
	return document
}

// shelf is one shipped scenario, called parent.
func shelf(t testing.TB) func(string) (scenario.Document, bool) {
	parent := parsed(t, parentText)
	return func(name string) (scenario.Document, bool) {
		if name == "parent" {
			return parent, true
		}
		return scenario.Document{}, false
	}
}

// edited is a link of the parent with one change and a view.
func edited(t testing.TB) Link {
	t.Helper()
	parent := parsed(t, parentText)
	changed, problems := parent.Set("machine.packages", scenario.Int(4))
	require.Empty(t, problems)
	return Link{Name: "parent", Parent: parent, Document: changed,
		View: View{At: 92_400_000_000, From: 1, To: 3, Kind: "scheduler", ID: 43, Zoom: 2,
			Opened: []int32{5, 7},
			Colour: "load", Tab: "tables", Table: "waits", Speed: 500}}
}

func again(t testing.TB, fragment string) Link {
	t.Helper()
	l, bad := Decode(fragment, shelf(t))
	require.Nil(t, bad, fragment)
	return l
}

func TestAShippedScenarioAsItIsIsItsName(t *testing.T) {
	l := again(t, "parent")
	require.Equal(t, "Parent", l.Document.Root.Members[1].Value.Text)
	require.Equal(t, Whole(), l.View)
	require.Equal(t, "parent", Encode(l))
	l.View.Zoom = 3
	require.True(t, strings.HasPrefix(Encode(l), "1."))
	require.Equal(t, l, again(t, Encode(l)))
}

func TestALinkBringsChangesAndView(t *testing.T) {
	l := edited(t)
	found := again(t, Encode(l))
	require.Equal(t, l.View, found.View)
	require.Equal(t, l.Name, found.Name)
	require.Equal(t, string(l.Document.Compact()), string(found.Document.Compact()))
	require.Equal(t, string(l.Parent.Compact()), string(found.Parent.Compact()))
}

func TestADocumentWithoutParentGoesWholeButForWhatItExpects(t *testing.T) {
	l := again(t, Encode(Link{Document: parsed(t, parentText), View: Whole()}))
	require.Empty(t, l.Name)
	_, expects := l.Document.Get("expect")
	require.False(t, expects)
	want, _ := parsed(t, parentText).Remove("expect")
	require.Equal(t, string(want.Compact()), string(l.Document.Compact()))
}

func TestWhatProgramsDoToLinksIsMended(t *testing.T) {
	link := Encode(edited(t))
	half := len(link) / 2
	standard := strings.NewReplacer("-", "+", "_", "/").Replace(link) + "=="
	for _, text := range []string{
		" " + link + "\r\n", link[:half] + "\n   " + link[half:], link[:half] + "=\r\n" + link[half:],
		strings.ReplaceAll(link, ".", "%2E"), standard, link + ".", link + ")", link + "&utm_source=mail",
		link[:half] + "\u200b" + link[half:], link[:half] + "%0D%0A" + link[half:],
	} {
		require.Equal(t, link, Encode(again(t, text)), text)
	}
	for _, text := range []string{"https://lab.example/#" + link, "<https://lab.example/a/#" + link + ">",
		"#" + link, link} {
		require.Equal(t, link, Encode(again(t, Fragment(text))), text)
	}
	require.Equal(t, "parent", Encode(again(t, "%70arent%20")))
	require.Equal(t, "a%zz%4", unescaped("a%zz%4"))
}

func TestALinkThatLostItsEndSaysHowMuch(t *testing.T) {
	link := Encode(edited(t))
	for n := 2; n < len(link); n++ {
		_, bad := Decode(link[:n], shelf(t))
		require.NotNil(t, bad, "%d of %d characters", n, len(link))
		if n < 2+headLetters {
			require.Equal(t, linkShort, bad.Key, "%d characters", n)
			continue
		}
		require.Equal(t, &Fault{linkCut, []any{n, len(link)}}, bad)
	}
}

func TestADamagedLetterIsNoticed(t *testing.T) {
	link := Encode(edited(t))
	for i := 2; i < len(link); i++ {
		for _, letter := range []string{"A", "!", "9"} {
			if link[i:i+1] == letter {
				continue
			}
			l, bad := Decode(link[:i]+letter+link[i+1:], shelf(t))
			if bad == nil { // only bits that no byte has may differ
				require.Equal(t, link, Encode(l), "letter %d", i)
			}
		}
	}
}

func TestEveryFaultOfALinkIsTold(t *testing.T) {
	unknown := edited(t)
	unknown.Name = "gone"
	text := func(json string) string { return pack(tree(t, json)) }
	for fragment, want := range map[string]*Fault{
		"nothing":                       {linkUnknown, []any{"nothing"}},
		Encode(unknown):                 {linkUnknown, []any{"gone"}},
		"2.abc":                         {linkNew, []any{2, Version}},
		"0.abc":                         {linkDamaged, nil},
		"99999999999999999999.a":        {linkDamaged, nil},
		"1.!!":                          {linkDamaged, nil},
		"1." + strings.Repeat("Q", 200): {linkDamaged, nil},
		text(`{"p":"parent","c":{"machine":{"nowhere":null}}}`): {linkUnfit, []any{"parent"}},
		text(`{"p":"parent","c":4}`):                            {linkUnfit, []any{"parent"}},
		text(`{"p":"parent","d":{}}`):                           {linkDamaged, nil},
		text(`{"v":{}}`):                                        {linkDamaged, nil},
		text(`{"d":[]}`):                                        {linkDamaged, nil},
		"1." + strings.Repeat("A", 5*MaxLink):                   {linkLarge, []any{MaxLink}},
	} {
		_, bad := Decode(fragment, shelf(t))
		require.Equal(t, want, bad, fragment[:min(len(fragment), 60)])
	}
}

func TestAViewThatMakesNoSenseIsTheWholeOne(t *testing.T) {
	for _, view := range []string{`{"t":-7}`, `{"t":"x"}`, `{"w":[5,2]}`, `{"w":[1,2,3]}`,
		`{"z":99999999999}`,
		`{"k":["scheduler",-1]}`, `{"o":[-1]}`, `{"s":-5}`, `{"t":1e99}`} {
		l := again(t, pack(tree(t, `{"p":"parent","v":`+view+`}`)))
		require.Equal(t, Whole(), l.View, view)
	}
}

// bomb packs a megabyte of one letter a thousand times over, behind a head that says it is short.
func bomb(t testing.TB, inside string) string {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	require.NoError(t, err)
	for range 32 {
		_, err = w.Write(bytes.Repeat([]byte(inside), 1<<20/len(inside)))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	length := base64.RawURLEncoding.EncodedLen(storedFrame + headLength + packed.Len())
	first := head(length+2, 1)
	whole := append([]byte{0, byte(len(first)), 0, ^byte(len(first)), 0xff}, first...)
	return "1." + base64.RawURLEncoding.EncodeToString(append(whole, packed.Bytes()...))
}

func TestABombCostsLittle(t *testing.T) {
	for _, inside := range []string{"a", `"a":[`, " "} {
		link := bomb(t, inside)
		require.Less(t, len(link), slack*MaxLink)
		allocated := testing.AllocsPerRun(1, func() {
			_, bad := Decode(link, shelf(t))
			require.Equal(t, linkLarge, bad.Key)
		})
		require.Less(t, allocated, 1000.0)
	}
}

// TestLinksOfVersion1OpenForEver reads links that were written by the released version; none of these files
// is ever changed.
func TestLinksOfVersion1OpenForEver(t *testing.T) {
	text := func(name string) string {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(t, err)
		return strings.TrimSpace(string(content))
	}
	parent := parsed(t, text("link-1-parent.json"))
	shipped := func(name string) (scenario.Document, bool) { return parent, name == "parent" }
	for _, name := range []string{"changes", "whole", "view"} {
		l, bad := Decode(text("link-1-"+name+".txt"), shipped)
		require.Nil(t, bad, name)
		require.Equal(t, text("link-1-"+name+"-document.json"), string(l.Document.Compact()))
		require.Equal(t, text("link-1-"+name+"-view.json"), tight(l.View.tree()))
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(edited(f)))
	f.Add(Encode(Link{Document: parsed(f, parentText), View: Whole()}))
	f.Add("parent")
	f.Add(bomb(f, "a")[:2000])
	f.Add("1.%2")
	f.Fuzz(func(t *testing.T, fragment string) {
		l, bad := Decode(fragment, shelf(t))
		if bad != nil {
			require.Contains(t, bad.Key, "link.fault.")
			return
		}
		found := again(t, Encode(l))
		require.Equal(t, string(l.Document.Compact()), string(found.Document.Compact()))
		require.Equal(t, l.View, found.View)
	})
}

// FuzzPacked feeds texts to what stands behind the compression.
func FuzzPacked(f *testing.F) {
	f.Add(`{"p":"parent","c":{"machine":{"packages":3}},"v":{"t":5,"w":[0,9],"k":["node",1]}}`)
	f.Add(`{"d":{"version":1},"v":{"o":[1,2]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		root, problem := scenario.ParseTree(text)
		if problem != nil || root.Kind != scenario.Object || len(root.Members) == 0 {
			return
		}
		l, bad := Decode(pack(root), shelf(t))
		if bad == nil {
			require.Equal(t, l.View, again(t, Encode(l)).View)
		}
	})
}
