package trace

import "schedlab/engine/sim"

// rotate folds a rotation whose ring is given as slots.
func (l *Ledger) rotate(r Rotation, ring []int32) {
	l.pass(r.At)
	l.settleLane(r.Lane, r.At, r.At)
	lane := &l.Lanes[r.Lane]
	if len(ring) == 0 {
		if lane.Idle == sim.Never {
			lane.IdleTimes++
			lane.Idle = r.At
		}
		l.vacate(lane, r.Lane, r.At)
		lane.last = -1
	} else {
		l.handOver(lane, r, ring)
		lane.Idle = sim.Never
	}
	lane.Next, lane.Slice = r.Next, r.Slice
	l.checkRing(r, ring, lane.Ring)
	if cap(lane.Ring) < len(ring) {
		lane.Ring = make([]int32, 0, max(2*len(ring), leastRing))
	}
	lane.Ring = append(lane.Ring[:0], ring...)
}

// leastRing is room for as many tasks as most lanes ever have.
const leastRing = 4

// handOver compares who was on the CPU with who is now.
func (l *Ledger) handOver(lane *LaneAccount, r Rotation, ring []int32) {
	head := ring[0]
	if lane.onCPU {
		was := lane.Ring[0]
		if was == head && lane.Start == r.Start {
			return // the same slice goes on
		}
		if l.stays(was, ring) {
			l.yielded(lane, was, r.Start)
		}
	}
	l.enter(lane, r.Lane, head, r.Start)
}

func (l *Ledger) stays(slot int32, ring []int32) bool {
	for i := len(ring) - 1; i >= 0; i-- { // it mostly has gone to the tail
		if ring[i] == slot {
			return true
		}
	}
	return false
}

// yielded puts the task that was on the CPU behind the others.
func (l *Ledger) yielded(lane *LaneAccount, slot int32, at sim.Time) {
	t := &l.Tasks[slot]
	t.Yields++
	lane.Yields++
	t.State, t.Since, t.Why = Runnable, at, l.instance(t.Lane).Layout.Yield
}

// vacate takes whoever is on the CPU off it.
func (l *Ledger) vacate(lane *LaneAccount, id LaneID, at sim.Time) {
	if lane.onCPU {
		l.turned(id, false, at)
		lane.onCPU = false
	}
}

// enter puts a task on the CPU.
func (l *Ledger) enter(lane *LaneAccount, id LaneID, slot int32, at sim.Time) {
	t := &l.Tasks[slot]
	if t.State != Runnable {
		l.broken("task " + itoa(int64(t.ID)) + " is put on the CPU while " + t.State.String())
	}
	l.dispatched(t, id, at)
	t.State = Running
	if lane.last != slot {
		lane.Switches++
	}
	lane.last = slot
	if !lane.onCPU {
		l.turned(id, true, at)
		lane.onCPU = true
	}
	lane.Start, lane.mark = at, at
}

// Settle brings every lane to the instant `to`, at which nothing has happened yet: a slice that ends exactly
// then still counts as going on. This is how a window of measurement is cut.
func (l *Ledger) Settle(to sim.Time) {
	l.pass(to)
	for i := range l.Lanes {
		l.settleLane(LaneID(i), to, to)
	}
	l.settleCores(to)
}

func (l *Ledger) settleCores(to sim.Time) {
	for i := range l.Cores {
		l.Cores[i].settle(to)
	}
}

// SettleAfter is Settle, but slices that end exactly at `to` have ended: what a person sees at that instant.
func (l *Ledger) SettleAfter(to sim.Time) {
	l.pass(to)
	for i := range l.Lanes {
		l.settleLane(LaneID(i), to+1, to)
	}
	l.settleCores(to)
}

// settleLane plays a lane's rotation: the slices that end before `bound` have ended; CPU time is counted
// until `now`.
func (l *Ledger) settleLane(id LaneID, bound, now sim.Time) {
	lane := &l.Lanes[id]
	if !lane.onCPU {
		return
	}
	if lane.Next < bound {
		k := int64((bound-1-lane.Next)/lane.Slice) + 1
		if len(lane.Ring) == 1 {
			l.aloneFor(lane, k)
		} else {
			l.turns(lane, id, k)
		}
	}
	if now > lane.mark {
		t := &l.Tasks[lane.Ring[0]]
		t.CPU += now - lane.mark
		l.share(lane, t, now-lane.mark)
		lane.Busy += now - lane.mark
		lane.mark = now
	}
}

// aloneFor lets the only task of a lane use k quanta: each yield finds nobody else.
func (l *Ledger) aloneFor(lane *LaneAccount, k int64) {
	t := &l.Tasks[lane.Ring[0]]
	last := lane.Next + sim.Time(k-1)*lane.Slice
	t.CPU += last - lane.mark
	lane.Busy += last - lane.mark
	t.Yields += k
	lane.Yields += k
	in := l.instance(t.Lane)
	if yield := in.Layout.Yield; int(yield) < len(in.Waits) {
		in.Waits[yield].Count += k
		t.Why = yield
	}
	t.Since = last
	lane.Start, lane.mark = last, last
	lane.Next = last + lane.Slice
}

// turns lets k slices of a ring of at least two end. Slice j ends at Next + j·Slice; the task at position
// j mod n yields then and the one at j+1 mod n goes on.
func (l *Ledger) turns(lane *LaneAccount, id LaneID, k int64) {
	n := int64(len(lane.Ring))
	for p := int64(0); p < n && p <= k; p++ {
		l.turnsOf(lane, id, p, k)
	}
	last := lane.Next + sim.Time(k-1)*lane.Slice
	lane.Busy += last - lane.mark
	lane.Yields += k
	lane.Switches += k
	lane.Start, lane.mark = last, last
	lane.Next = last + lane.Slice
	turn(lane.Ring, int(k%n))
	lane.last = lane.Ring[0]
}

func (l *Ledger) turnsOf(lane *LaneAccount, id LaneID, p, k int64) {
	n := int64(len(lane.Ring))
	t := &l.Tasks[lane.Ring[p]]
	ended := (k - p + n - 1) / n // slices of this task that end
	if p >= k {
		ended = 0
	}
	begun := k / n // times that it is put on the CPU
	if p > 0 {
		begun = (k - p + n) / n
		l.dispatched(t, id, lane.Next+sim.Time(p-1)*lane.Slice)
		l.longWaits(t, id, begun-1, sim.Time(n-1)*lane.Slice)
		t.CPU += sim.Time(ended) * lane.Slice
	} else {
		l.longWaits(t, id, begun, sim.Time(n-1)*lane.Slice)
		t.CPU += lane.Next - lane.mark + sim.Time(ended-1)*lane.Slice
	}
	t.Yields += ended
	if ended > 0 {
		t.Why = l.instance(id).Layout.Yield
	}
	if ended >= begun && p > 0 || p == 0 && ended > begun {
		t.State = Runnable
		t.Since = lane.Next + sim.Time(p+(ended-1)*n)*lane.Slice
		return
	}
	t.State = Running
	t.Since = lane.Next + sim.Time(k-1)*lane.Slice
}

// longWaits counts waits of equal length after yields.
func (l *Ledger) longWaits(t *TaskAccount, id LaneID, count int64, each sim.Time) {
	if count <= 0 {
		return
	}
	total := sim.Time(count) * each
	t.Runnable += total
	t.YieldWait += total
	l.Totals.Runnable += int64(total)
	in := l.instance(id)
	if yield := in.Layout.Yield; int(yield) < len(in.Waits) {
		w := &in.Waits[yield]
		w.Count += count
		w.Signal += total
		w.Max = max(w.Max, each)
	}
}

// turn rotates a ring by k places: the task at place k becomes the first.
func turn(ring []int32, k int) {
	reverse(ring[:k])
	reverse(ring[k:])
	reverse(ring)
}

func reverse(s []int32) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// checkRing checks the members of a ring. Those that follow each other as before have been checked before.
func (l *Ledger) checkRing(r Rotation, ring, before []int32) {
	if r.Start > r.At || r.Next < r.At {
		l.broken("lane " + itoa(int64(r.Lane)) + ": a rotation that is not under way")
	}
	for i, s := range ring {
		if i > 0 && i < len(before) && before[i] == s {
			continue
		}
		t := &l.Tasks[s]
		if t.Lane != r.Lane || (t.State != Runnable && t.State != Running) {
			l.broken("task " + itoa(int64(t.ID)) + " is in a ring while " + t.State.String())
		}
		if (t.State == Running) != (i == 0) {
			l.broken("lane " + itoa(int64(r.Lane)) + ": not exactly the first of the ring runs")
		}
	}
}
