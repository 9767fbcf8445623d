//go:build js

package panel

import (
	"strings"
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Share is the dialog that gives a link to what is open, and code that puts it into another page.
type Share struct {
	Dialog
	hands                Hands
	shown                string // link
	link, length, long   *widget.Element
	moment               *widget.Element
	copied               map[string]*widget.Element
	code                 *widget.Element
	forms                map[bool]*widget.Element
	mode, theme          *widget.Element
	read, start          *widget.Element
	pin, pinRow, pinText *widget.Element
}

// ShareButton opens the dialog; it stands last among the top bar's acts.
func ShareButton(hands Hands) *widget.Element {
	return widget.New("button", "btn line act share-open", widget.Icon("share"),
		widget.Span("word", hands.Text("share.open"))).With("type", "button").
		With("aria-haspopup", "dialog").With("title", hands.Text("share.title")).Does("share", "")
}

// NewShare makes the dialog.
func NewShare(hands Hands) *Share {
	d := &Share{Dialog: newDialog(hands, "share", "share-title", hands.Text("share.title")), hands: hands,
		copied: map[string]*widget.Element{}, forms: map[bool]*widget.Element{}}
	d.Root.Add(widget.New("div", "body", d.linkPart(), d.codePart()))
	return d
}

func (d *Share) linkPart() *widget.Element {
	d.link = widget.New("input", "share-link").With("readonly", "").With("spellcheck", "false").
		With("id", "share-link").With("aria-label", d.hands.Text("share.link")).
		Is("autofocus", !widget.Embedded())
	d.link.Listen("focus", func(js.Value) { d.link.Call("select") })
	d.length, d.long = widget.New("span", "dim"), bar("warn", "warn", widget.New("p", "").
		Say(d.hands.Text("share.long")))
	d.moment = widget.New("input", "").With("type", "checkbox").With("id", "share-moment").
		Does("share.whole", "")
	row := widget.New("div", "row", d.link, d.copier("link", "btn primary"))
	if widget.CanOffer() {
		row.Add(widget.Button("btn line", d.hands.Text("share.send")).Does("share.send", ""))
	}
	return widget.New("section", "", heading(d.hands.Text("share.link")),
		widget.New("p", "dim").Say(d.hands.Text("share.lead")), row,
		widget.New("div", "row said", d.length, d.copied["link"]), d.long,
		checked(d.moment, d.hands.Text("share.moment")))
}

// copier is a button that copies, with a place that says that it was done.
func (d *Share) copier(what, class string) *widget.Element {
	d.copied[what] = widget.New("span", "good").With("role", "status")
	label := d.hands.Text("share.copyLink")
	if what == "code" {
		label = d.hands.Text("share.copyCode")
	}
	return widget.WordButton(class, "copy", label).Does("share.copy", what)
}

// checked is a box to check with its text.
func checked(box *widget.Element, text string) *widget.Element {
	return widget.New("label", "check", box, widget.Span("", text))
}

func (d *Share) codePart() *widget.Element {
	say := d.hands.Text
	forms := widget.New("fieldset", "row", widget.New("legend", "sr").Say(say("share.form")))
	for _, form := range []struct {
		isFrame     bool
		value, text string
	}{{false, "element", say("share.element")}, {true, "frame", say("share.frame")}} {
		radio := widget.New("input", "").With("type", "radio").With("name", "share-form").
			With("value", form.value).With("data-choose", "share.form")
		d.forms[form.isFrame] = radio
		forms.Add(checked(radio, form.text))
	}
	d.mode = chooser("share.mode", desk.Modes, []string{say("share.full"), say("share.picture"),
		say("share.timeline")})
	d.theme = chooser("share.theme", []string{string(desk.Auto), string(desk.Light), string(desk.Dark)},
		[]string{say("share.auto"), say("share.light"), say("share.dark")})
	box := func(command string) *widget.Element {
		return widget.New("input", "").With("type", "checkbox").Does(command, "")
	}
	d.read, d.start, d.pin = box("share.read"), box("share.start"), box("share.pin")
	d.pinText = widget.New("span", "")
	d.pinRow = widget.New("label", "check", d.pin, d.pinText)
	d.code = widget.New("pre", "code").With("tabindex", "0").With("role", "region").
		With("aria-label", say("share.code"))
	choices := widget.New("div", "choices", titled(say("share.mode"), d.mode),
		titled(say("share.theme"), d.theme), checked(d.read, say("share.read")),
		checked(d.start, say("share.start")))
	return widget.New("section", "", heading(say("share.embed")),
		widget.New("p", "dim").Say(say("share.embedLead")), forms, choices, d.pinRow, d.code,
		widget.New("div", "row said", d.copier("code", "btn line"), d.copied["code"],
			widget.New("span", "grow"), manual("manual", "#embedding", say("manual.embedding"))))
}

func titled(text string, field *widget.Element) *widget.Element {
	return widget.New("label", "titled", widget.Span("", text), field)
}

// chooser is a list of choices for a command.
func chooser(command string, values, texts []string) *widget.Element {
	list := widget.New("select", "").With("data-choose", command)
	for i, value := range values {
		list.Add(widget.New("option", "").With("value", value).Say(texts[i]))
	}
	return list
}

// Show shows the state.
func (d *Share) Show(s *desk.State) {
	if !d.Root.Get("open").Bool() {
		return
	}
	x, link := &s.Sharing, s.Link()
	if link != d.shown {
		d.shown = link
		d.link.Overwritten(link)
	}
	d.length.Say(d.hands.Text("share.length", len(link)))
	if link == "" {
		d.length.Say(d.hands.Text("share.none"))
	}
	d.long.Hide(link != "" && len(link) <= desk.GoodLink)
	d.moment.Set("checked", !x.Whole)
	for what, place := range d.copied {
		text := ""
		if x.Copied == what {
			text = d.hands.Text("share.copied")
		}
		place.Say(text)
	}
	for isFrame, radio := range d.forms {
		radio.Set("checked", x.Frame == isFrame)
	}
	d.mode.Written(x.Mode)
	d.theme.Written(string(x.Theme))
	d.read.Set("checked", x.Readonly)
	d.start.Set("checked", x.Autoplay)
	d.code.Say(s.EmbedCode())
	d.showPin(s)
}

// showPin offers the version's own address, or says why there is none.
func (d *Share) showPin(s *desk.State) {
	tag, isKept := s.VersionTag()
	d.pin.Is("disabled", !isKept || s.IsPinned())
	d.pin.Set("checked", isKept && (s.Sharing.Pinned || s.IsPinned()))
	if isKept {
		d.pinText.Say(d.hands.Text("share.pin", tag))
		return
	}
	d.pinText.Say(d.hands.Text("share.noPin", tag))
}

// Paste is the dialog that takes a whole link.
type Paste struct {
	Dialog
	hands       Hands
	field, told *widget.Element
}

// NewPaste makes the dialog.
func NewPaste(hands Hands) *Paste {
	p := &Paste{Dialog: newDialog(hands, "share paste-link", "paste-title", hands.Text("link.pasteTitle")),
		hands: hands}
	p.field = widget.New("textarea", "").With("rows", "5").With("spellcheck", "false").
		With("aria-labelledby", "paste-label").Is("autofocus", !widget.Embedded()).With("id", "paste-text").
		With("aria-describedby", "paste-told")
	p.told = widget.New("p", "bad").With("role", "alert").With("id", "paste-told")
	open := widget.Button("btn primary", hands.Text("link.open"))
	open.Listen("click", func(js.Value) { p.open() })
	p.field.Listen("keydown", func(event js.Value) {
		if event.Get("key").String() == "Enter" && !event.Get("shiftKey").Bool() {
			event.Call("preventDefault")
			p.open()
		}
	})
	p.Root.Add(widget.New("div", "body", widget.New("p", "").With("id", "paste-label").
		Say(hands.Text("link.pasteLead")), p.field, p.told),
		widget.New("footer", "", widget.New("span", "grow"),
			widget.Button("btn line", hands.Text("dialog.cancel")).Does("close", ""), open))
	p.Root.Listen("close", func(js.Value) { p.field.Set("value", "") })
	return p
}

func (p *Paste) open() {
	p.hands.Act(desk.Command{Name: "link.open", Argument: p.field.Get("value").String()})
}

// Show shows the state.
func (p *Paste) Show(s *desk.State) {
	if p.Root.Get("open").Bool() {
		p.told.Say(strings.TrimSpace(reason(p.hands, s)))
	}
}

// reason says in words why a link cannot be opened; "" = there is none.
func reason(hands Hands, s *desk.State) string {
	switch {
	case s.Sharing.Broken != nil:
		return hands.Text(s.Sharing.Broken.Key, s.Sharing.Broken.Values...)
	case s.Stray != "":
		return hands.Text("stray.text", s.Stray)
	}
	return ""
}

// broken is the bar that says why a link was not opened.
type broken struct {
	hands      Hands
	root, text *widget.Element
}

func newBroken(hands Hands) *broken {
	b := &broken{hands: hands, text: widget.New("span", "")}
	title := widget.New("b", "").Say(hands.Text("link.broken") + " ")
	b.root = bar("bad", "bad", widget.New("p", "", title, b.text),
		widget.WordButton("btn line small", "paste", hands.Text("link.paste")).Does("link.paste", ""),
		widget.IconButton("btn small square", "close", hands.Text("dialog.close")).Does("link.close", ""))
	return b
}

func (b *broken) show(s *desk.State) {
	isBroken := s.Sharing.Broken != nil
	b.root.Hide(!isBroken)
	if isBroken {
		b.text.Say(reason(b.hands, s))
	}
}
