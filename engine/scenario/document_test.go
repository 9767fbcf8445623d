package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSyntaxProblemsSayWhereAndWhatToDo(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, `1:1: the text ends too early (a scenario begins with {)`},
		{"{\n  \"a\": 1,\n}", `3:1: this is not JSON: '}' is not expected here (remove the comma before it)`},
		{`{"a": [1, 2,]}`, `1:13: this is not JSON: ']' is not expected here (remove the comma before it)`},
		{`{"a": 1 "b": 2}`, `1:9: this is not JSON: '"' is not expected here (perhaps a comma is missing ` +
			`before it)`},
		{`{'a': 1}`, `1:2: this is not JSON: '\'' is not expected here (texts and names stand in double ` +
			`quotes: "name")`},
		{`{a: 1}`, `1:2: this is not JSON: 'a' is not expected here (names and texts stand in double ` +
			`quotes: "name")`},
		{`{"a": yes}`, `1:7: this is not JSON: 'y' is not expected here ` +
			`(a value is a number, a "text", true, false, null, [a list] or {an object})`},
		{"{\"a\": 1, // b\n}", `1:10: this is not JSON: '/' is not expected here (JSON has no comments; ` +
			`remove it)`},
		{`[1,,2]`, `1:4: this is not JSON: ',' is not expected here (one of the two commas is too many)`},
		{`{"a": 1`, `1:8: the text ends too early (a } or ] is missing)`},
		{`{"a": "b`, `1:7: the text ends too early (a " is missing at the end of the text that begins here)`},
		{"{\"ä\": 5 5}", `1:9: this is not JSON: '5' is not expected here (perhaps a comma or a quote is ` +
			`missing before it)`},
		{`{} {}`, `1:4: there is text after the end of the document (the document ends with its last })`},
		{`[1]`, `1:1: expected an object, got a list (a scenario begins with {)`},
		{`{"a": {"b": 1, "b": 2}, "a": 3}`, `1:16: a.b: "b" occurs twice in this object (remove one of ` +
			`them)` + "\n" +
			`1:25: a: "a" occurs twice in this object (remove one of them)`},
	} {
		t.Run(c.text, func(t *testing.T) {
			_, problems := ParseDocument([]byte(c.text))
			assert.Equal(t, c.want, strings.Join(lines(problems), "\n"))
		})
	}
}

func TestSizeAndDepthOfDocumentsAreBounded(t *testing.T) {
	_, problems := ParseDocument(bytes.Repeat([]byte{' '}, MaxText+1))
	assert.Equal(t, []string{"1,048,577 bytes of text; at most 1,048,576"}, lines(problems))
	nested := func(depth int) []byte {
		return []byte(`{"a":` + strings.Repeat("[", depth-1) + strings.Repeat("]", depth-1) + "}")
	}
	_, problems = ParseDocument(nested(MaxDepth))
	assert.Empty(t, problems)
	_, problems = ParseDocument(nested(MaxDepth + 1))
	require.Len(t, problems, 1)
	assert.Equal(t, "values are nested more than 64 deep", problems[0].Message)
	_, problems = ParseDocument([]byte(strings.Repeat(`{"a":`, 100_000)))
	assert.Len(t, problems, 1)
}

func TestByteOrderMarkIsNoMistake(t *testing.T) {
	d, problems := ParseDocument([]byte("\ufeff{}"))
	assert.Empty(t, problems)
	assert.Equal(t, Object, d.Root.Kind)
}

// asAny is what the standard library reads.
func asAny(t *testing.T, text []byte) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var v any
	require.NoError(t, decoder.Decode(&v))
	return v
}

func TestBytesKeepWhatTheDocumentSaysAndAreStable(t *testing.T) {
	for _, text := range []string{base, string(fixture(t, "short.json")), string(fixture(t, "long.json")),
		string(fixture(t, "storage.json")),
		`{}`, `{"a": [], "b": {}, "c": null, "d": [true, false, -1.50e+3], "e": "<&> \" \n   "}`} {
		d := parsed(t, text)
		printed := d.Bytes()
		assert.Equal(t, asAny(t, []byte(text)), asAny(t, printed))
		assert.Equal(t, asAny(t, []byte(text)), asAny(t, d.Compact()))
		assert.Equal(t, string(printed), string(parsed(t, string(printed)).Bytes()))
		for _, line := range strings.Split(string(printed), "\n") {
			assert.LessOrEqual(t, len(line), lineWidth+2)
		}
	}
}

func TestBytesAreWhatAPersonWouldWrite(t *testing.T) {
	d := parsed(t, `{"version":1,"title":"A title","machine":{"packages":4,"cores_per_node":24},
"workload":{"classes":[{"name":"cheap","cpu_ms":0.25},
{"name":"long","title":"A long title of a class","cost":12.5,"dop":8,"cpu_ms":"endless","reads":1000}]}}`)
	assert.Equal(t, `{
  "version": 1,
  "title": "A title",
  "machine": { "packages": 4, "cores_per_node": 24 },
  "workload": {
    "classes": [
      { "name": "cheap", "cpu_ms": 0.25 },
      { "name": "long", "title": "A long title of a class", "cost": 12.5, "dop": 8,
        "cpu_ms": "endless", "reads": 1000 }
    ]
  }
}
`, string(d.Bytes()))
}

func TestCompactHasNoSpaces(t *testing.T) {
	assert.Equal(t, `{"a":[1,{"b":"c d"}],"e":{}}`, string(parsed(t,
		`{ "a": [1, { "b": "c d" }], "e": {} }`).Compact()))
}

func TestVersions(t *testing.T) {
	for _, c := range []struct{ version, want string }{
		{`"version": 2, `, `1:14: version: version 2 is newer than this Schedlab, which reads up to 1 (a ` +
			`newer Schedlab reads it)`},
		{`"version": 0, `, `1:14: version: there is no version 0 (versions go from 1 to 1)`},
		{`"version": 1.5, `, `1:14: version: there is no version 1.5 (versions go from 1 to 1)`},
		{`"version": "1", `, `1:14: version: expected a whole number, got text`},
		{``, `version: is missing ("version": 1)`},
	} {
		text := strings.Replace(base, `"version": 1, `, c.version, 1)
		_, problems := Parse([]byte(text), products())
		assert.Equal(t, []string{c.want}, lines(problems), c.version)
	}
}

func TestUpgradersRunFromTheDocumentsVersionOn(t *testing.T) {
	assert.Len(t, upgraders, Version-1, "one upgrader from each older version")
}

func TestGroupedNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567",
		-100: "-100"} {
		assert.Equal(t, want, grouped(n))
	}
}

func TestTreesAreMadeByHandToo(t *testing.T) {
	tree := Fields(Member{Name: "a", Value: Int(-3)}, Member{Name: "b", Value: Decimal(1500, 3)},
		Member{Name: "c", Value: Items(Words("x"), Flag(true), Tree{})})
	assert.Equal(t, `{ "a": -3, "b": 1.5, "c": ["x", true, null] }`, tree.String())
	value, problem := ParseTree(tree.String())
	require.Nil(t, problem)
	assert.Equal(t, tree.String(), value.String())
	_, problem = ParseTree(`1 2`)
	assert.NotNil(t, problem)
	_, problem = ParseTree(strings.Repeat(" ", MaxText+1))
	assert.NotNil(t, problem)
}

func TestLongForeignTextIsCutInMessages(t *testing.T) {
	long := strings.Repeat("ä", 100)
	assert.Equal(t, strings.Repeat("ä", 60)+"…", clip(long))
	assert.Equal(t, "short", clip("short"))
	names := []string{}
	for i := range 10 {
		names = append(names, fmt.Sprint(i))
	}
	assert.Equal(t, `"0", "1", "2", "3", "4", "5", "6", "7" and 2 more`, quoted(names))
}
