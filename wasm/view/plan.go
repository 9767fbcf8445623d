package view

import (
	"schedlab/engine/trace"
)

// PlanPort is the room for a floor plan, in CSS pixels.
type PlanPort struct {
	Width  int
	Height int   // the most it should use; 0 = as it needs
	Zoom   int32 // group that is in view; −1 = the whole machine
	Fits   bool  // schedulers are drawn more simply where the picture would be higher than Height
	Fills  bool  // and larger where it would be lower
	// Simple draws schedulers as cells however few they are: a picture to recognise, not to read.
	Simple bool
}

// Machine is the Zoom of the whole machine.
const Machine int32 = -1

// Plan draws floor plans: the places of schedulers with what is on them. Where a place is depends on the port
// and on the run, never on the instant. A Plan keeps its memory from one picture to the next.
type Plan struct {
	frame  Frame
	source *Source
	port   PlanPort
	geo    geometry
	tasks  parked
}

// form is how a scheduler is drawn.
type form uint8

const (
	columns form = iota // CPU, worker, part of the quantum used, the queue in words
	places              // CPU with a number, queue slots, rings of suspended tasks
	cells               // load and a bar for the queue
	merged              // load; equal neighbours are one
)

// Largest numbers of schedulers of the forms, and of rectangles of a picture (design, section 3).
const (
	maxColumns     = 16
	maxZoomColumns = 32 // assumed: two rows of 16 columns still fit a stage
	maxPlaces      = 128
	maxCells       = 1024
	maxBoxes       = 3000
)

// rect is a rectangle in CSS pixels.
type rect struct{ x, y, w, h float32 }

func (r rect) holds(x, y float32) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// room is a group's rectangle.
type room struct {
	rect
	group int32
	lanes []trace.LaneID // of it that are drawn here
	named bool           // has a head
}

// seat is a scheduler's rectangle: of its CPU, and of all that belongs to it.
type seat struct {
	lane trace.LaneID
	cpu  rect
	all  rect
}

// geometry is where everything is.
type geometry struct {
	form          form
	width, height float32
	memories      []room
	nodes         []room
	seats         []seat
	seatOf        []int32 // by lane; −1 = not in view
	slots         int     // of the queue
	slot          float32 // height of one
	map_          []seat  // of the small picture of the machine, when a group is in view
	mapRooms      []room
	foot          float32 // base line of the text below, 0 = none
}

// Draw makes the picture of a state. It is valid until the next call.
func (p *Plan) Draw(s *Source, ledger *trace.Ledger, port PlanPort, look Look) *Frame {
	p.lay(s, port)
	f := &p.frame
	f.reset(p.geo.width, p.geo.height)
	b := &brush{source: s, ledger: ledger, look: look, colours: s.Colours(), floor: s.Floor()}
	switch p.geo.form {
	case columns:
		p.tasks.sort(b)
		p.drawColumns(b)
	case places:
		p.tasks.sort(b)
		p.drawPlaces(b)
	default:
		p.drawCells(b)
	}
	p.links(b)
	p.outline(look.Picked, b)
	if look.Spots {
		p.spots(b)
	}
	f.Legend = planLegend(f.Legend, p.geo.form, look.Mode)
	if s.hosts() && p.geo.form <= places {
		f.Legend = hostLegend(f.Legend, s.nouns(0).Worker)
	}
	f.Note = p.note(b)
	return f
}

// lay computes the geometry if it is another one than last time.
func (p *Plan) lay(s *Source, port PlanPort) {
	port.Width = max(port.Width, 120)
	if p.source == s && p.port == port {
		return
	}
	p.source, p.port = s, port
	view := inView(s.Floor(), port.Zoom)
	p.geo = view.layout(s, port, port.form(view.count()))
	if layers := view.layers(); len(layers) > 1 && p.geo.form <= places {
		p.geo = stackLayers(layers, s, port, p.geo.form)
	}
	if p.geo.form < merged && p.worst() > maxBoxes {
		p.geo = view.layout(s, port, p.geo.form+1)
	}
	for port.Fits && p.geo.form < cells && p.geo.height > float32(port.Height) {
		p.geo = view.layout(s, port, p.geo.form+1)
	}
	p.geo.seatOf = make([]int32, len(s.Floor().Lanes))
	for i := range p.geo.seatOf {
		p.geo.seatOf[i] = -1
	}
	for i := range p.geo.seats {
		p.geo.seatOf[p.geo.seats[i].lane] = int32(i)
	}
}

func (p PlanPort) form(n int) form {
	switch {
	case p.Simple && n <= maxCells:
		return cells
	case n <= maxColumns || p.Zoom >= 0 && n <= maxZoomColumns:
		return columns
	case n <= maxPlaces:
		return places
	case n <= maxCells:
		return cells
	}
	return merged
}

// worst is the largest number of rectangles that the geometry can need.
func (p *Plan) worst() int {
	g := &p.geo
	rooms := len(g.memories) + len(g.nodes) + len(g.mapRooms) + len(g.map_) + 4
	switch g.form {
	case columns:
		return rooms + len(g.seats)*(8+3*g.slots)
	case places:
		return rooms + len(g.seats)*(1+g.slots+3)
	}
	return rooms + 2*len(g.seats)
}

// scene is the part of a floor that is in view: memory nodes with some of their nodes.
type scene struct {
	floor    *Floor
	memories []int32
	nodes    [][]int32 // by position in memories
	all      bool
}

func inView(f *Floor, zoom int32) scene {
	v := scene{floor: f, all: true, memories: f.Memories}
	if zoom >= 0 && int(zoom) < len(f.Groups) {
		v.all, v.memories = false, []int32{f.Groups[zoom].Memory}
		if f.Groups[zoom].Memory != zoom {
			v.nodes = [][]int32{{zoom}}
			return v
		}
	}
	for _, m := range v.memories {
		v.nodes = append(v.nodes, f.Groups[m].Nodes)
	}
	return v
}

func (v *scene) count() (n int) {
	for _, nodes := range v.nodes {
		for _, node := range nodes {
			n += len(v.floor.Groups[node].Lanes)
		}
	}
	return n
}

func (v *scene) layout(s *Source, port PlanPort, f form) geometry {
	switch f {
	case columns:
		return v.layColumns(s, port)
	case places:
		return v.layPlaces(s, port)
	}
	return v.layCells(port, f)
}

// parked lists, lane by lane, the tasks that are on no ring: suspended or pending ones. Workers of the
// product's own that have nothing to do are left out.
type parked struct {
	first, next []int32 // by lane, by slot; −1 = none
}

func (p *parked) sort(b *brush) {
	l := b.ledger
	p.first, p.next = filled(p.first, len(b.floor.Lanes)), filled(p.next, len(l.Tasks))
	for slot := len(l.Tasks) - 1; slot >= 0; slot-- {
		t := &l.Tasks[slot]
		if t.State.Waits() && !b.source.rests(t) {
			p.next[slot] = p.first[t.Lane]
			p.first[t.Lane] = int32(slot)
		}
	}
}

func filled(s []int32, n int) []int32 {
	if cap(s) < n {
		s = make([]int32, n)
	}
	s = s[:n]
	for i := range s {
		s[i] = -1
	}
	return s
}

// brush knows what things look like at the instant.
type brush struct {
	source  *Source
	ledger  *trace.Ledger
	look    Look
	colours *Colours
	floor   *Floor
}

// tone is the fill of a task in the chosen mode.
func (b *brush) tone(slot int32) Tone {
	t := &b.ledger.Tasks[slot]
	switch b.look.Mode {
	case ByState:
		return stateTones[t.State]
	case ByWait:
		if t.State == trace.Running {
			return Line3
		}
		return waitTone(t.Why)
	case ByLoad:
		return load(max(1, len(b.ledger.Lanes[t.Lane].Ring)))
	}
	return b.source.whoTone(&t.Task)
}

var stateTones = [...]Tone{trace.None: Idle, trace.Pending: Pending, trace.Runnable: Runnable,
	trace.Running: Running, trace.Suspended: Suspended, trace.Done: Idle, trace.CoStop: CoStop,
	trace.Limited: Ready}

// waitTone is the tone of a wait type: twelve in turn, in the order of the product's causes.
func waitTone(why trace.Reason) Tone {
	if why == trace.NoReason {
		return Ink3
	}
	return RequestTone(int(why)%inks + 1)
}

// fade is the opacity of a task: a selected request makes all others faint.
func (b *brush) fade(slot int32) float32 {
	if b.look.Picked.Kind != PickedRequest || int32(b.ledger.Tasks[slot].Request) == b.look.Picked.ID {
		return 1
	}
	return faint
}

const faint = 0.35

// digits is what stands in a task's box.
func (b *brush) digits(slot int32) string {
	t := &b.ledger.Tasks[slot].Task
	if b.source.role(t) != "" || b.source.guest(t) >= 0 {
		return b.source.whoShort(t)
	}
	if n := b.colours.Number(t.Request); n > 0 {
		return number(n)
	}
	return ""
}

// busy counts the lanes of a group that run something, and the tasks on their rings.
func (b *brush) busy(lanes []trace.LaneID) (busy, tasks int) {
	for _, lane := range lanes {
		if n := len(b.ledger.Lanes[lane].Ring); n > 0 {
			busy++
			tasks += n
		}
	}
	return busy, tasks
}
