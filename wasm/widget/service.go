//go:build js

package widget

import "syscall/js"

// Service is the page's service worker.
type Service struct{ site js.Value }

// KeepSite lets the service worker keep the site in this browser; what becomes of it is told in the words of
// offline.js.
func KeepSite(tell func(what string)) *Service {
	s := &Service{}
	hear := js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		tell(arguments[0].String())
		return nil
	})
	take := js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		s.site = arguments[0]
		return nil
	})
	kept = append(kept, hear, take)
	lab().Call("keepSite", hear).Call("then", take)
	return s
}

// Renew takes the new version: the page is loaded anew.
func (s *Service) Renew(isReplaced bool) {
	if s.site.Truthy() {
		s.site.Call("apply", isReplaced)
	}
}
