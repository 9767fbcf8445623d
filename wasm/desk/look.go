package desk

import (
	"slices"

	"schedlab/wasm/proto"
	"schedlab/wasm/share"
)

// firstColour is what places are coloured by when the page begins.
const firstColour = "request"

// Colours are what places can be coloured by.
var Colours = []string{firstColour, "state", "wait", "load"}

// pickable are the kinds of things that can be selected.
var pickable = []string{"memory", "node", "scheduler", "worker", "request", "session", "wait", "range"}

// LookedAt is how the run is looked at: what is as the page begins is not told.
func (s *State) LookedAt() share.View {
	v := share.View{At: s.At, From: s.Window.From, To: s.Window.To, Kind: s.Picked.Kind, ID: s.Picked.ID,
		Zoom: s.Zoom, Opened: s.Opened, Colour: s.Colour, Tab: string(s.Tab), Table: s.Table, Speed: s.Speed}
	if s.Poster {
		v.At = -1
	}
	if v.Colour == firstColour {
		v.Colour = ""
	}
	if s.Tab == Waits {
		v.Tab = ""
	}
	if s.Tab != Tables || s.Run != nil && len(s.Run.Tables) > 0 && s.Run.Tables[0].Name == s.Table {
		v.Table = ""
	}
	if s.Run == nil {
		return v
	}
	if s.Window.Length() >= s.Run.Duration {
		v.From, v.To = 0, 0
	}
	if s.Speed == pace(s.Run.Ended) {
		v.Speed = 0
	}
	return v
}

// LookAs looks at the run in another way, or at the one that comes. A view may be of anybody's making: what
// cannot be is left out, and what the run does not have when it has come.
func (s *State) LookAs(v share.View) {
	s.Poster, s.At = v.At < 0, max(0, v.At)
	s.Window = Span{}
	if v.To > v.From && v.From >= 0 {
		s.Window = Span{From: v.From, To: v.To}
	}
	s.Picked = proto.Picked{}
	if slices.Contains(pickable, v.Kind) && v.ID >= 0 {
		s.Picked = proto.Picked{Kind: v.Kind, ID: v.ID}
	}
	s.Zoom, s.Opened = max(-1, v.Zoom), nil
	for _, group := range v.Opened {
		if group >= 0 {
			s.Opened = append(s.Opened, group)
		}
	}
	if s.Colour = firstColour; slices.Contains(Colours, v.Colour) {
		s.Colour = v.Colour
	}
	tab := Waits
	if slices.Contains(Tabs, Tab(v.Tab)) {
		tab = Tab(v.Tab)
	}
	s.openTab(tab)
	s.Table = v.Table
	if s.isPaced = v.Speed > 0; s.isPaced {
		s.Speed = clampSpeed(v.Speed)
	}
	s.asLooked = true
	if s.Run != nil && !s.Waiting.On {
		s.settleLook()
	}
}

// settleLook fits the view to the run that is there.
func (s *State) settleLook() {
	if s.Window.Length() <= 0 {
		s.Window = Span{To: s.Run.Duration}
	}
	s.Window = s.Window.within(s.Run.Duration)
	if s.Window.Length() <= 0 {
		s.Window = Span{To: s.Run.Duration}
	}
	if !s.isPaced {
		s.isPaced, s.Speed = true, pace(s.Run.Ended)
	}
	if s.Poster {
		s.At = s.Run.To // where the measured figures stand, so that table and claims say the same
	}
	s.At = min(s.At, s.Run.Ended)
	s.dropMissing()
	if len(s.Run.Tables) > 0 && !s.hasTable(s.Table) {
		s.Table = s.Run.Tables[0].Name
	}
	s.asLooked = false
}
