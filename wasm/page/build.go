//go:build js

package page

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/panel"
	"schedlab/wasm/widget"
)

// build makes the panels, in the places that the page's text has for them.
func (p *Page) build(hands panel.Hands) {
	p.frame, p.stage = widget.Find("page"), widget.Find("stage")
	p.topbar = panel.NewTopbar(widget.Find("topbar"), hands)
	messages := panel.NewMessages(widget.Find("messages"), hands)
	offline := panel.NewOffline(widget.Find("messages"), hands)
	exporting := panel.NewExporting(p.topbar, widget.Find("messages"), hands, p.takeFile)
	p.caption = panel.NewCaption(widget.Find("caption"), hands)
	p.plan = panel.NewPlan(hands)
	p.line = panel.NewLine(hands, p.canScroll)
	p.strip = panel.NewStrip(hands)
	p.tabs = panel.NewTabs(hands)
	twin, tip := panel.NewTwin(hands), panel.NewTip()
	// Until the first picture is there, the figures take no room but can be measured.
	p.plan.Root.Classed("early", true)
	p.line.Root.Classed("early", true)
	p.stage.Add(p.strip.Root, p.plan.Root, p.line.Root, p.tabs.Root, twin.Root, tip.Root())
	p.parts = map[string]*widget.Element{"editor": widget.Find("editor"), "results": widget.Find("results")}
	p.editor = panel.NewEditor(p.parts["editor"], hands, p.state.Form())
	results := panel.NewResults(p.parts["results"], hands)
	p.moves = panel.NewTransport(widget.Find("transport"), hands)
	panel.NewSplitter(p.frame, p.stage, hands)
	tabbar := panel.NewTabbar(hands)
	p.frame.Add(tabbar.Root)
	keys, imports := panel.NewKeys(hands), panel.NewImport(hands)
	explain := panel.NewExplain(hands)
	widget.Body().Add(keys.Root, imports.Root, explain.Root)
	p.buildSharing(hands)
	p.menus["scenarios"], p.menus["jump"] = p.topbar.Menu(), p.moves.Jumps()
	p.menus["export"], p.menus["more"] = exporting.Menu(), p.topbar.More()
	p.dialogs["keys"], p.dialogs["import"] = keys.Dialog, imports.Dialog
	p.dialogs["explain"] = explain.Dialog
	keeping, library, naming := panel.NewKeeping(widget.Find("messages"), hands), panel.NewLibrary(hands),
		panel.NewNaming(hands)
	widget.Body().Add(library.Root, naming.Root)
	p.dialogs["library"], p.dialogs["naming"] = library.Dialog, naming.Dialog
	p.panels = append(p.panels, keeping, library, naming, p.topbar, messages, offline, p.caption, p.strip,
		p.plan, p.line, p.tabs, twin, tip,
		p.editor,
		results,
		p.moves,
		tabbar, keys, imports, explain, exporting)
	p.buildEmbedded(hands)
	widget.OnResize(p.resized, p.stage, p.plan.Root, p.line.Root)
}

// resized tells the state what the pictures may use.
func (p *Page) resized() {
	p.act(desk.Resized{Sizes: desk.Sizes{
		Plan: p.plan.Width(), Line: p.line.Width(), Stage: p.stage.Height(), Ratio: widget.Ratio(),
	}})
}

// canScroll says whether the stage has more than fits.
func (p *Page) canScroll() bool { return p.stage.Get("scrollHeight").Int() > p.stage.Height()+1 }
