//go:build js

package panel

import (
	"strconv"
	"strings"
	"syscall/js"

	"schedlab/engine/importer"
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Import is the dialog that makes a machine of what a system prints.
type Import struct {
	Dialog
	hands   Hands
	formats map[string]*widget.Element
	marks   map[string]*widget.Element
	area    *widget.Element
	numbers *widget.Element
	lines   int
	machine *widget.Element
	sum     *widget.Element
	notes   *widget.Element
	use     *widget.Element
	read    int
	cancel  func()
}

// readAfter is how long somebody must not type before the text is read, in milliseconds.
const readAfter = 200

// NewImport makes the dialog.
func NewImport(hands Hands) *Import {
	m := &Import{Dialog: newDialog(hands, "import", "import-title", hands.Text("import.title")), hands: hands,
		formats: map[string]*widget.Element{}, marks: map[string]*widget.Element{}, read: -1}
	formats := widget.New("div", "formats").With("aria-label", hands.Text("import.formats")).
		With("role", "list")
	for _, f := range importer.Formats() {
		m.marks[f.Name] = widget.Icon("ok").Hide(true)
		m.formats[f.Name] = widget.New("span", "tag", m.marks[f.Name], widget.Span("", f.Title)).
			With("title", f.How).With("role", "listitem")
		formats.Add(m.formats[f.Name])
	}
	m.numbers = widget.New("div", "numbers").With("aria-hidden", "true").Say("1")
	m.area = widget.New("textarea", "").With("spellcheck", "false").With("wrap", "off").
		With("id", "import-text").
		With("aria-label", hands.Text("import.text")).With("autofocus", "")
	file := widget.New("input", "sr").With("type", "file").With("id", "import-file").With("tabindex", "-1").
		With("aria-label", hands.Text("import.file"))
	open := widget.WordButton("btn line small", "file", hands.Text("import.file"))
	open.Listen("click", func(js.Value) { file.Call("click") })
	left := widget.New("div", "left", widget.New("p", "lead").Say(hands.Text("import.lead")), formats,
		widget.New("div", "paste", m.numbers, m.area), widget.New("div", "row", open, file))
	m.sum, m.machine, m.notes = widget.New("span", ""), widget.New("ul", "nodes"), widget.New("ul", "notes")
	right := widget.New("div", "right", widget.New("div", "fig-head", heading(hands.Text("import.machine")),
		widget.New("span", "grow"), m.sum), m.machine, widget.New("div", "fig-head",
		heading(hands.Text("import.notes"))), m.notes).With("aria-live", "polite")
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
		widget.ReadFile(files.Index(0), func(text string) {
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
	if s.Import.Read == m.read {
		return
	}
	m.read = s.Import.Read
	result := s.Import.Result
	m.use.Is("disabled", !result.Usable)
	m.number(strings.Count(s.Import.Text, "\n") + 1)
	for name, tag := range m.formats {
		isFound := false
		for _, f := range result.Formats {
			isFound = isFound || f == name
		}
		tag.Classed("on", isFound)
		m.marks[name].Hide(!isFound)
	}
	m.showMachine(result)
	m.showNotes(result)
}

// number numbers the lines of the text.
func (m *Import) number(lines int) {
	if lines = min(lines, mostNumbers); lines != m.lines {
		m.lines = lines
		m.numbers.Say(numbers(lines))
	}
}

// mostNumbers is how many lines have a number. assumed: nobody looks for a line beyond.
const mostNumbers = 20_000

func numbers(lines int) string {
	var b strings.Builder
	for i := 1; i <= lines; i++ {
		b.WriteString(strconv.Itoa(i) + "\n")
	}
	return b.String()
}

func (m *Import) showNotes(result importer.Result) {
	m.notes.Fill()
	if len(result.Notes) == 0 {
		m.notes.Add(widget.New("li", "", widget.Icon("info"), widget.New("span", ""),
			widget.Span("dim", m.hands.Text("import.nothing"))))
	}
	icons := map[importer.Level]string{importer.Read: "ok", importer.Info: "info", importer.Warning: "warn"}
	for _, n := range result.Notes {
		m.notes.Add(widget.New("li", "", widget.Icon(icons[n.Level]).With("class", "icon "+n.Level.String()),
			widget.Span("dim", m.place(n)), widget.Span("", n.Text)))
	}
}

func (m *Import) place(n importer.Note) string {
	switch {
	case n.First == 0:
		return m.hands.Text("import.notGiven")
	case n.First == n.Last || n.Last == 0:
		return m.hands.Text("import.line", strconv.Itoa(n.First))
	}
	return m.hands.Text("import.lines", strconv.Itoa(n.First), strconv.Itoa(n.Last))
}
