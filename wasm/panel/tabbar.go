//go:build js

package panel

import (
	"schedlab/wasm/desk"
	"schedlab/wasm/widget"
)

// Tabbar chooses what a phone shows.
type Tabbar struct {
	Root    *widget.Element
	buttons map[desk.Screen]*widget.Element
}

// NewTabbar makes the bar.
func NewTabbar(hands Hands) *Tabbar {
	t := &Tabbar{Root: widget.New("nav", "tabbar").With("aria-label", hands.Text("screens.label")),
		buttons: map[desk.Screen]*widget.Element{}}
	texts := map[desk.Screen]string{desk.PictureScreen: hands.Text("screen.picture"),
		desk.WaitsScreen:   hands.Text("screen.waits"),
		desk.ResultsScreen: hands.Text("screen.results"), desk.ScenarioScreen: hands.Text("screen.scenario")}
	icons := map[desk.Screen]string{desk.PictureScreen: "play", desk.WaitsScreen: "bars",
		desk.ResultsScreen:  "info",
		desk.ScenarioScreen: "file"}
	for _, screen := range desk.Screens {
		b := widget.WordButton("", icons[screen], texts[screen]).Does("screen", string(screen))
		t.buttons[screen] = b
		t.Root.Add(b)
	}
	return t
}

// Show shows the state.
func (t *Tabbar) Show(s *desk.State) {
	for screen, button := range t.buttons {
		if screen == s.Screen {
			button.With("aria-current", "page")
		} else {
			button.Without("aria-current")
		}
	}
}
