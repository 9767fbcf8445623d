package sim

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// due is what the oracle knows of a timer.
type due struct {
	at    Time
	phase Phase
	armed bool
}

// oracle keeps the timers in a plain slice and searches all of it for the next.
type oracle struct {
	t       *testing.T
	kernel  *Kernel
	random  *Stream
	grid    Time
	reach   int64
	timers  []due
	fires   int
	pending bool
	until   Time
}

// next is the id of the first armed timer by (time, phase, id), 0 when there is none.
func (o *oracle) next() int {
	best := 0
	for id, d := range o.timers {
		if !d.armed {
			continue
		}
		b := o.timers[best]
		if best == 0 || d.at < b.at || d.at == b.at && d.phase < b.phase {
			best = id
		}
	}
	return best
}

func (o *oracle) Fire(_, whom int32) {
	id := o.next()
	require.EqualValues(o.t, id, whom)
	d := &o.timers[id]
	require.Equal(o.t, d.at, o.kernel.Now())
	require.Less(o.t, d.at, o.until)
	require.False(o.t, o.pending && d.phase == Sample, "a sample before the dispatchers")
	require.Equal(o.t, Never, o.kernel.When(TimerID(id)))
	d.armed = false
	o.fires++
	phase := d.phase
	o.change(phase)
	if phase < Sample && !o.pending && o.random.Below(3) == 0 {
		o.pending = true
		o.kernel.AtDispatch(o)
	}
}

func (o *oracle) Dispatch() {
	require.True(o.t, o.pending)
	o.pending = false
	if id := o.next(); id != 0 {
		d := o.timers[id]
		require.False(o.t, d.at == o.kernel.Now() && d.phase < Sample, "dispatchers before timer %d", id)
	}
	o.change(Sample)
	if o.random.Below(4) == 0 {
		o.pending = true
		o.kernel.AtDispatch(o)
	}
}

// change does a few random things to the kernel and to the oracle, none before the phase of now.
func (o *oracle) change(phase Phase) {
	for range o.random.Below(4) {
		id := 1 + int(o.random.Below(int64(len(o.timers)-1)))
		switch o.random.Below(12) {
		case 0:
			o.kernel.Stop(TimerID(id))
			o.timers[id].armed = false
		case 1:
			o.renew(id)
		default:
			o.set(id, phase)
		}
		d := o.timers[id]
		if d.armed {
			require.Equal(o.t, d.at, o.kernel.When(TimerID(id)))
			continue
		}
		require.Equal(o.t, Never, o.kernel.When(TimerID(id)))
	}
}

func (o *oracle) set(id int, phase Phase) {
	now := o.kernel.Now()
	d := due{at: now + o.grid*Time(o.random.Below(o.reach)), phase: Phase(o.random.Below(4)), armed: true}
	if o.random.Below(40) == 0 {
		d.at += o.grid * Time(o.random.Below(1_000_000))
	}
	if d.at == now && d.phase < phase {
		d.at += o.grid
	}
	o.kernel.Set(TimerID(id), d.at, d.phase)
	o.timers[id] = d
}

// renew gives an id back, which the next timer must receive.
func (o *oracle) renew(id int) {
	o.kernel.Release(TimerID(id))
	require.EqualValues(o.t, id, o.kernel.NewTimer(o, 0, int32(id)))
	o.timers[id].armed = false
}

func TestOrderIsThatOfASortedList(t *testing.T) {
	grids := []Time{1, 7, 100, 1024, 10 * Microsecond, Millisecond, 300 * Millisecond, 20 * Second, Hour}
	for seed := range uint64(180) {
		random := NewKernel(seed).Rand("operations")
		o := &oracle{t: t, kernel: NewKernel(seed), random: random, reach: 1 + random.Below(40)}
		o.grid = grids[seed%uint64(len(grids))]
		o.timers = make([]due, 2+random.Below(60))
		for id := 1; id < len(o.timers); id++ {
			require.EqualValues(t, id, o.kernel.NewTimer(o, 0, int32(id)))
			o.set(id, Complete)
		}
		for o.fires < 1500 && o.next() != 0 {
			o.step()
		}
		require.EqualValues(t, o.fires, o.kernel.Fired())
	}
}

// step advances by a random slice, and then changes things from outside at the last instant.
func (o *oracle) step() {
	o.until = o.kernel.Now() + 1 + o.grid*Time(o.random.Below(2*o.reach)) - Time(o.random.Below(2))
	before := o.fires
	budget := 1 + int(o.random.Below(40))
	fired, done := o.kernel.Step(budget, o.until)
	require.Equal(o.t, o.fires-before, fired)
	require.LessOrEqual(o.t, fired, budget)
	if !done {
		require.Equal(o.t, budget, fired)
		return
	}
	id := o.next()
	require.True(o.t, id == 0 || o.timers[id].at >= o.until)
	if fired == 0 { // let time pass in great leaps too
		_, _ = o.kernel.Step(1, o.leap(id))
	}
	o.change(Sample)
}

func (o *oracle) leap(id int) Time {
	o.until = o.kernel.Now()
	if id != 0 {
		o.until = o.timers[id].at + 1
	}
	return o.until
}
