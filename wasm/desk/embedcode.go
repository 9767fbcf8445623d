package desk

import (
	"strconv"
	"strings"
)

// attribute of an element, or parameter of an address, in the order in which it is written.
type attribute struct {
	name, value string
	isBare      bool // it has no value
}

// embedHeights are how high a frame of each mode is in CSS pixels. Source: the drawing of the
// embedded page for the picture; assumed: a timeline needs less, everything more.
var embedHeights = map[string]int{"full": 640, "picture": 420, "timeline": 360}

const embedWidth = 720

// EmbedCode is what puts the scenario into another page.
func (s *State) EmbedCode() string {
	if s.Sharing.Frame {
		return s.frameCode()
	}
	return `<script type="module" src="` + escaped(s.embedBase()+"embed.js") + `"></script>` + "\n" +
		element("schedlab-embed", s.elementAttributes())
}

// chosen are the choices that differ from what is done without them.
func (s *State) chosen() []attribute {
	x := &s.Sharing
	var all []attribute
	if x.Mode != "" && x.Mode != Modes[0] {
		all = append(all, attribute{name: "mode", value: x.Mode})
	}
	if x.Theme == Light || x.Theme == Dark {
		all = append(all, attribute{name: "theme", value: string(x.Theme)})
	}
	if x.Readonly {
		all = append(all, attribute{name: "readonly", isBare: true})
	}
	if x.Autoplay {
		all = append(all, attribute{name: "autoplay", isBare: true})
	}
	return all
}

func (s *State) elementAttributes() []attribute {
	var all []attribute
	parent, fragment := s.parentName(), s.Fragment()
	if parent != "" {
		all = append(all, attribute{name: "scenario", value: parent})
	}
	if fragment != parent {
		all = append(all, attribute{name: "link", value: fragment})
	}
	if title := s.Title(); title != "" {
		all = append(all, attribute{name: "title", value: title})
	}
	return append(all, s.chosen()...)
}

// parentName is the shipped scenario that the document was made from; "" = none.
func (s *State) parentName() string {
	for _, shipped := range s.Supplies.Scenarios {
		if shipped.Name == s.Name {
			return s.Name
		}
	}
	return ""
}

func (s *State) frameCode() string {
	address := s.embedBase() + "embed.html"
	parent, fragment := s.parentName(), s.Fragment()
	parameters := s.chosen()
	if parent != "" {
		parameters = append([]attribute{{name: "scenario", value: parent}}, parameters...)
	}
	for i, p := range parameters {
		mark, value := "&", p.value
		if i == 0 {
			mark = "?"
		}
		if p.isBare {
			value = "1"
		}
		address += mark + p.name + "=" + queried(value)
	}
	if fragment != parent {
		address += "#" + fragment
	}
	height := embedHeights[s.Sharing.Mode]
	if height == 0 {
		height = embedHeights[Modes[0]]
	}
	return element("iframe", []attribute{
		{name: "src", value: address}, {name: "width", value: strconv.Itoa(embedWidth)},
		{name: "height", value: strconv.Itoa(height)}, {name: "title", value: s.frameTitle()},
		{name: "loading", value: "lazy"}, {name: "allow", value: "fullscreen; clipboard-write"},
	})
}

// frameTitle is what screen readers call the frame.
func (s *State) frameTitle() string {
	if title := s.Title(); title != "" {
		return title
	}
	return s.Supplies.Say.Text("brand")
}

// element writes an element that holds nothing.
func element(name string, attributes []attribute) string {
	var b strings.Builder
	b.WriteString("<" + name)
	for _, a := range attributes {
		b.WriteString(" " + a.name)
		if !a.isBare {
			b.WriteString(`="` + escaped(a.value) + `"`)
		}
	}
	b.WriteString("></" + name + ">")
	return b.String()
}

var htmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;",
	"\n", "&#10;", "\r", "&#13;")

// escaped is a text as the value of an attribute.
func escaped(text string) string { return htmlEscapes.Replace(text) }

// queried is a text as a value in an address: all but letters, digits and -._~ is escaped. Source: RFC 3986,
// section 2.3.
func queried(text string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		isPlain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
			strings.IndexByte("-._~", c) >= 0
		if isPlain {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&0xf])
		}
	}
	return b.String()
}
