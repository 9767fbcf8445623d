//go:build js

package panel

import (
	"strconv"
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Embed is what a frame has instead of the page's top bar: at the end of the transport the speed, a legend,
// buttons for the parts that a frame hides, and the way to the full page; above the picture its title and
// what is wrong with its address.
type Embed struct {
	hands             Hands
	title             *widget.Element
	faults, faultText *widget.Element
	speed             *widget.Element
	speeds            map[int64]bool
	legend            legend
	sheets            map[desk.Sheet][]*widget.Element
	open              *widget.Element
	state             *desk.State
}

// NewEmbed adds to the transport, the messages and the caption of the page.
func NewEmbed(hands Hands, transport, messages, caption *widget.Element) *Embed {
	e := &Embed{hands: hands, speeds: map[int64]bool{},
		sheets: map[desk.Sheet][]*widget.Element{}}
	e.title = widget.New("p", "frame-title").Hide(true)
	caption.Call("prepend", e.newMore().Value, e.title.Value)
	e.faultText = widget.New("p", "")
	e.faults = bar("warn", "warn", e.faultText, widget.IconButton("btn small square", "close",
		hands.Text("dialog.close")).Does("faults", ""))
	messages.Add(e.faults)
	e.speed = widget.New("select", "quiet-select").With("data-choose", "speed")
	for _, speed := range desk.Speeds() {
		e.addSpeed(speed)
	}
	e.legend.root = widget.New("div", "legend")
	e.open = widget.New("a", "btn line open", widget.Icon("open"),
		widget.Span("", hands.Text("embed.open"))).With("target", "_blank").With("rel", "noopener").
		With("aria-label", hands.Text("embed.open"))
	for _, kind := range []string{"pointerenter", "pointerdown", "focus"} {
		e.open.Listen(kind, func(js.Value) { e.showAddress() })
	}
	transport.Add(widget.New("label", "pace", widget.Span("", hands.Text("speed.name")), e.speed),
		widget.New("span", "grow"), e.legend.root, e.newMore(), e.open)
	return e
}

// newMore makes buttons for what a frame hides: beside the caption, or in the transport where that is narrow.
func (e *Embed) newMore() *widget.Element {
	more := widget.New("div", "more")
	for _, sheet := range []struct {
		name desk.Sheet
		text string
	}{
		{desk.EditorSheet, e.hands.Text("sheet.scenario")},
		{desk.ResultsSheet, e.hands.Text("sheet.results")},
	} {
		b := widget.Button("btn small line", sheet.text).Does("sheet", string(sheet.name))
		e.sheets[sheet.name] = append(e.sheets[sheet.name], b)
		more.Add(b)
	}
	return more
}

func (e *Embed) addSpeed(speed int64) {
	e.speeds[speed] = true
	e.speed.Add(widget.New("option", "").With("value", strconv.FormatInt(speed, 10)).
		Say(desk.SpeedText(speed)))
}

// Show shows the state.
func (e *Embed) Show(s *desk.State) {
	if e.state == nil {
		e.state = s
		e.showAddress()
	}
	e.title.Hide(s.Embedded.Title == "")
	e.title.Say(s.Embedded.Title)
	e.faults.Hide(len(s.Embedded.Faults) == 0)
	e.faultText.Say(s.Embedded.Words())
	if !e.speeds[s.Speed] {
		e.addSpeed(s.Speed)
	}
	e.speed.Overwrite(strconv.FormatInt(s.Speed, 10))
	for name, buttons := range e.sheets {
		for _, b := range buttons {
			b.With("aria-expanded", claim(s.Sheet == name))
		}
	}
	if d := s.Drawn; d != nil {
		e.legend.root.Hide(s.HasFigures()) // which have legends of their own
		e.legend.show(marksOf(s.Embedded.Mode, d))
	}
}

// marksOf are the entries of the legend that there is room for: of load, the first, the middle and the last.
func marksOf(mode desk.Mode, d *proto.Drawn) []proto.Legend {
	list := d.Plan.Legend
	if mode == desk.TimelineMode {
		list = d.Line.Legend
	}
	var marks []proto.Legend
	for _, entry := range list {
		switch entry.Mark {
		case "running", "runnable", "h1", "h3", "h6":
			marks = append(marks, entry)
		}
	}
	return marks
}

// showAddress makes the link that of what is in view. That takes a while, so it is done when somebody is
// about to follow it.
func (e *Embed) showAddress() {
	if e.state == nil {
		return
	}
	address := e.state.Address()
	if address == "" {
		e.open.Without("href").With("title", e.hands.Text("share.none"))
		return
	}
	e.open.Without("title").With("href", address)
}

// Focused gives the focus to the button that plays.
func (t *Transport) Focused() { t.play.Focused() }
