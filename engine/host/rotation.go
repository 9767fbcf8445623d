package host

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Rotations are run queues that leap: between two external events of a lane (a worker comes, ends, is taken
// away, the processor's speed changes) its ring of workers turns in a fixed way, so nothing is done until the
// next of them, and then everything at once, exactly. A lane with a worker that yields early has no fixed
// rotation and steps turn by turn, alone.
type Rotations struct {
	q       Queues
	lanes   []lane
	members []member
	free    int32
	touched []int32 // lanes with a rotation to be recorded at the end of this instant
	changed []int32 // lanes whose processor has changed its speed in this instant
	ring    []trace.TaskID
	queued  bool
}

// lane is one processor's queue: a circular list of members, the one on the CPU first.
type lane struct {
	start   sim.Time // of the slice under way, with its switch
	came    sim.Time // when its worker was put on the CPU
	next    sim.Time // its end by the quantum
	head    int32    // member on the CPU; -1 = idle
	tail    int32
	n       int32
	first   int32 // the member that will end first: fewest turns left, then nearest to the head
	rank    int32 // its distance from the head
	early   int32 // members that yield early
	timer   sim.TimerID
	speed   int64 // permille
	touched bool
	busy    bool
	changed bool
}

// member is a worker in a ring. Work and turns are as of the beginning of its next slice (of the slice under
// way for the one on the CPU), at the lane's speed of now.
type member struct {
	work  int64 // left, ns × permille
	turns int64 // slices left
	claim sim.Time
	turn  sim.Time // CPU time after which it yields
	next  int32
	prev  int32
	lane  int32
	task  trace.TaskID
}

// NewRotations makes idle run queues.
func NewRotations(q Queues) *Rotations {
	q.Rules = q.Rules.settled()
	r := &Rotations{q: q, lanes: make([]lane, len(q.CPUs)), free: -1}
	watches := make([]watch, len(r.lanes))
	for i := range r.lanes {
		l := &r.lanes[i]
		l.head, l.tail = -1, -1
		l.timer = q.Kernel.NewTimer(r, 0, int32(i))
		l.speed = int64(q.CPUs[i].Speed())
		watches[i] = watch{r, int32(i)}
		q.CPUs[i].Watch(&watches[i])
	}
	return r
}

// watch carries a change of a processor's speed to its lane.
type watch struct {
	r    *Rotations
	lane int32
}

// SpeedChanged implements SpeedWatcher.
func (w *watch) SpeedChanged() {
	l := &w.r.lanes[w.lane]
	if !l.changed {
		l.changed = true
		w.r.changed = append(w.r.changed, w.lane)
		w.r.settleLater()
	}
}

// Lane implements RunQueues.
func (r *Rotations) Lane(w Worker) int { return int(r.members[w].lane) }

// Enqueue implements RunQueues.
func (r *Rotations) Enqueue(at int, job Job) Worker {
	i := r.alloc()
	r.members[i] = member{work: int64(job.Work), turn: r.q.Rules.turn(job.Turn), task: job.Task}
	r.join(int32(at), i)
	return Worker(i)
}

// join puts a member that is on no lane at the tail of one.
func (r *Rotations) join(at, i int32) {
	l, m := &r.lanes[at], &r.members[i]
	m.lane, m.next, m.prev = at, i, i
	if l.n > 0 {
		r.advance(l, r.q.Kernel.Now())
	}
	if m.turn < r.q.Rules.Quantum {
		l.early++
	}
	m.turns = r.turnsFor(m.work, l)
	r.append(l, i)
	r.touch(l, at)
}

// Move implements RunQueues.
func (r *Rotations) Move(w Worker, to int) {
	i, at := int32(w), r.members[w].lane
	l := &r.lanes[at]
	r.advance(l, r.q.Kernel.Now())
	if l.head == i {
		refuseMove(w, int(at))
	}
	r.leave(l, i)
	r.touch(l, at)
	r.members[i].claim = 0
	r.join(int32(to), i)
}

// Waiting implements RunQueues.
func (r *Rotations) Waiting(at int, into []Worker) []Worker {
	l := &r.lanes[at]
	r.advance(l, r.q.Kernel.Now())
	i := l.head
	for k := int32(1); k < l.n; k++ {
		i = r.members[i].next
		into = append(into, Worker(i))
	}
	return into
}

// append puts a member at the tail; on an idle lane it starts.
func (r *Rotations) append(l *lane, i int32) {
	if l.n == 0 {
		l.head, l.tail, l.n = i, i, 1
		l.first, l.rank = i, 0
		r.begin(l, true)
		return
	}
	m := &r.members[i]
	m.next, m.prev = l.head, l.tail
	r.members[l.tail].next = i
	r.members[l.head].prev = i
	l.tail = i
	l.n++
	if m.turns < r.members[l.first].turns {
		l.first, l.rank = i, l.n-1
	}
	r.arm(l)
}

// begin starts the head's slice now. Another worker than the last one costs a switch.
func (r *Rotations) begin(l *lane, other bool) {
	r.start(l, other)
	r.arm(l)
}

// start is begin without the timer. A slice that ends at a tick may be short: its work is stated as if it had
// begun a quantum before its end, so that all slices of the ring are alike.
func (r *Rotations) start(l *lane, other bool) {
	l.start = r.q.Kernel.Now()
	if other {
		l.came = l.start
	}
	m := &r.members[l.head]
	if r.q.Rules.Tick > 0 {
		l.next = r.q.Rules.ticks(l.start)
		m.work += int64(l.start-(l.next-m.turn)) * l.speed
		m.turns = r.turnsFor(m.work, l)
		return
	}
	l.next = l.start + m.turn
	if other {
		l.next += r.q.Rules.Switch
	}
}

// arm sets the lane's timer to its next event.
func (r *Rotations) arm(l *lane) {
	if l.speed == 0 {
		r.q.Kernel.Stop(l.timer)
		return
	}
	at := r.ends(l)
	if l.early > 0 {
		at = min(l.next, r.headEnds(l))
	}
	r.q.Kernel.Set(l.timer, at, sim.Complete)
}

// slice is the length of a slice in a ring of n: alone, a worker goes on without a switch.
func (r *Rotations) slice(l *lane) sim.Time {
	if l.n > 1 {
		return r.q.Rules.Quantum + r.q.Rules.Switch
	}
	return r.q.Rules.Quantum
}

// ends is when the first member to end ends: after turns-1 whole rotations and rank slices from the slice
// under way, and what is left in its last.
func (r *Rotations) ends(l *lane) sim.Time {
	m := &r.members[l.first]
	left := m.work - (m.turns-1)*int64(r.q.Rules.Quantum)*l.speed
	before := (m.turns-1)*int64(l.n) + int64(l.rank)
	return l.next - r.q.Rules.Quantum + sim.Time(before)*r.slice(l) + sim.Time(ceil(left, l.speed))
}

// headEnds is when the worker on the CPU would end if nothing took it off before.
func (r *Rotations) headEnds(l *lane) sim.Time {
	m := &r.members[l.head]
	return l.next - m.turn + sim.Time(ceil(m.work, l.speed))
}

// turnsFor is the number of slices that some work takes at the lane's speed.
func (r *Rotations) turnsFor(work int64, l *lane) int64 {
	if l.speed == 0 {
		return 1
	}
	return ceil(work, int64(r.q.Rules.Quantum)*l.speed)
}

func ceil(a, b int64) int64 { return (a + b - 1) / b }

// advance plays the slices that have ended by now. On a stepping lane they have been played one by one,
// but for one that ends in this very instant and whose timer has still to come: that cannot be, since
// timers of Complete come before everything that calls this.
func (r *Rotations) advance(l *lane, now sim.Time) {
	if l.n == 0 || now < l.next || l.early > 0 || l.speed == 0 {
		return
	}
	length := r.slice(l)
	k := int64((now-l.next)/length) + 1
	n := int64(l.n)
	quantum := int64(r.q.Rules.Quantum) * l.speed
	if n == 1 {
		r.used(l.head, k, quantum)
	} else {
		l.rank = int32((int64(l.rank) - k%n + n) % n)
		r.hop(l, k, quantum)
		l.came = l.next + sim.Time(k-1)*length
	}
	l.start = l.next + sim.Time(k-1)*length
	l.next = l.start + length
}

// hop turns the ring by k slices; it visits no more members than slices have ended.
func (r *Rotations) hop(l *lane, k, quantum int64) {
	n := int64(l.n)
	full, rest := k/n, k%n
	i := l.head
	if full > 0 {
		for range n {
			r.used(i, full, quantum)
			i = r.members[i].next
		}
	}
	for range rest {
		r.used(i, 1, quantum)
		i = r.members[i].next
	}
	l.head, l.tail = i, r.members[i].prev
}

func (r *Rotations) used(i int32, slices, quantum int64) {
	m := &r.members[i]
	m.turns -= slices
	m.work -= slices * quantum
}

func (r *Rotations) alloc() int32 {
	if i := r.free; i >= 0 {
		r.free = r.members[i].next
		return i
	}
	r.members = append(r.members, member{})
	return int32(len(r.members) - 1)
}

// unlink takes a member out of its ring; the head moves on if it was the member.
func (r *Rotations) unlink(l *lane, i int32) {
	m := &r.members[i]
	if m.turn < r.q.Rules.Quantum {
		l.early--
	}
	l.n--
	if l.n == 0 {
		l.head, l.tail = -1, -1
	} else {
		r.members[m.prev].next = m.next
		r.members[m.next].prev = m.prev
		if l.head == i {
			l.head = m.next
		}
		l.tail = r.members[l.head].prev
	}
}

// release gives a member's place back.
func (r *Rotations) release(i int32) {
	r.members[i].next = r.free
	r.free = i
}

// seek finds the member that will end first: the fewest turns left, the first of those in order. The search
// stops at a member in its last turn.
func (r *Rotations) seek(l *lane) {
	best, rank := l.head, int32(0)
	for i, k := r.members[best].next, int32(1); k < l.n && r.members[best].turns > 1; k++ {
		if r.members[i].turns < r.members[best].turns {
			best, rank = i, k
		}
		i = r.members[i].next
	}
	l.first, l.rank = best, rank
}
