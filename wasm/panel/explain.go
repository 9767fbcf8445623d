//go:build js

package panel

import (
	"strconv"
	"strings"
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Explain is the dialog that says what pasted messages about checkpoints mean.
type Explain struct {
	Dialog
	hands            Hands
	area, pool, unit *widget.Element
	said, use        *widget.Element
	reading          *reading
	read             int
	cancel           func()
	bases, topics    map[string]string
}

// NewExplain makes the dialog.
func NewExplain(hands Hands) *Explain {
	x := &Explain{Dialog: newDialog(hands, "import explain", "explain-title", hands.Text("explain.title")),
		hands: hands}
	x.area = widget.New("textarea", "").With("id", "explain-text").With("spellcheck", "false").
		With("aria-label", hands.Text("explain.text")).Is("autofocus", !widget.Embedded())
	x.pool = widget.New("input", "").With("id", "explain-pool").With("inputmode", "decimal").
		With("autocomplete", "off").With("placeholder", hands.Text("explain.unknown"))
	x.unit = widget.New("select", "").With("aria-label", hands.Text("explain.unit"))
	for _, unit := range []string{desk.Gigabytes, desk.Megabytes} {
		x.unit.Add(widget.New("option", "").With("value", unit).Say(unit))
	}
	size := widget.New("div", "row pool", widget.New("label", "").With("for", "explain-pool").
		Say(hands.Text("explain.pool")), widget.New("span", "in", x.pool), x.unit)
	left := widget.New("div", "left", widget.New("p", "lead").Say(hands.Text("explain.lead")),
		widget.New("div", "paste", x.area), size)
	x.said = widget.New("div", "right").With("aria-live", "polite").With("tabindex", "0").
		With("role", "group").With("aria-label", hands.Text("explain.said"))
	x.reading = newReading(hands, "explain")
	x.use = widget.Button("btn primary", hands.Text("explain.use")).Does("explain", "")
	x.Root.Add(widget.New("div", "cols", left, x.said), widget.New("footer", "",
		widget.Span("dim grow", hands.Text("explain.replaces")),
		widget.Button("btn line", hands.Text("dialog.cancel")).Does("close", ""), x.use))
	x.name()
	for _, e := range []*widget.Element{x.area, x.pool, x.unit} {
		e.Listen("input", func(js.Value) {
			if x.cancel != nil {
				x.cancel()
			}
			x.cancel = widget.After(readAfter, x.take)
		})
	}
	return x
}

// name collects the words of what explanations are about and rest on.
func (x *Explain) name() {
	text := x.hands.Text
	x.bases = map[string]string{"arithmetic": text("basis.arithmetic"), "published": text("basis.published"),
		"inferred": text("basis.inferred"), "assumed": text("basis.assumed")}
	x.topics = map[string]string{"consistency": text("topic.consistency"), "verdict": text("topic.verdict"),
		"pages_per_write": text("topic.pages"), "rates": text("topic.rates"), "scan": text("topic.scan"),
		"write_cost": text("topic.writes"), "depth": text("topic.depth"), "logged": text("topic.logged"),
		"avoided": text("topic.avoided"), "slow_io": text("topic.slow"), "indirect": text("topic.indirect")}
}

func (x *Explain) take() {
	x.cancel = nil
	x.hands.Act(desk.Question{Text: x.area.Get("value").String(), Pool: x.pool.Get("value").String(),
		Unit: x.unit.Get("value").String()})
}

// Show shows the state.
func (x *Explain) Show(s *desk.State) {
	e := &s.Explain
	x.reading.show(&e.Reading, &s.Maker)
	x.use.Is("disabled", len(e.Result.Said) == 0 || e.Reading.Waits)
	if e.Read == x.read {
		return
	}
	x.read = e.Read
	x.pool.Written(e.Pool)
	x.unit.Written(e.Unit)
	x.said.Fill()
	x.said.Add(x.reading.root)
	for _, p := range e.Problems {
		text := p.Message
		if p.Line > 0 {
			text = x.hands.Text("problems.line", p.Line) + ": " + text
		}
		if p.Hint != "" {
			text += "; " + p.Hint
		}
		x.said.Add(x.box(capital(text) + "."))
	}
	said := e.Result.Said
	for i := range said {
		x.said.Add(x.message(e, i))
	}
	switch {
	case e.Result.Messages > len(said):
		x.said.Add(widget.New("p", "dim").Say(x.hands.Text("explain.more", e.Result.Messages-len(said))))
	case len(said) == 0 && len(e.Problems) == 0:
		x.said.Add(widget.New("p", "dim").Say(x.hands.Text("explain.empty")))
	}
}

// box is a problem.
func (x *Explain) box(text string) *widget.Element {
	return widget.New("div", "msg bad", widget.Icon("bad"), widget.New("p", "").Say(text))
}

// message is what one message means.
func (x *Explain) message(e *desk.Explain, at int) *widget.Element {
	said := &e.Result.Said[at]
	number := func(n int64) string {
		if n < 0 {
			return "?"
		}
		return desk.Grouped(n)
	}
	title := x.hands.Text("explain.of", strconv.Itoa(said.Line), number(said.Database),
		number(said.Bufs),
		strconv.FormatFloat(float64(max(0, said.Milliseconds))/1000, 'f', 1, 64)+" s")
	head := widget.New("h2", "", widget.Span("", title), widget.Span("tag", said.Verdict))
	if len(e.Result.Said) > 1 {
		id := "explain-" + strconv.Itoa(at)
		choice := widget.New("input", "").With("type", "radio").With("name", "explain").With("id", id).
			Does("choose", strconv.Itoa(at)).Is("checked", at == e.Chosen)
		head = widget.New("h2", "", choice, widget.New("label", "").With("for", id).Say(title),
			widget.Span("tag", said.Verdict))
	}
	section := widget.New("section", "said", head)
	if len(said.Untrusted) > 0 {
		section.Add(x.box(x.hands.Text("explain.untrusted", strings.Join(said.Untrusted, ", "))))
	}
	list := widget.New("ul", "statements")
	last := ""
	for _, s := range said.Statements {
		topic, class := x.topics[s.Topic], "new"
		if s.Topic == last {
			topic, class = "", "more"
		}
		last = s.Topic
		from := widget.New("p", "from", widget.Span("basis "+s.Basis, x.bases[s.Basis]),
			widget.Span("", s.Source))
		list.Add(widget.New("li", class, widget.Span("dim", topic),
			widget.New("div", "", widget.New("p", "").Say(s.Text), from)))
	}
	return section.Add(list)
}
