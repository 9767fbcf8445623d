package export

import "schedlab/wasm/view"

// page is an HTML text under construction. Whatever comes from a document is escaped.
type page struct{ *File }

// tag writes an element with a text. The class may be empty.
func (p page) tag(name, class, text string) {
	p.open(name, class)
	p.Add(view.Escape(text), "</", name, ">\n")
}

func (p page) open(name, class string) {
	p.Add("<", name)
	if class != "" {
		p.Add(` class="`, class, `"`)
	}
	p.Add(">")
}

// said is tag unless there is nothing to say.
func (p page) said(name, class, text string) {
	if text != "" {
		p.tag(name, class, text)
	}
}

// fold begins a part that is opened by hand.
func (p page) fold(title string) {
	p.Add("<details><summary>")
	p.tag("h2", "", title)
	p.Add("</summary>\n")
}

func (p page) unfold() { p.Add("</details>\n") }

// grid is a table of a page.
type grid struct {
	head    []string
	numeric []bool
	rows    [][]string
}

// table writes a table that scrolls by itself where it is too wide.
func (p page) table(g grid) {
	class := func(i int) string {
		if i < len(g.numeric) && g.numeric[i] {
			return "n"
		}
		return ""
	}
	p.Add(`<div class="wide"><table><thead><tr>`)
	for i, name := range g.head {
		p.tag("th", class(i), name)
	}
	p.Add("</tr></thead><tbody>\n")
	for _, row := range g.rows {
		p.Add("<tr>")
		for i, cell := range row {
			p.tag("td", class(i), cell)
		}
		p.Add("</tr>\n")
	}
	p.Add("</tbody></table></div>\n")
}

// style is the report's own: it must be whole without any other file.
const style = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#f4f4f0;color:#16181d;font:14px/1.5 system-ui,sans-serif}
body{font-variant-numeric:tabular-nums}
main{max-width:940px;margin:0 auto;padding:32px 24px 48px;background:#fff}
h1{margin:0;font-size:26px;line-height:1.2;letter-spacing:-.01em}
h2{margin:36px 0 8px;padding-top:16px;border-top:1px solid #e4e3dd;font-size:16px}
summary{cursor:pointer}summary h2{display:inline}
details{margin:20px 0;padding-top:16px;border-top:1px solid #e4e3dd}
p{margin:8px 0;max-width:72ch}
.lead{font-size:16px}.dim{color:#63676e}.mono,code{font-family:ui-monospace,monospace;font-size:13px}
pre{margin:8px 0;padding:8px 12px;overflow-x:auto;background:#f4f4f0;border-radius:4px}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:16px 0 0}
.facts dt{color:#63676e}.facts dd{margin:0;overflow-wrap:anywhere}
.wide{overflow-x:auto}
.picture svg{display:block;width:100%;min-width:640px;height:auto}
.picture{margin:16px -24px;border-block:1px solid #e4e3dd}
table{width:100%;border-collapse:collapse;font-size:13px}
th,td{padding:5px 12px 5px 0;border-bottom:1px solid #e4e3dd;text-align:left;vertical-align:top}
th{color:#63676e;font-weight:500;white-space:nowrap}
th:last-child,td:last-child{padding-right:0}
.n{text-align:right;white-space:nowrap}
a{color:#1d5bd0;overflow-wrap:anywhere}
@media(max-width:600px){main{padding:20px 16px}.picture{margin:16px -16px}h1{font-size:22px}
.facts{grid-template-columns:1fr}.facts dd{margin-bottom:6px}}
@media print{body{background:#fff}main{max-width:none;padding:0}.picture{margin:16px 0;border:0}
.picture svg{min-width:0}h2{break-after:avoid}tr{break-inside:avoid}.wide{overflow:visible}}
`
