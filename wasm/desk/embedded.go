package desk

import (
	"strconv"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/wasm/share"
)

// Embedded is a page in a frame of another page, which is its host: what its address asked for, and the line
// to the host. A page that stands by itself has none.
type Embedded struct {
	Mode     Mode
	Readonly bool // nobody who looks at it can edit; the host can still load another scenario
	Bare     bool // there is no transport
	Title    string
	Faults   []Mistake
	Room     Room
	Port     Port

	scenario, document string
	source             string // what kept the document from being read
	theme              Theme
	speed              int64 // permille; 0 = what suits the run
	at                 int64 // −1 = as the page stands by itself
	plays              bool  // as soon as there is a run
	isAsked            bool  // a person pressed play, or the host did
	isOpening          bool  // a scenario of the address or of the host is put in place: that is no edit
	isBegun            bool
	unseen             bool
	held               bool // it would play if it were seen
	owes               bool // the host is to be told something a little later
}

// Mistake is something wrong with a frame's address: a code for its host, and words.
type Mistake struct{ Code, Text string }

// Codes of mistakes.
const (
	addressMistake = "address"
	linkMistake    = "link"
)

func (e *Embedded) blame(code, text string) { e.Faults = append(e.Faults, Mistake{code, text}) }

// Words are all that is wrong with the address.
func (e *Embedded) Words() string {
	var all []string
	for _, m := range e.Faults {
		all = append(all, m.Text)
	}
	return strings.Join(all, " ")
}

// Mode is what a frame shows.
type Mode string

// Modes.
const (
	FullMode     Mode = "full"
	PictureMode  Mode = "picture"
	TimelineMode Mode = "timeline"
)

// Room is what the parts of a frame take, in CSS pixels.
type Room struct {
	Above   int // messages
	Caption int
	Needed  int // height of the frame in which nothing must be scrolled
	width   int
}

// Apply notes the room; the host is told how high the frame should be. While the frame keeps its width, the
// caption keeps the most room that one took: pictures that jump as its lines come and go cannot be watched.
func (r Room) Apply(s *State) {
	e := s.Embedded
	if e == nil {
		return
	}
	if r.width = s.Sizes.Plan; r.width == e.Room.width {
		r.Caption = max(r.Caption, e.Room.Caption)
	}
	e.Room = r
}

// Bounds of an address.
const (
	mostParameters = 40
	longestName    = 100
	longestTitle   = 200
)

// parameters read what an address asks for; they say whether they could.
var parameters = map[string]func(e *Embedded, value string) bool{
	"scenario": func(e *Embedded, v string) bool {
		e.scenario = v
		return v != "" && len(v) <= longestName
	},
	"mode": func(e *Embedded, v string) bool {
		isMode := v == string(FullMode) || v == string(PictureMode) || v == string(TimelineMode)
		if isMode {
			e.Mode = Mode(v)
		}
		return isMode
	},
	"readonly": func(e *Embedded, v string) bool { return flag(v, &e.Readonly) },
	"autoplay": func(e *Embedded, v string) bool { return flag(v, &e.plays) },
	"load":     func(_ *Embedded, v string) bool { return flag(v, new(bool)) },
	"controls": func(e *Embedded, v string) bool {
		isShown := true
		ok := flag(v, &isShown)
		e.Bare = !isShown
		return ok
	},
	"speed": func(e *Embedded, v string) bool {
		speed, ok := parseSpeed(v)
		e.speed = speed
		return ok
	},
	"t": func(e *Embedded, v string) bool {
		at, ok := parseSeconds(v)
		if ok {
			e.at = at
		}
		return ok
	},
	"theme": func(e *Embedded, v string) bool {
		isTheme := v == string(Auto) || v == string(Light) || v == string(Dark)
		if isTheme {
			e.theme = Theme(v)
		}
		return isTheme
	},
	"lang": func(_ *Embedded, v string) bool { return isLanguage(v) },
	"title": func(e *Embedded, v string) bool {
		if len(v) > longestTitle {
			return false
		}
		e.Title = v
		return true
	},
	// What these mean is known before the module is there: see embed-start.js and port.js.
	"src":    func(*Embedded, string) bool { return true },
	"origin": func(_ *Embedded, v string) bool { return isOrigin(v) },
}

func flag(value string, to *bool) bool {
	switch value {
	case "", "1", "true":
		*to = true
	case "0", "false":
		*to = false
	default:
		return false
	}
	return true
}

// parseSpeed reads 10, 0.01 or 1/100.
func parseSpeed(text string) (permille int64, ok bool) {
	below, isShare := strings.CutPrefix(text, "1/")
	v, err := strconv.ParseFloat(below, 64)
	if isShare {
		v = 1 / v
	}
	return speedOf(v), err == nil && isSpeed(v)
}

func isSpeed(v float64) bool {
	return v >= float64(Slowest)/float64(RealTime) && v <= float64(Fastest)/float64(RealTime)
}

func speedOf(v float64) int64 {
	if !isSpeed(v) {
		return 0
	}
	return clampSpeed(int64(v*float64(RealTime) + 0.5))
}

// longest is the longest simulated time there is.
const longest = 24 * hour

func parseSeconds(text string) (at int64, ok bool) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !isSeconds(v) {
		return -1, false
	}
	return nanoseconds(v), true
}

func isSeconds(v float64) bool { return v >= 0 && v <= float64(longest/second) }

func nanoseconds(seconds float64) int64 { return int64(seconds*float64(second) + 0.5) }

// isLanguage says whether a text looks like the name of a language. There is only English as yet, which
// stands in for all others.
func isLanguage(text string) bool {
	for _, c := range text {
		if c != '-' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return text != "" && len(text) <= 35
}

func isOrigin(text string) bool {
	scheme, host, found := strings.Cut(text, "://")
	return found && (scheme == "https" || scheme == "http") && host != "" && len(text) <= longestTitle &&
		!strings.ContainsAny(host, "/?#@\\ ")
}

// ReadEmbedded reads what the frame's first script found out, as JSON: "query", a list of names and values
// in turn; "document", the text that src led to, or "source", why there is none; "asked", whether somebody
// pressed play. What is wrong becomes faults: it never keeps the page from starting.
func ReadEmbedded(text string, say Catalogue) *Embedded {
	e := &Embedded{Mode: FullMode, theme: Auto, at: -1}
	found, problem := scenario.ParseTree(text)
	if problem != nil {
		e.blame(addressMistake, say.Text("embed.address"))
		return e
	}
	e.document, e.source = member(found, "document").Text, member(found, "source").Text
	e.isAsked = member(found, "asked").Text == "true"
	e.readQuery(member(found, "query").Items, say)
	if e.source != "" {
		e.blame(addressMistake, say.Text(sources[e.source]))
	}
	return e
}

// sources are the texts for why there is no document.
var sources = map[string]string{"foreign": "embed.srcForeign", "missing": "embed.srcMissing",
	"large": "embed.srcLarge"}

func (e *Embedded) readQuery(pairs []scenario.Tree, say Catalogue) {
	seen := map[string]bool{}
	for i := 0; i+1 < len(pairs) && i < 2*mostParameters; i += 2 {
		name, value := pairs[i].Text, pairs[i+1].Text
		if seen[name] {
			continue
		}
		seen[name] = true
		read, known := parameters[name]
		switch {
		case !known:
			e.blame(addressMistake, say.Text("embed.unknown", share.Excerpt(name)))
		case !read(e, value):
			e.blame(addressMistake, say.Text("embed.bad", share.Excerpt(value), name))
		}
	}
}

func member(t scenario.Tree, name string) scenario.Tree {
	value, _ := t.Member(name)
	return value
}

// BeginEmbedded is Begin for a frame. The address's part after # goes before src, and that before the name
// of a scenario.
func (s *State) BeginEmbedded(e *Embedded, fragment, first string) {
	s.Embedded = e
	e.isOpening = true
	s.Theme = e.theme
	s.settleTheme()
	named := fragment
	if named == "" {
		named = e.scenario
	} else if s.isShipped(e.scenario) {
		first = e.scenario // what the link was made from
	}
	s.Begin(named, first)
	if fragment == "" && e.document != "" {
		s.beginWith(e.document)
	}
	if s.Stray != "" {
		e.blame(addressMistake, s.Supplies.Say.Text("embed.noScenario", share.Excerpt(s.Stray)))
		s.Stray = ""
	}
	if bad := s.takeBroken(); bad != nil {
		say := s.Supplies.Say
		e.blame(linkMistake, say.Text("link.broken")+" "+say.Text(bad.Key, bad.Values...))
	}
	s.history = history{}
	if e.speed > 0 {
		s.isPaced, s.Speed = true, e.speed
	}
	if e.at >= 0 {
		s.Poster, s.At = false, e.at
	}
	e.isOpening = false
}

// beginWith opens the text of a document, or tells why it is none.
func (s *State) beginWith(text string) {
	document, problems := scenario.ParseDocument([]byte(text))
	if len(problems) > 0 {
		s.Embedded.blame(addressMistake,
			s.Supplies.Say.Text("embed.srcUnreadable")+" "+problems[0].String())
		return
	}
	s.begin("", document)
}

// isLocked says whether what would change the document is refused.
func (s *State) isLocked() bool {
	return s.Embedded != nil && s.Embedded.Readonly && !s.Embedded.isOpening
}

// Seen says whether the frame is in sight.
type Seen struct{ Is bool }

// Apply pauses a frame that went out of sight; it goes on when it is seen again.
func (a Seen) Apply(s *State) {
	e := s.Embedded
	if e == nil {
		return
	}
	e.unseen = !a.Is
	switch {
	case e.unseen && s.Playing:
		s.Playing, e.held = false, true
	case !e.unseen && e.held:
		e.held = false
		s.Playing = s.Run != nil
	}
}

// start plays, now or as soon as the frame is seen.
func (s *State) start() {
	e := s.Embedded
	if s.Run == nil || s.Playing || e.held {
		return
	}
	s.playPause()
	if e.unseen {
		s.Playing, e.held = false, true
	}
}

func (s *State) pause() { s.Playing, s.Embedded.held = false, false }

// Attend does what a frame does by itself: it starts, answers its host and tells it what happened. now is
// wall clock, in milliseconds.
func (s *State) Attend(now float64) {
	e := s.Embedded
	if e == nil {
		return
	}
	if !e.isBegun && s.Run != nil && s.Drawn != nil {
		e.isBegun = true
		if e.isAsked || e.plays && !s.Reduced {
			s.start()
		}
	}
	e.owes = false
	s.serve(now)
	s.tell(now)
}

// Begun says whether the first picture of a frame is there after somebody pressed play in it.
func (e *Embedded) Begun() bool { return e.isBegun && e.isAsked }

var embedCommands = map[string]func(*State, string){
	"speed": func(s *State, arg string) {
		if n, err := strconv.ParseInt(arg, 10, 64); err == nil {
			s.Speed = clampSpeed(n)
		}
	},
	"faults": func(s *State, _ string) {
		if s.Embedded != nil {
			s.Embedded.Faults = nil
		}
	},
}

// Speeds are where a list of speeds stops.
func Speeds() []int64 { return speedKeys }
