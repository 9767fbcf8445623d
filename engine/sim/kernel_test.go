package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// script runs a function of its own for each timer, and keeps the order in which they fired.
type script struct {
	kernel *Kernel
	order  []int32
	on     map[int32]func()
}

func newScript() *script { return &script{kernel: NewKernel(1), on: map[int32]func(){}} }

func (s *script) Fire(_, whom int32) {
	s.order = append(s.order, whom)
	if do := s.on[whom]; do != nil {
		do()
	}
}

func (s *script) timer(whom int32, at Time, phase Phase) TimerID {
	id := s.kernel.NewTimer(s, 0, whom)
	s.kernel.Set(id, at, phase)
	return id
}

func (s *script) run(until Time) []int32 {
	for {
		if _, done := s.kernel.Step(1000, until); done {
			return s.order
		}
	}
}

// chooser writes its own number among those of the timers.
type chooser struct {
	script *script
	number int32
	then   func()
}

func (c *chooser) Dispatch() {
	c.script.order = append(c.script.order, c.number)
	if c.then != nil {
		c.then()
	}
}

func TestOrderWithinAnInstant(t *testing.T) {
	s := newScript()
	ids := make([]TimerID, 12)
	for i := range ids {
		ids[i] = s.kernel.NewTimer(s, 0, int32(i))
	}
	for i := len(ids) - 1; i >= 0; i-- { // armed backwards, in phases that go round
		s.kernel.Set(ids[i], Second, Phase(i%4))
	}
	assert.Equal(t, []int32{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}, s.run(Never))
	assert.Equal(t, Second, s.kernel.Now())
}

func TestFarTimersFireInOrder(t *testing.T) {
	s := newScript()
	times := []Time{
		24 * Hour, 1, 1023, 1024, 1025, 4*Millisecond + 194304, 4*Millisecond + 194303, 17 * Second,
		18 * Second,
		Minute, Hour, 365 * 24 * Hour, Never - 1,
	}
	for i, at := range times {
		s.timer(int32(i), at, Complete)
	}
	assert.Equal(t, []int32{1, 2, 3, 4, 6, 5, 7, 8, 9, 10, 0, 11, 12}, s.run(Never))
	assert.Equal(t, Never-1, s.kernel.Now())
}

func TestStepIsDoneBeforeUntil(t *testing.T) {
	s := newScript()
	s.timer(1, 10, Complete)
	s.timer(2, 20, Complete)
	fired, done := s.kernel.Step(100, 20)
	assert.Equal(t, 1, fired)
	assert.True(t, done)
	assert.Equal(t, Time(10), s.kernel.Now())

	s.timer(3, 15, Complete) // before the timer that was looked at
	fired, done = s.kernel.Step(1, Never)
	assert.Equal(t, 1, fired)
	assert.False(t, done)
	fired, done = s.kernel.Step(5, 5)
	assert.Zero(t, fired)
	assert.True(t, done)
	assert.Equal(t, []int32{1, 3, 2}, s.run(21))
	assert.EqualValues(t, 3, s.kernel.Fired())
}

func TestATimerSetEarlierAfterALongLookAhead(t *testing.T) {
	for _, far := range []Time{900, 5 * Microsecond, 5 * Millisecond, 20 * Second, 3 * Hour} {
		s := newScript()
		s.timer(1, far, Complete)
		_, done := s.kernel.Step(10, far)
		assert.True(t, done)
		s.timer(2, far/2, Complete)
		s.timer(3, 0, Complete)
		assert.Equal(t, []int32{3, 2, 1}, s.run(Never))
	}
}

func TestReArmFromInsideAHandler(t *testing.T) {
	s := newScript()
	var id TimerID
	left := 3
	s.on[1] = func() {
		if left--; left >= 0 {
			s.kernel.Set(id, s.kernel.Now(), Complete) // this very point
		}
	}
	id = s.timer(1, 10, Complete)
	s.timer(2, 10, Complete)
	assert.Equal(t, []int32{1, 1, 1, 1, 2}, s.run(11))
}

func TestSetMovesStopsAndKeeps(t *testing.T) {
	s := newScript()
	id := s.timer(1, 100, Complete)
	s.kernel.Set(id, 50, Arrive)
	assert.Equal(t, Time(50), s.kernel.When(id))
	s.kernel.Set(id, 50, Arrive)
	s.kernel.Set(id, Never, Complete)
	assert.Equal(t, Never, s.kernel.When(id))
	s.kernel.Stop(id)
	s.timer(2, 60, Complete)
	assert.Equal(t, []int32{2}, s.run(1000))

	other := s.timer(3, 2000, Complete)
	s.kernel.Release(other)
	assert.Equal(t, other, s.kernel.NewTimer(s, 0, 4))
	assert.Equal(t, []int32{2}, s.run(Never))
}

func TestKeysLeftBehindAreDropped(t *testing.T) {
	s := newScript()
	a, b := s.timer(1, 500, Complete), s.timer(2, 600, Complete)
	s.on[0] = func() {
		for i := range Time(10_000) { // all in the current bucket
			s.kernel.Set(a, 400+i%7, Complete)
			s.kernel.Stop(b)
			s.kernel.Set(b, 403, Complete)
		}
		assert.LessOrEqual(t, len(s.kernel.near.keys), 2*s.kernel.near.live+64)
	}
	s.timer(0, 10, Complete)
	assert.Equal(t, []int32{0, 1, 2}, s.run(Never)) // 9,999 mod 7 is 3: the tie goes by id
}

func TestDispatchComesAfterWhatEndsAndArrives(t *testing.T) {
	s := newScript()
	again := &chooser{script: s, number: 102}
	first := &chooser{script: s, number: 101}
	first.then = func() {
		s.kernel.AtDispatch(again)
		s.kernel.Set(s.kernel.NewTimer(s, 0, 6), s.kernel.Now(), Sample)
		assert.PanicsWithValue(t, "sim: timer 8 set to 10ns Dispatch lies before 10ns Sample", func() {
			s.kernel.Set(s.kernel.NewTimer(s, 0, 9), s.kernel.Now(), Dispatch)
		})
	}
	s.on[1] = func() { s.kernel.AtDispatch(first) }
	s.timer(5, 10, Sample)
	s.timer(1, 10, Complete)
	s.timer(2, 10, Complete)
	s.timer(3, 10, Arrive)
	s.timer(4, 10, Dispatch)
	s.timer(7, 11, Complete)
	assert.Equal(t, []int32{1, 2, 3, 4, 101, 102, 5, 6, 7}, s.run(Never))
}

func TestDispatchAskedForBetweenSteps(t *testing.T) {
	s := newScript()
	s.kernel.AtDispatch(&chooser{script: s, number: 101})
	s.timer(1, 0, Arrive)
	s.timer(2, 0, Sample)
	assert.Equal(t, []int32{1, 101, 2}, s.run(5))
	s.kernel.AtDispatch(&chooser{script: s, number: 102})
	s.timer(3, 7, Arrive)
	_, done := s.kernel.Step(10, 0)
	assert.True(t, done)
	assert.Equal(t, []int32{1, 101, 2, 102, 3}, s.run(8))
}

func TestPanicsHoldValues(t *testing.T) {
	s := newScript()
	id := s.timer(1, 3*Millisecond, Arrive)
	gone := s.timer(2, Second, Complete)
	s.kernel.Release(gone)
	s.on[1] = func() {
		assert.PanicsWithValue(t, "sim: timer 1 set to 2.999999ms Sample lies before 3ms Arrive",
			func() { s.kernel.Set(id, 3*Millisecond-1, Sample) })
		assert.PanicsWithValue(t, "sim: timer 1 set to 3ms Complete lies before 3ms Arrive",
			func() { s.kernel.Set(id, 3*Millisecond, Complete) })
		assert.PanicsWithValue(t, "sim: Step with a budget of 1 at 3ms: not positive, or inside a handler",
			func() { s.kernel.Step(1, Second) })
	}
	s.run(Second)
	assert.PanicsWithValue(t, "sim: timer 1 set to 5ms Phase(4) has no such phase, at 3ms Arrive",
		func() { s.kernel.Set(id, 5*Millisecond, 4) })
	assert.PanicsWithValue(t, "sim: timer 2 set to 5ms Complete is for a timer not in use, at 3ms Arrive",
		func() { s.kernel.Set(gone, 5*Millisecond, Complete) })
	assert.PanicsWithValue(t, "sim: timer 2 released but not in use", func() { s.kernel.Release(gone) })
	assert.PanicsWithValue(t, "sim: timer (7, 8) without a handler", func() { s.kernel.NewTimer(nil, 7, 8) })
	assert.PanicsWithValue(t, "sim: Step with a budget of 0 at 3ms: not positive, or inside a handler",
		func() { s.kernel.Step(0, Second) })

	s.on[3] = func() { s.kernel.AtDispatch(&chooser{}) }
	s.timer(3, Second, Sample)
	assert.PanicsWithValue(t, "sim: AtDispatch at 1s from a timer of phase Sample", func() { s.run(Never) })
}

func TestTimeReadsExactly(t *testing.T) {
	for text, at := range map[string]Time{
		"0s": 0, "1ns": 1, "-1ns": -1, "999ns": 999, "1.5µs": 1500, "4ms": 4 * Millisecond,
		"92.4276s": 92427600 * Microsecond,
		"3600s":    Hour, "60s": Minute, "1.000000001s": Second + 1, "-2.05ms": -2050 * Microsecond,
		"never":                  Never,
		"-9223372036.854775808s": math.MinInt64,
	} {
		assert.Equal(t, text, at.String())
	}
	assert.Equal(t, "Sample", Sample.String())
}

// ticker re-arms the timer that fired by a time from a table.
type ticker struct {
	kernel *Kernel
	ids    []TimerID
	gaps   [1024]Time
	turn   int
}

func newTicker(timers int, shortest, longest Time) *ticker {
	k := &ticker{kernel: NewKernel(1), ids: make([]TimerID, timers)}
	random := k.kernel.Rand("gaps")
	for i := range k.gaps {
		k.gaps[i] = shortest + Time(random.Below(int64(longest-shortest+1)))
	}
	for i := range k.ids {
		k.ids[i] = k.kernel.NewTimer(k, 0, int32(i))
		k.Fire(0, int32(i))
	}
	return k
}

func (k *ticker) Fire(_, whom int32) {
	k.turn++
	k.kernel.Set(k.ids[whom], k.kernel.Now()+k.gaps[k.turn&1023], Complete)
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	k := newTicker(1024, 50*Microsecond, Millisecond)
	k.kernel.Step(200_000, Never)
	assert.Zero(t, testing.AllocsPerRun(20, func() { k.kernel.Step(2000, Never) }))
	s := k.kernel.Rand("draws")
	assert.Zero(t, testing.AllocsPerRun(20, func() { s.LogNormal(s.Exponential(Second)+1, 500) }))
}

func TestManyTimersOfOneInstant(t *testing.T) {
	k := newTicker(4096, 4*Millisecond, 4*Millisecond)
	fired, done := k.kernel.Step(2_000_000, Second)
	require.True(t, done)
	assert.Equal(t, 249*4096, fired) // 4 ms to 996 ms
}

func BenchmarkSetAndFire(b *testing.B) {
	for _, c := range []struct {
		name              string
		timers            int
		shortest, longest Time
	}{
		{"1024 timers 50us-1ms", 1024, 50 * Microsecond, Millisecond},
		{"4096 timers 4ms together", 4096, 4 * Millisecond, 4 * Millisecond},
		{"16 timers 1s-30s", 16, Second, 30 * Second},
		{"4096 timers 1s-10min", 4096, Second, 10 * Minute},
	} {
		b.Run(c.name, func(b *testing.B) {
			k := newTicker(c.timers, c.shortest, c.longest)
			k.kernel.Step(10*c.timers, Never)
			b.ReportAllocs()
			b.ResetTimer()
			k.kernel.Step(b.N, Never)
		})
	}
}
