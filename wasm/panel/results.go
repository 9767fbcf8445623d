//go:build js

package panel

import (
	"strings"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Results are the right column: problems if there are any, reported and simulated, the inspector.
type Results struct {
	hands     Hands
	problems  *widget.Element
	trouble   *widget.Element
	count     *widget.Element
	claims    *widget.Element
	rows      *widget.Element
	kind      *widget.Element
	waiting   *widget.Element
	inspector *Inspector
	run       *proto.Opened
	shown     []proto.Claim
	version   int
}

// NewResults takes the place of what the column said before.
func NewResults(root *widget.Element, hands Hands) *Results {
	r := &Results{hands: hands, trouble: widget.New("div", ""), count: widget.New("span", "sum"),
		rows: widget.New("div", "")}
	r.problems = widget.New("section", "sec", panelHead(hands.Text("problems.title"), r.count), r.trouble).
		Hide(true)
	r.waiting = widget.New("p", "empty").Say(hands.Text("results.waiting"))
	r.kind = widget.New("span", "sum", note("predicted", hands.Text("claims.predicted")))
	r.claims = widget.New("section", "sec claims", panelHead(hands.Text("claims.title"), r.kind), r.waiting,
		r.rows)
	r.inspector = NewInspector(hands)
	root.Fill(r.problems, r.claims, r.inspector.Root)
	return r
}

// Show shows the state.
func (r *Results) Show(s *desk.State) {
	r.showProblems(s)
	r.inspector.Show(s)
	r.waiting.Hide(s.Run != nil && !s.Stale())
	r.rows.Hide(s.Run == nil || s.Stale())
	if s.Stale() {
		r.waiting.Say(r.hands.Text("claims.later"))
	}
	if s.Run == nil || s.Run == r.run && same(s.Claims, r.shown) {
		return
	}
	r.run, r.shown = s.Run, s.Claims
	r.showClaims(s.Run, s.Claims, s.Differences())
}

func (r *Results) showProblems(s *desk.State) {
	r.problems.Hide(len(s.Problems) == 0)
	if s.Version == r.version {
		return
	}
	r.version = s.Version
	r.count.Say(desk.Grouped(int64(len(s.Problems))))
	r.trouble.Fill()
	for _, p := range s.Problems {
		place := p.Path
		if p.Line > 0 {
			place = r.hands.Text("problems.line", p.Line) + " " + p.Path
		}
		body := widget.New("div", "", widget.New("h3", "").Say(capital(p.Message)))
		if p.Hint != "" {
			body.Add(widget.New("p", "").Say(capital(p.Hint)))
		}
		body.Add(widget.New("p", "mono dim").Say(place),
			widget.Button("link", r.hands.Text("problems.go")).Does("field", p.Path))
		r.trouble.Add(widget.New("div", "trouble", widget.Icon("bad"), body))
	}
}

// same says whether two lists are one.
func same(a, b []proto.Claim) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// mostDifferences is how many are named; the others are counted.
const mostDifferences = 4

// apart says that the figures are another scenario's, when this one differs from it in something.
func (r *Results) apart(differences []string) *widget.Element {
	named := strings.Join(differences[:min(len(differences), mostDifferences)], ", ")
	if more := len(differences) - mostDifferences; more > 0 {
		named = r.hands.Text("claims.andMore", named, more)
	}
	return widget.New("p", "empty apart").Say(r.hands.Text("claims.apart", named))
}

func (r *Results) showClaims(run *proto.Opened, claims []proto.Claim, differences []string) {
	isApart := len(differences) > 0
	r.kind.Hide(isApart || len(claims) == 0)
	window := r.hands.Text("claims.window", desk.Length(run.To-run.From))
	r.rows.Fill(widget.New("div", "claim head", widget.Span("", window),
		widget.Span("said", r.hands.Text("claims.reported")), widget.Span("got",
			r.hands.Text("claims.simulated"))))
	if len(claims) == 0 {
		r.rows.Fill(widget.New("p", "empty").Say(r.hands.Text("claims.none")))
	}
	if isApart && len(claims) > 0 {
		r.rows.Call("prepend", r.apart(differences).Value)
	}
	sources := widget.New("ul", "")
	for _, c := range claims {
		r.rows.Add(r.claim(c, isApart))
		if c.Source != "" {
			sources.Add(widget.New("li", "", widget.New("b", "").Say(c.Label+": "), widget.Span("",
				c.Source)))
		}
	}
	if sources.Get("childElementCount").Int() > 0 {
		r.rows.Add(widget.New("details", "", widget.New("summary", "").Say(r.hands.Text("claims.sources")),
			sources))
	}
	for _, law := range run.Broken {
		r.rows.Add(widget.New("div", "trouble", widget.Icon("bad"), widget.New("div", "", widget.New("h3",
			"").
			Say(law))))
	}
}

// leastRange is the share of a bar from which on a range is drawn; a claim of one figure needs no bar.
const leastRange = 0.005

// claim is a row. Of a scenario that differs from the one that the figure was reported for, nothing is
// judged.
func (r *Results) claim(c proto.Claim, isApart bool) *widget.Element {
	row := widget.New("div", "claim", widget.Span("what", c.Label), widget.Span("said", c.Reported),
		widget.Span("got", c.Simulated))
	if c.Pending {
		return row
	}
	if c.High-c.Low >= leastRange {
		row.Add(r.bar(c, isApart))
	}
	words := map[string]string{"calibrated": r.hands.Text("claims.calibrated"),
		"disagrees": r.hands.Text("claims.disagrees")}
	switch {
	case words[c.Kind] != "":
		row.Add(note(c.Kind, words[c.Kind]+": "+c.Why))
	case !c.Holds && !isApart:
		row.Add(note("disagrees", r.hands.Text("claims.fails")))
	case c.Evidence == "measured":
		row.Add(note("predicted", r.hands.Text("claims.measured")))
	}
	return row
}

func note(kind, text string) *widget.Element {
	k := mark(kind)
	k.Add(widget.Span("", text))
	return k
}

// bar shows the range that the claim allows, and where the simulated figure lies.
func (r *Results) bar(c proto.Claim, isApart bool) *widget.Element {
	text := r.hands.Text("claims.inside")
	switch {
	case isApart:
		text = r.hands.Text("claims.shipped")
	case !c.Holds:
		text = r.hands.Text("claims.outside")
	}
	allowed := widget.New("span", "allowed").Styled("transform",
		"translateX("+percent(c.Low)+") scaleX("+number(max(0.008, c.High-c.Low))+")")
	dot := widget.New("span", "got-dot").Classed("out", !c.Holds && !isApart).Classed("apart", isApart).
		Styled("left", percent(c.Mark))
	return widget.New("span", "range", allowed, dot).With("role", "img").With("aria-label", text)
}

// mark is the sign of a kind of claim.
func mark(kind string) *widget.Element {
	svg := widget.SVG("svg", "").With("viewBox", "0 0 10 10").With("aria-hidden", "true")
	switch kind {
	case "calibrated":
		svg.Add(widget.SVG("circle", "circle").With("cx", "5").With("cy", "5").With("r", "3.3"),
			widget.SVG("path", "half").With("d", "M5 1.7a3.3 3.3 0 0 1 0 6.6z"))
	case "disagrees":
		svg.Add(widget.SVG("path", "triangle").With("d", "M5 .8 9.5 9h-9z"))
	default:
		svg.Add(widget.SVG("circle", "dot").With("cx", "5").With("cy", "5").With("r", "4"))
	}
	return widget.New("span", "kind", svg)
}
