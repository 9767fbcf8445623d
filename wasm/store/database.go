//go:build js

package store

import (
	"context"
	"errors"
	"syscall/js"
	"time"

	"github.com/hack-pad/go-indexeddb/idb"

	"schedlab/wasm/desk"
	"schedlab/wasm/share"
)

// The database. Its version grows when its stores change; what is in a record has a version of its own. The
// first one is 2, so that a test can hold an older one.
const (
	databaseName    = "schedlab"
	databaseVersion = 2
)

// Stores of the database: texts by ID. What cannot be read stays in them as it is, for a Schedlab that can.
const (
	recordStore = "records"
	draftStore  = "drafts"
)

// upgrades make the next version of a database; the first makes version 2.
var upgrades = []func(*idb.Database) error{
	func(db *idb.Database) error {
		for _, name := range []string{recordStore, draftStore} {
			if _, err := db.CreateObjectStore(name, idb.ObjectStoreOptions{}); err != nil {
				return err
			}
		}
		return nil
	},
}

func upgrade(db *idb.Database, before, _ uint) error {
	for _, step := range upgrades[max(int(before)-1, 0):] {
		if err := step(db); err != nil {
			return err
		}
	}
	return nil
}

// openTime is how long a database may take to open before the page goes on without it. assumed: a browser
// that takes longer waits for something.
const openTime = 3 * time.Second

// opened is how opening ended.
type opened struct {
	db  *idb.Database
	err error
}

// open gives the database, opening it if that was not done yet, or if the browser has closed it.
func (s *Store) open() (*idb.Database, *failure) {
	const doing = "opening the database"
	switch {
	case s.db != nil:
		return s.db, nil
	case s.final != nil:
		return nil, s.final
	case s.isLate:
		return nil, &failure{doing, desk.StorageBlocked, errBlocked}
	}
	request, err := ask()
	if err != nil {
		s.final = fails(doing, err)
		return nil, s.final
	}
	ended, blocked := s.wait(request)
	select {
	case o := <-ended:
		return s.take(o, request)
	case <-blocked:
	case <-time.After(openTime):
	}
	s.isLate = true
	go func() {
		o := <-ended
		s.isLate = false
		s.do(func() {
			_, failed := s.take(o, request)
			s.stand(failed)
			s.flush()
		})
	}()
	return nil, &failure{doing, desk.StorageBlocked, errBlocked}
}

var (
	errBlocked = errors.New("another page holds an older version of it")
	errMissing = errors.New("this browser offers no database here")
)

// ask asks the browser to open the database. Where storage is refused, naming it is enough to fail.
func ask() (request js.Value, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = asError(fault)
		}
	}()
	factory := named("indexedDB")
	if !factory.Truthy() {
		return request, errMissing
	}
	return factory.Call("open", databaseName, databaseVersion), nil
}

// wait follows a request that was made. idb makes requests itself and says nothing of blocked ones: it is
// given a factory that answers with the request that is there.
func (s *Store) wait(request js.Value) (<-chan opened, <-chan struct{}) {
	ended, blocked := make(chan opened, 1), make(chan struct{}, 1)
	request.Call("addEventListener", "blocked", js.FuncOf(func(js.Value, []js.Value) any {
		blocked <- struct{}{}
		return nil
	}))
	made := js.FuncOf(func(js.Value, []js.Value) any { return request })
	go func() {
		factory, err := idb.WrapFactory(js.ValueOf(map[string]any{"open": made}))
		if err != nil {
			ended <- opened{err: err}
			return
		}
		asked, err := factory.Open(context.Background(), databaseName, databaseVersion, upgrade)
		if err != nil {
			ended <- opened{err: err}
			return
		}
		db, err := asked.Await(context.Background())
		made.Release()
		ended <- opened{db, err}
	}()
	return ended, blocked
}

// take takes the database over. It is closed when another page needs a newer version of it (idb does that) or
// the browser takes it away; the next thing to do opens it again.
func (s *Store) take(o opened, request js.Value) (*idb.Database, *failure) {
	if o.err != nil {
		failed := fails("opening the database", o.err)
		if failed.fault != desk.StorageBroken {
			s.final = failed
		}
		return nil, failed
	}
	s.db = o.db
	lost := js.FuncOf(func(js.Value, []js.Value) any {
		s.db = nil
		return nil
	})
	for _, kind := range []string{"close", "versionchange"} {
		request.Get("result").Call("addEventListener", kind, lost)
	}
	return s.db, nil
}

// Kinds of transactions.
var (
	reading  = idb.TransactionOptions{Mode: idb.TransactionReadOnly}
	writing  = idb.TransactionOptions{Mode: idb.TransactionReadWrite}
	strictly = idb.TransactionOptions{Mode: idb.TransactionReadWrite, Durability: idb.DurabilityStrict}
)

// stores are the stores of one transaction.
type stores struct{ transaction *idb.Transaction }

// within does work in one transaction and waits until it is complete. The work waits for nothing but the
// transaction's own requests, and may be done twice: if the database was closed meanwhile, it is opened
// again.
func (s *Store) within(doing string, options idb.TransactionOptions, work func(stores) error) *failure {
	for attempt := 0; ; attempt++ {
		db, failed := s.open()
		if failed != nil {
			return failed
		}
		err := transact(db, options, work)
		if err == nil {
			return nil
		}
		if attempt > 0 || !errors.Is(err, idb.NewDOMException("InvalidStateError")) {
			return fails(doing, err)
		}
		s.db = nil
	}
}

func transact(db *idb.Database, options idb.TransactionOptions, work func(stores) error) error {
	transaction, err := db.TransactionWithOptions(options, recordStore, draftStore)
	if err != nil {
		return err
	}
	if err := work(stores{transaction}); err != nil {
		_ = transaction.Abort() // it may have ended by itself
		return err
	}
	_ = transaction.Commit() // at once, since the page may be about to go; otherwise it comes by itself
	return transaction.Await(context.Background())
}

// read is a record as it is stored; nil = there is none. One that cannot be read must not be replaced.
func (t stores) read(id string) (*share.Record, error) {
	store, err := t.transaction.ObjectStore(recordStore)
	if err != nil {
		return nil, err
	}
	asked, err := store.Get(js.ValueOf(id))
	if err != nil {
		return nil, err
	}
	value, err := asked.Await(context.Background())
	if err != nil || value.Type() != js.TypeString {
		return nil, err
	}
	r, fault := share.ReadRecord(value.String())
	if fault != nil {
		return nil, errNewer
	}
	return &r, nil
}

var errNewer = errors.New("the record there is of a newer Schedlab")

func (t stores) write(name string, r *share.Record) error {
	store, err := t.transaction.ObjectStore(name)
	if err != nil {
		return err
	}
	_, err = store.PutKey(js.ValueOf(r.ID), js.ValueOf(r.Text()))
	return err
}

func (t stores) drop(name, id string) error {
	store, err := t.transaction.ObjectStore(name)
	if err != nil {
		return err
	}
	_, err = store.Delete(js.ValueOf(id))
	return err
}

// each reads all texts of a store.
func (t stores) each(name string, take func(id, text string)) error {
	store, err := t.transaction.ObjectStore(name)
	if err != nil {
		return err
	}
	asked, err := store.OpenCursor(idb.CursorNext)
	if err != nil {
		return err
	}
	return asked.Iter(context.Background(), func(at *idb.CursorWithValue) error {
		key, err := at.Key()
		if err != nil {
			return err
		}
		value, err := at.Value()
		if err == nil && key.Type() == js.TypeString && value.Type() == js.TypeString {
			take(key.String(), value.String())
		}
		return err
	})
}

// drafts are those that can be read; the others stand aside.
func (t stores) drafts(asides *[]share.Aside) (all []*share.Record, err error) {
	err = t.each(draftStore, func(id, text string) {
		r, fault := share.ReadRecord(text)
		if fault != nil {
			*asides = append(*asides, aside(id, text, fault))
			return
		}
		r.ID = id
		all = append(all, &r)
	})
	return all, err
}
