package scenario

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// printed is a document with one member "a" as it is written.
func printed(t *testing.T, value string) string {
	t.Helper()
	return string(parsed(t, `{"a":`+value+`}`).Bytes())
}

func TestLinesAreFullAtAHundred(t *testing.T) {
	// Two spaces, "a": and a space are 7 columns; brackets and quotes of a list with a text are 4.
	fits := strings.Repeat("x", 100-7-4)
	assert.Equal(t, "{\n  \"a\": [\""+fits+"\"]\n}\n", printed(t, `["`+fits+`"]`))
	assert.Equal(t, "{\n  \"a\": [\n    \""+fits+"y\"\n  ]\n}\n", printed(t, `["`+fits+`y"]`))
	// An object with a member "b" has 11 around its text: { "b": "" }.
	fits = strings.Repeat("x", 100-7-11)
	assert.Equal(t, "{\n  \"a\": { \"b\": \""+fits+"\" }\n}\n", printed(t, `{"b":"`+fits+`"}`))
	assert.Equal(t, "{\n  \"a\": {\n    \"b\": \""+fits+"y\"\n  }\n}\n", printed(t, `{"b":"`+fits+`y"}`))
}

func TestWidthIsInCharacters(t *testing.T) {
	fits := strings.Repeat("ж", 100-7-4)
	assert.Equal(t, "{\n  \"a\": [\""+fits+"\"]\n}\n", printed(t, `["`+fits+`"]`))
	assert.Equal(t, "{\n  \"a\": [\n    \""+fits+"ж\"\n  ]\n}\n", printed(t, `["`+fits+`ж"]`))
}

func TestTextsAndNumbersAreNotBroken(t *testing.T) {
	long := strings.Repeat("x", 300)
	assert.Equal(t, "{\n  \"a\": \""+long+"\"\n}\n", printed(t, `"`+long+`"`))
	row := strings.Repeat("10, ", 60) + "10"
	assert.Equal(t, "{\n  \"a\": ["+row+"]\n}\n", printed(t, "["+row+"]"))
	assert.Equal(t, "{\n  \"a\": [\n    ["+row+"],\n    ["+row+"]\n  ]\n}\n",
		printed(t, "[["+row+"],["+row+"]]"), "a matrix keeps its rows")
}

func TestRecordsAreFilled(t *testing.T) {
	var members, first, second []string
	for i := range 12 {
		member := `"` + strings.Repeat(string(rune('a'+i)), 7) + `": 1`
		members = append(members, member)
		// A record inside a list of a member stands at column 4 and has 94 columns: with the comma and a
		// space each member has 14 of them, six of them fit.
		if i < 6 {
			first = append(first, member)
		} else {
			second = append(second, member)
		}
	}
	assert.Equal(t, "{\n  \"a\": [\n    { "+strings.Join(first, ", ")+",\n      "+
		strings.Join(second, ", ")+" }\n  ]\n}\n", printed(t, "[{"+strings.Join(members, ",")+"}]"))
	// A member's name stands before its record: 4 columns and "ccc…": are 34 of the first line.
	name := strings.Repeat("c", 26)
	assert.Equal(t, "{\n  \"a\": {\n    \""+name+"\": { "+strings.Join(first[:4], ", ")+",\n      "+
		strings.Join(members[4:10], ", ")+" }\n  }\n}\n",
		printed(t, `{"`+name+`":{`+strings.Join(members[:10], ",")+`}}`))
	wide := `"b": "` + strings.Repeat("x", 90) + `"`
	assert.Equal(t, "{\n  \"a\": [\n    {\n      \"c\": 1,\n      "+wide+"\n    }\n  ]\n}\n",
		printed(t, `[{"c": 1,`+wide+`}]`), "what does not fit on one line stands alone")
}

func TestNothingIsWrittenAsItIs(t *testing.T) {
	for text, want := range map[string]string{"{}": "{}\n", `{"a":{}}`: "{\n  \"a\": {}\n}\n",
		`{"a":[]}`: "{\n  \"a\": []\n}\n", `{"a":null}`: "{\n  \"a\": null\n}\n",
		`{"":""}`: "{\n  \"\": \"\"\n}\n"} {
		assert.Equal(t, want, string(parsed(t, text).Bytes()))
		assert.Equal(t, text, string(parsed(t, text).Compact()))
	}
}

func TestNumbersKeepTheirSpelling(t *testing.T) {
	for _, literal := range []string{"0", "-0", "0.0", "1.50", "1e3", "1E+3", "-2.50e-07",
		"123456789012345678901234567890", "0.1000000000000000000000000001"} {
		assert.Equal(t, `{"a":`+literal+`}`, string(parsed(t, `{"a": `+literal+` }`).Compact()))
	}
}

func TestTextsAreWrittenWithFewEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`"<a href='x'>&"`: `"<a href='x'>&"`,
		`"\u00e4\/"`:      `"ä/"`,
		`"\ud83d\ude00"`:  `"😀"`,
		`"\ud83d"`:        `"�"`,
		`"\t\n\r\b\f"`:    `"\t\n\r\b\f"`,
		`"\u0001\u007f"`:  "\"\\u0001\x7f\"",
		`"\u2028"`:        `"\u2028"`,
		`"\\\""`:          `"\\\""`,
	} {
		assert.Equal(t, `{"a":`+want+`}`, string(parsed(t, `{"a":`+text+`}`).Compact()), text)
	}
}

// grown is a random value.
func grown(r *rand.Rand, depth int) any {
	texts := []string{"", "a", "ä\"\\", "x y", strings.Repeat("w", 30), "😀", "<>&", "0"}
	kind := r.IntN(7)
	if depth == 0 {
		kind = r.IntN(4)
	}
	switch kind {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2:
		return float64(r.IntN(2000)-1000) / 8
	case 3:
		return texts[r.IntN(len(texts))]
	case 4, 5:
		object := map[string]any{}
		for range r.IntN(6) {
			object[texts[r.IntN(len(texts))]+string(rune('a'+r.IntN(5)))] = grown(r, depth-1)
		}
		return object
	}
	list := []any{"a list that begins with a number would stay on its line"[:r.IntN(20)]}
	for range r.IntN(6) {
		list = append(list, grown(r, depth-1))
	}
	return list
}

func TestRandomDocumentsSayTheSameInEveryForm(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 8))
		text, err := json.Marshal(map[string]any{"a": grown(r, 6), "b": grown(r, 3)})
		require.NoError(t, err)
		d := parsed(t, string(text))
		require.Equal(t, asAny(t, text), asAny(t, d.Bytes()), "seed %d", seed)
		require.Equal(t, asAny(t, text), asAny(t, d.Compact()), "seed %d", seed)
		require.Equal(t, string(d.Bytes()), string(parsed(t, string(d.Compact())).Bytes()), "seed %d", seed)
		requireWidth(t, string(d.Bytes()))
	}
}

// requireWidth checks that no line is longer than a hundred characters and a comma.
func requireWidth(t *testing.T, text string) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		require.LessOrEqual(t, utf8.RuneCountInString(line), lineWidth+1, line)
	}
}

func TestTreesAreOneLine(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":[1,{"b":null}],"c":{}}`: `{ "a": [1, { "b": null }], "c": {} }`,
		`[]`:                          `[]`, `[[],{}]`: `[[], {}]`,
		`"a\u0041"`: `"aA"`, `-0.0`: `-0.0`, `false`: `false`} {
		assert.Equal(t, want, parsedTree(t, text).String())
	}
}

func TestNumbersAreMadeWithoutTrailingZeros(t *testing.T) {
	for _, c := range []struct {
		n        int64
		decimals int
		want     string
	}{{0, 0, "0"}, {0, 6, "0"}, {1, 6, "0.000001"}, {-1, 6, "-0.000001"}, {1_000_000, 6, "1"},
		{1_500_000, 6, "1.5"}, {-1_050, 3, "-1.05"}, {10, 1, "1"}, {999, 3, "0.999"}, {-100, 0, "-100"},
		{100, 0, "100"}, {12_345, 2, "123.45"}} {
		assert.Equal(t, c.want, Decimal(c.n, c.decimals).String())
	}
}

func TestWordsForKinds(t *testing.T) {
	for literal, want := range others {
		assert.Equal(t, want, parsedTree(t, literal).Kind.String())
	}
	tree := parsedTree(t, `{"a":1,"b":{"a":2}}`)
	a, ok := tree.Member("a")
	assert.True(t, ok)
	assert.Equal(t, "1", a.Text)
	_, ok = tree.Member("c")
	assert.False(t, ok)
	_, ok = a.Member("a")
	assert.False(t, ok, "a number has no members")
}
