//go:build js

package panel

import (
	"strconv"
	"syscall/js"

	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Transport plays, steps, seeks and tells the time.
type Transport struct {
	hands       Hands
	play        *widget.Element
	icon        *widget.Element
	buttons     []*widget.Element
	jump, jumps *widget.Element
	speed       *widget.Element
	says, mode  *widget.Element
	scrub       *Scrub
	shown       int64 // speed
	slid        int   // place to which the slider was moved
	now, of     *widget.Element
}

// NewTransport takes the place of the page's first buttons.
func NewTransport(root *widget.Element, hands Hands) *Transport {
	t := &Transport{hands: hands}
	t.icon = widget.Icon("play")
	t.play = widget.New("button", "play", t.icon).With("type", "button").Does("play", "")
	t.jump = t.button("not-phone", "jump", hands.Text("jump.label")).Does("menu", "jump").
		With("aria-haspopup", "menu")
	steps := widget.New("div", "steps",
		t.button("not-phone", "start", hands.Text("step.start")).Does("start", ""),
		t.button("not-phone", "back", hands.Text("step.back")).Does("seek", "-event"), t.play,
		t.button("", "step", hands.Text("step.on")).Does("seek", "event"),
		t.button("not-phone", "end", hands.Text("step.end")).Does("end", ""), t.jump)
	t.jumps = t.newJumps()
	t.scrub = NewScrub(hands)
	t.now, t.of = widget.New("b", ""), widget.New("span", "")
	root.Fill(steps, t.newSpeed(), t.scrub.Root, widget.New("div", "clock", t.now, t.of), t.jumps)
	return t
}

// button makes a button that is of use once there is a run.
func (t *Transport) button(class, icon, label string) *widget.Element {
	b := widget.IconButton(classes("btn square", class), icon, label).With("title", label)
	t.buttons = append(t.buttons, b)
	return b
}

func (t *Transport) newJumps() *widget.Element {
	menu := widget.New("div", "menu short").With("role", "menu").With("aria-label",
		t.hands.Text("jump.label")).
		Hide(true)
	for _, entry := range []struct{ text, argument string }{
		{t.hands.Text("jump.quantumBack"), "-quantum"}, {t.hands.Text("jump.quantum"), "quantum"},
		{t.hands.Text("jump.yieldBack"), "-yield"}, {t.hands.Text("jump.yield"), "yield"},
		{t.hands.Text("jump.placementBack"), "-placement"}, {t.hands.Text("jump.placement"), "placement"},
		{t.hands.Text("jump.completionBack"), "-completion"}, {t.hands.Text("jump.completion"), "completion"},
	} {
		menu.Add(widget.Button("", entry.text).With("role", "menuitem").Does("seek", entry.argument))
	}
	return menu
}

func (t *Transport) newSpeed() *widget.Element {
	t.says, t.mode = widget.New("b", ""), widget.New("span", "")
	t.speed = widget.New("input", "").With("type", "range").With("min", "0").
		With("max", strconv.Itoa(desk.SpeedSteps)).
		With("step", "1").
		With("value", strconv.Itoa(desk.SpeedPosition(desk.RealTime))).With("aria-label",
		t.hands.Text("speed.label"))
	t.speed.Listen("input", func(js.Value) {
		position, _ := strconv.Atoi(t.speed.Get("value").String())
		t.slid = position
		t.hands.Act(desk.SetSpeed{Position: position})
	})
	return widget.New("div", "speed", widget.New("div", "says", widget.New("span", "",
		widget.Span("", t.hands.Text("speed.name")+" "), t.says), t.mode), t.speed)
}

// Jumps opens or closes the list of what can be jumped to.
func (t *Transport) Jumps() *Menu { return &Menu{root: t.jumps, button: t.jump} }

// Show shows the state.
func (t *Transport) Show(s *desk.State) {
	isReady := s.Run != nil
	t.play.Is("disabled", !isReady)
	for _, b := range t.buttons {
		b.Is("disabled", !isReady)
	}
	switch {
	case !isReady:
		t.play.With("aria-label", t.hands.Text("play.loading"))
	case s.Playing:
		t.play.With("aria-label", t.hands.Text("play.pause"))
	default:
		t.play.With("aria-label", t.hands.Text("play.play"))
	}
	if s.Playing {
		t.icon.Redraw("pause")
	} else {
		t.icon.Redraw("play")
	}
	t.showSpeed(s)
	t.scrub.Show(s)
	if isReady {
		t.now.Say(desk.Clock(s.At, s.Axis().Step()))
		t.of.Say(t.hands.Text("clock.of", desk.Short(s.Run.Duration)))
	}
}

func (t *Transport) showSpeed(s *desk.State) {
	mode := t.hands.Text("speed.rates")
	if s.Speed < desk.OneByOne {
		mode = t.hands.Text("speed.single")
	}
	text := desk.SpeedText(s.Speed)
	t.says.Say(text)
	t.mode.Say(mode)
	t.speed.With("aria-valuetext", text+", "+mode)
	if s.Speed != t.shown {
		t.shown = s.Speed
		// While somebody moves the slider it stays where they put it, also between two speeds.
		if desk.SpeedAt(t.slid) != s.Speed {
			t.speed.Overwritten(strconv.Itoa(desk.SpeedPosition(s.Speed)))
		}
	}
}
