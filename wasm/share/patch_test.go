package share

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/scenario"
)

func tree(t *testing.T, text string) scenario.Tree {
	t.Helper()
	parsed, problem := scenario.ParseTree(text)
	require.Nil(t, problem, text)
	return parsed
}

func tight(t scenario.Tree) string { return string(scenario.Document{Root: t}.Compact()) }

func TestChangesAreShortAndExact(t *testing.T) {
	for _, c := range []struct{ from, to, change string }{
		{`1`, `2`, `2`},
		{`"a"`, `"a"`, `"a"`},
		{`1`, `null`, `["=",null]`},
		{`{"a":1,"b":2}`, `{"a":1,"b":3}`, `{"b":3}`},
		{`{"a":1,"b":2}`, `{"a":1}`, `{"b":null}`},
		{`{"a":1,"b":2}`, `{"a":1,"b":null}`, `{"b":["=",null]}`},
		{`{"a":1}`, `{"a":1,"c":true}`, `{"c":true}`},
		{`{"a":1}`, `{"c":true,"a":1}`, `{"c":["+",0,true]}`},
		{`{"a":1}`, `{"a":1,"c":{}}`, `{"c":["=",{}]}`},
		{`{"a":1,"b":2,"long":"the quick brown fox"}`, `{"b":2,"long":"the quick brown fox","a":1}`,
			`{"a":["+",2,1]}`},
		{`{"a":{"b":{"c":1,"d":"some text that stays"}}}`,
			`{"a":{"b":{"c":1.50,"d":"some text that stays"}}}`, `{"a":{"b":{"c":1.50}}}`},
		{`["one","two","three","four"]`, `["one","three","four"]`, `["~",4,1,-1]`},
		{`["one","two","three","four"]`, `["one","two","new","three","four"]`, `["~",4,2,["+","new"]]`},
		{`[{"a":1,"b":"some text"},{"a":2,"b":"some text"}]`,
			`[{"a":1,"b":"some text"},{"a":9,"b":"some text"}]`, `["~",2,1,{"a":9}]`},
		{`[1,2,3,4,5,6,7,8,9,10,11]`, `[1,2,3,4,5,0,7,8,9,10,11]`, `["~",11,5,["=",0]]`},
		{`[1]`, `{}`, `["=",{}]`},
		{`[]`, `["=",1]`, `["=",["=",1]]`},
	} {
		from, to := tree(t, c.from), tree(t, c.to)
		change := changes(from, to)
		require.Equal(t, c.change, tight(change), "%s to %s", c.from, c.to)
		again, fits := patched(from, change)
		require.True(t, fits, c.change)
		require.Equal(t, c.to, tight(again), "%s by %s", c.from, c.change)
	}
}

func TestChangesThatDoNotFitSaySo(t *testing.T) {
	for _, c := range []struct{ from, change string }{
		{`{}`, `{"a":null}`}, {`{}`, `{"a":{"b":1}}`}, {`{"a":1}`, `{"a":{"b":1}}`}, {`1`, `{"b":1}`},
		{`[1,2]`, `["~",3,1,-1]`}, {`[1,2]`, `["~",2,3]`}, {`[1,2]`, `["~",2,-3]`}, {`[1]`, `["~",1,1,{}]`},
		{`[1]`, `["~",1,-9223372036854775808]`}, {`[1]`, `["~",1,1e3]`}, {`1`, `["~",1]`}, {`1`, `[]`},
		{`1`, `null`}, {`1`, `["?"]`}, {`1`, `["=",1,2]`}, {`{"a":1}`, `{"b":["+",-1,2]}`},
		{`{"a":1}`, `{"b":["+",3,2]}`}, {`{"a":1}`, `{"b":["+",1,2],"c":["+",0,2]}`},
		{`[1]`, `["~"]`}, {`[1]`, `["~","1"]`},
	} {
		_, fits := patched(tree(t, c.from), tree(t, c.change))
		require.False(t, fits, "%s by %s", c.from, c.change)
	}
}

// grown is a random value; the numbers of a small range make equal ones likely.
func grown(random *rand.Rand, depth int) scenario.Tree {
	kind := random.IntN(6)
	if depth == 0 {
		kind %= 4
	}
	switch kind {
	case 0:
		return scenario.Tree{}
	case 1:
		return scenario.Flag(random.IntN(2) == 0)
	case 2:
		return scenario.Int(int64(random.IntN(4)))
	case 3:
		return scenario.Words([]string{"", "=", "+", "~"}[random.IntN(4)])
	case 4:
		list := scenario.Items()
		for range random.IntN(5) {
			list.Items = append(list.Items, grown(random, depth-1))
		}
		return list
	}
	object := scenario.Fields()
	for _, i := range random.Perm(5)[:random.IntN(5)] {
		object.Members = append(object.Members,
			scenario.Member{Name: string(rune('a' + i)), Value: grown(random, depth-1)})
	}
	return object
}

func TestAnyTwoValuesHaveChangesThatAreExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		from, to := grown(random, 3), grown(random, 3)
		change := tree(t, tight(changes(from, to)))
		again, fits := patched(from, change)
		require.True(t, fits, "%s to %s by %s", tight(from), tight(to), tight(change))
		require.Equal(t, tight(to), tight(again), "from %s by %s", tight(from), tight(change))
	}
}

func TestLongListsChangeWithoutBeingRepeated(t *testing.T) {
	items := make([]string, 3000)
	for i := range items {
		items[i] = `{"name":"item ` + strconv.Itoa(i) + `","count":1}`
	}
	list := func() scenario.Tree { return tree(t, "["+strings.Join(items, ",")+"]") }
	from := list()
	items[10], items[2900] = `{"name":"item 10","count":2}`, `{"name":"other","count":1}`
	to := list()
	change := changes(from, to)
	again, fits := patched(from, change)
	require.True(t, fits)
	require.Equal(t, tight(to), tight(again))
	require.Less(t, len(tight(change)), 100, "of 90,000 characters two places have changed")
}

func FuzzChange(f *testing.F) {
	f.Add(`{"a":[1,2,{"b":3}]}`, `{"a":["~",3,1,-1,{"b":4}],"c":["+",0,1]}`)
	f.Add(`[1,2,3]`, `["~",3,-9223372036854775808]`)
	f.Fuzz(func(t *testing.T, from, change string) {
		a, problem := scenario.ParseTree(from)
		b, wrong := scenario.ParseTree(change)
		if problem != nil || wrong != nil {
			return
		}
		if result, fits := patched(a, b); fits {
			require.LessOrEqual(t, len(tight(result)), len(tight(a))+len(tight(b)), "nothing is repeated")
		}
		again, fits := patched(a, changes(a, b))
		require.True(t, fits)
		require.Equal(t, tight(b), tight(again))
	})
}
