package desk

import "schedlab/wasm/proto"

// Heights in a frame, CSS pixels.
const (
	framePads   = 14 // between caption, floor plan, timeline and transport
	frameLanes  = 104
	frameFewest = 66 // lanes of a low frame
	framePlan   = 84
	lowFrame    = 340
	mostFramed  = 720
)

// framed changes what is asked to be drawn to what a frame has room for.
func (s *State) framed(draw *proto.Draw) {
	e := s.Embedded
	if e == nil {
		return
	}
	draw.Tab, draw.Table, draw.Lines, draw.First, draw.Sort = "", "", proto.Lines{}, 0, 0
	room := s.Sizes.Stage - e.Room.Above - e.Room.Caption - framePads
	lanes := frameLanes
	if s.Sizes.Stage < lowFrame {
		lanes = frameFewest
	}
	switch e.Mode {
	case PictureMode:
		draw.Plan.Height, draw.Plan.Fills = room, true
	case TimelineMode:
		draw.Plan.Width = 0
		draw.Line.Height = room
	default:
		draw.Plan.Height = room - lanes
		draw.Line.Height = lanes
		if d := s.Drawn; d != nil && d.Plan.Height > 0 {
			draw.Line.Height = room - d.Plan.Height - d.Strip.Height - d.Figures.Height
		}
	}
	draw.Plan.Fits, draw.Line.Fills = true, true
	draw.Plan.Height = max(framePlan, draw.Plan.Height)
	draw.Line.Height = min(max(frameFewest, draw.Line.Height), mostFramed)
}
