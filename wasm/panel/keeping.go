//go:build js

package panel

import (
	"strings"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Keeping is the bars that tell how what is in view is kept.
type Keeping struct {
	hands            Hands
	fault, faultText *widget.Element
	clash, clashText *widget.Element
	draft, draftText *widget.Element
	late, lateText   *widget.Element
	told             map[desk.StorageFault]string
}

// NewKeeping adds to the page's place for messages.
func NewKeeping(root *widget.Element, hands Hands) *Keeping {
	k := &Keeping{hands: hands}
	button := func(key, command string) *widget.Element {
		name, argument, _ := strings.Cut(command, " ")
		return widget.Button("btn line small", hands.Text(key)).Does(name, argument)
	}
	shut := func(command string) *widget.Element {
		return widget.IconButton("btn small square", "close", hands.Text("dialog.close")).Does(command, "")
	}
	k.faultText, k.clashText = widget.New("p", ""), widget.New("p", "")
	k.draftText, k.lateText = widget.New("p", ""), widget.New("p", "")
	k.fault = bar("warn", "warn", k.faultText, button("keep.asLink", "share"),
		button("keep.asFile", "export scenario"), shut("keep.told"))
	k.clash = bar("warn", "warn", k.clashText, button("keep.both", "keep.both"),
		button("keep.theirs", "keep.theirs"), button("keep.mine", "keep.mine"))
	k.draft = bar("info", "info", k.draftText, button("keep.fresh", "keep.fresh"), shut("keep.restored"))
	k.late = bar("info", "info", k.lateText, button("keep.resume", "keep.resume"), shut("keep.later"))
	k.draft.With("role", "status")
	k.late.With("role", "status")
	root.Add(k.fault, k.clash, k.draft, k.late)
	k.told = map[desk.StorageFault]string{desk.StorageBlocked: hands.Text("keep.toldBlocked"),
		desk.StorageNewer: hands.Text("keep.toldNewer"), desk.StorageFull: hands.Text("keep.toldFull"),
		desk.StorageRefused: hands.Text("keep.toldRefused"),
		desk.StorageBroken:  hands.Text("keep.toldBroken")}
	return k
}

// Show shows the state.
func (k *Keeping) Show(s *desk.State) {
	h := &s.Shelf
	k.fault.Hide(h.Fault == desk.StorageGood || h.Told)
	k.faultText.Say(k.told[h.Fault])
	k.clash.Hide(h.Conflict == nil)
	if c := h.Conflict; c != nil {
		k.clashText.Say(k.hands.Text("keep.clash", c.Theirs.Title, h.Means.Date(c.Theirs.Changed)))
	}
	k.draft.Hide(h.Restored == nil)
	if r := h.Restored; r != nil {
		k.draftText.Say(k.hands.Text("keep.restored", r.Title, h.Means.Date(r.Changed)))
	}
	k.late.Hide(h.Waiting == nil)
	if r := h.Waiting; r != nil {
		k.lateText.Say(k.hands.Text("keep.waiting", r.Title, h.Means.Date(r.Changed)))
	}
}

// Kept is the part of the top bar that saves and says how the document is kept, and of its menu.
type Kept struct {
	hands      Hands
	text, save *widget.Element
	list       *widget.Element
	changes    int
	open       string
}

// mostRecent is how many saved scenarios the menu lists.
const mostRecent = 5

func newKept(hands Hands) *Kept {
	k := &Kept{hands: hands, changes: -1}
	k.text = widget.New("span", "kept")
	k.save = widget.New("button", "btn act", widget.Icon("save"),
		widget.Span("word", hands.Text("keep.save"))).With("type", "button").Does("save", "").
		With("title", hands.Text("keep.saveKeys")).With("aria-keyshortcuts", "Control+S")
	k.list = widget.New("div", "mine").With("role", "group").With("aria-label", hands.Text("library.title"))
	return k
}

// show shows the state.
func (k *Kept) show(s *desk.State) {
	text := s.Keeping()
	if text != "" {
		text = k.hands.Text(text)
	}
	k.text.Say(text).With("title", text)
	if s.Shelf.Changes == k.changes && s.Shelf.Open.ID == k.open {
		return
	}
	k.changes, k.open = s.Shelf.Changes, s.Shelf.Open.ID
	k.list.Fill(widget.New("button", "", widget.New("b", "").Say(k.hands.Text("library.open"))).
		With("type", "button").With("role", "menuitem").Does("library", ""))
	for _, r := range s.Recent(mostRecent) {
		said := k.hands.Text("library.changedAt", s.Shelf.Means.Date(r.Changed))
		k.list.Add(widget.New("button", "", widget.New("b", "").Say(r.Title), widget.Span("", said)).
			With("type", "button").With("role", "menuitemradio").With("aria-checked", claim(r.ID == k.open)).
			Does("shelf.open", r.ID))
	}
	k.list.Add(widget.New("button", "", widget.New("b", "").Say(k.hands.Text("keep.saveAs"))).
		With("type", "button").With("role", "menuitem").Does("saveAs", ""))
}
