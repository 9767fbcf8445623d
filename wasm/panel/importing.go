//go:build js

package panel

import (
	"strconv"
	"strings"
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Import is the dialog that makes a machine of what a system prints.
type Import struct {
	Dialog
	hands   Hands
	formats *widget.Element
	reading *reading
	area    *widget.Element
	numbers *widget.Element
	lines   int
	machine *widget.Element
	sum     *widget.Element
	notes   *widget.Element
	use     *widget.Element
	read    int // number of the text that Result is of
	asked   int // number of the text that is there
	cancel  func()
}

// readAfter is how long somebody must not type before the text is read, in milliseconds.
const readAfter = 200

// NewImport makes the dialog.
func NewImport(hands Hands) *Import {
	m := &Import{Dialog: newDialog(hands, "import", "import-title", hands.Text("import.title")), hands: hands,
		read: -1}
	m.formats = widget.New("div", "formats").With("aria-label", hands.Text("import.formats")).
		With("role", "list").Hide(true)
	m.reading = newReading(hands, "import")
	m.numbers = widget.New("div", "numbers").With("aria-hidden", "true").Say("1")
	m.area = widget.New("textarea", "").With("spellcheck", "false").With("wrap", "off").
		With("id", "import-text").
		With("aria-label", hands.Text("import.text")).Is("autofocus", !widget.Embedded())
	file := widget.New("input", "sr").With("type", "file").With("id", "import-file").With("tabindex", "-1").
		With("aria-label", hands.Text("import.file"))
	open := widget.WordButton("btn line small", "file", hands.Text("import.file"))
	open.Listen("click", func(js.Value) { file.Call("click") })
	left := widget.New("div", "left", widget.New("p", "lead").Say(hands.Text("import.lead")), m.formats,
		widget.New("div", "paste", m.numbers, m.area), widget.New("div", "row", open, file))
	m.sum, m.machine, m.notes = widget.New("span", ""), widget.New("ul", "nodes"), widget.New("ul", "notes")
	right := widget.New("div", "right", m.reading.root, widget.New("div", "fig-head",
		heading(hands.Text("import.machine")), widget.New("span", "grow"), m.sum), m.machine,
		widget.New("div", "fig-head", heading(hands.Text("import.notes"))), m.notes).
		With("aria-live", "polite")
	m.use = widget.Button("btn primary", hands.Text("import.use")).Does("import", "")
	m.Root.Add(widget.New("div", "cols", left, right), widget.New("footer", "",
		widget.Span("dim grow", hands.Text("import.replaces")),
		widget.Button("btn line", hands.Text("dialog.cancel")).Does("close", ""), m.use))
	m.listen(file)
	return m
}

func (m *Import) listen(file *widget.Element) {
	m.area.Listen("input", func(js.Value) {
		if m.cancel != nil {
			m.cancel()
		}
		m.cancel = widget.After(readAfter, m.take)
	})
	m.area.Listen("scroll", func(js.Value) { m.numbers.Set("scrollTop", m.area.Get("scrollTop")) })
	file.Listen("change", func(js.Value) {
		files := file.Get("files")
		if files.Get("length").Int() == 0 {
			return
		}
		widget.ReadFile(files.Index(0).Call("slice", 0, mostRead), func(text string) {
			m.area.Set("value", text)
			m.take()
		})
		file.Set("value", "")
	})
}

func (m *Import) take() {
	m.cancel = nil
	m.hands.Act(desk.Paste{Text: m.area.Get("value").String()})
}

// Show shows the state.
func (m *Import) Show(s *desk.State) {
	asks, result := &s.Import.Reading, &s.Import.Result
	m.reading.show(asks, &s.Maker)
	m.use.Is("disabled", !result.Usable || asks.Waits)
	if asks.Number != m.asked {
		m.asked = asks.Number
		m.number(strings.Count(s.Import.Text, "\n") + 1)
	}
	if result.Number == m.read {
		return
	}
	m.read = result.Number
	m.showFormats(result.Formats)
	m.showMachine(result)
	m.showNotes(result)
}

// showFormats marks those of the known formats that the text has.
func (m *Import) showFormats(formats []proto.Format) {
	m.formats.Fill()
	m.formats.Hide(len(formats) == 0)
	for _, f := range formats {
		m.formats.Add(widget.New("span", "tag", widget.Icon("ok").Hide(!f.Found), widget.Span("", f.Title)).
			With("title", f.How).With("role", "listitem").Classed("on", f.Found))
	}
}

// number numbers the lines of the text.
func (m *Import) number(lines int) {
	if lines = min(lines, mostNumbers); lines != m.lines {
		m.lines = lines
		m.numbers.Say(numbers(lines))
	}
}

// mostRead is how much of a file is read, in bytes: a text that long is refused, with a note that says so.
const mostRead = 8<<20 + 1

// mostNumbers is how many lines have a number. assumed: nobody looks for a line beyond.
const mostNumbers = 20_000

func numbers(lines int) string {
	var b strings.Builder
	for i := 1; i <= lines; i++ {
		b.WriteString(strconv.Itoa(i) + "\n")
	}
	return b.String()
}

func (m *Import) showNotes(result *proto.Imported) {
	m.notes.Fill()
	if len(result.Notes) == 0 {
		m.notes.Add(widget.New("li", "", widget.Icon("info"), widget.New("span", ""),
			widget.Span("dim", m.hands.Text("import.nothing"))))
	}
	icons := map[string]string{"read": "ok", "info": "info", "warning": "warn"}
	for _, n := range result.Notes {
		m.notes.Add(widget.New("li", "", widget.Icon(icons[n.Level]).With("class", "icon "+n.Level),
			widget.Span("dim", m.place(n)), widget.Span("", n.Text)))
	}
}

func (m *Import) place(n proto.Note) string {
	switch {
	case n.First == 0:
		return m.hands.Text("import.notGiven")
	case n.First == n.Last || n.Last == 0:
		return m.hands.Text("import.line", strconv.Itoa(n.First))
	}
	return m.hands.Text("import.lines", strconv.Itoa(n.First), strconv.Itoa(n.Last))
}
