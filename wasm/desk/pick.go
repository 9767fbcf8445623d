package desk

import (
	"slices"
	"strconv"
	"strings"

	"schedlab/wasm/proto"
)

// Hover points at something; an empty kind lets go.
type Hover struct{ Picked proto.Picked }

// Apply lights the same thing in every panel.
func (a Hover) Apply(s *State) {
	s.Hovered = a.Picked
	if a.Picked.Kind == "" {
		s.Tip = nil
	}
}

// Point asks what is at a place of a picture.
type Point struct {
	Picture string
	X, Y    float64
	Pick    bool
	Window  Spot // the same place in the window
	Enter   bool // a double click: what is picked is zoomed into
}

// Apply asks the runner.
func (a Point) Apply(s *State) {
	s.entering = s.entering || a.Enter
	if a.Window != (Spot{}) {
		s.Pointed = a.Window
	}
	if s.Run != nil && s.Ready {
		s.send(proto.ToRunner{Point: &proto.Point{Picture: a.Picture, X: a.X, Y: a.Y, Pick: a.Pick}})
	}
}

// Leave says that the pointer left the pictures.
type Leave struct{}

// Apply lets go.
func (Leave) Apply(s *State) { Hover{}.Apply(s) }

// pick selects; after a double click it also zooms in.
func (s *State) pick(p proto.Picked) {
	s.Picked = p
	if s.entering {
		s.entering = false
		s.enter()
	}
}

// PickedText writes a selection for an attribute, and pickedFrom reads it.
func PickedText(p proto.Picked) string { return p.Kind + ":" + strconv.Itoa(int(p.ID)) }

func pickedFrom(text string) proto.Picked {
	kind, id, _ := strings.Cut(text, ":")
	n, _ := strconv.ParseInt(id, 10, 32)
	return proto.Picked{Kind: kind, ID: int32(n)}
}

// arrow moves the selection over places: schedulers left and right, nodes up and down.
func (s *State) arrow(key string) {
	if s.Run == nil || len(s.Run.Groups) == 0 {
		return
	}
	nodes := s.nodes()
	by, across := arrows[key], key == "ArrowLeft" || key == "ArrowRight"
	if s.Picked.Kind == "scheduler" && across {
		lane := int(s.Picked.ID) + by
		s.Picked.ID = int32(max(0, min(lane, s.Run.Schedulers-1)))
		return
	}
	at := slices.Index(nodes, s.group())
	next := max(0, min(at+by, len(nodes)-1))
	if at < 0 {
		next = 0
	}
	group := s.Run.Groups[nodes[next]]
	if s.Picked.Kind == "scheduler" && len(group.Lanes) > 0 {
		s.Picked.ID = group.Lanes[min(s.place(), len(group.Lanes)-1)]
		return
	}
	s.Picked = proto.Picked{Kind: "node", ID: int32(nodes[next])}
}

var arrows = map[string]int{"ArrowLeft": -1, "ArrowUp": -1, "ArrowRight": 1, "ArrowDown": 1}

// nodes are the positions of the groups that hold schedulers.
func (s *State) nodes() []int {
	deepest := 0
	for _, g := range s.Run.Groups {
		deepest = max(deepest, g.Level)
	}
	var all []int
	for i, g := range s.Run.Groups {
		if g.Level == deepest {
			all = append(all, i)
		}
	}
	return all
}

// group is the node of the selection, -1 if there is none.
func (s *State) group() int {
	if s.Run == nil {
		return -1
	}
	if s.Picked.Kind == "node" {
		return int(s.Picked.ID)
	}
	if s.Picked.Kind != "scheduler" {
		return -1
	}
	for _, i := range s.nodes() {
		if slices.Contains(s.Run.Groups[i].Lanes, s.Picked.ID) {
			return i
		}
	}
	return -1
}

// place is where the picked scheduler stands in its node.
func (s *State) place() int {
	if group := s.group(); group >= 0 {
		return max(0, slices.Index(s.Run.Groups[group].Lanes, s.Picked.ID))
	}
	return 0
}

// enter zooms the floor plan to the node of the selection, and opens it in the timeline.
func (s *State) enter() {
	if s.Run == nil {
		return
	}
	group := int32(s.group())
	if s.Picked.Kind == "memory" {
		group = s.Picked.ID
	}
	if group < 0 {
		return
	}
	s.Zoom = group
	if !slices.Contains(s.Opened, group) {
		s.Opened = append(s.Opened, group)
	}
}

// escape leaves what is nearest: a tooltip, a sheet, the selection, the zoom.
func (s *State) escape() {
	switch {
	case s.Help != "":
		s.Help = ""
	case s.Tip != nil:
		s.Tip = nil
	case s.Sheet != NoSheet:
		s.Sheet = NoSheet
	case s.Picked.Kind != "":
		s.Picked = proto.Picked{}
		s.Opened = nil
	default:
		s.Zoom, s.Opened = -1, nil
	}
}

// PickedNode is the place of the selection's node among the nodes, -1 if there is none.
func (s *State) PickedNode() int {
	if s.Run == nil {
		return -1
	}
	return slices.Index(s.nodes(), s.group())
}
