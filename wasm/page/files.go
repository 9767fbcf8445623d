//go:build js

package page

import (
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// pngRatio is how many pixels a CSS pixel has in a saved picture: it is shown large.
const pngRatio = 2

// saveFiles puts files on the person's computer.
func (p *Page) saveFiles(e desk.ExportEffects) {
	for _, f := range e.Files {
		if !f.AsPixels {
			widget.Download(f.Name, f.Type, f.Text)
			continue
		}
		widget.DownloadPixels(f.Name, f.Text, pngRatio, func(ok bool) {
			if !ok {
				p.act(desk.Notice{Text: p.state.Supplies.Say.Text("export.notPainted")})
			}
		})
	}
}

// takeFiles hears of files that are dropped on the page or chosen.
func (p *Page) takeFiles() {
	widget.OnFile(p.takeFile)
}

func (p *Page) takeFile(file js.Value) {
	name := file.Get("name").String()
	if file.Get("size").Int() > desk.MostFile {
		p.act(desk.TooLarge{Name: name})
		return
	}
	widget.ReadFile(file, func(text string) { p.act(desk.OpenFile{Name: name, Text: text}) })
}
