package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzParse feeds texts to everything that reads them: nothing panics, problems are bounded and have words,
// and what is printed reads the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte(base))
	f.Add(fixture(f, "short.json"))
	f.Add(fixture(f, "long.json"))
	f.Add(fixture(f, "storage.json"))
	for _, c := range broken {
		f.Add([]byte(c.change))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, problems := ParseDocument(text)
		require.LessOrEqual(t, len(problems), MaxProblems)
		if len(problems) > 0 {
			return
		}
		printed := d.Bytes()
		again, problems := ParseDocument(printed)
		require.Empty(t, problems)
		assert.Equal(t, string(printed), string(again.Bytes()))
		_, problems = Read(d, products())
		_, twice := Read(again, products())
		assert.Len(t, twice, len(problems))
		require.LessOrEqual(t, len(problems), MaxProblems)
		for _, p := range problems {
			assert.NotEmpty(t, p.Message)
		}
	})
}

// FuzzSet feeds paths to edits: nothing panics, and what was set is there.
func FuzzSet(f *testing.F) {
	for _, c := range broken {
		f.Add(c.change)
	}
	f.Add("workload.classes[*].dop=3")
	f.Add("workload.sessions[*].run[*]=null")
	f.Fuzz(func(t *testing.T, text string) {
		a, problems := ParseAssignment(text)
		if len(problems) > 0 {
			return
		}
		d, problems := parsed(t, base).Set(a.Path, a.Value)
		if len(problems) > 0 {
			return
		}
		value, ok := d.Get(a.Path)
		assert.True(t, ok)
		assert.Equal(t, a.Value.String(), value.String())
		Read(d, products())
		_, problems = d.Copy(a.Path)
		assert.LessOrEqual(t, len(problems), 1)
		d, problems = d.Remove(a.Path)
		assert.Equal(t, isSeveral(a.Path), len(problems) > 0)
		Read(d, products())
	})
}
