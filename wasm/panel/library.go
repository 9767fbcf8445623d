//go:build js

package panel

import (
	"strings"
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/share"
	"schedlab/wasm/widget"
)

// Library is the dialog of saved scenarios.
type Library struct {
	Dialog
	hands                      Hands
	tag                        *widget.Element
	tags                       string
	saved, drafts              *shelf
	asideList                  *widget.Element
	draftPart, asidePart       *widget.Element
	more, empty, none          *widget.Element
	said, deleted, deletedText *widget.Element
	weight, all                *widget.Element
	asides                     string
	changes                    int
}

// NewLibrary makes the dialog.
func NewLibrary(hands Hands) *Library {
	l := &Library{Dialog: newDialog(hands, "library", "library-title", hands.Text("library.title")),
		hands: hands, saved: newShelf(), drafts: newShelf(), asideList: shelfList(), changes: -1}
	part := func(key string, list *widget.Element) *widget.Element {
		return widget.New("section", "", heading(hands.Text(key)), list)
	}
	l.saved.list.With("aria-label", hands.Text("library.saved"))
	l.draftPart = part("library.drafts", l.drafts.list)
	l.more = widget.Button("btn line small", "").Does("shelf.moreDrafts", "")
	l.draftPart.Add(l.more)
	l.asidePart = widget.New("section", "", heading(hands.Text("library.asides")),
		widget.New("p", "dim").Say(hands.Text("library.asidesHelp")), l.asideList)
	l.empty = widget.New("p", "empty").Say(hands.Text("library.empty"))
	l.none = widget.New("p", "empty").Say(hands.Text("library.none"))
	l.Root.Call("querySelector", "h1").Call("after",
		manual("manual", "#saving", hands.Text("manual.saving")).Value)
	l.Root.Add(l.head(), widget.New("div", "body",
		widget.New("h2", "sr").Say(hands.Text("library.saved")), l.empty, l.none, l.saved.list,
		l.draftPart, l.asidePart).
		With("tabindex", "0").With("role", "group").With("aria-label", hands.Text("library.saved")),
		l.foot())
	return l
}

func shelfList() *widget.Element { return widget.New("ul", "shelf").With("role", "list") }

// head searches and sorts.
func (l *Library) head() *widget.Element {
	text := l.hands.Text
	search := widget.New("input", "").With("type", "search").With("data-choose", "shelf.search").
		With("placeholder", text("library.search")).With("aria-label", text("library.search"))
	sort := widget.New("select", "").With("data-choose", "shelf.sort").
		With("aria-label", text("library.sort"))
	names := map[desk.ShelfSort]string{desk.ByChange: text("library.byChange"),
		desk.ByName: text("library.byName"), desk.ByCreation: text("library.byCreation")}
	for _, by := range desk.ShelfSorts {
		sort.Add(widget.New("option", "").With("value", string(by)).Say(names[by]))
	}
	l.tag = widget.New("select", "").With("data-choose", "shelf.tag").With("aria-label", text("library.tag"))
	return widget.New("div", "tools", widget.New("span", "find grow", search), sort, l.tag)
}

// foot imports and exports, and says what came of it.
func (l *Library) foot() *widget.Element {
	text := l.hands.Text
	file := widget.New("input", "sr").With("type", "file").With("id", "library-file").With("tabindex", "-1").
		With("aria-label", text("library.import")).With("accept", ".json,application/json").
		Is("multiple", true)
	open := widget.WordButton("btn line", "file", text("library.import"))
	open.Listen("click", func(js.Value) { file.Call("click") })
	file.Listen("change", func(js.Value) {
		l.read(file.Get("files"))
		file.Set("value", "")
	})
	l.Root.Listen("dragover", func(event js.Value) { event.Call("preventDefault") })
	l.Root.Listen("drop", func(event js.Value) {
		event.Call("preventDefault")
		l.read(event.Get("dataTransfer").Get("files"))
	})
	l.said, l.weight = widget.New("p", "said"), widget.New("p", "dim weight")
	l.deletedText = widget.New("span", "")
	l.deleted = widget.New("p", "deleted", l.deletedText,
		widget.WordButton("btn line small", "undo", text("edit.undo")).Does("shelf.undelete", "")).Hide(true)
	status := widget.New("div", "grow status", l.deleted, l.said, l.weight).With("role", "status")
	l.all = widget.WordButton("btn line", "save", text("library.exportAll")).Does("shelf.exportAll", "")
	return widget.New("footer", "", status, open, file, l.all)
}

func (l *Library) read(files js.Value) {
	for i := range files.Get("length").Int() {
		file := files.Index(i)
		name := file.Get("name").String()
		if file.Get("size").Int() > mostFile {
			l.hands.Act(desk.Imported{Name: name, IsLarge: true})
			continue
		}
		widget.ReadFile(file, func(text string) { l.hands.Act(desk.Imported{Name: name, Text: text}) })
	}
}

// mostFile is the most bytes of a file that is read. assumed: a library of 500 large scenarios has less.
const mostFile = 64 << 20

// Show shows the state.
func (l *Library) Show(s *desk.State) {
	if s.Shelf.Changes == l.changes || !l.Root.Get("open").Bool() {
		return
	}
	l.changes = s.Shelf.Changes
	shown := s.Shelved()
	l.fill(s, l.saved, shown)
	drafts, more := s.ShelvedDrafts()
	l.fill(s, l.drafts, drafts)
	l.draftPart.Hide(len(drafts) == 0)
	l.more.Hide(more == 0).Say(l.hands.Text("library.moreDrafts", more))
	l.empty.Hide(len(s.Shelf.Records) > 0)
	l.all.Is("disabled", len(s.Shelf.Records)+len(s.Shelf.Asides) == 0)
	l.none.Hide(len(s.Shelf.Records) == 0 || len(shown) > 0)
	l.showTags(s)
	l.showAsides(s.Shelf.Asides)
	l.showStatus(s)
}

// shelf is a list of rows that are used again.
type shelf struct {
	list  *widget.Element
	rows  map[string]*shelfRow
	order string
}

func newShelf() *shelf { return &shelf{list: shelfList(), rows: map[string]*shelfRow{}} }

// fill puts the rows of records in order.
func (l *Library) fill(s *desk.State, on *shelf, records []*share.Record) {
	var order strings.Builder
	all := make([]*widget.Element, 0, len(records))
	for _, r := range records {
		row := on.rows[r.ID]
		if row == nil {
			row = l.row(r)
			on.rows[r.ID] = row
		}
		row.show(s, l.hands, r)
		order.WriteString(r.ID + "\n")
		all = append(all, row.root)
	}
	if order.String() != on.order {
		on.order = order.String()
		focused := widget.FocusedID()
		on.list.Fill(all...)
		widget.FocusID(focused)
	}
}

func (l *Library) showTags(s *desk.State) {
	tags := s.ShelfTags()
	if key := strings.Join(tags, "\n"); key != l.tags || l.tag.Get("length").Int() == 0 {
		l.tags = key
		l.tag.Fill(widget.New("option", "").With("value", "").Say(l.hands.Text("library.allTags")))
		for _, tag := range tags {
			l.tag.Add(widget.New("option", "").With("value", tag).Say(tag))
		}
		l.tag.Overwritten(s.Shelf.List.Tag)
	}
	l.tag.Hide(len(tags) == 0)
}

func (l *Library) showAsides(asides []share.Aside) {
	l.asidePart.Hide(len(asides) == 0)
	key := ""
	for _, a := range asides {
		key += a.ID + "\n"
	}
	if key == l.asides {
		return
	}
	l.asides = key
	l.asideList.Fill()
	for _, a := range asides {
		name := l.hands.Text("library.asideName", a.ID)
		l.asideList.Add(widget.New("li", "", widget.Icon("warn"), widget.New("div", "what",
			widget.New("h3", "").Say(name), widget.New("p", "dim").Say(l.reason(a.Reason))),
			widget.Button("btn line small", l.hands.Text("library.download")).
				With("aria-label", l.hands.Text("library.download")+" "+name).Does("shelf.aside", a.ID)))
	}
}

// reason is why something cannot be read: a key of the messages and what stands in its places, a line each.
func (l *Library) reason(text string) string {
	lines := strings.Split(text, "\n")
	var values []any
	for _, value := range lines[1:] {
		values = append(values, value)
	}
	return l.hands.Text(lines[0], values...)
}

func (l *Library) showStatus(s *desk.State) {
	d := s.Shelf.Deleted
	l.deleted.Hide(d == nil)
	if d != nil {
		l.deletedText.Say(l.hands.Text("library.deleted", d.Title))
	}
	l.said.Say(s.Shelf.List.Said).Hide(s.Shelf.List.Said == "")
	w := s.Shelf.Weight
	l.weight.Hide(w.Offered == 0)
	l.weight.Say(l.hands.Text("library.weight", desk.Bytes(w.Used), desk.Bytes(w.Offered)))
}
