package desk

import (
	"slices"
	"strings"

	"schedlab/wasm/share"
)

// Sharing is the dialog that gives a link and code for other pages, and what is said of links that came.
type Sharing struct {
	Broken   *share.Fault // why the address, or what was pasted, cannot be opened
	Whole    bool         // the link does not bring the moment and the zoom
	Frame    bool         // the code is a plain frame, not the element
	Mode     string
	Theme    Theme
	Readonly bool
	Autoplay bool
	Pinned   bool
	Copied   string // link or code; "" = nothing since it was last changed

	view share.View // as it was when the dialog was opened
	made madeLink
}

// madeLink is the link as it was last made, and of what.
type madeLink struct {
	version int // of the document, plus 1; 0 = none was made
	whole   bool
	view    share.View
	link    string
}

// Modes of an embedded page: what it shows.
var Modes = []string{"full", "picture", "timeline"}

// GoodLink is how long a link may be before people are warned. assumed: programs for mail and chat, and the
// forms of other pages, carry this much.
const GoodLink = 2000

var shareCommands = map[string]func(*State, string){
	"share":       func(s *State, _ string) { s.openSharing() },
	"share.copy":  func(s *State, arg string) { s.copyShared(arg) },
	"share.send":  func(s *State, _ string) { s.Effect.Offer = true },
	"share.whole": choice(func(x *Sharing, _ string) { x.Whole = !x.Whole }),
	"share.form":  choice(func(x *Sharing, arg string) { x.Frame = arg == "frame" }),
	"share.mode":  choice(func(x *Sharing, arg string) { x.Mode = arg }),
	"share.theme": choice(func(x *Sharing, arg string) { x.Theme = Theme(arg) }),
	"share.read":  choice(func(x *Sharing, _ string) { x.Readonly = !x.Readonly }),
	"share.start": choice(func(x *Sharing, _ string) { x.Autoplay = !x.Autoplay }),
	"share.pin":   choice(func(x *Sharing, _ string) { x.Pinned = !x.Pinned }),
	"link.paste":  func(s *State, _ string) { s.Effect.Dialog = "paste" },
	"link.open":   func(s *State, text string) { s.openPasted(text) },
	"link.close":  func(s *State, _ string) { s.Sharing.Broken = nil },
}

// choice is a command that changes what is shared: what was copied is out of date then.
func choice(change func(*Sharing, string)) func(*State, string) {
	return func(s *State, argument string) {
		change(&s.Sharing, argument)
		s.Sharing.Copied = ""
	}
}

// openSharing keeps the moment at which the dialog is opened: what plays goes on behind it.
func (s *State) openSharing() {
	x := &s.Sharing
	x.view, x.Copied = s.LookedAt(), ""
	if x.Mode == "" {
		x.Mode, x.Theme = Modes[0], Auto
	}
	s.Effect.Dialog = "share"
}

// Fragment is what stands after # in the link.
func (s *State) Fragment() string {
	x, view := &s.Sharing, s.Sharing.view
	if x.Whole {
		view = share.Whole()
	}
	if x.made.version != s.Version+1 || x.made.whole != x.Whole || !x.made.view.Equal(view) {
		x.made = madeLink{s.Version + 1, x.Whole, view, share.Encode(s.linkOf(s.Name, s.Document, view))}
	}
	return x.made.link
}

// Link is the address that brings others to what is open; "" = it is longer than a link can be.
func (s *State) Link() string {
	if fragment := s.Fragment(); len(fragment) <= share.MaxLink {
		return s.Supplies.Base + "#" + fragment
	}
	return ""
}

func (s *State) copyShared(what string) {
	text := s.Link()
	if what == "code" {
		text = s.EmbedCode()
	}
	s.Effect.Clipboard, s.Sharing.Copied = text, what
}

// openPasted opens a link that somebody pasted, whole or only its end.
func (s *State) openPasted(text string) {
	fragment := share.Fragment(text)
	if fragment == "" {
		return
	}
	if s.OpenLink(fragment) {
		s.Effect.Close = true
	}
}

// tellBroken says why a link cannot be opened. One that only names a scenario has a message of its own.
func (s *State) tellBroken(bad *share.Fault) {
	s.Stray, s.Sharing.Broken = "", bad
	if bad.Key == "link.fault.unknown" {
		s.Stray, _ = bad.Values[0].(string)
		s.Sharing.Broken = nil
	}
}

// VersionTag is the version's name, and whether it keeps an address of its own: the build knows which do.
func (s *State) VersionTag() (tag string, isKept bool) {
	tag = s.Supplies.Version
	return tag, s.IsPinned() || slices.Contains(s.Supplies.Versions, tag)
}

// pinnedFolder is where kept versions have their own folders.
const pinnedFolder = "v/"

// IsPinned says whether the page is one version's own already.
func (s *State) IsPinned() bool {
	return strings.HasSuffix(s.Supplies.Base, "/"+pinnedFolder+s.Supplies.Version+"/")
}

// embedBase is the folder whose pages the code embeds.
func (s *State) embedBase() string {
	tag, isKept := s.VersionTag()
	if s.Sharing.Pinned && isKept && !s.IsPinned() {
		return s.Supplies.Base + pinnedFolder + tag + "/"
	}
	return s.Supplies.Base
}
