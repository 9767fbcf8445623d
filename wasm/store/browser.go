//go:build js

package store

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/share"
)

// settle waits for a promise; ok is false if it was broken.
func settle(promise js.Value) (value js.Value, ok bool) {
	type end struct {
		value js.Value
		ok    bool
	}
	ended := make(chan end, 1)
	kept := js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		ended <- end{arguments[0], true}
		return nil
	})
	broken := js.FuncOf(func(js.Value, []js.Value) any {
		ended <- end{}
		return nil
	})
	promise.Call("then", kept, broken)
	e := <-ended
	kept.Release()
	broken.Release()
	return e.value, e.ok
}

const channelName = "schedlab-library"

// listen hears what other pages write.
func (s *Store) listen() {
	defer func() {
		if fault := recover(); fault != nil {
			_ = asError(fault) // a foreign frame: there are no other pages
		}
	}()
	kind := js.Global().Get("BroadcastChannel")
	if !kind.Truthy() {
		return
	}
	s.channel = kind.New(channelName)
	s.channel.Set("onmessage", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		if id := arguments[0].Get("data"); id.Type() == js.TypeString {
			s.do(func() { s.hear(id.String()) })
		}
		return nil
	}))
}

// IsDeaf says that other pages cannot be heard here: then the library is to be read again now and then.
func (s *Store) IsDeaf() bool { return !s.channel.Truthy() }

func (s *Store) announce(id string) {
	if s.channel.Truthy() {
		s.channel.Call("postMessage", id)
	}
}

func (s *Store) hear(id string) {
	var record *share.Record
	failed := s.within("reading a scenario", reading, func(stores stores) (err error) {
		record, err = stores.read(id)
		return err
	})
	if failed == nil {
		s.heard(id, record)
	}
}

// storage is the browser's manager of storage, which pages without a safe address lack.
func storage() (js.Value, bool) {
	manager := js.Global().Get("navigator").Get("storage")
	return manager, manager.Truthy()
}

// Persist asks the browser not to throw away what is kept.
func (s *Store) Persist() {
	if manager, ok := storage(); ok && manager.Get("persist").Truthy() {
		go settle(manager.Call("persist"))
	}
}

// Weigh finds out how much storage is used, and how much is offered.
func (s *Store) Weigh(answer func(desk.Weight)) {
	manager, ok := storage()
	if !ok || !manager.Get("estimate").Truthy() {
		return
	}
	go func() {
		if e, ok := settle(manager.Call("estimate")); ok {
			answer(desk.Weight{Used: whole(e.Get("usage")), Offered: whole(e.Get("quota"))})
		}
	}()
}

func whole(v js.Value) int64 {
	if v.Type() != js.TypeNumber {
		return 0
	}
	return int64(v.Float())
}
