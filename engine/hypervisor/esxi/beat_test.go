package esxi

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
)

// beat keeps a processor busy for a part of each period, beginning at a time.
type beat struct {
	kernel *sim.Kernel
	cpu    host.Processor
	timer  sim.TimerID
	busy   bool
	pulse
}

// pulse is when a processor becomes busy, and how long it works and rests in turn; works 0 = for ever.
type pulse struct{ from, works, rests sim.Time }

func (b *beat) Fire(_, _ int32) {
	b.busy = !b.busy
	b.kernel.AtDispatch(b)
	next := b.rests
	if b.busy {
		next = b.works
	}
	if next > 0 {
		b.kernel.Set(b.timer, b.kernel.Now()+next, sim.Arrive)
	}
}

func (b *beat) Dispatch() { b.cpu.Load(b.busy) }

// beats makes a processor of a guest busy and idle in turn.
func (b *bench) beats(guest, cpu int, p pulse) {
	one := &beat{kernel: b.Kernel, cpu: b.Guests()[guest].CPUs[cpu], pulse: p}
	one.timer = b.NewTimer(one, 0, 0)
	b.Set(one.timer, max(p.from, 1), sim.Arrive)
}

// busy makes processors of a guest busy for ever, those before the n-th.
func (b *bench) busy(guest, n int) {
	for cpu := range n {
		b.beats(guest, cpu, pulse{from: 1})
	}
}
