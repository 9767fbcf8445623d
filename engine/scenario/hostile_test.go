package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTextsOfAMegabyteAreReadAndNoMore(t *testing.T) {
	around := `{"version":1,"title":""}`
	fits := strings.Replace(around, `""`, `"`+strings.Repeat("x", MaxText-len(around))+`"`, 1)
	require.Len(t, fits, MaxText)
	_, problems := Parse([]byte(fits), products())
	require.NotEmpty(t, problems)
	assert.Equal(t, "1:22: title: 1,048,552 characters; at most 200", problems[0].String())
	_, problems = Parse([]byte(fits+" "), products())
	assert.Equal(t, []string{"1,048,577 bytes of text; at most 1,048,576"}, lines(problems))
	_, problems = ParseDocument([]byte("\ufeff" + fits))
	assert.Empty(t, problems, "a byte order mark does not count")
}

func TestDeepValuesAreRefusedWhereverTheyStand(t *testing.T) {
	for _, open := range []string{`{"a":`, `[`} {
		for _, depth := range []int{MaxDepth - 1, MaxDepth, MaxDepth + 1, 100_000} {
			text := `{"a":` + strings.Repeat(open, depth-1) + "1" +
				strings.Repeat(map[string]string{`{"a":`: "}", `[`: "]"}[open], depth-1) + "}"
			_, problems := ParseDocument([]byte(text))
			if depth <= MaxDepth {
				assert.Empty(t, lines(problems), "%s %d", open, depth)
				continue
			}
			column := 1 + len(`{"a":`) + (MaxDepth-1)*len(open)
			assert.Equal(t, []string{fmt.Sprintf("1:%d: values are nested more than 64 deep", column)},
				lines(problems))
		}
	}
	_, problem := ParseTree(strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth))
	assert.Nil(t, problem)
	_, problem = ParseTree(strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1))
	assert.NotNil(t, problem)
}

func TestNamesThatOccurTwiceAreToldByPlace(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"a":1,"a":1}`, `1:8: a: "a" occurs twice in this object (remove one of them)`},
		{`{"a":1,"\u0061":1}`, `1:8: a: "a" occurs twice in this object (remove one of them)`},
		{`{"":1,"":1}`, `1:7: [""]: "" occurs twice in this object (remove one of them)`},
		{`{"a.b":1,"a.b":1}`, `1:10: ["a.b"]: "a.b" occurs twice in this object (remove one of them)`},
		{`{"ä":1,"ä":1}`, `1:8: ä: "ä" occurs twice in this object (remove one of them)`},
		{"{\"l\":[0,\n{\"a\":1,\r\n\t\"a\":1}]}", `3:2: l[1].a: "a" occurs twice in this object ` +
			`(remove one of them)`},
		{`{"a":1,"A":1}`, ``}, {`{"a":{"a":{"a":1}}}`, ``}, {`{"l":[{"a":1},{"a":1}]}`, ``},
	} {
		_, problems := ParseDocument([]byte(c.text))
		assert.Equal(t, c.want, strings.Join(lines(problems), "\n"), c.text)
	}
	_, problems := ParseDocument([]byte(`{"a":0` + strings.Repeat(`,"a":0`, 5000) + "}"))
	assert.Len(t, problems, MaxProblems)
}

func TestPlacesCountLinesAndCharacters(t *testing.T) {
	for _, c := range []struct {
		before       string
		line, column int
	}{
		{``, 1, 1}, {" \t ", 1, 4}, {"\n", 2, 1}, {"\r\n", 2, 1}, {"\n\n   ", 3, 4}, {"\ufeff  ", 1, 3},
	} {
		_, problems := ParseDocument([]byte(c.before + "]"))
		require.Len(t, problems, 1, c.before)
		assert.Equal(t, [2]int{c.line, c.column}, [2]int{problems[0].Line, problems[0].Column}, "%q",
			c.before)
	}
	for _, word := range []string{"a", "ä", "漢字", "😀", "e\u0301"} {
		_, problems := ParseDocument([]byte(`{"` + word + `": ?}`))
		require.Len(t, problems, 1)
		assert.Equal(t, 6+len([]rune(word)), problems[0].Column, "characters are code points: %s", word)
	}
}

func TestPlacesAreForgottenByEdits(t *testing.T) {
	d := parsed(t, strings.Replace(base, `"version"`, `"seed": -1, "version"`, 1))
	_, problems := Read(d, products())
	require.Len(t, problems, 1)
	assert.Equal(t, [2]int{1, 11}, [2]int{problems[0].Line, problems[0].Column})
	d, problems = d.Set("title", Words("x"))
	require.Empty(t, problems)
	_, problems = Read(d, products())
	assert.Equal(t, []Problem{{Path: "seed", Message: "-1 is too small; at least 0",
		Hint: "from 0 to 9,007,199,254,740,992"}}, problems)
}

func TestTextThatIsNoUnicodeIsReplaced(t *testing.T) {
	for _, bad := range []string{"\xff", "\xc3", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80"} {
		d, problems := ParseDocument([]byte(`{"a":"` + bad + `"}`))
		require.Empty(t, lines(problems))
		text, _ := d.Get("a")
		assert.Equal(t, strings.Repeat("�", len(bad)), text.Text, "%q", bad)
		_, problems = ParseDocument([]byte(bad))
		assert.Len(t, problems, 1)
	}
}

func TestControlCharactersInsideTextsAreRefused(t *testing.T) {
	for _, c := range []string{"\x00", "\n", "\t", "\x1f"} {
		_, problems := ParseDocument([]byte(`{"a":"x` + c + `y"}`))
		require.Len(t, problems, 1, "%q", c)
		assert.Contains(t, problems[0].Message, "this is not JSON", "%q", c)
		assert.Equal(t, [2]int{1, 6}, [2]int{problems[0].Line, problems[0].Column}, "%q", c)
	}
}

func TestWordsThatAreNoJSONAreRefused(t *testing.T) {
	for _, word := range []string{"NaN", "Infinity", "-Infinity", "+1", "01", "1.", ".5", "0x10", "1e",
		"True",
		"nul", "undefined", "`a`", "1_000", "-", "--1", "\\u0061", "\"\\x41\"", "[1 2]", "{1:2}", "{\"a\"}",
		"{\"a\":}", "{,}", "[,]", "}", "]", ":"} {
		_, problems := ParseDocument([]byte(`{"a": ` + word + `, "b": 1}`))
		require.Len(t, problems, 1, word)
		assert.NotEmpty(t, problems[0].Message, word)
		assert.Equal(t, 1, problems[0].Line, word)
		assert.GreaterOrEqual(t, problems[0].Column, 7, word)
		_, problem := ParseTree(word)
		assert.NotNil(t, problem, word)
	}
}

func TestEveryBeginningOfADocumentEndsTooEarly(t *testing.T) {
	text := strings.TrimSpace(string(fixture(t, "short.json")))
	for n := range len(text) {
		_, problems := ParseDocument([]byte(text[:n]))
		require.Len(t, problems, 1, text[:n])
		require.Equal(t, "the text ends too early", problems[0].Message, text[:n])
	}
}

func TestHugeNumbersAreProblemsEverywhere(t *testing.T) {
	for _, literal := range []string{"1e400", "-1e400", "1" + strings.Repeat("0", 5000), "1e-400",
		"0." + strings.Repeat("0", 5000) + "1", "9223372036854775808", "1e2147483648"} {
		for _, n := range numbers {
			d, _, _ := written(t, n.path, literal)
			problems := problemsAt(t, d)
			require.Equal(t, []string{n.path}, paths(problems), "%.20s", literal)
			require.Less(t, len(problems[0].String()), 300, "what is foreign is cut")
		}
	}
}

func TestZeroHasManySpellings(t *testing.T) {
	for _, literal := range []string{"0", "-0", "0.000", "0e999", "-0.0e-999999999999", "0E+7"} {
		d, _, _ := written(t, "workload.classes[0].reads", literal)
		assert.Empty(t, lines(problemsAt(t, d)), literal)
		d, _, _ = written(t, "workload.classes[0].coordinator_us", literal)
		s, _ := Read(d, products())
		assert.Zero(t, s.Workload.Classes[0].Steps[0].Coordinator, literal)
	}
	for literal, want := range map[string]int64{"4e2": 400, "400.0": 400, "0.4e3": 400, "4000e-1": 400} {
		d, _, _ := written(t, "workload.classes[0].reads", literal)
		s, _ := Read(d, products())
		assert.Equal(t, want, s.Workload.Classes[0].Steps[0].Reads, literal)
	}
}

func TestForeignNamesInMessagesAreCut(t *testing.T) {
	name := strings.Repeat("n", 4000)
	d := added(t, "", name)
	problems := problemsAt(t, d)
	require.Len(t, problems, 1)
	assert.Equal(t, `a scenario has no "`+strings.Repeat("n", 60)+`…"`, problems[0].Message)
	requireOnly(t, spot{"workload.arrivals[0].process", `"` + name + `"`}, `"`+strings.Repeat("n",
		60)+`…" is no choice`,
		`one of "poisson", "fixed"`)
}

func TestParsedTreesTellTheFirstMistake(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "the text ends too early",
		"1 2":                 "there is text after the end of the document",
		"{\"a\":1,":           "the text ends too early",
		"[1,]":                `this is not JSON: ']' is not expected here`,
		"x":                   `this is not JSON: 'x' is not expected here`,
		`{"a":1,"a":2,"a":3}`: `"a" occurs twice in this object`,
	} {
		_, problem := ParseTree(text)
		require.NotNil(t, problem, text)
		assert.Equal(t, want, problem.Message, text)
	}
}
