package bundle

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"schedlab/wasm/view"
)

// lessonPages are the templates of the pages of lessons.
const lessonPages = "lessons"

// addLessons publishes what there is of each shipped scenario beside the playground: its document, its
// still, its page and what embeds it, if there are templates for such pages.
func (b *bundle) addLessons() error {
	if !b.has(lessonPages) {
		return nil
	}
	templates, err := b.pages("site/" + lessonPages + "/*.html")
	if err != nil {
		return err
	}
	all, err := lessons()
	if err != nil {
		return err
	}
	var cards strings.Builder
	for i := range all {
		l := &all[i]
		if err := b.addLesson(l); err != nil {
			return fmt.Errorf("%s: %w", l.name, err)
		}
		with, err := b.fillingOf(l, around(all, i))
		if err != nil {
			return err
		}
		name := lessonPages + "/" + l.name + ".html"
		if err := b.addPage(name, templates[lessonPages+"/lesson.html"], with); err != nil {
			return err
		}
		cards.WriteString(l.card())
	}
	shelf := filling{up: "../", parts: map[string]string{"lessons": cards.String(), "mark": mark}}
	name := lessonPages + "/index.html"
	return b.addPage(name, templates[name], shelf)
}

// mark is the product's sign.
const mark = `<svg viewBox="0 0 16 16" aria-hidden="true"><rect x="1" y="9" width="3" height="5" rx=".8"/>` +
	`<rect x="6.5" y="9" width="3" height="5" rx=".8"/><rect x="12" y="9" width="3" height="5" rx=".8"/>` +
	`<rect class="pale" x="6.5" y="5" width="3" height="3" rx=".8"/>` +
	`<rect class="paler" x="6.5" y="1" width="3" height="3" rx=".8"/></svg>`

func (b *bundle) addPage(name, template string, with filling) error {
	filled, err := b.fillFor(template, with)
	if err != nil {
		return fmt.Errorf("site/%s: %w", name, err)
	}
	b.files[name] = []byte(filled)
	return nil
}

// addLesson adds the files about a scenario that are no pages.
func (b *bundle) addLesson(l *lesson) error {
	told, err := json.Marshal(map[string]any{"title": l.title, "caption": l.headline, "why": l.why,
		"summary": l.summary, "width": view.StillWidth, "height": l.height})
	if err != nil {
		return err
	}
	embedding, err := b.oEmbed(l)
	b.files["stills/"+l.name+".json"] = told
	b.files["stills/"+l.name+".svg"] = l.stills[view.Light]
	b.files["stills/"+l.name+"-dark.svg"] = l.stills[view.Dark]
	b.files["scenarios/"+l.name+".json"] = l.document
	b.files["oembed/"+l.name+".json"] = embedding
	return err
}

// fillingOf is what the page of a lesson says.
func (b *bundle) fillingOf(l *lesson, near neighbours) (filling, error) {
	rows, err := b.figures(l)
	if err != nil {
		return filling{}, err
	}
	links, err := b.linksTo(near)
	return filling{up: "../",
		values: map[string]string{"name": l.name, "title": l.title, "summary": l.summary, "look": l.look,
			"why": l.why, "embed": b.frameCode(l)},
		parts: map[string]string{"mark": mark, "still": l.pictures(), "figures": rows, "around": links},
	}, err
}

// pictures are the still in both themes; the style sheet shows one. The other is not fetched, as it is lazy.
func (l *lesson) pictures() string {
	var out strings.Builder
	for _, p := range []struct{ class, suffix string }{{"light", ""}, {"dark", "-dark"}} {
		fmt.Fprintf(&out, `<img class="%s" src="../stills/%s%s.svg" width="%d" height="%d" loading="lazy" `+
			`alt="%s">`, p.class, html.EscapeString(l.name), p.suffix, view.StillWidth, l.height,
			html.EscapeString(l.headline))
	}
	return out.String()
}

// card is a lesson on the page of all lessons. Its picture says nothing that the text beside it does not.
func (l *lesson) card() string {
	pictures := strings.ReplaceAll(l.pictures(), `alt="`+html.EscapeString(l.headline)+`"`, `alt=""`)
	return fmt.Sprintf(`    <li><div class="frame">%s</div><h2><a href="%s.html">%s</a></h2><p>%s</p></li>`+
		"\n", pictures, html.EscapeString(l.name), html.EscapeString(l.title), html.EscapeString(l.summary))
}

// figures are the rows of reported beside simulated.
func (b *bundle) figures(l *lesson) (string, error) {
	var out strings.Builder
	for _, row := range l.claims {
		kind, err := b.message("claims." + row.Kind.String())
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, `          <tr><th scope="row">%s</th><td class="num">%s</td>`+
			`<td class="num got">%s</td>`, withNote(row.Title(), variantOf(row)),
			html.EscapeString(row.Text), html.EscapeString(cmp.Or(row.SimulatedText(), "–")))
		fmt.Fprintf(&out, "<td>%s</td><td class=\"source\">%s</td></tr>\n", withNote(kind, row.Why),
			html.EscapeString(row.Source))
	}
	return out.String(), nil
}

func withNote(text, note string) string {
	if note == "" {
		return html.EscapeString(text)
	}
	return html.EscapeString(text) + "<small>" + html.EscapeString(note) + "</small>"
}

// neighbours are the lessons before and after one; nil at the ends.
type neighbours struct{ previous, next *lesson }

func around(all []lesson, at int) (n neighbours) {
	if at > 0 {
		n.previous = &all[at-1]
	}
	if at+1 < len(all) {
		n.next = &all[at+1]
	}
	return n
}

func (b *bundle) linksTo(n neighbours) (string, error) {
	previous, err := b.message("lesson.previous")
	if err != nil {
		return "", err
	}
	next, err := b.message("lesson.next")
	return n.previous.link("prev", previous) + n.next.link("next", next), err
}

func (l *lesson) link(relation, label string) string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf(`<a rel="%s" href="%s.html"><small>%s</small>%s</a>`, relation,
		html.EscapeString(l.name), html.EscapeString(label), html.EscapeString(l.title))
}
