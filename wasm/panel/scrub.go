//go:build js

package panel

import (
	"strconv"
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/proto"
	"schedlab/wasm/widget"
)

// Scrub is the slider of simulated time, with the measured window and marks.
type Scrub struct {
	hands                   Hands
	Root                    *widget.Element
	played, knob, cut       *widget.Element
	window, windowName      *widget.Element
	marks, left, right, pin *widget.Element
	run                     *proto.Opened
	isHeld                  bool
}

// NewScrub makes the slider.
func NewScrub(hands Hands) *Scrub {
	c := &Scrub{hands: hands, played: widget.New("div", "played"), knob: widget.New("div", "knob"),
		cut: widget.New("div", "cut")}
	c.window = widget.New("div", "window").Hide(true)
	c.windowName = widget.New("div", "window-name").Say(hands.Text("scrub.measured")).Hide(true)
	c.marks, c.left, c.right = widget.New("div", "marks"), widget.New("span", "left"), widget.New("span",
		"right")
	c.pin = widget.New("div", "pin").Hide(true)
	c.Root = widget.New("div", "scrub", widget.New("div", "track", c.played), c.cut.Hide(true), c.window,
		c.windowName,
		c.marks, c.left, c.right, c.pin, c.knob).
		With("role", "slider").With("tabindex", "0").With("aria-label", hands.Text("scrub.label")).
		With("aria-valuemin", "0").With("aria-valuemax", "0").With("aria-valuenow", "0")
	c.listen()
	return c
}

func (c *Scrub) listen() {
	seek := func(event js.Value) {
		if c.run == nil {
			return
		}
		x, _ := c.Root.Corner()
		share := (event.Get("clientX").Float() - x) / float64(max(1, c.Root.Width()))
		c.hands.Act(desk.Seek{At: int64(max(0, min(1, share)) * float64(c.run.Duration))})
	}
	c.Root.Listen("pointerdown", func(event js.Value) {
		c.isHeld = true
		c.Root.Capture(event)
		seek(event)
	})
	c.Root.Listen("pointermove", func(event js.Value) {
		if c.isHeld {
			seek(event)
		}
	})
	for _, end := range []string{"pointerup", "pointercancel"} {
		c.Root.Listen(end, func(js.Value) { c.isHeld = false })
	}
	c.Root.Listen("keydown", func(event js.Value) {
		if action, ok := desk.ScrubKey(event.Get("key").String()); ok {
			event.Call("preventDefault")
			c.hands.Act(action)
		}
	})
}

// Show shows the state.
func (c *Scrub) Show(s *desk.State) {
	if s.Run == nil {
		return
	}
	if s.Run != c.run {
		c.run = s.Run
		c.showRun(s.Run)
	}
	share := float64(s.At) / float64(max(1, s.Run.Duration))
	c.played.Styled("transform", "scaleX("+strconv.FormatFloat(share, 'f', 5, 64)+")")
	c.knob.Styled("left", percent(share))
	c.Root.With("aria-valuenow", strconv.FormatInt(s.At/1e6, 10))
	c.Root.With("aria-valuetext", desk.Clock(s.At, s.Axis().Step()))
	c.pin.Hide(s.Marker < 0)
	c.pin.Styled("left", percent(float64(max(0, s.Marker))/float64(max(1, s.Run.Duration))))
}

// mostMarks is how many marks are elements.
const mostMarks = 200

func (c *Scrub) showRun(run *proto.Opened) {
	whole := float64(max(1, run.Duration))
	c.Root.With("aria-valuemax", strconv.FormatInt(run.Duration/1e6, 10))
	from, to := float64(run.From)/whole, float64(run.To)/whole
	isPart := from > 0.001 || to < 0.999
	c.window.Hide(!isPart)
	c.windowName.Hide(!isPart)
	c.window.Styled("left", percent(from))
	c.window.Styled("width", percent(to-from))
	c.windowName.Styled("left", percent((from+to)/2))
	c.cut.Hide(run.Ended >= run.Duration)
	c.cut.Styled("width", percent(1-float64(run.Ended)/whole))
	c.marks.Fill()
	marks := run.Marks[:min(len(run.Marks), mostMarks)]
	for _, m := range marks {
		c.marks.Add(widget.New("i", "mark").With("title", m.Label).
			Styled("left", percent(float64(m.At)/whole)))
	}
	c.left.Say(shared(marks))
	c.right.Say(desk.Short(run.Duration))
}
