package trace

import (
	"slices"

	"schedlab/engine/sim"
)

// Log keeps what a run leaves to read, and folds it as it comes. It is the recorder of every run.
type Log struct {
	Ledger    Ledger // the state after the last event
	Events    []Event
	Rotations []Rotation // a ring points into memory that the log owns
	Tasks     []Task
	Requests  []Request
	End       sim.Time // of the run; set by Close
	Full      bool     // the limit was reached: the run should stop now; little of what still comes is kept
	Limit     int64    // bytes; 0 = DefaultLimit

	rings        []TaskID // memory of the rings, in chunks
	scratch      []int32
	taskSlot     []int32
	requestSlot  []int32
	lanes        laneIndex
	told         told
	snapshots    []snapshot
	before       [mostBefore]*Ledger // what Before gave last, of a closed log
	nextSnapshot int
	spacing      int // of snapshots, in events
	bytes        int64
	hash         uint64
}

// DefaultLimit is the largest log in bytes (DESIGN section 5).
const DefaultLimit = 256 << 20

// snapshot is the ledger before the event at the position.
type snapshot struct {
	event  int
	ledger Ledger
}

// Sizes in memory.
const (
	eventBytes    = 32
	rotationBytes = 64
	taskBytes     = 28
	requestBytes  = 28
	laneBytes     = 120
	accountBytes  = 96 // of a live task
	amountBytes   = 8
	ringChunk     = 1 << 14
	// graceBytes are still kept of what comes between Full and the stop of the run.
	graceBytes = 4 << 20
)

// A seek replays the events since a snapshot. assumed: 8,192 events replay in about a millisecond, well
// below a seek's 50 ms; a big ledger is saved more rarely, so that saving costs less than recording, and no
// run has more than 64 snapshots.
const (
	minSpacing   = 8192
	maxSnapshots = 64
	bytesAnEvent = 8 // of a ledger: the spacing grows with its size
)

var _ Recorder = (*Log)(nil)

// Reset empties a log and keeps its memory for another run, which then need not ask for it. Nothing that
// was read from the log may be used any more.
func (l *Log) Reset() {
	*l = Log{Limit: l.Limit, Events: l.Events[:0], Rotations: l.Rotations[:0], Tasks: l.Tasks[:0],
		Requests: l.Requests[:0], taskSlot: l.taskSlot[:0], requestSlot: l.requestSlot[:0],
		Ledger: l.Ledger.emptied()}
}

// Declare implements Recorder.
func (l *Log) Declare(layout Layout) (InstanceID, LaneID) {
	return l.Ledger.declare(layout)
}

// Inside says that an instance runs inside a guest. It is told once, before the run begins.
func (l *Log) Inside(instance InstanceID, guest string) {
	l.Ledger.Instances[instance].Layout.Guest = guest
}

// Submit implements Recorder.
func (l *Log) Submit(r Request) RequestID {
	id := RequestID(len(l.Requests))
	l.Requests = add(l.Requests, r)
	l.requestSlot = add(l.requestSlot, l.Ledger.submit(r, id))
	l.bytes += requestBytes
	l.keep(Event{At: r.At, Kind: Transition, Thing: RequestThing, Who: int32(id), Where: NoLane,
		Why: NoReason, Instance: r.Instance, From: None, To: Running})
	return id
}

// Open implements Recorder.
func (l *Log) Open(t Task) TaskID {
	id := TaskID(len(l.Tasks))
	l.Tasks = add(l.Tasks, t)
	l.taskSlot = add(l.taskSlot, l.Ledger.open(t, id, l.slotOfRequest(t.Request)))
	l.bytes += taskBytes
	l.keep(Event{At: t.At, Kind: RangeBegin, Thing: TaskThing, Who: int32(id), Where: t.Lane, Why: NoReason})
	return id
}

// Record implements Recorder.
func (l *Log) Record(e Event) {
	l.Ledger.record(e, l.slotOf(e), l.slotOfRequest(l.requestOf(e)))
	l.keep(e)
}

// Rotate implements Recorder.
func (l *Log) Rotate(r Rotation) {
	r.Left = !l.Ledger.Lanes[r.Lane].onCPU
	l.Ledger.rotate(r, l.slots(r.Ring))
	if l.overfull() {
		return
	}
	r.Ring = l.own(r.Ring)
	at := len(l.Rotations)
	l.Rotations = add(l.Rotations, r)
	l.bytes += rotationBytes + 4*int64(len(r.Ring))
	l.hashRotation(r)
	l.keep(Event{At: r.At, Kind: Rotated, Thing: LaneThing, Who: int32(r.Lane), Where: r.Lane, Why: NoReason,
		Value: int64(at)})
}

// Close ends the log at the run's end; lanes are settled there.
func (l *Log) Close(end sim.Time) {
	l.Ledger.Settle(end)
	l.End = end
}

// Bytes is about the memory that the log uses.
func (l *Log) Bytes() int64 { return l.bytes }

// Hash is a fingerprint of everything recorded. Equal runs have equal hashes on every platform.
func (l *Log) Hash() uint64 { return l.hash }

func (l *Log) keep(e Event) {
	l.fold(uint64(e.At)<<8 ^ uint64(e.Kind)<<4 ^ uint64(e.Thing))
	l.fold(uint64(uint32(e.Who))<<32 ^ uint64(uint32(e.Where)))
	l.fold(uint64(e.Why)<<16 ^ uint64(e.From)<<8 ^ uint64(e.To) ^ uint64(e.Value)<<32)
	if e.Thing >= SeriesThing { // amounts are large, and each instance has its own numbers
		l.fold(uint64(e.Value))
		l.fold(uint64(e.Instance))
	}
	if l.overfull() {
		return
	}
	l.Events = add(l.Events, e)
	l.bytes += eventBytes
	if len(l.Events) >= l.nextSnapshot {
		l.save()
	}
	l.Full = l.bytes >= l.limit()
}

func (l *Log) limit() int64 {
	if l.Limit == 0 {
		return DefaultLimit
	}
	return l.Limit
}

// overfull says that nothing more is kept.
func (l *Log) overfull() bool { return l.Full && l.bytes >= l.limit()+graceBytes }

// save takes a snapshot and decides when the next one is due. When there are many, every other one goes.
func (l *Log) save() {
	size := laneBytes*len(l.Ledger.Lanes) + accountBytes*len(l.Ledger.Tasks)
	for i := range l.Ledger.Instances {
		size += amountBytes * len(l.Ledger.Instances[i].Amounts)
	}
	l.spacing = max(l.spacing, minSpacing, size/bytesAnEvent)
	if l.nextSnapshot > 0 {
		l.snapshots = append(l.snapshots, snapshot{len(l.Events), l.Ledger.Clone()})
	}
	if len(l.snapshots) == maxSnapshots {
		for i := range maxSnapshots / 2 {
			l.snapshots[i] = l.snapshots[2*i+1]
		}
		clear(l.snapshots[maxSnapshots/2:])
		l.snapshots = l.snapshots[:maxSnapshots/2]
		l.spacing *= 2
	}
	l.nextSnapshot = len(l.Events) + l.spacing
}

// add appends; what is full doubles. The runtime grows long slices by a quarter, which copies them too often.
func add[T any](s []T, v T) []T {
	const least = 32
	if len(s) == cap(s) {
		s = slices.Grow(s, max(len(s), least))
	}
	return append(s, v)
}

// fold is FNV-1a over a word, with a shift that spreads the high bits.
func (l *Log) fold(word uint64) {
	l.hash = (l.hash ^ word) * 0x100000001b3
	l.hash ^= l.hash >> 29
}

func (l *Log) hashRotation(r Rotation) {
	l.fold(uint64(r.Start))
	l.fold(uint64(r.Next))
	l.fold(uint64(r.Slice))
	for _, t := range r.Ring {
		l.fold(uint64(t))
	}
}

// own copies a ring into the log's memory.
func (l *Log) own(ring []TaskID) []TaskID {
	if len(ring) == 0 {
		return nil
	}
	if cap(l.rings)-len(l.rings) < len(ring) {
		chunk := min(max(2*cap(l.rings), ringChunk/64), ringChunk)
		l.rings = make([]TaskID, 0, max(chunk, len(ring)))
	}
	from := len(l.rings)
	l.rings = append(l.rings, ring...)
	return l.rings[from:len(l.rings):len(l.rings)]
}

func (l *Log) slots(ring []TaskID) []int32 {
	l.scratch = l.scratch[:0]
	for _, t := range ring {
		l.scratch = append(l.scratch, l.taskSlot[t])
	}
	return l.scratch
}

func (l *Log) slotOf(e Event) int32 {
	if e.Thing == TaskThing && e.Kind == Transition {
		return l.taskSlot[e.Who]
	}
	return -1
}

func (l *Log) slotOfRequest(id RequestID) int32 {
	if id == NoRequest {
		return -1
	}
	return l.requestSlot[id]
}

// requestOf is the request that an event is about or belongs to.
func (l *Log) requestOf(e Event) RequestID {
	switch e.Thing {
	case TaskThing:
		return l.Tasks[e.Who].Request
	case RequestThing:
		return RequestID(e.Who)
	}
	return NoRequest
}
