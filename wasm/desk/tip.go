package desk

import "schedlab/wasm/proto"

// sight is what was in view when a tooltip was filled.
type sight struct {
	at     int64
	window Span
	zoom   int32
	picked proto.Picked
	passed float64 // wall clock since when time has gone on; 0 = it has not
}

// staysWhilePlaying is how long a tooltip stays when the pointer rests and time goes on, in milliseconds.
// assumed: it can be read, and has not become untrue for long.
const staysWhilePlaying = 900.0

func (s *State) inView() sight {
	return sight{at: s.At, window: s.Window, zoom: s.Zoom, picked: s.Picked}
}

// settleTip hides the tooltip when a key or a button put something else below a pointer that rests, and some
// time after time began to go on.
func (s *State) settleTip(now float64) {
	if s.Tip == nil {
		return
	}
	is, was := s.inView(), s.sight
	since := was.passed
	was.passed = 0
	if is == was {
		return
	}
	was.at = is.at
	if s.Playing && is == was {
		if since == 0 {
			s.sight.passed = now
			return
		}
		if now-since < staysWhilePlaying {
			return
		}
	}
	s.Tip, s.Hovered = nil, proto.Picked{}
}
