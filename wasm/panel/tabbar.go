//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Tabbar chooses what a phone shows.
type Tabbar struct {
	Root    *widget.Element
	title   *widget.Element // the caption's place in the outline, where the caption is not seen
	texts   map[desk.Screen]string
	buttons map[desk.Screen]*widget.Element
}

// NewTabbar makes the bar.
func NewTabbar(hands Hands) *Tabbar {
	t := &Tabbar{title: widget.New("h1", "sr screen-title"), buttons: map[desk.Screen]*widget.Element{}}
	t.Root = widget.New("nav", "tabbar", t.title).With("aria-label", hands.Text("screens.label"))
	t.texts = map[desk.Screen]string{desk.PictureScreen: hands.Text("screen.picture"),
		desk.WaitsScreen:   hands.Text("screen.waits"),
		desk.ResultsScreen: hands.Text("screen.results"), desk.ScenarioScreen: hands.Text("screen.scenario")}
	icons := map[desk.Screen]string{desk.PictureScreen: "play", desk.WaitsScreen: "bars",
		desk.ResultsScreen:  "info",
		desk.ScenarioScreen: "file"}
	for _, screen := range desk.Screens {
		b := widget.WordButton("", icons[screen], t.texts[screen]).Does("screen", string(screen))
		t.buttons[screen] = b
		t.Root.Add(b)
	}
	return t
}

// Show shows the state.
func (t *Tabbar) Show(s *desk.State) {
	t.title.Say(t.texts[s.Screen])
	for screen, button := range t.buttons {
		if screen == s.Screen {
			button.With("aria-current", "page")
		} else {
			button.Without("aria-current")
		}
	}
}
