//go:build js

// Package page is the page's role of the module: it owns the document and the DOM. Listeners only note what
// was done; one loop applies that to the state, in order, tells the runner, and lets the panels show the
// state.
package page

import (
	"fmt"
	"runtime/debug"
	"strings"

	"schedlab/wasm/desk"
	"schedlab/wasm/panel"
	"schedlab/wasm/proto"
	"schedlab/wasm/share"
	"schedlab/wasm/widget"
)

// Page is the page at work.
type Page struct {
	state       *desk.State
	queue       []desk.Action
	frames      *widget.Frames
	last        float64 // wall clock of the frame before
	runner      *widget.Runner
	maker       *widget.Maker // nil = nothing was asked of it
	pool        pool
	panels      []panel.Panel
	topbar      *panel.Topbar
	caption     *panel.Caption
	plan        *panel.Plan
	line        *panel.Line
	strip       *panel.Strip
	tabs        *panel.Tabs
	editor      *panel.Editor
	moves       *panel.Transport
	menus       map[string]*panel.Menu
	dialogs     map[string]panel.Dialog
	frame       *widget.Element
	headed      *widget.Element // the caption of a frame of another page
	stage       *widget.Element
	parts       map[string]*widget.Element // editor and results
	isShown     bool                       // the pictures have taken the still's place
	isFigured   bool                       // figures come first, the floor plan last
	isOver      bool                       // a mistake of ours was met: nothing more is done
	kept        int                        // version of the document that the page's first script has
	keptTheme   string
	keptLetters bool
	keep        keeper
	titled      string
	service     *widget.Service
}

// Run starts the page and never returns.
func Run(supplies desk.Supplies) {
	// The page's own memory is small, and what a frame throws away is little: collecting it seldom keeps
	// frames even.
	debug.SetGCPercent(gcPercent)
	say, err := desk.ReadCatalogue([]byte(widget.Messages()))
	if err != nil {
		panic("page: " + err.Error())
	}
	supplies.Say = say
	p := &Page{state: desk.New(supplies), menus: map[string]*panel.Menu{}, dialogs: map[string]panel.Dialog{}}
	p.frames = widget.NewFrames(p.step)
	p.guard(p.begin)
	select {}
}

// gcPercent is how much garbage may gather, as a share of what is in use.
const gcPercent = 400

// firstScenario is what the page opens by itself.
const firstScenario = "soft-numa-on"

func (p *Page) begin() {
	if !p.beginEmbedded() {
		p.beginAddress()
		p.recall()
		p.takeFiles()
	}
	p.build(panel.Hands{Catalogue: p.state.Supplies.Say, Act: p.act})
	p.listen()
	p.startRunner()
	p.frames.Ask()
}

// act notes what was done.
func (p *Page) act(action desk.Action) {
	p.queue = append(p.queue, action)
	p.frames.Ask()
}

// guard is the only place where a mistake of ours in the page is caught. The page stops; the document goes
// into the report.
func (p *Page) guard(work func()) {
	defer func() {
		if fault := recover(); fault != nil {
			p.isOver = true
			p.state.Failed = &proto.Failed{Message: fmt.Sprint(fault), Stack: string(debug.Stack())}
			widget.Stopped(p.state.Report())
		}
	}()
	if !p.isOver {
		work()
	}
}

func (p *Page) step(now float64) {
	p.guard(func() { p.frameAt(now) })
}

// frameAt is the page's one loop.
func (p *Page) frameAt(now float64) {
	passed := now - p.last
	p.last = now
	p.apply()
	desk.Tick{Now: now, Passed: passed}.Apply(p.state)
	p.effects()
	if draw, ok := p.state.Draw(now); ok {
		p.runner.Send(proto.Encode(draw))
	}
	p.show()
	if p.state.Playing || p.state.Waiting.On || p.state.Owes() || len(p.queue) > 0 {
		p.frames.Ask()
	}
}

// apply applies what was done, in order.
func (p *Page) apply() {
	actions := p.queue
	p.queue = nil
	for _, action := range actions {
		action.Apply(p.state)
	}
}

// effects does what the state asks for once.
func (p *Page) effects() {
	p.attend()
	e := p.state.Effect
	p.state.Effect = desk.Effects{}
	if e.Replace {
		p.runner.End()
		p.startRunner()
	}
	for _, message := range e.Send {
		p.runner.Send(proto.Encode(message))
	}
	p.share(e)
	if e.Clipboard != "" {
		p.copy(e.Clipboard)
	}
	p.saveFiles(e.Export)
	p.toMaker(e.Maker)
	p.sweep(e.Sweep)
	p.openAndClose(e)
	p.renew(e.Service)
	p.shelve(e.Shelf)
	if e.Focus != "" {
		p.show()
		p.editor.Reveal(e.Focus)
	}
	if path := widget.FocusedPath(); e.Overtaken && path != "" {
		p.show()
		e.Rewrite = path
	}
	if e.Rewrite != "" {
		p.editor.Rewrite(p.state, e.Rewrite)
	}
	if e.Region != 0 {
		p.moveRegion(e.Region)
	}
}

func (p *Page) copy(text string) {
	if p.state.Failed == nil && p.state.Maker.Failed == nil {
		p.write(text)
		return
	}
	widget.Named(text, p.write) // it may be a report
}

// write puts a text on the clipboard.
func (p *Page) write(text string) {
	widget.Copy(text, func(ok bool) {
		if !ok {
			p.act(desk.Notice{Text: p.state.Supplies.Say.Text("notice.notCopied")})
		}
	})
}

func (p *Page) openAndClose(e desk.Effects) {
	if dialog, ok := p.dialogs[e.Dialog]; ok {
		dialog.Root.OpenModal()
	}
	if e.Close {
		for _, dialog := range p.dialogs {
			dialog.Root.CloseModal()
		}
	}
	if menu, ok := p.menus[e.Menu]; ok {
		menu.Toggle()
	}
}

// startRunner takes or starts a runner and gives it new canvases: those of the one before are lost with it.
func (p *Page) startRunner() {
	p.runner = widget.NewRunner(p.hear, func(reason string) { p.act(desk.Died{Reason: reason}) })
	p.runner.Give("plan", p.plan.Canvas())
	p.runner.Give("line", p.line.Canvas())
	p.runner.Give("strip", p.strip.Canvas())
	p.runner.Give("figures", p.line.Figures.Canvas())
}

func (p *Page) hear(text string) {
	message, err := proto.DecodeToPage(text)
	if err != nil {
		p.act(desk.Died{Reason: "a message could not be read: " + err.Error()})
		return
	}
	p.act(desk.Received{Message: message})
}

// show lets the panels show the state.
func (p *Page) show() {
	s := p.state
	p.showTheme(s)
	switch {
	case !p.isShown && s.Drawn != nil:
		p.isShown = true
		p.reveal()
	case !p.isShown && !s.IsFirst() && s.Embedded == nil:
		widget.Find("still").Hide(true) // it is of another scenario
	}
	p.frame.Classed("editor-open", s.Sheet == desk.EditorSheet)
	p.frame.Classed("results-open", s.Sheet == desk.ResultsSheet)
	p.frame.With("data-screen", string(s.Screen))
	p.showMain(s)
	p.arrange(s.HasFigures())
	for _, part := range p.panels {
		part.Show(s)
	}
	p.showTitle()
	p.remember()
	if p.kept != s.Version {
		p.kept = s.Version
		widget.Keep(string(s.Document.Compact()))
	}
}

// arrange lets the floor plan stand below the timeline of a run that has figures.
func (p *Page) arrange(isFigured bool) {
	if isFigured == p.isFigured {
		return
	}
	p.isFigured = isFigured
	p.stage.Classed("figured", isFigured)
	next := p.line.Root
	if isFigured {
		next = p.tabs.Root
	}
	p.stage.Call("insertBefore", p.plan.Root.Value, next.Value)
}

// showMain makes a screen of a phone that hides the stage the main part of the page in its place.
func (p *Page) showMain(s *desk.State) {
	for screen, id := range map[desk.Screen]string{desk.ResultsScreen: "results",
		desk.ScenarioScreen: "editor"} {
		part := p.parts[id]
		if s.Phone && s.Screen == screen {
			part.With("role", "main")
		} else {
			part.Without("role")
		}
	}
}

// reveal puts the pictures in the place of the still one, in one frame.
func (p *Page) reveal() {
	widget.Find("still").Hide(true)
	widget.Find("loading").Hide(true)
	p.keepSite()
	if len(p.state.Supplies.Scenarios) == 1 {
		widget.FetchScenarios(func(text string) { p.act(desk.Stocked{Scenarios: share.ReadShipped(text)}) })
	}
	p.plan.Root.Classed("early", false)
	p.line.Root.Classed("early", false)
}

func (p *Page) showTheme(s *desk.State) {
	theme := "light"
	if s.Dark {
		theme = "dark"
	}
	root := widget.Root()
	if root.GetAttribute("data-theme") != theme {
		root.SetAttribute("data-theme", theme)
		p.line.Recolour()
		p.tabs.Recolour()
	}
}

// showTitle lets the browser's window have the scenario's title.
func (p *Page) showTitle() {
	name := strings.TrimSpace(p.state.Title() + " · " + p.state.Supplies.Say.Text("brand"))
	if name != p.titled {
		p.titled = name
		widget.SetTitle(name)
	}
}
