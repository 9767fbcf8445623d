//go:build js

package panel

import (
	"cmp"
	"strconv"
	"strings"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Caption reads the picture aloud, and says what is under way.
type Caption struct {
	hands               Hands
	headline, why, live *widget.Element
	kpis                [3]kpi
	thin, thinBar       *widget.Element
	simulating, says    *widget.Element
	detail, bar         *widget.Element
	spoken, expects     string
	previewed           int // generation of the run that is expected so
}

type kpi struct{ value, name *widget.Element }

// Times of waiting after which something is shown, in milliseconds.
const (
	thinAfter    = 150
	progressFrom = 1000
)

// NewCaption takes over the caption that the page has from the beginning.
func NewCaption(root *widget.Element, hands Hands) *Caption {
	c := &Caption{hands: hands, headline: widget.Find("headline"), why: widget.Find("why")}
	row := widget.New("div", "kpis")
	for i := range c.kpis {
		c.kpis[i] = kpi{widget.New("b", ""), widget.New("span", "")}
		row.Add(widget.New("div", "", c.kpis[i].value, c.kpis[i].name))
	}
	c.thinBar = widget.New("i", "")
	c.thin = widget.New("div", "underline", c.thinBar).With("aria-hidden", "true")
	c.says, c.detail, c.bar = widget.New("b", ""), widget.New("span", "dim"), widget.New("i", "")
	c.simulating = widget.New("div", "simulating", widget.New("div", "grow", c.says, widget.Span("", " "),
		c.detail,
		widget.New("div", "meter", c.bar)), widget.Button("btn line small", hands.Text("run.cancel")).
		Does("cancel", "")).
		With("role", "status").Hide(true)
	c.live = widget.New("div", "sr").With("aria-live", "polite")
	root.Add(row, c.live)
	root.Call("after", c.thin.Value, c.simulating.Value)
	return c
}

// Show shows the state.
func (c *Caption) Show(s *desk.State) {
	if d := s.Drawn; d != nil {
		c.headline.Say(d.Headline)
		c.why.Say(d.Why)
		c.showNow(d.Now)
		if text := d.Headline + " " + d.Why; !s.Playing && text != c.spoken {
			c.spoken = text
			c.live.Say(text)
		}
	} else if !s.IsFirst() {
		c.headline.Say(s.Title())
		c.why.Say("")
	}
	c.showWaiting(s)
}

func (c *Caption) showNow(now proto.Now) {
	values := [3]string{
		strconv.FormatFloat(now.Busy, 'f', 1, 64) + " %", desk.Grouped(int64(now.Running)),
		desk.Grouped(int64(now.Runnable)),
	}
	names := [3]string{c.hands.Text("now.busy"), c.hands.Text("now.running"), c.hands.Text("now.runnable")}
	for i := range c.kpis {
		c.kpis[i].value.Say(values[i])
		c.kpis[i].name.Say(names[i])
	}
}

func (c *Caption) showWaiting(s *desk.State) {
	waited := 0.0
	if s.Waiting.On && s.Waiting.Since > 0 {
		waited = widget.Now() - s.Waiting.Since
	}
	preview := c.preview(s)
	share := 0.0
	if p := s.Waiting.Progress; p != nil && p.Duration > 0 {
		share = float64(p.At) / float64(p.Duration)
		c.says.Say(c.hands.Text("run.simulating", desk.Short(p.At/1e9*1e9), desk.Short(p.Duration/1e9*1e9)))
		c.detail.Say(cmp.Or(preview, c.hands.Text("run.detail", p.Schedulers, p.Events)))
	} else {
		c.says.Say(c.hands.Text("run.starting"))
		c.detail.Say(preview)
	}
	c.thin.Classed("on", waited >= thinAfter)
	c.thinBar.Styled("width", percent(share))
	isEarly := waited < progressFrom && (preview == "" || waited < thinAfter)
	if c.simulating.Hide(isEarly); !isEarly {
		widget.Find("loading").Hide(true) // the simulator is there, and at work
	}
	c.bar.Styled("width", percent(share))
}

// preview is what can be expected of the run under way, in words; empty if nobody waits or nothing can.
func (c *Caption) preview(s *desk.State) string {
	switch {
	case !s.Waiting.On:
		c.previewed, c.expects = -1, ""
	case c.previewed != s.Generation:
		var parts []string
		for _, value := range s.Preview() {
			parts = append(parts, value.Name+" "+value.Text)
		}
		c.previewed, c.expects = s.Generation, ""
		if len(parts) > 0 {
			c.expects = c.hands.Text("run.expected", strings.Join(parts, "; "))
		}
	}
	return c.expects
}
