package sim

// nearHeap is a binary heap of the keys of the current bucket. A timer that leaves or moves leaves its key
// behind; such a key is known by not being its timer's key of now, and dropped when it comes up.
type nearHeap struct {
	keys []uint64
	live int // timers in the heap; the other keys are stale
}

func (h *nearHeap) push(key uint64) {
	h.live++
	i := len(h.keys)
	h.keys = append(h.keys, key)
	for i > 0 {
		up := (i - 1) >> 1
		if h.keys[up] <= key {
			break
		}
		h.keys[i] = h.keys[up]
		i = up
	}
	h.keys[i] = key
}

// pop drops the first key.
func (h *nearHeap) pop() {
	last := len(h.keys) - 1
	key := h.keys[last]
	h.keys = h.keys[:last]
	if last > 0 {
		h.keys[0] = key
		h.sink(0)
	}
}

// sink moves the key at i down to where neither key below it is smaller.
func (h *nearHeap) sink(i int) {
	keys := h.keys
	key := keys[i]
	for {
		down := 2*i + 1
		if down >= len(keys) {
			break
		}
		if down+1 < len(keys) && keys[down+1] < keys[down] {
			down++
		}
		if key <= keys[down] {
			break
		}
		keys[i] = keys[down]
		i = down
	}
	keys[i] = key
}

// order makes a heap of keys in any order.
func (h *nearHeap) order() {
	for i := len(h.keys)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
}

// compact drops the stale keys, and one of two equal ones, which a timer leaves that was stopped and set
// again.
func (k *Kernel) compact() {
	kept := k.near.keys[:0]
	for _, key := range k.near.keys {
		t := &k.timers[uint32(key)]
		if t.slot == slotNear && k.calendar.key(t, uint32(key)) == key {
			t.slot = slotNone // seen
			kept = append(kept, key)
		}
	}
	for _, key := range kept {
		k.timers[uint32(key)].slot = slotNear
	}
	k.near.keys = kept
	k.near.order()
}
