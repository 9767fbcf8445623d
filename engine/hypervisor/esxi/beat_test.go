package esxi

import (
	"schedlab/engine/host"
	"schedlab/engine/sim"
)

// beat keeps a processor busy for a part of each period, beginning at a time.
type beat struct {
	kernel       *sim.Kernel
	cpu          host.Processor
	timer        sim.TimerID
	busy         bool
	works, rests sim.Time
}

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

// beats makes a processor of a guest busy from an instant on for as long as it works, then idle for as long as
// it rests, and so on; works 0 = for ever.
func (b *bench) beats(guest, cpu int, from, works, rests sim.Time) {
	one := &beat{kernel: b.Kernel, cpu: b.Guests()[guest].CPUs[cpu], works: works, rests: rests}
	one.timer = b.NewTimer(one, 0, 0)
	b.Set(one.timer, max(from, 1), sim.Arrive)
}

// busy makes processors of a guest busy for ever, those before the n-th.
func (b *bench) busy(guest, n int) {
	for cpu := range n {
		b.beats(guest, cpu, 1, 0, 0)
	}
}
