package desk

import "schedlab/wasm/proto"

// Tick is wall-clock time that went by since the last frame.
type Tick struct{ Now, Passed float64 } // milliseconds

// longestTick keeps a page that was asleep from jumping.
const longestTick = 250.0

// reducedSteps is how often a second a playhead moves that does not glide: below OneByOne from event to
// event.
const reducedSteps = 4

// Apply moves the playhead of a run that plays.
func (t Tick) Apply(s *State) {
	if s.Waiting.On && s.Waiting.Since == 0 {
		s.Waiting.Since = t.Now
	}
	s.settleTip(t.Now)
	s.followSweep()
	if !s.Playing || s.Run == nil {
		return
	}
	passed := min(t.Passed, longestTick)
	if s.Reduced {
		if passed = t.Now - s.asked.stepped; passed < 1000.0/reducedSteps {
			return
		}
		s.asked.stepped = t.Now
		passed = min(passed, longestTick)
		if s.Speed < OneByOne {
			s.seek("event", false)
			return
		}
	}
	s.moveTo(s.At + int64(passed*float64(s.Speed)/float64(RealTime)*float64(millisecond)))
	if s.At >= s.Run.Ended {
		s.Playing = false
	}
}

// moveTo puts the playhead at an instant; a window that it leaves while playing follows.
func (s *State) moveTo(at int64) {
	if s.Run == nil {
		return
	}
	s.At = max(0, min(at, s.Run.Ended))
	if s.Playing {
		s.Window = s.Window.following(s.At).within(s.Duration())
	}
}

// reveal moves the window so that the playhead is in it.
func (s *State) reveal() {
	if !s.Window.Holds(s.At) {
		half := s.Window.Length() / 2
		s.Window = Span{From: s.At - half, To: s.At - half + s.Window.Length()}.within(s.Duration())
	}
}

// Seek puts the playhead somewhere, by hand.
type Seek struct{ At int64 }

// Apply seeks.
func (a Seek) Apply(s *State) {
	s.Poster = false
	s.moveTo(a.At)
	s.reveal()
}

// seek asks the runner where the next thing of a kind is.
func (s *State) seek(what string, back bool) {
	if s.Run == nil {
		return
	}
	s.Poster = false
	s.send(proto.ToRunner{Seek: &proto.Seek{At: s.At, What: what, Back: back, Picked: s.Picked}})
}

// playPause starts and stops. The first play begins at the beginning: until then the playhead stands at a
// moment that tells what the scenario is about. Play at the end begins anew.
func (s *State) playPause() {
	if s.Run == nil {
		return
	}
	s.Playing = !s.Playing
	s.Tip = nil
	if s.Playing && (s.Poster || s.At >= s.Run.Ended) {
		s.At = 0
		s.reveal()
	}
	s.Poster = false
}

// SetSpeed is a place of the speed slider.
type SetSpeed struct{ Position int }

// Apply sets the speed.
func (a SetSpeed) Apply(s *State) { s.Speed = SpeedAt(a.Position) }

// ZoomAt zooms the timeline around an instant.
type ZoomAt struct {
	At     int64
	Factor float64
}

// Apply zooms.
func (a ZoomAt) Apply(s *State) { s.zoom(a.At, a.Factor) }

func (s *State) zoom(at int64, factor float64) {
	if s.Run == nil {
		return
	}
	s.Window = s.Window.scaled(at, factor, s.Axis().least()).within(s.Duration())
}

// ZoomTo shows a span of the timeline.
type ZoomTo struct{ Window Span }

// Apply zooms to the span, or to the shortest one around its middle.
func (a ZoomTo) Apply(s *State) {
	w := a.Window
	if w.From > w.To {
		w = Span{From: w.To, To: w.From}
	}
	if least := s.Axis().least(); w.Length() < least {
		middle := w.From + w.Length()/2
		w = Span{From: middle - least/2, To: middle - least/2 + least}
	}
	s.Window = w.within(s.Duration())
}

// Pan moves the timeline's window.
type Pan struct{ By int64 }

// Apply pans.
func (a Pan) Apply(s *State) { s.Window = s.Window.moved(a.By).within(s.Duration()) }

// ScrollLanes scrolls the timeline's lanes.
type ScrollLanes struct{ Top int }

// Apply scrolls.
func (a ScrollLanes) Apply(s *State) { s.Scroll = a.Top }

// zoomKey is the factor of a key or a button.
const zoomKey = 2.0

// zoomCentre is around what keys and buttons zoom: the playhead if it is in view.
func (s *State) zoomCentre() int64 {
	if s.Window.Holds(s.At) {
		return s.At
	}
	return s.Window.From + s.Window.Length()/2
}

// PanPixels pans by a way on the screen.
type PanPixels struct{ By float64 }

// Apply pans.
func (a PanPixels) Apply(s *State) {
	axis := s.Axis()
	Pan{By: axis.At(a.By) - axis.At(0)}.Apply(s)
}

// ZoomPlace zooms around a place of the timeline.
type ZoomPlace struct{ X, Factor float64 }

// Apply zooms.
func (a ZoomPlace) Apply(s *State) { s.zoom(s.Axis().At(max(Gutter, a.X)), a.Factor) }

// Nothing asks for a frame and changes nothing: a panel wants to be shown.
type Nothing struct{}

// Apply does nothing.
func (Nothing) Apply(*State) {}
