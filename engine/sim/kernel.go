// Package sim is the clock of a run: timers that fire in one canonical order, and named streams of random
// numbers that are the same on every platform. It knows no database and no machine.
//
// Timers fire by (time, phase, id), never by the order in which they were armed; so two engines that reach
// the same state by different ways, one leaping and one stepping, see the same order.
package sim

import "strconv"

// TimerID names a timer. It is made once for its owner (a scheduler, a session, a request's place) and armed
// many times. Ids are positive; the smaller one fires first among timers of one time and phase.
type TimerID int32

// NoTimer is the id of no timer.
const NoTimer TimerID = -1

// Handler is told that a timer of its own is due. What says which of the handler's timers it is and whom says
// for which of its members; both are the handler's own numbers, given to NewTimer.
type Handler interface{ Fire(what, whom int32) }

// Dispatcher chooses who runs next once everything that ends or arrives at an instant has done so.
type Dispatcher interface{ Dispatch() }

// Kernel holds the time, the timers and the random streams of one run. It is not safe for concurrent use.
type Kernel struct {
	now         Time
	phase       Phase // of the timer fired last; Sample from the moment the dispatchers run
	stepping    bool
	dispatching bool
	fired       int64
	waiting     []Dispatcher
	timers      []timer // [0] is nobody: it ends every list
	unused      int32   // given back, linked by next
	calendar    calendar
	near        nearHeap
	seed        uint64
	streams     map[string]*Stream
}

type timer struct {
	at         Time // Never while not armed
	handler    Handler
	what, whom int32
	next, prev int32
	slot       int32
	phase      Phase
}

// Where a timer is when it is not in a slot of the calendar.
const (
	slotNone   int32 = -1
	slotNear   int32 = -2
	slotUnused int32 = -3
)

// NewKernel makes a kernel at time 0 without timers. The seed decides every number of every stream.
func NewKernel(seed uint64) *Kernel {
	k := &Kernel{seed: seed, streams: map[string]*Stream{}}
	k.timers = make([]timer, 1, 64)
	k.timers[0] = timer{at: Never, slot: slotUnused}
	k.calendar.horizon = Never
	return k
}

// Now is the instant that is being processed, or was processed last.
func (k *Kernel) Now() Time { return k.now }

// Fired counts the timers that have fired since the run began.
func (k *Kernel) Fired() int64 { return k.fired }

// NewTimer makes a timer that is not armed and tells h when it fires. The id given back last is used again
// first. It panics without a handler.
func (k *Kernel) NewTimer(h Handler, what, whom int32) TimerID {
	if h == nil {
		panic("sim: timer (" + strconv.Itoa(int(what)) + ", " + strconv.Itoa(int(whom)) +
			") without a handler")
	}
	id := k.unused
	if id == 0 {
		id = int32(len(k.timers))
		k.timers = append(k.timers, timer{})
	} else {
		k.unused = k.timers[id].next
	}
	k.timers[id] = timer{at: Never, handler: h, what: what, whom: whom, slot: slotNone}
	return TimerID(id)
}

// Release stops a timer and gives its id back for another owner. It panics when the id is not in use.
func (k *Kernel) Release(id TimerID) {
	k.Stop(id)
	if k.timers[id].slot == slotUnused {
		panic("sim: timer " + strconv.Itoa(int(id)) + " released but not in use")
	}
	k.timers[id] = timer{at: Never, next: k.unused, slot: slotUnused}
	k.unused = int32(id)
}

// Set arms a timer, or moves an armed one, to an instant and a phase; at Never it stops it. Setting what
// is set already costs nothing. It panics when (at, phase) lies before the point being processed: a timer
// may be set to the very point, and fires still in this instant.
func (k *Kernel) Set(id TimerID, at Time, phase Phase) {
	t := &k.timers[id]
	if at == t.at && phase == t.phase {
		return
	}
	if at == Never {
		k.Stop(id)
		return
	}
	if at <= k.now && (at < k.now || phase < k.phase) || phase > Sample || t.slot == slotUnused {
		k.refuse(id, at, phase)
	}
	slot := k.calendar.slotOf(at)
	if slot != t.slot || slot == slotNear {
		if t.slot != slotNone {
			k.remove(t)
		}
		t.at, t.phase = at, phase
		k.insert(int32(id), t, slot)
		return
	}
	t.at, t.phase = at, phase
	if slot == slotFar {
		k.calendar.horizon = min(k.calendar.horizon, at)
	}
}

func (k *Kernel) refuse(id TimerID, at Time, phase Phase) {
	why := " lies before "
	switch {
	case k.timers[id].slot == slotUnused:
		why = " is for a timer not in use, at "
	case phase > Sample:
		why = " has no such phase, at "
	}
	panic("sim: timer " + strconv.Itoa(int(id)) + " set to " + at.String() + " " + phase.String() + why +
		k.now.String() + " " + k.phase.String())
}

// Stop disarms a timer; one that is not armed stays so.
func (k *Kernel) Stop(id TimerID) {
	t := &k.timers[id]
	if t.at == Never {
		return
	}
	k.remove(t)
	t.at, t.slot = Never, slotNone
}

// When is the time a timer is armed for, Never when it is not armed.
func (k *Kernel) When(id TimerID) Time { return k.timers[id].at }

// AtDispatch has d.Dispatch called at the end of this instant: after its Complete, Arrive and Dispatch
// timers, before its Sample timers. Each call of AtDispatch leads to one call of Dispatch, in the same
// order, so a dispatcher keeps a flag that it is waiting, does not ask twice, and clears the flag when
// Dispatch begins. A choice that depends on the order among dispatchers belongs in a timer of phase
// Dispatch instead.
//
// Dispatch may call AtDispatch again, for this same instant, and may set timers to Sample of this instant or
// to later ones. Between two calls of Step AtDispatch is allowed too, and belongs to the last instant. A
// Sample timer only looks: calling AtDispatch from it panics.
func (k *Kernel) AtDispatch(d Dispatcher) {
	if k.phase == Sample && k.stepping && !k.dispatching {
		panic("sim: AtDispatch at " + k.now.String() + " from a timer of phase Sample")
	}
	k.waiting = append(k.waiting, d)
}

func (k *Kernel) dispatch() {
	k.phase, k.dispatching = Sample, true
	for i := 0; i < len(k.waiting); i++ {
		k.waiting[i].Dispatch()
	}
	k.waiting, k.dispatching = k.waiting[:0], false
}

// Step fires timers due before until, at most budget of them, and says how many. It is done when nothing
// is left before until; now then stays at the last instant, and the caller settles at until. It panics
// when budget is not positive or when a handler calls it.
func (k *Kernel) Step(budget int, until Time) (fired int, done bool) {
	if budget <= 0 || k.stepping {
		panic("sim: Step with a budget of " + strconv.Itoa(budget) + " at " + k.now.String() +
			": not positive, or inside a handler")
	}
	if k.now >= until {
		return 0, true
	}
	k.stepping = true
	start, limit := k.fired, k.fired+int64(budget)
	for k.fired < limit && !done {
		if k.near.live != 0 {
			done = k.fireNext(until)
			continue
		}
		k.near.keys = k.near.keys[:0]
		if len(k.waiting) != 0 {
			k.dispatch()
			continue
		}
		done = !k.advance(until)
	}
	k.stepping = false
	return int(k.fired - start), done
}

// fireNext deals with the first key of the heap, which has a live one: drops it when it is out of date,
// lets the dispatchers go first when it lies behind their turn, else fires its timer. Done says that it is
// not before until.
func (k *Kernel) fireNext(until Time) (done bool) {
	key := k.near.keys[0]
	t := &k.timers[uint32(key)]
	if t.slot != slotNear || k.calendar.key(t, uint32(key)) != key {
		k.near.pop()
		return false
	}
	if len(k.waiting) != 0 && (t.at > k.now || t.phase == Sample) {
		k.dispatch()
		return false
	}
	if t.at >= until {
		return true
	}
	k.near.pop()
	k.near.live--
	k.now, k.phase = t.at, t.phase
	k.fired++
	t.at, t.slot = Never, slotNone
	t.handler.Fire(t.what, t.whom)
	return false
}
