//go:build js

package store

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"schedlab/wasm/desk"
)

// failure is an error of the browser's storage, with what was being done and what it means for the person.
type failure struct {
	doing string
	fault desk.StorageFault
	cause error
}

// Error says what was being done and what went wrong.
func (f *failure) Error() string { return f.doing + ": " + f.cause.Error() }

// faults are what the names of the browser's errors mean.
var faults = []struct {
	name  string
	fault desk.StorageFault
}{
	{"VersionError", desk.StorageNewer},
	{"QuotaExceededError", desk.StorageFull},
	{"SecurityError", desk.StorageRefused},
	{"NotAllowedError", desk.StorageRefused},
	{"InvalidStateError", desk.StorageRefused}, // private windows of some browsers, on opening
}

// deniedWords tell that a setting of Chromium blocks storage: its name for that is the one of any failure.
const deniedWords = "user denied permission"

func fails(doing string, err error) *failure {
	f := &failure{doing, desk.StorageBroken, err}
	switch {
	case errors.Is(err, errMissing):
		f.fault = desk.StorageRefused
	case errors.Is(err, errNewer):
		f.fault = desk.StorageNewer
	case strings.Contains(err.Error(), deniedWords):
		f.fault = desk.StorageRefused
	}
	for _, known := range faults {
		if errors.Is(err, idb.NewDOMException(known.name)) || nameOf(err) == known.name {
			f.fault = known.fault
		}
	}
	return f
}

// nameOf is the name of an error that the browser threw at us, not at idb.
func nameOf(err error) string {
	for ; err != nil; err = errors.Unwrap(err) {
		if thrown, ok := err.(js.Error); ok && thrown.Value.Type() == js.TypeObject {
			return thrown.Value.Get("name").String()
		}
	}
	return ""
}

// named is a property of the window. Get would let what its getter throws go through all of our code.
func named(name string) js.Value {
	return js.Global().Get("Reflect").Call("get", js.Global(), name)
}

// asError makes an error of what the browser threw; anything else is a mistake of ours and goes on.
func asError(fault any) error {
	if err, ok := fault.(js.Error); ok {
		return err
	}
	panic(fmt.Sprintf("store: %v", fault))
}
