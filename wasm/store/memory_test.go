package store

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"schedlab/wasm/desk"
	"schedlab/wasm/share"
)

func put(id string, base int64) desk.Put {
	return desk.Put{Record: &share.Record{ID: id, Revision: base + 1}, Base: base}
}

func TestWhatStorageDidNotTakeBuildsOnWhatItHas(t *testing.T) {
	var m memory
	assert.Equal(t, int64(3), m.base(put("a", 3)))
	m.keep(put("a", 3))
	m.keep(put("a", 4))
	assert.Equal(t, int64(3), m.base(put("a", 5)), "storage still has revision 3")
	puts, drops := m.owed()
	assert.Equal(t, []desk.Put{{Record: &share.Record{ID: "a", Revision: 5}, Base: 3}}, puts)
	assert.Empty(t, drops)
	m.forget("a")
	assert.Equal(t, int64(5), m.base(put("a", 5)))
	puts, _ = m.owed()
	assert.Empty(t, puts)
}

func TestHeldRecordsStandInThePlaceOfStoredOnes(t *testing.T) {
	var m memory
	m.keep(put("a", 1))
	m.keep(put("new", 0))
	m.drop("b")
	all := m.over([]*share.Record{{ID: "a", Revision: 1}, {ID: "b", Revision: 1}, {ID: "c", Revision: 7}})
	assert.ElementsMatch(t, []*share.Record{{ID: "c", Revision: 7}, {ID: "a", Revision: 2},
		{ID: "new", Revision: 1}}, all)
	m.keep(put("b", 1))
	_, drops := m.owed()
	assert.Empty(t, drops, "a record that is saved again is not deleted later")
}

func TestOnlyTheRevisionThatAPutBuildsOnIsReplaced(t *testing.T) {
	for _, c := range []struct {
		name   string
		stored *share.Record
		base   int64
		want   bool
	}{
		{"a new one", nil, 0, true},
		{"the one it builds on", &share.Record{Revision: 4}, 4, true},
		{"another page was faster", &share.Record{Revision: 5}, 4, false},
		{"an ID that is taken", &share.Record{Revision: 1}, 0, false},
		{"deleted by another page", nil, 4, true},
	} {
		assert.Equal(t, c.want, mayWrite(c.stored, c.base), c.name)
	}
}
