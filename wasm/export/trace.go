package export

import (
	"strconv"

	"schedlab/engine/sim"
	"schedlab/engine/trace"
	"schedlab/wasm/output"
	"schedlab/wasm/view"
)

// What a trace may hold at most. A browser that opens a trace needs some ten bytes of memory a byte of it.
// assumed: 200,000 slices are some 30 MB of text and open in seconds.
const (
	mostSlices  = 200_000
	mostLasting = 5_000  // requests, waits, checkpoints that have a row of their own
	mostNotes   = 20_000 // placements, lines of the log
	mostSteps   = 2_000  // values of a counter
)

// traceFile is a trace under way. All slices of the window are written one by one if they are few enough;
// otherwise neighbours on a scheduler are one (see merging). Either way the slices of a scheduler add up to
// its busy time exactly.
type traceFile struct {
	*Subject
	source   *view.Source
	log      *trace.Log
	from, to sim.Time

	some    bool // an event has been written
	count   int
	events  [][]int32 // positions of tasks' events, by lane
	slices  int64     // in the window
	lasting int       // waits for a resource and requests
	notes   int       // placements in the window
	before  *trace.Ledger
	lanes   int // are written
	lane    laneFile
	titles  map[trace.TaskID]title
}

// title is how a task is called.
type title struct{ whose, which, class string }

// Trace writes the part of a run in the view's window as a trace that trace viewers open, such as the one of
// Perfetto.
func Trace(s *Subject, look *Look) *File {
	t := &traceFile{Subject: s, source: s.Source, log: s.Run.Log, titles: map[trace.TaskID]title{}}
	t.from, t.to = look.Window(t.log)
	f := output.NewFile(output.Section{Weight: 1, Write: t.index()},
		output.Section{Weight: 1, Write: t.measure()}, output.Once(t.head),
		output.Section{Weight: 8, Write: t.slicesOfLanes})
	for _, write := range []func(*File){t.requests, t.ranges, t.lines, t.loads, t.amounts} {
		f.Then(output.Once(write))
	}
	f.Then(output.Once(func(f *File) { f.Add("\n]}\n") }))
	return f
}

// perStep is how many events, rotations or slices a step deals with. assumed: well below a millisecond each
// thousand.
const perStep = 2000

// index sorts the events of tasks by lane.
func (t *traceFile) index() func(*File) float64 {
	t.events = make([][]int32, len(t.log.Ledger.Lanes))
	at := 0
	return func(*File) float64 {
		end := min(at+20*perStep, len(t.log.Events))
		for ; at < end; at++ {
			e := &t.log.Events[at]
			if e.Thing == trace.TaskThing && (e.Kind == trace.Transition || e.Kind == trace.RangeBegin) {
				lane := t.log.Tasks[e.Who].Lane
				t.events[lane] = append(t.events[lane], int32(at))
			}
			t.countEvent(e)
		}
		return share(at, len(t.log.Events))
	}
}

func (t *traceFile) countEvent(e *trace.Event) {
	if e.At < t.from || e.At >= t.to {
		return
	}
	switch {
	case e.Thing == trace.TaskThing && e.Kind == trace.RangeBegin:
		t.notes++
	case e.Thing == trace.TaskThing && e.To == trace.Suspended, e.Thing == trace.RequestThing:
		t.lasting++
	}
}

// measure counts the slices, to know how they are to be written.
func (t *traceFile) measure() func(*File) float64 {
	lane := 0
	return func(*File) float64 {
		for end := min(lane+64, len(t.events)); lane < end; lane++ {
			t.slices += t.slicesOf(trace.LaneID(lane))
		}
		return share(lane, len(t.events))
	}
}

func share(done, all int) float64 {
	if all == 0 {
		return 1
	}
	return float64(done) / float64(all)
}

// slicesOf is how many slices of a lane the window has; one that goes on in the next rotation counts twice.
func (t *traceFile) slicesOf(lane trace.LaneID) (n int64) {
	t.pieces(lane, func(r *trace.Rotation, from, to sim.Time) {
		n++
		if r.Next < to && r.Slice > 0 {
			n += int64((to-1-max(r.Next, from))/r.Slice) + 1
		}
	})
	return n
}

// pieces visits the parts of the window in which a lane's rotations are in force and something is on it.
func (t *traceFile) pieces(lane trace.LaneID, visit func(r *trace.Rotation, from, to sim.Time)) {
	of := t.log.Lane(lane)
	for i := max(t.log.RotationAt(lane, t.from), 0); i < len(of); i++ {
		r := &t.log.Rotations[of[i]]
		if r.At >= t.to {
			return
		}
		end := t.log.End
		if i+1 < len(of) {
			end = t.log.Rotations[of[i+1]].At
		}
		if from, to := max(r.At, t.from), min(end, t.to); from < to && len(r.Ring) > 0 {
			visit(r, from, to)
		}
	}
}

// isMerged says whether neighbouring slices are one.
func (t *traceFile) isMerged() bool { return t.slices > mostSlices }

// cell is the length below which slices of one place in time are merged, whoever they are of: with it, no
// lane has more than two slices a cell.
func (t *traceFile) cell() sim.Time {
	return max((t.to-t.from)*2*sim.Time(len(t.events))/mostSlices, sim.Microsecond)
}

// told says in words what the trace has of the run.
func (t *traceFile) told() (all []string) {
	window := "window " + view.Clock(t.from, 9) + " to " + view.Clock(t.to, 9)
	if t.from == 0 && t.to == t.log.End {
		window = "the whole run"
	}
	all = append(all, window)
	if t.isMerged() {
		all = append(all, view.Number(t.slices)+" slices are more than "+view.Number(mostSlices)+
			": workers that take turns are one slice, and slices shorter than "+view.Span(t.cell())+
			" are one with their neighbours; they add up to the busy time. Waits are left out. "+
			"Zoom into the timeline before exporting to have every slice")
	} else {
		all = append(all, "every slice, with the wait before it")
	}
	if t.lasting > mostLasting {
		all = append(all, "requests and waits have no rows of their own: there are more than "+
			view.Number(mostLasting))
	}
	if t.notes > mostNotes {
		all = append(all, "placements are left out: there are more than "+view.Number(mostNotes))
	}
	return all
}

// head writes what the trace is about, and the names of processes and threads.
func (t *traceFile) head(f *File) {
	t.before = t.log.Before(t.from)
	f.Add(`{"displayTimeUnit":"ns","otherData":{"title":`, quoted(t.Title()), `,"seed":`, quoted(t.Seed()),
		`,"version":`, quoted(t.Edition()), `,"hash":`, quoted(t.Hash()))
	told := t.told()
	for i, text := range told {
		f.Add(`,"content`, strconv.Itoa(i+1), `":`, quoted(text))
	}
	f.Add("},\n\"traceEvents\":[\n")
	for i := range t.log.Ledger.Instances {
		name := t.Run.Started(trace.InstanceID(i)).Description.Title
		if len(t.log.Ledger.Instances) > 1 {
			name = t.log.Ledger.Instances[i].Layout.Name + ": " + name
		}
		t.named(f, "process", place{process: i + 1}, name)
	}
	floor := t.source.Floor()
	for _, memory := range floor.Memories {
		t.named(f, "process", place{process: memoryProcess + int(memory)}, t.source.GroupName(memory))
	}
	for lane := range floor.Lanes {
		name := t.source.LaneTitle(trace.LaneID(lane))
		if !floor.Lanes[lane].Hidden {
			name = t.source.GroupName(floor.Lanes[lane].Node) + ", " + name
		}
		t.named(f, "thread", t.placeOf(trace.LaneID(lane)), name)
	}
	r := t.begin(f, "i", t.Title())
	r.words("s", "g").micros("ts", t.from).number("pid", 1).number("tid", 0).arguments().
		words("seed", t.Seed()).words("version", t.Edition()).words("hash", t.Hash())
	for i, text := range told {
		r.words("content "+strconv.Itoa(i+1), text)
	}
	r.end()
}

// place is where an event of a trace belongs.
type place struct{ process, thread int }

func (t *traceFile) placeOf(lane trace.LaneID) place {
	return place{memoryProcess + int(t.source.Floor().Lanes[lane].Memory), int(lane) + 1}
}

func (r *record) at(p place) *record {
	return r.number("pid", int64(p.process)).number("tid", int64(p.thread))
}

// named names a process or a thread and gives it its place among the others.
func (t *traceFile) named(f *File, what string, p place, name string) {
	r := t.begin(f, "M", what+"_name")
	r.at(p).arguments().words("name", name).end()
	r = t.begin(f, "M", what+"_sort_index")
	r.at(p).arguments().number("sort_index", int64(max(p.process*(1-min(p.thread, 1)), p.thread))).end()
}

// titleOf is how a task is called; it is made once.
func (t *traceFile) titleOf(id trace.TaskID) title {
	if known, ok := t.titles[id]; ok {
		return known
	}
	var made title
	made.whose, made.which = t.source.TaskTitle(id)
	if r := t.log.Tasks[id].Request; r >= 0 {
		class := int(t.log.Requests[r].Class)
		if classes := t.source.Workload.Classes; class >= 0 && class < len(classes) {
			made.class = classes[class].Name
		}
	}
	t.titles[id] = made
	return made
}

// slicesOfLanes writes the lanes one after the other, a part of one a step.
func (t *traceFile) slicesOfLanes(f *File) float64 {
	if t.lanes < len(t.events) {
		if t.lane.open(t) {
			return share(t.lanes, len(t.events))
		}
		more := t.lane.write(f)
		if !more {
			clear(t.titles)
			t.lane = laneFile{}
			t.lanes++
		}
	}
	return share(t.lanes, len(t.events))
}

// cause is the name of a reason on a lane.
func (t *traceFile) cause(lane trace.LaneID, why trace.Reason) string {
	in := t.source.Floor().Lanes[lane].Instance
	causes := t.log.Ledger.Instances[in].Layout.Causes
	if int(why) < len(causes) {
		return causes[why]
	}
	return ""
}

// within lists the instances' ranges that overlap the window.
func (t *traceFile) within(in trace.InstanceID) (some []trace.Range) {
	for _, r := range t.log.Ranges(in) {
		if r.Begin < t.to && r.End > t.from {
			some = append(some, r)
		}
	}
	return some
}
