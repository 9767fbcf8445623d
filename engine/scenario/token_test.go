package scenario

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asValue is a tree as the standard library would give it.
func asValue(t Tree) any {
	switch t.Kind {
	case Null:
		return nil
	case Bool:
		return t.Text == "true"
	case Number:
		return json.Number(t.Text)
	case Text:
		return t.Text
	case List:
		list := []any{}
		for _, item := range t.Items {
			list = append(list, asValue(item))
		}
		return list
	}
	object := map[string]any{}
	for _, m := range t.Members {
		object[m.Name] = asValue(m.Value)
	}
	return object
}

// requireSameAsStandard compares with the standard library, which knows no bound of depth and takes names
// twice.
func requireSameAsStandard(t *testing.T, text string) {
	t.Helper()
	tree, problem := ParseTree(text)
	if problem != nil && (strings.HasSuffix(problem.Message, "twice in this object") ||
		strings.HasSuffix(problem.Message, "deep")) {
		return
	}
	require.Equal(t, json.Valid([]byte(text)), problem == nil, "%q: %v", text, problem)
	if problem == nil {
		require.Equal(t, asAny(t, []byte(text)), asValue(tree), "%q", text)
		require.Equal(t, asAny(t, []byte(text)), asAny(t, []byte(tree.String())), "%q", text)
	}
}

var odd = []string{
	`0`, `-0`, `10`, `01`, `-`, `-01`, `1.`, `1.0`, `.1`, `1e`, `1e5`, `1E+05`, `1e-`, `1.5e-3`, `+1`, `0x1`,
	`1_0`, `true`, `tru`, `truex`, `nullnull`, `false `, ` null`, `True`, "\v1", "\u00a01",
	`""`, `"`, `"a`, `"\"`, `"\\"`, `"\/\b\f\n\r\t\""`, `"\x"`, `"\'"`, `"\u00e4"`, `"\u00E4\u0000"`,
	`"\u12"`,
	`"\u+123"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`, `"\ude00\ud83d"`, `"\ud83d\ud83d\ude00"`,
	`"\ud83d\u0061"`, "\"\t\"", "\"\x7f\"", "\"\xff\xfe\"", "\"ä\xc3\"", "\"\u2028<>&\"",
	`[]`, `[`, `[,]`, `[1,]`, `[1 2]`, `[1,2`, `[[[]],{}]`, `]`, `[}`, `{}`, `{`, `{"a"}`, `{"a":}`,
	`{"a":1,}`, `{"a":1 "b":2}`, `{"a"::1}`, `{1:2}`, `{"a":{"b":[null,{"c":-1.5e7}]}}`, `{"":""}`, `{} {}`,
	`{},`, ``, ` `, `,`,
}

func TestTextsAreReadAsTheStandardLibraryReadsThem(t *testing.T) {
	for _, text := range odd {
		requireSameAsStandard(t, text)
	}
	for _, name := range []string{"short.json", "long.json"} {
		text := string(fixture(t, name))
		requireSameAsStandard(t, text)
		for _, cut := range []int{1, len(text) / 3, len(text) / 2, len(text) - 3} {
			requireSameAsStandard(t, text[:cut])
			requireSameAsStandard(t, text[cut:])
		}
	}
}

func TestTextsAreWrittenAsTheStandardLibraryWritesThem(t *testing.T) {
	for c := range 0x80 {
		requireSameWords(t, string(rune(c)))
	}
	for _, text := range []string{"", "ä€😀", "\u2028\u2029\ufffd", "a\xffb", `<&>"\/`} {
		requireSameWords(t, text)
	}
}

func requireSameWords(t *testing.T, text string) {
	t.Helper()
	var want bytes.Buffer
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	require.NoError(t, encoder.Encode(text))
	got := Words(text).String()
	var read string
	require.NoError(t, json.Unmarshal([]byte(got), &read), got)
	require.Equal(t, string([]rune(text)), read, "what is not UTF-8 is replaced byte by byte")
	if strings.ToValidUTF8(text, "") == text {
		require.Equal(t, strings.TrimSuffix(want.String(), "\n"), got)
	}
}

func TestMistakesInsideTextsHaveHints(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{\"a\": \"b\nc\"}", `1:7: this is not JSON: '\n' stands inside a text (it is written \n)`},
		{"{\"a\": \"b\x01c\"}", `1:7: this is not JSON: '\x01' stands inside a text (it is written \u0001)`},
		{`{"a": "C:\data"}`, `1:7: this is not JSON: a \ inside a text has nothing behind it that it ` +
			`can change (a \ itself is written \\)`},
		{`{"a": "\u12`, `1:7: the text ends too early (a " is missing at the end of the text that begins ` +
			`here)`},
		{`{"a": tru`, `1:7: the text ends too early (a } or ] is missing)`},
	} {
		_, problems := ParseDocument([]byte(c.text))
		assert.Equal(t, c.want, strings.Join(lines(problems), "\n"))
	}
}

// FuzzTree compares what is read with the standard library's reading.
func FuzzTree(f *testing.F) {
	for _, text := range odd {
		f.Add(text)
	}
	f.Add(base)
	f.Fuzz(func(t *testing.T, text string) {
		requireSameAsStandard(t, text)
		requireSameWords(t, text)
	})
}
