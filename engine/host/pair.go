package host

// pair shares one processor between two that look like processors of their own.
type pair struct {
	base             Processor
	busy             bool // as the base has been told
	ordinary, urgent half
}

// half is one of a pair.
type half struct {
	of      *pair
	busy    bool
	speed   Speed
	watcher SpeedWatcher
}

// Pair makes two processors of one: while the urgent one has work, the ordinary one stands still. So a
// thread that an operating system prefers takes the CPU at once from the worker that a database's scheduler
// has put there, in the midst of its quantum, and the scheduler does not know. Both work at the speed of p,
// which has work while one of them has. The pair watches p from now on: nobody else may.
// Both halves belong in one set of run queues: where a speed of p changes in the very instant when urgent
// work comes, the ordinary half of another set may work for no time in between, which lets a worker yield
// that is overdue.
// Source: Windows boosts the priority of a thread whose wait for I/O has ended (Windows Internals,
// "Threads").
// simplified: the boost does not decay, so the urgent thread keeps the CPU until it has nothing to do.
func Pair(p Processor) (ordinary, urgent Processor) {
	d := &pair{base: p}
	d.ordinary = half{of: d, speed: p.Speed()}
	d.urgent = half{of: d, speed: p.Speed()}
	p.Watch(d)
	return &d.ordinary, &d.urgent
}

// Speed implements Processor.
func (h *half) Speed() Speed { return h.speed }

// Watch implements Processor.
func (h *half) Watch(w SpeedWatcher) { h.watcher = w }

// Load implements Processor.
func (h *half) Load(busy bool) {
	if busy == h.busy {
		return
	}
	h.busy = busy
	d := h.of
	if either := d.ordinary.busy || d.urgent.busy; either != d.busy {
		d.busy = either
		d.base.Load(either)
	}
	d.SpeedChanged()
}

// SpeedChanged implements SpeedWatcher: it passes on what has changed for either half.
func (d *pair) SpeedChanged() {
	speed := d.base.Speed()
	d.urgent.turn(speed)
	if d.urgent.busy {
		speed = 0
	}
	d.ordinary.turn(speed)
}

// turn sets the speed of a half.
func (h *half) turn(speed Speed) {
	if h.speed == speed {
		return
	}
	h.speed = speed
	if h.watcher != nil {
		h.watcher.SpeedChanged()
	}
}
