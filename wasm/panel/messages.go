//go:build js

package panel

import (
	"strings"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Messages are the bars above the caption, one for each thing that a person should know.
type Messages struct {
	noticed              string
	fade                 func()
	hands                Hands
	invalid, invalidText *widget.Element
	links                *widget.Element
	failed               *widget.Element
	limit, limitText     *widget.Element
	stray, strayText     *widget.Element
	broken               *broken
	live                 *widget.Element
	shownLinks           string
}

// NewMessages adds to the page's place for messages.
func NewMessages(root *widget.Element, hands Hands) *Messages {
	m := &Messages{hands: hands}
	m.invalidText, m.links = widget.New("b", ""), widget.New("span", "")
	m.invalid = bar("bad", "bad", widget.New("p", "", m.invalidText, m.links),
		widget.WordButton("btn line small", "undo", hands.Text("problems.back")).Does("valid", ""))
	m.failed = bar("bad", "bad", widget.New("p", "", widget.New("b", "").Say(hands.Text("failed.title")+" "),
		widget.Span("", hands.Text("failed.safe"))),
		widget.Button("btn line small", hands.Text("failed.again")).Does("again", ""),
		widget.Button("btn line small", hands.Text("failed.copy")).Does("report", ""))
	m.limitText = widget.New("p", "")
	m.limit = bar("warn", "warn", m.limitText)
	m.strayText = widget.New("p", "")
	m.stray = bar("warn", "warn", m.strayText, widget.IconButton("btn small square", "close",
		hands.Text("dialog.close")).Does("stray", ""))
	m.live = widget.New("div", "toast").With("role", "status")
	m.broken = newBroken(hands)
	root.Add(m.failed, m.broken.root, m.invalid, m.limit, m.stray, m.live)
	return m
}

func bar(class, icon string, parts ...*widget.Element) *widget.Element {
	return widget.New("div", "msg "+class, append([]*widget.Element{widget.Icon(icon)}, parts...)...).
		With("role", "alert").Hide(true)
}

// Show shows the state.
func (m *Messages) Show(s *desk.State) {
	m.failed.Hide(s.Failed == nil)
	m.showNotice(s.Notice)
	m.broken.show(s)
	m.stray.Hide(s.Stray == "")
	m.strayText.Say(m.hands.Text("stray.text", s.Stray))
	m.limit.Hide(s.Run == nil || s.Run.Ended >= s.Run.Duration)
	if s.Run != nil {
		m.limitText.Say(m.hands.Text("limit.text", desk.Short(s.Run.Ended), desk.Short(s.Run.Duration)))
	}
	m.invalid.Hide(len(s.Problems) == 0)
	m.showProblems(s)
}

// noticeTime is how long a notice is seen, in milliseconds.
const noticeTime = 4000

func (m *Messages) showNotice(text string) {
	if text == m.noticed {
		return
	}
	m.noticed = text
	m.live.Say(text)
	m.live.Classed("seen", text != "")
	if m.fade != nil {
		m.fade()
	}
	m.fade = widget.After(noticeTime, func() { m.live.Classed("seen", false) })
}

// linksShown is how many problems have a link in the bar; all are listed beside the picture.
const linksShown = 4

func (m *Messages) showProblems(s *desk.State) {
	m.invalidText.Say(m.hands.Text("problems.count", len(s.Problems)) + " ")
	var paths []string
	for _, p := range s.Problems {
		paths = append(paths, p.Path)
	}
	key := strings.Join(append(paths, ""), "\n")
	if key == m.shownLinks {
		return
	}
	m.shownLinks = key
	m.links.Fill()
	if s.Run != nil {
		m.links.Add(widget.Span("", m.hands.Text("problems.stale")+" "))
	}
	for i, path := range paths {
		if i == linksShown {
			m.links.Add(widget.Span("", " …"))
			break
		}
		comma := ", "
		if i == len(paths)-1 {
			comma = ""
		}
		m.links.Add(widget.New("span", "", widget.Button("link", s.FieldTitle(path)).Does("field", path),
			widget.Span("", comma)))
	}
}
