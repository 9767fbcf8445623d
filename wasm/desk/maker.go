package desk

import "schedlab/wasm/proto"

// Maker is what the page knows of the maker: a module of its own that makes files and reads pasted texts. It
// is fetched when something is first asked of it, and keeps what it has opened.
type Maker struct {
	Fetching bool
	Share    float64       // of its bytes that have arrived
	Failed   *proto.Failed // the mistake of ours that the last one met

	isThere bool // one was asked for
	opened  int  // generation of the run that it makes files of; 0 = none
}

// MakerEffects are what the page must do with the maker. One that is sent something and is not there is
// fetched and started.
type MakerEffects struct {
	Drop bool // it is over
	Send []proto.ToRunner
}

var makerCommands = map[string]func(*State, string){
	"read.again": func(s *State, dialog string) { s.readAgain(dialog) },
}

func (s *State) toMaker(m proto.ToRunner) {
	s.wakeMaker()
	m.Generation = s.Maker.opened
	s.Effect.Maker.Send = append(s.Effect.Maker.Send, m)
}

// openInMaker lets the maker have the run in view: runs are deterministic, so its own is the same.
func (s *State) openInMaker() {
	if s.Maker.isThere && s.Maker.opened == s.RunOf {
		return
	}
	s.wakeMaker()
	s.Maker.opened = s.RunOf
	s.toMaker(proto.ToRunner{Open: &proto.Open{Document: string(s.ran.Compact())}})
}

func (s *State) wakeMaker() {
	if !s.Maker.isThere {
		s.Maker = Maker{isThere: true, Fetching: true}
	}
}

// MakerFetched says how much of the maker has arrived.
type MakerFetched struct{ Share float64 }

// Apply notes it.
func (m MakerFetched) Apply(s *State) { s.Maker.Share = m.Share }

// MakerSaid is a message of the maker. What is said of an older request is dropped by who asked.
type MakerSaid struct{ Message proto.ToPage }

// Apply takes the message.
func (r MakerSaid) Apply(s *State) {
	switch m := r.Message; {
	case m.Ready != nil:
		s.Maker.Fetching = false
	case m.Failed != nil:
		s.loseMaker("maker.failed", m.Failed)
	case m.Imported != nil:
		s.takeImported(*m.Imported)
	case m.Explained != nil:
		s.takeExplained(*m.Explained)
	case m.Exported != nil:
		s.takeExported(*m.Exported)
	}
}

// MakerLost says that the maker ended without a word, or that it could not be fetched.
type MakerLost struct {
	Reason      string
	IsUnreached bool
}

// Apply tells it who waits. Whatever is asked next is asked of another one.
func (m MakerLost) Apply(s *State) {
	if m.IsUnreached {
		s.loseMaker("maker.unreached", nil)
		return
	}
	s.loseMaker("maker.failed", &proto.Failed{Message: m.Reason})
}

// loseMaker lets go of the maker and tells why, once, where something was asked of it.
func (s *State) loseMaker(key string, failed *proto.Failed) {
	isAwaited := s.Import.Reading.Waits || s.Explain.Reading.Waits || s.Export.Kind != ""
	s.Maker = Maker{Failed: failed}
	s.Effect.Maker = MakerEffects{Drop: true}
	s.Import.Reading.lose(key)
	s.Explain.Reading.lose(key)
	if s.Export.Kind != "" {
		s.Export.Fault = &FileFault{Name: s.Export.name, Key: key, Again: s.Export.Kind}
		s.Export.end()
	}
	if !isAwaited {
		s.Notice = s.Supplies.Say.Text(key, "")
	}
}

// Reading is a text that the maker is asked to read. What was read before stays until the answer comes.
type Reading struct {
	Number int // of the last request
	Waits  bool
	Fault  string // why no answer came: a key of the catalogue
}

// ask begins a request: answers to older ones are out of date.
func (r *Reading) ask() int {
	*r = Reading{Number: r.Number + 1, Waits: true}
	return r.Number
}

// rest has nothing to ask.
func (r *Reading) rest() { *r = Reading{Number: r.Number + 1} }

// takes says whether an answer is the one that is waited for.
func (r *Reading) takes(number int) bool {
	isAwaited := r.Waits && number == r.Number
	if isAwaited {
		r.Waits = false
	}
	return isAwaited
}

func (r *Reading) lose(key string) {
	if r.Waits {
		r.Waits, r.Fault = false, key
	}
}

// readAgain asks once more what was not answered.
func (s *State) readAgain(dialog string) {
	if dialog == "explain" {
		s.explain(none)
		return
	}
	s.readImport()
}
