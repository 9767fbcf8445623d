//go:build js

package panel

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Exporting is the button with the menu of files, and the bars about a file that is being made and about one
// that could not be opened.
type Exporting struct {
	hands        Hands
	button, menu *widget.Element
	bar, says    *widget.Element
	meter, fill  *widget.Element
	fault, why   *widget.Element
	again, copy  *widget.Element // of a fault
	problems     *widget.Element
	names        map[string]string // of the kinds
	kind         string
	begun        float64 // wall clock
	told         *desk.FileFault
}

// exportEntry is a kind of file with its name and what it is for.
type exportEntry struct{ kind, name, help string }

// exportEntries are the kinds in the order of the menu; the last opens a file.
func exportEntries(hands Hands) []exportEntry {
	return []exportEntry{
		{"picture", hands.Text("export.picture"), hands.Text("export.pictureHelp")},
		{"png", hands.Text("export.png"), hands.Text("export.pngHelp")},
		{"table", hands.Text("export.table"), hands.Text("export.tableHelp")},
		{"series", hands.Text("export.series"), hands.Text("export.seriesHelp")},
		{"scenario", hands.Text("export.scenario"), hands.Text("export.scenarioHelp")},
		{"trace", hands.Text("export.trace"), hands.Text("export.traceHelp")},
		{"report", hands.Text("export.report"), hands.Text("export.reportHelp")},
		{"", hands.Text("export.file"), hands.Text("export.fileHelp")},
	}
}

// NewExporting adds to the top bar's acts and to the place for messages. A file that is chosen goes to take.
func NewExporting(bar *Topbar, messages *widget.Element, hands Hands, take func(js.Value)) *Exporting {
	e := &Exporting{hands: hands}
	e.button = widget.New("button", "btn act", widget.Icon("out"),
		widget.Span("word", hands.Text("export.open"))).With("type", "button").
		With("title", hands.Text("export.open")).With("aria-haspopup", "menu").With("aria-expanded", "false").
		Does("menu", "export")
	e.menu = widget.New("div", "menu export-menu").With("role", "menu").
		With("aria-label", hands.Text("export.menu")).Hide(true)
	e.names = map[string]string{}
	var open *widget.Element
	for _, entry := range exportEntries(hands) {
		e.names[entry.kind] = entry.name
		button := widget.New("button", "", widget.New("b", "").Say(entry.name), widget.Span("", entry.help)).
			With("type", "button").With("role", "menuitem")
		if entry.kind == "" {
			open = button.Does("export.open", "")
			e.menu.Add(widget.New("hr", "").With("role", "separator"))
		} else {
			button.Does("export", entry.kind)
		}
		e.menu.Add(button)
	}
	field := widget.New("input", "sr").With("type", "file").With("id", "open-file").With("tabindex", "-1").
		With("accept", ".json,.svg,.html").With("aria-label", hands.Text("export.fileField"))
	open.Listen("click", func(js.Value) { field.Call("click") })
	field.Listen("change", func(js.Value) {
		if files := field.Get("files"); files.Get("length").Int() > 0 {
			take(files.Index(0))
		}
		field.Set("value", "")
	})
	bar.Acts.Add(e.button)
	bar.root.Add(e.menu, field)
	e.bars(messages)
	return e
}

func (e *Exporting) bars(messages *widget.Element) {
	e.says, e.fill = widget.New("p", ""), widget.New("i", "")
	e.meter = widget.New("div", "meter", e.fill).With("role", "progressbar").
		With("aria-label", e.hands.Text("export.making")).With("aria-valuemin", "0").
		With("aria-valuemax", "100")
	e.bar = widget.New("div", "msg exporting", widget.Icon("out"), e.says, e.meter,
		widget.Button("btn line small", e.hands.Text("export.cancel")).Does("export.cancel", "")).Hide(true)
	e.why, e.problems = widget.New("p", ""), widget.New("ul", "file-problems")
	e.again = widget.Button("btn line small", e.hands.Text("maker.again"))
	e.copy = widget.Button("btn line small", e.hands.Text("failed.copy")).Does("report", "")
	e.fault = bar("bad", "bad", widget.New("div", "grow", e.why, e.problems), e.again, e.copy,
		widget.IconButton("btn small square", "close", e.hands.Text("dialog.close")).Does("export.open", ""))
	messages.Add(e.bar, e.fault)
}

// Menu opens or closes the list of files.
func (e *Exporting) Menu() *Menu { return &Menu{root: e.menu, button: e.button} }

// barAfter is how long a file may take before a bar says how far it is, in milliseconds.
const barAfter = 300

// Show shows the state.
func (e *Exporting) Show(s *desk.State) {
	if s.Export.Kind != e.kind {
		e.kind, e.begun = s.Export.Kind, widget.Now()
	}
	e.bar.Hide(e.kind == "" || widget.Now()-e.begun < barAfter)
	if e.kind != "" {
		e.showShare(s)
	}
	if s.Export.Fault != e.told {
		e.told = s.Export.Fault
		e.showFault(e.told)
	}
}

func (e *Exporting) showShare(s *desk.State) {
	share, says := s.Export.Share, "export.share"
	if s.Maker.Fetching {
		share, says = s.Maker.Share, "maker.fetching"
	}
	whole := int(100 * share)
	e.says.Say(e.hands.Text(says, e.names[e.kind], whole))
	e.fill.Styled("width", percent(share))
	e.meter.With("aria-valuenow", desk.Grouped(int64(whole)))
}

// mostProblems is how many problems of a file are listed.
const mostProblems = 20

func (e *Exporting) showFault(f *desk.FileFault) {
	e.fault.Hide(f == nil)
	e.problems.Fill()
	if f == nil {
		return
	}
	e.why.Say(e.hands.Text(f.Key, f.Name))
	e.again.Hide(f.Again == "").Does("export", f.Again)
	e.copy.Hide(f.Key != "maker.failed")
	for _, p := range f.Problems[:min(len(f.Problems), mostProblems)] {
		text := capital(p.Message)
		if p.Hint != "" {
			text += "; " + p.Hint
		}
		place := p.Path
		if p.Line > 0 {
			place = e.hands.Text("problems.line", p.Line) + " " + p.Path
		}
		e.problems.Add(widget.New("li", "", widget.Span("", text+" "), widget.Span("mono dim", place)))
	}
}
