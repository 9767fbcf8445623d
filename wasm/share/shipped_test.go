package share

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/scenarios"
)

func TestShippedScenariosAreALineEach(t *testing.T) {
	all := []Shipped{
		NewShipped("one", []byte("{\n  \"title\": \"A tab\\t and a line\\nend\",\n  \"seed\": 3\n}\n")),
		NewShipped("two", []byte(`{"summary": "Said."}`)),
	}
	text := WriteShipped(all)
	assert.Equal(t, "one\tA tab  and a line end\t\t"+`{"title":"A tab\t and a line\nend","seed":3}`+"\n"+
		"two\ttwo\tSaid.\t"+`{"summary":"Said."}`+"\n", text)
	assert.Equal(t, []Shipped{
		{"one", "A tab  and a line end", "", []byte(`{"title":"A tab\t and a line\nend","seed":3}`)},
		{"two", "two", "Said.", []byte(`{"summary":"Said."}`)},
	}, ReadShipped(text))
}

func TestTheShippedScenariosAreReadAsTheyWereWritten(t *testing.T) {
	var all []Shipped
	for _, s := range scenarios.All() {
		all = append(all, NewShipped(s.Name, s.Text))
	}
	for i, s := range ReadShipped(WriteShipped(all)) {
		assert.Equal(t, all[i].Name, s.Name)
		assert.Equal(t, all[i].Title, s.Title)
		assert.Equal(t, all[i].Summary, s.Summary)
		assert.JSONEq(t, string(all[i].Text), string(s.Text))
	}
}
