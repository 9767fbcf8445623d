//go:build js

package panel

import (
	"strings"
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/share"
	"schedlab/wasm/widget"
)

// shelfRow is a saved scenario or a draft in the list.
type shelfRow struct {
	root, title, facts, tags *widget.Element
	picture, place           *widget.Element
	buttons                  []shelfButton
	shownTags                string
}

// shelfButton is a button of a row; its name holds the row's, since there are many rows.
type shelfButton struct {
	root *widget.Element
	text string
}

func (l *Library) row(r *share.Record) *shelfRow {
	text := l.hands.Text
	row := &shelfRow{title: widget.New("h3", ""),
		facts: widget.New("p", "dim"), tags: widget.New("p", "tags")}
	row.picture = widget.New("img", "").With("alt", "").Hide(true)
	row.place = widget.New("span", "picture", row.picture)
	actions := [][3]string{{text("library.openOne"), "shelf.open", "btn line small"},
		{text("library.rename"), "shelf.rename", "btn small"}, {text("library.duplicate"), "shelf.duplicate",
			"btn small"}, {text("library.export"), "shelf.export", "btn small"},
		{text("library.delete"), "shelf.delete", "btn small"}}
	if r.IsDraft {
		actions = [][3]string{{text("library.openOne"), "shelf.draft", "btn line small"},
			{text("library.delete"), "shelf.dropDraft", "btn small"}}
	}
	bar := widget.New("div", "actions")
	for _, a := range actions {
		button := widget.Button(a[2], a[0]).Does(a[1], r.ID).With("id", a[1]+"-"+r.ID)
		row.buttons = append(row.buttons, shelfButton{button, a[0]})
		bar.Add(button)
	}
	row.root = widget.New("li", "", row.place, widget.New("div", "what", row.title, row.facts, row.tags), bar)
	return row
}

// show shows the record. Its picture is an image, in which nothing of a drawing can run.
func (row *shelfRow) show(s *desk.State, hands Hands, r *share.Record) {
	row.root.Is("aria-current", r.ID == s.Shelf.Open.ID)
	row.title.Say(r.Title)
	facts := hands.Text("library.changedAt", s.Shelf.Means.Date(r.Changed))
	if parent := s.ShippedTitle(r.Parent); parent != "" && parent != r.Title {
		facts += " · " + hands.Text("library.from", parent)
	}
	row.facts.Say(facts)
	for _, b := range row.buttons {
		b.root.With("aria-label", b.text+" "+r.Title)
	}
	row.picture.Hide(r.Picture == "")
	if r.Picture != "" {
		row.picture.With("src", pictureAddress(r.Picture))
	}
	if key := strings.Join(r.Tags, "\n"); key != row.shownTags {
		row.shownTags = key
		row.tags.Fill()
		for _, tag := range r.Tags {
			row.tags.Add(widget.Span("tag", tag))
		}
	}
	row.tags.Hide(len(r.Tags) == 0)
}

func pictureAddress(svg string) string {
	return "data:image/svg+xml," + js.Global().Call("encodeURIComponent", svg).String()
}
