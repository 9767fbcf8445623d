//go:build js

package store

import (
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"schedlab/wasm/desk"
	"schedlab/wasm/share"
)

// Store is the library. Its methods return at once and may be called from anywhere, also from callbacks of
// the browser. The work is done by a goroutine of its own, one thing after the other, since requests of
// IndexedDB must never be waited for inside such a callback. Answers come from that goroutine.
type Store struct {
	told    func(fault desk.StorageFault, reason string)
	heard   func(id string, record *share.Record)
	jobs    []func()
	isBusy  bool
	db      *idb.Database
	isLate  bool // a request to open the database waits for other pages
	final   *failure
	fault   desk.StorageFault
	memory  memory
	channel js.Value
	tab     tab
}

// New is the library of this browser. told hears how storage stands when that changes, heard which record
// another page has written, or deleted (nil).
func New(told func(desk.StorageFault, string), heard func(string, *share.Record)) *Store {
	s := &Store{told: told, heard: heard}
	s.listen()
	return s
}

// do has something done after all that was asked for before.
func (s *Store) do(job func()) {
	s.jobs = append(s.jobs, job)
	if s.isBusy {
		return
	}
	s.isBusy = true
	go func() {
		for len(s.jobs) > 0 {
			next := s.jobs[0]
			s.jobs = s.jobs[1:]
			next()
		}
		s.isBusy = false
	}()
}

// stand tells how storage stands, if that is new.
func (s *Store) stand(f *failure) {
	fault, reason := desk.StorageGood, ""
	if f != nil {
		fault, reason = f.fault, f.Error()
	}
	if fault != s.fault {
		s.fault = fault
		s.told(fault, reason)
	}
}

// Put writes a record if storage has the revision that it builds on. The answer is the record that another
// page has written in between, or nil: then it was written, or is held.
func (s *Store) Put(p desk.Put, answer func(theirs *share.Record)) {
	s.do(func() { answer(s.put(p)) })
}

func (s *Store) put(p desk.Put) (theirs *share.Record) {
	base := s.memory.base(p)
	failed := s.within("saving a scenario", writing, func(stores stores) error {
		stored, err := stores.read(p.Record.ID)
		if err != nil {
			return err
		}
		if theirs = nil; !mayWrite(stored, base) {
			theirs = stored
			return nil
		}
		return stores.write(recordStore, p.Record)
	})
	s.stand(failed)
	switch {
	case failed != nil:
		s.memory.keep(p)
		return nil
	case theirs == nil:
		s.announce(p.Record.ID)
	}
	s.memory.forget(p.Record.ID)
	return theirs
}

// Drop deletes a record.
func (s *Store) Drop(id string) { s.do(func() { s.drop(id) }) }

func (s *Store) drop(id string) {
	failed := s.within("deleting a scenario", writing, func(stores stores) error {
		return stores.drop(recordStore, id)
	})
	s.stand(failed)
	if failed != nil {
		s.memory.drop(id)
		return
	}
	s.memory.forget(id)
	s.announce(id)
}

// KeepDraft keeps a draft; answer says whether it was written.
func (s *Store) KeepDraft(r *share.Record, answer func(bool)) {
	s.do(func() {
		failed := s.within("keeping a draft", strictly, func(stores stores) error {
			return stores.write(draftStore, r)
		})
		s.stand(failed)
		answer(failed == nil)
	})
}

// DropDraft deletes a draft.
func (s *Store) DropDraft(id string, answer func(bool)) {
	s.do(func() {
		failed := s.within("deleting a draft", writing, func(stores stores) error {
			return stores.drop(draftStore, id)
		})
		s.stand(failed)
		answer(failed == nil)
	})
}

// Load reads all that is kept.
func (s *Store) Load(answer func(desk.Loaded)) { s.do(func() { answer(s.load()) }) }

func (s *Store) load() desk.Loaded {
	var l desk.Loaded
	failed := s.within("reading the library", reading, func(stores stores) error {
		l = desk.Loaded{}
		err := stores.each(recordStore, func(id, text string) {
			r, fault := share.ReadRecord(text)
			if fault != nil || r.ID != id {
				l.Asides = append(l.Asides, aside(id, text, fault))
				return
			}
			l.Records = append(l.Records, &r)
		})
		if err != nil {
			return err
		}
		l.Drafts, err = stores.drafts(&l.Asides)
		return err
	})
	s.stand(failed)
	l.Records = s.memory.over(l.Records)
	s.tab.alive = alive()
	l.Drafts = s.tab.gone(l.Drafts)
	return l
}

// misplaced is what is said of a record that stands under another ID than its own.
const misplaced = "file.fault.damaged"

func aside(id, text string, fault *share.Fault) share.Aside {
	if fault == nil {
		return share.Aside{ID: id, Text: text, Reason: misplaced}
	}
	return share.Aside{ID: id, Text: text, Reason: fault.Key}
}

// flush writes what is held, when storage takes it again.
func (s *Store) flush() {
	puts, drops := s.memory.owed()
	for _, p := range puts {
		if theirs := s.put(p); theirs != nil {
			s.heard(theirs.ID, theirs)
		}
	}
	for _, id := range drops {
		s.drop(id)
	}
}
