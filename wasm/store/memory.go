// Package store keeps the library in this browser: in IndexedDB or, as long as that is refused, in memory. It
// never gives up work: what cannot be written is held, and written as soon as that is possible again.
package store

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/share"
)

// memory holds what storage did not take.
type memory struct {
	records map[string]held
	dropped map[string]bool // deleted, but not in storage
}

// held is a record, and the revision that storage has of it.
type held struct {
	record *share.Record
	base   int64
}

// base is the revision on which a put builds in storage: what was held in between was never there.
func (m *memory) base(p desk.Put) int64 {
	if h, isHeld := m.records[p.Record.ID]; isHeld {
		return h.base
	}
	return p.Base
}

// keep holds a record that storage did not take.
func (m *memory) keep(p desk.Put) {
	if m.records == nil {
		m.records = map[string]held{}
	}
	m.records[p.Record.ID] = held{record: p.Record, base: m.base(p)}
	delete(m.dropped, p.Record.ID)
}

// drop holds that a record was deleted.
func (m *memory) drop(id string) {
	if m.dropped == nil {
		m.dropped = map[string]bool{}
	}
	m.dropped[id] = true
	delete(m.records, id)
}

// forget lets go of what storage has taken.
func (m *memory) forget(id string) {
	delete(m.records, id)
	delete(m.dropped, id)
}

// owed is all that storage has still to take.
func (m *memory) owed() (puts []desk.Put, drops []string) {
	for _, h := range m.records {
		puts = append(puts, desk.Put{Record: h.record, Base: h.base})
	}
	for id := range m.dropped {
		drops = append(drops, id)
	}
	return puts, drops
}

// over is what storage has, with what is held in its place.
func (m *memory) over(stored []*share.Record) []*share.Record {
	var all []*share.Record
	for _, r := range stored {
		if _, isHeld := m.records[r.ID]; !isHeld && !m.dropped[r.ID] {
			all = append(all, r)
		}
	}
	for _, h := range m.records {
		all = append(all, h.record)
	}
	return all
}

// mayWrite says whether a put that builds on a revision may replace what is stored. What somebody else has
// deleted may be written again.
func mayWrite(stored *share.Record, base int64) bool {
	return stored == nil || stored.Revision == base
}
