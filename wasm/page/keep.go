//go:build js

package page

import (
	"syscall/js"
	"time"

	"schedlab/wasm/desk"
	"schedlab/wasm/share"
	"schedlab/wasm/store"
	"schedlab/wasm/widget"
)

// keeper is what the page does for the library: see desk.Shelf for what it decides.
type keeper struct {
	store    *store.Store
	sent     int    // version of the document whose draft was handed over
	cancel   func() // the draft that is to be handed over soon; nil = there is none
	undoom   func()
	isLoaded bool
}

// Times, in milliseconds.
const (
	// draftEvery is how soon after an edit its draft is handed over; the browser then needs a few more. Who
	// goes on editing is not waited for.
	draftEvery = 300
	// doomTime is how long a deleted scenario can be taken back.
	doomTime = 10_000
	// foundTime is how long the page waits for a draft before it begins without.
	foundTime = 300
	// expectedTime is the same where it is known that a draft is there: a little longer than the database may
	// take to open.
	expectedTime = 4000
)

// draftsName is the name under which this browser remembers that drafts were kept.
const draftsName = "drafts"

// beginKept begins with the draft that this tab, or a page that is gone, has left; false if there is none.
func (p *Page) beginKept() bool {
	p.keep.store = store.New(
		func(fault desk.StorageFault, reason string) { p.note(desk.Stood{Fault: fault, Reason: reason}) },
		func(id string, r *share.Record) { p.note(desk.Heard{ID: id, Record: r}) })
	p.state.Shelf.Means = desk.Means{ID: store.ID, Date: date,
		Now: func() int64 { return int64(js.Global().Get("Date").Call("now").Float()) }}
	isLate := false
	found := make(chan desk.Found, 1)
	here := address()
	p.keep.store.Begin(here, func(f desk.Found) {
		f.IsBare, f.Address = here == "", widget.Address()
		if isLate {
			p.note(desk.Late{Found: f})
			return
		}
		found <- f
	})
	widget.Window().Listen("pagehide", func(js.Value) { p.guard(p.goAway) })
	widget.OnHidden(func() { p.guard(p.keepNow) })
	widget.OnVisible(func() {
		if p.keep.store.IsDeaf() {
			p.load()
		}
	})
	patience := time.Duration(foundTime)
	if store.IsExpected() || widget.Recall(draftsName) != "" {
		patience = expectedTime
	}
	select {
	case f := <-found:
		return p.state.Begun(f)
	case <-time.After(patience * time.Millisecond):
		isLate = true
		return false
	}
}

// address is the part of the page's address that tells what is open, as it stands there.
func address() string { return js.Global().Get("location").Get("hash").String() }

// note notes what storage answers. Before the page is built there is no frame in which it could be shown.
func (p *Page) note(action desk.Action) {
	if p.frame == nil {
		p.queue = append(p.queue, action)
		return
	}
	p.act(action)
}

// shelve does what the state asks for of the library, and hands drafts over.
func (p *Page) shelve(e desk.ShelfEffects) {
	k := &p.keep
	if k.store == nil {
		return // a frame keeps nothing
	}
	for _, put := range e.Puts {
		p.put(put)
	}
	for _, id := range e.Drops {
		k.store.Drop(id)
	}
	for _, id := range e.DropDraft {
		k.store.DropDraft(id, func(bool) {})
	}
	for _, r := range e.Leave {
		k.store.KeepDraft(r, func(bool) {})
	}
	if e.Persist {
		k.store.Persist()
	}
	if e.Shut {
		p.dialogs["naming"].Root.CloseModal()
	}
	if e.Doom {
		p.doomLater()
	}
	if e.Load || p.isShown && !k.isLoaded {
		p.load()
	}
	if k.cancel == nil && p.state.DraftDue() && p.state.Version != k.sent && k.store.Tab() != "" {
		k.cancel = widget.After(draftEvery, func() { p.guard(p.keepNow) })
	}
}

func (p *Page) put(put desk.Put) {
	p.keep.store.Put(put, func(theirs *share.Record) {
		if theirs != nil {
			p.act(desk.Clash{Put: put, Theirs: theirs})
			return
		}
		p.act(desk.Stored{Record: put.Record})
	})
}

// load reads the library; the first time when the first picture is there.
func (p *Page) load() {
	p.keep.isLoaded = true
	p.keep.store.Load(func(l desk.Loaded) { p.act(l) })
	p.keep.store.Weigh(func(w desk.Weight) { p.act(desk.Weighed{Weight: w}) })
}

func (p *Page) doomLater() {
	if p.keep.undoom != nil {
		p.keep.undoom()
	}
	p.keep.undoom = widget.After(doomTime, func() { p.act(desk.Doomed{}) })
}

// keepNow hands the draft over.
func (p *Page) keepNow() { p.keepDraft(func() {}) }

// keepDraft hands the draft over, if it is not kept yet; then is called when storage has answered.
func (p *Page) keepDraft(then func()) {
	k, version := &p.keep, p.state.Version
	if k.cancel != nil {
		k.cancel()
		k.cancel = nil
	}
	if k.store == nil || !p.state.DraftDue() || k.store.Tab() == "" {
		then()
		return
	}
	k.sent = version
	kept := func(ok bool) {
		if ok {
			p.act(desk.DraftKept{Version: version})
		} else {
			k.sent = -1 // again with the next thing that is done
		}
		then()
	}
	if r, ok := p.state.Draft(k.store.Tab()); ok {
		k.store.Address(address())
		widget.Remember(draftsName, "kept")
		k.store.KeepDraft(r, kept)
		return
	}
	k.store.DropDraft(k.store.Tab(), kept)
}

// goAway is the last that the page does. No frame comes any more for what was done since the last one.
func (p *Page) goAway() {
	p.apply()
	p.keepNow()
	if r := p.state.Shelf.Deleted; r != nil && !r.IsDraft {
		p.keep.store.Drop(r.ID)
	}
}

// date writes an instant as people here write it: the time alone if it is of today.
func date(milliseconds int64) string {
	at := js.Global().Get("Date").New(milliseconds)
	time := map[string]any{"hour": "2-digit", "minute": "2-digit"}
	if today := js.Global().Get("Date").New(); today.Call("toDateString").Equal(at.Call("toDateString")) {
		return at.Call("toLocaleTimeString", "en-GB", time).String()
	}
	time["day"], time["month"], time["year"] = "numeric", "short", "numeric"
	return at.Call("toLocaleString", "en-GB", time).String()
}
