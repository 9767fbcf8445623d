package sim

import "math/bits"

// The calendar has three wheels of 4,096 slots. The first has buckets of 1,024 ns and covers the aligned
// 4.2 ms around the current bucket, the second buckets of 4.2 ms and the aligned 17.2 s, the third buckets
// of 17.2 s and the aligned 19.5 hours; a list holds what is farther. Bitmaps of two levels find the next
// slot that is not empty without a search. The current bucket is drained into a heap, so that thousands of
// timers of one instant cost n log n. A timer moves nearer at most three times before it fires.
const (
	bucketBits = 10 // assumed: 1 µs holds about one timer when 4,096 schedulers have 4 ms quanta
	wheelBits  = 12
	wheelSize  = 1 << wheelBits
	wheelMask  = wheelSize - 1
	wheels     = 3
	farBits    = wheels * wheelBits
	slotFar    = int32(wheels * wheelSize) // the slots of the wheels one after the other, then the far list
)

type calendar struct {
	current int64 // bucket in the heap; now never lies before it
	horizon Time  // no timer of the far list is earlier; Never when it is empty
	sums    [wheels + 1]uint64
	words   [wheels*wheelSize/64 + 1]uint64
	heads   [wheels*wheelSize + 1]int32
}

// slotOf says where a timer belongs that fires at an instant not before the current bucket.
func (c *calendar) slotOf(at Time) int32 {
	bucket := int64(at) >> bucketBits
	apart := bucket ^ c.current
	switch {
	case apart>>wheelBits == 0:
		if apart == 0 {
			return slotNear
		}
		return int32(bucket & wheelMask)
	case apart>>(2*wheelBits) == 0:
		return wheelSize + int32(bucket>>wheelBits&wheelMask)
	case apart>>(3*wheelBits) == 0:
		return 2*wheelSize + int32(bucket>>(2*wheelBits)&wheelMask)
	}
	return slotFar
}

// key orders the timers of the current bucket by (time, phase, id) as one number.
func (c *calendar) key(t *timer, id uint32) uint64 {
	offset := uint64(int64(t.at) - c.current<<bucketBits)
	return offset<<34 | uint64(t.phase)<<32 | uint64(id)
}

// first is the first slot that is not empty of a wheel that has one.
func (c *calendar) first(wheel int) int32 {
	word := wheel<<6 | bits.TrailingZeros64(c.sums[wheel])
	return int32(word<<6 | bits.TrailingZeros64(c.words[word]))
}

// insert puts a timer that is in no list where slotOf said.
func (k *Kernel) insert(id int32, t *timer, slot int32) {
	t.slot = slot
	c := &k.calendar
	if slot == slotNear {
		k.near.push(c.key(t, uint32(id)))
		if len(k.near.keys) > 2*k.near.live+64 {
			k.compact()
		}
		return
	}
	if slot == slotFar {
		c.horizon = min(c.horizon, t.at)
	}
	next := c.heads[slot]
	c.heads[slot] = id
	t.next, t.prev = next, 0
	k.timers[next].prev = id
	c.words[slot>>6] |= 1 << (slot & 63)
	c.sums[slot>>wheelBits] |= 1 << (slot >> 6 & 63)
}

// remove takes a timer out of its list, if it is in one; a key in the heap is left to go stale.
func (k *Kernel) remove(t *timer) {
	if t.slot < 0 {
		if t.slot == slotNear {
			k.near.live--
		}
		return
	}
	k.timers[t.next].prev = t.prev
	if t.prev != 0 {
		k.timers[t.prev].next = t.next
		return
	}
	k.calendar.heads[t.slot] = t.next
	if t.next == 0 {
		k.calendar.empty(t.slot)
	}
}

// empty notes that a slot has no timer any more.
func (c *calendar) empty(slot int32) {
	c.heads[slot] = 0
	word := slot >> 6
	c.words[word] &^= 1 << (slot & 63)
	if c.words[word] == 0 {
		c.sums[slot>>wheelBits] &^= 1 << (word & 63)
	}
}

// advance brings the next timers nearer once the heap is empty: a bucket of the first wheel into the heap,
// or one of another wheel or the far list where it belongs then. It does nothing and says false when none
// is due before until, so that the current bucket never overtakes what the caller may still set.
func (k *Kernel) advance(until Time) bool {
	for wheel := range wheels {
		if k.calendar.sums[wheel] != 0 {
			return k.turn(wheel, until)
		}
	}
	return k.fetch(until)
}

// turn moves a wheel, those before it being empty, on to its next bucket.
func (k *Kernel) turn(wheel int, until Time) bool {
	c := &k.calendar
	shift := wheel * wheelBits
	slot := c.first(wheel)
	bucket := (c.current>>shift)&^wheelMask | int64(slot&wheelMask)
	if last := Time(bucket+1)<<(bucketBits+shift) - 1; last >= until && k.earliest(slot) >= until {
		return false
	}
	c.current = bucket << shift
	if wheel == 0 {
		k.drain(slot)
		return true
	}
	k.spread(slot)
	return true
}

// fetch takes from the far list what the wheels cover once they begin with its earliest timer.
func (k *Kernel) fetch(until Time) bool {
	c := &k.calendar
	if c.horizon >= until {
		return false
	}
	c.horizon = k.earliest(slotFar) // a timer that was stopped may have left an earlier time
	if c.horizon >= until {
		return false
	}
	c.current = int64(c.horizon) >> (bucketBits + farBits) << farBits
	c.horizon = Never
	k.spread(slotFar)
	return true
}

func (k *Kernel) earliest(slot int32) Time {
	at := Never
	for i := k.calendar.heads[slot]; i != 0; i = k.timers[i].next {
		at = min(at, k.timers[i].at)
	}
	return at
}

// drain moves the current bucket from its slot into the empty heap.
func (k *Kernel) drain(slot int32) {
	i := k.calendar.heads[slot]
	k.calendar.empty(slot)
	for i != 0 {
		t := &k.timers[i]
		t.slot = slotNear
		k.near.keys = append(k.near.keys, k.calendar.key(t, uint32(i)))
		i = t.next
	}
	k.near.live = len(k.near.keys)
	if k.near.live > 1 {
		k.near.order()
	}
}

// spread puts each timer of a slot where it belongs now that the current bucket has moved.
func (k *Kernel) spread(slot int32) {
	i := k.calendar.heads[slot]
	k.calendar.empty(slot)
	for i != 0 {
		t := &k.timers[i]
		next := t.next
		k.insert(i, t, k.calendar.slotOf(t.at))
		i = next
	}
}
