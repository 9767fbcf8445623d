package desk

import "schedlab/wasm/share"

// Service is what the page knows of the service worker, which keeps the whole site in the browser, and of the
// network.
type Service struct {
	Kept     bool // the site is in the browser, so that all of it works offline
	Waiting  bool // a new version is there, and waits to be taken
	Replaced bool // another tab took the new version
	Offline  bool // there is no network
	Later    bool // a person put the new version off
}

// Renewal says whether a new version is to be announced.
func (s Service) Renewal() bool { return (s.Waiting || s.Replaced) && !s.Later }

// Fragile says whether the page could not be loaded again: it is to be told.
func (s Service) Fragile() bool { return s.Offline && !s.Kept }

// ServiceEffects are what the page must do once for its service worker.
type ServiceEffects struct {
	Renew    bool // take the new version
	Replaced bool // it is in charge already
}

// Serviced is what became of the service worker or of the network: one of the words of site/offline.js.
type Serviced struct{ What string }

// Apply notes it.
func (a Serviced) Apply(s *State) {
	if note := serviceNotes[a.What]; note != nil {
		note(s)
	}
}

var serviceNotes = map[string]func(*State){
	"complete": func(s *State) { s.Service.Kept = true },
	"kept": func(s *State) {
		s.Service.Kept = true
		s.Notice = s.Supplies.Say.Text("offline.kept")
	},
	"waiting":  func(s *State) { s.Service.Waiting, s.Service.Later = true, false },
	"replaced": func(s *State) { s.Service.Replaced, s.Service.Later = true, false },
	"offline": func(s *State) {
		s.Service.Offline = true
		if s.Service.Kept {
			s.Notice = s.Supplies.Say.Text("offline.begins")
		}
	},
	"online": func(s *State) {
		if s.Service.Offline && s.Service.Kept {
			s.Notice = s.Supplies.Say.Text("offline.ends")
		}
		s.Service.Offline = false
	},
}

var serviceCommands = map[string]func(*State, string){
	"renew":       func(s *State, _ string) { s.renew() },
	"renew.later": func(s *State, _ string) { s.Service.Later = true },
}

// renew takes the new version. The page that is loaded then goes on with the draft; where none can be kept,
// the page's address takes the document over.
func (s *State) renew() {
	s.Effect.Service = ServiceEffects{Renew: true, Replaced: s.Service.Replaced}
	if s.Shelf.Fault == StorageGood || !s.IsUnsaved() {
		return
	}
	address := share.Encode(s.linkOf(s.Name, s.Document, s.LookedAt()))
	if len(address) <= share.MaxLink {
		s.readdress(address)
	}
}
