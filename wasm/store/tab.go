//go:build js

package store

import (
	"strings"
	"syscall/js"
	"time"

	"schedlab/wasm/desk"
	"schedlab/wasm/share"
)

// tab is what tells this page from the others: the ID of its draft. It lasts through reloads; a copy of the
// tab gets one of its own.
type tab struct {
	id    string
	alive map[string]bool // IDs of pages that are there; nil = this browser does not say
}

// Names in the tab's own storage.
const (
	tabName     = "schedlab-tab"
	addressName = "schedlab-tab-address"
	lockPrefix  = "schedlab-draft-"
)

// ID is a new ID.
func ID() string {
	crypto := js.Global().Get("crypto")
	bytes := js.Global().Get("Uint8Array").New(12)
	crypto.Call("getRandomValues", bytes)
	const digits = "0123456789abcdefghijkmnpqrstuvwxyz"
	id := make([]byte, 12)
	for i := range id {
		id[i] = digits[bytes.Index(i).Int()%len(digits)]
	}
	return string(id)
}

// Begin finds out what this page has to begin with. address is the page's, in full.
func (s *Store) Begin(address string, answer func(desk.Found)) {
	s.do(func() {
		kept, wasThere := s.claim()
		l := s.begins()
		f := desk.Found{Gone: s.tab.gone(l.Drafts), Saved: map[string]*share.Record{},
			IsHere: wasThere && kept == address}
		for _, r := range l.Records {
			f.Saved[r.ID] = r
		}
		for _, r := range l.Drafts {
			if r.ID == s.tab.id && wasThere {
				f.Own = r
			}
		}
		answer(f)
	})
}

// begins reads the drafts, and the records that they are drafts of.
func (s *Store) begins() (l desk.Loaded) {
	s.stand(s.within("reading the drafts", reading, func(stores stores) (err error) {
		l = desk.Loaded{}
		if l.Drafts, err = stores.drafts(&l.Asides); err != nil {
			return err
		}
		for _, draft := range l.Drafts {
			if draft.Of == "" {
				continue
			}
			r, err := stores.read(draft.Of)
			if err == nil && r != nil {
				l.Records = append(l.Records, r)
			}
		}
		return nil
	}))
	return l
}

// claimTime is how long the ID of a page that was loaded again may be held by the one before it. assumed: it
// is given back at once.
const claimTime = 100 * time.Millisecond

// claim makes the ID this page's alone. wasThere says that it is the one of this tab before it was loaded
// again, which kept its draft under an address.
func (s *Store) claim() (address string, wasThere bool) {
	id := session("getItem", tabName)
	if wasThere = id != "" && take(id); id != "" && !wasThere {
		time.Sleep(claimTime)
		wasThere = take(id)
	}
	if wasThere {
		address = session("getItem", addressName)
	} else {
		id = ID()
		take(id)
		session("setItem", tabName, id)
	}
	s.tab.id = id
	s.tab.alive = alive()
	return address, wasThere
}

// Tab is the ID of this page's draft; empty before Begin has answered.
func (s *Store) Tab() string { return s.tab.id }

// Address notes the address under which the draft is kept.
func (s *Store) Address(address string) { session("setItem", addressName, address) }

// IsExpected says that this tab has kept a draft before.
func IsExpected() bool { return session("getItem", addressName) != "" }

// session calls a method of the tab's own storage. Browsers that block it throw.
func session(method string, arguments ...any) (found string) {
	defer func() {
		if fault := recover(); fault != nil {
			_ = asError(fault)
		}
	}()
	value := named("sessionStorage").Call(method, arguments...)
	if value.Type() == js.TypeString {
		return value.String()
	}
	return ""
}

// take takes an ID for as long as the page is there; false if another page has it. Where there are no locks,
// nobody can tell.
func take(id string) bool {
	manager := js.Global().Get("navigator").Get("locks")
	if !manager.Truthy() {
		return true
	}
	answer := make(chan bool, 1)
	call := js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		isOurs := arguments[0].Truthy()
		answer <- isOurs
		if !isOurs {
			return nil
		}
		never := js.FuncOf(func(js.Value, []js.Value) any { return nil })
		return js.Global().Get("Promise").New(never)
	})
	request := manager.Call("request", lockPrefix+id, map[string]any{"ifAvailable": true}, call)
	refused := js.FuncOf(func(js.Value, []js.Value) any {
		answer <- true // locks are refused here: as if there were none
		return nil
	})
	request.Call("catch", refused)
	return <-answer
}

// alive are the IDs of the pages that are there; nil if this browser does not say.
func alive() map[string]bool {
	manager := js.Global().Get("navigator").Get("locks")
	if !manager.Truthy() {
		return nil
	}
	state, ok := settle(manager.Call("query"))
	if !ok {
		return nil
	}
	all := map[string]bool{}
	held := state.Get("held")
	for i := range held.Get("length").Int() {
		if id, isOurs := strings.CutPrefix(held.Index(i).Get("name").String(), lockPrefix); isOurs {
			all[id] = true
		}
	}
	return all
}

// idleTime is how long a draft must not have changed before its page counts as gone where a browser does not
// say, in milliseconds. assumed: who works does something once an hour.
const idleTime = 3_600_000

// gone are the drafts of pages that are not there any more.
func (t *tab) gone(drafts []*share.Record) []*share.Record {
	now := js.Global().Get("Date").Call("now").Float()
	var all []*share.Record
	for _, r := range drafts {
		isLeft := strings.HasPrefix(r.ID, desk.LeftMark)
		isGone := !t.alive[r.ID] && (t.alive != nil || now-float64(r.Changed) > idleTime)
		if r.ID != t.id && (isLeft || isGone) {
			all = append(all, r)
		}
	}
	return all
}
