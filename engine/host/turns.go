package host

import (
	"schedlab/engine/sim"
	"schedlab/engine/trace"
)

// Fire implements sim.Handler: a lane's first member to end has ended, or a stepping lane's turn is over.
func (r *Rotations) Fire(_, at int32) {
	l := &r.lanes[at]
	now := r.q.Kernel.Now()
	if l.early > 0 {
		if r.headEnds(l) > now {
			r.yield(l)
			r.touch(l, at)
			return
		}
	} else {
		r.upTo(l, now)
	}
	i := l.head
	task := r.members[i].task
	if r.q.More != nil {
		if more := r.q.More.Extend(Worker(i), task); more > 0 {
			r.extend(l, i, int64(more))
			return
		}
	}
	r.leave(l, i)
	r.release(i)
	r.touch(l, at)
	r.q.Ender.Ended(Worker(i), task)
}

// upTo plays the slices that end before the head's last one, which ends now, perhaps with its quantum.
func (r *Rotations) upTo(l *lane, now sim.Time) {
	if l.first == l.head && r.members[l.head].turns == 1 {
		return
	}
	m := &r.members[l.first]
	k := (m.turns-1)*int64(l.n) + int64(l.rank)
	r.advance(l, l.next+sim.Time(k-1)*r.slice(l))
	if l.head != l.first || now > l.next {
		panic("host: a rotation's first member to end is not on the CPU when it ends")
	}
}

// extend gives the worker on the CPU, whose work ends now, more to do. Its slice goes on.
func (r *Rotations) extend(l *lane, i int32, more int64) {
	m := &r.members[i]
	m.work = int64(r.q.Kernel.Now()-(l.next-m.turn))*l.speed + more
	m.turns = r.turnsFor(m.work, l)
	r.seek(l)
	r.arm(l)
}

// leave takes a member off its lane and lets the next one start if it was on the CPU.
func (r *Rotations) leave(l *lane, i int32) {
	wasHead, stepped := l.head == i, l.early > 0
	r.unlink(l, i)
	if l.n == 0 {
		r.q.Kernel.Stop(l.timer)
		return
	}
	if stepped && l.early == 0 {
		r.recount(l)
	}
	if wasHead {
		r.start(l, true)
	}
	r.seek(l)
	r.arm(l)
}

// Remove implements RunQueues.
func (r *Rotations) Remove(w Worker) {
	at := r.members[w].lane
	l := &r.lanes[at]
	r.advance(l, r.q.Kernel.Now())
	r.leave(l, int32(w))
	r.release(int32(w))
	r.touch(l, at)
}

// yield ends the turn of the worker on the CPU of a stepping lane and chooses who is next.
func (r *Rotations) yield(l *lane) {
	i := l.head
	m := &r.members[i]
	m.work -= int64(m.turn) * l.speed
	m.turns = r.turnsFor(m.work, l)
	if l.n == 1 {
		r.begin(l, false)
		return
	}
	if m.claim = claimed(r.q.Rules, m.claim, m.turn); m.claim > 0 {
		r.begin(l, false)
		return
	}
	l.head, l.tail = m.next, i
	r.begin(l, true)
}

// claimed says how much of its quantum a worker has used in repeated turns, this one included; 0 = it goes to
// the tail. A worker that yields early may use up a share of its quantum so, before the others.
// Source: SQL Server 2016's large deficit first lets a short worker repeat until it is even with those that
// use whole quanta; the schedulers of 2012 and 2014 gave it about a fifth.
func claimed(rules Rules, before, turn sim.Time) sim.Time {
	share := sim.Time(int64(rules.Quantum) * rules.Reclaim / 1000)
	if before+turn+turn <= share {
		return before + turn
	}
	return 0
}

// recount counts every member's turns anew: at another speed, or in whole quanta on a lane that has stepped
// and can leap again. The slice under way is one of a whole quantum then, or its worker has just left.
func (r *Rotations) recount(l *lane) {
	i := l.head
	for range l.n {
		m := &r.members[i]
		m.turns = r.turnsFor(m.work, l)
		i = m.next
	}
}

// touch notes that a lane goes on in another way; what way is recorded once, at the end of the instant.
func (r *Rotations) touch(l *lane, at int32) {
	if l.touched {
		return
	}
	l.touched = true
	r.touched = append(r.touched, at)
	r.settleLater()
}

// settleLater asks for Dispatch at the end of the instant, once.
func (r *Rotations) settleLater() {
	if !r.queued {
		r.queued = true
		r.q.Kernel.AtDispatch(r)
	}
}

// Dispatch implements sim.Dispatcher: everything that ends or arrives in this instant has done so. Processors
// learn whether they have work, lanes take up changed speeds, and the rotations are recorded.
func (r *Rotations) Dispatch() {
	for _, at := range r.touched {
		l := &r.lanes[at]
		if busy := l.n > 0; busy != l.busy {
			l.busy = busy
			r.q.CPUs[at].Load(busy)
		}
	}
	for _, at := range r.changed {
		r.retime(&r.lanes[at], at)
	}
	r.changed = r.changed[:0]
	for _, at := range r.touched {
		r.lanes[at].touched = false
		r.record(at)
	}
	r.touched = r.touched[:0]
	r.queued = false
}

// retime takes up a processor's new speed. The work of the slice under way is restated as if the whole slice
// had the new speed, which leaves its end right; the others have their slices still before them. At speed 0
// that is the work that is left.
func (r *Rotations) retime(l *lane, at int32) {
	l.changed = false
	now, before, speed := r.q.Kernel.Now(), l.speed, int64(r.q.CPUs[at].Speed())
	if speed == before {
		return
	}
	r.advance(l, now)
	l.speed = speed
	if l.n == 0 {
		return
	}
	if before == 0 || speed == 0 {
		r.touch(l, at)
	}
	head := &r.members[l.head]
	if before == 0 && l.next <= now {
		r.overdue(l)
	} else if elapsed := int64(now - (l.next - head.turn)); elapsed > 0 {
		head.work += elapsed * (speed - before)
	}
	r.recount(l)
	r.seek(l)
	r.arm(l)
}

// overdue lets the head yield whose quantum has passed while its processor stood still. It claims nothing.
func (r *Rotations) overdue(l *lane) {
	head := &r.members[l.head]
	head.claim = 0
	l.head, l.tail = head.next, l.head
	r.start(l, l.n > 1)
}

func (r *Rotations) record(at int32) {
	l := &r.lanes[at]
	r.ring = r.ring[:0]
	i := l.head
	for range l.n {
		r.ring = append(r.ring, r.members[i].task)
		i = r.members[i].next
	}
	rotation := trace.Rotation{At: r.q.Kernel.Now(), Start: l.start, Next: l.next, Slice: r.slice(l),
		Lane: r.q.First + trace.LaneID(at), Ring: r.ring}
	if l.n == 0 {
		rotation.Start, rotation.Next = rotation.At, sim.Never
	}
	if l.early > 0 || l.speed == 0 {
		rotation.Next = sim.Never
	}
	if r.q.Rules.Preempts && l.n > 0 {
		rotation.Start = l.came
		if l.n == 1 {
			rotation.Next = sim.Never
		}
	}
	r.q.Trace.Rotate(rotation)
}
